internal import CurveFitting

extension ProjectedSearch {
  /// The relative Newton step below which iteration stops when full precision is not needed.
  private static var tolerance: Double { 1e-11 }

  /// Searches near a value close to the solution; or from the family's own start, if it has only one minimum; or with a
  /// scan.
  ///
  /// - Parameter detail: unless this is brief, a search without a known value starts with a scan.
  static func search(
    _ family: some ProjectionFamily, _ observations: Observations, range: Range, near: Double?,
    detail: FitDetail = .report
  ) -> ProjectedSearch {
    let tolerance = detail.isBrief ? tolerance : 0
    if let near {
      let search = ProjectedSearch(family, observations, near: near, tolerance: tolerance)
      if search.ending == .converged { return search }
    } else if detail.isBrief, family.hasOneMinimum,
      let start = family.roughStart(observations),
      range.lower < start, start < range.upper
    {
      let search = ProjectedSearch(family, observations, near: start, tolerance: tolerance)
      if search.ending == .converged, search.isOnlyMinimum { return search }
    }
    return ProjectedSearch(family, observations, range: range, tolerance: tolerance)
  }

  /// The ending of the search as text.
  func outcome(parameter: String, unit: String) -> (
    converged: Bool, atBound: Bool, reason: String
  ) {
    switch ending {
    case .converged: (true, false, "gradient is zero to rounding")
    case .atBound(let theta):
      (
        false, true,
        "the sum of squares falls all the way to \(parameter) = \(Printed.significant(theta)) \(unit)"
      )
    case .degenerate: (false, false, "the columns of the law cannot be distinguished")
    case .budget: (false, false, "the budget of evaluations was used up")
    }
  }

  /// The second minimum relative to the best.
  var secondMinimumRatio: SecondMinimum? {
    guard let best, best.sumOfSquares > 0, let second = secondMinimum else { return nil }
    return SecondMinimum(value: second.theta, ratio: second.sumOfSquares / best.sumOfSquares)
  }
}
