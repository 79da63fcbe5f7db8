internal import ScrollFormats

import ArgumentParser
import ScrollFitting
import ScrollPhysics
import ScrollReport
import ScrollTraces

/// The constants of a prediction: from files, from an engine, and from the command line, which has priority.
struct PredictionInputs {
  private let law: PredictedLaw
  private let engine: Engine?
  private let scale: Double
  private let given: ConstantArguments
  /// The command that reads them, and the options after its constants.
  private let command: (name: String, options: [String])
  private var constants = UncertainConstants()
  private var sources: [String: String] = [:]
  /// The constants that the engine provides.
  private var ofEngine: Set<String> = []
  private var isDiscrete = false
  /// The fits that constants were read from, each with its file.
  private var fits: [(fit: SavedFit, path: String)] = []

  /// Reads `name=value`; missing constants may come from a file.
  ///
  /// - Parameters:
  ///   - named: the law or the engine, and the constants.
  ///   - scale: pixels per point, for the thresholds of an engine; nil for 3.
  ///   - command: the command that reads them, and the options after its constants.
  ///   - withoutAnswers: whether to refuse constants that only request one more number.
  init(
    _ named: LawArgument<PredictedLaw>, scale: Double?,
    for command: (name: String, options: [String]), withoutAnswers: Bool = false
  ) throws {
    self.command = command
    law = named.law
    engine = named.engine
    guard scale == nil || engine != nil else {
      throw ValidationError("--scale is for the pixels of an engine: name one.")
    }
    if let scale { try RecordingOptions.check(scale: scale) }
    self.scale = scale ?? RecordingOptions.standard.scale
    var allowed = named.law.constants
    if withoutAnswers { allowed.constants.removeAll { named.law.questions.contains($0.name) } }
    given = try ConstantArguments(named.constants, of: allowed, isComplete: false)
    for one in given.given {
      guard let number = one.number else {
        guard one.name != Notation.form.name else { continue }
        constants.words[one.name] = one.text
        sources[one.name] = "argument"
        continue
      }
      constants.constants[one.name] = .init(number)
      sources[one.name] = "argument"
    }
  }

  /// Reads the fits that a law needs from results, then the remaining constants from the engine.
  mutating func add(from paths: [String], fit: Int?) throws {
    if !paths.isEmpty { try read(paths, fit: fit) }
    try addEngine()
  }

  private mutating func read(_ paths: [String], fit: Int?) throws {
    guard !law.fittedLaws.isEmpty else {
      throw ValidationError("No fit gives the constants of \(law.key): leave out --from.")
    }
    var saved: [(fit: SavedFit, path: String)] = []
    var pooled: [(fit: SavedFit, path: String)] = []
    for path in paths {
      let contents = try ResultFile.contents(path: path)
      saved += contents.fits.map { ($0, path) }
      pooled += contents.pooled.map { ($0, path) }
    }
    var isFound = false
    for laws in law.fittedLaws {
      var matches = saved.filter { laws.contains($0.fit.law) }
      let together = pooled.filter { laws.contains($0.fit.law) }
      // Of several fits the pooled one is used, unless the user selects one.
      if fit == nil, matches.count != 1, together.count == 1 { matches = together }
      let name = laws.joined(separator: " or ")
      guard !matches.isEmpty else { continue }
      guard matches.count == 1 || fit != nil else {
        let list = matches.enumerated().map { "\($0 + 1) \($1.fit.source)" }
        throw failure(
          paths, "there are \(matches.count) fits of \(name): \(list.joined(separator: ", "))",
          help: "choose one with --fit")
      }
      // A fling and a transfer use two laws; `--fit` applies to the law with several fits.
      let isOther = matches.count == 1 && law.fittedLaws.count > 1
      let number = isOther ? 1 : fit ?? 1
      guard number <= matches.count else {
        throw failure(
          paths,
          "there is no fit \(number) of \(name): there \(matches.count == 1 ? "is one" : "are \(matches.count)")",
          help: "--fit counts the fits of the law from 1")
      }
      isFound = true
      add(matches[number - 1].fit, source: matches[number - 1].path)
    }
    guard isFound else {
      let isFitted = Laws.all.contains { $0.description.key == law.fittedLaws[0][0] }
      let laws = law.fittedLaws.flatMap { $0 }.joined(separator: " or ")
      let others = Set(saved.map(\.fit.law)).sorted()
      throw failure(
        paths,
        "there is no fit of \(laws)"
          + (others.isEmpty
            ? ": the result holds no fit" : ", but of \(others.joined(separator: ", "))"),
        help: "'scrollfit \(isFitted ? law.fittedLaws[0][0] : "identify") --format json' writes one"
      )
    }
  }

  private func failure(_ paths: [String], _ message: String, help: String) -> ResultFileError {
    ResultFileError(
      kind: .invalidData, path: paths.joined(separator: ", "), line: nil, column: nil,
      message: message, help: help)
  }

  private mutating func add(_ fit: SavedFit, source: String) {
    let names = Set(law.constants.constants.map(\.name))
    let own = fit.constants.constants
    fits.append((fit, source))
    for (name, constant) in own where names.contains(name) && constants.constants[name] == nil {
      // Another notation on the command line replaces the whole group.
      let family = Notation.families.first { $0.contains(name) } ?? [name]
      let isReplaced = given.given.contains { family.contains($0.name) && own[$0.name] == nil }
      guard !isReplaced else { continue }
      // A fling uses only the speed of the release.
      guard law.takesStart || !["C", "a", "b"].contains(name) else { continue }
      constants.constants[name] = constant
      sources[name] = source
    }
    for (name, word) in fit.constants.words
    where names.contains(name)
      && !given.given.contains(where: { Notation.easing.contains($0.name) })
    {
      constants.words[name] = word
      sources[name] = source
    }
    if fit.isDiscrete { isDiscrete = true }
    constants.correlations.merge(fit.constants.correlations) { first, _ in first }
    // Use the larger factor of several fits.
    if let factor = fit.constants.intervalFactor {
      constants.intervalFactor = max(constants.intervalFactor ?? 0, factor)
    }
  }

  private mutating func addEngine() throws {
    guard let engine else { return }
    let found: EngineConstants
    do {
      found = try EngineConstants(
        engine, for: law.constants, given: constants.constants.mapValues(\.value),
        words: constants.words, scale: scale)
    } catch {
      throw ValidationError(error.message)
    }
    for (name, value) in found.values {
      constants.constants[name] = .init(value)
      sources[name] = engine.key
      ofEngine.insert(name)
    }
    for (name, word) in found.words {
      constants.words[name] = word
      sources[name] = engine.key
      ofEngine.insert(name)
    }
    if found.isDiscrete { isDiscrete = true }
  }

  /// The prediction; throws a `ValidationError` for a missing or contradictory argument.
  func prediction() throws -> Prediction {
    try complete { try Prediction(law, inputs: $0, isDiscrete: isDiscreteForm) }
  }

  /// Computes from the constants; throws a `ValidationError` that names all missing ones, with an example command.
  private func complete<Result>(_ compute: (UncertainConstants) throws -> Result) throws -> Result {
    var inputs = constants
    var (sentences, added): ([String], [String]) = ([], [])
    while sentences.count < law.constants.constants.count {
      do {
        let result = try compute(inputs)
        guard !added.isEmpty else { return result }
        break
      } catch let error as PredictionError {
        guard !error.missing.isEmpty || !sentences.isEmpty else {
          throw ValidationError(error.message)
        }
        // Other errors are reported only if nothing is missing.
        guard !error.missing.isEmpty, !sentences.contains(error.message) else { break }
        sentences.append(error.message)
        added += error.missing
        for text in error.missing {
          let parts = text.split(separator: "=").map(String.init)
          if let number = Double(parts[1]) {
            inputs.constants[parts[0]] = .init(number)
          } else {
            inputs.words[parts[0]] = parts[1]
          }
        }
      }
    }
    let words =
      [command.name, law.key] + (engine.map { [$0.key] } ?? [])
      + given.given.map { "\($0.name)=\($0.text)" } + added + command.options
    throw ValidationError(
      sentences.joined(separator: " ")
        + " For example: scrollfit \(words.map(PrintedText.argument).joined(separator: " "))")
  }

  /// The curve; throws a `ValidationError` for a missing or contradictory argument, or a law without a curve.
  func curve() throws -> ExportedCurve {
    let isDiscrete = isDiscreteForm
    return try complete { inputs in
      try ExportedCurve(
        law, try ConstantMotion(law, inputs: inputs, isDiscrete: isDiscrete),
        isDiscrete: isDiscrete, mass: inputs.constants["mass"]?.value ?? 1)
    }
  }

  /// The origin of the constants.
  func provenance(version: String) -> ExportProvenance {
    ExportProvenance(version: version, inputs: constants, list: list, fits: fits)
  }

  private var isDiscreteForm: Bool { given.word("form").map { $0 == "discrete" } ?? isDiscrete }

  /// The inputs in the order of the law's constants.
  var list: [PredictionReport.Input] {
    law.constants.constants.compactMap { constant in
      sources[constant.name].map {
        PredictionReport.Input(
          name: constant.name, unit: constant.unit, source: $0,
          engine: ofEngine.contains(constant.name) ? engine?.key : nil)
      }
    }
  }
}
