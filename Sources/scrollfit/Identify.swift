import ArgumentParser
import ScrollFitting
import ScrollPhysics
import ScrollReport
import ScrollTraces

struct Identify: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Says which law, and which known engine, produced a recording.",
    usage: "scrollfit identify [<options>] <trace> ...",
    discussion: """
      Lays every law through each motion of the recording and ranks them by AICc
      and BIC; a special case is tested against the law that holds it. Then
      every known engine is scored with the constants it ships: only the start
      of each motion is fitted, so that what is left is the engine's own.

      Examples:
        scrollfit identify SampleTraces/uiscrollview-bounce-3x.csv
        scrollfit identify --all SampleTraces/uiscrollview-deceleration-3x.csv
        scrollfit identify --format json SampleTraces/uiscrollview-bounce-2x.csv
      """)

  @OptionGroup(title: "Input") var input: InputOptions

  @Option(parsing: .unconditional, help: "Offset at rest, in pt. (default: metadata, or inferred)")
  var edge: Double?

  @OptionGroup(title: "Engines") var known: EngineOptions

  @Option(help: "text, or json.")
  var format: PlainFormat = .text

  @Flag(help: "Show every law and every engine, not only those that come near.")
  var all = false

  @OptionGroup(title: "Output") var styles: StyleOptions

  func run() throws {
    var status = ExitStatus.done
    var options = FitOptions()
    options.edge = edge
    do {
      let engines = try known.engines()
      var json = IdentifyJSON(version: Scrollfit.version)
      let report = IdentifyReport(style: styles.style, showsAll: all)
      var isFirst = true
      func write(_ text: String) throws { try StandardStream.write(text) }
      if format == .json { try write(json.begin()) }
      let fault = { (error: TraceError) in
        status.worsen(to: ExitStatus(error))
        if format == .json { try write(json.add(ReadingFailure(error))) }
      }
      try input.read(fault: fault) { trace in
        let result = Identification(trace, axis: input.axis, engines: engines, options: options)
        if let failure = result.failure {
          status.worsen(to: FitCommandRunner.report(failure, result.path, line: result.line))
        }
        switch format {
        case .json: try write(json.add(result))
        case .text:
          guard result.failure == nil else { return }
          try write((isFirst ? "" : "\n") + report.text(result))
          isFirst = false
        }
      }
      if format == .json { try write(json.end()) }
    } catch {
      status.worsen(to: try ExitStatus.report(error))
    }
    try status.leave()
  }
}
