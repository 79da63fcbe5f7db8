public import ScrollFitting

/// A batch as one JSON object: `results`, each on its own line, then `summary`.
public struct BatchJSON: BatchRenderer {
  private var results: JSONResults

  /// A report that names the tool's version.
  public init(version: String) { results = JSONResults(version: version) }

  /// The text before the first result.
  public func begin() -> String { results.begin() }

  /// The text of one recording, from its result as a line of JSON.
  public mutating func add(_ record: BatchRecord, line: String) -> String { results.add(line) }

  /// The text after the last result.
  public func end(_ summary: BatchSummary) -> String { end(summary, nil) }

  func end(_ summary: BatchSummary, _ check: CheckReport?) -> String {
    results.end {
      SummaryMembers.fields.write(SummaryMembers(summary: summary, check: check), to: &$0)
    }
  }
}
