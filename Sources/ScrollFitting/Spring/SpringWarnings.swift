internal import CurveFitting
internal import ScrollRecordings

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
    let level = options.restOffset ? solution.coordinates.rest : 0
    result += FitWarnings.settling(
      fit, distances: fit.series.observed.map { $0 - segment.origin - level },
      isLast: segment.range.upperBound == signal.values.count, quantum: segment.quantum ?? 0,
      from: "place of rest", parameters: solution.coordinates.count)
    let words = FitWarnings.LawTerminology(
      SpringLaw.description, motion: "spring", curve: "damped spring",
      alternative: "; 'scrollfit identify FILE' ranks other laws")
    return result + FitWarnings.all(fit, solution: solution.solved, options: options, words: words)
  }
}
