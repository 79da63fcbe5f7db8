import RealModule
import ScrollFitting
import ScrollTraces
import TestSupport
import Testing

/// Recordings of many motions: compared by several threads, and each with fewer laws than a short recording.
@Suite struct LongRecordingTests {
  /// Flings that decay exponentially with a rate of 4 1/s, one every 3 s, at 60 frames per second with 0.05 pt of
  /// noise. Each has its own speed.
  private static func flings(_ count: Int) -> Trace {
    var random = SplitMix64(seed: 11)
    var values: [Double] = []
    for fling in 0..<count {
      let (start, way) = (values.last?.rounded() ?? 0, 200 + 40 * Double(fling % 7))
      for sample in 0..<180 {
        let t = max(0, Double(sample) / 60 - 0.2)
        let noise = t == 0 || t > 2 ? 0 : Double.random(in: -0.05...0.05, using: &random)
        values.append(start + way * (t > 2 ? 1 : 1 - Double.exp(-4 * t)) + noise)
      }
    }
    return Trace(
      times: values.indices.map { Double($0) / 60 }, channels: [Channel(.offset, values: values)])
  }

  @Test(arguments: [1, 5]) func `two threads say what one says`(count: Int) {
    let trace = Self.flings(count)
    let one = Identification(trace).motions
    var options = FitOptions()
    options.threads = 2
    let two = Identification(trace, options: options).motions
    #expect(one.count == count)
    #expect(one.map(\.laws) == two.map(\.laws))
    #expect(one.map(\.engines) == two.map(\.engines))
  }

  @Test func `a motion of a long recording is compared with the same laws as one alone`() throws {
    let alone = try #require(Identification(Self.flings(1)).motions.first?.laws)
    let first = try #require(Identification(Self.flings(20)).motions.first?.laws)
    #expect(alone.law.key == "exponential" && first.law.key == "exponential")
    let rates = try (
      #require(alone.answer?.constants.first?.value), #require(first.answer?.constants.first?.value)
    )
    #expect((rates.0 - rates.1).magnitude < 1e-9)
    #expect(Set(alone.candidates.map(\.law)) == Set(first.candidates.map(\.law)))
  }

  /// Drags of a trembling finger, one every second, after each of which the content decelerates by 1500 pt/s^2. At 60
  /// frames per second, each late by up to a part of a frame.
  private static func drags(_ count: Int, late: Double, rounded: Bool = false) -> Trace {
    var random = SplitMix64(seed: 5)
    var (times, values): ([Double], [Double]) = ([], [])
    for fling in 0..<count {
      let (start, speed) = (values.last ?? 0, 450 + 50 * Double(fling % 8))
      for sample in 0..<60 {
        let frame = Double(sample) + (late > 0 ? Double.random(in: 0..<late, using: &random) : 0)
        let time = ((Double(fling) + frame / 60) * 1e6).rounded() / 1e6
        let t = time - Double(fling) - 0.3
        let finger = 400 * (t + 0.2) + Double.random(in: -0.3...0.3, using: &random)
        let since = min(t, speed / 1500)
        let glide = 80 + speed * since - 750 * since * since
        let value = start + (t < -0.2 ? 0 : t < 0 ? finger : glide)
        times.append(time)
        values.append(rounded ? (value * 100).rounded() / 100 : value)
      }
    }
    return Trace(times: times, channels: [Channel(.offset, values: values)])
  }

  /// The decelerations that are found in drags, and the other motions.
  private static func motions(
    of trace: Trace
  ) -> (glides: [IdentifiedMotion], others: [IdentifiedMotion]) {
    var options = FitOptions()
    options.threads = 2
    let motions = Identification(trace, options: options).motions
    let isGlide = { (motion: IdentifiedMotion) in motion.laws.law.key == "constant-deceleration" }
    return (motions.filter(isGlide), motions.filter { !isGlide($0) })
  }

  @Test(arguments: [0, 0.3]) func `the last of many exact motions is searched as the first`(
    late: Double
  ) {
    let (glides, others) = Self.motions(of: Self.drags(24, late: late))
    // An exact law is one of the glide alone. At uneven stamps, a finger as fast as the glide may count as its start.
    let exact = glides.filter { $0.laws.answer.map { $0.max < 1e-9 } ?? false }
    #expect(glides.count == 24 && exact.count >= (late > 0 ? 20 : 24), "\(exact.count)")
    #expect(exact.allSatisfy { (($0.laws.answer?["deceleration"] ?? 0) - 1500).magnitude < 1e-6 })
    // A finger beside it is no reason for doubt, and has itself no law.
    #expect(exact.allSatisfy { $0.laws.confidence == .sure })
    #expect(others.allSatisfy { $0.laws.confidence == .open }, "\(others.map(\.laws.law.key))")
  }

  @Test func `the last of many rounded motions is searched as the first`() {
    let (glides, others) = Self.motions(of: Self.drags(24, late: 0, rounded: true))
    #expect(glides.count >= 22 && glides.count { $0.laws.confidence != .open } >= 18)
    // A line with errors of the times fits the path of the finger as well.
    #expect(others.allSatisfy { $0.laws.confidence == .open }, "\(others.map(\.laws.law.key))")
  }

  @Test(arguments: [0, 0.3], [1e6, 1e9])
  func `a finger at one speed has no law, however accurate its offsets are`(
    late: Double, steps: Double
  ) {
    // Offsets belong to the stamps as written, or to times a thousand times as fine.
    var random = SplitMix64(seed: 3)
    let times = (0..<360).map { sample in
      let frame = Double(sample) + (late > 0 ? Double.random(in: 0..<late, using: &random) : 0)
      return (frame / 60 * steps).rounded() / steps
    }
    let values = times.map { t in 160 * t.rounded(.down) + 400 * max(0, t - t.rounded(.down) - 0.6)
    }
    let stamps = times.map { ($0 * 1e6).rounded() / 1e6 }
    let trace = Trace(times: stamps, channels: [Channel(.offset, values: values)])
    let motions = Identification(trace).motions
    // At even frames, a free shape may fit the rest and the start together.
    let isMore = { (motion: IdentifiedMotion) in
      motion.laws.confidence != .none && !(late == 0 && motion.laws.law.key == "tween-bezier")
    }
    #expect(!motions.contains(where: isMore), "\(motions.map(\.laws.law.key))")
  }
}
