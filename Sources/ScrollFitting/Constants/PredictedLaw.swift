internal import ScrollPhysics

/// A law that can be predicted from its constants, for `predict` and `export`.
///
/// Each law defines its own as ``Law/predicted``. ``all`` lists these and the motions composed of several laws.
public struct PredictedLaw: Sendable {
  /// The key in commands and JSON.
  public let key: String
  /// The constants, in the order of help.
  public let constants: LawConstants
  /// Constants that do not belong to the motion but request one more number, such as the velocity at a time.
  public let questions: [String]
  /// The laws of fits that constants can be read from; one law of each group.
  public let fittedLaws: [[String]]
  /// The constants that laws of `identify` provide: by the key of such a law, names by the keys in the result.
  let identified: [String: [String: String]]
  /// Whether the start of a bounce is read from its fit. A fling uses only the speed of its release.
  public let takesStart: Bool
  /// Whether the law has a curve in elementary functions that can be exported.
  public var isCurve: Bool { curve != nil }
  /// Whether velocity may decay continuously or once a millisecond.
  public var hasForm: Bool { constants.constants.contains { $0.name == Notation.form.name } }
  /// The curve; nil for a law that is a number, or that elementary functions do not describe.
  let curve: Curve?
  /// The prediction from constants. Pure: equal constants give equal numbers, so it can be differentiated.
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

  /// The law with a key; nil if it is unknown.
  public init?(key: String) {
    guard let law = Self.all.first(where: { $0.key == key }) else { return nil }
    self = law
  }
}

/// The values of constants by name.
struct ConstantValues: Sendable {
  /// The values, in the units of ``ConstantDescription``.
  var values: [String: Double]
  /// The values of constants that are words, by name.
  var words: [String: String] = [:]
  /// Frames per second if no constant specifies it.
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

/// The prediction from values of constants: the constants in every notation, and the motion.
struct PredictedMotion {
  var constants: [PredictedValue] = []
  var predicted: [PredictedValue] = []
}
