import ArgumentParser
import ScrollFitting

struct FitCollision: LawCommand {
  static let law: any Law.Type = CollisionLaw.self
  static let configuration = CommandConfiguration(
    commandName: "collision",
    abstract: "Fits falls and rebounds from a floor together: e, g, floor, t1, v1.",
    usage: "scrollfit collision [<options>] <trace> ...",
    discussion: """
      Finds an item that falls and rebounds, and fits all its flights together,
      with one elasticity e and one gravity g; the floor and the moment of the
      first contact come out finer than pixels and frames. Lists contacts, flight
      times and rebound heights, e by heights, speeds and flight times apart, and
      tests whether it is the same at every rebound.

      Examples:
        scrollfit collision SampleTraces/simulated-collision.csv
        scrollfit collision --fix g=1000 SampleTraces/simulated-collision.csv
      """)

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Fit") var fitting: FittingOptions
  @OptionGroup(title: "Fit") var stamps: StampOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func apply(to options: inout FitOptions) { stamps.apply(to: &options) }
}
