import ArgumentParser

/// The formats of what is no list of fits.
enum PlainFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json

  /// The format that the ending of a file says.
  static func format(of path: String) throws -> PlainFormat {
    switch OutputOptions.ending(of: path) {
    case "txt": return .text
    case "json": return .json
    default: throw ValidationError("--export '\(path)' must end in .txt or .json.")
    }
  }
}
