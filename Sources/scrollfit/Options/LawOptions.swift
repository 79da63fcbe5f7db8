import ArgumentParser
import ScrollFitting

/// The given constants of a law, and the engines that can provide the others.
struct GivenConstants: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Constants of the law; the key of an engine gives those that are left out.",
      valueName: "name=value"))
  var constants: [String] = []

  @OptionGroup var known: EngineOptions
}

/// Results that constants are read from.
struct ResultOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Take constants and their errors from a result of --format json; - is standard input. \
      Of batch the pooled ones. Constants given as name=value replace its own. Repeatable.
      """, valueName: "result"), completion: .file(extensions: ["json"]))
  var from: [String] = []

  @Option(
    help:
      "Which fit of the law to take from a result, from 1. (default: the only one, else the pooled one)"
  )
  var fit: Int?

  /// Refuses a fit number without a result.
  func check() throws {
    if let fit, fit < 1 { throw ValidationError("--fit counts from 1.") }
    guard fit == nil || !from.isEmpty else { throw ValidationError("--fit needs --from.") }
  }
}
