/// A language for exported curves: how it prints the parts of formulas.
protocol SourceLanguage: Sendable {
  /// The end of a statement.
  var terminator: String { get }
  var infinity: String { get }
  /// The keyword of an immutable value, with a space after it.
  var definition: String { get }
  /// The keyword of a value that changes, with a space after it.
  var variable: String { get }
  func name(_ function: CurveExpression.Intrinsic) -> String
  /// A call of a library function with printed arguments.
  func intrinsic(_ function: CurveExpression.Intrinsic, _ arguments: [String]) -> String
  /// A use of a constant of the curve.
  func reference(_ constant: String) -> String
  func call(_ function: CurveFunction, _ argument: String) -> String
  /// The condition of a branch, after its keyword.
  func condition(_ text: String) -> String
}

extension SourceLanguage {
  var terminator: String { ";" }
  func condition(_ text: String) -> String { "(\(text))" }
  func name(_ function: CurveExpression.Intrinsic) -> String { function.rawValue }
  func intrinsic(_ function: CurveExpression.Intrinsic, _ arguments: [String]) -> String {
    "\(name(function))(\(arguments.joined(separator: ", ")))"
  }

  /// An expression, with parentheses where its precedence requires them.
  func text(
    _ expression: CurveExpression, of curve: ExportedCurve, binding: Int = 0
  ) -> String {
    switch expression {
    case .number(let value): return CodeNumber.literal(value)
    case .infinity: return infinity
    case .name(let name):
      return curve.constants.contains { $0.name == name } ? reference(name) : name
    case .intrinsic(let function, let arguments):
      return intrinsic(function, arguments.map { text($0, of: curve) })
    case .own(let name, let argument):
      let argument = text(argument, of: curve)
      guard let function = curve.functions.first(where: { $0.name == name }) else { return name }
      return call(function, argument)
    case .negative(let value):
      let inner = "-\(text(value, of: curve, binding: 3))"
      return binding > 0 ? "(\(inner))" : inner
    case .infix(let left, let operation, let right):
      let own = operation.precedence
      // a - (b - c) and a / (b * c) need their parentheses.
      let inner =
        "\(text(left, of: curve, binding: own)) \(operation.rawValue) "
        + text(right, of: curve, binding: operation == .plus ? own : own + 1)
      return own < binding ? "(\(inner))" : inner
    }
  }

  /// The lines of a function's body.
  func lines(
    _ body: [CurveStatement], of curve: ExportedCurve, indent: String
  ) -> [String] {
    body.flatMap { statement -> [String] in
      switch statement {
      case .define(let name, let value):
        return ["\(indent)\(definition)\(name) = \(text(value, of: curve))\(terminator)"]
      case .result(let value):
        return ["\(indent)return \(text(value, of: curve))\(terminator)"]
      case .variable(let name, let value):
        return ["\(indent)\(variable)\(name) = \(text(value, of: curve))\(terminator)"]
      case .assign(let name, let value):
        return ["\(indent)\(name) = \(text(value, of: curve))\(terminator)"]
      case .when(let test, let body):
        return block("if", test, body, of: curve, indent: indent)
      case .loop(let test, let body):
        return block("while", test, body, of: curve, indent: indent)
      }
    }
  }

  private func block(
    _ keyword: String, _ test: CurveCondition, _ body: [CurveStatement], of curve: ExportedCurve,
    indent: String
  ) -> [String] {
    let condition =
      "\(text(test.left, of: curve)) \(test.relation.rawValue) \(text(test.right, of: curve))"
    return ["\(indent)\(keyword) \(self.condition(condition)) {"]
      + lines(body, of: curve, indent: indent + "  ") + ["\(indent)}"]
  }

  /// The origin of a curve as line comments.
  func header(_ origin: [String]) -> [String] {
    origin.map { "// \($0)" }
  }
}

extension ExportedCurve {
  /// The intrinsics that its functions use.
  var intrinsics: Set<CurveExpression.Intrinsic> {
    functions.flatMap(\.body).reduce(into: []) { $0.formUnion($1.intrinsics) }
  }
}

extension ExportedCurve.Constant {
  var documentation: String { unit.isEmpty ? "\(meaning)." : "\(meaning), in \(unit)." }
}

extension CurveFunction {
  /// `Position in pt. The time since the start in s.`
  var documentation: String { "\(meaning) `\(parameter)`: \(parameterMeaning)." }
}
