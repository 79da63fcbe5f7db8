internal import ScrollFormats

import ArgumentParser
import ScrollFitting
import ScrollPhysics
import ScrollReport

struct Predict: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "predict",
    abstract: "Computes distance, duration and furthest point from constants.",
    usage: "scrollfit predict <law|engine> [<name=value>...] [<options>]",
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
        scrollfit predict uikit v0=3pt/ms
        scrollfit predict uikit v0=3pt/ms distance=600
        scrollfit predict spring uikit v0=2404
        scrollfit predict chromium v0=3000px/s time=0.5
        scrollfit predict chromium to=1500 animation=scrollTo
        scrollfit predict android v0=5000 friction=0.02

      The rate of a deceleration is one of k, d, time_constant, half_life and
      factor. A spring is one of delta, omega, frequency, stiffness, response and
      duration, and one of kappa, zeta, damping_ratio, damping, damping_fraction and
      bounce; delta alone is critically damped.

      \(LawArgument.help(PredictedLaw.all))

      \(LawConstants.help(PredictedLaw.all.map(\.constants)))

      Plain numbers are in the unit shown; speeds may end in pt/ms, times in ms.
      """)

  @Argument(
    help: """
      The law: \(PredictedLaw.all.map(\.key).joined(separator: ", ")); or an engine, whose law \
      follows from the constants.
      """,
    completion: .list(LawArgument.keys(of: PredictedLaw.all)))
  var law: String

  @OptionGroup var given: GivenConstants

  @Option(help: "Pixels in a point, for an engine that rests within pixels. (default: 3)")
  var scale: Double?

  @OptionGroup var results: ResultOptions

  @Option(help: "Format of the result.")
  var format: PlainFormat = .text

  @Option(
    help: "Also write the result to a file; its ending says the format: .txt or .json. Repeatable.",
    completion: .file())
  var export: [String] = []

  @OptionGroup(title: "Output") var look: StyleOptions

  func validate() throws {
    try OutputOptions.check(outputs: export, inputs: results.from, input: "a result to read")
    try given.known.check(outputs: export, inputs: results.from)
    for path in export { _ = try PlainFormat.format(of: path) }
    try results.check()
    // Engines from files are known only after the files are read.
    guard given.known.files.isEmpty else { return }
    var inputs = try inputs(Engines.all)
    guard results.from.isEmpty else { return }
    try inputs.add(from: [], fit: nil)
    _ = try inputs.prediction()
  }

  func run() throws {
    // Opened first, so that nothing is computed for a file that cannot be written.
    let files = try export.map {
      (file: try OutputFile(path: $0), format: try PlainFormat.format(of: $0))
    }
    var inputs = try inputs(try given.known.engines())
    try inputs.add(from: results.from, fit: results.fit)
    let report = PredictionReport(try inputs.prediction(), inputs: inputs.list)
    for (file, format) in files {
      try file.write(text(of: report, format, style: TextStyle()))
      try file.commit()
    }
    try StandardStream.write(text(of: report, format, style: look.style))
  }

  private func inputs(_ engines: [Engine]) throws -> PredictionInputs {
    let named = try LawArgument(law, given.constants, among: PredictedLaw.all, engines: engines)
    let options = results.from.flatMap { ["--from", $0] }
    return try PredictionInputs(named, scale: scale, for: (Self._commandName, options))
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
