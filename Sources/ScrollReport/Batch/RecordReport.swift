public import ScrollFitting
internal import ScrollFormats

/// The ndjson, CSV or Markdown of the commands that fit one law, without pooled results.
public struct RecordReport: ResultRenderer {
  private let format: BatchFormat
  private var renderer: any BatchRenderer

  /// A report in one of the formats `ndjson`, `csv` and `markdown`.
  public init(_ format: BatchFormat, version: String) {
    self.format = format
    renderer = format.renderer(style: TextStyle(), version: version)
  }

  /// The text before the first result.
  public mutating func begin() -> String { renderer.begin() }

  /// The text of one recording.
  public mutating func add(_ result: TraceResult) -> String {
    renderer.add(
      BatchRecord(result),
      line: format.needsLine ? ResultLine.text(result, settings: nil, hasSeries: true) : "")
  }

  /// The text of one recording that could not be read.
  public mutating func add(_ error: ReadingFailure) -> String {
    renderer.add(
      BatchRecord(error), line: format.needsLine ? ResultLine.text(error, settings: nil) : "")
  }
}
