import ArgumentParser
import ScrollBatch
import ScrollFitting
import ScrollReport

struct Compare: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compares two recordings or folders: constants, and what a user feels.",
    usage: "scrollfit compare [<options>] <a> <b>",
    discussion: """
      Fits A and B as 'scrollfit batch' does, and shows the constants of both, their
      differences with 95 % intervals, and how far and how long flings of three
      speeds go in each. 'scrollfit check' gives a verdict for CI instead.

      Examples:
        scrollfit compare SampleTraces/uiscrollview-bounce-2x.csv SampleTraces/uiscrollview-bounce-3x.csv
        scrollfit compare recordings SampleTraces --format json
      """)

  @Argument(help: "A recording or a folder.", completion: .file())
  var first: String

  @Argument(help: "What is compared with it.", completion: .file())
  var second: String

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
      status.worsen(to: try BatchOptions.report(error))
    }
    try status.leave()
  }

  private func source(
    _ path: String, _ progress: Progress, _ status: inout ExitStatus
  ) throws -> ComparisonReport.Source {
    let input = try BatchOptions.parse(["--", path])
    var summary = BatchSummary()
    status.worsen(
      to: try input.fit(input.settings(needsLine: false), progress: progress, listed: nil) {
        outcome in summary.add(outcome.record)
      })
    return ComparisonReport.Source(path: path, summary: summary)
  }
}
