public import ScrollFitting
internal import ScrollFormats

extension CheckReport {
  /// The member `check` of a summary.
  func write(to json: inout JSONWriter) {
    json.object("check") { check in
      check.line("reference") {
        $0.member("kind", reference.kind.rawValue)
        $0.member("name", reference.name)
      }
      check.member("passed", outcome == .passed)
      check.member("strict", isStrict)
      check.member("judged", result.judged)
      check.line("counts") { counts in
        for kind in Verdict.Kind.allCases { counts.member(kind.rawValue, result.count(kind)) }
      }
      check.lines("constants", entries, write)
    }
  }

  /// One JSON object per line and constant.
  public func ndjson() -> String {
    entries.map { entry in
      var json = JSONWriter(isPretty: false)
      json.object { write(entry, to: &$0) }
      return json.text + "\n"
    }.joined()
  }

  private func write(_ entry: CheckedConstant, to json: inout JSONWriter) {
    json.member("verdict", entry.verdict.kind.rawValue)
    json.object("source", entry.source, SummaryJSON.write)
    json.object("group") { list in
      for (key, value) in zip(summary.keys, entry.group) { list.member(key, value) }
    }
    json.member("law", entry.law.isEmpty ? nil : entry.law)
    json.member("key", entry.key.isEmpty ? nil : entry.key)
    json.member("unit", entry.key.isEmpty ? nil : JSONWriter.unit(entry.unit))
    json.member("recordings", entry.count)
    json.member("value", entry.fitted?.value)
    json.member("standard_error", entry.fitted?.standardError)
    json.member("degrees_of_freedom", entry.fitted?.intervalDegrees)
    json.member("reference_value", entry.reference?.value)
    json.member("reference_error", entry.reference?.standardError)
    json.member("difference", entry.difference)
    json.member("relative_difference", entry.relativeDifference)
    json.member("tolerance", entry.band)
    json.member("more_recordings", entry.verdict.moreTraces)
    json.member("message", entry.verdict.message)
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
    batch.end(report.summary) { report.write(to: &$0) }
  }
}
