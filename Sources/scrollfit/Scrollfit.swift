import ArgumentParser
import ScrollReport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@main
struct Scrollfit: ParsableCommand {
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "scrollfit",
    abstract: "Measures the physics of a scroll view from a recording of its contentOffset.",
    discussion: """
      Try: scrollfit bounce SampleTraces/uiscrollview-bounce-3x.csv

      Exit codes: 0 done, 1 check found a constant outside its tolerance, 64 usage,
      65 a trace is not a trace or no fit converged, 66 a file is missing or a
      folder holds no trace, 70 a bug, 73 an output cannot be created, 74 reading
      or writing failed, 78 a reference or a list of engines is invalid.
      """,
    version: "scrollfit \(version)",
    subcommands: [
      Batch.self, CheckRecordings.self, FitRecording.self, Bounce.self, Decelerate.self,
      FitRubberBand.self,
      FitSpring.self,
      FitGravity.self, FitCollision.self, FitResistance.self, FitStretch.self, FitTransfer.self,
      Identify.self, Report.self, Predict.self,
      Simulate.self, ExportCurve.self, Inspect.self,
      ListLaws.self, ListEngines.self,
    ])

  /// What the command alone says.
  private static let introduction = """
    scrollfit measures the physics of a scroll view from a recording of its
    contentOffset: decay rates, springs, rubber bands, with errors and residuals.

    Try:
      scrollfit bounce --plot SampleTraces/uiscrollview-bounce-3x.csv
      scrollfit identify SampleTraces/uiscrollview-bounce-3x.csv
      scrollfit check --reference uikit SampleTraces

    'scrollfit --help' lists the commands, 'scrollfit help COMMAND' their options.

    """

  func run() throws {
    do {
      try StandardStream.write(Self.introduction)
    } catch {
      if error.kind != .closedPipe { LawRun.report(error.path, error.message, help: error.help) }
      try ExitStatus(error).leave()
    }
  }

  static func main() {
    // A reader that leaves early is an error of the write, not the end of the process: the files
    // of --export are completed all the same.
    signal(SIGPIPE, SIG_IGN)
    main(PlotOptions.joined(CommandLine.arguments.dropFirst()))
  }
}
