internal import ScrollFormats

import ArgumentParser
import ScrollBatch
import ScrollFitting
import ScrollPhysics
import ScrollReport
import ScrollTraces

struct Compare: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compares recordings, folders or engines: constants, and what a user feels.",
    usage: "scrollfit compare [<options>] <a> <b>",
    discussion: """
      Fits A and B as 'scrollfit batch' does, and shows the constants of both, their
      differences with 95 % intervals, and how far and how long flings of three
      speeds go in each. Either may be a known engine ('scrollfit engines' lists
      them). --plot and --export FILE.svg draw a bounce and a glide of both over
      each other. 'scrollfit check' gives a verdict for CI instead.

      Examples:
        scrollfit compare SampleTraces/simulated-spring.csv SampleTraces
        scrollfit compare SampleTraces/uiscrollview-bounce-2x.csv flutter-ios
        scrollfit compare --plot ascii SampleTraces/simulated-spring.csv uikit
        scrollfit compare --edge -64 SampleTraces/uiscrollview-bounce-2x.csv uikit
        scrollfit compare recordings SampleTraces --format json
      """)

  @Argument(
    help: ArgumentHelp("A recording, a folder or an engine.", valueName: "a"),
    completion: EngineOptions.completion())
  var first: String

  @Argument(
    help: ArgumentHelp("What is compared with it.", valueName: "b"),
    completion: EngineOptions.completion())
  var second: String

  @OptionGroup var known: EngineOptions

  @OptionGroup(title: "Input") var samples: SampleOptions

  @OptionGroup(title: "Fit") var times: TimeOptions

  @Option(help: "Format of the result.")
  var format: PlainFormat = .text

  @Option(
    help: """
      Also write to a file; its ending says what: .txt, .json, or .svg, a picture of a bounce and a glide in both and \
      their difference. Repeatable.
      """, completion: .file())
  var export: [String] = []

  @OptionGroup(title: "Output") var drawing: PlotOptions

  @OptionGroup(title: "Output") var look: StyleOptions

  func validate() throws {
    for path in export { _ = try IdentifyFormat.format(of: path) }
    if drawing.plot != nil, format != .text {
      throw ValidationError("--plot draws below the text: it needs --format text.")
    }
    try OutputOptions.check(
      outputs: export, inputs: [first, second] + known.files, input: "read by this run")
    try OutputOptions.checkStandardInput([first, second])
  }

  func run() throws {
    try ExitStatus.run { progress, status in
      let files = try export.map {
        (
          file: try SideFile(path: $0, progress: progress),
          format: try IdentifyFormat.format(of: $0)
        )
      }
      let engines = try [first, second].map(engine)
      // For an engine whose spring is not critically damped, every bounce is fitted as a spring too, as in `check`.
      let addsSprings = engines.contains { $0?.needsSprings == true }
      func source(_ index: Int, _ path: String) throws -> ComparisonReport.Source? {
        try engines[index].map { .engine($0) }
          ?? recordings(path, addsSprings: addsSprings, progress, &status)
      }
      // Both are read first, so that the errors of both are reported.
      let sides = (try source(0, first), try source(1, second))
      guard let a = sides.0, let b = sides.1 else { return }
      progress.clear(forOutput: true)
      let report = ComparisonReport(a, b)
      for (file, format) in files {
        switch format {
        case .text: file.write(report.text(style: TextStyle()))
        case .json: file.write(report.json(version: Scrollfit.version))
        case .svg: file.write(report.svg())
        }
        file.commitContent()
        status.worsen(to: file.status)
      }
      drawing.explain()
      try StandardStream.write(
        format == .text
          ? report.text(style: look.style, plot: drawing.terminalPlot(look))
          : report.json(version: Scrollfit.version))
    }
  }

  /// The engine with a name; nil for a path. An existing file or folder has priority.
  private func engine(_ path: String) throws -> Engine? {
    guard path != "-", TraceFolder.kind(path) == nil, !ReferenceOptions.namesFile(path) else {
      return nil
    }
    let engines = try known.engines()
    let key = EngineOptions.exact(path, in: engines)
    if let engine = engines.first(where: { $0.key == key }) { return engine }
    let near = EngineOptions.near(path, engines)
    throw ResultFileError(
      kind: .missingInput, path: path, line: nil, column: nil,
      message: "no such file, and no engine",
      help: near.isEmpty
        ? "'scrollfit engines' lists the engines" : "near it: \(near.joined(separator: ", "))")
  }

  /// The recordings of a path; nil if none can be read, which is reported.
  private func recordings(
    _ path: String, addsSprings: Bool, _ progress: Progress, _ status: inout ExitStatus
  ) throws -> ComparisonReport.Source? {
    var input = try BatchOptions.parse(["--", path])
    (input.samples, input.times) = (samples, times)
    var summary = BatchSummary()
    var isRead = false
    let settings = input.settings(needsLine: false, addsSprings: addsSprings)
    status.worsen(
      to: try input.fit(settings, progress: progress, listed: nil) {
        outcome in
        summary.add(outcome.record)
        if !(outcome.error is TraceError) { isRead = true }
      })
    return isRead ? .recordings(path: path, summary) : nil
  }
}
