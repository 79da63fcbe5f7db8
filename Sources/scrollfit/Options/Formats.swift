import ArgumentParser
public import ScrollReport

/// The formats of results that are not lists of fits.
enum PlainFormat: String, ReportFormat, Choice {
  case text, json
}

extension BatchFormat: Choice {}

extension CheckFormat: Choice {}

extension ReportFormat {
  /// The format for a file name of `--export`.
  static func format(of path: String) throws -> Self {
    if let format = OutputOptions.ending(of: path).flatMap(Self.init(ending:)) { return format }
    throw ValidationError("--export '\(path)' must end in \(listed()).")
  }

  /// File name extensions listed for a message: `.txt, .json or .csv`.
  static func listed(and others: [String] = []) -> String {
    let endings = (endings + others).map { ".\($0)" }
    return endings.dropLast().joined(separator: ", ") + " or " + (endings.last ?? "")
  }
}
