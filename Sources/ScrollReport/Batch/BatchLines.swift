internal import ScrollFitting

/// One JSON object per line and recording, written immediately. There is no summary: it can be computed from the lines.
struct BatchLines: BatchRenderer {
  func begin() -> String { "" }
  func add(_ record: BatchRecord, line: String) -> String { line + "\n" }
  func end(_ summary: BatchSummary) -> String { "" }
}
