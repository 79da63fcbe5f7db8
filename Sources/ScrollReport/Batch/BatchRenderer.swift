public import ScrollFitting
public import ScrollFormats

/// Turns the results of a batch into text as they come, in constant memory.
public protocol BatchRenderer: Sendable {
  /// What stands before the first result.
  mutating func begin() -> String
  /// One recording; `line` is its result on one line of JSON, empty where no format needs it.
  mutating func add(_ record: BatchRecord, line: String) -> String
  /// What stands after the last result.
  mutating func end(_ summary: BatchSummary) -> String
}

/// The formats of a batch.
public enum BatchFormat: String, ReportFormat {
  /// For people.
  case text
  /// One JSON object, each result on a line of its own.
  case json
  /// One JSON object a line and recording, as they come; no summary.
  case ndjson
  /// One row a constant.
  case csv
  /// For a page, such as the summary of a CI job.
  case markdown

  /// Whether it is made of the lines of results.
  public var needsLine: Bool { self == .json || self == .ndjson }

  /// What it needs of a fit.
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
  ///   - style: how text looks.
  ///   - version: of the tool.
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
