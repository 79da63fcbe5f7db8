/// One fitted, fixed or derived number with its errors and intervals.
///
/// An unknown number is nil, never 0 or NaN, and `reason` states why.
public struct Estimate: Sendable, Hashable {
  /// The stable key, as in JSON: `delta`, `max_overscroll`, ...
  public var key: String
  /// The value in `unit`.
  public var value: Double?
  /// The unit as printed: `1/s`, `pt/s`, `s`, `pt`.
  public var unit: String
  /// Standard error: HC3 combined with the classical error, by the delta method for derived quantities.
  public var standardError: Double?
  /// The HC3 error alone.
  public var hc3Error: Double?
  /// Effective number of residuals behind the HC3 error, in degrees of freedom.
  public var errorDegrees: Double?
  /// value +- `intervalFactor` standard errors.
  public var interval: Interval?
  /// Half the width of the interval in standard errors: a quantile of Student's t with `intervalDegrees`.
  public var intervalFactor: Double?
  /// Degrees of freedom of the standard error, for Student's t.
  public var intervalDegrees: Double?
  /// Standard error for equal variances.
  public var classicalError: Double?
  /// Interval from the profile of the objective.
  public var profile: Interval?
  /// All values consistent with rounding alone; nil if there are none or they were not computed.
  public var feasible: Interval?
  /// The start of the search.
  public var start: Double?
  /// Whether the user fixed it.
  public var isFixed = false
  /// Whether the value is a count: a whole number without an error.
  public var isCount: Bool { reason == Self.countReason }
  static let countReason = "a count has no error"
  /// Whether the value has no error because the law reproduces the data to floating-point precision (W404).
  public var isExact: Bool { value != nil && standardError == nil && reason == Self.exactReason }
  package static let exactReason = "the data are exact: nothing to estimate errors from"
  /// Why `value` or its error is missing.
  public var reason: String?
  /// Half the width of the interval, printed after ±; nil for a fixed value, or if an end of the interval is unbounded.
  package var halfWidth: Double? {
    guard !isFixed, let lower = interval?.lower, let upper = interval?.upper else { return nil }
    return (upper - lower) / 2
  }

  /// A value without errors.
  public init(key: String, value: Double?, unit: String, reason: String? = nil) {
    self.key = key
    self.value = value.flatMap { $0.isFinite ? $0 : nil }
    self.unit = unit
    self.reason = self.value == nil ? (reason ?? "not a finite number") : reason
  }
}

/// A closed interval of a constant. An end that the data do not bound is nil.
public struct Interval: Sendable, Hashable {
  /// Lower end; nil when unbounded.
  public var lower: Double?
  /// Upper end; nil when unbounded.
  public var upper: Double?

  /// An interval from its ends; non-finite ends become nil.
  public init(lower: Double?, upper: Double?) {
    self.lower = lower.flatMap { $0.isFinite ? $0 : nil }
    self.upper = upper.flatMap { $0.isFinite ? $0 : nil }
  }

  /// Whether a value lies inside.
  public func contains(_ value: Double) -> Bool {
    (lower ?? -.infinity) <= value && value <= (upper ?? .infinity)
  }
}
