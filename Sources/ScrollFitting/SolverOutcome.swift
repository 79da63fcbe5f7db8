internal import CurveFitting

/// How a search for the parameters of a law went.
struct SolverOutcome {
  /// Passes over the data.
  var evaluations = 0
  /// Whether the end is a minimum.
  var converged = false
  /// Why the search ended.
  var reason = ""
  /// Where the nonlinear parameter started; nil when it was held.
  var start: Double?
  /// `integral`, `grid` or `fixed`, or where the starts of a law come from.
  var startSource = "fixed"
  /// Another local minimum and its sum of squares over the best.
  var secondMinimum: SecondMinimum?
  /// Whether the nonlinear parameter lies at the limit of its range.
  var atBound = false
  /// The projected objective at the minimum; nil when more than the linear parameters are held, or where the search
  /// runs over more than one.
  var projected: ProjectedObjective?
}

extension SolverOutcome {
  /// A search over the nonlinear parameter with the linear ones projected out, and the point at which it ends; nil when
  /// there are too few observations or all columns are alike.
  ///
  /// - Parameters:
  ///   - held: the value at which the nonlinear parameter is held.
  ///   - near: a value near the answer, for problems that change a little at a time.
  ///   - roughSource: what gives the family's own start.
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
