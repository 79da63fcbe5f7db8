internal import ScrollFormats

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
      Try: scrollfit SampleTraces/uiscrollview-bounce-3x.csv

      A recording without a command is fitted: 'scrollfit FILE' is 'scrollfit fit FILE'.

      Exit codes: 0 done, 1 check found a constant outside its tolerance, 64 usage,
      65 a trace is not a trace or no fit converged, 66 a file is missing or a
      folder holds no trace, 70 a bug, 73 an output cannot be created, 74 reading
      or writing failed, 78 a reference or a list of engines is invalid, 130
      interrupted. 'scrollfit explain exit 65' says more of one.
      """,
    version: "scrollfit \(version)",
    subcommands: [
      Batch.self, CheckRecordings.self, FitRecording.self, Bounce.self, Decelerate.self,
      FitMomentum.self, FitRubberBand.self,
      FitSpring.self,
      FitGravity.self, FitCollision.self, FitResistance.self, FitStretch.self, FitTransfer.self,
      Identify.self, Report.self, Predict.self,
      Compare.self, Simulate.self, ExportCurve.self, Inspect.self, Explain.self,
      ListLaws.self, ListEngines.self,
    ])

  /// The output of the command without arguments.
  private static let introduction = """
    scrollfit measures the physics of a scroll view from a recording of its
    contentOffset: decay rates, springs, rubber bands, with errors and residuals.

    Try:
      scrollfit SampleTraces/uiscrollview-bounce-3x.csv
      scrollfit bounce --plot SampleTraces/uiscrollview-bounce-3x.csv
      scrollfit identify SampleTraces/uiscrollview-bounce-3x.csv
      scrollfit check --reference uikit SampleTraces/uiscrollview-bounce-3x.csv

    'scrollfit --help' lists the commands, 'scrollfit help COMMAND' their options,
    'scrollfit explain WORD' says what a warning, a constant or a term means.

    """

  func run() throws {
    try StandardStream.write(Self.introduction)
  }

  static func main() {
    StandardStream.prepare()
    let arguments = FileName.arguments.dropFirst()
    var own: any ParsableCommand.Type = Scrollfit.self
    do {
      var command = try parsed(PlotOptions.joined(try withCommand(arguments)))
      own = type(of: command)
      try command.run()
    } catch {
      exit(withError: ExitCode(leave(error, of: own, arguments: arguments)))
    }
  }

  /// The command that the arguments name, with its options.
  ///
  /// Below this one a command's options are collected several times, so it is parsed alone. What it refuses, `--help`
  /// among it, is parsed again as a subcommand, whose messages name the tool.
  private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    if let name = arguments.first, let command = subcommand(name),
      let parsed = try? command.parseAsRoot(Array(arguments.dropFirst())),
      type(of: parsed) == command
    {
      return parsed
    }
    return try parseAsRoot(arguments)
  }

  /// The subcommand of a name. Configurations are created when first read, so it reads no more than it needs.
  private static func subcommand(_ name: String) -> (any ParsableCommand.Type)? {
    isWord(name) ? configuration.subcommands.first { $0._commandName == name } : nil
  }

  /// Whether an argument may be the name of a command, and not that of an option or of a file.
  private static func isWord(_ argument: String) -> Bool {
    !argument.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
      && !argument.hasPrefix("-")
  }

  private static func isCommand(_ argument: String) -> Bool {
    argument == "help" || subcommand(argument) != nil
  }

  /// The arguments with their command: recordings without a command are fitted.
  ///
  /// - Throws: a usage error with similar commands for a first word that is neither a command nor a file.
  private static func withCommand(_ arguments: ArraySlice<String>) throws -> ArraySlice<String> {
    func isFile(_ word: String) -> Bool {
      word == "-" || TraceFolder.kind(word) != nil
    }
    guard let first = arguments.first else { return arguments }
    if first == "help", let topic = arguments.dropFirst().first, !isCommand(topic),
      !topic.hasPrefix("-")
    {
      throw unknown(topic)
    }
    guard !isCommand(first) else { return arguments }
    let isWord = isWord(first)
    if isWord, !isFile(first), !NearWords.near(first, commands).isEmpty { throw unknown(first) }
    if !arguments.contains(where: isCommand), arguments.contains(where: isFile) {
      return ["fit"] + arguments
    }
    guard !first.hasPrefix("-") else { return arguments }
    // A name with a dot or a slash is a missing file, which 'fit' reports.
    if !isWord { return ["fit"] + arguments }
    throw unknown(first)
  }

  private static var commands: [String] {
    configuration.subcommands.map { $0._commandName } + ["help"]
  }

  private static func unknown(_ word: String) -> ValidationError {
    ValidationError(
      "There is no command '\(escapedForTerminal(word))'."
        + NearWords.sentence(NearWords.near(word, commands))
        + " 'scrollfit --help' lists the commands; a file is fitted without one.")
  }

  /// Writes the help or version of a command to standard output, or its error to standard error.
  ///
  /// - Parameters:
  ///   - error: the error that ended the command.
  ///   - command: the command that ran, or this one if none did.
  ///   - arguments: the command line, which messages may repeat.
  /// - Returns: the exit code.
  private static func leave(
    _ error: any Error, of command: any ParsableCommand.Type, arguments: ArraySlice<String>
  ) -> Int32 {
    if let status = try? ExitStatus.report(error) { return status.rawValue }
    let code = exitCode(for: error)
    let message = fullMessage(for: error, of: command)
    guard !message.isEmpty else { return code.rawValue }
    guard code == .success else {
      StandardStream.report(
        wrapped(
          withOption(oneLineSafe(message, repeating: arguments), arguments)))
      return code.rawValue
    }
    do {
      try StandardStream.write(message + "\n")
      return code.rawValue
    } catch {
      return leave(error, of: command, arguments: arguments)
    }
  }

  /// A message with the usage of the command; for an invalid choice with similar ones.
  private static func fullMessage(
    for error: any Error, of command: any ParsableCommand.Type
  ) -> String {
    guard error is ValidationError, command != Scrollfit.self else {
      return withNearChoices(fullMessage(for: error))
    }
    // A command that ran knows only its own name, not that of the tool.
    let name = command._commandName
    return command.fullMessage(for: error)
      .replacing("See '\(name) --help'", with: "See 'scrollfit \(name) --help'")
  }

  /// Names of options for the frame rate in other tools.
  private static let frameOptions: Set<String> = [
    "--fps", "--hz", "--rate", "--frame-rate", "--framerate", "--refresh-rate", "--dt",
    "--sample-rate", "--frame-interval",
  ]

  /// The option for JSON in other tools.
  private static let jsonOption = "--json"

  /// A message that suggests the right option for the frame rate or for JSON if the user gave that of another tool,
  /// instead of an option with a similar name.
  private static func withOption(
    _ message: String, _ arguments: ArraySlice<String>
  ) -> String {
    let start = "Error: Unknown option '"
    // In commands with constants, the value of an unknown option is reported first.
    guard message.hasPrefix(start) || message.contains("' is no name=value for "),
      let option = arguments.map({ String($0.prefix { $0 != "=" }) }).first(
        where: { frameOptions.contains($0) || $0 == jsonOption })
    else { return message }
    var lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let remedy =
      switch arguments.first {
      case _ where option == jsonOption: "'--format json' prints JSON."
      case Simulate._commandName?:
        option == "--rate" ? "" : "'--rate' sets the frames per second."
      case Predict._commandName?, ExportCurve._commandName?:
        "The constant fps= sets the frames per second of a law that has frames."
      default: "'--interval 1/60' sets the time between samples without stamps, here that of 60 Hz."
      }
    guard !remedy.isEmpty else { return message }
    lines[0] = start + option + "'. " + remedy
    return lines.joined(separator: "\n")
  }

  /// An error wrapped between words on a terminal.
  private static func wrapped(_ message: String) -> String {
    guard let columns = StyleOptions.errorColumns else { return message }
    return message.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      guard line.hasPrefix("Error: "), line.count > columns else { return [String(line)] }
      let lines = TextLayout.wrap(String(line), width: columns - 2)
      return lines.prefix(1) + lines.dropFirst().map { "  " + $0 }
    }.joined(separator: "\n")
  }

  private static func withNearChoices(_ message: String) -> String {
    var lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let parts = lines[0].split(separator: "'", omittingEmptySubsequences: false)
    let listed = lines.filter { $0.hasPrefix("  - ") }.map { String($0.dropFirst(4)) }
    // Few choices stand in quotation marks behind the option.
    let quoted = parts.indices.dropFirst(5).filter { $0 % 2 == 1 }.map { String(parts[$0]) }
    let choices = listed.isEmpty ? quoted : listed
    guard parts.count > 2, parts[0] == "Error: The value ", !choices.isEmpty,
      !message.contains("Near it: ")
    else { return message }
    let near = NearWords.near(String(parts[1]), choices)
    if !near.isEmpty {
      lines[0].replace(
        ". Please provide", with: ". Near it: \(near.joined(separator: ", ")). Please provide")
    }
    return lines.joined(separator: "\n")
  }

  /// A message of several lines with line ends in repeated arguments escaped.
  private static func oneLineSafe(_ message: String, repeating arguments: ArraySlice<String>)
    -> String
  {
    var message = message
    for argument in arguments {
      // A message repeats an option with or without its value.
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
