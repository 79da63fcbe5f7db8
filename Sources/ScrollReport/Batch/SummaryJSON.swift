internal import ScrollFitting
internal import ScrollFormats

/// Writes the `summary` of a batch.
enum SummaryJSON {
  static func write(_ summary: BatchSummary, to json: inout JSONWriter) {
    json.member("recordings", summary.recordings)
    json.member("fitted", summary.fitted)
    json.member("fits", summary.fits)
    json.member("failed", summary.failureCount)
    if summary.copies > 0 { json.member("copies", summary.copies) }
    counts("failures_by_code", summary.failures, to: &json)
    json.lines("failures", summary.failed) {
      write($0.0, to: &$1)
      $1.member("code", $0.1.code)
      $1.member("message", $0.1.message)
    }
    counts("warnings_by_code", summary.warnings, to: &json)
    json.member("group_by", summary.keys)
    json.objects("groups", summary.grouped()) { write($0, keys: summary.keys, to: &$1) }
  }

  /// The members that identify a recording.
  static func write(_ source: BatchSource, to json: inout JSONWriter) {
    json.member("path", source.path)
    json.member("trace", source.trace)
    json.member("line", source.line > 0 ? source.line : nil)
  }

  /// The number of occurrences of each code.
  static func counts(_ name: String, _ counts: [String: Int], to json: inout JSONWriter) {
    json.line(name) { list in
      for (code, count) in counts.sorted(by: { $0.key < $1.key }) { list.member(code, count) }
    }
  }

  /// The values of a group by key.
  static func values(_ values: [String?], keys: [String], to json: inout JSONWriter) {
    json.line { list in
      for (key, value) in zip(keys, values) { list.member(key, value) }
    }
  }

  private static func write(
    _ group: BatchSummary.Group, keys: [String], to json: inout JSONWriter
  ) {
    json.key("values")
    values(group.values, keys: keys, to: &json)
    json.member("recordings", group.count)
    json.objects("pooled", group.pools, write)
  }

  private static func write(_ pool: PooledConstant, to json: inout JSONWriter) {
    json.member("law", pool.law)
    json.member("key", pool.key)
    json.member("recordings", pool.count)
    json.member("gestures", pool.gestures)
    json.object("estimate") { ResultJSON.writeEstimate(pool.estimate, to: &$0) }
    json.line("heterogeneity") {
      $0.member("q", pool.q)
      $0.member("degrees", max(0, pool.count - 1))
      $0.member("p", pool.probability)
      $0.member("spread", pool.spread)
      $0.member("heterogeneous", pool.isHeterogeneous)
    }
    json.lines("outliers", pool.outliers) {
      write($0.source, to: &$1)
      $1.member("value", $0.value)
      $1.member("standard_error", $0.standardError)
      $1.member("median_of_others", $0.median)
    }
    json.lines("left_out", pool.leftOut) {
      $1.member("reason", $0.reason)
      $1.member("recordings", $0.count)
    }
  }
}
