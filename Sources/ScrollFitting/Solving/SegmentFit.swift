internal import CurveFitting
internal import ScrollRecordings

/// Fits a law to a segment: chooses the treatment of times, solves, and computes errors. Shared by all laws.
struct SegmentFit {
  var fit: Fit
  let segment: Segment
  let options: FitOptions
  /// The used samples, as indices in the segment.
  private(set) var used: Range<Int>
  /// The maximum number of samples that the first solution may leave out at the start. One by default, because the
  /// first row is often the offset at release instead of a frame. 0 if parameters are fixed: samples that contradict a
  /// fixed value must not be left out.
  var mostLeading: Int
  /// A window that rounding is known to explain, with its treatment of times: samples within it need no further test.
  private var explained: (window: Range<Int>, stamps: StampTreatment)?
  /// The period in s of a law that advances in whole ticks since time 0 of the recording; 0 for none.
  var tick = 0.0

  /// - Throws: if there are too few samples for the parameters, or the start does not fit the law.
  init(
    _ segment: Segment, used: Range<Int>, law: LawDescription, parameters: Int, edge: Edge?,
    options: FitOptions, hint: String
  ) throws(FitFailure) {
    if let start = options.start, start.count != law.startCount {
      throw FitFailure(
        .outOfRange,
        "the start has \(start.count) numbers, and a \(law.key) takes \(law.startCount)",
        help: "give them in the order of the law's parameters")
    }
    self.segment = segment
    self.used = used
    self.options = options
    mostLeading = options.fixed.isEmpty ? 1 : 0
    let place = segment.isTable ? "" : edge == nil ? " of the motion" : " beyond the edge"
    let least = segment.isTable ? max(parameters, 1) + 1 : max(parameters, 2) + 1
    let distinct = segment.isTable ? Set(segment.abscissae ?? []).count : used.count
    guard used.count >= least, distinct >= min(least, 2) else {
      let rows = segment.isTable ? "row" : "sample"
      throw FitFailure(
        .tooFewSamples,
        "\(distinct)\(distinct < used.count ? " different" : "") \(rows)\(distinct == 1 ? "" : "s")\(place), "
          + "and \(parameters) parameter\(parameters == 1 ? " needs" : "s need") at least \(least)",
        help: hint)
    }
    guard segment.abscissae != nil || used.count <= NumericLimits.samplesOfMotion else {
      throw FitFailure(
        .outOfRange,
        "\(used.count) samples\(place), and no motion of a scroll view has more than "
          + "\(NumericLimits.samplesOfMotion)",
        help: "choose a motion with --from and --to; see 'scrollfit inspect FILE'")
    }
    fit = Fit(
      law: law.key, axis: segment.axis, window: nil,
      search: SearchSummary(method: options.method.rawValue), stamps: .recorded)
    fit.edge = edge
    use(used)
  }

  /// Chooses the samples of the fit.
  mutating func use(_ range: Range<Int>) {
    used = range
    if segment.abscissae == nil {
      fit.window = segment.times[used.lowerBound]...segment.times[used.upperBound - 1]
    }
    fit.samples.stretch = segment.values.count
    fit.samples.used = used.count
    fit.samples.leading = used.lowerBound
    fit.samples.trimmed = segment.values.count - used.upperBound
  }

  // MARK: - Times

  /// Abscissae for one treatment of times, and the recorded time in s at which they are 0.
  private struct Clock {
    var stamps: StampTreatment
    var abscissae: [Double]
    var origin: Double?
  }

  private func clocks() -> [Clock] {
    if let abscissae = segment.abscissae {
      return [Clock(stamps: .unused, abscissae: Array(abscissae[used]))]
    }
    func clock(_ stamps: StampTreatment, _ times: [Double]) -> Clock {
      guard tick > 0 else {
        let start = times[used.lowerBound]
        return Clock(stamps: stamps, abscissae: times[used].map { $0 - start }, origin: start)
      }
      // Slightly below a whole tick counts as one: stamps were divided by 1000.
      let ticks = used.map { (times[$0] / tick + 1e-6).rounded(.down) }
      return Clock(
        stamps: stamps, abscissae: ticks.map { ($0 - ticks[0]) * tick }, origin: ticks[0] * tick)
    }
    guard segment.timing.isRecorded else {
      guard case .assumed(let interval, _) = segment.timing else { return [] }
      var result = clock(.assumed(interval: interval), segment.times)
      if tick == 0 {
        result.abscissae = used.map { assumedTime($0, from: used.lowerBound, interval) }
      }
      return [result]
    }
    let recorded = clock(.recorded, segment.times)
    guard let grid = segment.gridTimes, let jitter = segment.stampJitter else { return [recorded] }
    let snapped = clock(.snapped(jitter: jitter), grid)
    switch options.stamps {
    case .recorded, .weighted: return [recorded]
    case .snapped: return [snapped]
    case .auto:
      // If stamps scatter only because they are printed, snapping removes nothing else.
      if jitter < NumericLimits.printedScatter { return [snapped] }
      let isRefuted = FramePeriod.refuted(Array(grid[used]), by: Array(segment.times[used])) != nil
      return isRefuted ? [recorded] : [recorded, snapped]
    }
  }

  // MARK: - Solution

  /// Solves with the best treatment of times.
  ///
  /// The first call leaves out samples at the start that do not belong to the motion.
  ///
  /// - Parameter near: coordinates close to the solution, which avoid the scan.
  mutating func solve(
    by law: any LawSolver.Type, help: String, near: (any SteppedCoordinates)?
  ) throws(FitFailure) -> SolvedStretch {
    var found = solutions(by: law, near: near)
    let leading = leading(found, by: law)
    mostLeading = 0
    if leading > 0 {
      use(used.dropFirst(leading))
      found = solutions(by: law, near: near)
    }
    var best: SolvedStretch?
    let hasTimes = segment.timing.isRecorded && segment.abscissae == nil
    for var solution in found {
      let isForced = options.stamps == .weighted
      if hasTimes, isForced || options.stamps == .auto {
        // If rounding alone explains every sample, errors of the times are not estimated.
        let isKnown =
          explained.map {
            $0.stamps == solution.stamps && $0.window.lowerBound == used.lowerBound
              && $0.window.upperBound >= used.upperBound
          } ?? false
        solution.isExplainedByRounding = isKnown || isExplainedByRounding(solution)
        if solution.isExplainedByRounding, !isKnown { explained = (used, solution.stamps) }
        if isForced || !solution.isExplainedByRounding {
          solution.weightForTimeErrors(
            options, floor: segment.floor, forced: isForced,
            isExpected: solution.solver.isFamilyFree && segment.roundingBound != nil)
        }
      }
      // A parameter fixed at a wrong value can make the search end where the curve is not finite.
      guard solution.logLikelihood.isFinite else { continue }
      if best.map({ solution.logLikelihood > $0.logLikelihood }) ?? true { best = solution }
    }
    guard var best else {
      throw options.fixed.isEmpty
        ? FitFailure(.noConvergence, "the samples do not determine the law", help: help)
        : FitFailure(
          .noConvergence, "with what is held the samples do not determine the law",
          help: "leave out --fix")
    }
    if hasTimes, options.stamps == .auto, let scatter = segment.stampScatter(used) {
      best.lookForHiddenTimeErrors(of: scatter, floor: segment.floor)
    }
    return best
  }

  /// Solves for other samples of the same motion.
  mutating func solve(
    again solution: SolvedStretch
  ) throws(FitFailure) -> SolvedStretch {
    let solver = solution.solver
    let law = type(of: solver)
    let isKnown =
      options.detail.isBrief
      && (solver.family != nil || law.startsNear)
      && solver.outcome.secondMinimum == nil && solver.converged
    return try solve(
      by: law, help: FitFailure.inspect, near: isKnown ? solver.coordinates : nil)
  }

  /// The law solved for each treatment of times, before samples are weighted for errors of the times.
  private func solutions(
    by law: any LawSolver.Type, near: (any SteppedCoordinates)?
  ) -> [SolvedStretch] {
    let values = Array(segment.values[used])
    return clocks().compactMap { clock in
      var solution = SolvedStretch(
        Observations(abscissae: clock.abscissae, values: values), by: law, stamps: clock.stamps,
        options: options, floor: segment.floor, near: near)
      solution?.origin = clock.origin
      solution?.linearise()
      return solution
    }
  }

  /// The number of samples at the start that do not belong to the motion, for the best treatment of times.
  ///
  /// 0 if rounding explains every sample, and with a robust loss, which already handles outliers.
  private func leading(_ solutions: [SolvedStretch], by law: any LawSolver.Type) -> Int {
    guard mostLeading > 0, segment.abscissae == nil, options.loss == .linear,
      let best = solutions.max(by: { $0.logLikelihood < $1.logLikelihood })
    else { return 0 }
    // Whole ticks determine the position of the first sample poorly.
    let hasTick = tick > 0
    let start = segment.times[used.lowerBound]
    let count = LeadingSamples(
      law: law,
      observations: hasTick
        ? Observations(
          abscissae: used.map { segment.times[$0] - start }, values: Array(segment.values[used]))
        : best.observations,
      floor: segment.floor ?? 0, options: options, most: mostLeading,
      isSuspected: mostLeading > 1
    ).count(hasTick ? nil : best.solver, tangent: hasTick ? nil : best.linearised())
    return count > 0 && isExplainedByRounding(best) ? 0 : count
  }

  /// Whether a curve of the law, rounded, reproduces all samples at these times.
  private func isExplainedByRounding(_ solution: SolvedStretch) -> Bool {
    guard solution.solver.isFamilyFree else { return false }
    return FitInference.isFeasible(
      solution, bound: segment.roundingBound, snapped: Array(segment.snapped[used]))
  }

  /// The time between two samples without stamps, in whole frames, including lost ones.
  func assumedTime(_ index: Int, from first: Int, _ interval: Double) -> Double {
    ((segment.times[index] - segment.times[first]) / interval).rounded() * interval
  }

  /// Whether a descent follows, from the minimum or from a start.
  ///
  /// It is omitted if the detail is brief and the samples determine all parameters: it would not move.
  func walks(from solution: inout SolvedStretch) -> Bool {
    guard options.method == .descent else { return false }
    guard options.detail.isBrief, options.start == nil, solution.solver.converged else {
      return true
    }
    solution.linearise()
    return solution.linearised().map { $0.condition >= Self.determined } ?? true
  }

  /// The condition number of the linearised curve below which the samples determine all parameters.
  private static var determined: Double { 1000 }

  // MARK: - Result

  /// Writes the solution to the fit: search, series, parameters with errors, rounding, criteria.
  ///
  /// - Parameters:
  ///   - bound: the maximum rounding error if it is not that of the values alone.
  ///   - cancelsWhereSlow: whether rounding errors cancel along a slow curve.
  /// - Throws: `no-convergence` if the curve at the end of the search, or its sum of squares, is not finite.
  mutating func describe(
    _ solution: inout SolvedStretch, quantities: FitQuantities, bound: Double? = nil,
    cancelsWhereSlow: Bool = true
  ) throws(FitFailure) {
    fit.stamps = solution.stamps
    fit.hiddenTimeError = solution.hiddenTimeError
    if case .snapped(let jitter) = solution.stamps, jitter < NumericLimits.printedScatter {
      fit.stamps = .recorded
    }
    fit.search.evaluations += solution.solver.outcome.evaluations
    fit.search.converged = solution.solver.converged && solution.isConverged
    if fit.search.reason.isEmpty { fit.search.reason = solution.solver.outcome.reason }
    if !solution.solver.converged { fit.search.reason = solution.solver.outcome.reason }
    if solution.isGivenUp { fit.search.reason = "the budget was used up" }
    if fit.search.startSource.isEmpty {
      fit.search.startSource = solution.solver.outcome.startSource
    }
    fit.search.secondMinimum = solution.solver.outcome.secondMinimum

    solution.linearise()
    fillSeries(
      abscissae: solution.observations.abscissae,
      curve: solution.fitted, weights: solution.observations.weights, origin: solution.origin)
    guard fit.residual.sumOfSquares.isFinite else {
      throw FitFailure(
        .noConvergence, "the search ended where the curve is no number",
        help: FitFailure.inspect)
    }
    fit.residual.loss = options.loss.name
    if options.loss != .linear {
      fit.samples.downweighted = solution.observations.weights.filter { $0 < 0.1 }.count
    }
    FitInference.state(
      solution, quantities: quantities, into: &fit, options: options,
      bound: solution.solver.isFamilyFree ? bound ?? segment.roundingBound : nil,
      grid: segment.isTable ? nil : segment.roundingBound,
      snapped: Array(segment.snapped[used]), cancelsWhereSlow: cancelsWhereSlow)
  }

  /// Stores the used samples with the curve, and the summary of their residuals.
  mutating func fillSeries(
    abscissae: [Double], curve: [Double], weights: [Double], origin: Double?
  ) {
    fit.fillSeries(
      Series(
        times: Array(segment.times[used]), fitTimes: abscissae, origin: origin,
        observed: segment.values[used].map { $0 + segment.origin },
        fitted: curve.map { $0 + segment.origin }, weights: weights,
        abscissa: segment.abscissa, ordinate: segment.ordinate),
      floor: segment.floor)
  }
}
