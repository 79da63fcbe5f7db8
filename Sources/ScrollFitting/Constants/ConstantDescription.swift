/// A constant of a law, given as `name=value` on the command line or in a result.
public struct ConstantDescription: Sendable {
  /// The valid values.
  public enum Allowed: Sendable {
    case any, notZero, positive, notNegative
    /// Above the first and below the second number.
    case between(Double, Double)
    /// From 0 to 1.
    case probability
    /// A whole number of at least 1.
    case count(upTo: Int)
    /// One of these words instead of a number.
    case words([String])
    /// A word that selects a part of an engine; without an engine it is invalid.
    case partOfEngine

    /// Whether only numbers above 0 are valid.
    package var isPositive: Bool {
      switch self {
      case .positive, .count: true
      case .between(let lowest, _): lowest >= 0
      case .any, .notZero, .notNegative, .probability, .words, .partOfEngine: false
      }
    }
  }

  /// The name; upper and lower case differ (C is not c).
  public var name: String
  /// The unit of a plain number; empty for a number without one.
  public var unit: String
  /// The meaning, one line.
  public var meaning: String
  /// The valid values.
  public var allowed: Allowed
  /// Whether it is required.
  public var isRequired: Bool
  /// The default as text for help; nil if there is none.
  public var standard: String?
  /// Whether each axis can have its own value.
  public var hasParts: Bool

  /// A constant.
  public init(
    _ name: String, _ unit: String, _ meaning: String, _ allowed: Allowed = .any,
    isRequired: Bool = false, standard: String? = nil, hasParts: Bool = true
  ) {
    self.name = name
    self.unit = unit
    self.meaning = meaning
    self.allowed = allowed
    self.isRequired = isRequired
    self.standard = standard
    self.hasParts = hasParts
  }

  var required: ConstantDescription {
    var result = self
    result.isRequired = true
    return result
  }

  /// The units that a value can have, longest first, with their multipliers. The last one is the unit of plain numbers.
  public var units: [(suffix: String, multiplier: Double)] {
    switch unit {
    // px of an engine are its points.
    case "pt/s": [("pt/ms", 1000), ("px/ms", 1000), ("px/s", 1), ("pt/s", 1)]
    case "s": [("ms", 0.001), ("s", 1)]
    case "pt": [("pt", 1)]
    default: []
    }
  }
}
