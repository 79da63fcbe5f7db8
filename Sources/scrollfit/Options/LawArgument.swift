internal import ScrollFormats

import ArgumentParser
import ScrollFitting
import ScrollPhysics
import ScrollReport
import ScrollTraces

/// A law with constants on the command line.
protocol ConstantLaw {
  var constants: LawConstants { get }
}

extension PredictedLaw: ConstantLaw {}

extension SimulatedSubject: ConstantLaw {}

/// The words of a command: a law, an engine that provides constants, and `name=value`.
///
/// The key of an engine follows the law or replaces it; then the given constants determine the law.
struct LawArgument<Law: ConstantLaw> {
  let law: Law
  /// The engine that provides the constants that are not given; nil for none.
  let engine: Engine?
  /// The remaining words.
  let constants: [String]

  /// - Throws: a usage error with similar keys for a word that is neither a law nor an engine.
  init(_ word: String, _ words: [String], among laws: [Law], engines: [Engine]) throws {
    let word = EngineOptions.exact(word, in: engines)
    let words = words.map { EngineOptions.exact($0, in: engines) }
    let rest = words.filter { word in !engines.contains { $0.key == word } }
    let keys = words.filter { !rest.contains($0) }
    if let law = laws.first(where: { $0.constants.law == word }) {
      try Self.check(keys)
      self.law = law
    } else if let engine = engines.first(where: { $0.key == word }),
      let law = EngineConstants.law(
        of: engine, given: Self.names(rest), among: laws, constants: \.constants)
    {
      try Self.check([word] + keys)
      self.law = law
    } else if let known = Self.identified(word, among: laws) {
      throw ValidationError(known)
    } else {
      let near = NearWords.near(word, laws.map(\.constants.law) + engines.map(\.key))
      throw ValidationError(
        """
        The value '\(escapedForTerminal(word))' is invalid for '<law>'.\(NearWords.sentence(near)) \
        Please provide one of the following:
        \(laws.map { "  - \($0.constants.law)" }.joined(separator: "\n"))
        or the key of an engine, which 'scrollfit engines' lists.
        """)
    }
    for word in rest where !word.contains("=") && UnknownOption.before(word) == nil {
      // A word like no engine is reported as no constant.
      if !NearWords.near(word, engines.map(\.key)).isEmpty {
        _ = try EngineOptions.engine(word, in: engines)
      }
    }
    let key = ([word] + keys).first { key in engines.contains { $0.key == key } }
    engine = key.flatMap { key in engines.first { $0.key == key } }
    constants = rest
    for constant in law.constants.constants where engine == nil {
      if case .partOfEngine = constant.allowed, Self.names(rest).contains(constant.name) {
        throw ValidationError("\(constant.name) chooses a part of an engine: name the engine.")
      }
    }
  }

  /// The help about engines, for a command with these laws.
  static func help(_ laws: [Law]) -> String {
    let hasFling = laws.contains { $0.constants.law == "fling" }
    let rest =
      hasFling
      ? "v0 and a\n  distance to the edge: fling, a distance or to without v0: animation)."
      : "a distance\n  or to without v0: animation)."
    return """
      An engine key ('scrollfit engines' lists them) supplies the constants that are
        not given. Put it after the law, or instead of it: then the given constants
        select the law (v0: deceleration, y0: edge, travel: rubber band, \(rest)
      """
  }

  /// What a law that `identify` names is called here, with its constants; nil if no law here has its curve.
  private static func identified(_ word: String, among laws: [Law]) -> String? {
    let taken = IdentifiedConstants.all(of: word).filter { one in
      laws.contains { $0.constants.law == one.law }
    }
    guard !taken.isEmpty else { return nil }
    let names = taken.map { one in
      let own = one.names.sorted { $0.value < $1.value }.map { key, name in
        key == name ? name : "\(name) for \(key)"
      }
      let fixed = one.fixed.sorted { $0.key < $1.key }.map { "\($0)=\(LawConstants.short($1))" }
      let words = one.words.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
      let constants = own + fixed + words
      return one.law + (constants.isEmpty ? "" : " with \(LawConstants.list(constants, "and"))")
    }
    return
      "'\(word)' is the name that identify gives a motion; the law here is \(names.joined(separator: ", or "))."
  }

  /// The completions of the first argument.
  static func keys(of laws: [Law]) -> [String] {
    laws.map(\.constants.law) + Engines.all.map(\.key)
  }

  /// The names of `name=value`, without the suffix of an axis.
  private static func names(_ words: [String]) -> Set<String> {
    Set(
      words.map { word in
        let name = word.prefix { $0 != "=" }
        return String(name.hasSuffix("_x") || name.hasSuffix("_y") ? name.dropLast(2) : name)
      })
  }

  private static func check(_ keys: [String]) throws {
    guard keys.count < 2 else {
      throw ValidationError("Give only one engine, not \(LawConstants.list(keys, "and")).")
    }
  }
}
