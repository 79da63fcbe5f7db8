import ArgumentParser
import CurveFitting
public import ScrollFitting
import ScrollTraces

struct FitRecording: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit",
    abstract: "Splits a whole recording into phases and fits each with its law.",
    usage: "scrollfit fit [<options>] <trace> ...",
    discussion: """
      Finds rests, drags, pulls beyond an edge, decelerations, bounces and
      releases from offsets and stamps alone, fits each with its law, and joins
      what belongs together: one delta for all bounces, one k for all
      decelerations, and whether the bounce takes up the speed at the edge.

      Columns phase and finger_x, finger_y are used where they are present, edges
      are taken from the file or inferred from where the content comes to rest.

      Where no phase has the law that the file names ('# law: gravity'), that law is
      fitted to the motion; where no phase can be fitted, that of its columns.

      Examples:
        scrollfit fit SampleTraces/uiscrollview-bounce-3x.csv
        scrollfit fit --phase bounce --phase release session.csv
        scrollfit fit --details --format json session.csv
      """)

  @OptionGroup(title: "Input") var input: InputOptions

  @Option(
    help: ArgumentHelp("Fit only phases of this kind. Repeatable.", valueName: "kind"))
  var phase: [Phase.Kind] = []

  @Option(help: "Search: descent (six directions with halving) or newton.")
  var method: Method = .descent

  @Option(help: "Loss of a residual: linear, huber or tukey; the last two resist outliers.")
  var loss: Loss = .linear

  @Flag(help: "Add a constant to bounces, for an edge or a rounding not quite known.")
  var restOffset = false

  @OptionGroup(title: "Fit") var times: TimeOptions

  @Option(help: "Overscroll below which a bounce ends, in pt.")
  var settle = 0.5

  @OptionGroup(title: "Output") var output: OutputOptions

  /// The search methods that need no start.
  enum Method: String, Choice {
    case descent, newton

    var method: FitOptions.Method { self == .descent ? .descent : .newton }
  }

  func validate() throws {
    try TimeOptions.check(settle: settle)
    guard output.searchPath == nil else {
      throw ValidationError("--search-path is for the commands that fit one law.")
    }
    for kind in phase where !Self.fitted.contains(kind) {
      throw ValidationError("--phase \(kind.rawValue): no law describes it.")
    }
    try output.check(inputs: input.trace, method: method.method)
  }

  private static let fitted = Phase.Kind.allCases.filter(\.isFitted)

  func run() throws {
    var options = FitOptions()
    output.limit(&options.detail)
    options.method = method.method
    options.loss = loss.value
    times.apply(to: &options)
    options.settleThreshold = settle
    options.restOffset = restOffset
    options.threads = Threads.processors
    options.keepsOffsets = output.drawing.plot != nil
    let kinds = phase.isEmpty ? nil : Set(phase)
    try FitCommandRunner(input: input, output: output, options: options).run(
      law: nil
    ) { trace in
      var result = TraceResult(splitting: trace, axis: input.axis, kinds: kinds, options: options)
      // A file that names its law, or has the columns of a law, contains more information than its samples.
      if kinds == nil, case .law(let law) = TraceLaw(trace),
        result.failure != nil
          || trace.metadata["law"] != nil
            && !result.fits.contains(where: { $0.law == law.description.key })
      {
        let own = TraceResult(trace, by: nil, axis: input.axis, options: options)
        // A table has no phases, so the failure of its law is the result. The named law may not fit: a file may say
        // 'decelerate' of a glide with friction.
        let isFollowed = !own.fits.contains(where: \.isOfWrongLaw)
        if own.failure == nil && (isFollowed || result.failure != nil) || trace.isTable {
          return own
        }
      }
      if kinds == nil, result.failure != nil || output.writesText {
        result.identifyUnfitted(trace, axis: input.axis, options: options)
        result.recognizeEngine(trace, axis: input.axis, options: options)
      }
      if result.failure != nil, let command = result.nextCommand(trace) {
        result.failure?.help = TypedCommand.named(
          "type: scrollfit \(command) FILE", path: result.path)
      }
      return result
    }
  }
}

extension Phase.Kind: Choice {
  /// The kinds of phases that have a law.
  public static var allValueStrings: [String] { allCases.filter(\.isFitted).map(\.rawValue) }
}
