import ScrollFitting
import ScrollReport
import ScrollTraces

/// What the commands that fit one law share: read, fit, write, one recording after the other.
struct LawRun {
  var input: InputOptions
  var output: OutputOptions
  var options: FitOptions

  /// Fits every recording and leaves with the worst status.
  func run(_ law: any Law.Type) throws {
    var status = ExitStatus.done
    do {
      let writer = try ResultWriter(output, options: options, law: law.description)
      for path in input.trace { status.worsen(to: try fit(path, law, writer)) }
      try writer.finish()
    } catch let error as OutputError {
      Self.report(error.path, error.message, help: error.help)
      status.worsen(to: ExitStatus(error))
    }
    try status.leave()
  }

  private func fit(
    _ path: String, _ law: any Law.Type, _ writer: ResultWriter
  ) throws -> ExitStatus {
    var status = ExitStatus.done
    do {
      try TraceReader(options: input.reading).read(path: path) { trace in
        let result = TraceResult(trace, law: law, axis: input.axis, options: options)
        if let failure = result.failure {
          status.worsen(to: ExitStatus(failure))
          let path = result.path == "-" ? "<stdin>" : result.path
          Self.report("\(path):\(result.line):1", failure.message, help: failure.help)
        }
        try writer.add(result)
      }
    } catch let error as TraceError {
      status.worsen(to: ExitStatus(error))
      Self.report(error.location, error.message, help: error.help)
      try writer.add(
        ReadingFailure(
          path: error.path, code: error.code.rawValue, message: error.message, help: error.help,
          line: error.line, column: error.column))
    }
    return status
  }

  /// An error on standard error, with its help below.
  static func report(_ location: String, _ message: String, help: String?) {
    StandardStream.report(terminalSafe("\(location): error: \(message)"))
    if let help { StandardStream.report(terminalSafe("  help: \(help)")) }
  }
}
