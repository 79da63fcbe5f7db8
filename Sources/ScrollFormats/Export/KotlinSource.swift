internal import ScrollPhysics

/// A curve as Kotlin, with the Compose animation where one exists.
struct KotlinSource: SourceLanguage {
  var terminator: String { "" }
  var infinity: String { "Double.POSITIVE_INFINITY" }
  var definition: String { "val " }
  var variable: String { "var " }
  func reference(_ constant: String) -> String { CodeName.snake(constant).uppercased() }

  func name(_ function: CurveExpression.Intrinsic) -> String {
    switch function {
    case .log1p: "ln1p"
    case .log: "ln"
    default: function.rawValue
    }
  }

  func call(_ function: CurveFunction, _ argument: String) -> String {
    "\(function.name)(\(argument))"
  }

  func text(of curve: ExportedCurve, name: CodeName, origin: [String]) -> String {
    let idiom = idiom(curve)
    var lines = header(origin) + [""]
    if !idiom.imports.isEmpty {
      lines.append("// Without Compose leave out these and their function.")
    }
    lines += idiom.imports.map { "import androidx.compose.animation.core.\($0)" }
    lines += curve.intrinsics.map { "import kotlin.math.\(self.name($0))" }.sorted()
    if lines.last != "" { lines.append("") }
    lines += ["/** \(curve.title). */", "object \(name.text) {"]
    for constant in curve.constants {
      lines += [
        "  /** \(constant.documentation) */",
        "  const val \(reference(constant.name)): Double = \(CodeNumber.literal(constant.value))",
      ]
    }
    for function in curve.functions {
      lines += [
        "", "  /** \(function.documentation) */",
        "  \(function.isHelper ? "private " : "")fun \(function.name)(\(function.parameter): Double): Double {",
      ]
      lines += self.lines(function.body, of: curve, indent: "    ") + ["  }"]
    }
    lines += idiom.lines + ["}"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// v(t) = v0 e^(-4.2 m t) for a frictionMultiplier m; source: androidx.compose.animation.core,
  /// FloatExponentialDecaySpec.
  private static let decayUnit = 4.2

  private func idiom(_ curve: ExportedCurve) -> (imports: [String], lines: [String]) {
    switch curve.idiom {
    case .none: return ([], [])
    case .spring(let spring, _):
      return (
        ["SpringSpec", "spring"],
        [
          "",
          "  /** The spring for Compose, whose stiffness is omega^2 of a unit mass: no unit of length in it. */",
          "  fun springSpec(): SpringSpec<Float> =",
          "    spring(dampingRatio = \(single(spring.constants.dampingRatio)), stiffness = \(single(spring.constants.stiffnessPerMass)))",
        ]
      )
    case .glide(let glide, let stop):
      let end = stop ?? glide.velocity(at: curve.domain.end).magnitude
      return (
        ["DecayAnimationSpec", "exponentialDecay"],
        [
          "", "  /**",
          "   * The glide for Compose: frictionMultiplier = k / 4.2, by its v = v0 e^(-4.2 frictionMultiplier t)",
          "   * (FloatExponentialDecaySpec). It ends below absVelocityThreshold, in pt/s: multiply it by the",
          "   * density where the animated value is in pixels.", "   */",
          "  fun decaySpec(): DecayAnimationSpec<Float> =",
          "    exponentialDecay(frictionMultiplier = \(single(glide.rate / Self.decayUnit)), absVelocityThreshold = \(single(end)))",
        ]
      )
    }
  }

  private func single(_ value: Double) -> String {
    CodeNumber.literal(Double("\(Float(value))") ?? value) + "f"
  }
}
