import ArgumentParser
public import ScrollFormats
import ScrollFitting
import ScrollPhysics
internal import ScrollReport

struct ExportCurve: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes the curve of a law as code, as an easing or as a table.",
    usage: "scrollfit export <law|engine> [<name=value>...] --as <format> [<options>]",
    discussion: """
      Examples:
        scrollfit export bounce v0=2404 delta=10.93 --as swift
        scrollfit export decelerate v0=1.8pt/ms d=0.998 stop=10 --as kotlin
        scrollfit export spring v0=2404 stiffness=100 damping_ratio=1.1 --as dart
        scrollfit export fling v0=3pt/ms k=2.002 distance=600 delta=10.93 --as js
        scrollfit export bounce v0=2404 delta=10.93 --as css --tolerance 0.5
        scrollfit export rubber-band c=0.55 d=844 --as c --name PullResistance
        scrollfit export collision e=0.6 g=1000 height=480 --as json --count 100
        scrollfit export bounce v0=0 y0=80 delta=10.93 --as table --interval 1/120
        scrollfit export uikit v0=3pt/ms --as kotlin
        scrollfit export spring uikit v0=2404 --as js
        scrollfit export android v0=5000 --as kotlin
        scrollfit export chromium to=1500 --as css

      A type holds the constants by name, and pure functions of the time in s:
      position in pt, velocity in pt/s. Beside it stand the springs and decays of
      UIKit, SwiftUI, Compose and Flutter where they have the law. rubber-band and
      stretch are functions of a length and have no CSS.

      \(LawArgument.help(ExportCurve.laws))

      The constants of the laws are those of 'scrollfit predict --help'; here
      gravity and collision need height, and rubber-band no travel.
      """)

  @Argument(
    help: ArgumentHelp(
      "The law: \(ExportCurve.laws.map(\.key).joined(separator: ", ")); or an engine, whose law follows from the constants."
    ),
    completion: .list(LawArgument.keys(of: ExportCurve.laws)))
  var law: String

  @OptionGroup var given: GivenConstants

  @Option(help: "Pixels in a point, for an engine that rests within pixels. (default: 3)")
  var scale: Double?

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("Format; without it the ending of --output says it.", valueName: "format"))
  var format: ExportFormat?

  @OptionGroup var results: ResultOptions

  @Option(help: "Name of the type, in front of the names in C and CSS. (default: by the law)")
  var name: String?

  @Option(
    help: ArgumentHelp(
      "table, json: a point every so many s, or pt of a length; 1/60 is understood. (default: 1/60)",
      valueName: "s"))
  var interval: String?

  @Option(help: "table, json: so many points at equal distances.")
  var count: Int?

  @Option(
    help: ArgumentHelp(
      """
      table, json, css: the fewest points between which straight lines stay so near. \
      (default for css: 0.001 of the distance)
      """, valueName: "pt"))
  var tolerance: Double?

  @Option(
    name: .shortAndLong,
    help: "Write to this file, whole or not at all. (default: standard output)",
    completion: .file())
  var output: String?

  private static let laws = PredictedLaw.all.filter(\.isCurve)

  func validate() throws {
    let outputs = output.map { $0 == "-" ? [] : [$0] } ?? []
    try OutputOptions.check(outputs: outputs, inputs: results.from, input: "a result to read")
    try given.known.check(outputs: outputs, inputs: results.from)
    guard output != "" else { throw ValidationError("--output needs the name of a file.") }
    try results.check()
    _ = try sampling(of: try chosenFormat())
    _ = try codeName()
    // Engines from files are known only after the files are read.
    guard given.known.files.isEmpty else { return }
    var inputs = try inputs(Engines.all)
    guard results.from.isEmpty else { return }
    try inputs.add(from: [], fit: nil)
    _ = try curve(of: inputs)
  }

  func run() throws {
    try ExitStatus.write(to: output) {
      var inputs = try inputs(try given.known.engines())
      try inputs.add(from: results.from, fit: results.fit)
      return try text(of: inputs)
    }
  }

  private func inputs(_ engines: [Engine]) throws -> PredictionInputs {
    // `all`, so that a law without a curve is reported as such and not as unknown.
    let named = try LawArgument(law, given.constants, among: PredictedLaw.all, engines: engines)
    let options =
      results.from.flatMap { ["--from", $0] }
      + (format.map { ["--as", $0.rawValue] } ?? output.map { ["--output", $0] } ?? [])
    return try PredictionInputs(
      named, scale: scale, for: (Self._commandName, options), withoutAnswers: true)
  }

  private func curve(of inputs: PredictionInputs) throws -> ExportedCurve {
    do {
      return try inputs.curve()
    } catch let error as ExportError {
      throw ValidationError(error.message)
    }
  }

  private func text(of inputs: PredictionInputs) throws -> String {
    let format = try chosenFormat()
    let curve = try curve(of: inputs)
    if let name = try codeName(), curve.hasMember(name) {
      throw ValidationError(
        "--name '\(name.text)' is the name of a part of this curve: take another.")
    }
    do {
      return try format.text(
        of: curve, name: try codeName() ?? curve.defaultName, sampling: try sampling(of: format),
        inputs.provenance(version: Scrollfit.version))
    } catch let error as ExportError {
      throw ValidationError(error.message)
    }
  }

  private func chosenFormat() throws -> ExportFormat {
    if let format { return format }
    let names = ExportFormat.allCases.map(\.rawValue)
    guard let output, output != "-" else {
      throw ValidationError("Give --as: \(LawConstants.list(names, "or")).")
    }
    guard let format = OutputOptions.ending(of: output).flatMap(ExportFormat.init(ending:)) else {
      let endings = ExportFormat.allCases.flatMap(\.endings).map { ".\($0)" }
      throw ValidationError(
        "--output '\(output)' says no format: end it in \(LawConstants.list(endings, "or")), or give --as."
      )
    }
    return format
  }

  private func codeName() throws -> CodeName? {
    guard let name else { return nil }
    guard let valid = CodeName(name) else {
      throw ValidationError(
        "--name '\(name)' is no name in every language: it takes a letter, then letters, digits and _; no keyword, and no name that the code uses."
      )
    }
    return valid
  }

  private func sampling(of format: ExportFormat) throws -> CurveSampling? {
    let given = [
      interval.map { _ in "--interval" }, count.map { _ in "--count" },
      tolerance.map { _ in "--tolerance" },
    ].compactMap { $0 }
    guard given.count < 2 else {
      throw ValidationError("Give only one of \(LawConstants.list(given, "and")).")
    }
    if let tolerance {
      guard format.hasPoints else {
        throw ValidationError("--tolerance is for table, json and css: code is exact.")
      }
      guard tolerance > 0, tolerance.isFinite else {
        throw ValidationError("--tolerance must be a positive number of points.")
      }
      return .tolerance(tolerance)
    }
    guard let option = given.first else { return nil }
    guard format.hasTable else { throw ValidationError("\(option) is for table and json.") }
    if let count {
      guard count >= 2 else { throw ValidationError("--count must be 2 or more.") }
      return .count(count)
    }
    guard let step = interval.flatMap(Fraction.init(argument:))?.value, step > 0, step.isFinite
    else {
      throw ValidationError("--interval must be a positive number, such as 0.01 or 1/120.")
    }
    return .interval(step)
  }
}

extension ExportFormat: Choice {
  /// A format by its name or its file name extension.
  public init?(argument: String) {
    guard let format = ExportFormat(rawValue: argument) ?? ExportFormat(ending: argument) else {
      return nil
    }
    self = format
  }
}
