internal import CurveFitting

/// Finds the parameters of a law that best fit a set of observations, by projection on its linear parameters.
protocol LawSolver: Sendable {
  associatedtype Coordinates: SteppedCoordinates

  /// The minimum, or the best point if there is none.
  var coordinates: Coordinates { get set }
  /// The result of the search.
  var outcome: SolverOutcome { get set }
  /// The family of the projection; nil for a law with none or several nonlinear parameters.
  var family: (any ProjectionFamily)? { get }
  /// The nonlinear parameter at the minimum.
  var nonlinear: Double { get }
  /// The curve linearised at the minimum; nil if the search did not compute it.
  var tangent: Linearisation? { get }
  /// Whether the search for several nonlinear parameters can start at a minimum for other samples of the same motion.
  static var startsNear: Bool { get }
  /// Whether all linear coefficients of the family are free, which a feasible interval requires.
  var isFamilyFree: Bool { get }

  /// The relative change of the nonlinear parameter by a step in the free coordinates; 0 for a law with none or
  /// several.
  func relativeChange(_ step: ParameterVector) -> Double

  /// Solves; nil if there are too few observations or all columns are equal.
  ///
  /// - Parameter near: coordinates close to the solution, for a problem that changed only a little.
  init?(_ observations: Observations, options: FitOptions, near: Coordinates?)

  /// Solves for a law whose type is not known statically.
  ///
  /// - Parameter near: coordinates of this law.
  static func solved(
    _ observations: Observations, options: FitOptions, near: (any SteppedCoordinates)?
  ) -> (any LawSolver)?

  /// The range in which the nonlinear parameter is searched; all positive numbers by default.
  static func limits(_ observations: Observations) -> ClosedRange<Double>
}

extension LawSolver {
  static func limits(_ observations: Observations) -> ClosedRange<Double> {
    Double.leastNormalMagnitude...Double.greatestFiniteMagnitude
  }

  var tangent: Linearisation? { nil }
  static var startsNear: Bool { false }

  // Defaults for a law with none or several nonlinear parameters.
  var family: (any ProjectionFamily)? { nil }
  var isFamilyFree: Bool { false }
  func relativeChange(_ step: ParameterVector) -> Double { 0 }

  /// Whether the search ended at a minimum.
  var converged: Bool { outcome.converged }

  /// Continues to the minimum in all free coordinates by Gauss-Newton iterations.
  mutating func minimise(_ observations: Observations) {
    var (end, evaluations) = (coordinates, outcome.evaluations)
    (outcome.converged, outcome.reason) = GaussNewton.minimise(
      &end, observations, evaluations: &evaluations)
    (coordinates, outcome.evaluations) = (end, evaluations)
  }

  /// The same for a law with fixed parameters at values other than those of the projected search.
  mutating func minimiseHeld(_ observations: Observations) {
    (outcome.projected, outcome.secondMinimum) = (nil, nil)
    minimise(observations)
  }
}

/// A solver that scans one nonlinear parameter.
protocol ScanningSolver: LawSolver {
  /// The range of the nonlinear parameter to scan.
  static func range(_ observations: Observations) -> ProjectedSearch.Range
}

extension ScanningSolver {
  static func limits(_ observations: Observations) -> ClosedRange<Double> {
    range(observations).limits
  }
}

extension LawSolver {
  init?(_ observations: Observations, options: FitOptions) {
    self.init(observations, options: options, near: nil)
  }

  static func solved(
    _ observations: Observations, options: FitOptions, near: (any SteppedCoordinates)?
  ) -> (any LawSolver)? {
    Self(observations, options: options, near: near as? Coordinates)
  }
}
