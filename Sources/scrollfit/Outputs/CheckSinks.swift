internal import ScrollFormats

import ScrollFitting
import ScrollReport

/// All outputs of a check.
struct CheckSinks {
  private struct Renderer {
    let format: CheckFormat
    let style: TextStyle
    var json: BatchJSON?

    init(_ format: CheckFormat, _ style: TextStyle) {
      self.format = format
      self.style = style
      json = format == .json ? BatchJSON(version: Scrollfit.version) : nil
    }

    func end(_ report: CheckReport) -> String {
      switch format {
      case .text: report.text(style: style)
      case .json: json?.end(report) ?? ""
      case .ndjson: report.ndjson()
      case .csv: report.csv()
      case .markdown: report.markdown()
      case .junit: report.junit()
      case .github: report.github()
      }
    }
  }

  private let outputs: RunOutputs<Renderer>
  var status: ExitStatus { outputs.status }

  /// Opens the files. If the reader of standard output leaves, the run continues, because its exit code is still
  /// needed.
  init(_ options: CheckOutputOptions, progress: Progress) throws {
    outputs = RunOutputs(progress)
    for path in options.export {
      try outputs.add(Renderer(.format(of: path), TextStyle()), path: path)
    }
    try outputs.add(Renderer(options.format, options.look.style))
    try outputs.write { $0.json?.begin() ?? "" }
  }

  func add(_ record: BatchRecord, line: String) throws {
    try outputs.write { $0.json?.add(record, line: line) ?? "" }
  }

  /// Writes the verdicts, and moves the files into place.
  func finish(_ report: CheckReport) throws {
    try outputs.write { $0.end(report) }
    outputs.commit()
  }
}
