internal import CurveFitting
internal import RealModule
internal import ScrollPhysics
internal import ScrollTraces

/// Fits the momentum of one gesture with and without constant friction, and reports the better fit.
///
/// Deltas that are rounded one by one have independent errors, and their sum has those of a random walk.
/// Deltas that carry the rounding remainder to the next are differences of an offset that is rounded once. The fit
/// uses the kind with the smaller residuals of the deceleration, and the deltas when the difference is small: in the
/// second kind errors from deltas are too large, but in the first kind errors from offsets are far too small.
struct MomentumFit {
  private let events: WheelEvents
  private let range: Range<Int>
  private let options: FitOptions
  /// The offsets at the events, as a recording.
  private let signal: SampledChannel

  /// The better of the two fits; its `forms` and `tests` compare them.
  static func fit(
    _ events: WheelEvents, _ range: Range<Int>, offsets: Channel, trace: Trace,
    options: FitOptions
  ) throws(FitFailure) -> Fit {
    let work = try MomentumFit(events, range, offsets: offsets, trace: trace, options: options)
    let deltas = try work.fitDeltas()
    let chosen = work.fitOffsets(against: deltas) ?? deltas
    return chosen.quoted(isForced: options.fixed["coulomb"] != nil)
  }

  private init(
    _ events: WheelEvents, _ range: Range<Int>, offsets: Channel, trace: Trace,
    options: FitOptions
  ) throws(FitFailure) {
    self.events = events
    self.range = range
    var options = options
    // Each delta is the difference of two readings, so an outlier does not need another loss.
    options.loss = .linear
    options.form = .continuous
    options.comparesForms = false
    options.start = nil
    self.options = options
    var channel = offsets
    channel.values = range.map { offsets.values[events.rows[$0].upperBound - 1] }
    let momentum = Trace(
      path: trace.path, metadata: trace.metadata, times: Array(events.times[range]),
      timing: trace.timing, channels: [channel])
    signal = try SampledChannel(moving: channel, of: momentum)
  }

  /// Minimum number of deltas in a fit.
  private static let fewest = 6

  // MARK: - Deltas

  /// The law without and with constant friction, on the same samples.
  private struct Pair {
    var viscous: Fit
    var coulomb: Fit?
    /// The events whose deltas were used, as indices within the momentum.
    var used: Range<Int>

    /// The fit to report, with the comparison of both.
    func quoted(isForced: Bool) -> Fit {
      guard let coulomb else { return viscous }
      let difference = viscous.criteria.aicc.flatMap { plain in
        coulomb.criteria.aicc.map { plain - $0 }
      }
      let test = test(coulomb, difference)
      let isBetter = isForced || (test.map(Self.speaksForFriction) ?? false)
      var result = isBetter ? coulomb : viscous
      result.forms = [
        FormComparison(
          form: "viscous", rms: viscous.residual.rms, aicc: viscous.criteria.aicc,
          isQuoted: !isBetter),
        FormComparison(
          form: "viscous + coulomb", rms: coulomb.residual.rms, aicc: coulomb.criteria.aicc,
          isQuoted: isBetter),
      ]
      result.tests = test.map { [$0] } ?? []
      return result
    }

    /// Whether the data support friction: AICc lower by more than 2 and a probability below 0.01.
    ///
    /// The AICc criterion alone is met by chance in one stream of 40, and the interval of k then misses the true value.
    private static func speaksForFriction(_ test: HypothesisTest) -> Bool {
      test.statistic > 0 && test.probability < 0.01 && (test.aiccDifference ?? 0) > 2
    }

    private func test(_ coulomb: Fit, _ difference: Double?) -> HypothesisTest? {
      guard coulomb.search.converged, let friction = coulomb["coulomb"],
        let value = friction.value, let error = friction.standardError, error > 0
      else { return nil }
      return HypothesisTest(
        hypothesis: "coulomb = 0", statistic: value / error,
        probability: Distribution.studentTwoSidedTail(
          value / error, degrees: friction.intervalDegrees ?? Double(coulomb.degreesOfFreedom)),
        aiccDifference: difference)
    }
  }

  /// Minimum delta per frame, in quanta, of the fit. At slower speeds neighbouring deltas have equal rounding errors.
  ///
  /// If too few deltas remain, the limit is half a quantum: there, the rounding errors of a step run from half
  /// a quantum above a delta to half a quantum below it and nearly cancel.
  private static let slowest = (usual: 1.5, fewest: 0.5)
  /// With fewer deltas than this, slower ones are used too.
  private static let enough = 15

  private func fitDeltas() throws(FitFailure) -> Pair {
    let few = FitFailure(
      .tooFewSamples,
      "\(range.count) momentum event\(range.count == 1 ? "" : "s"), and a fit needs \(Self.fewest + 1) that are not slow",
      help: "record flings, with every event")
    guard range.count > Self.fewest else { throw few }
    var best: (viscous: CandidateSolution, coulomb: CandidateSolution?)?
    for times in clocks() {
      guard let found = solve(times),
        best.map({
          found.viscous.sum / Double(found.viscous.count) < $0.viscous.sum
            / Double($0.viscous.count)
        }) ?? true
      else { continue }
      best = found
    }
    guard let best else { throw few }
    return Pair(
      viscous: state(best.viscous), coulomb: best.coulomb.map(state), used: best.viscous.used)
  }

  /// A solved form: deltas per usual interval, over the times at which the law has their mean speed.
  private struct CandidateSolution {
    var solution: LawSolution<SpeedSolver>
    var options: FitOptions
    /// The events whose deltas are fitted, as indices within the momentum.
    var used: Range<Int>
    /// Whether all intervals are equal.
    var isEven: Bool
    /// The time of the event before them, from which abscissae count, in s.
    var start: Double
    var sum: Double { solution.coordinates.linearised(solution.observations)?.sumOfSquares ?? 0 }
    var count: Int { solution.observations.count }
  }

  /// The times of the events in s: snapped to display frames if they fit those, and as recorded.
  private func clocks() -> [(stamps: StampTreatment, times: [Double])] {
    let recorded = (
      stamps: signal.timing.isRecorded
        ? StampTreatment.recorded : .assumed(interval: events.frame),
      times: signal.times
    )
    guard signal.timing.isRecorded, let grid = signal.facts.grid, let jitter = grid.jitter,
      options.stamps == .auto || options.stamps == .snapped
    else { return [recorded] }
    let snapped = (stamps: StampTreatment.snapped(jitter: jitter), times: grid.frameTimes)
    return options.stamps == .snapped || jitter < NumericLimits.printedScatter
      ? [snapped] : [recorded, snapped]
  }

  /// Both forms at given times, for the deltas that are fast enough by the more flexible form.
  private func solve(_ clock: (stamps: StampTreatment, times: [Double]))
    -> (viscous: CandidateSolution, coulomb: CandidateSolution?)?
  {
    let times = clock.times
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }
    guard steps.allSatisfy({ $0 > 0 }) else { return nil }
    let usual = steps.sorted()[steps.count / 2]
    let isEven = steps.allSatisfy { ($0 - usual).magnitude < 1e-3 * usual }
    let deltas = range.map { events.deltas[$0] }
    // The delta of event i is the change from event i - 1 to i.
    func middle(_ event: Int) -> Double {
      times[event] - steps[event - 1] / 2
    }
    func solve(_ used: Range<Int>, coulomb: Bool, passes: Int = 3) -> CandidateSolution? {
      var options = options
      options.coulomb = coulomb
      // Velocities are per usual interval, the solver's unit of time.
      for key in ["v0", "coulomb"] { options.fixed[key] = options.fixed[key].map { $0 * usual } }
      var result: LawSolution<SpeedSolver>?
      let start = times[used.lowerBound - 1]
      for _ in 0..<passes {
        // The mean speed over an interval h is the speed at k h^2 / 24 before its middle.
        let rate = result?.coordinates.motion.rate ?? 0
        let observations = Observations(
          abscissae: used.map {
            middle($0) - start - rate * steps[$0 - 1] * steps[$0 - 1] / 24
          },
          values: used.map { deltas[$0] * usual / steps[$0 - 1] },
          weights: isEven ? [] : used.map { (steps[$0 - 1] / usual) * (steps[$0 - 1] / usual) })
        guard
          let next = LawSolution<SpeedSolver>(
            observations, stamps: clock.stamps, options: options, floor: floor)
        else { return nil }
        result = next
      }
      guard var result else { return nil }
      result.coordinates.interval = usual
      result.coordinates.motion.velocity /= usual
      result.coordinates.motion.coulomb /= usual
      return CandidateSolution(
        solution: result, options: options, used: used, isEven: isEven, start: start)
    }
    func flexible(_ used: Range<Int>) -> CandidateSolution? {
      solve(used, coulomb: true, passes: 1) ?? solve(used, coulomb: false, passes: 1)
    }
    func ended(_ used: Range<Int>, at slowest: Double) -> Range<Int>? {
      var used = used
      for _ in 0..<5 {
        guard let curve = flexible(used)?.solution.coordinates else { return nil }
        let start = times[used.lowerBound - 1]
        var end = used.lowerBound
        while end < deltas.count,
          curve.motion.direction * curve.value(at: middle(end) - start)
            >= slowest * events.quantum
        { end += 1 }
        guard end != used.upperBound, end - used.lowerBound >= Self.fewest else { break }
        used = used.lowerBound..<end
      }
      return used
    }
    // The first event may be the last of the finger and contain a part of the second event's movement.
    let all = (deltas.count > Self.enough ? 2 : 1)..<deltas.count
    guard let slow = ended(all, at: Self.slowest.fewest) else { return nil }
    var used = slow
    if let fast = ended(slow, at: Self.slowest.usual), fast.count >= Self.enough { used = fast }
    // The first deltas may contain movement of the finger; keep those that lie on the curve of the others.
    if used.count >= Self.enough,
      let later = solve(
        used.lowerBound + Self.doubtful..<used.upperBound, coulomb: true, passes: 1)
    {
      let curve = later.solution.coordinates
      let start = times[later.used.lowerBound - 1]
      func miss(_ event: Int) -> Double {
        (deltas[event] * usual / steps[event - 1] - curve.value(at: middle(event) - start))
          .magnitude
      }
      let largest = later.used.reduce(0) { max($0, miss($1)) }
      var first = later.used.lowerBound
      while first > used.lowerBound, miss(first - 1) <= 1.3 * largest { first -= 1 }
      used = first..<used.upperBound
    }
    guard used.count >= Self.fewest, let viscous = solve(used, coulomb: false) else { return nil }
    return (viscous, solve(used, coulomb: true))
  }

  /// Number of initial deltas that may contain movement of the finger.
  private static let doubtful = 4

  private var floor: Double? { events.quantum > 0 ? events.quantum / 12.0.squareRoot() : nil }

  /// The fit of a solved form.
  private func state(_ sight: CandidateSolution) -> Fit {
    var solution = sight.solution
    let observations = solution.observations
    let first = range.lowerBound + sight.used.lowerBound - 1
    let used = first + 1..<range.lowerBound + sight.used.upperBound
    var options = self.options
    options.coulomb = sight.options.coulomb
    var fit = Fit(
      law: DecelerationLaw.description.key, axis: signal.channel.axis,
      window: events.times[first]...events.times[used.upperBound - 1],
      search: SearchSummary(method: options.method.rawValue), stamps: solution.stamps)
    fit.isBeyondEdge = false
    fit.form = options.form.rawValue
    fit.formula = DecelerationLaw.formula(options)
    fit.samples = SampleCount(
      stretch: range.count, used: sight.count, trimmed: range.upperBound - used.upperBound,
      leading: sight.used.lowerBound)
    solution.coordinates.motion.position = signal.values[sight.used.lowerBound - 1]
    if options.method == .descent { solution.descend(from: nil, options, &fit) }
    fit.search.evaluations += solution.solver.evaluations
    fit.search.converged = solution.solver.converged && solution.isConverged
    if !solution.solver.converged || fit.search.reason.isEmpty {
      fit.search.reason = solution.solver.reason
    }
    fit.search.startSource = solution.solver.startSource
    fit.search.secondMinimum = solution.solver.secondMinimum
    fit.fillSeries(
      Series(
        times: Array(events.times[used]), fitTimes: observations.abscissae, origin: sight.start,
        interval: solution.coordinates.interval, observed: observations.values,
        fitted: observations.abscissae.map(solution.coordinates.value),
        weights: observations.weights, ordinate: SeriesQuantity("delta", "pt")),
      floor: floor)
    let quantities = DecelerationQuantities(
      coordinates: solution.coordinates.motion, options: options, ending: .law,
      span: events.times[used.upperBound - 1] - events.times[first])
    fit.stop = quantities.stop
    let bound = signal.roundingBound
    FitInference.state(
      solution, quantities: quantities.all, into: &fit, options: options,
      bound: sight.isEven && solution.solver.isFamilyFree ? bound : nil, grid: bound,
      // Part of a delta may be carried to the next event.
      snapped: observations.values, cancelsWhereSlow: false)
    fit.update("x0") {
      $0.isFixed = false
      $0.reason = "the sum of the deltas until then, not fitted"
    }
    fit.warnings =
      FitWarnings.stamps(fit)
      + FitWarnings.all(
        fit, solution: solution, options: options,
        words: FitWarnings.LawTerminology(
          motion: "momentum", curve: "deceleration", nonlinear: "k", unit: "1/s",
          start: "k,v0,x0", alternative: "", plausible: 0.7...30,
          plausibleText: "k from 0.7 to 30 1/s",
          implausibleRemedy: "a finger's deltas give such values: name the phases in the recording")
      )
    return fit
  }

  // MARK: - Offsets

  /// The fits of the offsets if the deltas carry their remainders; otherwise nil.
  ///
  /// The residual variance of deltas is q^2 / 12 when each is rounded separately, and q^2 / 6 when
  /// they are differences of rounded offsets, whose own residual variance is then q^2 / 12.
  private func fitOffsets(against deltas: Pair) -> Pair? {
    let reference = deltas.coulomb ?? deltas.viscous
    let first = deltas.used.lowerBound - 1
    guard let floor, let trial = offsets(first..<deltas.used.upperBound, coulomb: true),
      variance(reference) > 1.5 * floor * floor, variance(trial) < variance(reference) / 1.3
    else { return nil }
    // An offset that is rounded once follows the law until it stops. Final events with a delta of 0 show when the
    // system stopped, not the law.
    var end = deltas.used.upperBound
    if let rate = trial["k"]?.value, let velocity = trial["v0"]?.value,
      let position = trial["x0"]?.value, let begin = trial.window?.lowerBound, rate > 0
    {
      let law = Deceleration(
        position: position, velocity: velocity, rate: rate,
        coulomb: max(0, trial["coulomb"]?.value ?? 0))
      let moving =
        range.last { events.deltas[$0] != 0 }.map { $0 + 1 - range.lowerBound } ?? end
      while end < moving,
        (law.limitOffset - law.position(at: signal.times[end] - begin)).magnitude
          >= 0.75 * events.quantum
      { end += 1 }
    }
    guard let viscous = offsets(first..<end, coulomb: false) else { return nil }
    return Pair(
      viscous: viscous, coulomb: offsets(first..<end, coulomb: true), used: deltas.used)
  }

  private func variance(_ fit: Fit) -> Double {
    fit.residual.sumOfSquares / Double(max(1, fit.degreesOfFreedom))
  }

  private func offsets(_ used: Range<Int>, coulomb: Bool) -> Fit? {
    var options = options
    options.coulomb = coulomb
    var fit = try? DecelerationFit.best(
      DecelerationSegment(range: used, restCount: 0), signal: signal, options: options)
    fit?.samples.stretch = range.count
    fit?.samples.leading += used.lowerBound
    fit?.samples.trimmed = range.count - used.upperBound
    return fit
  }
}
