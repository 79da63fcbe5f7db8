import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollTraces
import TestSupport
import Testing

/// Offsets with noise, as from the frames of a video: neither rests nor the end of a motion have equal samples.
@Suite struct NoisyMotionTests {
  /// At rest for 0.4 s, a motion of 1.5 s that starts between two frames, at rest again.
  private func recording(
    noise: Double, seed: UInt64, rate: Int = 60, _ way: (Double) -> Double
  ) throws -> Trace {
    var random = SplitMix64(seed: seed)
    let times = (0..<rate * 14 / 5).map { Double($0) / Double(rate) }
    let values = times.map { time in
      100 + way(min(max(time - 0.407, 0), 1.5)) + noise * random.normal()
    }
    return Trace(times: times, channels: [Channel(.offset, values: values)])
  }

  private static let motions: [(law: String, way: @Sendable (Double) -> Double)] = [
    ("exponential", { 450 * (1 - Double.exp(-4 * $0)) }),
    ("constant-deceleration", { 1500 * min($0, 1) - 750 * min($0, 1) * min($0, 1) }),
    ("eased-quartic", { 700 * Easing.quartic.value(at: min($0 / 0.9, 1)) }),
    ("tween-cosine", { 700 * Easing.cosine.value(at: min($0 / 0.9, 1)) }),
  ]

  @Test(arguments: motions.map(\.law), [0.3, 1])
  func `a motion between rests is one, and has its law`(_ law: String, noise: Double) throws {
    let way = try #require(Self.motions.first { $0.law == law }).way
    var (named, sure) = (0, 0)
    for seed in 1...10 as ClosedRange<UInt64> {
      let found = Identification(try recording(noise: noise, seed: seed, way))
      let motion = try #require(found.motions.first)
      #expect(found.motions.count == 1 && motion.laws.share > 0.9, "\(seed)")
      if motion.laws.law.key == law {
        named += 1
        if motion.laws.confidence == .sure { sure += 1 }
      }
      #expect(motion.laws.law.key == law || motion.laws.confidence != .sure, "\(seed)")
    }
    #expect(named >= 9 && sure >= (noise == 1 ? 1 : 5), "\(sure) sure")
  }

  @Test func `no curve past its end is one that never comes back`() throws {
    for seed in 1...10 as ClosedRange<UInt64> {
      let trace = try recording(noise: 1, seed: seed) {
        600 * (1 - Double.pow(1 - min($0 / 1.2, 1), 2.6))
      }
      let motions = Identification(trace).motions
      #expect(!motions.isEmpty && motions.allSatisfy { $0.laws.law.key != "tween-back" }, "\(seed)")
    }
  }

  @Test func `a rest in noise ends where the motion starts, and no slow motion is one`() throws {
    let fling = try recording(noise: 1, seed: 3) { 450 * (1 - Double.exp(-4 * $0)) }
    let motion = try #require(Identification(fling).motions.first)
    #expect((motion.window.lowerBound - 0.41).magnitude < 0.02)
    // 12 pt/s for 1.5 s, which noise of 1 pt nearly hides within a tenth of a second.
    for seed in 1...5 as ClosedRange<UInt64> {
      let creeping = try recording(noise: 1, seed: seed) { 12 * $0 }
      let rests = Phases.find(creeping, axis: .y).filter { $0.kind == .rest }.map(\.range)
      // Samples 30 to 108 move.
      #expect(!rests.isEmpty && rests.allSatisfy { $0.clamped(to: 30..<108).count < 20 }, "\(seed)")
    }
  }

  @Test func `a motion ends where noise hides it, at any rate`() throws {
    var named = 0
    for (law, rate) in [("exponential", 120), ("tween-cosine", 30)] {
      let way = try #require(Self.motions.first { $0.law == law }).way
      for seed in 1...20 as ClosedRange<UInt64> {
        let found = Identification(try recording(noise: 1, seed: seed, rate: rate, way)).motions
        if found.count == 1 && found[0].laws.law.key == law { named += 1 }
      }
    }
    #expect(named >= 34, "\(named)")
  }

  @Test func `a rest in noise reaches to the ends of the recording`() throws {
    var ends = 0
    for seed in 1...40 as ClosedRange<UInt64> {
      let fling = try recording(noise: 1, seed: seed) { 450 * (1 - Double.exp(-4 * $0)) }
      let rests = Phases.find(fling, axis: .y).filter { $0.kind == .rest }.map(\.range)
      ends += (rests.first?.lowerBound == 0 ? 1 : 0) + (rests.last?.upperBound == 168 ? 1 : 0)
    }
    #expect(ends >= 76, "\(ends)")
  }
}
