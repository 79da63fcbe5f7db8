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
        scrollfit explain W409 delta
      """)

  @Argument(
    help: ArgumentHelp("The words; those of one term may stand apart.", valueName: "word"),
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

  /// Maximum number of words of a term.
  private static let longest = 6

  /// The explanations of a term, or of a command.
  private static func one(_ word: String, _ engines: [Engine]) -> [Explanation] {
    let all = Explanation.all(of: word, engines: engines, others: others)
    return all.isEmpty ? command(word) : all
  }

  /// The explanations of several terms, each as many of the words as are known together; empty if one is unknown.
  private static func each(of words: [Substring], _ engines: [Engine]) -> [Explanation] {
    var found: [Explanation] = []
    var rest = words[...]
    while !rest.isEmpty {
      let next = (1...min(longest, rest.count)).reversed().lazy.map { count in
        (count: count, found: one(rest.prefix(count).joined(separator: " "), engines))
      }.first { !$0.found.isEmpty }
      guard let next else { return [] }
      found += next.found
      rest = rest.dropFirst(next.count)
    }
    return found
  }

  func run() throws {
    let engines = try known.engines()
    guard !words.isEmpty else {
      return try StandardStream.write(
        Explanation.list(engines: engines, others: Self.others, style: look.style))
    }
    let word = words.joined(separator: " ")
    let whole = Self.one(word, engines)
    let found =
      whole.isEmpty ? Self.each(of: word.split(whereSeparator: \.isWhitespace), engines) : whole
    guard !found.isEmpty else {
      let near = EngineOptions.near(
        word, engines, among: Explanation.words(engines: engines, others: Self.others))
      throw ValidationError(
        "There is no explanation of '\(escapedForTerminal(word))'."
          + NearWords.sentence(near)
          + " 'scrollfit explain' lists the words."
      )
    }
    try StandardStream.write(found.map { $0.text(style: look.style) }.joined(separator: "\n"))
  }
}
