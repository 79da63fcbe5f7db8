import ArgumentParser
import ScrollFitting

struct Bounce: LawCommand {
  static let law: any Law.Type = BounceLaw.self
  static let configuration = CommandConfiguration(
    commandName: "bounce",
    abstract: "Fits the bounce at an edge: C, delta, phi of y = C (t + phi) e^(-delta (t + phi)).",
    usage: "scrollfit bounce [<options>] <trace> ...",
    discussion: """
      Finds every stretch of the recording beyond an edge, fits the critically
      damped law to each, and prints its constants with 95 % intervals, the
      residuals against the rounding of the recording, the furthest overscroll,
      the time to it, and the time until rest.

      Examples:
        scrollfit bounce SampleTraces/uiscrollview-bounce-3x.csv
        scrollfit bounce --format json SampleTraces/uiscrollview-bounce-2x.csv
        scrollfit bounce --start 1000,10,0 --search-path path.csv TRACE
        scrollfit bounce --fix delta=10.93 --residuals residuals.csv TRACE
      """)

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Fit") var fitting: FittingOptions

  @Flag(help: "Add a constant to the law, for an edge or a rounding not quite known.")
  var restOffset = false

  @Flag(help: "Fit the samples after the motion has settled too, as most other tools do.")
  var keepSettled = false

  @OptionGroup(title: "Fit") var times: TimeOptions

  @Option(help: "Overscroll below which the motion ends, in pt.")
  var settle = 0.5

  @OptionGroup(title: "Output") var output: OutputOptions

  func check() throws {
    if fitting.method == .article, restOffset {
      throw ValidationError(
        "--method article is the search as published: it takes no --fix, --loss or --rest-offset.")
    }
    try TimeOptions.check(settle: settle)
  }

  func apply(to options: inout FitOptions) {
    times.apply(to: &options)
    options.restOffset = restOffset
    options.keepsSettled = keepSettled
    options.settleThreshold = settle
    options.comparesSpring = output.writesText && output.details
  }
}
