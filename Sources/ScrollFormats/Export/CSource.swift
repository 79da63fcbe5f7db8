/// A curve as a C99 header of inline functions, valid in C++ too.
struct CSource: SourceLanguage {
  package let name: CodeName

  var infinity: String { "INFINITY" }
  var definition: String { "const double " }
  var variable: String { "double " }
  func reference(_ constant: String) -> String {
    "\(name.upperSnake)_\(CodeName.snake(constant).uppercased())"
  }

  func name(_ function: CurveExpression.Intrinsic) -> String {
    switch function {
    case .abs, .min, .max: "f\(function.rawValue)"
    default: function.rawValue
    }
  }

  private func name(_ function: CurveFunction) -> String {
    "\(name.snake)_\(CodeName.snake(function.name))"
  }

  func call(_ function: CurveFunction, _ argument: String) -> String {
    "\(name(function))(\(argument))"
  }

  func text(of curve: ExportedCurve, origin: [String]) -> String {
    let guardName = "\(name.upperSnake)_H"
    var lines = header(origin)
    lines += ["", "#ifndef \(guardName)", "#define \(guardName)", "", "#include <math.h>", ""]
    for constant in curve.constants {
      lines += [
        "/** \(constant.documentation) */",
        // Parentheses keep a negative number intact after any operator.
        "#define \(reference(constant.name)) (\(CodeNumber.literal(constant.value)))",
      ]
    }
    // Helpers first: functions are declared where they are defined.
    for function in curve.functions.filter(\.isHelper) + curve.publicFunctions {
      lines += [
        "", "/** \(function.documentation) */",
        "static inline double \(name(function))(double \(function.parameter)) {",
      ]
      lines += self.lines(function.body, of: curve, indent: "  ") + ["}"]
    }
    return (lines + ["", "#endif"]).joined(separator: "\n") + "\n"
  }
}
