/// The work that the fits of one recording may take together: about a minute.
///
/// It is counted in evaluations of a curve times samples, so that every machine fits the same parts.
struct FitBudget {
  /// The work that is left.
  private var left = 2_000_000_000
  /// The work of a fit besides its search, for errors, tests and warnings: at most 10 000 parts are fitted, and their
  /// results take less than 100 MB.
  private static let perFit = 200_000

  /// Whether another part may be fitted.
  var hasLeft: Bool { left > 0 }

  /// Why a part is not fitted.
  static let reason = "the parts before used up the evaluations for one recording"

  /// Counts the work of a fit.
  mutating func charge(_ fit: Fit) {
    left -= Self.perFit + fit.search.evaluations * fit.samples.used
  }

  /// Counts the work of a fit that failed; too few samples are found without any.
  mutating func charge(_ failure: FitFailure) {
    if failure.code == .noConvergence { left -= Self.perFit }
  }
}

extension [Fit] {
  /// Adds a warning to the first fit that the budget ended before all parts were fitted.
  mutating func warn(leftOut count: Int, of noun: (one: String, many: String)) {
    guard count > 0, !isEmpty else { return }
    self[0].warnings.warn(
      .stretchNotFitted,
      "\(count) later \(count == 1 ? noun.one : noun.many) not fitted: \(FitBudget.reason)",
      remedy: "--from and --to choose a part")
  }
}
