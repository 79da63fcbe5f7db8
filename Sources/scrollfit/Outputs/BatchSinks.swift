internal import ScrollFormats

import ArgumentParser
import ScrollFitting
import ScrollReport
import ScrollTraces

/// The outputs of a batch and their style.
struct BatchOutputOptions: ParsableArguments {
  @Option(help: "Format of the results.")
  var format: BatchFormat = .text

  @Option(
    help: ArgumentHelp(
      """
      Also write the results to a file; its ending says the format: .txt, .json, .ndjson, .csv or .md. \
      Repeatable.
      """),
    completion: .file())
  var export: [String] = []

  @Flag(help: "Leave out the lines of single recordings in text and Markdown.")
  var summaryOnly = false

  @OptionGroup var look: StyleOptions

  func validate() throws {
    for path in export { _ = try BatchFormat.format(of: path) }
  }

  /// Whether some output consists of result lines.
  var needsLine: Bool {
    format.needsLine || export.contains { (try? BatchFormat.format(of: $0))?.needsLine == true }
  }

  /// The detail of a fit that the outputs need.
  var detail: FitDetail {
    export.compactMap { try? BatchFormat.format(of: $0) }.reduce(format.detail) {
      $0.union($1.detail)
    }
  }
}

/// All outputs of a batch.
final class BatchSinks {
  let progress: Progress
  private let options: BatchOutputOptions
  private var summary: BatchSummary
  private let outputs: RunOutputs<any BatchRenderer>
  /// Whether a log keeps the results too.
  var keepsResults = false
  var status: ExitStatus { outputs.status }

  init(_ options: BatchOutputOptions, groupedBy keys: [String], progress: Progress) {
    self.options = options
    self.progress = progress
    outputs = RunOutputs(progress)
    summary = BatchSummary(groupedBy: keys)
  }

  /// Opens the files, and writes the text before the first result.
  func open() throws {
    func add(_ format: BatchFormat, style: TextStyle, path: String? = nil) throws {
      let renderer = format.renderer(
        style: style, version: Scrollfit.version, listsTraces: !options.summaryOnly)
      try outputs.add(renderer, path: path)
    }
    for path in options.export { try add(.format(of: path), style: TextStyle(), path: path) }
    try add(options.format, style: options.look.style)
    try write { $0.begin() }
  }

  func add(_ record: BatchRecord, line: String) throws {
    summary.add(record)
    try write { $0.add(record, line: line) }
  }

  /// Adds a failure that is not about a recording, such as an unreadable folder.
  func add(_ failure: ReadingFailure) throws {
    try add(BatchRecord(failure), line: ResultLine.text(failure, settings: nil))
  }

  /// Writes the summary, and moves the files into place.
  ///
  /// - Parameter keepsFiles: whether the files must keep their old content, for example because nothing was fitted.
  func finish(keepsFiles: Bool = false) throws {
    progress.clear(forOutput: false)
    summary.reportUnknownKeys()
    let summary = summary
    try write { $0.end(summary) }
    if !keepsFiles { outputs.commit() }
  }

  private func write(_ text: (inout any BatchRenderer) -> String) throws {
    try outputs.write(isOnly: !keepsResults, text)
  }
}

extension BatchSummary {
  /// Reports grouping keys that no recording has, with similar keys.
  func reportUnknownKeys() {
    for key in unknownKeys {
      let near = NearWords.near(key, metadataKeys).map(escapedForTerminal)
      StandardStream.report(
        "note: no recording has the metadata '\(escapedForTerminal(key))'"
          + (near.isEmpty ? "" : ", near it: \(near.joined(separator: ", "))"))
    }
  }
}
