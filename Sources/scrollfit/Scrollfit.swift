import ArgumentParser
import ScrollReport
import ScrollTraces

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
      FitMomentum.self, FitRubberBand.self,
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
      scrollfit check --reference uikit SampleTraces/uiscrollview-bounce-3x.csv

    'scrollfit --help' lists the commands, 'scrollfit help COMMAND' their options.

    """

  func run() throws {
    do {
      try StandardStream.write(Self.introduction)
    } catch {
      if error.kind != .closedPipe {
        FitCommandRunner.report(error.path, error.message, help: error.help)
      }
      try ExitStatus(error).leave()
    }
  }

  static func main() {
    StandardStream.prepare()
    let arguments = FileName.arguments.dropFirst()
    do {
      var command = try parseAsRoot(PlotOptions.joined(arguments))
      try command.run()
    } catch {
      exit(withError: ExitCode(leave(error, arguments: arguments)))
    }
  }

  /// Says what ended a command: its help or version on standard output, else a fault, which may repeat arguments.
  ///
  /// - Returns: the exit code.
  private static func leave(_ error: any Error, arguments: ArraySlice<String>) -> Int32 {
    let code = exitCode(for: error)
    let message = fullMessage(for: error)
    guard !message.isEmpty else { return code.rawValue }
    guard code == .success else {
      StandardStream.report(oneLineSafe(message, repeating: arguments))
      return code.rawValue
    }
    do {
      try StandardStream.write(message + "\n")
      return code.rawValue
    } catch {
      if error.kind != .closedPipe {
        FitCommandRunner.report(error.path, error.message, help: error.help)
      }
      return ExitStatus(error).rawValue
    }
  }

  /// A message of several lines, harmless: an argument in it stays on its line.
  private static func oneLineSafe(_ message: String, repeating arguments: ArraySlice<String>)
    -> String
  {
    var message = message
    for argument in arguments {
      // An option is repeated with its value or without.
      let value = argument.firstIndex(of: "=").map {
        String(argument[argument.index(after: $0)...])
      }
      for text in [argument, value ?? ""] where text.contains(where: \.isNewline) {
        message = message.replacing(text, with: escapedForTerminal(text))
      }
    }
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { escapedForTerminal(String($0)) }.joined(separator: "\n")
  }
}
