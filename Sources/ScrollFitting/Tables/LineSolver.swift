internal import CurveFitting

/// Coordinates of a straight line through a table of gestures.
protocol LineCoordinates: ParameterCoordinates {
  /// The best line through the observations in its free parameters.
  init?(_ observations: Observations, options: FitOptions)
}

extension LineCoordinates {
  /// A quantity that depends on a parameter, which is free or fixed.
  func quantity(
    _ key: String, _ unit: String, isFree: Bool, _ value: (Self) -> Double
  ) -> FitQuantity {
    FitQuantity(
      key: key, unit: unit, value: value(self), gradient: isFree ? gradient { value($0) } : nil,
      isFixed: !isFree)
  }
}

/// Fits a line in closed form; a Gauss-Newton step confirms it.
struct LineSolver<Coordinates: LineCoordinates>: LawSolver {
  var coordinates: Coordinates
  var outcome = SolverOutcome(evaluations: 1, startSource: "closed")
  var nonlinear: Double { coordinates.quoted[0] }

  init?(_ observations: Observations, options: FitOptions, near: Coordinates?) {
    guard let line = Coordinates(observations, options: options), line.isValid else { return nil }
    coordinates = line
    minimise(observations)
    if converged, coordinates.count > 0 { outcome.reason = "a straight line, in closed form" }
  }
}
