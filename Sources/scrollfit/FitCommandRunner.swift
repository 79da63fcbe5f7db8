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
  ///
  /// On a terminal lines end between words; elsewhere each is one line, for `grep`.
  ///
  /// - Parameters:
  ///   - location: the file, and the line and the column in it.
  ///   - message: what is wrong.
  ///   - help: what to do; nil for nothing.
  static func report(_ location: String, _ message: String, help: String?) {
    let columns = StyleOptions.errorColumns
    func say(_ label: String, _ text: String, indent: Int) {
      let text = escapedForTerminal(text)
      guard let columns, label.count + text.count > columns else {
        return StandardStream.report(label + text)
      }
      // The label is a path, which is not broken.
      let first = String(repeating: "\0", count: label.count)
      for (index, line) in TextLayout.wrap(first + text, width: columns - indent).enumerated() {
        StandardStream.report(
          index == 0
            ? label + line.dropFirst(label.count) : String(repeating: " ", count: indent) + line)
      }
    }
    say(escapedForTerminal(location) + ": error: ", message, indent: 2)
    guard let help else { return }
    // A command is to be copied.
    if help.contains("'") || help.contains("\"") || help.contains(" FILE") {
      return StandardStream.report(escapedForTerminal("  help: \(help)"))
    }
    say("  help: ", help, indent: 8)
  }
}
