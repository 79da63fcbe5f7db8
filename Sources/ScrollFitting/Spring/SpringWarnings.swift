internal import CurveFitting
internal import RealModule
internal import ScrollTraces

/// The warnings of a spring fit.
enum SpringWarnings {
  static func all(
    _ fit: Fit, solution: LawSolution<SearchedSolver<SpringCoordinates>>, segment: Segment,
    signal: SampledChannel, options: FitOptions
  ) -> [Warning] {
    let first = segment.range.lowerBound + fit.samples.leading
    var result =
      FitWarnings.edge(fit.edge) + FitWarnings.stamps(fit)
      + FitWarnings.changesOnly(signal, samples: first..<first + fit.samples.used)
    result += FitWarnings.start(
      fit, of: "curve of the spring",
      remedy: fit.samples.leading == 1
        ? nil
        : "check where the motion begins, and set it with --from; stamps that are off look the same"
    )
    let quantum = segment.quantum ?? 0
    let level = options.restOffset ? solution.coordinates.rest : 0
    let observed = fit.series.observed.map { $0 - segment.origin - level }
    let end = observed.suffix(3).map(\.magnitude).sorted().dropFirst().first ?? 0
    let peak = observed.reduce(0) { max($0, $1.magnitude) }
    if segment.range.upperBound == signal.values.count, fit.samples.trimmed == 0,
      end > max(3 * quantum, 0.05 * peak)
    {
      result.append(
        Warning(
          .notSettled,
          "the recording ends \(Printed.short(end, digits: 2)) pt from the place of rest, before the motion has settled",
          remedy: "record until the content rests"))
    }
    result += FitWarnings.count(
      clear: observed.count { $0.magnitude > 2 * quantum }, parameters: solution.coordinates.count)
    let words = FitWarnings.LawTerminology(
      SpringLaw.description, motion: "spring", curve: "damped spring",
      alternative: "; 'scrollfit identify' ranks other laws")
    return result + FitWarnings.all(fit, solution: solution.solved, options: options, words: words)
  }
}
