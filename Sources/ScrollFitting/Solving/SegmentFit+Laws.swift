/// The methods of `SegmentFit` for a law whose type is known statically.
extension SegmentFit {
  /// Solves with the best treatment of times.
  ///
  /// The first call leaves out samples at the start that do not belong to the motion.
  mutating func solve<Solver: LawSolver>(
    by law: Solver.Type, help: String = FitFailure.inspect
  ) throws(FitFailure) -> LawSolution<Solver> {
    LawSolution(try solve(by: law, help: help, near: nil))
  }

  /// Solves for other samples of the same motion.
  mutating func solve<Solver>(
    again solution: LawSolution<Solver>
  ) throws(FitFailure) -> LawSolution<Solver> {
    LawSolution(try solve(again: solution.solved))
  }

  /// Ends the window where the motion comes to rest, and solves again.
  ///
  /// - Parameter rest: the rest position if it is fitted; nil if it is known.
  mutating func end<Solver>(
    _ solution: inout LawSolution<Solver>, rest: ((Solver.Coordinates) -> Double)?
  ) throws(FitFailure) {
    try solution.update { solved throws(FitFailure) in
      try end(&solved, rest: rest.map { rest in { rest(LawSolution<Solver>.own($0)) } })
    }
  }

  /// Whether a descent follows, from the minimum or from a start.
  func walks<Solver>(from solution: inout LawSolution<Solver>) -> Bool {
    var walks = false
    solution.update { walks = self.walks(from: &$0) }
    return walks
  }

  /// Runs the descent from the minimum, or from the user's start, if the options ask for one.
  mutating func walk<Solver>(_ solution: inout LawSolution<Solver>)
  where Solver.Coordinates: ParameterCoordinates {
    guard walks(from: &solution) else { return }
    let start = options.start.map { solution.coordinates.begun(at: $0) }
    solution.descend(from: start, options, &fit)
  }

  /// Writes the solution to the fit: search, series, parameters with errors, rounding, criteria.
  mutating func describe<Solver>(
    _ solution: inout LawSolution<Solver>, quantities: FitQuantities, bound: Double? = nil,
    cancelsWhereSlow: Bool = true
  ) throws(FitFailure) {
    try solution.update { solved throws(FitFailure) in
      try describe(
        &solved, quantities: quantities, bound: bound, cancelsWhereSlow: cancelsWhereSlow)
    }
  }
}
