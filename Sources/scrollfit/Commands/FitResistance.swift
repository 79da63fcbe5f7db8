import ArgumentParser
import ScrollFitting

struct FitResistance: LawCommand {
  static let law: any Law.Type = ResistanceLaw.self
  static let configuration = CommandConfiguration(
    commandName: "resistance",
    abstract: "Fits linear drag on a free item: r, v0, x0 of x = x0 + v0 (1 - e^(-r t)) / r.",
    usage: "scrollfit resistance [<options>] <trace> ...",
    discussion: """
      Finds every part of the recording in which an item goes one way and slows
      down, and fits v' = -r v to each: the curve of a deceleration that nothing
      stops. What resistance= of UIKit Dynamics makes of r nobody has measured.

      Examples:
        scrollfit resistance SampleTraces/simulated-resistance.csv
        scrollfit resistance --fix r=2 SampleTraces/simulated-resistance.csv
      """)

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Fit") var fitting: FittingOptions
  @OptionGroup(title: "Fit") var stamps: StampOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func apply(to options: inout FitOptions) { stamps.apply(to: &options) }
}
