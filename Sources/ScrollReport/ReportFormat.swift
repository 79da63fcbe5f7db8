/// The formats of one kind of report by their names; all kinds have the same endings of files.
public protocol ReportFormat: RawRepresentable, CaseIterable, Sendable where RawValue == String {}

/// The endings of files and the names of their formats, the usual ending of a format first.
private let fileEndings = [
  ("txt", "text"), ("json", "json"), ("ndjson", "ndjson"), ("jsonl", "ndjson"), ("csv", "csv"),
  ("md", "markdown"), ("xml", "junit"), ("svg", "svg"),
]

extension ReportFormat {
  /// The format that the ending of a file's name says; nil for another ending.
  public init?(ending: String) {
    guard let name = fileEndings.first(where: { $0.0 == ending })?.1 else { return nil }
    self.init(rawValue: name)
  }

  /// The usual endings of the formats, in their order; a format without files has none.
  public static var endings: [String] {
    allCases.compactMap { format in fileEndings.first { $0.1 == format.rawValue }?.0 }
  }
}
