internal import ScrollPhysics

/// A curve as Dart, with the physics classes of Flutter.
struct DartSource: SourceLanguage {
  var infinity: String { "double.infinity" }
  var definition: String { "final double " }
  var variable: String { "double " }
  func reference(_ constant: String) -> String { constant }

  func intrinsic(_ function: CurveExpression.Intrinsic, _ arguments: [String]) -> String {
    let first = arguments.first ?? ""
    switch function {
    case .abs: return "(\(first)).abs()"
    case .floor: return "(\(first)).floorToDouble()"
    // Dart has no library function for these.
    case .expm1, .log1p: return "_\(function.rawValue)(\(first))"
    case .exp, .log, .cos, .sin, .sqrt, .min, .max:
      return "math.\(function.rawValue)(\(arguments.joined(separator: ", ")))"
    }
  }

  private func name(_ function: CurveFunction) -> String {
    (function.isHelper ? "_" : "") + function.name
  }

  func call(_ function: CurveFunction, _ argument: String) -> String {
    "\(name(function))(\(argument))"
  }

  func text(of curve: ExportedCurve, name: CodeName, origin: [String]) -> String {
    let intrinsics = curve.intrinsics
    var lines = header(origin) + [""]
    if !intrinsics.subtracting([.abs, .floor]).isEmpty {
      lines += ["import 'dart:math' as math;", ""]
    }
    if curve.domain.isTime {
      lines += [
        "// Without Flutter leave out this and what uses it.",
        "import 'package:flutter/physics.dart';", "",
      ]
    }
    lines += ["/// \(curve.title).", "abstract final class \(name.text) {"]
    for constant in curve.constants {
      lines += [
        "  /// \(constant.documentation)",
        "  static const double \(constant.name) = \(CodeNumber.literal(constant.value));",
      ]
    }
    for function in curve.functions {
      lines += [
        "", "  /// \(function.documentation)",
        "  static double \(self.name(function))(double \(function.parameter)) {",
      ]
      lines += self.lines(function.body, of: curve, indent: "    ") + ["  }"]
    }
    if intrinsics.contains(.expm1) { lines += Self.expm1 }
    if intrinsics.contains(.log1p) { lines += Self.log1p }
    lines += idiom(curve) + ["}"]
    if curve.domain.isTime { lines += simulations(curve, name) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Accurate near 0: the error of e^x cancels. Source: W. Kahan; N. Higham, Accuracy and
  /// Stability of Numerical Algorithms, 1.14.
  private static let expm1 = [
    "", "  /// e^x - 1, exact also next to 0.", "  static double _expm1(double x) {",
    "    final double u = math.exp(x);", "    if (u == 1.0) {", "      return x;", "    }",
    "    final double v = u - 1.0;", "    if (v == -1.0 || u == double.infinity) {",
    "      return v;", "    }", "    return v * x / math.log(u);", "  }",
  ]

  /// Accurate near 0: the error of 1 + x cancels. Source as above.
  private static let log1p = [
    "", "  /// ln(1 + x), exact also next to 0.", "  static double _log1p(double x) {",
    "    final double u = 1.0 + x;", "    if (u == 1.0) {", "      return x;", "    }",
    "    if (u == double.infinity) {", "      return u;", "    }",
    "    return math.log(u) * x / (u - 1.0);", "  }",
  ]

  private func idiom(_ curve: ExportedCurve) -> [String] {
    switch curve.idiom {
    case .none: return []
    case .spring(let spring, let mass):
      return [
        "", "  /// The spring for Flutter.",
        "  static const SpringDescription spring = SpringDescription(",
        "    mass: \(CodeNumber.literal(mass)),",
        "    stiffness: \(CodeNumber.literal(spring.constants.stiffness(mass: mass))),",
        "    damping: \(CodeNumber.literal(spring.constants.damping(mass: mass))),", "  );",
      ]
    case .glide(let glide, _):
      // The factor of the velocity per second.
      let drag = Deceleration(velocity: 1, rate: glide.rate).velocity(at: 1)
      return [
        "",
        "  /// The factor of the velocity per second, e^(-k): the drag of Flutter's FrictionSimulation.",
        "  static const double drag = \(CodeNumber.literal(drag));", "",
        "  /// The glide for Flutter from any release; it ends by the tolerance of Flutter, not by this one's end.",
        "  static FrictionSimulation friction({",
        "    double position = initialPosition,", "    double velocity = initialVelocity,",
        "  }) {", "    return FrictionSimulation(drag, position, velocity);", "  }",
      ]
    }
  }

  /// A subclass of Simulation for each position function.
  private func simulations(_ curve: ExportedCurve, _ name: CodeName) -> [String] {
    let positions = curve.publicFunctions.filter { $0.name.lowercased().hasSuffix("position") }
    return positions.flatMap { position -> [String] in
      let part = position.name.dropLast("position".count)
      let velocity = part.isEmpty ? "velocity" : "\(part)Velocity"
      let end =
        switch curve.domain.rest {
        case nil: "\(name.text).\(position.name)(\(name.text).duration)"
        case let rest? where Double(rest) == nil: "\(name.text).\(rest)"
        case let rest?: rest
        }
      return [
        "",
        "/// The curve for animateWith of an AnimationController.unbounded; it rests at its end.",
        curve.domain.rest == "0.0"
          ? "/// ScrollPhysics takes offsets: maxScrollExtent plus, or minScrollExtent minus, this overscroll."
          : "/// ScrollPhysics takes it as it is where its offsets are those of the scroll view.",
        "class \(name.text)\(part.prefix(1).uppercased() + part.dropFirst())Simulation extends Simulation {",
        "  @override", "  double x(double time) =>",
        "      isDone(time) ? \(end) : \(name.text).\(position.name)(time);", "",
        "  @override",
        "  double dx(double time) => isDone(time) ? 0.0 : \(name.text).\(velocity)(time);", "",
        "  @override", "  bool isDone(double time) => time >= \(name.text).duration;", "}",
      ]
    }
  }
}
