public import ScrollFitting
internal import ScrollTraces

/// A result on one line of JSON: an element of `results` with `format_version` and `settings` in front.
public enum ResultLine {
  /// The line of a result, without its end.
  ///
  /// - Parameter settings: the hash of everything but the recording that the result depends on; nil where nobody
  ///   goes on with it.
  /// - Parameter hasSeries: whether the samples of each fit are listed.
  public static func text(
    _ result: TraceResult, settings: UInt64?, hasSeries: Bool = false
  ) -> String {
    line(settings) { ResultJSON.write(result, hasSeries: hasSeries, to: &$0) }
  }

  /// The line of a file that could not be read, without its end.
  public static func text(_ failure: ReadingFailure, settings: UInt64?) -> String {
    line(settings) { ResultJSON.write(failure, to: &$0) }
  }

  private static func line(_ settings: UInt64?, _ body: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter(isPretty: false)
    json.object {
      $0.member("format_version", JSONReport.formatVersion)
      $0.member("settings", settings.map(ResultJSON.hex))
      body(&$0)
    }
    return json.text
  }
}

extension BatchRecord {
  /// The record of a file that could not be read.
  public init(_ failure: ReadingFailure) {
    self.init(
      source: BatchSource(path: failure.path, trace: failure.trace, line: failure.line ?? 0),
      contentHash: nil)
    self.failure = RecordedFailure(
      code: failure.code, message: failure.message, help: failure.help, line: failure.line,
      column: failure.column)
  }
}
