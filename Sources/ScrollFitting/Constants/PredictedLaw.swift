internal import ScrollPhysics

/// A law whose consequences follow from its constants: what `predict` and `export` know of it.
///
/// Each law states its own, in its folder, as ``Law/predicted``. ``all`` lists these and the motions that are composed
/// of laws.
public struct PredictedLaw: Sendable {
  /// The key in commands and JSON.
  public let key: String
  /// The constants, in the order of help.
  public let constants: LawConstants
  /// The constants that describe no motion but ask for one more number.
  public let questions: [String]
  /// The laws of fits that constants are read from; one of each group.
  public let fittedLaws: [[String]]
  /// The constants that laws of `identify` give, by the keys of these laws: names by the keys in the result.
  let identified: [String: [String: String]]
  /// Whether the start of a bounce is read from its fit; a fling takes its speed from its release alone.
  public let takesStart: Bool
  /// Whether the law has a curve in elementary functions, which can be exported.
  public var isCurve: Bool { curve != nil }
  /// Whether velocity may decay continuously or once a millisecond.
  public var hasForm: Bool { constants.constants.contains { $0.name == Notation.form.name } }
  /// The curve; nil for a law that is a number, or that no elementary functions describe.
  let curve: Curve?
  /// What follows from constants. Pure: equal constants give equal numbers, so that they can be differentiated.
  let predict: Predict
  private let formulas: (continuous: String, discrete: String)

  typealias Curve = @Sendable (ConstantValues) throws(PredictionError) -> ConstantMotion
  typealias Predict = @Sendable (ConstantValues) throws(PredictionError) -> PredictedMotion

  init(
    _ key: String, formula: String, discreteFormula: String? = nil,
    constants: [ConstantDescription], questions: [String] = [], fittedLaws: [[String]],
    identified: [String: [String: String]] = [:], takesStart: Bool = true, curve: Curve?,
    predict: @escaping Predict
  ) {
    self.key = key
    self.constants = LawConstants(key, constants)
    self.questions = questions
    self.fittedLaws = fittedLaws
    self.identified = identified
    self.takesStart = takesStart
    self.curve = curve
    self.predict = predict
    formulas = (formula, discreteFormula ?? formula)
  }

  /// The formula, with the names of its constants.
  public func formula(isDiscrete: Bool) -> String {
    isDiscrete ? formulas.discrete : formulas.continuous
  }

  /// All laws that can be predicted, in the order of help.
  public static let all =
    Laws.all.compactMap { $0.predicted } + [fling, force, push] + EngineLaw.predicted

  /// The law of a key; nil for an unknown one.
  public init?(key: String) {
    guard let law = Self.all.first(where: { $0.key == key }) else { return nil }
    self = law
  }
}

/// The values of constants by name.
struct ConstantValues: Sendable {
  /// The values, in the units of ``ConstantDescription``.
  var values: [String: Double]
  /// The words of constants that are no numbers, by name.
  var words: [String: String] = [:]
  /// Frames per second where no constant says so.
  var frameRate = 60.0
  /// Whether velocity is summed over whole milliseconds.
  var isDiscrete = false

  subscript(name: String) -> Double? { values[name] }

  /// The overscroll in pt below which a bounce ends.
  var settle: Double { values["settle"] ?? CriticalBounce.observedSettleThreshold }

  /// The distance in pt from its limit at which a motion without a stop rule ends.
  var epsilon: Double { values["epsilon"] ?? 0.1 }
}

/// A quantity before its uncertainty is known.
struct PredictedValue {
  var key: String
  var name: String
  var unit: String
  var value: Double?
  var reason: String?

  init(
    _ key: String, _ unit: String, _ name: String, _ value: Double?, reason: String? = nil
  ) {
    self.key = key
    self.unit = unit
    self.name = name
    self.value = value.flatMap { $0.isFinite ? $0 : nil }
    if self.value == nil {
      self.reason = value == nil ? reason ?? "not known" : "beyond the range of numbers"
    }
  }
}

/// What follows from values of constants: the constants in every notation, and the motion.
struct PredictedMotion {
  var constants: [PredictedValue] = []
  var predicted: [PredictedValue] = []
}
