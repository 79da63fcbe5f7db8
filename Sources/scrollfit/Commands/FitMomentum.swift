import ArgumentParser
import ScrollFitting

struct FitMomentum: LawCommand {
  static let law: any Law.Type = MomentumLaw.self
  static let configuration = CommandConfiguration(
    commandName: "momentum",
    abstract: "Fits the momentum of a macOS trackpad: v0, x0 of v' = -k0 v / (1 + (|v| / v1)^p).",
    usage: "scrollfit momentum [<options>] <trace> ...",
    discussion: """
      Of events of a wheel (columns delta_x, delta_y) it finds each momentum and
      fits its deltas; of offsets every part that goes one way and slows down.
      k0, v1 and p are held at the values of macOS, 6.05 1/s, 6091 pt/s and 1.49;
      --free fits them as well, --fix holds them at others.

      Examples:
        scrollfit momentum SampleTraces/uiscrollview-deceleration-3x.csv
        scrollfit momentum session.csv
        scrollfit momentum --free k0 session.csv
        scrollfit momentum --fix v1=5000 --free k0 session.csv
      """)

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Fit") var fitting: FittingOptions

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Fit k0, v1 or p, which else are held. Repeatable.", valueName: "parameter"))
  var free: [String] = []

  @OptionGroup(title: "Fit") var stamps: StampOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func check() throws {
    for name in free {
      guard MomentumLaw.held.contains(name) else {
        throw ValidationError(
          "--free \(name) is not possible; what is held is \(MomentumLaw.held.joined(separator: ", "))."
        )
      }
      guard !fitting.fix.contains(where: { $0.name == name }) else {
        throw ValidationError("--free and --fix both name \(name).")
      }
    }
  }

  func apply(to options: inout FitOptions) {
    options.freed = Set(free)
    stamps.apply(to: &options)
  }
}
