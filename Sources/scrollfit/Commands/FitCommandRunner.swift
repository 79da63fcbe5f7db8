internal import ScrollFormats

import ScrollFitting
import ScrollReport
import ScrollTraces

/// Shared by the commands that fit one law: reads, fits and writes one recording after the other.
struct FitCommandRunner {
  var input: InputOptions
  var output: OutputOptions
  var options: FitOptions

  /// Fits a law to every recording and exits with the worst status.
  func run(_ law: any Law.Type) throws {
    try run(law: law.description) { trace in
      var result = TraceResult(trace, law: law, axis: input.axis, options: options)
      if let failure = result.failure,
        let other = result.otherLaw(than: law, trace, axis: input.axis, options: options)
      {
        let command = TypedCommand.quoted(other, path: result.path)
        result.failure?.help = "\(command) fits what moves here; else \(failure.help)"
      }
      if output.writesText {
        result.recognizeEngine(trace, axis: input.axis, options: options)
      }
      return result
    }
  }

  /// Computes a result for every recording and exits with the worst status.
  ///
  /// - Parameters:
  ///   - law: the only law that is fitted; nil for several.
  func run(
    law: LawDescription?, _ result: (Trace) -> TraceResult
  ) throws {
    try ExitStatus.run { _, status in
      let writer = try ResultWriter(output, options: options, law: law)
      func fault(_ error: TraceError) throws {
        status.worsen(to: ExitStatus(error))
        try writer.add(ReadingFailure(error))
      }
      try input.read(fault: fault) { trace in
        let result = result(trace)
        if let failure = result.failure {
          status.worsen(to: Self.report(failure, result.path, line: result.line))
        }
        try writer.add(result)
      }
      status.worsen(to: try writer.finish())
    }
  }

  /// Reports on standard error why nothing could be fitted.
  static func report(_ failure: FitFailure, _ path: String, line: Int) -> ExitStatus {
    report("\(path == "-" ? "<stdin>" : path):\(line):1", failure.message, help: failure.help)
    return ExitStatus(failure)
  }

  /// Reports an error on standard error, followed by its help.
  ///
  /// - Parameters:
  ///   - location: the file with line and column.
  ///   - message: the error.
  ///   - help: what the user can do; nil for nothing.
  static func report(_ location: String, _ message: String, help: String?) {
    let place = escapedForTerminal(location) + ": error: "
    StandardStream.report(place + escapedForTerminal(message), label: place.count)
    guard let help else { return }
    StandardStream.report("  help: " + escapedForTerminal(help), label: 8, indent: 6)
  }
}
