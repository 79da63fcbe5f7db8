internal import CurveFitting
internal import RealModule
internal import ScrollPhysics

/// Laws of content that slows down after a release.
extension CandidateLaw {
  static let glides: [CandidateLaw] = [
    // x = X + A e^(-k t) is a critically damped return with b = 0 to an unknown rest position, and the limit of a power
    // law for infinite p and T.
    CandidateLaw(
      "exponential", "viscous (exponential)", formula: "x = x0 + v0 (1 - e^(-k t)) / k",
      command: "decelerate",
      specialCaseOf: ["exponential-coulomb", "critical", "power-law"]
    ) { $0.exponential($1) },
    CandidateLaw(
      "exponential-coulomb", "viscous, constant friction", formula: "v' = -k v - c sign(v)",
      command: "decelerate --coulomb"
    ) { $0.coulomb($1) },
    CandidateLaw(
      "constant-deceleration", "constant deceleration",
      formula: "x = x0 + v0 t - a t^2 / 2 until v = 0",
      specialCaseOf: ["exponential-coulomb", "power-law"]
    ) { $0.powerLaw($1, exponent: 2) },
    CandidateLaw(
      "android-power-law", "Flutter's power law for Android",
      formula: "v = v0 (1 - t/T)^(p-1), p = ln 0.78 / ln 0.9", specialCaseOf: ["power-law"]
    ) { $0.powerLaw($1, exponent: FlingFriction.exponent) },
    CandidateLaw(
      "superposed-deceleration", "Flutter's glide of the fast rate",
      formula: "v = v0 e^(-k t) - a t until v = 0, k = -ln 0.135, a = 1400"
    ) { $0.superposed($1) },
    CandidateLaw(
      "quadratic-drag", "quadratic drag", formula: "v' = -c v |v|, x = x0 + ln(1 + c v0 t) / c"
    ) { $0.quadraticDrag($1) },
    CandidateLaw(
      "power-law", "power law", formula: "v = v0 (1 - t/T)^(p-1)", hasFreeForm: true
    ) { $0.freePowerLaw($1) },
    CandidateLaw(
      "per-frame", "factor per recorded frame",
      formula: "v <- f v at each recorded frame, early or late",
      needsEveryFrame: true
    ) { $0.perFrame($1) },
    CandidateLaw(
      "stepped-viscous", "viscous, stepped each frame",
      formula: "each frame v <- v - r v dt, v <- v e^(-k dt) or v <- f v, then x <- x + v dt",
      needsEveryFrame: true
    ) { $0.stepped($1) },
    CandidateLaw(
      "android-spline", "Android's spline", formula: "x = x0 + D S(t/T), D = f C T^p, f = 0.015",
      specialCaseOf: ["android-spline-friction"]
    ) { $0.spline($1, friction: FlingFriction.android) },
    CandidateLaw(
      "android-spline-friction", "Android's spline, any friction", formula: "x = x0 + D S(t/T)"
    ) { $0.spline($1, friction: nil) },
    CandidateLaw(
      "bezier-fling", "Chromium's physics-based fling",
      formula:
        "x = x0 + D B(t/T), D = v0^2 / 5291, T = min(2, v0 / 2300), B = cubic-bezier(0.2, 0.2 v0 T/D, 0.55, 1)",
      specialCaseOf: ["bezier-fling-bounded", "tween-bezier"]
    ) { $0.bezierFling($1) },
    shortenedFling,
  ]

  /// The glides of fixed shape, which a few samples distinguish from a finger's path.
  static let fixedGlides = (glides + momenta).filter {
    $0.canBeSure && !$0.hasFreeForm && !$0.needsEveryFrame
  }

  /// A fling whose distance the view has limited.
  static let shortenedFling = CandidateLaw(
    "bezier-fling-bounded", "Chromium's fling, shortened",
    formula: "as bezier-fling, with D below v0^2 / 5291", specialCaseOf: ["tween-bezier"]
  ) { $0.boundedBezierFling($1) }

  func exponential(_ window: MotionWindow) -> CandidateFit? {
    let fit = decay(inTimeOf: window)
    // If no frame is lost, the uneven stamps may be late; then the row numbers count the frames.
    guard let fit, !fit.follows, window.isUneven, !window.losesFrames,
      let counted = decay(perRowOf: window),
      let stamps = StraightLine(
        Observations(abscissae: window.rows.map(Double.init), values: window.times))
    else { return fit }
    // All stamps together give the length of a row, which a few late ones do not change.
    let rate = counted.rate * window.frame / stamps.slope
    let onFrames = CandidateFit(
      self, parameters: fit.parameterCount, constants: [("k", rate, "1/s")],
      curve: counted.curve, window: window)
    return onFrames.follows ? onFrames : fit
  }

  private func decay(inTimeOf window: MotionWindow) -> CandidateFit? {
    guard let solver = DecelerationSolver(window.observations, options: FitOptions()) else {
      return nil
    }
    let found = solver.coordinates
    guard found.rate > 0 else { return nil }
    return made(
      window, parameters: found.count, [("k", found.rate, "1/s")], found.value(at:))
  }

  /// x = x0 + v0 u(t; k, c/v0). u is the distance of a motion that starts at speed 1 and stays where it stops; k = 0 is
  /// the constant deceleration.
  fileprivate func coulomb(_ window: MotionWindow) -> CandidateFit? {
    func model(_ window: MotionWindow) -> SampledModel {
      let times = window.times
      let n = times.count
      return SampledModel(
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
    }
    var starts = [[0.01, 0.9], [1, 0.5], [3, 0.1], [5, 0.02]].map { $0.map { $0 / window.span } }
    var options = FitOptions()
    options.coulomb = true
    if let solver = DecelerationSolver(window.observations, options: options) {
      let found = solver.coordinates
      let share = found.coulomb / found.velocity.magnitude
      if found.rate > 0, share > 0, share.isFinite { starts.append([found.rate, share]) }
    }
    guard let found = window.best(starts: starts, model) else { return nil }
    // Without friction it is the viscous law, which lies at the limit of the search range.
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

  /// x = X - D (1 - t/T)^p until T. The rest position X is free, or 0 for an eased return to a known edge.
  func powerLaw(_ window: MotionWindow, exponent: Double, isEased: Bool = false)
    -> CandidateFit?
  {
    let hasConstant = window.edge == nil || !isEased
    let linearCount = hasConstant ? 2 : 1
    let starts = [1.02, 1.3, 2, 4].map { [$0 * window.span] }
    let found = window.best(starts: starts) { window in
      let times = window.times
      let n = times.count
      return SampledModel(rowCount: n, linearCount: linearCount, sizes: [window.span]) {
        theta, curves in
        guard theta[0] > 0 else { return false }
        for row in 0..<n {
          let left = max(0, 1 - times[row] / theta[0])
          curves[row] = left > 0 ? Double.pow(left, exponent) : 0
          if hasConstant { curves[n + row] = 1 }
        }
        return true
      }
    }
    guard let found else { return nil }
    let rest = hasConstant ? found.coefficients[1] : 0
    let (duration, distance) = wholeMotion(
      window, found.nonlinear[0], -found.coefficients[0], rest: rest, exponent: exponent)
    let speed = exponent * distance / duration
    var constants = [("T", duration, "s"), ("v0", speed, "pt/s")]
    if exponent == 2 {
      constants = [("deceleration", speed.magnitude / duration, "pt/s^2"), ("v0", speed, "pt/s")]
    } else if exponent == FlingFriction.exponent {
      constants.append(
        ("friction", FlingFriction(speed: speed.magnitude, duration: duration).value, "1"))
    }
    return made(window, parameters: 1 + linearCount, constants) {
      let left = max(0, 1 - $0 / found.nonlinear[0])
      return found.coefficients[0] * (left > 0 ? Double.pow(left, exponent) : 0) + rest
    }
  }

  /// The duration in s and the distance in pt of a power law from its start on, which is between two samples: the curve
  /// begins where the content rested before. Those from the first sample on, if it moved or its rest is far off.
  private func wholeMotion(
    _ window: MotionWindow, _ duration: Double, _ distance: Double, rest: Double, exponent: Double
  ) -> (duration: Double, distance: Double) {
    guard let before = window.before, distance != 0 else { return (duration, distance) }
    let more = (rest - before) / distance
    let longer = more > 1 ? Double.pow(more, 1 / exponent) : 1
    guard longer > 1, (longer - 1) * duration <= 3 * window.frame else {
      return (duration, distance)
    }
    return (duration * longer, distance * more)
  }

  /// An exponential less a straight line, both since the release, with the constants that Flutter ships.
  fileprivate func superposed(_ window: MotionWindow) -> CandidateFit? {
    let (rate, deceleration) = SuperposedDeceleration.flutter
    let glide = Engine.Glide.superposed(rate, deceleration: deceleration)
    guard let found = window.best(glide), case let speed = found.nonlinear[0] else { return nil }
    return made(
      window, parameters: 1 + found.nonlinear.count,
      [
        ("v0", window.direction * speed, "pt/s"), ("k", rate.perSecond, "1/s"),
        ("deceleration", deceleration, "pt/s^2"),
      ]
    ) {
      found.coefficients[0]
        + window.direction * glide.distances(speed: speed, at: [$0 + found.nonlinear[1]])[0]
    }
  }

  /// Drag proportional to the square of the speed, as for a body in air.
  fileprivate func quadraticDrag(_ window: MotionWindow) -> CandidateFit? {
    let starts = [0.5, 3, 20].map { [$0 / window.span] }
    let found = window.best(starts: starts) { window in
      let times = window.times
      let n = times.count
      return SampledModel(rowCount: n, linearCount: 2, sizes: [1 / window.span]) {
        theta, curves in
        guard theta[0] > 0 else { return false }
        for row in 0..<n {
          curves[row] = Double.log(onePlus: theta[0] * times[row])
          curves[n + row] = 1
        }
        return true
      }
    }
    guard let found else { return nil }
    let (rate, scale) = (found.nonlinear[0], found.coefficients[0])
    guard scale != 0 else { return nil }
    return made(
      window, parameters: 3,
      [("c", 1 / scale.magnitude, "1/pt"), ("v0", rate * scale, "pt/s")]
    ) { scale * Double.log(onePlus: rate * $0) + found.coefficients[1] }
  }

  /// The power law with p free, in terms of k = p / T and q = 1 / p: (1 - q k t)^(1/q). At q = 0 it is the exponential
  /// e^(-k t), its limit for infinite p, and it continues smoothly to negative q.
  fileprivate func freePowerLaw(_ window: MotionWindow) -> CandidateFit? {
    @Sendable func curve(_ rate: Double, _ q: Double, _ time: Double) -> Double {
      guard q.magnitude > 1e-9 else { return Double.exp(-rate * time) }
      let left = -q * rate * time
      return left > -1 ? Double.exp(Double.log(onePlus: left) / q) : 0
    }
    var starts: [[Double]] = []
    for rate in [1.0, 2, 4] {
      for q in [0.02, 0.25, 0.5] { starts.append([rate / window.span, q]) }
    }
    let found = window.best(starts: starts) { window in
      let times = window.times
      let n = times.count
      return SampledModel(rowCount: n, linearCount: 2, sizes: [1 / window.span, 1]) {
        theta, curves in
        // Below p = 1.5 the content nearly keeps its speed and stops abruptly, as under a finger.
        guard theta[0] > 0, theta[1] > -0.5, theta[1] < 1 / 1.5 else { return false }
        for row in 0..<n {
          curves[row] = curve(theta[0], theta[1], times[row])
          curves[n + row] = 1
        }
        return true
      }
    }
    guard let found else { return nil }
    let (rate, q) = (found.nonlinear[0], found.nonlinear[1])
    let distance = -found.coefficients[0]
    return made(
      window, parameters: 4,
      [("p", 1 / q, "1"), ("T", 1 / (q * rate), "s"), ("v0", rate * distance, "pt/s")]
    ) { -distance * curve(rate, q, $0) + found.coefficients[1] }
  }
}
