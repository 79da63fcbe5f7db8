/// A curve as an ES module: one class of constants and functions, with types in JSDoc comments.
struct JavaScriptSource: SourceLanguage {
  package let name: CodeName

  var infinity: String { "Infinity" }
  var definition: String { "const " }
  var variable: String { "let " }
  func reference(_ constant: String) -> String { "\(name.text).\(constant)" }

  func name(_ function: CurveExpression.Intrinsic) -> String { "Math.\(function.rawValue)" }

  private func name(_ function: CurveFunction) -> String {
    (function.isHelper ? "#" : "") + function.name
  }

  func call(_ function: CurveFunction, _ argument: String) -> String {
    "\(name.text).\(name(function))(\(argument))"
  }

  func text(of curve: ExportedCurve, origin: [String]) -> String {
    var lines = header(origin)
    lines += ["", "/** \(curve.title). */", "export class \(name.text) {"]
    for constant in curve.constants {
      lines += [
        "  /** \(constant.documentation) */",
        "  static \(constant.name) = \(CodeNumber.short(constant.value));",
      ]
    }
    for function in curve.functions {
      lines += [
        "", "  /**", "   * \(function.meaning)",
        "   * @param {number} \(function.parameter) \(function.parameterMeaning)",
        "   * @returns {number}", "   */",
        "  static \(name(function))(\(function.parameter)) {",
      ]
      lines += self.lines(function.body, of: curve, indent: "    ") + ["  }"]
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }
}
