internal import ScrollFitting

/// One JSON object a line and recording, as they come; the summary comes from reading the lines again.
struct BatchLines: BatchRenderer {
  func begin() -> String { "" }
  func add(_ record: BatchRecord, line: String) -> String { line + "\n" }
  func end(_ summary: BatchSummary) -> String { "" }
}
