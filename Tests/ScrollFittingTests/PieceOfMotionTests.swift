import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollTraces
import TestSupport
import Testing

/// A law that follows a piece of a motion that it did not make is not likely.
@Suite struct PieceOfMotionTests {
  /// A motion of 800 pt along a curve, from rest to rest.
  private func identified(
    _ duration: Double, quantum: Double, rate: Double = 60, start: Double = 0.3021,
    _ curve: (Double) -> Double
  ) -> Identification {
    let times = (0..<Int((start + duration + 0.6) * rate)).map { Double($0) / rate }
    let values = times.map { time in
      let value = 800 * curve(min(1, max(0, (time - start) / duration)))
      return quantum > 0 ? (value / quantum).rounded() / (1 / quantum) : value
    }
    let offsets = Channel(.offset, values: values, decimals: quantum > 0 ? 1 : nil)
    return Identification(Trace(times: times, channels: [offsets]))
  }

  @Test(arguments: [0, 0.1, 0.5, 1])
  func `the first half of a symmetric ease is not the ease`(quantum: Double) {
    for duration in [0.5, 1.2] {
      let found = identified(duration, quantum: quantum) { $0 * $0 * $0 * $0 }
      #expect(found.motions.allSatisfy { ![.sure, .likely].contains($0.laws.confidence) })
      // The cubic has a name of its own.
      let cubic = identified(duration, quantum: quantum) { $0 * $0 * $0 }
      #expect(cubic.motions.map(\.laws.law.key) == ["tween-cubic-in"])
    }
  }

  @Test(arguments: [0, 0.1, 0.5, 1])
  func `pieces of a curve that turns twice are not likely`(quantum: Double) {
    // Penner's back-in-out.
    let found = identified(1.2, quantum: quantum, rate: 120) { u in
      let c = 1.70158 * 1.525
      let w = 2 * u - 2
      return u < 0.5
        ? 2 * u * u * ((c + 1) * 2 * u - c) : (w * w * ((c + 1) * w + c) + 2) / 2
    }
    #expect(!found.motions.isEmpty)
    for motion in found.motions {
      #expect(
        motion.laws.share >= 0.8 || ![.sure, .likely].contains(motion.laws.confidence))
      #expect(motion.laws.confidence == .likely || motion.laws.doubt == nil)
    }
  }

  @Test(arguments: [0, 0.1, 0.5, 1])
  func `a curve that goes further past its end is another`(quantum: Double) {
    // iScroll's back: (c + 1) w^3 + c w^2 + 1 with c = 4. With a start before the recorded one, Penner's is the same.
    for duration in [0.5, 1.2] {
      let found = identified(duration, quantum: quantum) { u in
        (u - 1) * (u - 1) * (5 * (u - 1) + 4) + 1
      }
      #expect(!found.motions.contains { $0.laws.law.key == "tween-back" })
    }
    let own = identified(0.5, quantum: quantum) { Easing.back.value(at: $0) }
    #expect(own.motions.map(\.laws.law.key) == ["tween-back"])
  }

  @Test func `content that hardly slows may be under a finger`() throws {
    // With these late stamps, in ms, the viscous law alone follows a speed that falls evenly by 6 %.
    let late = [
      1: 4.2, 4: 4.1, 10: 4.6, 29: 3.2, 48: 5.7, 65: 3.4, 78: 4.5, 95: 4.9, 102: 5.3, 116: 3.0,
      130: 3.5,
    ]
    let frames = (0..<132).map { Double($0) / 60 }
    let times = frames.enumerated().map {
      (1e4 * ($0.element + (late[$0.offset] ?? 0) / 1000)).rounded() / 1e4
    }
    for (part, confidence) in [(0.06, LawComparison.Confidence.open), (0.5, .likely)] {
      let values = frames.map { time in
        let t = min(1.2, max(0, time - 0.3))
        return (400 * (t - part * t * t / 2.4)).rounded() / 2
      }
      let offsets = Channel(.offset, values: values, decimals: 1)
      let found = Identification(Trace(times: times, channels: [offsets]))
      let motion = try #require(found.motions.first)
      #expect(motion.laws.confidence == confidence)
    }
  }

  @Test func `a likely law says why it is not sure`() throws {
    let found = identified(0.2, quantum: 0.5) { $0 * $0 * (3 - 2 * $0) }
    let laws = try #require(found.motions.first?.laws)
    #expect(laws.confidence == .likely && laws.doubt == .fewSamples)
  }

  private func identified(_ times: [Double], _ values: [Double]) -> Identification {
    Identification(Trace(times: times, channels: [Channel(.offset, values: values)]))
  }

  @Test func `an ease that moved before content did is another`() {
    // A cubic Hermite curve that starts at 800 pt/s; a smoothstep that fits it would have started 0.08 s before.
    let values: [Double] = [
      14, 31, 48, 67, 87, 108, 128, 149, 170, 190, 209, 228, 245, 260, 273, 284, 292, 298, 300,
    ]
    let all = [Double](repeating: 0, count: 8) + values + [Double](repeating: 300, count: 7)
    let found = identified(all.indices.map { Double($0) / 60 }, all)
    #expect(!found.motions.contains { $0.laws.law.key == "tween-smoothstep" })
    #expect(found.motions.allSatisfy { $0.laws.confidence != .sure })
  }

  @Test(arguments: [0, 0.1, 1])
  func `a critical spring from rest is one law, not two`(quantum: Double) throws {
    // Firefox's scrollTo.
    let found = identified(0.9, quantum: quantum) { u in
      let way = 15.811388 * 0.9 * u
      return 1 - (1 + way) * Double.exp(-way)
    }
    let motion = try #require(found.motions.first)
    #expect(found.motions.count == 1)
    #expect(motion.laws.law.key == "critical-from-rest" && motion.laws.confidence == .sure)
    #expect(motion.laws.rivals.isEmpty)
  }

  @Test func `late stamps do not count as milliseconds of a clock that runs fast`() throws {
    // Each frame of 16.67 ms has 17 ms by that clock: the ease would take 2 % longer.
    let late = [
      7: 8.093, 21: 7.277, 31: 5.659, 32: 6.503, 40: 6.61, 61: 8.335, 68: 8.482, 79: 9.543,
      88: 9.768, 94: 9.71,
    ]
    let ease = Easing.bezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)
    let frames = (0..<96).map { Double($0) / 60 }
    let values = frames.map { time in
      (735.7465186 * ease.value(at: (time - 0.4) / 0.80679) * 1e7).rounded() / 1e7
    }
    let found = identified(
      frames.enumerated().map { $0.element + (late[$0.offset] ?? 0) / 1000 }, values)
    let duration = try #require(found.motions.first?.laws.answer?["T"])
    #expect(found.motions.count == 1 && (duration - 0.80679).magnitude < 1e-3)
  }

  @Test func `a law whose first constant may be anything is not likely`() {
    // A fling that is held up: one sample shows all of it. Android's spline of any friction may last no time, or 9 s.
    let drag = [
      460, 460.6667, 462, 464, 467.3333, 472, 478, 485.3333, 494, 504.6667, 516, 528, 542, 556,
      570.6667,
    ]
    let values =
      [Double](repeating: 460, count: 6) + drag + [Double](repeating: 591.3333, count: 46)
      + [Double](repeating: 760.6667, count: 24)
    let start = 7 + drag.count
    let times = values.indices.map { ((0.3 + Double($0) / 60) * 1000).rounded() / 1000 }
    let spans = [
      ("rest", 0..<6), ("drag", 6..<start), ("deceleration", start..<start + 46),
      ("rest", start + 46..<values.count),
    ].map { PhaseSpan(label: $0.0, range: $0.1) }
    var trace = Trace(
      times: times, channels: [Channel(.offset, values: values, decimals: 4)], phases: spans)
    trace.scale = 1.5
    let found = Identification(trace)
    #expect(!found.motions.isEmpty)
    #expect(found.motions.allSatisfy { ![.sure, .likely].contains($0.laws.confidence) })
  }

  @Test func `changes alone are added up, and no law but that of wheels is likely`() {
    let trace = Trace(
      times: (0..<40).map { Double($0) / 60 },
      channels: [Channel(.delta, values: (0..<40).map { Double(40 - $0) })])
    let found = Identification(trace)
    #expect(found.failure == nil && !found.motions.isEmpty)
    #expect(found.motions.allSatisfy { ![.sure, .likely].contains($0.laws.confidence) })
  }

  @Test func `without times and a rate no law is sure`() throws {
    let values = (0..<160).map { row -> Double in
      let time = Double(max(0, row - 20)) / 120
      return 700 - 700 * .exp(-2.002 * time)
    }
    let offsets = Channel(.offset, values: values)
    func motion(
      _ timing: Timing, rate: Double, beside others: [Channel] = []
    ) throws -> IdentifiedMotion {
      let times = values.indices.map { Double($0) / rate }
      let trace = Trace(times: times, timing: timing, channels: [offsets] + others)
      return try #require(Identification(trace).motions.first)
    }
    let assumed = try motion(.assumed(interval: 1 / 60, source: .standard), rate: 60)
    #expect(assumed.laws.confidence == .likely && assumed.laws.doubt == .assumedTimes)
    #expect(assumed.laws.law.key == "exponential")
    let finger = Channel(.finger, values: values.map { _ in 5 })
    let beside = try motion(
      .assumed(interval: 1 / 60, source: .standard), rate: 60, beside: [finger])
    #expect(beside.laws.confidence == .likely && beside.laws.doubt == .assumedTimes)
    for source in [IntervalSource.metadata, .counted, .option] {
      let stated = try motion(.assumed(interval: 1 / 120, source: source), rate: 120)
      #expect(stated.laws.confidence == .sure, "\(source)")
    }
  }
}
