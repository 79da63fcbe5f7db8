public import ArgumentParser
public import ScrollReport

/// The formats of what is no list of fits.
enum PlainFormat: String, ReportFormat, ExpressibleByArgument {
  case text, json
}

extension BatchFormat: ExpressibleByArgument {}

extension CheckFormat: ExpressibleByArgument {}

extension ReportFormat {
  /// The format that the ending of a file of `--export` says.
  static func format(of path: String) throws -> Self {
    if let format = OutputOptions.ending(of: path).flatMap(Self.init(ending:)) { return format }
    throw ValidationError("--export '\(path)' must end in \(listed()).")
  }

  /// The endings of files as a message lists them: `.txt, .json or .csv`.
  static func listed(and others: [String] = []) -> String {
    let endings = (endings + others).map { ".\($0)" }
    return endings.dropLast().joined(separator: ", ") + " or " + (endings.last ?? "")
  }
}
