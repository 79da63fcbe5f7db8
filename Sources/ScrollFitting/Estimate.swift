/// One fitted, fixed or derived number with everything known about its error.
///
/// A number that is not known is nil and `reason` says why; it is never 0 or NaN.
public struct Estimate: Sendable, Hashable {
  /// The stable key, as in JSON: `delta`, `max_overscroll`, ...
  public var key: String
  /// The value in `unit`.
  public var value: Double?
  /// The unit as printed: `1/s`, `pt/s`, `s`, `pt`.
  public var unit: String
  /// Standard error: HC3 moderated by the classical one (for derived quantities by the delta method).
  public var standardError: Double?
  /// The HC3 error alone.
  public var hc3Error: Double?
  /// How many residuals the HC3 error rests on, in degrees of freedom.
  public var errorDegrees: Double?
  /// value +- `intervalFactor` standard errors.
  public var interval: Interval?
  /// Half the interval's width in standard errors, from Student's t at the degrees of freedom of the error.
  public var intervalFactor: Double?
  /// Degrees of freedom of the standard error, for Student's t.
  public var intervalDegrees: Double?
  /// Standard error under equal variances.
  public var classicalError: Double?
  /// Interval from the profile of the objective.
  public var profile: Interval?
  /// All values that rounding alone allows; nil with `feasibleReason` when there is none or none was sought.
  public var feasible: Interval?
  /// Where the search started.
  public var start: Double?
  /// Whether the user fixed it.
  public var isFixed = false
  /// Whether the value is a count: a whole number without an error.
  public var isCount: Bool { reason == Self.countReason }
  /// The reason for which a count has no error.
  static let countReason = "a count has no error"
  /// Whether the value has no error because the data follow the law to rounding of the arithmetic (W404).
  public var isExact: Bool { value != nil && standardError == nil && reason == Self.exactReason }
  /// The reason for which a value from exact data has no error.
  package static let exactReason = "the data are exact: nothing to estimate errors from"
  /// Why `value` or its error is missing.
  public var reason: String?
  /// Half the width of the interval, which ± says; nil for a fixed value, and where the data leave an end open.
  package var halfWidth: Double? {
    guard !isFixed, let lower = interval?.lower, let upper = interval?.upper else { return nil }
    return (upper - lower) / 2
  }

  /// A bare value.
  public init(key: String, value: Double?, unit: String, reason: String? = nil) {
    self.key = key
    self.value = value.flatMap { $0.isFinite ? $0 : nil }
    self.unit = unit
    self.reason = self.value == nil ? (reason ?? "not a finite number") : reason
  }
}

/// A closed interval of a fitted constant; an end may be open when the data do not bound it.
public struct Interval: Sendable, Hashable {
  /// Lower end; nil when unbounded.
  public var lower: Double?
  /// Upper end; nil when unbounded.
  public var upper: Double?

  /// An interval from its ends; ends that are not finite become nil.
  public init(lower: Double?, upper: Double?) {
    self.lower = lower.flatMap { $0.isFinite ? $0 : nil }
    self.upper = upper.flatMap { $0.isFinite ? $0 : nil }
  }

  /// Whether a value lies inside.
  public func contains(_ value: Double) -> Bool {
    (lower ?? -.infinity) <= value && value <= (upper ?? .infinity)
  }
}
