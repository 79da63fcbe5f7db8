internal import CurveFitting

/// Finds the parameters of a law that fit a set of observations, by projection on its linear ones.
protocol LawSolver: Sendable {
  associatedtype Coordinates: SteppedCoordinates

  /// The minimum, or the best point when there is none.
  var coordinates: Coordinates { get set }
  /// How the search went.
  var outcome: SolverOutcome { get set }
  /// The family projected on; nil for a law with none or several nonlinear parameters.
  var family: (any ProjectionFamily)? { get }
  /// The nonlinear parameter at the minimum.
  var nonlinear: Double { get }
  /// The curve linearised at the minimum, where the search knows it.
  var tangent: Linearisation? { get }
  /// Whether a law with several nonlinear parameters begins at a minimum for other samples of the same motion.
  static var startsNear: Bool { get }
  /// Whether all linear coefficients of the family are free, as a feasible interval needs.
  var isFamilyFree: Bool { get }

  /// The share by which a step in the free coordinates changes the nonlinear parameter; 0 for a law with none or
  /// several.
  func relativeChange(_ step: ParameterVector) -> Double

  /// Solves; nil when there are too few observations or all columns are alike.
  ///
  /// - Parameter near: coordinates near the answer, for problems that change a little at a time.
  init?(_ observations: Observations, options: FitOptions, near: Coordinates?)

  /// Solves where the law is not known by its type.
  ///
  /// - Parameter near: coordinates of this law.
  static func solved(
    _ observations: Observations, options: FitOptions, near: (any SteppedCoordinates)?
  ) -> (any LawSolver)?

  /// How far the nonlinear parameter is looked for; all positive numbers by default.
  static func limits(_ observations: Observations) -> ClosedRange<Double>
}

extension LawSolver {
  static func limits(_ observations: Observations) -> ClosedRange<Double> {
    Double.leastNormalMagnitude...Double.greatestFiniteMagnitude
  }

  var tangent: Linearisation? { nil }
  static var startsNear: Bool { false }

  // Of a law with no or several nonlinear parameters.
  var family: (any ProjectionFamily)? { nil }
  var isFamilyFree: Bool { false }
  func relativeChange(_ step: ParameterVector) -> Double { 0 }
}

extension LawSolver {
  /// Whether the search ended at a minimum.
  var converged: Bool { outcome.converged }

  /// Goes on to the minimum in all free coordinates by Gauss-Newton iterations.
  mutating func minimise(_ observations: Observations) {
    var (end, evaluations) = (coordinates, outcome.evaluations)
    (outcome.converged, outcome.reason) = GaussNewton.minimise(
      &end, observations, evaluations: &evaluations)
    (coordinates, outcome.evaluations) = (end, evaluations)
  }

  /// The same for a law with parameters at other values than the projected search found.
  mutating func minimiseHeld(_ observations: Observations) {
    (outcome.projected, outcome.secondMinimum) = (nil, nil)
    minimise(observations)
  }
}

/// A solver that scans one nonlinear parameter.
protocol ScanningSolver: LawSolver {
  /// Values of the nonlinear parameter between which the scan looks.
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
