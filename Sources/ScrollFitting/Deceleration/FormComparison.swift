internal import ScrollPhysics

/// The same samples with one form of the law.
public struct FormComparison: Sendable, Hashable {
  /// `continuous` or `discrete`.
  public var form: String
  /// Root mean square of the residuals, in pt.
  public var rms: Double
  /// AICc, nil when the residuals are all 0.
  public var aicc: Double?
  /// Whether the constants quoted are of this form.
  public var isQuoted: Bool

  /// The fit in the form asked for, or that of the two with the lower AICc; of equals the continuous one.
  static func best(
    _ options: FitOptions, _ fit: (FitOptions) throws(FitFailure) -> Fit
  ) throws(FitFailure) -> Fit {
    guard options.comparesForms else { return try fit(options) }
    var fits: [(form: Deceleration.Form, fit: Fit)] = []
    for form in Deceleration.Form.allCases {
      var chosen = options
      chosen.form = form
      // Both on the same times.
      if options.stamps == .auto { chosen.stamps = .recorded }
      fits.append((form, try fit(chosen)))
    }
    // Of equals, as the lines through a table are, the continuous one.
    func isBetter(_ other: Fit, than first: Fit) -> Bool {
      guard first.search.converged else { return other.search.converged }
      guard other.search.converged else { return false }
      guard let new = other.criteria.aicc, let old = first.criteria.aicc else {
        return other.residual.sumOfSquares < first.residual.sumOfSquares * (1 - 1e-6)
      }
      return new < old - 1e-6
    }
    let quoted = isBetter(fits[1].fit, than: fits[0].fit) ? 1 : 0
    var result = fits[quoted].fit
    result.forms = fits.indices.map {
      FormComparison(
        form: fits[$0].form.rawValue, rms: fits[$0].fit.residual.rms,
        aicc: fits[$0].fit.criteria.aicc, isQuoted: $0 == quoted)
    }
    return result
  }
}
