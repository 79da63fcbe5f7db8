/// The output formats of one kind of report. All kinds use the same file name extensions.
public protocol ReportFormat: RawRepresentable, CaseIterable, Sendable where RawValue == String {}

/// File name extensions and the names of their formats; the first extension of a format is its default.
private let fileEndings = [
  ("txt", "text"), ("json", "json"), ("ndjson", "ndjson"), ("jsonl", "ndjson"), ("csv", "csv"),
  ("md", "markdown"), ("xml", "junit"), ("svg", "svg"),
]

extension ReportFormat {
  /// The format of a file name extension; nil if it is unknown.
  public init?(ending: String) {
    guard let name = fileEndings.first(where: { $0.0 == ending })?.1 else { return nil }
    self.init(rawValue: name)
  }

  /// The default extensions of the formats, in order; formats without files have none.
  public static var endings: [String] {
    allCases.compactMap { format in fileEndings.first { $0.1 == format.rawValue }?.0 }
  }
}
