internal import CurveFitting

extension ProjectedSearch {
  /// Searches near a value known to be close to the answer, or with a scan.
  static func search(
    _ family: some ProjectionFamily, _ observations: Observations, range: Range, near: Double?
  ) -> ProjectedSearch {
    if let near {
      let search = ProjectedSearch(family, observations, near: near)
      if search.ending == .converged { return search }
    }
    return ProjectedSearch(family, observations, range: range)
  }

  /// How it ended, in words.
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
    case .degenerate: (false, false, "the columns of the law cannot be told apart")
    case .budget: (false, false, "the budget of evaluations was used up")
    }
  }

  /// The second minimum, relative to the best.
  var secondMinimumRatio: SecondMinimum? {
    guard let best, best.sumOfSquares > 0, let second = secondMinimum else { return nil }
    return SecondMinimum(value: second.theta, ratio: second.sumOfSquares / best.sumOfSquares)
  }
}
