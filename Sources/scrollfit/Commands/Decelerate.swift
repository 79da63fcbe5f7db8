import ArgumentParser
import ScrollFitting
import ScrollPhysics

struct Decelerate: LawCommand {
  static let law: any Law.Type = DecelerationLaw.self
  static let configuration = CommandConfiguration(
    commandName: "decelerate",
    abstract: "Fits the glide after a release: k, v0, x0 of x = x0 + v0 (1 - e^(-k t)) / k.",
    usage: "scrollfit decelerate [<options>] <trace> ...",
    discussion: """
      Finds every part of the recording that glides, fits the law to each, and
      prints k and decelerationRate with 95 % intervals, the distance, the
      duration, and the speed at which the content stopped.

      A table of one row a fling (columns velocity, distance, and duration if it
      was recorded) gives k and the stopping speed together, from the line of
      distance over speed.

      Examples:
        scrollfit decelerate SampleTraces/uiscrollview-deceleration-3x.csv
        scrollfit decelerate SampleTraces/article-deceleration-table.csv
        scrollfit decelerate --fix k=2 SampleTraces/article-deceleration-table.csv
        scrollfit decelerate --form both SampleTraces/uiscrollview-deceleration-3x.csv
      """)

  /// The form of the law, or both.
  enum Form: String, Choice {
    case continuous, discrete, both
  }

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Fit") var fitting: FittingOptions

  @Option(help: "continuous, discrete (a sum over whole milliseconds), or both and the better.")
  var form: Form = .continuous

  @Flag(help: "Add a constant friction to the law, and test it against none.")
  var coulomb = false

  @OptionGroup(title: "Fit") var times: TimeOptions

  @Option(help: "Speed at which the system ends the motion, in pt/s. (default: as recorded)")
  var stop: Double?

  @Option(
    help: "Distance from the law's end at which the motion ends where no stop is known, in pt.")
  var epsilon = 0.1

  @OptionGroup(title: "Output") var output: OutputOptions

  func check() throws {
    if coulomb, form != .continuous {
      throw ValidationError("--coulomb needs --form continuous.")
    }
    if !coulomb, fitting.fix.contains(where: { $0.name == "coulomb" }) {
      throw ValidationError("--fix coulomb= needs --coulomb.")
    }
    if let stop, !(stop > 0 && stop.isFinite) {
      throw ValidationError("--stop must be a positive number of points per second.")
    }
    guard epsilon > 0, epsilon.isFinite else {
      throw ValidationError("--epsilon must be a positive number of points.")
    }
  }

  func apply(to options: inout FitOptions) {
    times.apply(to: &options)
    options.form = form == .discrete ? .discrete : .continuous
    options.comparesForms = form == .both
    options.coulomb = coulomb
    options.stopSpeed = stop
    options.epsilon = epsilon
  }
}
