public import ScrollFitting
internal import ScrollFormats

extension CheckReport {
  /// One JSON object per line and constant.
  public func ndjson() -> String {
    constants.map { constant in
      var json = JSONWriter(isPretty: false)
      json.value(constant)
      return json.text + "\n"
    }.joined()
  }
}

/// A check as one JSON object: that of a batch, with `check` in its summary.
public struct CheckJSON: Sendable {
  private var batch: BatchJSON

  /// A report that names the tool's version.
  public init(version: String) { batch = BatchJSON(version: version) }

  /// The text before the first result.
  public func begin() -> String { batch.begin() }

  /// The text of one recording, from its result as a line of JSON.
  public mutating func add(_ record: BatchRecord, line: String) -> String {
    batch.add(record, line: line)
  }

  /// The text after the last result.
  public func end(_ report: CheckReport) -> String {
    batch.end(report.summary, report)
  }
}
