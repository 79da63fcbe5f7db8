import ArgumentParser
import ScrollFitting

struct FitSpring: LawCommand {
  static let law: any Law.Type = SpringLaw.self
  static let configuration = CommandConfiguration(
    commandName: "spring",
    abstract:
      "Fits a spring of any damping: delta and kappa, omega and zeta, and tests critical damping.",
    usage: "scrollfit spring [<options>] <trace> ...",
    discussion: """
      Fits y = e^(-delta t) (a c(t) + b s(t)) to every stretch beyond an edge, its
      swings back across the edge included; where no edge is known, to every
      motion between rests, with the place of rest fitted. Prints the damping
      ratio, frequency, stiffness and damping per mass, both poles, a test of
      critical damping (kappa = 0), all springs that rounding alone allows, and the
      roundest stiffness and damping among them or next to them; of several
      recordings also what all of them allow.

      Examples:
        scrollfit spring SampleTraces/uiscrollview-bounce-3x.csv
        scrollfit spring --fix kappa=0 SampleTraces/uiscrollview-bounce-3x.csv
        scrollfit spring SampleTraces/uiscrollview-bounce-*.csv
        scrollfit spring --fit-interval SampleTraces/uiscrollview-bounce-*.csv
        scrollfit spring --format json SampleTraces/simulated-spring.csv
      """)

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Fit") var fitting: FittingOptions

  @Flag(help: "Add a constant to the law, for an edge or a rounding not quite known.")
  var restOffset = false

  @Flag(help: "Fit the samples after the motion has settled too, as most other tools do.")
  var keepSettled = false

  @Flag(
    help:
      "Let the frame interval be free where there are no stamps, as round numbers are looked for.")
  var fitInterval = false

  @OptionGroup(title: "Fit") var times: TimeOptions

  @Option(help: "Distance from rest below which the motion ends, in pt.")
  var settle = 0.5

  @OptionGroup(title: "Output") var output: OutputOptions

  func check() throws { try TimeOptions.check(settle: settle) }

  func apply(to options: inout FitOptions) {
    times.apply(to: &options)
    options.restOffset = restOffset
    options.keepsSettled = keepSettled
    options.settleThreshold = settle
    options.seeksRoundSprings = true
    options.fitsInterval = fitInterval
  }
}
