internal import CurveFitting
internal import RealModule
internal import ScrollRecordings

/// Computes the reported results of a solved law: parameters and derived quantities with their errors, the feasible
/// interval, the Cramér-Rao bound, correlations and criteria.
enum FitInference {
  /// The reason for missing errors if columns of the Jacobian are equal.
  static let cannotTell = "the samples do not distinguish the parameters"

  /// Fills a fit.
  ///
  /// - Parameters:
  ///   - quantities: the quantities to report, with the nonlinear parameter under the key `nonlinear`.
  ///   - bound: the maximum rounding error, in pt; nil for no feasible interval.
  ///   - grid: half the step of the grid to which the values were rounded; nil for none.
  ///   - snapped: the observed values rounded to the pixel grid.
  ///   - cancelsWhereSlow: whether each value is rounded independently, so that errors along a slow curve cancel.
  static func state(
    _ solution: SolvedStretch, quantities: FitQuantities, into fit: inout Fit,
    options: FitOptions, bound: Double?, grid: Double?, snapped: [Double],
    cancelsWhereSlow: Bool = true
  ) {
    let coordinates = solution.coordinates
    let observations = solution.observations
    let parameters = quantities.parameters

    let linear = solution.linearised()
    fit.degreesOfFreedom = max(0, observations.count - coordinates.count)
    let floor = fit.residual.floor ?? 0
    let peak = fit.series.observed.reduce(0) { max($0, $1.magnitude) }
    let isExact = floor == 0 && fit.residual.max <= 1e-10 * peak
    if isExact {
      // Residuals of floating-point arithmetic do not show whether errors are independent.
      fit.residual.durbinWatson = nil
      fit.residual.runsProbability = nil
    }
    let (errors, reason) = errors(
      solution, linear, floor: floor, isExact: isExact, grid: grid,
      cancelsWhereSlow: cancelsWhereSlow)
    var missing = reason
    let factor = FitErrors.quantile(
      confidence: options.confidence,
      degrees: errors?.effectiveDegrees ?? Double(fit.degreesOfFreedom))
    fit.intervalFactor = factor.isFinite ? factor : nil
    if !fit.search.converged { missing = "the search did not converge: \(fit.search.reason)" }

    // A summary prints no intervals, but needs to know whether there are any for its coverage warnings.
    let isSummary =
      options.detail == .constants && quantities.judgedPairs != nil
      && !parameters.contains(where: \.isFixed)
    let stated = missing == nil ? errors : nil
    let statement = QuantityStatement(
      errors: stated, missing: missing, confidence: options.confidence,
      scatterDegrees: coordinates.count == 0 ? observations.count - 1 : nil,
      onlyInterval: isSummary ? quantities.nonlinear : nil)
    fit.parameters = parameters.map(statement.estimate)
    fit.derived = quantities.derived.map(statement.estimate)

    if !isExact { fit.criteria = criteria(solution, linear, fit) }

    stateNonlinear(
      solution, quantities: quantities, into: &fit, options: options,
      errors: stated, factor: factor,
      bound: bound, snapped: snapped)
    if let errors = stated {
      fit.correlations = correlations(
        quantities, errors, detail: options.detail, degrees: fit.degreesOfFreedom)
    }
  }

  /// The errors of a solution, or the reason why there are none.
  private static func errors(
    _ solution: SolvedStretch, _ linear: Linearisation?, floor: Double, isExact: Bool,
    grid: Double?, cancelsWhereSlow: Bool
  ) -> (errors: FitErrors?, missing: String?) {
    guard solution.coordinates.count > 0 else { return (nil, "all parameters are fixed") }
    guard let linear else { return (nil, cannotTell) }
    guard !isExact else { return (nil, Estimate.exactReason) }
    guard linear.degreesOfFreedom > 0 else { return (nil, "no degrees of freedom") }
    var rounding = RoundingGrid(solution, bound: grid)
    if !cancelsWhereSlow { rounding?.slowStretches = [] }
    let errors = FitErrors(
      linear, floor: floor, robust: solution.robustWeights, widening: solution.errorFactor,
      grid: rounding)
    return (errors, nil)
  }

  private static func criteria(
    _ solution: SolvedStretch, _ linear: Linearisation?, _ fit: Fit
  ) -> Criteria {
    let weights = solution.observations.weights
    let logWeights = weights.reduce(0) { $0 + ($1 > 0 ? Double.log($1) : 0) }
    let squares = linear?.sumOfSquares ?? fit.residual.sumOfSquares
    let (samples, parameters) = (solution.observations.count, solution.coordinates.count)
    return Criteria(
      aicc: InformationCriteria.aicc(
        sumOfSquares: squares, count: samples, parameters: parameters,
        sumOfLogWeights: logWeights),
      bic: InformationCriteria.bic(
        sumOfSquares: squares, count: samples, parameters: parameters,
        sumOfLogWeights: logWeights))
  }

  /// The correlations of the free parameters; if they are not requested, only those that the law's own warnings need.
  private static func correlations(
    _ quantities: FitQuantities, _ errors: FitErrors, detail: FitDetail, degrees: Int
  ) -> [Correlation] {
    guard detail.contains(.diagnostics) || quantities.judgedPairs?.isEmpty != true else {
      return []
    }
    let free = quantities.parameters.filter { !$0.isFixed && $0.gradient != nil }
    // r = (V(a + b) - V(a - b)) / 4 for a and b scaled to variance 1, where V is the reported moderated variance
    // without the effect of rounding. That effect differs between directions and could give uncorrelated parameters a
    // correlation of 1. With fewer than ten degrees of freedom single residuals are unreliable, so V is the classical
    // variance.
    func variance(_ gradient: ParameterVector) -> Double {
      degrees < 10
        ? errors.classical.variance(along: gradient) : errors.moderatedVariance(along: gradient)
    }
    var found: [Correlation] = []
    var known = [Double?](repeating: nil, count: free.count)
    func size(_ index: Int, _ gradient: ParameterVector) -> Double {
      if let size = known[index] { return size }
      let size = variance(gradient).squareRoot()
      known[index] = size
      return size
    }
    for first in free.indices {
      for second in free.indices where first < second {
        guard
          detail.contains(.diagnostics)
            || quantities.judges(pair: (free[first].key, free[second].key)),
          let a = free[first].gradient, let b = free[second].gradient
        else { continue }
        let sizes = (size(first, a), size(second, b))
        guard sizes.0 > 0, sizes.1 > 0 else { continue }
        let value = (variance(a / sizes.0 + b / sizes.1) - variance(a / sizes.0 - b / sizes.1)) / 4
        guard value.isFinite else { continue }
        found.append(
          Correlation(
            first: free[first].key, second: free[second].key, value: max(-1, min(1, value))))
      }
    }
    return found
  }

  // MARK: - The nonlinear parameter

  /// Fills the start, profile interval, feasible interval and Cramér-Rao bound.
  private static func stateNonlinear(
    _ solution: SolvedStretch, quantities: FitQuantities, into fit: inout Fit,
    options: FitOptions, errors: FitErrors?, factor: Double, bound: Double?, snapped: [Double]
  ) {
    let key = quantities.nonlinear
    guard let quoted = fit[key], !quoted.isFixed, fit.search.converged else { return }
    let observations = solution.observations
    fit.update(key) { $0.start = quantities.userStart ?? solution.solver.outcome.start }
    let limits = type(of: solution.solver).limits(observations)

    if options.detail.contains(.profile), let errors, let family = solution.solver.family,
      let best = solution.solver.outcome.projected
    {
      let profile = ProfileInterval(
        family, observations, best: best,
        rise: factor * factor * errors.variance * solution.errorFactor * solution.errorFactor,
        limits: limits)
      let interval = Interval(lower: profile.lower, upper: profile.upper)
      // The profile belongs to the exact minimum; a descent that stopped beside it reports another value.
      if quoted.value.map(interval.contains) == true {
        fit.update(key) { $0.profile = interval }
      }
      fit.search.evaluations += profile.evaluations
    }
    let error = fit[key]?.standardError
    if let error, let limit = limit(solution, quantities: quantities, error: error, fit) {
      fit.limit = limit
    }
    // Errors of the times move a value by more than rounding, so the bound does not apply.
    if case .weighted = solution.stamps { return }
    guard let bound else { return }
    guard options.detail.contains(.feasibleSet) else {
      // Only a sentence that summaries omit reports by how much the best curve exceeds the bound.
      if options.detail.isBrief, !solution.isExplainedByRounding,
        let least = leastError(solution, snapped: snapped),
        least > 1.001 * bound
      {
        fit.feasibility = Feasibility(
          bound: bound, smallestError: least, isEmpty: true, interval: nil, key: key)
        return
      }
      fit.feasibility = emptiness(
        solution, of: key, bound: bound, snapped: snapped, scale: error)
      return
    }
    guard let feasible = feasible(solution, bound: bound, snapped: snapped, scale: error)
    else { return }
    let interval = feasible.interval.map { Interval(lower: $0.lowerBound, upper: $0.upperBound) }
    fit.feasibility = Feasibility(
      bound: bound, smallestError: feasible.smallestError, isEmpty: interval == nil,
      interval: interval, key: key)
    fit.update(key) { $0.feasible = interval }
  }

  /// The Cramér-Rao bound of the nonlinear parameter. The noise is the robust scale, else the rounding floor, else that
  /// of the residuals.
  private static func limit(
    _ solution: SolvedStretch, quantities: FitQuantities, error: Double, _ fit: Fit
  ) -> Limit? {
    let key = quantities.nonlinear
    let quantity =
      quantities.parameters.first { $0.key == key } ?? quantities.derived.first { $0.key == key }
    guard let gradient = quantity?.gradient, let linear = solution.linearised() else { return nil }
    let noise = solution.baseScale ?? fit.residual.floor ?? linear.variance.squareRoot()
    let variance = linear.unitCovariance.variance(along: gradient)
    let limit = noise * variance.squareRoot()
    guard limit.isFinite, limit > 0 else { return nil }
    return Limit(
      key: key, standardDeviation: limit,
      efficiency: error >= limit ? (limit / error) * (limit / error) : nil, noise: noise)
  }

  /// Whether no nonlinear parameter is feasible, without computing the ends of the feasible set; nil as for `feasible`.
  private static func emptiness(
    _ solution: SolvedStretch, of key: String, bound: Double, snapped: [Double],
    scale: Double?
  ) -> Feasibility? {
    if solution.isExplainedByRounding {
      return Feasibility(
        bound: bound, smallestError: bound, isEmpty: false, interval: nil, key: key)
    }
    let own = solution.largestMiss(of: snapped)
    if own <= bound {
      return Feasibility(bound: bound, smallestError: own, isEmpty: false, interval: nil, key: key)
    }
    guard let family = solution.solver.family else { return nil }
    let exact = Observations(abscissae: solution.observations.abscissae, values: snapped)
    func search(_ value: Double) -> Double? {
      FeasibleInterval.smallestError(
        family, exact, bound: slightly(above: bound), start: value,
        scale: scale ?? firstStep(from: value), limits: type(of: solution.solver).limits(exact))
    }
    guard var smallest = search(solution.solver.nonlinear) else { return nil }
    if smallest > slightly(above: bound), let second = otherValley(solution) {
      smallest = search(second).map { min(smallest, $0) } ?? smallest
    }
    return Feasibility(
      bound: bound, smallestError: smallest, isEmpty: smallest > slightly(above: bound),
      interval: nil, key: key)
  }

  /// All nonlinear parameters consistent with rounding at the solution's times; nil without a bound or a fit.
  static func feasible(
    _ solution: SolvedStretch, bound: Double?, snapped: [Double], scale: Double?
  ) -> FeasibleInterval? {
    guard let bound, let family = solution.solver.family else { return nil }
    let exact = Observations(abscissae: solution.observations.abscissae, values: snapped)
    func search(_ value: Double) -> FeasibleInterval? {
      FeasibleInterval(
        family, exact, bound: slightly(above: bound), start: value,
        scale: scale ?? firstStep(from: value), limits: type(of: solution.solver).limits(exact))
    }
    let found = search(solution.solver.nonlinear)
    guard found?.interval == nil, let second = otherValley(solution), let other = search(second)
    else { return found }
    return (found?.smallestError ?? .infinity) <= other.smallestError ? found : other
  }

  /// A lower bound, in pt, on the maximum |residual| of every curve of the family: least squares minimise the mean
  /// square, which the maximum cannot be below. Nil if the solution is not the unweighted minimum.
  private static func leastError(
    _ solution: SolvedStretch, snapped: [Double]
  ) -> Double? {
    let observations = solution.observations
    guard solution.solver.outcome.projected != nil, observations.weights.isEmpty else { return nil }
    let residuals = solution.residuals
    var (squares, rounding) = (0.0, 0.0)
    for index in residuals.indices {
      let value = observations.values[index]
      squares += residuals[index] * residuals[index]
      rounding += (value - snapped[index]) * (value - snapped[index])
    }
    return (squares.squareRoot() - rounding.squareRoot()) / Double(residuals.count).squareRoot()
  }

  /// Whether any nonlinear parameter is consistent with rounding at the solution's times.
  static func isFeasible(
    _ solution: SolvedStretch, bound: Double?, snapped: [Double]
  ) -> Bool {
    guard let bound, let family = solution.solver.family else { return false }
    if let least = leastError(solution, snapped: snapped), least > 1.001 * bound { return false }
    let exact = Observations(abscissae: solution.observations.abscissae, values: snapped)
    func search(_ value: Double) -> Bool {
      FeasibleInterval.smallestError(
        family, exact, bound: slightly(above: bound), start: value,
        scale: firstStep(from: value), limits: type(of: solution.solver).limits(exact)
      ).map { $0 <= slightly(above: bound) } ?? false
    }
    return solution.reaches(snapped, within: slightly(above: bound))
      || search(solution.solver.nonlinear) || otherValley(solution).map(search) ?? false
  }

  /// A bound with a margin for floating-point errors.
  static func slightly(above bound: Double) -> Double { bound * (1 + 1e-9) }

  /// The first step from a nonlinear parameter with unknown error.
  private static func firstStep(from value: Double) -> Double { 1e-3 * value }

  /// Another minimum that could be the true one: it must be searched too before the feasible set is reported as empty.
  private static func otherValley(_ solution: SolvedStretch) -> Double? {
    solution.solver.outcome.secondMinimum.flatMap { $0.ratio < 10 ? $0.value : nil }
  }
}
