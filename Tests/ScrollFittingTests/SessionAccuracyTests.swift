import ScrollFitting
import ScrollSimulation
import ScrollTraces
import TestSupport
import Testing

/// Whole recordings with known phases and constants, as a user would have them fitted.
struct SessionAccuracyTests {
  private static let sessions = studySize(150, whole: 500)
  /// Sessions, each fitted once: three studies look at them.
  private static let fitted = (1...sessions).map { seed in
    let recording = SimulatedRecording(seed: UInt64(seed))
    let result = TraceResult(splitting: recording.trace, axis: nil, options: FitOptions())
    let truth = Dictionary(
      uniqueKeysWithValues: Axis.allCases.map {
        ($0, recording.truth(along: $0))
      })
    return (session: recording.session, truth: truth, result: result)
  }

  @Test func `at least 98 % of the phases of sessions are found`() {
    let study = SessionStudy(sessions: Self.sessions) { recording, axis in
      Self.fitted[Int(recording.seed) - 1].result.phases.filter { $0.axis == axis }
    }
    #expect(study.uncovered == 0)
    #expect(study.total.all > 50 * Self.sessions)
    #expect(study.total.rate >= 0.98, "\(study.report)")
    // What a law describes is hardly ever missed, and little else is taken for it.
    for kind in [Phase.Kind.deceleration, .bounce, .release, .rubberBand, .rest] {
      #expect(study.kinds[kind]?.rate ?? 0 >= 0.985, "\(kind)")
    }
    #expect(study.kinds[.interrupted]?.rate ?? 0 >= 0.88)
    #expect(study.kinds[.tracking]?.rate ?? 0 >= 0.95)
    #expect(100 * study.falseAlarms.values.reduce(0, +) <= 8 * Self.sessions)
    #expect(study.wrongEdges == 0)
    #expect(study.jumps.found * 10 >= study.jumps.true * 9 && study.jumps.false <= 3)
  }

  @Test func `what is called sure is right in 98 of 100, what is called likely in 94`() {
    var counts: [Phase.Confidence: (all: Int, right: Int)] = [:]
    for (_, truth, result) in Self.fitted {
      for phase in result.phases where phase.range.count >= 5 {
        let middle = (phase.start + phase.end) / 2
        let isRight =
          truth[phase.axis]?.first { $0.start <= middle && middle < $0.end }?.kind == phase.kind
        counts[phase.confidence, default: (0, 0)].all += 1
        if isRight { counts[phase.confidence]?.right += 1 }
      }
    }
    func share(_ confidence: Phase.Confidence) -> Double {
      guard let count = counts[confidence], count.all > 100 else { return 0 }
      return Double(count.right) / Double(count.all)
    }
    #expect(share(.sure) >= 0.98)
    #expect(share(.likely) >= 0.94)
  }

  /// One constant of many recordings: how often its interval holds the truth, and its mean error.
  private struct Coverage {
    var count = 0
    var covered = 0
    var sum = 0.0

    mutating func add(_ estimate: Estimate, truth: Double) {
      guard let value = estimate.value, let error = estimate.standardError,
        let interval = estimate.interval
      else { return }
      count += 1
      if interval.contains(truth) { covered += 1 }
      sum += (value - truth) / error
    }

    var share: Double { Double(covered) / Double(count) }
    /// In standard errors.
    var bias: Double { sum / Double(count) }
  }

  @Test func `pooled delta and k are unbiased, and their intervals hold`() {
    var constants: [String: Coverage] = [:]
    var tests: [PhaseTransition.Kind: (all: Int, rejected: Int)] = [:]
    for (session, _, result) in Self.fitted {
      let axis = session.axes[0]
      let truths = [
        "delta": axis.bounceDecayRate, "k": axis.rate, "stop_velocity": axis.stopSpeed,
        "settle_threshold": axis.settleThreshold,
      ]
      for pool in result.joined?.pools ?? [] {
        guard let truth = truths[pool.key] else { continue }
        constants[pool.key, default: Coverage()].add(pool.estimate, truth: truth)
      }
      for joint in result.joined?.jointPools ?? [] {
        guard let test = joint.test else { continue }
        tests[joint.kind, default: (0, 0)].all += 1
        if test.probability < 0.05 { tests[joint.kind]?.rejected += 1 }
      }
    }
    for key in ["delta", "k"] {
      let found = constants[key] ?? Coverage()
      #expect(100 * found.count >= 97 * Self.sessions, "\(key)")
      let spread = deviation(ofShare: 0.95, of: found.count)
      #expect((found.share - 0.95).magnitude < 2 * spread, "\(key) \(found.share)")
      #expect(found.bias.magnitude < 0.25, "\(key) \(found.bias)")
    }
    for key in ["stop_velocity", "settle_threshold"] {
      let found = constants[key] ?? Coverage()
      #expect(10 * found.count > 6 * Self.sessions, "\(key)")
      let spread = deviation(ofShare: 0.95, of: found.count)
      #expect(found.share > 0.95 - 2.4 * spread, "\(key) \(found.share)")
    }
    // The bounce takes up the whole speed, at once.
    for kind in [PhaseTransition.Kind.edgeVelocity, .crossingTime] {
      let count = tests[kind] ?? (0, 0)
      #expect(10 * count.all > 9 * Self.sessions)
      let rejected = Double(count.rejected) / Double(count.all)
      #expect(rejected < 0.05 + 2.9 * deviation(ofShare: 0.05, of: count.all), "\(kind) \(count)")
    }
  }
}
