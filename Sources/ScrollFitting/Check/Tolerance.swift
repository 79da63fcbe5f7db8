/// The largest allowed difference of a constant from its reference: the larger of an absolute and a relative value.
public struct Tolerance: Sendable, Hashable {
  /// The absolute difference, in the unit of the constant.
  public var absolute: Double?
  /// The difference relative to the magnitude of the reference: 0.005 is 0.5 %.
  public var relative: Double?

  /// A tolerance of one kind, or both.
  public init(absolute: Double? = nil, relative: Double? = nil) {
    self.absolute = absolute
    self.relative = relative
  }

  /// Parses a tolerance: `0.5%` is relative, `0.02` is absolute, in the unit of the constant. Nil unless it is a finite
  /// number of at least 0.
  public init?(_ text: some StringProtocol) {
    let isPart = text.hasSuffix("%")
    guard let number = Double(String(isPart ? text.dropLast() : text[...])), number.isFinite,
      number >= 0
    else { return nil }
    self.init(absolute: isPart ? nil : number, relative: isPart ? number / 100 : nil)
  }

  /// tau = max(absolute, relative x |reference|), in the unit of the constant; 0 if neither is given.
  public func band(around reference: Double) -> Double {
    max(absolute ?? 0, (relative ?? 0) * reference.magnitude)
  }

  /// The default tolerance of a constant of a law: that of its ``SharedConstant``, or ``SharedConstant/usualTolerance``
  /// for constants of a gesture.
  public static func usual(law: String, key: String) -> Tolerance {
    let shared = Laws.description(law)?.shared(key)
    return Tolerance(relative: shared?.tolerance ?? SharedConstant.usualTolerance)
  }
}

/// A tolerance on the command line, for all constants or those that match a pattern.
public struct ToleranceRule: Sendable, Hashable {
  /// The pattern for `law.key` or key; nil for all constants.
  public var pattern: GlobPattern?
  /// The largest allowed difference.
  public var tolerance: Tolerance

  /// A rule.
  public init(pattern: GlobPattern?, tolerance: Tolerance) {
    self.pattern = pattern
    self.tolerance = tolerance
  }

  /// Parses `[LAW.KEY=]VALUE[%]`, with a pattern in place of `LAW.KEY`; nil if the text has another form.
  public init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let value = parts.last, let tolerance = Tolerance(value) else { return nil }
    if parts.count == 2, parts[0].isEmpty { return nil }
    self.init(
      pattern: parts.count == 2 ? GlobPattern(String(parts[0])) : nil, tolerance: tolerance)
  }

  /// Whether it applies to a constant.
  public func applies(law: String, key: String) -> Bool {
    pattern?.matches(law: law, key: key) ?? true
  }
}
