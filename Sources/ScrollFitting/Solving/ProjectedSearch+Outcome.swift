internal import CurveFitting
internal import RealModule

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

extension ProjectedSearch.Range {
  /// The grid of decay rates for a motion, in 1/s, evenly spaced in their logarithm.
  ///
  /// - Parameters:
  ///   - lowest: the lowest rate: `rate` in 1/s, or `share` of 1 / span if that is lower.
  ///   - highest: the highest rate: `rate` in 1/s, or `share` of 1 / span if that is higher.
  ///   - ratio: the largest ratio of neighbours.
  static func rates(
    _ observations: Observations, lowest: (rate: Double, share: Double),
    highest: (rate: Double, share: Double), ratio: Double
  ) -> ProjectedSearch.Range {
    // Limits for huge stamps, which give infinite spans.
    let span = min(max(observations.abscissae.last ?? 1, 1e-9), 1e30)
    let lower = min(lowest.rate, lowest.share / span)
    let upper = max(highest.rate, highest.share / span)
    let count = Int((Double.log(upper / lower) / Double.log(ratio)).rounded(.up)) + 1
    // Outside these limits, the motion would not show within 1 % of the window, or within a tenth of a frame.
    return ProjectedSearch.Range(
      lower: lower, upper: upper, count: count,
      limits: (lower / 10)...max(10 * upper, 10 * Double(observations.count) / span))
  }
}
