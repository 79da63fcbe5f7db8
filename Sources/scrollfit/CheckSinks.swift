import ScrollFitting
import ScrollReport

/// Everything a check writes: files opened before the work starts, then standard output.
final class CheckSinks {
  private struct Sink {
    var format: CheckFormat
    var style: TextStyle
    var json: CheckJSON?
    var file: SideFile?
  }

  private let options: CheckOutputOptions
  private var sinks: [Sink] = []
  private let progress: Progress
  private let output: StandardOutput
  /// The status that writing leaves with.
  var status: ExitStatus {
    var status = output.status
    for sink in sinks { if let file = sink.file { status.worsen(to: file.status) } }
    return status
  }

  init(_ options: CheckOutputOptions, progress: Progress) {
    self.options = options
    self.progress = progress
    output = StandardOutput(progress)
  }

  /// Opens the files.
  func open() throws {
    for path in options.export {
      let format = try CheckOutputOptions.format(of: path)
      sinks.append(sink(format, TextStyle(), try SideFile(path: path, progress: progress)))
    }
    sinks.append(sink(options.format, options.look.style, nil))
    for index in sinks.indices { try write(sinks[index].json?.begin() ?? "", to: index) }
  }

  private func sink(_ format: CheckFormat, _ style: TextStyle, _ file: SideFile?) -> Sink {
    Sink(
      format: format, style: style,
      json: format == .json ? CheckJSON(version: Scrollfit.version) : nil, file: file)
  }

  func add(_ record: BatchRecord, line: String) throws {
    for index in sinks.indices where sinks[index].json != nil {
      try write(sinks[index].json?.add(record, line: line) ?? "", to: index)
    }
  }

  /// Writes the verdicts, and gives the files their names.
  func finish(_ report: CheckReport) throws {
    for index in sinks.indices {
      let text =
        switch sinks[index].format {
        case .text: report.text(style: sinks[index].style)
        case .json: sinks[index].json?.end(report) ?? ""
        case .ndjson: report.ndjson()
        case .csv: report.csv()
        case .markdown: report.markdown()
        case .junit: report.junit()
        case .github: report.github()
        }
      try write(text, to: index)
    }
    for sink in sinks { sink.file?.commit() }
  }

  private func write(_ text: String, to index: Int) throws {
    if let file = sinks[index].file { return file.write(text) }
    // The verdict stands without a reader.
    try output.write(text)
  }
}
