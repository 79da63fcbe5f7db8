internal import ScrollFormats

import ArgumentParser
import ScrollPhysics
import ScrollReport
import ScrollTraces

/// The scroll views a command knows: the built-in ones and those of the user's files.
struct EngineOptions: ParsableArguments {
  @Option(
    name: .customLong("engines"),
    help: ArgumentHelp(
      "Also know the engines of a JSON file; Docs/Reference/Engines.md describes it. Repeatable.",
      valueName: "file"),
    completion: .file(extensions: ["json"]))
  var files: [String] = []

  /// Completes the name of an engine, or a path, where either may stand.
  ///
  /// - Parameter endings: how the names of files end that complete; all where it is empty.
  static func completion(endings: [String] = []) -> CompletionKind {
    .custom { _, _, prefix in
      let engines = Engines.all.map(\.key).filter { $0.hasPrefix(prefix) }
      return engines + TraceFolder.paths(beginning: prefix, endings: endings)
    }
  }

  func validate() throws {
    guard files.count(where: { $0 == "-" }) < 2 else {
      throw ValidationError("Standard input can be read only once.")
    }
  }

  /// Refuses files that are outputs too, and two uses of standard input.
  func check(outputs: [String], inputs: [String]) throws {
    try OutputOptions.check(outputs: outputs, inputs: files, input: "a list of engines to read")
    guard (files + inputs).count(where: { $0 == "-" }) < 2 else {
      throw ValidationError("Standard input can be read only once.")
    }
  }

  /// The built-in engines and those of the files, which may replace them.
  ///
  /// - Throws: a `ResultFileError` for a file that is missing or refused.
  func engines() throws -> [Engine] {
    try files.reduce(Engines.all) { known, path in
      EngineFile.merge(try EngineFile.read(path: path, known: known), into: known)
    }
  }

  /// The engine of a key.
  ///
  /// - Throws: a usage error that names the keys near it.
  static func engine(_ key: String, in engines: [Engine]) throws -> Engine {
    if let engine = engines.first(where: { $0.key == exact(key, in: engines) }) { return engine }
    let near = near(key, engines)
    throw ValidationError(
      "There is no engine '\(escapedForTerminal(key))'."
        + (near.isEmpty ? "" : " Near it: \(near.joined(separator: ", ")).")
        + " 'scrollfit engines' lists the keys.")
  }

  /// The key of an engine that a word is in any case of letters; the word itself where it is none.
  static func exact(_ word: String, in engines: [Engine]) -> String {
    let keys = engines.map(\.key)
    return keys.contains(word)
      ? word : keys.first { $0.lowercased() == word.lowercased() } ?? word
  }

  /// The keys that are most like a word, at most five: those that contain it or begin it, and those that
  /// are a third of their letters or less away.
  static func near(_ word: String, _ keys: [String]) -> [String] { NearWords.near(word, keys) }

  /// The same of engines; a system that the name or the source of one speaks of counts as its key.
  static func near(_ word: String, _ engines: [Engine]) -> [String] {
    let system = word.lowercased()
    let of = engines.filter { engine in
      "\(engine.name) \(engine.source)".lowercased().split { !$0.isLetter && !$0.isNumber }
        .contains { $0 == system }
    }.map(\.key)
    return Array(
      (of.filter { !$0.contains(system) }.prefix(2) + near(word, engines.map(\.key))).prefix(5))
  }
}
