internal import CurveFitting

/// Fits a rubber band to finger travel and overscroll by projection over K = d / c: s = d x / (x + K).
///
/// With c or d fixed, a damped Gauss-Newton iteration finds the other.
struct RubberBandSolver: ScanningSolver {
  var coordinates: RubberBandCoordinates
  var outcome = SolverOutcome()
  var family: (any ProjectionFamily)? { HyperbolicFamily() }

  var nonlinear: Double { coordinates.dimension / coordinates.coefficient }
  var isFamilyFree: Bool { coordinates.count == 2 }

  /// The range of K in pt: from a hundredth of the maximum travel to a thousand times it.
  static func range(_ observations: Observations) -> ProjectedSearch.Range {
    let furthest = observations.abscissae.reduce(0) { max($0, $1.magnitude) }
    let reach = min(max(furthest, 1e-9), 1e30)
    return ProjectedSearch.Range(
      lower: 0.01 * reach, upper: 1000 * reach, count: 29,
      limits: (1e-4 * reach)...(1e5 * reach))
  }

  init?(_ observations: Observations, options: FitOptions, near: RubberBandCoordinates?) {
    let fixed = (coefficient: options.fixed["c"], dimension: options.fixed["d"])
    // c of a straight line, used when neither the search nor the user gives a value.
    var products = 0.0
    var squares = 0.0
    for index in 0..<observations.count {
      let weighted = observations.weight(index) * observations.abscissae[index]
      products += weighted * observations.values[index]
      squares += weighted * observations.abscissae[index]
    }
    guard squares > 0, products > 0 else { return nil }
    coordinates = RubberBandCoordinates(
      coefficient: fixed.coefficient ?? products / squares,
      dimension: fixed.dimension ?? 10 * products / squares
        * (observations.abscissae.max() ?? 1),
      free: FreeParameters(["c", "d"], held: options.fixed))
    guard coordinates.count == 2 else {
      minimise(observations)
      return
    }
    guard
      let (found, best) = SolverOutcome.search(
        HyperbolicFamily(), observations, range: Self.range(observations),
        near: near.map { $0.dimension / $0.coefficient }, detail: options.detail,
        parameter: ("d / c", "pt"), roughSource: "line")
    else { return nil }
    outcome = found
    coordinates.dimension = best.coefficients[0]
    coordinates.coefficient = best.coefficients[0] / best.theta
  }
}
