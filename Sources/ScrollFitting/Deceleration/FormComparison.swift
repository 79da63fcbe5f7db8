internal import ScrollPhysics

/// The fit of one form of the law to the samples.
public struct FormComparison: Sendable, Hashable {
  /// `continuous` or `discrete`.
  public var form: String
  /// Root mean square of the residuals, in pt.
  public var rms: Double
  /// AICc; nil if all residuals are 0.
  public var aicc: Double?
  /// Whether the reported constants belong to this form.
  public var isQuoted: Bool

  /// The fit in the requested form, or in the form with the lower AICc if both are compared; the continuous one if they
  /// are equal.
  static func best(
    _ options: FitOptions, _ fit: (FitOptions) throws(FitFailure) -> Fit
  ) throws(FitFailure) -> Fit {
    guard options.comparesForms else { return try fit(options) }
    var fits: [(form: Deceleration.Form, fit: Fit)] = []
    for form in Deceleration.Form.allCases {
      var chosen = options
      chosen.form = form
      // Both forms are fitted at the same times.
      if options.stamps == .auto { chosen.stamps = .recorded }
      fits.append((form, try fit(chosen)))
    }
    // The forms are equal, for example, for lines through a table.
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
