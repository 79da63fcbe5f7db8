internal import CurveFitting
internal import RealModule
internal import ScrollPhysics

extension CandidateLaw {
  /// The law's best curve through a motion; nil where the law cannot have produced anything like it.
  func fit(_ window: MotionWindow) -> CandidateFit? {
    // A law that passes through every sample says nothing.
    guard window.count >= 6, window.span > 0, window.extent > 0,
      window.extent < NumericLimits.largest
    else { return nil }
    switch self {
    case .exponential: return exponential(window)
    case .exponentialCoulomb: return coulomb(window)
    case .constantDeceleration: return powerLaw(window, exponent: 2)
    case .androidPowerLaw: return powerLaw(window, exponent: FlingFriction.exponent)
    case .powerLaw: return freePowerLaw(window)
    case .easedCubic: return powerLaw(window, exponent: 3)
    case .easedQuartic: return powerLaw(window, exponent: 4)
    case .easedQuintic: return powerLaw(window, exponent: 5)
    case .perFrame: return perFrame(window)
    case .criticalFromEdge: return critical(window, phase: 0)
    case .criticalFromRest: return fromRest(window)
    case .critical: return critical(window, phase: nil)
    case .spring: return spring(window)
    case .framewise: return framewise(window)
    case .easedSine: return eased(window, .sine)
    case .easedCircular: return eased(window, .circular)
    case .easedExponential: return easedExponential(window)
    case .easedIScroll: return eased(window, .iScroll)
    case .gravity: return gravity(window)
    case .collision: return collision(window)
    }
  }

  private func made(
    _ window: MotionWindow, parameters: Int, _ constants: [(String, Double, String)],
    _ value: (Double) -> Double
  ) -> CandidateFit? {
    let curve = window.times.map(value)
    guard curve.allSatisfy(\.isFinite), window.count > parameters + 2 else { return nil }
    return CandidateFit(
      self, parameters: parameters, constants: constants, curve: curve, window: window)
  }

  // MARK: - Slowing down

  private func exponential(_ window: MotionWindow) -> CandidateFit? {
    guard let solver = DecelerationSolver(window.observations, options: FitOptions()) else {
      return nil
    }
    let found = solver.coordinates
    guard found.rate > 0 else { return nil }
    return made(
      window, parameters: found.count, [("k", found.rate, "1/s")], found.value(at:))
  }

  /// x = x0 + v0 u(t; k, c/v0), u the way of a motion that starts at 1 and stands still when it has stopped; k = 0
  /// is the constant deceleration.
  private func coulomb(_ window: MotionWindow) -> CandidateFit? {
    let times = window.times
    let n = times.count
    let model = SampledModel(
      rowCount: n, linearCount: 2, sizes: [1 / window.span, 1 / window.span]
    ) { theta, curves in
      guard theta[0] >= 0, theta[1] >= 0 else { return false }
      let motion = Deceleration(velocity: 1, rate: theta[0], coulomb: theta[1])
      for row in 0..<n {
        curves[row] = motion.distance(at: times[row])
        curves[n + row] = 1
      }
      return true
    }
    var starts = [[0.01, 0.9], [1, 0.5], [3, 0.1], [5, 0.02]].map { $0.map { $0 / window.span } }
    var options = FitOptions()
    options.coulomb = true
    if let solver = DecelerationSolver(window.observations, options: options) {
      let found = solver.coordinates
      let share = found.coulomb / found.velocity.magnitude
      if found.rate > 0, share > 0, share.isFinite { starts.append([found.rate, share]) }
    }
    guard let found = best(model, window, starts: starts) else { return nil }
    // Without friction it is the viscous law, at the border of what is searched.
    if let plain = DecelerationSolver(window.observations, options: FitOptions())?.coordinates,
      plain.rate > 0, plain.sumOfSquares(window.observations) < found.sumOfSquares
    {
      return made(
        window, parameters: 4, [("k", plain.rate, "1/s"), ("coulomb", 0, "pt/s^2")],
        plain.value(at:))
    }
    let motion = Deceleration(
      velocity: 1, rate: found.nonlinear[0], coulomb: found.nonlinear[1])
    let speed = found.coefficients[0]
    return made(
      window, parameters: 4,
      [
        ("k", found.nonlinear[0], "1/s"),
        ("coulomb", found.nonlinear[1] * speed.magnitude, "pt/s^2"),
      ]
    ) { speed * motion.distance(at: $0) + found.coefficients[1] }
  }

  /// x = X - D (1 - t/T)^p until T: the place of rest X free, or 0 for an eased return to a known edge.
  private func powerLaw(_ window: MotionWindow, exponent: Double) -> CandidateFit? {
    let times = window.times
    let isEased = [.easedCubic, .easedQuartic, .easedQuintic].contains(self)
    let hasConstant = window.edge == nil || !isEased
    let n = times.count
    let model = SampledModel(
      rowCount: n, linearCount: hasConstant ? 2 : 1, sizes: [window.span]
    ) { theta, curves in
      guard theta[0] > 0 else { return false }
      for row in 0..<n {
        let left = max(0, 1 - times[row] / theta[0])
        curves[row] = left > 0 ? Double.pow(left, exponent) : 0
        if hasConstant { curves[n + row] = 1 }
      }
      return true
    }
    let starts = [1.02, 1.3, 2, 4].map { [$0 * window.span] }
    guard let found = best(model, window, starts: starts) else { return nil }
    let duration = found.nonlinear[0]
    let distance = -found.coefficients[0]
    let speed = exponent * distance / duration
    var constants = [("T", duration, "s"), ("v0", speed, "pt/s")]
    switch self {
    case .constantDeceleration:
      constants = [("deceleration", speed.magnitude / duration, "pt/s^2"), ("v0", speed, "pt/s")]
    case .androidPowerLaw:
      constants.append(
        ("friction", FlingFriction(speed: speed.magnitude, duration: duration).value, "1"))
    default: break
    }
    return made(window, parameters: 1 + model.linearCount, constants) {
      let left = max(0, 1 - $0 / duration)
      return -distance * (left > 0 ? Double.pow(left, exponent) : 0)
        + (hasConstant ? found.coefficients[1] : 0)
    }
  }

  /// The power law with p free, by k = p / T and q = 1 / p: (1 - q k t)^(1/q), which at q = 0 is the
  /// exponential e^(-k t) that it holds as its limit, and goes on smoothly beyond.
  private func freePowerLaw(_ window: MotionWindow) -> CandidateFit? {
    let times = window.times
    let n = times.count
    @Sendable func curve(_ rate: Double, _ q: Double, _ time: Double) -> Double {
      guard q.magnitude > 1e-9 else { return Double.exp(-rate * time) }
      let left = -q * rate * time
      return left > -1 ? Double.exp(Double.log(onePlus: left) / q) : 0
    }
    let model = SampledModel(
      rowCount: n, linearCount: 2, sizes: [1 / window.span, 1]
    ) { theta, curves in
      guard theta[0] > 0, theta[1] > -0.5, theta[1] < 0.95 else { return false }
      for row in 0..<n {
        curves[row] = curve(theta[0], theta[1], times[row])
        curves[n + row] = 1
      }
      return true
    }
    var starts: [[Double]] = []
    for rate in [1.0, 2, 4] {
      for q in [0.02, 0.25, 0.5] { starts.append([rate / window.span, q]) }
    }
    guard let found = best(model, window, starts: starts) else { return nil }
    let (rate, q) = (found.nonlinear[0], found.nonlinear[1])
    let distance = -found.coefficients[0]
    return made(
      window, parameters: 4,
      [("p", 1 / q, "1"), ("T", 1 / (q * rate), "s"), ("v0", rate * distance, "pt/s")]
    ) { -distance * curve(rate, q, $0) + found.coefficients[1] }
  }

  /// A factor per row of the recording: another curve than a decay in time only where frames were lost.
  private func perFrame(_ window: MotionWindow) -> CandidateFit? {
    let steps = zip(window.times.dropFirst(), window.times).map { $0 - $1 }
    let usual = steps.sorted()[steps.count / 2]
    guard steps.contains(where: { ($0 - usual).magnitude > 0.3 * usual }) else { return nil }
    let rows = window.times.indices.map { Double($0) * usual }
    guard
      let solver = DecelerationSolver(
        Observations(abscissae: rows, values: window.values), options: FitOptions())
    else { return nil }
    let found = solver.coordinates
    let curve = rows.map(found.value(at:))
    guard found.rate > 0, curve.allSatisfy(\.isFinite) else { return nil }
    return CandidateFit(
      self, parameters: 3, constants: [("factor", Double.exp(-found.rate * usual), "1")],
      curve: curve, window: window)
  }

  // MARK: - Returning

  private func critical(_ window: MotionWindow, phase: Double?) -> CandidateFit? {
    // Where a crossing was is known only of a known edge.
    guard phase == nil || window.edge != nil else { return nil }
    var options = FitOptions()
    options.restOffset = window.edge == nil
    if let phase { options.fixed["phi"] = phase }
    guard let solver = BounceSolver(window.observations, options: options) else { return nil }
    let found = solver.coordinates
    return made(
      window, parameters: found.count, [("delta", found.bounce.decayRate, "1/s")],
      found.value(at:))
  }

  /// y = a (1 + delta t) e^(-delta t): let go at rest.
  private func fromRest(_ window: MotionWindow) -> CandidateFit? {
    let times = window.times
    let n = times.count
    let hasConstant = window.edge == nil
    let model = SampledModel(
      rowCount: n, linearCount: hasConstant ? 2 : 1, sizes: [1 / window.span]
    ) { theta, curves in
      guard theta[0] > 0 else { return false }
      for row in 0..<n {
        curves[row] = (1 + theta[0] * times[row]) * Double.exp(-theta[0] * times[row])
        if hasConstant { curves[n + row] = 1 }
      }
      return true
    }
    let starts = [1.0, 4, 10, 25].map { [$0 / window.span] }
    guard let found = best(model, window, starts: starts) else { return nil }
    let delta = found.nonlinear[0]
    return made(
      window, parameters: 1 + model.linearCount, [("delta", delta, "1/s")]
    ) {
      found.coefficients[0] * (1 + delta * $0) * Double.exp(-delta * $0)
        + (hasConstant ? found.coefficients[1] : 0)
    }
  }

  private func spring(_ window: MotionWindow) -> CandidateFit? {
    var options = FitOptions()
    options.restOffset = window.edge == nil
    guard
      let solver = SearchedSolver<SpringCoordinates>(window.observations, options: options)
    else { return nil }
    let found = solver.coordinates
    let spring = found.constants
    return made(
      window, parameters: found.count,
      [
        ("zeta", spring.dampingRatio, "1"), ("omega", spring.angularFrequency, "1/s"),
        ("stiffness_per_mass", spring.stiffnessPerMass, "1/s^2"),
        ("damping_per_mass", spring.dampingPerMass, "1/s"),
      ], found.value(at:))
  }

  /// The script scrollers' two rules, the state at the first sample and all three factors free.
  private func framewise(_ window: MotionWindow) -> CandidateFit? {
    guard window.edge != nil, let peak = window.values.max(), peak > 0 else { return nil }
    let times = window.times
    let n = times.count
    // These engines run at 60 frames a second; a recording at another rate sees every second one, or each twice.
    let frame = 1.0 / 60
    // Every frame is computed: where the stamps leap there are none.
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
    guard let found = best(model, window, starts: starts) else { return nil }
    var curves = [Double](repeating: 0, count: n)
    var matrices = SeparableMatrices(model)
    guard model.evaluate(at: found.nonlinear, into: &matrices) else { return nil }
    for row in 0..<n { curves[row] = matrices.offset[row] }
    // From its furthest point on the state and the way back are all there is.
    let furthest = window.values.firstIndex(of: peak) ?? 0
    return CandidateFit(
      self, parameters: furthest > 1 ? 5 : 3,
      constants: [
        ("friction", found.nonlinear[2], "1"), ("outward", found.nonlinear[3], "1"),
        ("inward", found.nonlinear[4], "1"),
      ], curve: curves, window: window)
  }

  /// y = s0 (1 - ease((t - t0)/T)).
  private func eased(_ window: MotionWindow, _ easing: Easing) -> CandidateFit? {
    let times = window.times
    let n = times.count
    let hasConstant = window.edge == nil
    let model = SampledModel(
      rowCount: n, linearCount: hasConstant ? 2 : 1, sizes: [window.span, window.span]
    ) { theta, curves in
      // A window begins with the motion, give or take a few samples, and shows a good part of it: far from its
      // ends any ease is a parabola, or a root.
      guard theta[0] > 0, theta[0] < 4 * times[n - 1], theta[1].magnitude < 0.15 * theta[0] else {
        return false
      }
      for row in 0..<n {
        curves[row] = 1 - easing.value(at: (times[row] - theta[1]) / theta[0])
        if hasConstant { curves[n + row] = 1 }
      }
      return true
    }
    let starts = [(1.0, 0.0), (1.1, -0.05), (1.4, -0.02), (2, 0), (0.8, 0)].map {
      [$0.0 * window.span, $0.1 * window.span]
    }
    guard let found = best(model, window, starts: starts) else { return nil }
    return made(
      window, parameters: 2 + model.linearCount,
      [("T", found.nonlinear[0], "s"), ("t0", window.start + found.nonlinear[1], "s")]
    ) {
      found.coefficients[0] * (1 - easing.value(at: ($0 - found.nonlinear[1]) / found.nonlinear[0]))
        + (hasConstant ? found.coefficients[1] : 0)
    }
  }

  /// y = s0 2^(-10 t/T): to a place of rest that is not known it is the viscous deceleration itself.
  private func easedExponential(_ window: MotionWindow) -> CandidateFit? {
    guard window.edge != nil else { return nil }
    let times = window.times
    let n = times.count
    let model = SampledModel(rowCount: n, linearCount: 1, sizes: [1 / window.span]) {
      theta, curves in
      guard theta[0] > 0 else { return false }
      for row in 0..<n { curves[row] = Double.exp(-theta[0] * times[row]) }
      return true
    }
    let starts = [2.0, 5, 10].map { [$0 / window.span] }
    guard let found = best(model, window, starts: starts) else { return nil }
    let rate = found.nonlinear[0]
    return made(
      window, parameters: 2, [("T", 10 * Double.log(2) / rate, "s"), ("k", rate, "1/s")]
    ) { found.coefficients[0] * Double.exp(-rate * $0) }
  }

  // MARK: - Free items

  private func gravity(_ window: MotionWindow) -> CandidateFit? {
    let rows = window.times.map { ParameterVector(1, $0, $0 * $0 / 2) }
    guard
      let linear = Linearisation(
        jacobian: rows, residuals: window.values, weights: [], parameterCount: 3)
    else { return nil }
    let solution = linear.remainingStep
    return made(
      window, parameters: 3, [("g", solution[2], "pt/s^2"), ("v0", solution[1], "pt/s")]
    ) { solution[0] + $0 * (solution[1] + $0 * solution[2] / 2) }
  }

  private func collision(_ window: MotionWindow) -> CandidateFit? {
    guard
      let solver = SearchedSolver<CollisionCoordinates>(
        window.observations, options: FitOptions(), near: nil)
    else { return nil }
    let found = solver.coordinates
    guard solver.converged, found.contactTime > 0, found.contactTime < window.span else {
      return nil
    }
    return made(
      window, parameters: found.count,
      [("e", found.elasticity, "1"), ("g", found.gravity, "pt/s^2")], found.value(at:))
  }

  // MARK: - Search

  /// The best of several starts; nil where none leads to a curve.
  private func best(
    _ model: SampledModel, _ window: MotionWindow, starts: [[Double]]
  ) -> SeparableFit? {
    var options = SeparableFit.Options()
    options.maximumIterations = 60
    options.maximumPolish = 4
    var best: SeparableFit?
    for start in starts {
      let found = SeparableFit(model, values: window.values, start: start, options: options)
      guard found.coefficients.count == model.linearCount, found.sumOfSquares.isFinite else {
        continue
      }
      if best.map({ found.sumOfSquares < $0.sumOfSquares }) ?? true { best = found }
    }
    return best
  }
}
