internal import ScrollFormats

import ArgumentParser
import ScrollFitting
import ScrollPhysics
import ScrollReport
import ScrollTraces

struct Identify: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "identify",
    abstract: "Says which law, and which known engine, produced a recording.",
    usage: "scrollfit identify [<options>] <trace> ...",
    discussion: """
      Lays every law through each motion of the recording and ranks them by AICc
      and BIC; a special case is tested against the law that holds it. Then
      every known engine is scored with the constants it ships: only the start
      of each motion is fitted, so that what is left is the engine's own.
      --details shows what was compared.

      Examples:
        scrollfit identify SampleTraces/uiscrollview-bounce-3x.csv
        scrollfit identify --details SampleTraces/uiscrollview-deceleration-3x.csv
        scrollfit identify --export spring.svg SampleTraces/simulated-spring.csv
        scrollfit identify --format json SampleTraces/uiscrollview-bounce-2x.csv
      """)

  @OptionGroup(title: "Input") var input: InputOptions

  @Option(parsing: .unconditional, help: "Offset at rest, in pt. (default: metadata, or inferred)")
  var edge: Double?

  @OptionGroup(title: "Engines") var known: EngineOptions

  @Option(help: "text, or json.")
  var format: PlainFormat = .text

  @Option(
    help: """
      Also write to a file; its ending says what: .txt, .json, or .svg, a picture of each recording with the curves of \
      its laws. Repeatable.
      """, completion: .file())
  var export: [String] = []

  @Flag(help: "Show the laws and engines that come near, and the tests between them.")
  var details = false

  @Flag(help: "Show every law and every engine, not only those that come near.")
  var all = false

  @OptionGroup(title: "Output") var drawing: PlotOptions

  @OptionGroup(title: "Output") var styles: StyleOptions

  func validate() throws {
    try OutputOptions.check(outputs: export, inputs: input.trace, input: "a recording to read")
    try known.check(outputs: export, inputs: input.trace)
    for path in export { _ = try IdentifyFormat.format(of: path) }
  }

  func run() throws {
    var options = FitOptions()
    options.edge = edge
    options.threads = Threads.processors
    try ExitStatus.run { progress, status in
      let engines = try known.engines()
      let outputs = RunOutputs<IdentifyRenderer>(progress)
      for path in export { try outputs.add(document(.format(of: path)), path: path) }
      try outputs.add(
        document(
          format == .json ? .json : .text, style: styles.style, plot: drawing.terminalPlot(styles)))
      drawing.explain()
      func write(_ part: (inout IdentifyRenderer) -> String) throws {
        try outputs.write(isOnly: true, part)
      }
      try write { $0.begin() }
      func fault(_ error: TraceError) throws {
        status.worsen(to: ExitStatus(error))
        try write { $0.add(ReadingFailure(error)) }
      }
      try input.read(fault: fault) { trace in
        let result = Identification(
          trace, axis: input.axis, engines: engines, options: options)
        if let failure = result.failure {
          status.worsen(to: FitCommandRunner.report(failure, result.path, line: result.line))
        }
        try write { $0.add(result) }
      }
      try write { $0.end() }
      outputs.commitContent()
      status.worsen(to: outputs.status)
    }
  }

  private func document(
    _ format: IdentifyFormat, style: TextStyle = TextStyle(), plot: TerminalPlot? = nil
  ) -> IdentifyRenderer {
    IdentifyRenderer(
      format,
      report: IdentifyReport(style: style, all ? .all : details ? .details : .brief, plot: plot),
      version: Scrollfit.version)
  }
}
