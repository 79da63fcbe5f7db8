internal import ScrollFormats

import ArgumentParser
import ScrollPhysics
import ScrollReport
import ScrollTraces

/// The known scroll views: built-in ones and those in the user's files.
struct EngineOptions: ParsableArguments {
  @Option(
    name: .customLong("engines"),
    help: ArgumentHelp(
      "Also know the engines of a JSON file; Docs/Reference/Engines.md describes it. Repeatable.",
      valueName: "file"),
    completion: .file(extensions: ["json"]))
  var files: [String] = []

  /// Completes the name of an engine or a path.
  ///
  /// - Parameter endings: the file name extensions to complete; empty for all.
  static func completion(endings: [String] = []) -> CompletionKind {
    .custom { _, _, prefix in
      keys(beginning: prefix) + TraceFolder.paths(beginning: prefix, endings: endings)
    }
  }

  /// Completes the name of an engine.
  static var keyCompletion: CompletionKind { .custom { _, _, prefix in keys(beginning: prefix) } }

  /// The keys that begin with a text in any case. They keep it as typed, since shells leave out what begins otherwise.
  private static func keys(beginning text: String) -> [String] {
    Engines.all.map(\.key).filter { $0.lowercased().hasPrefix(text.lowercased()) }
      .map { text + $0.dropFirst(text.count) }
  }

  func validate() throws { try OutputOptions.checkStandardInput(files) }

  /// Refuses engine files that are also outputs, and two uses of standard input.
  func check(outputs: [String], inputs: [String]) throws {
    try OutputOptions.check(outputs: outputs, inputs: files, input: "a list of engines to read")
    try OutputOptions.checkStandardInput(files + inputs)
  }

  /// The built-in engines and those of the files; an engine in a file replaces a built-in one with the same key.
  ///
  /// - Throws: a `ResultFileError` for a missing or invalid file.
  func engines() throws -> [Engine] {
    try files.reduce(Engines.all) { known, path in
      EngineFile.merge(try EngineFile.read(path: path, known: known), into: known)
    }
  }

  /// The engine with a key.
  ///
  /// - Throws: a usage error with similar keys.
  static func engine(_ key: String, in engines: [Engine]) throws -> Engine {
    if let engine = engines.first(where: { $0.key == exact(key, in: engines) }) { return engine }
    throw ValidationError(
      "There is no engine '\(escapedForTerminal(key))'." + NearWords.sentence(near(key, engines))
        + " 'scrollfit engines' lists the keys.")
  }

  /// The key of the engine that a word names, ignoring case; the word itself if there is none.
  static func exact(_ word: String, in engines: [Engine]) -> String {
    let keys = engines.map(\.key)
    return keys.contains(word)
      ? word : keys.first { $0.lowercased() == word.lowercased() } ?? word
  }

  /// At most five keys of engines, or other words, that are similar to a word; a word in the name or the source of an
  /// engine also matches its key.
  ///
  /// - Parameters:
  ///   - word: the word as typed.
  ///   - engines: the known engines.
  ///   - words: the words to choose from; nil for the keys of the engines.
  static func near(
    _ word: String, _ engines: [Engine], among words: [String]? = nil
  ) -> [String] {
    let system = word.lowercased()
    let of = engines.filter { engine in
      "\(engine.name) \(engine.source)".lowercased().split { !$0.isLetter && !$0.isNumber }
        .contains { $0 == system }
    }.map(\.key).filter { !$0.contains(system) }.prefix(2)
    let similar = NearWords.near(word, words ?? engines.map(\.key)).filter { !of.contains($0) }
    return Array((of + similar).prefix(5))
  }
}
