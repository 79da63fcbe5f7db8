public import ScrollFitting
internal import ScrollFormats

/// The origin of an exported curve. It has no date, so equal constants give identical bytes.
public struct ExportProvenance: Sendable {
  /// The version of the tool.
  public var version: String
  /// The given constants, with standard errors.
  public var inputs: UncertainConstants
  /// Names, units and sources of the constants, in order.
  public var list: [PredictionReport.Input]
  /// The fits that were read, each with its file.
  public var fits: [(fit: SavedFit, path: String)]

  /// Creates the origin of a curve.
  public init(
    version: String, inputs: UncertainConstants, list: [PredictionReport.Input],
    fits: [(fit: SavedFit, path: String)]
  ) {
    self.version = version
    self.inputs = inputs
    self.list = list
    self.fits = fits
  }

  /// Lines of a comment, safe in every format.
  func lines(of curve: ExportedCurve) -> [String] {
    var lines = [
      "\(curve.title).", "Made by scrollfit \(version); law: \(curve.law).",
      "Formula: \(curve.formula)",
    ]
    for input in list {
      let origin =
        input.engine.map { "of the engine \($0)" }
        ?? (input.source == "argument" ? "given" : "fitted")
      if let word = inputs.words[input.name] {
        lines.append("\(input.name) = \(Self.quoted(word)), \(origin)")
      }
      guard let constant = inputs.constants[input.name] else { continue }
      let unit = input.unit.isEmpty ? "" : " \(input.unit)"
      let error =
        switch constant.standardError {
        case 0?: ""
        case let error?: ", standard error \(NumberText.short(error, digits: 2))"
        case nil: " (error not known)"
        }
      lines.append("\(input.name) = \(CodeNumber.short(constant.value))\(unit)\(error), \(origin)")
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

  /// Foreign text made safe in a comment: it stays on one line, starts and ends no comment in any of the languages,
  /// and does not end with a backslash.
  static func quoted(_ text: String) -> String {
    var result = ""
    for character in escapedForTerminal(text).unicodeScalars {
      // Separate characters that would form a comment mark: */ /* // --> <!-- </ and the trigraph of a backslash.
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
