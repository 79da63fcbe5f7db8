public import ScrollFitting
public import ScrollFormats
public import ScrollPhysics

/// What a word in a result means: a warning, law, constant, engine or term.
public struct Explanation: Sendable {
  /// The word and its kind.
  let title: String
  let rows: [(label: String, text: String)]

  /// All meanings of a word; empty if it is unknown. Case is ignored, and so is whether spaces, hyphens or underscores
  /// separate its parts.
  ///
  /// - Parameters:
  ///   - word: the word as typed.
  ///   - engines: the known engines.
  ///   - others: further motions with constants, such as a session.
  public static func all(
    of word: String, engines: [Engine], others: [LawConstants] = []
  ) -> [Explanation] {
    readings(of: word, laws: lawKeys(others)).lazy.map { word in
      warnings(word) + laws(word, others) + constants(word, others) + terms(word)
        + self.engines(word, engines) + codes(word)
    }.first { !$0.isEmpty } ?? []
  }

  /// The words that a printed label may stand for: itself; without a law in front, as in `spring.zeta`; for one of a row of
  /// constants, as in `contact 3`.
  private static func readings(of label: String, laws: [String]) -> [String] {
    // A unit or a limit stands in brackets behind the word.
    let word = plainWord(String(label.prefix { $0 != "(" }))
    let own = laws.map(plainWord).filter { word.hasPrefix($0 + ".") || word.hasPrefix($0 + " ") }
      .map { String(word.dropFirst($0.count + 1)) }
    let numbered =
      word.split(separator: " ").last.flatMap { Int($0) } == nil
      ? [] : [String(word.prefix { !$0.isNumber }) + "n"]
    return [word] + own + numbered
  }

  /// The explained words in named groups.
  private static func groups(
    _ engines: [Engine], _ others: [LawConstants]
  ) -> [(name: String, words: [String])] {
    [
      ("warnings", WarningExplanation.all.map(\.code.rawValue)),
      ("laws", lawKeys(others)), ("constants", constantKeys(others)),
      ("terms", Term.all.map { $0.names[0] }), ("engines", engines.map(\.key)),
      ("exit codes", Term.exitCodes.map { $0.names[0] }),
      ("errors", Term.errorCodes.flatMap(\.names)),
    ]
  }

  /// The explained words, for completion and for suggestions.
  ///
  /// - Parameters:
  ///   - engines: the known engines.
  ///   - others: further motions with constants, such as a session.
  public static func words(engines: [Engine], others: [LawConstants] = []) -> [String] {
    let words = groups(engines, others).flatMap(\.words)
    return (words + Term.all.flatMap(\.names) + CandidateLaw.all.map(\.name)).firstOfEach
  }

  /// A list of all explained words as text.
  ///
  /// - Parameters:
  ///   - engines: the known engines.
  ///   - others: further motions with constants, such as a session.
  ///   - style: colours and width.
  public static func list(
    engines: [Engine], others: [LawConstants] = [], style: TextStyle
  ) -> String {
    let lines = groups(engines, others).flatMap { group in
      style.item(group.name, escapedForTerminal(group.words.joined(separator: ", ")), 12) + [""]
    }
    return
      ([style.heading("scrollfit explain WORD says what one of these words means"), ""]
      + lines.dropLast()).joined(separator: "\n") + "\n"
  }

  /// A word in lower case, with single spaces in place of spaces, hyphens, underscores and commas.
  static func plainWord(_ word: String) -> String {
    word.lowercased().split { " -_,".contains($0) }.joined(separator: " ")
  }

  /// The purpose of a command.
  public init(command name: String, abstract: String) {
    title = "\(name), a command: \(abstract)"
    rows = [("help", "'scrollfit help \(name)' lists its options")]
  }

  init(title: String, rows: [(label: String, text: String)]) {
    self.title = title
    self.rows = rows
  }

  /// The explanation as text.
  public func text(style: TextStyle) -> String {
    let width = rows.map(\.label.count).max() ?? 0
    let lines = rows.flatMap { style.item($0.label, $0.text, width + 2) }
    let titles = style.lines(title, indent: 0).map(style.heading)
    return (titles + [""] + lines).joined(separator: "\n") + "\n"
  }

  // MARK: - Kinds of words

  private static func warnings(_ word: String) -> [Explanation] {
    WarningExplanation.all.filter { plainWord($0.code.rawValue) == word }.map { warning in
      Explanation(
        title: "\(warning.code.rawValue), a warning about \(subject(warning.code))",
        rows: [("when", plain(warning.meaning)), ("do", plain(warning.remedy))])
    }
  }

  private static func subject(_ code: Warning.Code) -> String {
    switch code.rawValue.dropFirst().first {
    case "1": "the samples"
    case "2": "the values"
    case "3": "the fit"
    default: "the law"
    }
  }

  private static func terms(_ word: String) -> [Explanation] {
    Term.all.filter { $0.names.contains { plainWord($0) == word } }.map { term in
      let others = term.names.dropFirst().joined(separator: ", ")
      return Explanation(
        title: (term.names.first ?? "") + (others.isEmpty ? "" : " (also \(others))"),
        rows: [("", plain(term.meaning))])
    }
  }

  /// Exit codes, as in `65` or `exit 65`, and error codes.
  private static func codes(_ word: String) -> [Explanation] {
    let number = ["exit code ", "exit status ", "exit "].first { word.hasPrefix($0) }.map {
      String(word.dropFirst($0.count))
    }
    return Term.exitCodes.filter { $0.names[0] == number ?? word }.map {
      Explanation(title: "\($0.names[0]), an exit code", rows: [("", plain($0.meaning))])
    }
      + Term.errorCodes.filter { $0.names.contains { plainWord($0) == word } }.map {
        Explanation(
          title: "\($0.names.joined(separator: ", ")), an error", rows: [("", plain($0.meaning))])
      }
  }

  private static func engines(_ word: String, _ engines: [Engine]) -> [Explanation] {
    engines.filter { plainWord($0.key) == word }.map { engine in
      var rows: [(String, String)] = []
      if let glide = engine.glide { rows.append(("deceleration", glide.formula)) }
      if let edge = engine.edge { rows.append(("edge", edge.formula)) }
      if let drag = engine.drag { rows.append(("rubber band", drag.formula)) }
      rows += engine.animations.map { ($0.name, $0.formula) }
      rows.append(("source", engine.source))
      return Explanation(
        title: escapedForTerminal("\(engine.key), a scroll view: \(engine.name)"),
        rows: rows.map { ($0.0, escapedForTerminal($0.1)) })
    }
  }

  /// Markdown as plain text: code in quotation marks, links replaced by their text.
  static func plain(_ markdown: String) -> String {
    var text = markdown.replacing("`", with: "'")
    while let start = text.firstRange(of: "["), let middle = text.firstRange(of: "]("),
      start.upperBound <= middle.lowerBound,
      let end = text[middle.upperBound...].firstIndex(of: ")")
    {
      let words = String(text[start.upperBound..<middle.lowerBound])
      text.replaceSubrange(start.lowerBound...end, with: words)
    }
    return text
  }
}

extension Array where Element: Hashable {
  /// The elements without duplicates, in order of first occurrence.
  var firstOfEach: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
