/// By how much a constant may differ from its reference: the larger of a distance in its unit and a part of the
/// reference.
public struct Tolerance: Sendable, Hashable {
  /// A distance in the unit of the constant.
  public var absolute: Double?
  /// A part of the magnitude of the reference: 0.005 is half a per cent.
  public var relative: Double?

  /// A tolerance of either kind, or both.
  public init(absolute: Double? = nil, relative: Double? = nil) {
    self.absolute = absolute
    self.relative = relative
  }

  /// The tolerance that a text says: `0.5%` is a part of the reference, `0.02` a distance in the unit of the
  /// constant. nil for what is no number, below 0 or not finite.
  public init?(_ text: some StringProtocol) {
    let isPart = text.hasSuffix("%")
    guard let number = Double(String(isPart ? text.dropLast() : text[...])), number.isFinite,
      number >= 0
    else { return nil }
    self.init(absolute: isPart ? nil : number, relative: isPart ? number / 100 : nil)
  }

  /// tau = max(absolute, relative x |reference|), in the unit of the constant; 0 where neither is given.
  public func band(around reference: Double) -> Double {
    max(absolute ?? 0, (relative ?? 0) * reference.magnitude)
  }

  /// The tolerance of a constant of a law that nobody has given one: that of its ``SharedConstant``, and for
  /// what belongs to the gesture ``SharedConstant/usualTolerance``.
  public static func usual(law: String, key: String) -> Tolerance {
    let shared = Laws.description(law)?.shared(key)
    return Tolerance(relative: shared?.tolerance ?? SharedConstant.usualTolerance)
  }
}

/// A tolerance that a command line gives, to all constants or to those of a pattern.
public struct ToleranceRule: Sendable, Hashable {
  /// Which constants, by `law.key` or key; nil for all.
  public var pattern: GlobPattern?
  /// By how much they may differ.
  public var tolerance: Tolerance

  /// A rule.
  public init(pattern: GlobPattern?, tolerance: Tolerance) {
    self.pattern = pattern
    self.tolerance = tolerance
  }

  /// The rule that `[LAW.KEY=]VALUE[%]` says, with a pattern in place of `LAW.KEY`; nil where it is none.
  public init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let value = parts.last, let tolerance = Tolerance(value) else { return nil }
    if parts.count == 2, parts[0].isEmpty { return nil }
    self.init(
      pattern: parts.count == 2 ? GlobPattern(String(parts[0])) : nil, tolerance: tolerance)
  }

  /// Whether it is about a constant.
  public func applies(law: String, key: String) -> Bool {
    pattern?.matches(law: law, key: key) ?? true
  }
}
