/// The formats of a check.
public enum CheckFormat: String, ReportFormat {
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

  /// Whether it lists every constant, those that pass too.
  public var listsPassing: Bool { self == .junit }
}
