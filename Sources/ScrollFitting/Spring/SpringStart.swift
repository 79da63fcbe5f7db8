internal import CurveFitting
internal import ScrollPhysics

extension SpringCoordinates: SearchedCoordinates {
  var searched: Double { kappa }
  static let startSource = "several"

  /// Starts from the integral equation, from the critically damped minimum, and from underdamped and overdamped springs
  /// near it: a recording that starts late has two minima.
  static func starts(_ observations: Observations, options: FitOptions) -> [SpringCoordinates] {
    let fixed = options.fixed
    var free = FreeParameters(allKeys, held: fixed)
    free[4] = options.restOffset
    var pairs: [(decayRate: Double, kappa: Double)] = []
    if let pair = integral(observations, rest: options.restOffset) { pairs.append(pair) }
    let family = ExponentialFamily(degree: 1, constant: options.restOffset)
    let scan = ProjectedSearch.search(
      family, observations, range: BounceSolver.range(observations), near: nil)
    if let critical = scan.best?.theta {
      let square = critical * critical
      pairs += [0, 3 * square, -0.4 * square].map { (critical, $0) }
    }
    return pairs.compactMap { pair in
      // A fixed kappa requires a delta above sqrt(-kappa).
      let least = max(-(fixed["kappa"] ?? 0), 0).squareRoot()
      let decayRate = fixed["delta"] ?? max(pair.decayRate, 1.02 * least)
      let kappa = fixed["kappa"] ?? max(pair.kappa, -0.98 * decayRate * decayRate)
      return SpringCoordinates(
        observations, decayRate: decayRate, kappa: kappa,
        free: free)
    }
  }

  /// The start from the integral equation; nil if a parameter is fixed.
  static func likelyStart(
    _ observations: Observations, options: FitOptions
  ) -> SpringCoordinates? {
    guard options.fixed.isEmpty, let pair = integral(observations, rest: options.restOffset)
    else { return nil }
    return SpringCoordinates(
      observations, decayRate: pair.decayRate,
      kappa: max(pair.kappa, -0.98 * pair.decayRate * pair.decayRate),
      free: .first(options.restOffset ? 5 : 4))
  }

  /// Whether the samples exclude a second minimum: they determine delta and kappa so precisely that all curves with a
  /// similar sum of squares lie within a tenth of both. A recording that starts late, and has two minima, determines
  /// them less precisely.
  ///
  /// A curve with less than twice the sum of squares R is within (1 + sqrt 2) sqrt R of the one at the minimum: see
  /// `ProjectedSearch.isOnlyMinimum`, which uses the same factor.
  func isOnlyMinimum(_ tangent: Linearisation?) -> Bool {
    guard let tangent, free[0], free[1] else { return false }
    let covariance = tangent.unitCovariance
    let rise = 4 * 5.83 * tangent.sumOfSquares
    return (0..<2).allSatisfy {
      let reach = 0.1 * scales[$0]
      return rise * covariance[$0, $0] <= reach * reach
    }
  }

  static let startsNear = true

  /// A copy with the same delta and kappa, and the best a, b and constant, as these refer to the first sample.
  func restarted(_ observations: Observations) -> SpringCoordinates? {
    SpringCoordinates(observations, decayRate: decayRate, kappa: kappa, free: free)
  }

  /// The minimum of the sum of squares over delta and kappa, with a, b and the constant projected out.
  func projected(
    _ observations: Observations, isRough: Bool,
    known: [(coordinates: SpringCoordinates, sum: Double)], evaluations: inout Int
  ) -> SpringCoordinates? {
    let model = SpringModel(
      abscissae: observations.abscissae, uniformStep: observations.uniformStep,
      hasConstant: free[4],
      fixed: (free[0] ? nil : decayRate, free[1] ? nil : kappa))
    guard model.nonlinearCount > 0 else { return self }
    var options = SeparableFit.Options()
    if isRough {
      options.gradientTolerance = 1e-5
      options.reductionTolerance = 1e-8
      options.isDescribed = false
      options.known = known.map {
        let rate = $0.coordinates.constants.angularFrequency
        return SeparableFit.KnownMinimum(
          nonlinear: model.point(($0.coordinates.decayRate, $0.coordinates.kappa)),
          radii: model.point((0.01 * rate, 0.01 * rate * rate)), sumOfSquares: $0.sum)
      }
    }
    let found = SeparableFit(
      model, values: observations.values, weights: observations.weights,
      start: model.point((decayRate, kappa)), options: options)
    evaluations += found.evaluations
    if found.ending == .known { return nil }
    guard found.converged || isRough, found.coefficients.count == model.linearCount else {
      return self
    }
    var result = self
    (result.decayRate, result.kappa) = model.pair(found.nonlinear)
    result.displacement = found.coefficients[0]
    result.slope = found.coefficients[1]
    if free[4] { result.rest = found.coefficients[2] }
    return result
  }

  /// The best a, b and constant for a pair (delta, kappa); nil if they are not determined.
  init?(
    _ observations: Observations, decayRate: Double, kappa: Double,
    free: FreeParameters
  ) {
    guard decayRate > 0, decayRate.isFinite, kappa.isFinite else { return nil }
    let curves = DampedOscillation(decayRate: decayRate, kappa: kappa)
    let rows = curves.curves(at: observations.abscissae, uniformStep: observations.uniformStep)
      .map { ParameterVector($0.x, $0.y, free[4] ? 1 : 0) }
    guard
      let linear = Linearisation(
        jacobian: rows, residuals: observations.values, weights: observations.weights,
        parameterCount: free[4] ? 3 : 2)
    else { return nil }
    let solution = linear.remainingStep
    self.init(
      decayRate: decayRate, kappa: kappa, displacement: solution[0], slope: solution[1],
      rest: free[4] ? solution[2] : 0, free: free)
  }

  /// delta and kappa from y'' + 2 delta y' + omega^2 y = const, integrated twice: y = A + B t + D t^2 - 2 delta I1 -
  /// omega^2 I2, a linear problem with cumulative trapezoids I1 and I2 (D = 0 without a constant).
  private static func integral(
    _ observations: Observations, rest: Bool
  ) -> (decayRate: Double, kappa: Double)? {
    let times = observations.abscissae
    let values = observations.values
    guard times.count > 5, let first = times.first else { return nil }
    var rows: [ParameterVector] = []
    rows.reserveCapacity(times.count)
    var once = 0.0
    var twice = 0.0
    for index in times.indices {
      if index > 0 {
        let step = times[index] - times[index - 1]
        let before = once
        once += step * (values[index] + values[index - 1]) / 2
        twice += step * (once + before) / 2
      }
      let t = times[index] - first
      rows.append(ParameterVector(once, twice, 1, t, 0, 0, 0, 0))
      if rest { rows[index][4] = t * t }
    }
    guard
      let linear = Linearisation(
        jacobian: rows, residuals: values, weights: observations.weights,
        parameterCount: rest ? 5 : 4)
    else { return nil }
    let decayRate = -linear.remainingStep[0] / 2
    let square = -linear.remainingStep[1]
    guard decayRate > 0, square > 0, square.isFinite else { return nil }
    return (decayRate, square - decayRate * decayRate)
  }
}
