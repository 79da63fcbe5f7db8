import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

/// Simulated sessions cut where their truth says: what neighbouring phases say of each other.
struct JointTests {
  /// A recorded session with its true phases, each fitted with its law.
  struct Session {
    var trace: Trace
    var phases: [ScrollFitting.Phase] = []
    var fits: [Fit] = []

    init(_ session: ScrollSession, _ recorder: Recorder, random: inout RandomSource) {
      var recorder = recorder
      recorder.setDuration(session.end)
      trace = recorder.record(session, random: &random)
      let glides = session.axes.flatMap { axis in
        (try? DecelerationLaw.fit(trace, axis: axis.axis, options: FitOptions())) ?? []
      }
      for (index, segment) in session.segments.enumerated() {
        let kind: ScrollFitting.Phase.Kind =
          switch segment.phase {
          case .rest: .rest
          case .tracking: .tracking
          case .rubberBand: .rubberBand
          case .release: .release
          case .deceleration: .deceleration
          case .bounce: .bounce
          case .animation: .animation
          }
        let first = trace.times.firstIndex { $0 >= segment.start } ?? trace.count
        let end = trace.times.firstIndex { $0 >= segment.end } ?? trace.count
        var phase = ScrollFitting.Phase(
          kind, axis: segment.axis, range: first..<end, start: segment.start, end: segment.end,
          confidence: .sure, evidence: "the truth")
        var found: Fit?
        if kind == .deceleration {
          found = glides.first { fit in
            fit.axis == segment.axis
              && fit.window.map { $0.lowerBound >= segment.start && $0.lowerBound < segment.end }
                == true
          }
        } else if kind == .bounce || kind == .release {
          // With the rest after it, as the finder of phases hands it over.
          let next = session.segments.dropFirst(index + 1).first { $0.phase != .rest }?.start
          let after = next.flatMap { next in trace.times.firstIndex { $0 >= next } } ?? trace.count
          found = Self.bounce(trace, first..<after, axis: segment.axis)
        }
        if let found {
          phase.fit = fits.count
          fits.append(found)
        }
        phases.append(phase)
      }
    }

    /// Fits the bounce in some samples.
    static func bounce(_ trace: Trace, _ range: Range<Int>, axis: Axis) -> Fit? {
      let part = JointTests.part(trace, range)
      return try? BounceLaw.fit(part, axis: axis, options: FitOptions()).first
    }

    mutating func joined() -> CrossPhaseAnalysis {
      CrossPhaseAnalysis(trace: trace, phases: &phases, fits: fits, options: FitOptions())
    }
  }

  /// Some samples of a recording.
  static func part(_ trace: Trace, _ range: Range<Int>) -> Trace {
    Trace(
      metadata: trace.metadata, times: Array(trace.times[range]),
      channels: trace.channels.map {
        Channel($0.role, axis: $0.axis, values: Array($0.values[range]))
      })
  }

  /// Gestures back and forth, each meeting an edge.
  static func flings(_ count: Int, _ random: inout RandomSource) -> ScrollSession {
    // An edge lies on a pixel.
    let length = random.uniform(1200, 2500).rounded()
    var session = ScrollSession(axes: [ScrollAxis(length: length)])
    for _ in 0..<count {
      session.rest(for: random.uniform(0.3, 0.5))
      let sign = session.offset(along: .y) < length / 2 ? 1.0 : -1.0
      let duration = random.uniform(0.1, 0.25)
      let speed = 2.002 * length + random.uniform(400, 3000)
      session.drag(by: sign * speed * duration / 2, over: duration)
    }
    session.rest(for: 0.5)
    return session
  }

  @Test func `what neighbouring phases say agrees, with intervals that hold`() throws {
    var random = RandomSource(seed: 710)
    var tallies:
      [PhaseTransition.Kind: (count: Int, rejected: Int, scores: Double, squares: Double)] = [:]
    var pooled: [PhaseTransition.Kind: (count: Int, rejected: Int)] = [:]
    var shares = (count: 0, covered: 0)
    var thresholds = (count: 0, covered: 0, feasible: 0, sum: 0.0)
    var remarks = 0
    var alarms = 0
    var leftOut: [String: Int] = [:]
    var recorder = Recorder()
    for index in 0..<300 {
      recorder.rate = index % 2 == 0 ? 60 : 120
      recorder.scale = index % 4 < 2 ? 2 : 3
      var session = Session(Self.flings(4, &random), recorder, random: &random)
      let joined = session.joined()
      remarks += session.phases.count { $0.remark != nil }
      alarms += joined.warnings.count
      for omission in joined.pools.flatMap(\.leftOut) { leftOut[omission.reason, default: 0] += 1 }
      for joint in joined.joints {
        let interval = try #require(joint.comparison.interval)
        guard let test = joint.test else {
          let fit = session.fits[try #require(session.phases[joint.before].fit)]
          let begun = try #require(fit.window).lowerBound
          shares.count += 1
          if interval.contains(Double.exp(-2.002 * (session.phases[joint.before].end - begun))) {
            shares.covered += 1
          }
          continue
        }
        // The test and the interval are one statement.
        let hypothesis = try #require(joint.kind.hypothesis)
        #expect(interval.contains(hypothesis) == (test.probability > 0.05))
        var tally = tallies[joint.kind] ?? (0, 0, 0, 0)
        tally.count += 1
        if test.probability < 0.05 { tally.rejected += 1 }
        tally.scores += test.statistic
        tally.squares += test.statistic * test.statistic
        tallies[joint.kind] = tally
      }
      for pool in joined.jointPools {
        let probability = try #require(pool.test).probability
        let before = pooled[pool.kind] ?? (0, 0)
        pooled[pool.kind] = (before.count + 1, before.rejected + (probability < 0.05 ? 1 : 0))
      }
      let pool = joined.pools.first { $0.key == "settle_threshold" }
      if let threshold = pool?.estimate,
        let interval = threshold.interval
      {
        let probability = pool?.probability
        #expect(probability.map { $0 >= 0 && $0 <= 1 } ?? true)
        thresholds.count += 1
        thresholds.sum += threshold.value ?? .nan
        if interval.contains(0.5) { thresholds.covered += 1 }
        if threshold.feasible?.contains(0.5) == true { thresholds.feasible += 1 }
      }
    }
    for (kind, tally) in tallies {
      let n = Double(tally.count)
      print(
        "\(kind.rawValue): \(tally.count) joints, rejected \(Double(tally.rejected) / n), bias"
          + " \(tally.scores / n), rms \((tally.squares / n).squareRoot()), pooled \(pooled[kind] ?? (0, 0))"
      )
    }
    print(
      "shares \(shares), thresholds \(thresholds), remarks \(remarks), alarms \(alarms), left out \(leftOut)"
    )
    for kind in [PhaseTransition.Kind.edgeVelocity, .crossingTime] {
      let tally = try #require(tallies[kind])
      let n = Double(tally.count)
      #expect(tally.count >= 900)
      // 5 +- 0.7 % by chance.
      #expect((0.03...0.07).contains(Double(tally.rejected) / n), "\(kind)")
      #expect((tally.scores / n).magnitude < 0.1, "\(kind)")
      // 15 +- 3.8 by chance.
      #expect(try #require(pooled[kind]).rejected <= 27, "\(kind)")
    }
    // The error of what a polynomial leaves out is an upper estimate.
    let release = try #require(tallies[.releaseVelocity])
    #expect(release.count >= 900)
    #expect(Double(release.rejected) < 0.07 * Double(release.count))
    #expect((0.93...0.97).contains(Double(shares.covered) / Double(shares.count)))
    #expect(thresholds.count >= 290)
    // 95 +- 1.3 % by chance.
    #expect((0.91...0.99).contains(Double(thresholds.covered) / Double(thresholds.count)))
    #expect(Double(thresholds.feasible) > 0.95 * Double(thresholds.count))
    // A frame is worth 0.08 pt there, the mean of 300 recordings much less.
    #expect((thresholds.sum / Double(thresholds.count) - 0.5).magnitude < 0.01)
    #expect(remarks == 0)
    // Six pools a recording, each at 1 %: 18 +- 4.2.
    #expect(alarms <= 32)
  }

  @Test func `a bounce that takes up nine tenths of the speed is found`() throws {
    var random = RandomSource(seed: 711)
    let glide = Deceleration(position: 0, velocity: 4000, rate: 2.002)
    let crossing = try #require(glide.time(after: 1000))
    let bounce = CriticalBounce(
      amplitude: 0.9 * glide.velocity(at: crossing), decayRate: 10.93)
    var recorder = Recorder()
    recorder.setDuration(crossing + 1.2)
    let trace = recorder.record(
      metadata: Metadata([.init("edge_bottom", "1000")]), random: &random
    ) { time in
      time < crossing ? glide.position(at: time) : 1000 + bounce.position(at: time - crossing)
    }
    let edge = try #require(trace.times.firstIndex { $0 >= crossing })
    let motion = Self.part(trace, 0..<edge)
    let fits = [
      try #require(try DecelerationLaw.fit(motion, axis: .y, options: FitOptions()).first),
      try #require(Session.bounce(trace, edge..<trace.count, axis: .y)),
    ]
    var phases = [
      ScrollFitting.Phase(
        .deceleration, axis: .y, range: 0..<edge, start: 0, end: crossing, confidence: .sure,
        evidence: "the truth"),
      ScrollFitting.Phase(
        .bounce, axis: .y, range: edge..<trace.count, start: crossing,
        end: trace.times[trace.count - 1], confidence: .sure, evidence: "the truth"),
    ]
    phases[0].fit = 0
    phases[1].fit = 1
    var remarked = phases
    let joined = CrossPhaseAnalysis(
      trace: trace, phases: &phases, fits: fits, options: FitOptions())
    let joint = try #require(joined.joints.first { $0.kind == .edgeVelocity })
    #expect(joint.before == 0 && joint.after == 1)
    #expect(try #require(joint.comparison.interval).contains(0.9))
    #expect(try #require(joint.test).probability < 1e-4)
    #expect(joint.test?.hypothesis == "edge_velocity = 1")
    let pool = try #require(joined.jointPools.first { $0.kind == .edgeVelocity })
    #expect(pool.pool.members.count == 1)
    #expect(try #require(pool.test).probability < 1e-4)
    // No time is lost.
    let time = try #require(joined.joints.first { $0.kind == .crossingTime })
    #expect(try #require(time.comparison.interval).contains(0))
    let predicted = try #require(time.expected.value)
    #expect((predicted - crossing).magnitude < 0.002)
    // A phase that is not free says nothing about the law.
    remarked[0].remark = "a touch ends it"
    let without = CrossPhaseAnalysis(
      trace: trace, phases: &remarked, fits: fits, options: FitOptions())
    #expect(without.joints.isEmpty)
    #expect(without.pools.first { $0.key == "k" }?.leftOut.first?.reason == "a touch ends it")
  }

  @Test func `a glide unlike the others is said to follow a changed target`() throws {
    var random = RandomSource(seed: 712)
    var session = Session(Self.flings(5, &random), Recorder(), random: &random)
    let place = try #require(session.phases.lastIndex { $0.kind == .deceleration })
    let index = try #require(session.phases[place].fit)
    session.fits[index].parameters[0].value? *= 1.2
    let joined = session.joined()
    #expect(session.phases[place].remark?.hasSuffix("possibly to a changed target") == true)
    #expect(session.phases.count { $0.remark != nil } == 1)
    #expect(!joined.joints.contains { $0.before == place || $0.after == place })
  }

  @Test func `rounding to whole points hides a threshold of half a point`() throws {
    var random = RandomSource(seed: 713)
    var recorder = Recorder()
    recorder.scale = 1
    var session = Session(Self.flings(4, &random), recorder, random: &random)
    let pool = try #require(session.joined().pools.first { $0.key == "settle_threshold" })
    #expect(pool.estimate.value == nil)
    #expect(pool.estimate.reason?.hasPrefix("rounding hides it") == true)
  }

  @Test func `pulls that are let go are pooled with the bounces, and disagreement is said`() throws
  {
    var random = RandomSource(seed: 714)
    var truth = ScrollSession(axes: [ScrollAxis()])
    for _ in 0..<3 {
      truth.rest(for: 0.3)
      truth.drag(by: -random.uniform(200, 400), over: 0.4, hold: 0.2)
    }
    truth.rest(for: 0.5)
    var session = Session(truth, Recorder(), random: &random)
    let calm = session.joined()
    let pool = try #require(calm.pools.first { $0.key == "delta" })
    #expect(pool.members.count == 3)
    #expect(try #require(pool.estimate.interval).contains(10.93))
    #expect(!calm.warnings.contains { $0.message.contains("delta") })
    session.fits[0].parameters[1].value? *= 1.1
    let torn = session.joined()
    let warning = try #require(torn.warnings.first { $0.message.contains("delta") })
    #expect(warning.code == .heterogeneous)
    #expect(warning.message.hasPrefix("the 3 bounces disagree: Q = "))
  }

  @Test func `noise that breaks the bounds of rounding does not empty the pools`() throws {
    var random = RandomSource(seed: 715)
    var recorder = Recorder()
    recorder.noise = 0.3
    var members = 0
    var covered = 0
    let count = 100
    for _ in 0..<count {
      var session = Session(Self.flings(4, &random), recorder, random: &random)
      let joined = session.joined()
      let pool = try #require(joined.pools.first { $0.key == "delta" })
      #expect(session.fits.contains { $0.warnings.contains { $0.code == .lawRejected } })
      members += pool.members.count
      if pool.estimate.interval?.contains(10.93) == true { covered += 1 }
    }
    print("0.3 pt of noise: \(members) members of \(4 * count), covered \(covered) of \(count)")
    #expect(members > 380)
    // 95 +- 2.2 by chance.
    #expect(covered >= 88)
  }

  @Test func `sessions along two axes are joined axis by axis`() throws {
    var random = RandomSource(seed: 717)
    let truths = ["k": 2.002, "stop_velocity": 10, "delta": 10.93]
    var tallies: [String: (count: Int, covered: Int)] = [:]
    for _ in 0..<800 {
      let truth = ScrollSession.random(
        axes: [ScrollAxis(), ScrollAxis(.x, length: 780)], gestures: 8, random: &random)
      var session = Session(truth, Recorder(), random: &random)
      let joined = session.joined()
      for joint in joined.joints {
        let pair = (session.phases[joint.before], session.phases[joint.after])
        #expect(pair.0.axis == joint.axis && pair.1.axis == joint.axis)
        #expect(pair.0.range.upperBound == pair.1.range.lowerBound)
      }
      for pool in joined.pools {
        guard let truth = truths[pool.key], let interval = pool.estimate.interval else { continue }
        let before = tallies[pool.key] ?? (0, 0)
        tallies[pool.key] = (before.count + 1, before.covered + (interval.contains(truth) ? 1 : 0))
      }
    }
    print("two axes: \(tallies)")
    for key in truths.keys {
      let tally = try #require(tallies[key])
      // 95 +- 0.8 % by chance; a speed of rest is known to a step of the grid, which makes its error wide.
      #expect(tally.count >= 780)
      #expect(Double(tally.covered) >= 0.925 * Double(tally.count), "\(key)")
    }
  }
}
