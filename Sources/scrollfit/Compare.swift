internal import ScrollFormats

import ArgumentParser
import ScrollBatch
import ScrollFitting
import ScrollPhysics
import ScrollReport
import ScrollTraces

struct Compare: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compares recordings, folders or engines: constants, and what a user feels.",
    usage: "scrollfit compare [<options>] <a> <b>",
    discussion: """
      Fits A and B as 'scrollfit batch' does, and shows the constants of both, their
      differences with 95 % intervals, and how far and how long flings of three
      speeds go in each. Either may be a known engine ('scrollfit engines' lists
      them). 'scrollfit check' gives a verdict for CI instead.

      Examples:
        scrollfit compare SampleTraces/uiscrollview-bounce-2x.csv SampleTraces/uiscrollview-bounce-3x.csv
        scrollfit compare SampleTraces/uiscrollview-bounce-2x.csv flutter-ios
        scrollfit compare recordings SampleTraces --format json
      """)

  @Argument(help: "A recording, a folder or an engine.", completion: .file())
  var first: String

  @Argument(help: "What is compared with it.", completion: .file())
  var second: String

  @OptionGroup var known: EngineOptions

  @Option(help: "Format of the result.")
  var format: PlainFormat = .text

  @OptionGroup(title: "Output") var look: StyleOptions

  func validate() throws {
    guard first != "-" || second != "-" else {
      throw ValidationError("Standard input can be read only once.")
    }
  }

  func run() throws {
    let progress = Progress()
    var status = ExitStatus.done
    do {
      let a = try source(first, progress, &status)
      let b = try source(second, progress, &status)
      progress.clear(forOutput: true)
      let report = ComparisonReport(a, b)
      try StandardStream.write(
        format == .text
          ? report.text(style: look.style) : report.json(version: Scrollfit.version))
    } catch {
      progress.clear(forOutput: false)
      status.worsen(to: try ExitStatus.report(error))
    }
    try status.leave()
  }

  private func source(
    _ path: String, _ progress: Progress, _ status: inout ExitStatus
  ) throws -> ComparisonReport.Source {
    // What is on the disk comes first: an engine's name has no ending.
    if path != "-", TraceFolder.kind(path) == nil, !ReferenceOptions.namesFile(path) {
      let engines = try known.engines()
      let key = EngineOptions.exact(path, in: engines)
      if let engine = engines.first(where: { $0.key == key }) { return .engine(engine) }
      let near = EngineOptions.near(path, engines)
      throw ResultFileError(
        kind: .missingInput, path: path, line: nil, column: nil,
        message: "no such file, and no engine",
        help: near.isEmpty
          ? "'scrollfit engines' lists the engines" : "near it: \(near.joined(separator: ", "))")
    }
    let input = try BatchOptions.parse(["--", path])
    var summary = BatchSummary()
    status.worsen(
      to: try input.fit(input.settings(needsLine: false), progress: progress, listed: nil) {
        outcome in summary.add(outcome.record)
      })
    return .recordings(path: path, summary)
  }
}
