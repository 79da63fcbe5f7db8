/// Commands for the user to type, in messages about a file. They have the word FILE where the path belongs.
package enum TypedCommand {
  /// A text with the path of a file in place of FILE in its commands.
  ///
  /// - Parameter path: the path; for `-`, commands read standard input.
  package static func named(_ text: String, path: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "F")), text.contains(" FILE") else { return text }
    guard path != "-" else { return piped(text) }
    let file = argument(path)
    let parts = text.split(separator: " FILE", omittingEmptySubsequences: false).map(String.init)
    return parts.dropFirst().reduce(parts[0]) { text, part in
      // A quoted path would end the quotation marks around its command.
      guard file.hasPrefix("'"), part.hasPrefix("'"), let start = text.ranges(of: mark).last else {
        return text + " " + file + part
      }
      return text[..<start.lowerBound] + mark.dropFirst() + text[start.upperBound...] + " " + file
        + part.dropFirst()
    }
  }

  /// A command about a file in quotation marks: `'scrollfit identify a.csv'`.
  ///
  /// - Parameter words: the words between the name of the tool and the path.
  package static func quoted(_ words: String, path: String) -> String {
    named("\(mark) \(words) FILE'", path: path)
  }

  /// A path quoted for a shell. One that begins like an option, or like a command of a CI runner, is led by its folder.
  package static func argument(_ path: String) -> String {
    let isLed = path.hasPrefix("-") && path != "-" || path.hasPrefix("::")
    return PrintedText.argument(isLed ? "./" + path : path)
  }

  /// A command about some files and folders: `scrollfit batch a b`.
  ///
  /// - Parameter words: the words between the name of the tool and the paths.
  package static func line(_ words: String, paths: [String]) -> String {
    (["scrollfit", words] + paths.map(argument)).joined(separator: " ")
  }

  /// How a command in quotation marks begins.
  private static let mark = "'scrollfit"

  /// A text whose command reads standard input, and can so follow what wrote this: `tr , . FILE | scrollfit -` is
  /// `tr , . | scrollfit -`. A command that reads twice keeps its FILE.
  private static func piped(_ help: String) -> String {
    guard !help.contains("tail -n") else { return help }
    let parts = help.replacing(" < FILE", with: "").split(
      separator: " FILE", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(String(parts[0])) { text, part in
      let command = text.ranges(of: "scrollfit").last.map { text[$0.upperBound...] }
      let isRead = command.map { !$0.contains(" | ") && !$0.contains("; ") && !$0.contains(": ") }
      return text + (isRead == true ? " -" : "") + part
    }
  }
}
