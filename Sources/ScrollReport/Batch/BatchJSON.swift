internal import ScrollFitting

/// The object of a run for programs: `results`, each on a line of its own, and `summary`.
struct BatchJSON: BatchRenderer {
  private let version: String
  private var isFirst = true

  init(version: String) { self.version = version }

  func begin() -> String { JSONReport.head(version: version) }

  mutating func add(_ record: BatchRecord, line: String) -> String {
    defer { isFirst = false }
    return (isFirst ? "\n    " : ",\n    ") + line
  }

  func end(_ summary: BatchSummary) -> String { end(summary, more: { _ in }) }

  /// The end, with further members of `summary`.
  func end(_ summary: BatchSummary, more: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter(isPretty: true, depth: 1)
    json.object {
      SummaryJSON.write(summary, to: &$0)
      more(&$0)
    }
    return (isFirst ? "]" : "\n  ]") + ",\n  \"summary\": \(json.text)\n}\n"
  }
}
