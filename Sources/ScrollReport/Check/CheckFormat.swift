/// The output formats of a check.
public enum CheckFormat: String, ReportFormat {
  /// For people.
  case text
  /// The JSON object of a batch, with `check` in its summary.
  case json
  /// One JSON object per line and constant.
  case ndjson
  /// One row per constant.
  case csv
  /// For the summary of a CI job.
  case markdown
  /// A JUnit XML test report, which most CI servers read.
  case junit
  /// Annotations of a GitHub workflow.
  case github

  /// Whether the format lists every constant, including those that pass.
  public var listsPassing: Bool { self == .junit }
}
