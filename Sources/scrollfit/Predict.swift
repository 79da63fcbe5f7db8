public import ArgumentParser
public import ScrollFitting
import ScrollReport

struct Predict: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Computes distance, duration and furthest point from constants.",
    usage: "scrollfit predict <law> <name=value> ... [<options>]",
    discussion: """
      Examples:
        scrollfit predict decelerate v0=1.8pt/ms d=0.998 stop=10
        scrollfit predict bounce v0=2404 delta=10.93
        scrollfit predict spring v0=2404 stiffness=100 damping_ratio=1.1 mass=0.5
        scrollfit predict fling v0=3pt/ms k=2.002 distance=600 delta=10.93
        scrollfit predict rubber-band c=0.55 d=844 travel=200
        scrollfit predict transfer v0=2000 k=2.002 distance=500 m_outer=2 m_inner=1
        scrollfit predict decelerate v0=2000 factor=0.95 fps=60 form=discrete
        scrollfit predict gravity g=1000 height=480
        scrollfit predict collision e=0.6 g=1000 height=480
        scrollfit predict resistance r=2 v0=800
        scrollfit predict force F=1 width=100 height=100 time=500ms
        scrollfit predict push F=1 width=100 height=100

      The rate of a deceleration is one of k, d, time_constant, half_life and
      factor. A spring is one of delta, omega, frequency, stiffness, response and
      duration, and one of kappa, zeta, damping_ratio, damping, damping_fraction and
      bounce; delta alone is critically damped.

      \(LawConstants.help(PredictedLaw.all.map(\.constants)))

      Plain numbers are in the unit shown; speeds may end in pt/ms, times in ms.
      """)

  @Argument(help: "The law.")
  var law: PredictedLaw

  @Argument(help: ArgumentHelp("Constants of the law.", valueName: "name=value"))
  var constants: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Take constants and their errors from a result of --format json; - is standard input. \
      Constants given as name=value replace its own. Repeatable.
      """), completion: .file(extensions: ["json"]))
  var from: [String] = []

  @Option(help: "Which fit of the law to take from a result, from 1. (default: the only one)")
  var fit: Int?

  @Option(help: "Format of the result.")
  var format: PlainFormat = .text

  @Option(
    help: "Also write the result to a file; its ending says the format: .txt or .json. Repeatable.",
    completion: .file())
  var export: [String] = []

  @OptionGroup(title: "Output") var look: StyleOptions

  func validate() throws {
    try OutputOptions.check(outputs: export, inputs: from, input: "a result to read")
    for path in export { _ = try PlainFormat.format(of: path) }
    guard from.filter({ $0 == "-" }).count < 2 else {
      throw ValidationError("Standard input can be read only once.")
    }
    if let fit, fit < 1 { throw ValidationError("--fit counts from 1.") }
    guard fit == nil || !from.isEmpty else { throw ValidationError("--fit needs --from.") }
    let inputs = try PredictionInputs(constants, of: law)
    // Nothing to read: what is missing is known now.
    if from.isEmpty { _ = try inputs.prediction() }
  }

  func run() throws {
    do {
      // Opened before the work starts.
      let files = try export.map {
        (file: try OutputFile(path: $0), format: try PlainFormat.format(of: $0))
      }
      var inputs = try PredictionInputs(constants, of: law)
      try inputs.add(from: from, fit: fit)
      let report = PredictionReport(try inputs.prediction(), inputs: inputs.list)
      for (file, format) in files {
        try file.write(text(of: report, format, style: TextStyle()))
        try file.commit()
      }
      try StandardStream.write(text(of: report, format, style: look.style))
    } catch let error as ResultFileError {
      FitCommandRunner.report(error.location, error.message, help: error.help)
      try ExitStatus(error).leave()
    } catch let error as OutputError {
      if error.kind != .closedPipe {
        FitCommandRunner.report(error.path, error.message, help: error.help)
      }
      try ExitStatus(error).leave()
    }
  }

  private func text(
    of report: PredictionReport, _ format: PlainFormat, style: TextStyle
  ) -> String {
    switch format {
    case .text: report.text(style: style)
    case .json: report.json(version: Scrollfit.version)
    }
  }
}

extension PredictedLaw: ExpressibleByArgument {
  /// The law of a key.
  public init?(argument: String) { self.init(key: argument) }

  /// The keys, as help lists them.
  public static var allValueStrings: [String] { all.map(\.key) }

  /// The keys.
  public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
