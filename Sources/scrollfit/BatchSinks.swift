public import ArgumentParser
import ScrollFitting
public import ScrollReport

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
    for path in export { _ = try Self.format(of: path) }
  }

  /// Whether some output is made of the lines of results.
  var needsLine: Bool {
    format.needsLine || export.contains { (try? Self.format(of: $0))?.needsLine == true }
  }

  /// What the outputs need of a fit.
  var detail: FitDetail {
    export.compactMap { try? Self.format(of: $0) }.reduce(format.detail) { $0.union($1.detail) }
  }

  static func format(of path: String) throws -> BatchFormat {
    guard let format = OutputOptions.ending(of: path).flatMap(BatchFormat.init(ending:)) else {
      throw ValidationError("--export '\(path)' must end in .txt, .json, .ndjson, .csv or .md.")
    }
    return format
  }
}

extension BatchFormat: ExpressibleByArgument {}

/// Everything a batch writes: files opened before the work starts, then standard output.
final class BatchSinks {
  private struct Sink {
    var renderer: any BatchRenderer
    var file: SideFile?
  }

  let progress: Progress
  private let options: BatchOutputOptions
  private var summary: BatchSummary
  private var sinks: [Sink] = []
  private let output: StandardOutput
  /// The status that writing leaves with.
  var status: ExitStatus {
    var status = output.status
    for sink in sinks { if let file = sink.file { status.worsen(to: file.status) } }
    return status
  }

  init(_ options: BatchOutputOptions, groupedBy keys: [String], progress: Progress) {
    self.options = options
    self.progress = progress
    output = StandardOutput(progress)
    summary = BatchSummary(groupedBy: keys)
  }

  /// Opens the files, and writes what stands before the first result.
  func open() throws {
    for path in options.export {
      sinks.append(
        Sink(
          renderer: renderer(try BatchOutputOptions.format(of: path), style: TextStyle()),
          file: try SideFile(path: path, progress: progress)))
    }
    sinks.append(Sink(renderer: renderer(options.format, style: options.look.style)))
    for index in sinks.indices { try write(sinks[index].renderer.begin(), to: index) }
  }

  private func renderer(_ format: BatchFormat, style: TextStyle) -> any BatchRenderer {
    format.renderer(
      style: style, version: Scrollfit.version, listsTraces: !options.summaryOnly)
  }

  func add(_ record: BatchRecord, line: String) throws {
    summary.add(record)
    for index in sinks.indices {
      try write(sinks[index].renderer.add(record, line: line), to: index)
    }
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
    if !summary.keys.isEmpty, summary.fitted > 0 {
      let groups = summary.grouped()
      for (index, key) in summary.keys.enumerated()
      where groups.allSatisfy({ $0.values[index] == nil }) {
        StandardStream.report("note: no recording has the metadata '\(escapedForTerminal(key))'")
      }
    }
    for index in sinks.indices { try write(sinks[index].renderer.end(summary), to: index) }
    if !keepsFiles { for sink in sinks { sink.file?.commit() } }
  }

  private func write(_ text: String, to index: Int) throws {
    if let file = sinks[index].file { return file.write(text) }
    try output.write(text, isAlone: !keepsResults && !sinks.contains { $0.file?.isOpen == true })
  }

  /// Whether results are kept elsewhere too.
  var keepsResults = false
}
