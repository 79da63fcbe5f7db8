internal import ScrollFormats

import ScrollFitting
import ScrollReport
import ScrollTraces

/// What the commands that fit one law share: read, fit, write, one recording after the other.
struct FitCommandRunner {
  var input: InputOptions
  var output: OutputOptions
  var options: FitOptions

  /// Fits a law to every recording and leaves with the worst status.
  func run(_ law: any Law.Type) throws {
    try run(law: law.description) { trace in
      TraceResult(trace, law: law, axis: input.axis, options: options)
    }
  }

  /// Makes a result of every recording and leaves with the worst status.
  ///
  /// - Parameters:
  ///   - law: the only law that is fitted; nil for several.
  func run(
    law: LawDescription?, _ result: (Trace) -> TraceResult
  ) throws {
    var status = ExitStatus.done
    do {
      let writer = try ResultWriter(output, options: options, law: law)
      let fault = { (error: TraceError) in
        status.worsen(to: ExitStatus(error))
        writer.add(ReadingFailure(error))
      }
      try input.read(fault: fault) { trace in
        let result = result(trace)
        if let failure = result.failure {
          status.worsen(to: Self.report(failure, result.path, line: result.line))
        }
        writer.add(result)
      }
      status.worsen(to: writer.finish())
    } catch let error as OutputError {
      Self.report(error.path, error.message, help: error.help)
      status.worsen(to: ExitStatus(error))
    }
    try status.leave()
  }

  /// Why nothing could be fitted, on standard error.
  static func report(_ failure: FitFailure, _ path: String, line: Int) -> ExitStatus {
    report("\(path == "-" ? "<stdin>" : path):\(line):1", failure.message, help: failure.help)
    return ExitStatus(failure)
  }

  /// An error on standard error, with its help below.
  static func report(_ location: String, _ message: String, help: String?) {
    StandardStream.report(escapedForTerminal("\(location): error: \(message)"))
    if let help { StandardStream.report(escapedForTerminal("  help: \(help)")) }
  }
}
