internal import ScrollFitting
internal import ScrollFormats

/// A batch as one JSON object: `results`, each on its own line, then `summary`.
struct BatchJSON: BatchRenderer {
  private var results: JSONResults

  init(version: String) { results = JSONResults(version: version) }

  func begin() -> String { results.begin() }

  mutating func add(_ record: BatchRecord, line: String) -> String { results.add(line) }

  func end(_ summary: BatchSummary) -> String { end(summary, more: { _ in }) }

  /// The end of the object; `more` appends members to `summary`.
  func end(_ summary: BatchSummary, more: (inout JSONWriter) -> Void) -> String {
    results.end {
      SummaryJSON.write(summary, to: &$0)
      more(&$0)
    }
  }
}
