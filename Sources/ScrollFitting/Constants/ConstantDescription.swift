/// A constant that a law takes as `name=value`, from the command line or from a result.
public struct ConstantDescription: Sendable {
  /// Which values are valid.
  public enum Allowed: Sendable {
    case any, notZero, positive, notNegative
    /// Above the first and below the second.
    case between(Double, Double)
    /// From 0 to 1.
    case probability
    /// A whole number from 1 on.
    case count(upTo: Int)
    /// One of these instead of a number.
    case words([String])
    /// A word that chooses a part of an engine, and says nothing without one.
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

  /// The name, of which upper and lower case differ: C is no c.
  public var name: String
  /// The unit of a plain number; empty for a number without one.
  public var unit: String
  /// One line.
  public var meaning: String
  /// Which values are valid.
  public var allowed: Allowed
  /// Whether it must be given.
  public var isRequired: Bool
  /// The default, as help shows it; nil when there is none.
  public var standard: String?
  /// Whether each axis may have a value of its own.
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

  /// The same constant, which must be given.
  var required: ConstantDescription {
    var result = self
    result.isRequired = true
    return result
  }

  /// The units in which a value may be written, longest first, each with what it is multiplied by;
  /// the last is the unit of plain numbers.
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
