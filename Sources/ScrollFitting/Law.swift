public import ScrollTraces

/// A law of motion: its names and formulas, and how it is fitted to a recording.
///
/// Everything that lists, prints or documents laws follows from `Laws.all`.
public protocol Law: Sendable {
  /// Names, units and formulas.
  static var description: LawDescription { get }
  /// A parameter as `--fix name=value` holds it: its key and value, other notations converted; nil when
  /// the law has no such parameter or it cannot have this value.
  static func fixed(_ name: String, _ value: Double) -> (key: String, value: Double)?
  /// What follows from its constants; nil for a law that cannot be predicted.
  static var predicted: PredictedLaw? { get }
  /// The recordings that can be made of it; nil where none can.
  static var simulated: SimulatedLaw? { get }
  /// The column that it needs beside the offset; nil for a law of offsets alone.
  static var column: Role? { get }
  /// Whether it is fitted to the overscroll where that was recorded, and not to the offset.
  static var readsOverscroll: Bool { get }
  /// The columns of which a table of its motions has one.
  static var tableColumns: [Role] { get }
  /// Fits every part of a recording that the law can describe, on one axis, in the order of time.
  ///
  /// - Parameters:
  ///   - trace: the recording.
  ///   - axis: the axis to fit.
  ///   - options: how to fit.
  ///   - facts: those of any channel of the recording, if they are known, spare the work on its stamps.
  static func fit(
    _ trace: Trace, axis: Axis, options: FitOptions, facts: SamplingFacts?
  ) throws(FitFailure) -> [Fit]
}

extension Law {
  /// Nil: no parameter can be held.
  public static func fixed(_ name: String, _ value: Double) -> (key: String, value: Double)? { nil }
  /// None.
  public static var predicted: PredictedLaw? { nil }
  /// None.
  public static var simulated: SimulatedLaw? { nil }
  /// None.
  public static var column: Role? { nil }
  /// False: it is fitted to the offset.
  public static var readsOverscroll: Bool { false }
  /// None: no table has its motions.
  public static var tableColumns: [Role] { [] }

  /// Fits every part of a recording that the law can describe, on one axis, in the order of time.
  public static func fit(
    _ trace: Trace, axis: Axis, options: FitOptions
  ) throws(FitFailure) -> [Fit] {
    try fit(trace, axis: axis, options: options, facts: nil)
  }
}

extension Law {
  /// The rows of a recording that have what the law is fitted to along an axis.
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

  /// The law of a key; nil for an unknown one.
  public static func law(_ key: String) -> (any Law.Type)? {
    all.first { $0.description.key == key }
  }

  /// What laws are called and made of: those of ``all``, then those that recordings name and no command fits.
  public static let descriptions = all.map { $0.description } + NamedLaws.descriptions

  /// What the recordings of one scroll view share, by law in the order of ``descriptions``.
  static let shared = descriptions.filter { !$0.shared.isEmpty }.map { ($0.key, $0.shared) }

  private static let byKey = Dictionary(
    descriptions.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })

  /// The description of a law by its key.
  public static func description(_ key: String) -> LawDescription? { byKey[key] }
}

/// What a law is called and made of.
public struct LawDescription: Sendable {
  /// The key in commands and JSON.
  public var key: String
  /// The formula, as plain text.
  public var formula: String
  /// One line: what it describes.
  public var summary: String
  /// The parameters, in order.
  public var parameters: [QuantityDescription]
  /// What follows from them.
  public var derived: [QuantityDescription]
  /// The key of the parameter or derived quantity that is searched for, not solved for.
  public var nonlinear: String
  /// What `--fix` takes, as help and errors list it.
  public var fixable: [String]
  /// How many of the parameters `--start` takes.
  public var startCount: Int
  /// What all recordings of one scroll view have in common: what is pooled and compared.
  public var shared: [SharedConstant]
  /// What is shown of a fit first; all parameters where empty.
  public var headline: [String] = []
  /// What follows for the motion and is shown next.
  public var consequences: [String] = []
  /// Whose intervals hold the truth less often than they say where times are in error: W410.
  var timed: [String] = []
  /// What a prediction takes from a fit.
  package var predicts: [PredictionInput] = []

  /// A description.
  ///
  /// - Parameters:
  ///   - key: lowercase letters, digits and hyphens; none of ``Laws/descriptions``.
  ///   - formula: as plain text.
  ///   - summary: one line.
  ///   - parameters: in order.
  ///   - derived: what follows from them.
  ///   - nonlinear: the key of the parameter that is searched for.
  ///   - fixable: what `--fix` takes; a law of another package has no command and no such option.
  ///   - startCount: how many numbers `--start` takes; 0 for a law of another package.
  ///   - shared: what all recordings of one scroll view have in common.
  ///   - headline: keys of what is shown of a fit first; all parameters where empty.
  ///   - consequences: keys of what is shown next.
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

  /// What is shared of a key; nil for what belongs to the gesture.
  public func shared(_ key: String) -> SharedConstant? { shared.first { $0.key == key } }

  /// A description by key of a parameter or derived quantity; of `contact_time_2` that of `contact_time_N`
  /// with its number.
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

/// A quantity of a fit that a prediction takes as a constant.
package struct PredictionInput: Sendable, ExpressibleByStringLiteral {
  /// The key in the fit.
  package var key: String
  /// The name of the constant.
  package var name: String

  init(_ key: String, as name: String) {
    self.key = key
    self.name = name
  }

  /// Key and name are the same.
  package init(stringLiteral key: String) { self.init(key, as: key) }
}

/// A parameter or derived quantity that belongs to the scroll view, not to the gesture.
public struct SharedConstant: Sendable, Hashable {
  /// Its key.
  public var key: String
  /// By which part of itself it may differ from a reference unless someone says otherwise.
  public var tolerance: Double
  /// Whether many a recording does not show it, through no fault of its own: then nothing is said of that.
  public var isIncidental: Bool

  /// Half a per cent: less than anyone feels, and more than a few recordings leave open.
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

/// What a number of a law is called.
public struct QuantityDescription: Sendable {
  /// The key in JSON.
  public var key: String
  /// The unit, as printed.
  public var unit: String
  /// A name of a few words.
  public var name: String
  /// What it means, with its formula.
  public var meaning: String

  /// A description.
  public init(_ key: String, _ unit: String, _ name: String, _ meaning: String) {
    self.key = key
    self.unit = unit
    self.name = name
    self.meaning = meaning
  }
}
