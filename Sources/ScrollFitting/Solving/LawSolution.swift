internal import CurveFitting

/// A solved segment with the coordinates of its law.
struct LawSolution<Solver: LawSolver> {
  /// The part that does not depend on the law.
  private(set) var solved: SolvedStretch
  private var present: Solver.Coordinates
  /// The end of the search: the solver's minimum, or the end of the descent.
  var coordinates: Solver.Coordinates {
    get { present }
    set {
      present = newValue
      solved.coordinates = newValue
    }
  }

  init?(
    _ observations: Observations, stamps: StampTreatment, options: FitOptions, floor: Double?
  ) {
    guard
      let solved = SolvedStretch(
        observations, by: Solver.self, stamps: stamps, options: options, floor: floor)
    else { return nil }
    self.init(solved)
  }

  /// - Parameter solved: a segment solved by a solver of this type.
  init(_ solved: SolvedStretch) {
    self.solved = solved
    present = Self.own(solved.coordinates)
  }

  /// Casts coordinates to the type of this law.
  static func own(_ coordinates: any SteppedCoordinates) -> Solver.Coordinates {
    coordinates as! Solver.Coordinates
  }

  var observations: Observations {
    get { solved.observations }
    set { solved.observations = newValue }
  }
  var isConverged: Bool {
    get { solved.isConverged }
    set { solved.isConverged = newValue }
  }
  var solver: any LawSolver { solved.solver }
  var stamps: StampTreatment { solved.stamps }
  var origin: Double? { solved.origin }
  var robustScale: Double? { solved.robustScale }

  /// Changes the solved segment and adopts its coordinates.
  mutating func update<Failure>(
    _ change: (inout SolvedStretch) throws(Failure) -> Void
  ) throws(Failure) {
    try change(&solved)
    present = Self.own(solved.coordinates)
  }

  /// The curve linearised at the coordinates; nil if the parameters cannot be distinguished.
  func linearised() -> Linearisation? { solved.linearised() }

  /// Linearises the curve and keeps the result until observations or coordinates change.
  mutating func linearise() { solved.linearise() }

  /// Changes the names or the origin of the coordinates without changing the curve.
  mutating func relabel(_ change: (inout Solver.Coordinates) -> Void) {
    change(&present)
    solved.relabel(present)
  }

  /// Weights each sample by a function of the current curve, and solves again.
  mutating func weigh(_ options: FitOptions, _ weight: (Solver.Coordinates, Double) -> Double) {
    let weights = solved.observations.abscissae.map { weight(present, $0) }
    update { $0.weigh(options, weights) }
  }
}
