public import ScrollFitting

/// Where an exported curve is from: no dates, so that the same constants give the same bytes.
public struct ExportProvenance: Sendable {
  /// The version of the tool.
  public var version: String
  /// The constants that were given, with their errors.
  public var inputs: UncertainConstants
  /// Names, units and sources of those, in order.
  public var list: [PredictionReport.Input]
  /// The fits that were read, each with the file it was read from.
  public var fits: [(fit: SavedFit, path: String)]

  /// The origin of a curve.
  public init(
    version: String, inputs: UncertainConstants, list: [PredictionReport.Input],
    fits: [(fit: SavedFit, path: String)]
  ) {
    self.version = version
    self.inputs = inputs
    self.list = list
    self.fits = fits
  }

  /// Lines for a comment, each safe in the comments of every format.
  func lines(of curve: ExportedCurve) -> [String] {
    var lines = [
      "\(curve.title).", "Made by scrollfit \(version); law: \(curve.law).",
      "Formula: \(curve.formula)",
    ]
    for input in list {
      guard let constant = inputs.constants[input.name] else { continue }
      let unit = input.unit.isEmpty ? "" : " \(input.unit)"
      let error =
        switch constant.standardError {
        case 0?: ""
        case let error?: " +- " + NumberText.short(error, digits: 2)
        case nil: " (error not known)"
        }
      let origin = input.source == "argument" ? "given" : "fitted"
      lines.append("\(input.name) = \(CodeNumber.short(constant.value))\(error)\(unit), \(origin)")
    }
    for (fit, path) in fits {
      let trace = fit.trace.map { ", trace \(Self.quoted($0))" } ?? ""
      let hash = fit.contentHash.map { ", content hash \(Self.quoted($0))" } ?? ""
      lines.append("Fitted (\(fit.law)) to \(Self.quoted(fit.source))\(trace)\(hash)")
      lines.append(
        path == "-"
          ? "by way of a result on standard input" : "by way of the result \(Self.quoted(path))")
    }
    return lines
  }

  /// Text that others wrote, harmless within a comment: it stays on its line, ends and begins no
  /// comment in any of the languages, and no backslash ends the line.
  static func quoted(_ text: String) -> String {
    var result = ""
    for character in terminalSafe(text).unicodeScalars {
      // What would complete a mark is set apart: */ /* // --> <!-- </ and the trigraph of a backslash.
      let last = result.unicodeScalars.last
      switch (last, character) {
      case ("*", "/"), ("/", "*"), ("/", "/"), ("-", ">"), ("<", "!"), ("<", "/"), ("?", "?"),
        ("]", ">"):
        result += " "
      default: break
      }
      result.unicodeScalars.append(character)
    }
    return "\"\(result)\""
  }
}

/// Numbers as code has them: the shortest decimal that reads back to the same double.
enum CodeNumber {
  /// With a point or an exponent, so that it is no whole number in any language: `10.0`, `1e-5`.
  static func literal(_ value: Double) -> String {
    let text = "\(value)"
    guard let mark = text.firstIndex(of: "e") else { return text }
    var exponent = text[text.index(after: mark)...]
    let sign = exponent.first == "-" ? "-" : ""
    exponent = exponent.drop { !("1"..."9").contains($0) }
    return "\(text[..<mark])e\(sign)\(exponent)"
  }

  /// Without a needless `.0`.
  static func short(_ value: Double) -> String {
    let text = literal(value)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
