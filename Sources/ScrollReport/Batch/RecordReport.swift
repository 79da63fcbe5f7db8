public import ScrollFitting
internal import ScrollFormats

/// The lines and tables of a batch for the commands that fit one law, without what recordings say together.
public struct RecordReport: ResultRenderer {
  private let format: BatchFormat
  private var renderer: any BatchRenderer

  /// A report in a format that is made of records: ndjson, csv or markdown.
  public init(_ format: BatchFormat, version: String) {
    self.format = format
    renderer = format.renderer(style: TextStyle(), version: version)
  }

  /// What stands before the first result.
  public mutating func begin() -> String { renderer.begin() }

  /// One recording.
  public mutating func add(_ result: TraceResult) -> String {
    renderer.add(
      BatchRecord(result),
      line: format.needsLine ? ResultLine.text(result, settings: nil, hasSeries: true) : "")
  }

  /// One recording that could not be read.
  public mutating func add(_ error: ReadingFailure) -> String {
    renderer.add(
      BatchRecord(error), line: format.needsLine ? ResultLine.text(error, settings: nil) : "")
  }

  /// Nothing.
  public func end() -> String { "" }
}
