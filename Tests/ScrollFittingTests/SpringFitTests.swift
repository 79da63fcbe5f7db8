import CurveFitting
import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

/// Springs made without noise or with rounding, and the fits of them.
struct SpringFitTests {
  private func spring(_ omega: Double, _ zeta: Double) -> SpringConstants {
    SpringConstants(angularFrequency: omega, dampingRatio: zeta)
  }

  private func recorder(scale: Double = 0, duration: Double) -> Recorder {
    var recorder = Recorder()
    recorder.scale = scale
    recorder.setDuration(duration)
    return recorder
  }

  /// A recording of a motion about a place of rest, which the file names or not.
  private func trace(
    _ motion: Spring, rest: Double = -88, scale: Double = 0, duration: Double? = nil,
    isEdge: Bool = true
  ) -> Trace {
    let end = duration ?? (motion.settleTime(threshold: 0.02) ?? 2) + 0.1
    var random = RandomSource(seed: 1)
    return recorder(scale: scale, duration: end).record(
      [.offset(of: motion, edge: rest)],
      metadata: Metadata(isEdge ? [.init("edge_top", "\(rest)")] : []), random: &random)
  }

  /// The starts that leave samples out, and the weights for wrong times, once went on around one another.
  @Test func `a robust loss on what is no spring ends soon`() throws {
    var random = RandomSource(seed: 1)
    let recorder = RecordingCell(scale: 2, rate: 60, fault: .clean).recorder
    for _ in 0..<3 {
      let rebounds = SimulatedLaw.collision.draw(recorder, &random)
      let fit = try #require(fits(rebounds.trace) { $0.loss = .tukey }.first)
      // Of all starts together; 60 000 were seen.
      #expect(fit.search.evaluations < 100_000)
      #expect(fit.warnings.contains { [.lawRejected, .notConverged].contains($0.code) })
    }
  }

  /// Springs that ring, from their release and from later on.
  @Test(arguments: [0.15, 0.4, 0.8])
  func `a summary of springs comes to the minimum of a report`(zeta: Double) throws {
    let constants = spring(11, zeta)
    for (late, isEdge) in [(0.0, true), (0.06, true), (0.15, true), (0, false), (0.1, false)] {
      let whole = Spring(constants, from: MotionState(position: -140, velocity: -300))
      let motion = Spring(
        constants,
        from: MotionState(
          position: whole.position(at: late), velocity: whole.velocity(at: late)))
      let recording = trace(motion, scale: 3, duration: 1.5, isEdge: isEdge)
      let long = try fits(recording)
      let short = try fits(recording) { $0.detail = .constants }
      try #require(long.count == short.count)
      for (one, other) in zip(short, long) where other.search.converged {
        for key in ["delta", "kappa", "a", "b", "zeta", "omega"] {
          let (found, expected) = (try value(one, key), try value(other, key))
          let error = try #require(other[key]?.standardError)
          // What a search leaves is a millionth of what the samples do.
          #expect((found - expected).magnitude <= 1e-6 * error, "\(key) from \(late) s")
        }
      }
    }
  }

  private func fits(_ trace: Trace, _ change: (inout FitOptions) -> Void = { _ in }) throws -> [Fit]
  {
    var options = FitOptions()
    change(&options)
    return try SpringLaw.fit(trace, axis: .y, options: options)
  }

  private func fit(_ trace: Trace, _ change: (inout FitOptions) -> Void = { _ in }) throws -> Fit {
    let found = try fits(trace, change)
    try #require(found.count == 1, "one motion, not \(found.count)")
    return found[0]
  }

  private func value(_ fit: Fit, _ key: String) throws -> Double {
    try #require(fit[key]?.value, "\(key): \(fit[key]?.reason ?? "missing")")
  }

  private func isNear(_ fit: Fit, _ key: String, _ truth: Double, _ tolerance: Double) throws
    -> Bool
  {
    let found = try value(fit, key)
    return (found - truth).magnitude <= tolerance
  }

  // MARK: - Recovery

  static let ratios = [0.05, 0.1, 0.3, 0.7, 0.95, 0.999999, 1, 1.000001, 1.05, 1.5, 2, 3]

  @Test(arguments: ratios)
  func `a spring without noise gives its constants back`(zeta: Double) throws {
    let constants = spring(12, zeta)
    let motion = Spring(constants, from: Spring(constants, edgeVelocity: 2000).state(at: 0.01))
    let fit = try fit(trace(motion))
    #expect(fit.search.converged)
    // 1e-9 of the sizes: the arithmetic of the search. kappa is a small difference next to critical damping.
    #expect(try isNear(fit, "delta", constants.decayRate, 1e-8 * constants.decayRate))
    #expect(try isNear(fit, "kappa", constants.kappa, 1e-6 + 1e-8 * constants.kappa.magnitude))
    #expect(try isNear(fit, "zeta", zeta, 1e-8 * zeta))
    #expect(try isNear(fit, "omega", 12, 1e-7))
    #expect(try isNear(fit, "frequency", 12 / (2 * .pi), 1e-7))
    #expect(try isNear(fit, "response", 2 * .pi / 12, 1e-7))
    #expect(try isNear(fit, "stiffness_per_mass", 144, 1e-5))
    #expect(try isNear(fit, "damping_per_mass", 2 * constants.decayRate, 1e-6))
    let begun = Spring(constants, from: motion.state(at: try #require(fit.window).lowerBound))
    #expect(try isNear(fit, "a", begun.displacement, 1e-6))
    #expect(try isNear(fit, "b", begun.slope, 1e-5))
    #expect(try isNear(fit, "edge_velocity", 2000, 1e-4))
    #expect(try isNear(fit, "max_overscroll", begun.furthest.position, 1e-6))
    if (zeta - 1).magnitude > 0.01 {
      let root = constants.kappa.magnitude.squareRoot()
      let ringing = constants.kappa > 0
      #expect(
        try isNear(fit, "pole_1", -constants.decayRate + (ringing ? 0 : root), 1e-6))
      #expect(
        try isNear(fit, "pole_2", -constants.decayRate - (ringing ? 0 : root), 1e-6))
      if ringing {
        #expect(try isNear(fit, "pole_imaginary", root, 1e-6))
      } else {
        #expect(fit["pole_imaginary"]?.value == nil)
      }
    }
  }

  @Test(arguments: ratios)
  func `where no edge is known the place of rest is found with the spring`(zeta: Double) throws {
    let constants = spring(12, zeta)
    let motion = Spring(constants, from: MotionState(position: 200, velocity: 0))
    let fit = try fit(trace(motion, rest: 37.25, isEdge: false))
    #expect(fit.search.converged)
    #expect(try isNear(fit, "rest_offset", 37.25, 1e-5))
    #expect(try isNear(fit, "zeta", zeta, 1e-6 * zeta))
    #expect(try isNear(fit, "omega", 12, 1e-5))
    // Offsets are taken as they are here: outward is down.
    #expect(try value(fit, "a") < 0)
  }

  @Test func `ringing across the edge is one motion, fitted to its end`() throws {
    let constants = spring(12, 0.1)
    let motion = Spring(constants, from: Spring(constants, edgeVelocity: 2000).state(at: 0.01))
    let fit = try fit(trace(motion, scale: 3))
    // Until 1/3 pt of 150 pt is left, nine swings later.
    let window = try #require(fit.window)
    #expect(window.upperBound > 4.5)
    #expect(fit.series.observed.contains { $0 < -50 })
    #expect(try value(fit, "ring_count") > 8)
    // One recording: its errors are less than three standard errors, not surely within 95 %.
    for (key, truth) in [("zeta", 0.1), ("omega", 12)] {
      let error = try #require(fit[key]?.standardError)
      #expect((try value(fit, key) - truth).magnitude < 3 * error, "\(key)")
    }
    // A swing alone knows zeta to a few thousandths.
    #expect(try #require(fit["zeta"]?.standardError) < 1e-4)
  }

  @Test(arguments: [0.0, 3])
  func `ringing that outlasts the recording is one motion too`(scale: Double) throws {
    let constants = spring(12, 0.1)
    let motion = Spring(constants, from: Spring(constants, edgeVelocity: 2000).state(at: 0.01))
    // Two swings out and two back; the last one on its way.
    for duration in [0.9, 1.0, 1.1] {
      let fit = try fit(trace(motion, scale: scale, duration: duration))
      #expect((try #require(fit.window).upperBound - duration).magnitude < 0.017)
      #expect(try isNear(fit, "zeta", 0.1, 1e-3))
      #expect(fit.warnings.contains { $0.code == .notSettled })
    }
    // Content that goes back and elsewhere does not ring: only what is beyond the edge is the spring's.
    var random = RandomSource(seed: 1)
    let away = recorder(scale: 3, duration: 1.5).record(
      axis: .y, metadata: Metadata([.init("edge_top", "-88")]), random: &random
    ) { time in
      -88 - motion.position(at: time) + (time > 0.25 ? 900 * (time - 0.25) : 0)
    }
    #expect(try #require(try fits(away).first?.window).upperBound < 0.3)
  }

  @Test(arguments: [true, false])
  func `two motions in one recording give two fits`(isEdge: Bool) throws {
    let first = Spring(spring(12, 0.4), from: MotionState(position: 60, velocity: 900))
    let second = Spring(spring(9, 0.7), from: MotionState(position: 90, velocity: 0))
    let traces = [first, second].map { trace($0, scale: 3, duration: 2.5, isEdge: isEdge) }
    let values = try traces.map { try #require($0.channel(.offset)).values }
    let both = Trace(
      metadata: traces[0].metadata, times: (0..<values.joined().count).map { Double($0) / 60 },
      channels: [Channel(.offset, axis: .y, values: Array(values.joined()))])
    let found = try fits(both)
    try #require(found.count == 2)
    #expect(found[0]["zeta"]?.interval?.contains(0.4) == true)
    #expect(found[0]["omega"]?.interval?.contains(12) == true)
    #expect(found[1]["zeta"]?.interval?.contains(0.7) == true)
    #expect(found[1]["omega"]?.interval?.contains(9) == true)
    #expect(try #require(found[1].window).lowerBound > 2)
  }

  @Test func `a hand that moves it first is left out where no edge is known`() throws {
    let constants = spring(12, 0.5)
    let motion = Spring(constants, from: MotionState(position: 120, velocity: 0))
    var random = RandomSource(seed: 1)
    // At rest, drawn 120 pt away with an even speed within half a second, and let go.
    let trace = recorder(scale: 3, duration: 2.5).record(axis: .y, random: &random) { time in
      time < 0.3
        ? 20 : time < 0.8 ? 20 + 240 * (time - 0.3) : 20 + motion.position(at: time - 0.8)
    }
    let fit = try fit(trace)
    let window = try #require(fit.window)
    #expect((window.lowerBound - 0.8).magnitude < 0.035, "\(window)")
    // With one sample of the hand among them no spring would be within rounding of them all.
    #expect(fit.region?["zeta"]?.contains(0.5) == true)
    #expect(fit.region?["omega"]?.contains(12) == true)
    #expect(fit.samples.leading > 0)
    #expect(fit.warnings.contains { $0.code == .startLeftOut })
  }

  @Test func `a motion that shows no spring has no constants`() throws {
    var random = RandomSource(seed: 2)
    let line = recorder(scale: 3, duration: 1).record(axis: .y, random: &random) { 5 + 400 * $0 }
    let fit = try fit(line)
    #expect(!fit.search.converged)
    for key in ["delta", "kappa", "zeta", "omega", "stiffness_per_mass"] {
      #expect(fit[key]?.standardError == nil && fit[key]?.interval == nil, "\(key)")
      #expect(fit[key]?.reason?.contains("did not converge") == true, "\(key)")
    }
    // What is not found is not tested, and bounds nothing.
    #expect(fit.tests.isEmpty && fit.region == nil && fit.feasibility == nil)
  }

  // MARK: - Critical damping held

  @Test(arguments: ["uiscrollview-bounce-2x", "uiscrollview-bounce-3x"])
  func `a spring held at critical damping is the bounce`(name: String) throws {
    let trace = try Repository.trace(name)
    let held = try fit(trace) { $0.fixed["kappa"] = 0 }
    let bounce = try #require(
      try BounceLaw.fit(trace, axis: .y, options: FitOptions()).first)
    #expect(held["kappa"]?.value == 0 && held["kappa"]?.isFixed == true)
    #expect(held.samples.used == bounce.samples.used)
    let delta = try value(bounce, "delta")
    #expect(try isNear(held, "delta", delta, 1e-9 * delta))
    #expect(try isNear(held, "zeta", 1, 1e-12))
    let sum = bounce.residual.sumOfSquares
    #expect((held.residual.sumOfSquares - sum).magnitude <= 1e-10 * sum)
    #expect(try isNear(held, "phi", try value(bounce, "phi"), 1e-9))
    #expect(try isNear(held, "edge_velocity", try value(bounce, "C"), 1e-5))
    for key in ["delta", "phi"] {
      let (ours, theirs) = (held[key]?.standardError, bounce[key]?.standardError)
      let error = try #require(theirs)
      #expect((try #require(ours) - error).magnitude <= 1e-6 * error, "\(key)")
    }
    #expect(held.tests.isEmpty && held.region == nil)
  }

  @Test func `a held delta is held`() throws {
    let fit = try fit(try Repository.trace("uiscrollview-bounce-3x")) { $0.fixed["delta"] = 10.9 }
    #expect(fit["delta"]?.value == 10.9 && fit["delta"]?.isFixed == true)
    let free =
      try fit.residual.sumOfSquares
      - self.fit(try Repository.trace("uiscrollview-bounce-3x")).residual.sumOfSquares
    #expect(free > 0)
    let both = try self.fit(try Repository.trace("uiscrollview-bounce-3x")) {
      $0.fixed = ["delta": 10.9, "kappa": 1]
    }
    #expect(both["zeta"]?.value == 10.9 / (10.9 * 10.9 + 1).squareRoot())
    #expect(both.residual.sumOfSquares > fit.residual.sumOfSquares)
    #expect(both["a"]?.standardError != nil)
  }

  @Test func `a kappa held far from the recording's has its delta all the same`() throws {
    let fit = try fit(try Repository.trace("uiscrollview-bounce-3x")) { $0.fixed["kappa"] = -500 }
    #expect(fit.search.converged)
    #expect(try value(fit, "delta") > 500.0.squareRoot())
  }

  @Test func `a motion let go at its furthest point is there at once, without an error`() throws {
    let fit = try fit(try Repository.trace("simulated-spring"))
    #expect(fit["time_to_max"]?.value == 0 && fit["time_to_max"]?.isFixed == false)
    #expect(fit["time_to_max"]?.standardError == nil)
    #expect(fit["time_to_max"]?.reason?.contains("first sample") == true)
    #expect(fit["frequency"]?.interval?.contains(2) == true)
    #expect(fit["zeta"]?.interval?.contains(0.3) == true)
    #expect(fit["rest_offset"]?.interval?.contains(0) == true)
    // 60 samples or more that stand clear of its rest.
    #expect(fit.samples.used > 60)
  }

  // MARK: - Search

  @Test(arguments: ["uiscrollview-bounce-2x", "uiscrollview-bounce-3x"])
  func `a descent from the user's start ends at the same minimum`(name: String) throws {
    let trace = try Repository.trace(name)
    let newton = try fit(trace) { $0.method = .newton }
    let sum = newton.residual.sumOfSquares
    for start in [[9.0, 12, 20, 3000], [14, -20, 30, 1500]] {
      let walked = try fit(trace) {
        $0.method = .descent
        $0.start = start
      }
      #expect(walked.search.startSource == "user")
      // Six directions along a narrow valley end where steps of 1e-9 no longer help.
      #expect((walked.residual.sumOfSquares - sum).magnitude <= 1e-6 * sum, "\(start)")
      let error = try #require(newton["kappa"]?.standardError)
      #expect(try isNear(walked, "kappa", try value(newton, "kappa"), 1e-2 * error))
    }
  }

  /// J from the law of physics by central differences, and (J'J)^-1 from it.
  @Test(arguments: [0.3, 0.95, 1, 1.05, 2])
  func `errors follow from derivatives by differences of the motion`(zeta: Double) throws {
    for isEdge in [true, false] {
      let constants = spring(12, zeta)
      let motion = Spring(constants, from: MotionState(position: 120, velocity: 800))
      let fit = try fit(trace(motion, scale: 3, isEdge: isEdge))
      let keys = ["delta", "kappa", "a", "b"] + (isEdge ? [] : ["rest_offset"])
      let point = try keys.map { try value(fit, $0) }
      func curve(_ point: [Double], _ time: Double) -> Double {
        Spring(
          SpringConstants(decayRate: point[0], kappa: point[1]), displacement: point[2],
          slope: point[3]
        ).position(at: time) + (isEdge ? 0 : point[4])
      }
      let steps = [1e-4, 1e-2, 1e-3, 1e-2, 1e-3]
      let rows = fit.series.fitTimes.map { time in
        var row = ParameterVector.zero
        for lane in keys.indices {
          var (above, below) = (point, point)
          above[lane] += steps[lane]
          below[lane] -= steps[lane]
          row[lane] = (curve(above, time) - curve(below, time)) / (2 * steps[lane])
        }
        return row
      }
      let linear = try #require(
        Linearisation(
          jacobian: rows, residuals: rows.map { _ in 0 }, weights: [], parameterCount: keys.count))
      let first =
        try #require(fit["delta"]?.classicalError) / linear.unitCovariance.standardError(0)
      for (lane, key) in keys.enumerated() {
        let ratio =
          try #require(fit[key]?.classicalError)
          / linear.unitCovariance.standardError(lane)
        // The same residual scale for all, to the 1e-7 of the differences and of a condition of some tens.
        #expect((ratio / first - 1).magnitude < 1e-5, "\(key) at \(zeta)")
      }
      // Residuals smaller than rounding are drawn up to it, larger ones are taken as they are.
      #expect(first > 0.05 && first < 0.15)
    }
  }
}
