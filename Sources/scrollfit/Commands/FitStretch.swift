import ArgumentParser
import ScrollFitting

struct FitStretch: LawCommand {
  static let law: any Law.Type = StretchLaw.self
  static let configuration = CommandConfiguration(
    commandName: "stretch",
    abstract: "Fits the height of a header that stretches: gain, intercept, breakpoint.",
    usage: "scrollfit stretch [<options>] <trace> ...",
    discussion: """
      Needs the height beside the offset: columns offset_y and height. Fits
      height = intercept + gain max(0, breakpoint - offset), with errors in both
      columns, and tests gain = 1 and the breakpoint against the edge: that of
      --edge or of the file (edge_top), else 0. A footer, which stretches for
      larger offsets, is told by the samples.

      Examples:
        scrollfit stretch SampleTraces/simulated-stretch.csv
        scrollfit stretch --fix breakpoint=0 SampleTraces/simulated-stretch.csv
        scrollfit stretch --fix gain=1.2 SampleTraces/simulated-stretch.csv
      """)

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Fit") var fitting: FittingOptions

  @Option(
    parsing: .unconditional,
    help: "Offset that the breakpoint is tested against, in pt. (default: metadata, or 0)")
  var edge: Double?

  @OptionGroup(title: "Output") var output: OutputOptions

  func check() throws {
    try TimeOptions.check(edge: edge)
  }

  func apply(to options: inout FitOptions) { options.edge = edge }
}
