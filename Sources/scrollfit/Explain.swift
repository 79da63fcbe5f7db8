internal import ScrollFormats

import ArgumentParser
import ScrollPhysics
import ScrollReport
import ScrollSimulation
import ScrollTraces

struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explains a warning, a law, a constant, an engine or a term of the results.",
    usage: "scrollfit explain [<options>] [<word> ...]",
    discussion: """
      Without a word it lists all that can be explained.

      Examples:
        scrollfit explain
        scrollfit explain W405
        scrollfit explain delta
        scrollfit explain AICc
        scrollfit explain uikit
        scrollfit explain exit 65
      """)

  @Argument(
    help: ArgumentHelp("The word; several words of one term may stand apart.", valueName: "word"),
    completion: .list(Explanation.words(engines: Engines.all, others: Explain.others)))
  var words: [String] = []

  @OptionGroup var known: EngineOptions

  @OptionGroup(title: "Output") var look: StyleOptions

  /// Motions with constants that are not laws.
  private static let others = [ScrollSession.constants]

  private static func command(_ word: String) -> [Explanation] {
    Scrollfit.configuration.subcommands.filter { $0._commandName == word.lowercased() }.map {
      Explanation(command: $0._commandName, abstract: $0.configuration.abstract)
    }
  }

  func run() throws {
    let engines = try known.engines()
    guard !words.isEmpty else {
      return try StandardStream.write(
        Explanation.list(engines: engines, others: Self.others, style: look.style))
    }
    let word = words.joined(separator: " ")
    let all = Explanation.all(of: word, engines: engines, others: Self.others)
    let found = all.isEmpty ? Self.command(word) : all
    guard !found.isEmpty else {
      let near = NearWords.near(
        word, Explanation.words(engines: engines, others: Self.others))
      throw ValidationError(
        "There is no explanation of '\(escapedForTerminal(word))'."
          + NearWords.sentence(near)
          + " 'scrollfit explain' lists the words."
      )
    }
    try StandardStream.write(found.map { $0.text(style: look.style) }.joined(separator: "\n"))
  }
}
