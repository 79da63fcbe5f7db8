internal import CurveFitting
internal import ScrollRecordings

enum DecelerationWarnings {
  static func all(
    _ fit: Fit, solution: LawSolution<DecelerationSolver>, glide: DecelerationSegment,
    segment: Segment,
    signal: SampledChannel, options: FitOptions, viscous: ViscousLaw
  ) -> [Warning] {
    let first = segment.range.lowerBound + fit.samples.leading
    return FitWarnings.edge(fit.edge) + FitWarnings.stamps(fit)
      + FitWarnings.changesOnly(signal, samples: first..<first + fit.samples.used)
      + window(
        fit, solution: solution, glide: glide, segment: segment, signal: signal, viscous: viscous)
      + FitWarnings.all(
        fit, solution: solution.solved, options: options, words: words(options, viscous))
  }

  private static func words(
    _ options: FitOptions, _ viscous: ViscousLaw
  ) -> FitWarnings.LawTerminology {
    guard viscous == .deceleration else {
      return FitWarnings.LawTerminology(
        viscous.description, motion: "drag", curve: "linear drag",
        alternative: "; 'scrollfit decelerate --coulomb FILE' adds a constant friction")
    }
    return words(options)
  }

  private static func words(_ options: FitOptions) -> FitWarnings.LawTerminology {
    FitWarnings.LawTerminology(
      DecelerationLaw.description, motion: "deceleration",
      curve: options.coulomb ? "deceleration with constant friction" : "viscous deceleration",
      alternative: options.coulomb ? "" : "; --coulomb adds a constant friction",
      // Scroll views measured or shipped have 2 to 10 1/s; the range adds a margin.
      plausible: 0.7...30, plausibleText: "k from 0.7 to 30 1/s",
      implausibleRemedy:
        "a drag, a bounce or a wrong --time-unit gives such values: see 'scrollfit inspect FILE'")
  }

  /// Whether a log of changes ends as if the content came to rest: it has no row at rest, and the content moved by at
  /// most three steps per frame at the end, so that an engine may have stopped it.
  private static func isLastChange(_ speed: Double, _ signal: SampledChannel) -> Bool {
    guard signal.facts.isChangeOnlyLogSuspected, let frame = signal.facts.medianInterval,
      let quantum = signal.facts.quantum?.value
    else { return false }
    return speed * frame <= 3 * quantum
  }

  private static func window(
    _ fit: Fit, solution: LawSolution<DecelerationSolver>, glide: DecelerationSegment,
    segment: Segment,
    signal: SampledChannel, viscous: ViscousLaw
  ) -> [Warning] {
    var result = FitWarnings.start(fit, of: "glide")
    let quantum = segment.quantum ?? 0
    let coordinates = solution.coordinates
    let span = solution.observations.abscissae.last ?? 0
    let end = coordinates.speed(at: span)
    let share = end / max(coordinates.velocity.magnitude, .leastNormalMagnitude)
    if fit.search.converged, glide.restCount > 0, let stop = fit["stop_velocity"]?.value,
      stop > 0.15 * coordinates.velocity.magnitude, stop > 40
    {
      result.warn(
        .interrupted,
        "the motion ended at \(Printed.significant(stop)) pt/s, faster than it stops by itself: a touch or a changed target",
        remedy: "the rest offset and the duration are those of the interruption, not of the law")
    } else if fit.search.converged, glide.restCount == 0, share > 0.15,
      glide.edge != nil || !isLastChange(end, signal)
    {
      let how = glide.edge == nil ? "the recording ends" : "the content meets the edge"
      result.warn(
        .notSettled,
        "\(how) at \(Printed.significant(100 * share, digits: 2)) % of the first speed; limit offset\(viscous == .deceleration ? " is" : " and distance are") extrapolated",
        remedy: glide.edge == nil ? "record until the content rests" : "none needed")
    }
    let last = segment.values[max(0, fit.samples.leading + fit.samples.used - 1)]
    result += FitWarnings.count(
      clear: fit.series.observed.count {
        ($0 - segment.origin - last).magnitude > 2 * quantum
      }, parameters: coordinates.count)
    if let k = fit[viscous.rateKey], let limit = fit["limit_offset"], let value = limit.value,
      let error = limit.standardError, let rate = k.value, !k.isFixed, rate > 0,
      error > 0.1 * (value - (fit["x0"]?.value ?? 0)).magnitude
    {
      result.warn(
        .illConditioned,
        "the standard error of the limit offset is \(Printed.significant(error, digits: 2)) pt: too little of the deceleration was recorded",
        remedy: "record until the content rests, or fix the rate, such as \(viscous.example)")
    }
    return result
  }
}
