internal import ScrollPhysics

/// A curve as Swift, with the springs of UIKit and SwiftUI where they exist.
struct SwiftSource: SourceLanguage {
  var terminator: String { "" }
  var infinity: String { "Double.infinity" }
  var definition: String { "let " }
  var variable: String { "var " }
  func condition(_ text: String) -> String { text }
  func reference(_ constant: String) -> String { constant }

  func call(_ function: CurveFunction, _ argument: String) -> String {
    "\(function.name)(\(label(function)): \(argument))"
  }

  private func label(_ function: CurveFunction) -> String { function.label ?? function.parameter }

  func text(of curve: ExportedCurve, name: CodeName, origin: [String]) -> String {
    var lines = header(origin)
    lines += ["", "import Foundation", "", "/// \(curve.title).", "public enum \(name.text) {"]
    for constant in curve.constants {
      lines += [
        "  /// \(constant.documentation)",
        "  public static let \(constant.name) = \(CodeNumber.literal(constant.value))",
      ]
    }
    for function in curve.functions {
      let access = function.isHelper ? "private" : "public"
      let label = label(function)
      let parameter = label == function.parameter ? label : "\(label) \(function.parameter)"
      lines += [
        "", "  /// \(function.documentation)",
        "  \(access) static func \(function.name)(\(parameter): Double) -> Double {",
      ]
      lines += self.lines(function.body, of: curve, indent: "    ") + ["  }"]
    }
    lines += ["}"] + idiom(curve, name)
    return lines.joined(separator: "\n") + "\n"
  }

  private func idiom(_ curve: ExportedCurve, _ name: CodeName) -> [String] {
    switch curve.idiom {
    case .none: return []
    case .spring(let spring, let mass):
      let state = spring.initialState
      // + 0 turns -0 into 0 for a motion from rest.
      let relative = state.position == 0 ? 0 : -state.velocity / state.position + 0
      let numbers =
        "mass: \(CodeNumber.literal(mass)), "
        + "stiffness: \(CodeNumber.literal(spring.constants.stiffness(mass: mass))), "
        + "damping: \(CodeNumber.literal(spring.constants.damping(mass: mass)))"
      let velocity = CodeNumber.literal(relative)
      let limit =
        spring.constants.dampingRatio > 1
        ? " More than critically damped, which only `spring` of iOS 17 allows in so many words."
        : ""
      let note =
        state.position == 0
        ? "This curve starts at its target, so that no velocity can be relative to a distance:"
          + " animate with `position(at:)`."
        : "Without an argument that of this curve.\(limit)"
      return [
        "", "#if canImport(UIKit) && !os(watchOS)", "  import UIKit", "",
        "  extension \(name.text) {",
        "    /// The spring for UIKit. `relativeVelocity`: velocity over the distance to go, in 1/s.",
        "    /// \(note)", "    @MainActor public static func timingParameters(",
        "      relativeVelocity: CGVector = CGVector(dx: \(velocity), dy: \(velocity))",
        "    ) -> UISpringTimingParameters {", "      UISpringTimingParameters(",
        "        \(numbers),", "        initialVelocity: relativeVelocity)", "    }", "  }",
        "#endif", "", "#if canImport(SwiftUI)", "  import SwiftUI", "",
        "  extension \(name.text) {", "    /// The spring for SwiftUI.",
        "    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)",
        "    public static var spring: Spring {", "      Spring(",
        "        \(numbers),", "        allowOverDamping: true)", "    }", "",
        "    /// An animation for SwiftUI. `relativeVelocity`: velocity over the distance to go, in 1/s.",
        "    /// \(note)",
        "    @available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)",
        "    public static func animation(relativeVelocity: Double = \(velocity)) -> Animation {",
        "      .interpolatingSpring(", "        \(numbers),",
        "        initialVelocity: relativeVelocity)", "    }", "  }", "#endif",
      ]
    case .glide(let glide, _):
      let factor = DecelerationRate(perSecond: glide.rate).perMillisecond
      return [
        "", "#if canImport(UIKit) && !os(watchOS) && !os(tvOS)", "  import UIKit", "",
        "  extension \(name.text) {",
        "    /// The rate for UIScrollView: the factor of the velocity per millisecond, e^(-k / 1000).",
        "    public static let decelerationRate = UIScrollView.DecelerationRate(",
        "      rawValue: \(CodeNumber.literal(factor)))", "  }", "#endif",
      ]
    }
  }
}
