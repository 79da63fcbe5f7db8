import ArgumentParser

/// Options that a command does not have. The parser reports them only after a command has checked its arguments, and
/// takes the value of such an option for an argument.
enum UnknownOption {
  /// The option before an argument of the command line; nil if there is none, or if the command has it.
  static func before(_ argument: String) -> String? {
    let words = CommandLine.arguments
    guard let index = words.firstIndex(of: argument), index > 2 else { return nil }
    let option = words[index - 1]
    guard option.hasPrefix("--"), option.count > 2, !option.contains("="),
      let command = Scrollfit.configuration.subcommands.first(where: {
        $0.configuration.commandName == words[1]
      })
    else { return nil }
    let known = command.helpMessage().split { !($0.isLetter || $0.isNumber || $0 == "-") }
    return known.contains { $0 == option } ? nil : option
  }
}
