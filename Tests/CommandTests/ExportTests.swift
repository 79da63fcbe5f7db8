import ScrollFitting
import ScrollPhysics
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `scrollfit export`: code that is run against the law, easings and tables that are measured against it.
@Suite struct ExportTests {
  static let lines = [
    "bounce v0=2404.116 delta=10.93", "bounce v0=0 y0=80 delta=10.93",
    "bounce v0=-873 y0=80 delta=10.93", "bounce C=-1500 delta=9.5 settle=0.1",
    "spring v0=2404 stiffness=100 mass=0.5 damping_ratio=1.1",
    "spring v0=1200 y0=-30 omega=12 zeta=0.35",
    // Next to critical damping on both sides: the notation keeps the digits of 1 - zeta.
    "spring v0=2404 response=0.575 bounce=1e-12", "spring v0=2404 response=0.575 bounce=-1e-12",
    "spring v0=2404 response=0.575 bounce=1e-6", "spring v0=2404 response=0.575 bounce=-1e-6",
    "spring v0=500 delta=10 kappa=-1e-13", "spring a=3 b=900 delta=30 kappa=-890",
    "decelerate v0=1802.126 d=0.998 stop=10", "decelerate v0=-5027 x0=300 d=0.99",
    "decelerate v0=900 k=2 coulomb=300", "decelerate v0=-900 k=1e-7 coulomb=600 x0=5",
    "decelerate v0=4000 k=3.7 coulomb=636.4 stop=25", "decelerate v0=1802 d=0.998 form=discrete",
    "decelerate v0=-1802 d=0.99 form=discrete stop=10 x0=-7",
    "resistance v0=800 r=2 x0=10", "gravity g=1000 height=480", "gravity g=-800 height=60 v0=500",
    "collision e=0.6 g=1000 height=480", "collision e=0 g=1000 height=480",
    "collision e=1 g=-1000 height=100 v0=40 rebounds=3", "collision e=0.999999 g=1000 v1=300",
    "collision e=0.5 magnitude=1 v1=800", "fling v0=3000 k=2.002 distance=600 delta=10.93",
    "fling v0=-3000 k=2.002 x0=200 distance=600 omega=11 zeta=0.5",
    "fling v0=300 k=2.002 distance=600 delta=10.93 stop=10",
    "fling v0=2000 k=2 coulomb=100 distance=300 omega=14 zeta=1.2",
    "fling v0=3000 k=2.002 edge=-20 delta=10.93", "transfer v0=2000 k=2.002 distance=500",
    "transfer v0=-2400 d=0.998 distance=700 m_outer=3 m_inner=2 x0=700 stop=10",
    "transfer v0=2000 k=2 coulomb=150 distance=300 mass_ratio=0.5",
    "rubber-band c=0.55 d=844", "stretch gain=1.2 intercept=220",
    "stretch gain=-0.5 intercept=100 breakpoint=-88",
  ]

  /// The laws that only engines have; a circle is infinitely fast at its start, and is refused.
  static let engineLines =
    [
      "constant-deceleration v0=3000 deceleration=1000 stop=20",
      "constant-deceleration v0=-900 deceleration=492.1 x0=5",
      "superposed-deceleration v0=-3000 k=2.0025 deceleration=1400 stop=6",
      "superposed-deceleration v0=900 k=2.0025 deceleration=1400",
      "projected-deceleration v0=2000 power=0.8 time_constant=0.325 stop_distance=0.5",
      "per-frame v0=3000 factor=0.95 stop_step=0.01", "per-frame v0=-3000 factor=0.68 order=slow",
      "per-frame v0=3000 factor=0.9 fps=30.303030303030305",
      "stepped-viscous v0=3000 r=2.94 stop=0.5", "stepped-viscous v0=-800 r=2.94 fps=120",
      "growing-friction v0=3000 c=0.2 stop=1", "growing-friction v0=-800 c=0.5 fps=120",
      "android-power-law v0=3000", "android-spline v0=-5000 x0=10",
      "android-spline v0=700 friction=0.03", "bezier-fling v0=3000",
      "bezier-fling v0=-9000 maximum_distance=1600", "bezier-fling v0=3530 maximum_distance=500",
      "eased-glide v0=2000 deceleration=600 x1=0.1 y1=0.57 x2=0.1 y2=1",
      "eased-glide v0=-6000 deceleration=750 maximum_duration=2.5 easing=quintic",
      "momentum v0=4000", "momentum v0=-60 x0=7 k0=5", "smooth-damp y0=80 smooth_time=0.1",
      "smooth-damp v0=1000 smooth_time=0.1 fps=120",
      "elastic y0=50 v0=500 amplitude=0.31 stiffness=20 period=1.6",
      "framewise y0=50 v0=500 friction=0.95 outward=0.03 inward=0.08 stop_step=0.01",
      "framewise v0=900 friction=0.92 outward=0.04 inward=0.11 overshoot=2.5 stop_step=0.3 order=slow",
      "eased-return y0=80 duration=0.4 easing=quadratic-exponential",
      "tween from=100 to=-900 duration=0.4 x1=0 y1=0 x2=0.58 y2=1", "proportional-band c=0.5",
      "tapered-band c=0.0625 d=800", "quadratic-band c=0.45 linear=0.0001 quadratic=0.000005",
    ]
    + Easing.named.filter { !$0.name.hasPrefix("circular") }.map {
      "tween distance=1500 duration=0.6 easing=\($0.name)"
    }

  static func cases() throws -> [ExportCase] { try (lines + engineLines).map(ExportCase.init) }

  /// Those of a result whose names are written by someone with bad intentions.
  static let hostile = #"""
    x*/ INJECTED(); #include "INJECTED" /* */ // --> <!-- INJECTED </script> ]]> "INJECTED" ${INJECTED} \(INJECTED) ??/
    """# + "\n#error INJECTED\n*/\u{2028}INJECTED\r\n\u{202E}INJECTED\\"

  /// A JSON string.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// A fit whose names are hostile.
  static var hostileResult: String {
    let text = quoted(hostile)
    return #"{"format_version":"1.0","results":[{"source":{"path":\#(text),"trace":\#(text),"#
      + #""content_hash":\#(text)},"fits":[{"law":"bounce","parameters":{"#
      + #""C":{"value":2400,"unit":"pt/s","standard_error":3},"#
      + #""delta":{"value":10.93,"unit":"1/s","standard_error":null}}}]}]}"#
  }

  /// Whether a folder of PATH holds a program.
  private static func has(_ tool: String) -> Bool {
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    return path.split(separator: ":").contains { access("\($0)/\(tool)", X_OK) == 0 }
  }

  /// The exports of all cases, named Case0 and so on; the last is the hostile one.
  private func exports(as format: String) async throws -> [String] {
    let workspace = try Workspace()
    var texts: [String] = []
    for (index, one) in try Self.cases().enumerated() {
      let outcome = try await Command.run(
        ["export", one.law.key] + one.arguments + ["--as", format, "--name", "Case\(index)"],
        in: workspace.path)
      #expect(outcome.code == 0, "\(one.testDescription): \(outcome.error)")
      #expect(outcome.error == "")
      texts.append(outcome.output)
    }
    try workspace.write(Self.hostileResult, to: "hostile.json")
    let outcome = try await Command.run(
      ["export", "bounce", "--from", "hostile.json", "--as", format, "--name", "Hostile"],
      in: workspace.path)
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(outcome.output.contains("INJECTED"))
    return texts + [outcome.output]
  }

  /// `call` as code for every function, case and place, in that order.
  private func calls(
    _ call: (Int, ExportCase.Function, String) -> String
  ) throws -> [String] {
    try Self.cases().enumerated().flatMap { index, one in
      one.functions.flatMap { function in
        one.places.map { call(index, function, "\($0)") }
      }
    }
  }

  /// Holds the numbers that a program printed, one a line, to the laws.
  private func compare(_ output: String, _ language: String) throws {
    let lines = output.split(separator: "\n")
    var row = 0
    for one in try Self.cases() {
      for function in one.functions {
        let size = one.size(function)
        for place in one.places {
          try #require(row < lines.count, "\(language) ends early")
          let found = try #require(Double(String(lines[row])), "\(language): \(lines[row])")
          let expected = function.value(place)
          row += 1
          if expected.isInfinite {
            #expect(found == expected, "\(language) \(one) \(function.name)(\(place))")
          } else {
            // Relative to the size of the curve.
            #expect(
              (found - expected).magnitude <= 1e-9 * size,
              "\(language) \(one) \(function.name)(\(place)): \(found), not \(expected)")
          }
        }
      }
    }
    #expect(row == lines.count)
  }

  // MARK: - Languages

  @Test(.enabled(if: has("swiftc"), "there is no swiftc"))
  func `Swift evaluates to the law`() async throws {
    let workspace = try Workspace()
    let body = try calls { "  show(Case\($0).\($1.name)(\($1.label): \($2)))" }
    // A hundred calls a function: one list of them all would be one expression, a minute's work.
    let parts = stride(from: 0, to: body.count, by: 100).map { start in
      (
        call: "part\(start)()",
        text: "func part\(start)() {\n"
          + body[start..<min(start + 100, body.count)].joined(separator: "\n") + "\n}\n"
      )
    }
    var program = try await exports(as: "swift")
    program.append("func show(_ value: Double) { print(value) }")
    program += parts.map(\.text) + parts.map(\.call)
    try workspace.write(program.joined(separator: "\n") + "\n", to: "main.swift")
    let outcome = try await workspace.shell(
      "swiftc -warnings-as-errors -Onone main.swift -o program && ./program")
    #expect(outcome.code == 0, "\(outcome.error.prefix(2000))")
    try compare(outcome.output, "Swift")
  }

  @Test(.enabled(if: has("cc"), "there is no cc"), arguments: ["c99", "c11"])
  func `C evaluates to the law`(_ standard: String) async throws {
    let workspace = try Workspace()
    var includes = ""
    for (index, text) in try await exports(as: "c").enumerated() {
      try workspace.write(text, to: "curve\(index).h")
      includes += "#include \"curve\(index).h\"\n"
    }
    let body = try calls { index, function, place in
      "  printf(\"%.17g\\n\", case\(index)_\(snake(function.name))(\(place)));"
    }
    try workspace.write(
      "\(includes)\(includes)#include <stdio.h>\nint main(void) {\n"
        + body.joined(separator: "\n") + "\n  return 0;\n}\n", to: "main.c")
    let outcome = try await workspace.shell(
      "cc -std=\(standard) -Wall -Wextra -Werror -pedantic main.c -o program -lm && ./program")
    #expect(outcome.code == 0, "\(outcome.error.prefix(2000))")
    try compare(outcome.output, "C")
  }

  private func snake(_ name: String) -> String {
    name.map { $0.isUppercase ? "_\($0.lowercased())" : "\($0)" }.joined()
  }

  /// Runs JavaScript that is one file of several exports and calls.
  private func node(_ texts: [String], _ language: String) async throws {
    let workspace = try Workspace()
    let body = try calls { "  Case\($0).\($1.name)(\(Self.javaScript($2)))," }
    try workspace.write(
      texts.joined(separator: "\n") + "\nconst values = [\n" + body.joined(separator: "\n")
        + "\n];\nconsole.log(values.map(v => String(v).replace('Infinity', 'inf')).join('\\n'));\n",
      to: "main.mjs")
    let outcome = try await workspace.shell("node main.mjs")
    #expect(outcome.code == 0, "\(outcome.error.prefix(2000))")
    try compare(outcome.output, language)
  }

  private static func javaScript(_ number: String) -> String {
    number == "inf" ? "Infinity" : number
  }

  @Test(.enabled(if: has("node"), "there is no node"))
  func `JavaScript evaluates to the law`() async throws {
    try await node(try await exports(as: "javascript"), "JavaScript")
  }

  /// Kotlin and Dart compilers are rarer than node: their formulas differ from JavaScript's by declarations
  /// only, which are rewritten line by line; what is left is run as it stands.
  @Test(.enabled(if: has("node"), "there is no node"))
  func `the formulas of Kotlin evaluate to the law`() async throws {
    let library =
      "const { exp, expm1, cos, sin, sqrt, floor, abs, min, max } = Math;\n"
      + "const ln1p = Math.log1p; const ln = Math.log;\n"
      + "const Double = { POSITIVE_INFINITY: Infinity };\n"
    let texts = try await exports(as: "kotlin").map { text in
      rewritten(text) { line in
        if line.contains("SpringSpec<") || line.contains("DecayAnimationSpec<")
          || line.hasPrefix("    spring(") || line.hasPrefix("    exponentialDecay(")
          || line.hasPrefix("import ")
        {
          return nil
        }
        if let name = between(line, "object ", " {") { return "class \(name) {" }
        if let rest = after(line, "  const val ") {
          return "  static " + rest.replacing(": Double", with: "") + ";"
        }
        if let rest = after(line, "  fun ") ?? after(line, "  private fun ") {
          return "  static " + rest.replacing(": Double", with: "")
        }
        return line.replacing("val ", with: "const ")
      }
    }
    try await node([library] + texts.map(qualified), "Kotlin")
  }

  @Test(.enabled(if: has("node"), "there is no node"))
  func `the formulas of Dart evaluate to the law`() async throws {
    let library =
      "const math = Math; const double = { infinity: Infinity };\n"
      + "Number.prototype.abs = function () { return Math.abs(this); };\n"
      + "Number.prototype.floorToDouble = function () { return Math.floor(this); };\n"
    let texts = try await exports(as: "dart").map { text in
      // What Flutter has of its own begins behind the class and at its last members.
      var isOver = false
      return rewritten(text) { line in
        if line.hasPrefix("  /// The spring for Flutter")
          || line.hasPrefix("  /// The factor of the")
          || line.hasPrefix("/// The curve for animateWith")
        {
          if !isOver, line.hasPrefix("  ") {
            isOver = true
            return "}"
          }
          isOver = true
        }
        if isOver || line.hasPrefix("import ") { return nil }
        if let name = between(line, "abstract final class ", " {") { return "class \(name) {" }
        return line.replacing("static const double ", with: "static ")
          .replacing("static double ", with: "static ").replacing("(double ", with: "(")
          .replacing("final double ", with: "const ").replacing("  double ", with: "  let ")
      }
    }
    try await node([library] + texts.map(qualified), "Dart")
  }

  private func rewritten(_ text: String, _ change: (String) -> String?) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .compactMap { line in
        let line = String(line)
        return line.hasPrefix("// ") ? line : change(line)
      }.joined(separator: "\n")
  }

  /// A class whose static members are called by their names alone.
  private func qualified(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let type = lines.lazy.compactMap({ self.between($0, "class ", " {") }).first else {
      return text
    }
    let members = lines.compactMap { line -> String? in
      after(line, "  static ").map { String($0.prefix { $0.isLetter || $0.isNumber || $0 == "_" }) }
    }
    return lines.map { line in
      guard line.hasPrefix("    ") else { return line }
      // A parameter or a value of its own is no member.
      var result = ""
      var word = ""
      for character in line + " " {
        if character.isLetter || character.isNumber || character == "_" {
          word.append(character)
          continue
        }
        let isMember =
          members.contains(word) && !result.hasSuffix(".") && !word.isEmpty
          && !(word.first?.isNumber ?? true) && (character == "(" || !isLocal(word, in: text))
        result += (isMember ? "\(type)." : "") + word + String(character)
        word = ""
      }
      return result
    }.joined(separator: "\n")
  }

  private func isLocal(_ word: String, in text: String) -> Bool {
    text.contains("(\(word)) {")
      || ["const", "let", "var"].contains { text.contains("\($0) \(word) =") }
  }

  private func between(_ line: String, _ start: String, _ end: String) -> String? {
    guard line.hasPrefix(start), line.hasSuffix(end) else { return nil }
    return String(line.dropFirst(start.count).dropLast(end.count))
  }

  private func after(_ line: String, _ start: String) -> String? {
    line.hasPrefix(start) ? String(line.dropFirst(start.count)) : nil
  }
}
