internal import ScrollFitting
internal import ScrollFormats

/// A batch as one JSON object: `results`, each on its own line, then `summary`.
struct BatchJSON: BatchRenderer {
  private var results: JSONResults

  init(version: String) { results = JSONResults(version: version) }

  func begin() -> String { results.begin() }

  mutating func add(_ record: BatchRecord, line: String) -> String { results.add(line) }

  func end(_ summary: BatchSummary) -> String { end(summary, nil) }

  /// The end of the object, with a check.
  func end(_ summary: BatchSummary, _ check: CheckReport?) -> String {
    results.end {
      SummaryMembers.fields.write(SummaryMembers(summary: summary, check: check), to: &$0)
    }
  }
}
