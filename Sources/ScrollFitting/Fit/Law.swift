public import ScrollRecordings

/// A law of motion: its names, formulas and fit.
///
/// All code that lists, prints or documents laws uses `Laws.all`.
public protocol Law: Sendable {
  /// Names, units and formulas.
  static var description: LawDescription { get }
  /// The key and value of a parameter given by `--fix name=value`, with other notations converted. Nil if the law has
  /// no such parameter, or if the value is not allowed.
  static func fixed(_ name: String, _ value: Double) -> (key: String, value: Double)?
  /// The prediction from its constants; nil if the law cannot be predicted.
  static var predicted: PredictedLaw? { get }
  /// The simulation of recordings; nil if the law cannot be simulated.
  static var simulated: SimulatedLaw? { get }
  /// The column that it needs in addition to the offset; nil for none.
  static var column: Role? { get }
  /// Whether it is fitted to the overscroll instead of the offset, if that was recorded.
  static var readsOverscroll: Bool { get }
  /// The columns that identify a table of its motions: such a table has at least one of them.
  static var tableColumns: [Role] { get }
  /// Fits every part of a recording to which the law applies, on one axis, in order of time.
  ///
  /// - Parameters:
  ///   - trace: the recording.
  ///   - axis: the axis to fit.
  ///   - options: the options of the fit.
  ///   - facts: the sampling of any channel of the recording, if known, to avoid analysing its stamps again.
  static func fit(
    _ trace: Trace, axis: Axis, options: FitOptions, facts: SamplingFacts?
  ) throws(FitFailure) -> [Fit]
}

extension Law {
  /// Nil: no parameter can be fixed.
  public static func fixed(_ name: String, _ value: Double) -> (key: String, value: Double)? { nil }
  /// The values of a parameter that ``fixed(_:_:)`` allows, in words; nil if the law has no such parameter.
  package static func allowed(_ name: String) -> String? {
    func takes(_ value: Double) -> Bool { fixed(name, value) != nil }
    guard let inside = [0.5, 1].first(where: takes) else { return nil }
    if takes(-1) { return takes(0) ? "a finite number" : "other than 0" }
    func limit(_ inside: Double, _ outside: Double) -> String {
      var (inside, outside) = (inside, outside)
      for _ in 0..<60 {
        let middle = (inside + outside) / 2
        if takes(middle) { inside = middle } else { outside = middle }
      }
      return Printed.short((1e6 * outside).rounded() / 1e6)
    }
    if takes(1e6) { return takes(0) ? "0 or more" : "positive" }
    let (low, high) = (limit(inside, 0), limit(inside, 1e6))
    return low == high ? low : "between \(low) and \(high)"
  }

  /// Nil.
  public static var predicted: PredictedLaw? { nil }
  /// Nil.
  public static var simulated: SimulatedLaw? { nil }
  /// Nil.
  public static var column: Role? { nil }
  /// False: the law is fitted to the offset.
  public static var readsOverscroll: Bool { false }
  /// Empty: there are no tables of its motions.
  public static var tableColumns: [Role] { [] }

  /// Fits every part of a recording to which the law applies, on one axis, in order of time.
  public static func fit(
    _ trace: Trace, axis: Axis, options: FitOptions
  ) throws(FitFailure) -> [Fit] {
    try fit(trace, axis: axis, options: options, facts: nil)
  }

  /// The rows of a recording that have values in the columns that the law needs along an axis.
  static func reading(_ trace: Trace, axis: Axis) -> Trace {
    guard trace.hasGaps else { return trace }
    let roles = trace.recorded.filter { $0.axis == axis }.map(\.role)
    let order: [Role] =
      readsOverscroll ? [.overscroll, .offset, .delta] : [.offset, .overscroll, .delta]
    let content = order.first { roles.contains($0) }
    return trace.reading([content, column].compactMap { $0 }, axis: axis)
  }
}

/// The list of laws.
public enum Laws {
  /// All laws, in the order of the documentation.
  public static let all: [any Law.Type] = [
    BounceLaw.self, DecelerationLaw.self, MomentumLaw.self, RubberBandLaw.self, SpringLaw.self,
    GravityLaw.self, CollisionLaw.self, ResistanceLaw.self, StretchLaw.self, TransferLaw.self,
  ]

  /// The law with a key; nil if it is unknown.
  public static func law(_ key: String) -> (any Law.Type)? {
    all.first { $0.description.key == key }
  }

  /// The descriptions of all laws: those of ``all``, then those that recordings can name but no command fits.
  public static let descriptions = all.map { $0.description } + NamedLaws.descriptions

  /// The shared constants by law, in the order of ``descriptions``.
  static let shared = descriptions.filter { !$0.shared.isEmpty }.map { ($0.key, $0.shared) }

  private static let byKey = Dictionary(
    descriptions.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })

  /// Those of ``all`` by key. The others contain curves that take time to create, and few recordings name one.
  private static let fitted = Dictionary(
    uniqueKeysWithValues: all.map { ($0.description.key, $0.description) })

  /// The description of a law by its key.
  public static func description(_ key: String) -> LawDescription? { fitted[key] ?? byKey[key] }
}

/// The description of a law.
public struct LawDescription: Sendable {
  /// The key in commands and JSON.
  public var key: String
  /// The formula as plain text.
  public var formula: String
  /// The summary, one line.
  public var summary: String
  /// The parameters, in order.
  public var parameters: [QuantityDescription]
  /// Quantities derived from the parameters.
  public var derived: [QuantityDescription]
  /// The key of the nonlinear parameter or derived quantity, which the search varies.
  public var nonlinear: String
  /// The arguments of `--fix`, for help and errors.
  public var fixable: [String]
  /// The number of parameters that `--start` sets.
  public var startCount: Int
  /// The constants that all recordings of one scroll view share, and that are pooled and compared.
  public var shared: [SharedConstant]
  /// Keys of the quantities that are shown first; all parameters if empty.
  public var headline: [String] = []
  /// Keys of the quantities that are shown next: the consequences for the motion.
  public var consequences: [String] = []
  /// Keys of the quantities whose intervals have less than their stated coverage if times have errors: W410.
  var timed: [String] = []
  /// The quantities of a fit that a prediction uses.
  package var predicts: [PredictionInput] = []

  /// A description.
  ///
  /// - Parameters:
  ///   - key: lowercase letters, digits and hyphens; not a key of ``Laws/descriptions``.
  ///   - formula: the formula as plain text.
  ///   - summary: the summary, one line.
  ///   - parameters: the parameters, in order.
  ///   - derived: quantities derived from the parameters.
  ///   - nonlinear: the key of the nonlinear parameter, which the search varies.
  ///   - fixable: the arguments of `--fix`; none for a law of another package, which has no command.
  ///   - startCount: the number of parameters that `--start` sets; 0 for a law of another package.
  ///   - shared: the constants that all recordings of one scroll view share.
  ///   - headline: keys of the quantities that are shown first; all parameters if empty.
  ///   - consequences: keys of the quantities that are shown next.
  public init(
    key: String, formula: String, summary: String, parameters: [QuantityDescription],
    derived: [QuantityDescription] = [], nonlinear: String, fixable: [String] = [],
    startCount: Int = 0, shared: [SharedConstant] = [], headline: [String] = [],
    consequences: [String] = []
  ) {
    self.key = key
    self.formula = formula
    self.summary = summary
    self.parameters = parameters
    self.derived = derived
    self.nonlinear = nonlinear
    self.fixable = fixable
    self.startCount = startCount
    self.shared = shared
    self.headline = headline
    self.consequences = consequences
  }

  /// The description of a law that has a command.
  init(
    key: String, formula: String, summary: String, parameters: [QuantityDescription],
    derived: [QuantityDescription] = [], nonlinear: String, fixable: [String], startCount: Int,
    shared: [SharedConstant], headline: [String] = [], consequences: [String] = [],
    timed: [String] = [], predicts: [PredictionInput]
  ) {
    self.init(
      key: key, formula: formula, summary: summary, parameters: parameters, derived: derived,
      nonlinear: nonlinear, fixable: fixable, startCount: startCount, shared: shared,
      headline: headline, consequences: consequences)
    self.timed = timed
    self.predicts = predicts
  }

  /// The shared constant with a key; nil if the quantity belongs to the gesture.
  public func shared(_ key: String) -> SharedConstant? { shared.first { $0.key == key } }

  /// The description of a parameter or derived quantity by key. A numbered key such as `contact_time_2` has the
  /// description of `contact_time_N` with its number; an unknown key has none.
  public func quantity(_ key: String) -> QuantityDescription? {
    if let found = parameters.first(where: { $0.key == key })
      ?? derived.first(where: { $0.key == key })
    {
      return found
    }
    guard let line = key.lastIndex(of: "_") else { return nil }
    let number = key[key.index(after: line)...]
    guard !number.isEmpty, number.allSatisfy(\.isWholeNumber),
      var numbered = derived.first(where: { $0.key == key[...line] + "N" })
    else { return nil }
    numbered.key = key
    numbered.name = numbered.name.replacing(" N", with: " \(number)")
    return numbered
  }
}

/// A quantity of a fit that a prediction uses as a constant.
package struct PredictionInput: Sendable, ExpressibleByStringLiteral {
  /// The key in the fit.
  package var key: String
  /// The name of the constant.
  package var name: String

  init(_ key: String, as name: String) {
    self.key = key
    self.name = name
  }

  /// An input whose key and name are equal.
  package init(stringLiteral key: String) { self.init(key, as: key) }
}

/// A parameter or derived quantity that belongs to the scroll view, not to the gesture.
public struct SharedConstant: Sendable, Hashable {
  /// The key.
  public var key: String
  /// The default relative tolerance in comparisons with a reference.
  public var tolerance: Double
  /// Whether many recordings do not show it for ordinary reasons, so that no message reports its absence.
  public var isIncidental: Bool

  /// 0.5 %: imperceptible to users, but larger than the uncertainty of a few recordings.
  public static let usualTolerance = 0.005

  /// A constant.
  public init(
    _ key: String, tolerance: Double = usualTolerance, isIncidental: Bool = false
  ) {
    self.key = key
    self.tolerance = tolerance
    self.isIncidental = isIncidental
  }
}

/// The description of a quantity of a law.
public struct QuantityDescription: Sendable {
  /// The key in JSON.
  public var key: String
  /// The unit, as printed.
  public var unit: String
  /// A short name.
  public var name: String
  /// The meaning, with its formula.
  public var meaning: String

  /// A description.
  public init(_ key: String, _ unit: String, _ name: String, _ meaning: String) {
    self.key = key
    self.unit = unit
    self.name = name
    self.meaning = meaning
  }
}
