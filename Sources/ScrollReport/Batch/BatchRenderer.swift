public import ScrollFitting
public import ScrollFormats

/// Formats the results of a batch one at a time, in constant memory.
public protocol BatchRenderer: Sendable {
  /// The text before the first result.
  mutating func begin() -> String
  /// The text of one recording. `line` is its result as one line of JSON, empty if the format does not need it.
  mutating func add(_ record: BatchRecord, line: String) -> String
  /// The text after the last result.
  mutating func end(_ summary: BatchSummary) -> String
}

/// The output formats of a batch.
public enum BatchFormat: String, ReportFormat {
  /// For people.
  case text
  /// One JSON object, with each result on its own line.
  case json
  /// One JSON object per line and recording, written immediately; no summary.
  case ndjson
  /// One row per constant.
  case csv
  /// For a web page, such as the summary of a CI job.
  case markdown

  /// Whether the format consists of result lines.
  public var needsLine: Bool { self == .json || self == .ndjson }

  /// How much detail of a fit the format needs.
  public var detail: FitDetail {
    switch self {
    case .text, .markdown: .constants
    case .csv: .derived
    case .json, .ndjson: .report
    }
  }

  /// A renderer.
  ///
  /// - Parameters:
  ///   - style: colours and width of text.
  ///   - version: the version of the tool.
  ///   - listsTraces: whether text and Markdown have a line for every recording.
  public func renderer(
    style: TextStyle, version: String, listsTraces: Bool = true
  ) -> any BatchRenderer {
    switch self {
    case .text: BatchText(style: style, listsTraces: listsTraces)
    case .json: BatchJSON(version: version)
    case .ndjson: BatchLines()
    case .csv: BatchCSV()
    case .markdown: BatchMarkdown(listsTraces: listsTraces)
    }
  }
}
