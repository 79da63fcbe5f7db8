/// The formats of a check.
public enum CheckFormat: String, Sendable, CaseIterable {
  /// For people.
  case text
  /// The JSON object of a batch, with `check` in its summary.
  case json
  /// One JSON object a line and constant.
  case ndjson
  /// One row a constant.
  case csv
  /// For the summary of a CI job.
  case markdown
  /// A test report in JUnit's XML, which most CI servers read.
  case junit
  /// Annotations of a GitHub workflow.
  case github

  /// The format that the ending of a file's name says; nil for another ending.
  public init?(ending: String) {
    switch ending {
    case "txt": self = .text
    case "json": self = .json
    case "ndjson", "jsonl": self = .ndjson
    case "csv": self = .csv
    case "md": self = .markdown
    case "xml": self = .junit
    default: return nil
    }
  }

  /// Whether it lists every constant, those that pass too.
  public var listsPassing: Bool { self == .junit }
}
