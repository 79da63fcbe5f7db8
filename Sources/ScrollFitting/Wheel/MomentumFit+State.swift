internal import CurveFitting
internal import ScrollPhysics
internal import ScrollRecordings

/// A law of a momentum in terms of deltas: the distance per interval.
protocol IntervalCoordinates: MovableCoordinates {
  /// The interval in s.
  var interval: Double { get }
  /// The offset at the first sample, in pt, which deltas do not determine.
  var place: Double { get set }
}

extension SpeedCoordinates: IntervalCoordinates {
  var place: Double {
    get { motion.position }
    set { motion.position = newValue }
  }
}

extension MomentumCoordinates<MomentumSpeeds>: IntervalCoordinates {
  var place: Double {
    get { motion.position }
    set { motion.position = newValue }
  }
}

/// States the fit of a solved form.
extension MomentumFit {
  func state(_ solved: Viscous) -> Fit {
    var options = self.options
    options.coulomb = solved.options.coulomb
    var (fit, solution) = begun(solved, law: DecelerationLaw.description.key, options: options)
    fit.form = options.form.rawValue
    fit.formula = DecelerationLaw.formula(options)
    let quantities = DecelerationQuantities(
      coordinates: solution.coordinates.motion, options: options, ending: .law,
      span: fit.window.map { $0.upperBound - $0.lowerBound } ?? 0)
    fit.stop = quantities.stop
    let words = FitWarnings.LawTerminology(
      DecelerationLaw.description, motion: "momentum", curve: "deceleration",
      plausible: 0.7...30, plausibleText: "k from 0.7 to 30 1/s",
      implausibleRemedy: "a finger's deltas give such values: name the phases in the recording")
    end(&fit, &solution, quantities.all, isEven: solved.isEven, options: options, words: words)
    return fit
  }

  /// The fit by the law of macOS.
  func state(_ solved: Momentum) -> Fit {
    var (fit, solution) = begun(
      solved, law: MomentumLaw.description.key, options: solved.options)
    end(
      &fit, &solution, solution.coordinates.quantities, isEven: solved.isEven,
      options: solved.options, words: MomentumLaw.words)
    return fit
  }

  private func begun<Solver>(
    _ solved: CandidateSolution<Solver>, law: String, options: FitOptions
  ) -> (Fit, LawSolution<Solver>) where Solver.Coordinates: IntervalCoordinates {
    var solution = solved.solution
    let observations = solution.observations
    let first = range.lowerBound + solved.used.lowerBound - 1
    let used = first + 1..<range.lowerBound + solved.used.upperBound
    var fit = Fit(
      law: law, axis: signal.channel.axis,
      window: events.times[first]...events.times[used.upperBound - 1],
      search: SearchSummary(method: options.method.rawValue), stamps: solution.stamps)
    fit.isBeyondEdge = false
    fit.samples = SampleCount(
      stretch: range.count, used: solved.count, trimmed: range.upperBound - used.upperBound,
      leading: solved.used.lowerBound)
    solution.coordinates.place = signal.values[solved.used.lowerBound - 1]
    if options.method == .descent { solution.descend(from: nil, options, &fit) }
    fit.search.evaluations += solution.solver.outcome.evaluations
    fit.search.converged = solution.solver.converged && solution.isConverged
    if !solution.solver.converged || fit.search.reason.isEmpty {
      fit.search.reason = solution.solver.outcome.reason
    }
    fit.search.startSource = solution.solver.outcome.startSource
    fit.search.secondMinimum = solution.solver.outcome.secondMinimum
    fit.fillSeries(
      Series(
        times: Array(events.times[used]), fitTimes: observations.abscissae, origin: solved.start,
        interval: solution.coordinates.interval, observed: observations.values,
        fitted: observations.abscissae.map(solution.coordinates.value),
        weights: observations.weights, ordinate: SeriesQuantity("delta", "pt")),
      floor: floor)
    return (fit, solution)
  }

  private func end<Solver>(
    _ fit: inout Fit, _ solution: inout LawSolution<Solver>, _ quantities: FitQuantities,
    isEven: Bool, options: FitOptions, words: FitWarnings.LawTerminology
  ) {
    let bound = signal.roundingBound
    FitInference.state(
      solution.solved, quantities: quantities, into: &fit, options: options,
      bound: isEven && solution.solver.isFamilyFree ? bound : nil, grid: bound,
      // Part of a delta may be carried to the next event.
      snapped: solution.observations.values, cancelsWhereSlow: false)
    fit.update("x0") {
      $0.isFixed = false
      $0.reason = "the sum of the deltas until then, not fitted"
    }
    fit.warnings =
      FitWarnings.stamps(fit)
      + FitWarnings.all(fit, solution: solution.solved, options: options, words: words)
  }
}
