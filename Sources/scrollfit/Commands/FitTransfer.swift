import ArgumentParser
import ScrollFitting

struct FitTransfer: LawCommand {
  static let law: any Law.Type = TransferLaw.self
  static let configuration = CommandConfiguration(
    commandName: "transfer",
    abstract: "Fits what one of two nested scroll views hands on to the other: mass_ratio.",
    usage: "scrollfit transfer [<options>] <trace> ...",
    discussion: """
      Needs the offsets of both views: columns offset_y and inner_y, or offset_x
      and inner_x. One view glides to its edge, the other goes on: prints its
      velocity at the edge, that of the other, their ratio m_outer / m_inner and
      both decay rates, and tests whether masses and rates are equal. Which view
      moves first is told by the samples.

      Examples:
        scrollfit transfer SampleTraces/simulated-transfer.csv
        scrollfit transfer --common-rate SampleTraces/simulated-transfer.csv
        scrollfit transfer --fix mass_ratio=1 SampleTraces/simulated-transfer.csv
      """)

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Fit") var fitting: FittingOptions

  @Flag(help: "Fit one decay rate for both views.")
  var commonRate = false

  @Option(
    help: "Times: auto, recorded, snapped (to the refresh grid) or weighted (for errors in time).")
  var stamps: FitOptions.Stamps = .auto

  @Option(
    parsing: .unconditional,
    help: "Edge of the outer view, in pt. (default: metadata, or where it rests)")
  var edge: Double?

  @OptionGroup(title: "Output") var output: OutputOptions

  func check() throws {
    try TimeOptions.check(edge: edge)
    if commonRate, fitting.fix.count(where: { $0.name.hasPrefix("k_") }) > 1 {
      throw ValidationError("--common-rate has one rate: fix k_outer or k_inner, not both.")
    }
  }

  func apply(to options: inout FitOptions) {
    options.sharesRate = commonRate
    options.stamps = stamps
    options.edge = edge
  }
}
