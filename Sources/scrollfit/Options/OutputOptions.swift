internal import ScrollFormats

import ArgumentParser
import ScrollFitting
import ScrollReport
import ScrollTraces

/// The outputs of a result and their style.
struct OutputOptions: ParsableArguments {
  @Option(help: "Format of the result.")
  var format: BatchFormat = .text

  /// The content of a file of `--export`.
  enum Export {
    case result(BatchFormat)
    case plots
    /// The fits as a specification of plots for Vega-Lite.
    case vegaLite
  }

  @Option(
    help: ArgumentHelp(
      """
      Also write the result to a file; its ending says the format: .txt, .json, .ndjson, .csv, .md, or .svg \
      or .vl.json (Vega-Lite) for plots. Repeatable.
      """),
    completion: .file())
  var export: [String] = []

  @Option(
    help: "Write stamp, observed, fitted, residual and fitted time of every sample to a CSV file.",
    completion: .file())
  var residuals: String?

  @Option(help: "Write every accepted move of the search to a CSV file.", completion: .file())
  var searchPath: String?

  @Flag(help: "Show all statistics in text: errors, tests, search, every warning in full.")
  var details = false

  @OptionGroup var drawing: PlotOptions

  @OptionGroup var look: StyleOptions

  func validate() throws {
    if drawing.plot != nil, format != .text {
      throw ValidationError(
        "--plot draws below the text: it needs --format text, not \(format.rawValue).")
    }
    for path in export { _ = try Self.export(to: path) }
  }

  /// Refuses an output that would overwrite another output, or a recording that has not been read yet.
  func check(inputs: [String], method: FitOptions.Method) throws {
    if searchPath != nil, method == .newton {
      throw ValidationError("--search-path needs --method descent or article.")
    }
    try Self.check(
      outputs: export + [residuals, searchPath].compactMap { $0 }, inputs: inputs,
      input: "a recording to read")
  }

  /// Refuses two outputs that are the same file, and outputs that are inputs; `input` describes these in the message.
  static func check(outputs: [String], inputs: [String], input: String) throws {
    for (index, path) in outputs.enumerated() {
      if path == "-" {
        throw ValidationError("'-' names no file: only --format writes to standard output.")
      }
      if outputs[..<index].contains(where: { OutputFile.isSame($0, path) }) {
        throw ValidationError("'\(path)' is named for two outputs.")
      }
      if inputs.contains(where: { OutputFile.isSame($0, path) }) {
        throw ValidationError("'\(path)' is \(input): name another file to write.")
      }
    }
  }

  /// Refuses two uses of standard input.
  static func checkStandardInput(_ inputs: [String]) throws {
    guard inputs.count(where: { $0 == "-" }) < 2 else {
      throw ValidationError("Standard input can be read only once.")
    }
  }

  /// The content of an `--export` file of a fitting command, by its extension.
  static func export(to path: String) throws -> Export {
    let ending = ending(of: path)
    if let format = ending.flatMap(BatchFormat.init(ending:)) { return .result(format) }
    switch ending {
    case "svg": return .plots
    case "vl.json": return .vegaLite
    default:
      throw ValidationError(
        "--export '\(path)' must end in \(BatchFormat.listed(and: ["svg", "vl.json"])).")
    }
  }

  /// Leaves out what the outputs do not show: the short text has no ends of a feasible set.
  func limit(_ detail: inout FitDetail) {
    if format == .text, !details, export.isEmpty { detail.remove(.feasibleSet) }
  }

  var writesText: Bool {
    format == .text || export.contains { Self.ending(of: $0) == "txt" }
  }

  /// The file name extension in lower case; `vl.json` counts as one.
  static func ending(of path: String) -> String? {
    let last = path.lastIndex(of: ".").map { path[path.index(after: $0)...].lowercased() }
    return last == "json" && path.lowercased().hasSuffix(".vl.json") ? "vl.json" : last
  }

  var style: TextStyle { look.style }

  func renderer(_ export: Export, options: FitOptions) -> any ResultRenderer {
    switch export {
    case .result(let format): renderer(format, style: TextStyle(), options: options)
    case .plots: SVGReport()
    case .vegaLite: VegaLiteReport()
    }
  }

  func renderer(
    _ format: BatchFormat, style: TextStyle, options: FitOptions, plot: TerminalPlot? = nil
  ) -> any ResultRenderer {
    switch format {
    case .text:
      TextReport(style: style, options: options, showsDetails: details, plot: plot)
    case .json: JSONReport(version: Scrollfit.version, options: options)
    case .ndjson, .csv, .markdown: RecordReport(format, version: Scrollfit.version)
    }
  }
}
