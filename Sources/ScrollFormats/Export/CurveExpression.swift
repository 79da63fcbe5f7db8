/// A formula of an exported curve; each language prints it in its own syntax.
///
/// A string literal is the name of a constant of the curve, of the parameter, or of a value defined before:
/// `"initialVelocity" * exp(-"decayRate" * "time")`.
indirect enum CurveExpression: Sendable, ExpressibleByFloatLiteral, ExpressibleByStringLiteral {
  /// Functions that each language has in its library or gets from its renderer.
  enum Intrinsic: String, Sendable, CaseIterable {
    /// e^x, e^x - 1, ln x, ln(1 + x), cosine and sine of radians, the square root.
    case exp, expm1, log, log1p, cos, sin, sqrt
    /// Largest integer not above x, absolute value, minimum and maximum of two.
    case floor, abs, min, max
  }

  enum Operation: String, Sendable {
    case plus = "+"
    case minus = "-"
    case times = "*"
    case over = "/"

    var precedence: Int { self == .plus || self == .minus ? 1 : 2 }
  }

  case number(Double)
  case infinity
  case name(String)
  case intrinsic(Intrinsic, [CurveExpression])
  /// A call of another function of the same curve.
  case own(String, CurveExpression)
  case negative(CurveExpression)
  case infix(CurveExpression, Operation, CurveExpression)

  init(floatLiteral value: Double) { self = .number(value) }
  init(stringLiteral name: String) { self = .name(name) }

  static func + (left: Self, right: Self) -> Self { .infix(left, .plus, right) }
  static func - (left: Self, right: Self) -> Self { .infix(left, .minus, right) }
  static func * (left: Self, right: Self) -> Self { .infix(left, .times, right) }
  static func / (left: Self, right: Self) -> Self { .infix(left, .over, right) }
  static prefix func - (value: Self) -> Self { .negative(value) }

  static func exp(_ x: Self) -> Self { .intrinsic(.exp, [x]) }
  static func expm1(_ x: Self) -> Self { .intrinsic(.expm1, [x]) }
  static func log(_ x: Self) -> Self { .intrinsic(.log, [x]) }
  static func sqrt(_ x: Self) -> Self { .intrinsic(.sqrt, [x]) }
  static func log1p(_ x: Self) -> Self { .intrinsic(.log1p, [x]) }
  static func cos(_ x: Self) -> Self { .intrinsic(.cos, [x]) }
  static func sin(_ x: Self) -> Self { .intrinsic(.sin, [x]) }
  static func floor(_ x: Self) -> Self { .intrinsic(.floor, [x]) }
  static func abs(_ x: Self) -> Self { .intrinsic(.abs, [x]) }
  static func min(_ x: Self, _ y: Self) -> Self { .intrinsic(.min, [x, y]) }
  static func max(_ x: Self, _ y: Self) -> Self { .intrinsic(.max, [x, y]) }

  /// The intrinsics that the formula uses.
  var intrinsics: Set<Intrinsic> {
    switch self {
    case .number, .infinity, .name: []
    case .intrinsic(let function, let arguments):
      arguments.reduce(into: [function]) { $0.formUnion($1.intrinsics) }
    case .own(_, let argument): argument.intrinsics
    case .negative(let value): value.intrinsics
    case .infix(let left, _, let right): left.intrinsics.union(right.intrinsics)
    }
  }
}

/// A comparison that selects a branch of a function.
struct CurveCondition: Sendable {
  enum Relation: String, Sendable {
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  var left: CurveExpression
  var relation: Relation
  var right: CurveExpression

  init(_ left: CurveExpression, _ relation: Relation, _ right: CurveExpression) {
    self.left = left
    self.relation = relation
    self.right = right
  }
}

/// One statement of a function.
enum CurveStatement: Sendable {
  /// Defines a named value.
  case define(String, CurveExpression)
  /// Defines a value that ``assign`` changes.
  case variable(String, CurveExpression)
  /// Gives a variable another value.
  case assign(String, CurveExpression)
  /// Statements that run if a condition holds.
  case when(CurveCondition, [CurveStatement])
  /// Statements that run as long as a condition holds.
  case loop(CurveCondition, [CurveStatement])
  case result(CurveExpression)

  /// The intrinsics that the statement uses.
  var intrinsics: Set<CurveExpression.Intrinsic> {
    switch self {
    case .define(_, let value), .variable(_, let value), .assign(_, let value), .result(let value):
      value.intrinsics
    case .when(let condition, let body), .loop(let condition, let body):
      body.reduce(into: condition.left.intrinsics.union(condition.right.intrinsics)) {
        $0.formUnion($1.intrinsics)
      }
    }
  }
}

/// A function of an exported curve.
struct CurveFunction: Sendable {
  /// Its name, in camel case.
  package var name: String
  /// The argument label, in languages that have labels.
  var label: String?
  var parameter: String
  /// Meaning and unit of the parameter.
  var parameterMeaning: String
  /// One sentence with the unit of the result.
  var meaning: String
  var body: [CurveStatement]
  /// Whether only other functions of the curve call it.
  var isHelper = false

  /// Creates a function of time.
  init(ofTime name: String, _ meaning: String, _ body: [CurveStatement]) {
    self.init(name, label: "at", of: "time", "time since the start in s", meaning, body)
  }

  init(
    _ name: String, label: String? = nil, of parameter: String, _ parameterMeaning: String,
    _ meaning: String, _ body: [CurveStatement]
  ) {
    self.name = name
    self.label = label
    self.parameter = parameter
    self.parameterMeaning = parameterMeaning
    self.meaning = meaning
    self.body = body
  }

  /// Creates a helper of the other functions.
  init(
    helper name: String, of parameter: String, _ parameterMeaning: String, _ meaning: String,
    _ body: [CurveStatement]
  ) {
    self.init(name, of: parameter, parameterMeaning, meaning, body)
    isHelper = true
  }
}
