internal import CurveFitting

/// The result of a search for the parameters of a law.
struct SolverOutcome {
  /// The number of passes over the data.
  var evaluations = 0
  /// Whether the search ended at a minimum.
  var converged = false
  /// Why the search ended.
  var reason = ""
  /// The start of the nonlinear parameter; nil if it was fixed.
  var start: Double?
  /// The source of the start: `integral`, `grid`, `fixed`, or that of the law.
  var startSource = "fixed"
  /// Another local minimum.
  var secondMinimum: SecondMinimum?
  /// Whether the nonlinear parameter is at a limit of its range.
  var atBound = false
  /// The projected objective at the minimum; nil if a linear parameter is fixed, or if there are several nonlinear
  /// ones.
  var projected: ProjectedObjective?

  /// Searches the nonlinear parameter with the linear ones projected out, and returns the end of the search; nil if
  /// there are too few observations or all columns are equal.
  ///
  /// - Parameters:
  ///   - held: the value at which the nonlinear parameter is fixed.
  ///   - near: a value close to the solution, for a problem that changed only a little.
  ///   - roughSource: the source of the family's own start.
  static func search(
    _ family: some ProjectionFamily, _ observations: Observations, held: Double? = nil,
    range: ProjectedSearch.Range, near: Double?, detail: FitDetail = .report,
    parameter: (name: String, unit: String), roughSource: String = "integral"
  ) -> (outcome: SolverOutcome, point: ProjectedObjective)? {
    var outcome = SolverOutcome()
    if let held {
      guard let point = ProjectedObjective(family, observations, theta: held) else { return nil }
      outcome.evaluations = 1
      outcome.converged = true
      outcome.reason = "linear at the fixed \(parameter.name)"
      return (outcome, point)
    }
    let search = ProjectedSearch.search(
      family, observations, range: range, near: near, detail: detail)
    guard let best = search.best else { return nil }
    outcome.evaluations = search.evaluations
    outcome.start = search.start
    outcome.startSource = search.startedFromIntegral ? roughSource : "grid"
    (outcome.converged, outcome.atBound, outcome.reason) =
      search.outcome(parameter: parameter.name, unit: parameter.unit)
    outcome.secondMinimum = search.secondMinimumRatio
    outcome.projected = best
    return (outcome, best)
  }
}
