internal import ScrollFormats

import ArgumentParser
import ScrollFitting
import ScrollReport
import ScrollTraces

/// Where the results of a batch go and how they look.
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

  /// Whether some output is made of the lines of results.
  var needsLine: Bool {
    format.needsLine || export.contains { (try? BatchFormat.format(of: $0))?.needsLine == true }
  }

  /// What the outputs need of a fit.
  var detail: FitDetail {
    export.compactMap { try? BatchFormat.format(of: $0) }.reduce(format.detail) {
      $0.union($1.detail)
    }
  }
}

/// Everything a batch writes.
final class BatchSinks {
  let progress: Progress
  private let options: BatchOutputOptions
  private var summary: BatchSummary
  private let outputs: RunOutputs<any BatchRenderer>
  /// Whether results are kept elsewhere too.
  var keepsResults = false
  /// The status that writing leaves with.
  var status: ExitStatus { outputs.status }

  init(_ options: BatchOutputOptions, groupedBy keys: [String], progress: Progress) {
    self.options = options
    self.progress = progress
    outputs = RunOutputs(progress)
    summary = BatchSummary(groupedBy: keys)
  }

  /// Opens the files, and writes what stands before the first result.
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

  /// Adds what is no recording and stands in the way of some.
  func add(_ failure: ReadingFailure) throws {
    try add(BatchRecord(failure), line: ResultLine.text(failure, settings: nil))
  }

  /// Writes the summary, and gives the files their names.
  ///
  /// - Parameter keepsFiles: whether nothing was fitted, so that the files keep what they held.
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
  /// Says on standard error which keys to group by no recording has, and which are near them.
  func reportUnknownKeys() {
    for key in unknownKeys {
      let near = NearWords.near(key, metadataKeys).map(escapedForTerminal)
      StandardStream.report(
        "note: no recording has the metadata '\(escapedForTerminal(key))'"
          + (near.isEmpty ? "" : ", near it: \(near.joined(separator: ", "))"))
    }
  }
}
