internal import ScrollFormats

import ArgumentParser
import ScrollFitting
import ScrollReport
import ScrollTraces

struct ListLaws: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "laws", abstract: "Lists the laws with their parameters and formulas.",
    usage: "scrollfit laws [<law> ...]",
    discussion: """
      Examples:
        scrollfit laws
        scrollfit laws bounce spring
      """)

  @Argument(
    help: ArgumentHelp("The laws to list. (default: all)", valueName: "law"),
    completion: .list(LawList.names))
  var names: [String] = []

  func run() throws {
    let chosen = names.map { $0.lowercased() }
    for name in chosen where !LawList.names.contains(name) {
      throw ValidationError(
        "There is no law '\(escapedForTerminal(name))'."
          + NearWords.sentence(NearWords.near(name, LawList.names))
          + " 'scrollfit laws' lists them.")
    }
    try StandardStream.write(LawList.text(chosen, style: StyleOptions.plain))
  }
}
