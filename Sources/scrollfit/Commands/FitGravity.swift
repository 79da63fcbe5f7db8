import ArgumentParser
import ScrollFitting

struct FitGravity: LawCommand {
  static let law: any Law.Type = GravityLaw.self
  static let configuration = CommandConfiguration(
    commandName: "gravity",
    abstract: "Fits a free fall: g, v0, y0 of y = y0 + v0 t + g t^2 / 2.",
    usage: "scrollfit gravity [<options>] <trace> ...",
    discussion: """
      Finds every fall of the recording, of an item that is dropped, thrown or
      rebounding, from its release to before its landing, and fits the law to
      each. Prints g, also in units of UIKit's gravity behaviour (1000 pt/s^2),
      how long and how far it falls, and how fast it lands.

      Examples:
        scrollfit gravity SampleTraces/simulated-gravity.csv
        scrollfit gravity --fix g=1000 SampleTraces/simulated-gravity.csv
      """)

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Fit") var fitting: FittingOptions
  @OptionGroup(title: "Fit") var stamps: StampOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func apply(to options: inout FitOptions) { stamps.apply(to: &options) }
}
