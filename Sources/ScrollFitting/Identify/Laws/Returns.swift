internal import CurveFitting
internal import RealModule
internal import ScrollPhysics

/// Laws of content that returns to a rest position.
extension CandidateLaw {
  static let returns: [CandidateLaw] = [
    CandidateLaw(
      "critical-from-edge", "critical, from the edge",
      formula: "y = C t e^(-delta t) from the first sample",
      command: "bounce", specialCaseOf: ["critical"]
    ) { $0.critical($1, phase: 0) },
    criticalFromRest,
    CandidateLaw(
      "critical", "critical, free start", formula: "y = (a + b t) e^(-delta t)", command: "bounce",
      specialCaseOf: ["spring"], hasFreeForm: true
    ) { $0.critical($1, phase: nil) },
    spring,
    CandidateLaw(
      "framewise", "two rules per frame", formula: "out: w <- f w - a s, back: w <- -b s, per frame"
    ) { $0.framewise($1) },
    CandidateLaw(
      "kivy-return", "Kivy's edge, stepped each frame",
      formula: "each frame v <- v - r v dt - d v - c s, then s <- s + v dt / (1 + |s| / 200)",
      needsEveryFrame: true
    ) { $0.steppedReturn($1) },
  ]

  static let criticalFromRest = CandidateLaw(
    "critical-from-rest", "critical, from rest", formula: "y = a (1 + delta t) e^(-delta t)",
    command: "bounce", specialCaseOf: ["critical"]
  ) { $0.fromRest($1) }

  static let spring = CandidateLaw(
    "spring", "spring of any damping", formula: "y = e^(-delta t) (a c(t) + b s(t))",
    command: "spring", hasFreeForm: true
  ) { $0.anySpring($1) }

  fileprivate func critical(_ window: MotionWindow, phase: Double?) -> CandidateFit? {
    // The position of a crossing is known only for a known edge.
    guard phase == nil || window.edge != nil else { return nil }
    var options = FitOptions()
    options.restOffset = window.edge == nil
    if let phase { options.fixed["phi"] = phase }
    guard let solver = BounceSolver(window.observations, options: options) else { return nil }
    let found = solver.coordinates
    guard !stopsFarFrom(found.restOffset, window) else { return nil }
    return made(
      window, parameters: found.count, [("delta", found.bounce.decayRate, "1/s")],
      found.value(at:))
  }

  /// y = a (1 + delta t) e^(-delta t): released at rest, at the first sample or, if the rest before it is recorded, at
  /// a fitted time.
  fileprivate func fromRest(_ window: MotionWindow) -> CandidateFit? {
    let hasConstant = window.edge == nil
    let hasStart = window.startsAtRest
    @Sendable func curve(_ theta: [Double], _ time: Double) -> Double {
      let t = theta[0] * max(0, time - (hasStart ? theta[1] : 0))
      return (1 + t) * Double.exp(-t)
    }
    let starts = [1.0, 4, 10, 25].map {
      [$0 / window.span] + (hasStart ? [1.5 * window.frame] : [])
    }
    let linearCount = hasConstant ? 2 : 1
    let found = window.best(starts: starts) { window in
      let times = window.times
      let n = times.count
      return SampledModel(
        rowCount: n, linearCount: linearCount,
        sizes: [1 / window.span] + (hasStart ? [window.frame] : [])
      ) { theta, curves in
        guard theta[0] > 0, !hasStart || theta[1].magnitude < 0.15 * times[n - 1] else {
          return false
        }
        for row in 0..<n {
          curves[row] = curve(theta, times[row])
          if hasConstant { curves[n + row] = 1 }
        }
        return true
      }
    }
    guard let found else { return nil }
    let theta = found.nonlinear
    return made(
      window, parameters: theta.count + linearCount,
      [("delta", theta[0], "1/s")] + (hasStart ? [("t0", window.start + theta[1], "s")] : [])
    ) { found.coefficients[0] * curve(theta, $0) + (hasConstant ? found.coefficients[1] : 0) }
  }

  fileprivate func anySpring(_ window: MotionWindow) -> CandidateFit? {
    var options = FitOptions()
    options.restOffset = window.edge == nil
    guard let found = spring(window, options) else { return nil }
    guard !isGoneAtOnce(found, window), !stopsFarFrom(found.rest, window) else { return nil }
    let spring = found.constants
    return made(
      window, parameters: found.count,
      [
        ("zeta", spring.dampingRatio, "1"), ("omega", spring.angularFrequency, "1/s"),
        ("stiffness_per_mass", spring.stiffnessPerMass, "1/s^2"),
        ("damping_per_mass", spring.dampingPerMass, "1/s"),
      ], found.value(at:))
  }

  /// The best spring; one that is far from some of the samples keeps the delta and kappa of its best fit to these, unless
  /// the window is fully searched.
  private func spring(_ window: MotionWindow, _ options: FitOptions) -> SpringCoordinates? {
    func best(_ window: MotionWindow) -> SpringCoordinates? {
      SearchedSolver(
        window.observations, options: options, budget: NumericLimits.evaluationsToCompare)?
        .coordinates
    }
    if !window.isFullySearched, let some = window.someSamples, let rough = best(some),
      some.isFar(rough.sumOfSquares(some.observations), parameters: rough.count),
      let found = rough.restarted(window.observations)
    {
      return found
    }
    return best(window)
  }

  /// Whether content comes to rest more than a tenth of its way from the rest position of a spring. A spring pulls it
  /// there: its curve is then only part of another law's.
  private func stopsFarFrom(_ target: Double, _ window: MotionWindow) -> Bool {
    window.rest.map { (target - $0).magnitude > 0.1 * window.extent } ?? false
  }

  /// Whether the faster of the two exponentials of an overdamped spring shows in fewer than three frames. The other samples
  /// then follow a single exponential, and the spring only describes an error of the first.
  private func isGoneAtOnce(_ spring: SpringCoordinates, _ window: MotionWindow) -> Bool {
    guard spring.kappa < 0 else { return false }
    let half = (-spring.kappa).squareRoot()
    let (fast, slow) = (spring.decayRate + half, spring.decayRate - half)
    // y = F e^(-fast t) + S e^(-slow t) with y(0) and y'(0) of the spring.
    let velocity = spring.slope - spring.decayRate * spring.displacement
    let size = ((velocity + slow * spring.displacement) / (fast - slow)).magnitude
    let least = 3 * (window.quantum ?? 0) / 12.0.squareRoot()
    // A window may have some of its samples only.
    return size * Double.exp(-fast * min(window.times[2], 2 * window.frame)) <= least
  }

  /// The two per-frame rules of script scrollers. The state at the first sample and all three factors are fitted.
  fileprivate func framewise(_ window: MotionWindow) -> CandidateFit? {
    guard window.edge != nil, let peak = window.values.max(), peak > 0 else { return nil }
    let times = window.times
    let n = times.count
    // These engines run at 60 frames per second. A recording at another rate skips or repeats frames.
    let frame = 1.0 / 60
    // Every frame is computed, so stamps with large gaps are refused.
    let frames = times[n - 1] / frame
    guard frames < 10 * Double(n) + 600 else { return nil }
    let first = max(window.values[0], 0)
    let speed = (window.values[1] - window.values[0]) / max(times[1] - times[0], 1e-9)
    let scale = max(peak, 1)
    let model = SampledModel(
      rowCount: n, linearCount: 0, hasOffset: true, sizes: [scale, scale / frame / 10, 1, 1, 1]
    ) { theta, curves in
      guard theta[2] > 0, theta[2] <= 1, theta[3] >= 0, theta[4] > 0, theta[4] < 1 else {
        return false
      }
      let bounce = FramewiseBounce(
        FramewiseBounce.Constants(
          friction: theta[2], outward: theta[3], inward: theta[4], frameDuration: frame),
        from: MotionState(position: theta[0], velocity: theta[1]))
      let positions = bounce.positions(count: Int(times[n - 1] / frame + 1.5))
      for row in 0..<n {
        curves[row] = positions[min(positions.count - 1, Int(times[row] / frame + 0.5))]
      }
      return true
    }
    let starts = [(0.95, 0.03, 0.08), (0.92, 0.04, 0.11), (0.97, 0.06, 0.05)].map {
      [first, speed, $0.0, $0.1, $0.2]
    }
    guard let found = window.best(model, starts: starts) else { return nil }
    var curves = [Double](repeating: 0, count: n)
    var matrices = SeparableMatrices(model)
    guard model.evaluate(at: found.nonlinear, into: &matrices) else { return nil }
    for row in 0..<n { curves[row] = matrices.offset[row] }
    // From the furthest point on, only the state and the return rule have an effect.
    let furthest = window.values.firstIndex(of: peak) ?? 0
    return CandidateFit(
      self, parameters: furthest > 1 ? 5 : 3,
      constants: [
        ("friction", found.nonlinear[2], "1"), ("outward", found.nonlinear[3], "1"),
        ("inward", found.nonlinear[4], "1"),
      ], curve: curves, window: window)
  }

  /// Kivy's steps at the recorded frames, d and c free.
  fileprivate func steppedReturn(_ window: MotionWindow) -> CandidateFit? {
    let kivy = SteppedReturn.Constants.kivy
    // Inside the dead zone, d and c have no effect. Rounded values need a larger overscroll to determine them.
    let least = (window.isExact ? 3 : 8) * kivy.deadZone
    guard window.edge != nil, let peak = window.values.max(), peak > least else { return nil }
    @Sendable func bounce(_ theta: [Double]) -> SteppedReturn {
      var constants = kivy
      (constants.damping, constants.spring) = (theta[2], theta[3])
      return SteppedReturn(constants, from: MotionState(position: theta[0], velocity: theta[1]))
    }
    func model(_ times: [Double]) -> SampledModel {
      SampledModel(
        rowCount: times.count, linearCount: 0, hasOffset: true, sizes: [peak, 10 * peak, 1, 1]
      ) { theta, curves in
        guard theta[2] > 0, theta[2] < 1, theta[3] > 0, theta[3] < 20 else { return false }
        let positions = bounce(theta).positions(at: times)
        for row in times.indices { curves[row] = positions[row] }
        return true
      }
    }
    let (times, values) = (window.times, window.values)
    let first = max(values[0], 0)
    let speed = (values[1] - values[0]) / max(times[1] - times[0], 1e-9)
    let starts = [(speed, 0.25, 2.0), (1.3 * speed, 0.25, 2), (speed, 0.4, 4)].map {
      [first, $0.0, $0.1, $0.2]
    }
    // The rule switches at small steps and at the dead zone. The samples before lead close to the minimum; only from
    // there are weights used, which emphasise the slow end.
    let slow = values.indices.dropFirst(2).first {
      values[$0] < 2 * kivy.deadZone
        || $0 > 8 && (values[$0] - values[$0 - 1]).magnitude < 2 * kivy.restStep
    }
    let fast = window.with(jitter: 0).keeping(Array(0..<(slow ?? window.count)))
    let near = fast.count > 8 ? fast.best(model(fast.times), starts: starts) : nil
    let all = (near.map { [$0.nonlinear] } ?? []) + starts
    let whole = model(times)
    guard let rough = window.with(jitter: 0).best(whole, starts: all),
      let found = window.hasTimeErrors ? window.best(whole, starts: [rough.nonlinear]) : rough
    else { return nil }
    let curve = bounce(found.nonlinear).positions(at: times)
    guard curve.allSatisfy(\.isFinite) else { return nil }
    return CandidateFit(
      self, parameters: 4,
      constants: [("d", found.nonlinear[2], "1"), ("c", found.nonlinear[3], "1/s")],
      curve: curve, window: window)
  }
}
