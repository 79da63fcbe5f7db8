import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

/// Motions of few samples, and engines that count their own frames: what decides is that values are exact.
@Suite struct ShortMotionTests {
  private func identification(_ times: [Double], _ values: [Double]) -> Identification {
    var trace = Trace(times: times, channels: [Channel(.offset, values: values)])
    trace.metadata["edge_top"] = "0"
    return Identification(trace)
  }

  /// A robot pulls at one speed, holds, and lets go: Qt's return of 0.4 s, on frames of 16 ms that are stamped up to
  /// 0.5 ms late.
  private func pull(seed: UInt64, withTwins: Bool = false) -> (times: [Double], values: [Double]) {
    var random = RandomSource(seed: seed)
    var times: [Double] = []
    var values: [Double] = []
    func append(_ frame: Int, _ value: Double) {
      let time = 0.016 * Double(frame) + random.uniform(0, 5e-4)
      if withTwins, frame > 0, frame % 17 == 0 {
        times.append(time - 5e-5)
        values.append(values[values.count - 1])
      }
      times.append(time)
      values.append(value)
    }
    for frame in 0..<20 { append(frame, 0) }
    for frame in 20..<34 { append(frame, -6 * Double(frame - 19)) }
    for frame in 34..<44 { append(frame, -84) }
    for frame in 44..<110 {
      let part = Easing.quadraticExponential.value(at: (0.016 * Double(frame - 44) + 0.003) / 0.4)
      append(frame, -84 * (1 - part))
    }
    return (times, values)
  }

  @Test(arguments: [(1, false), (2, false), (3, true)])
  func `Qt's return is told from its turn on, and the pull before is no motion`(
    seed: UInt64, withTwins: Bool
  ) throws {
    let (times, values) = pull(seed: seed, withTwins: withTwins)
    let found = identification(times, values)
    try #require(found.motions.count == 1)
    let motion = found.motions[0]
    #expect(motion.laws.law.key == "eased-quadratic-exponential")
    #expect(motion.laws.confidence == .sure)
    let duration = try #require(motion.laws.answer?["T"])
    // The clock of the recorder is 1.6 ms longer over 1.7 s.
    #expect((duration / 0.4 - 1).magnitude < 2e-3)
    #expect(motion.engines.first?.engine == "qt-flickable")
    #expect(found.engines.first?.engine == "qt-flickable" && found.engines[0].weight > 0.9)
  }

  /// A script flings content that was at rest: it starts at full speed between two frames.
  @Test(arguments: [(6.3, 0.3), (8.9, 0.6), (2.4, 0.8)])
  func `a glide that starts from rest at full speed is told by its law`(
    rate: Double, phase: Double
  ) throws {
    let times = (0..<420).map { Double($0) / 120 }
    let values = times.map { time in
      let since = max(0, time - (24 + phase) / 120)
      return (100 + 2400 / rate * (1 - Double.exp(-rate * since))).rounded()
    }
    let found = identification(times, values)
    let motion = try #require(found.motions.first)
    // A constant friction beside it may be too small to exclude.
    #expect(found.motions.count == 1 && motion.laws.law.key.hasPrefix("exponential"))
    let viscous = try #require(motion.laws.candidates.first { $0.law.key == "exponential" })
    let k = try #require(viscous["k"])
    #expect(viscous.follows && (k / rate - 1).magnitude < 0.01)
  }

  @Test func `what goes at one speed follows no law`() {
    let times = (0..<80).map { Double($0) / 60 }
    let values = times.map { 40 + 300 * min(max($0 - 0.3, 0), 0.6) }
    #expect(identification(times, values).motions.isEmpty)
  }

  /// An engine whose frames differ in length moves its content by their lengths.
  @Test func `what goes at one speed by the clock of its engine follows no law`() {
    var random = RandomSource(seed: 12)
    var time = 0.02
    let clock = (0..<100).map { _ in
      time += 0.0124 + random.uniform(-8e-5, 8e-5)
      return time
    }
    let values = clock.map { 2000 + 1500 * min(max($0 - 0.32, 0), 0.8) }
    let stamps = clock.map { ($0 * 1e4).rounded() / 1e4 }
    #expect(identification(stamps, values).motions.isEmpty)
  }

  /// A key scrolls 3486 px in 0.15 s; the first frame that shows it is 26 ms into the animation.
  @Test(arguments: [0.0263, 0.0192])
  func `an animation whose first frame is skipped is named`(into start: Double) throws {
    let times = (0..<60).map { ((Double($0) / 60) * 1e4).rounded() / 1e4 }
    let ease = Easing.bezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)
    let values = times.enumerated().map { index, _ in
      index < 20
        ? 2000
        : (2000 + 3486 * ease.value(at: (Double(index - 20) / 60 + start) / 0.15)).rounded()
    }
    let motion = try #require(identification(times, values).motions.first)
    #expect(motion.laws.law.key == "tween-ease-in-out")
    let duration = try #require(motion.laws.answer?["T"])
    #expect((duration - 0.15).magnitude < 1e-3)
    #expect(motion.laws.confidence != .sure)
  }
}
