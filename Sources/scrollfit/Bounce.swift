import ArgumentParser
import ScrollFitting

struct Bounce: ParsableCommand {
  static let configuration = CommandConfiguration(
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
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    if output.searchPath != nil, fitting.method == .newton {
      throw ValidationError("--search-path needs --method descent or article.")
    }
    try output.check(inputs: input.trace)
  }

  func run() throws {
    try LawRun(
      input: input, output: output,
      options: fitting.options(recordsPath: output.searchPath != nil)
    ).run(BounceLaw.self)
  }
}
