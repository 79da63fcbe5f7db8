internal import ScrollFitting
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

extension BatchJSON {
  /// The text after the last result of a check, with `check` in the summary.
  public func end(_ report: CheckReport) -> String { end(report.summary, report) }
}
