internal import CurveFitting
internal import RealModule
internal import ScrollPhysics
internal import ScrollTraces

/// Fits one stretch: trims it, chooses its times, solves, walks the article's search, states the errors.
struct BounceFit {
  private(set) var fit: Fit
  private let stretch: Stretch
  private let signal: Signal
  private let options: FitOptions
  /// The samples used, as positions in the stretch.
  private var used: Range<Int>

  /// - Parameter isPreliminary: only the constants and their errors are wanted, not the rest.
  init(
    _ stretch: Stretch, signal: Signal, options requested: FitOptions, isPreliminary: Bool = false
  ) throws(FitFailure) {
    var options = requested
    if stretch.edge.source == .fitted { options.restOffset = true }
    self.stretch = stretch
    self.signal = signal
    self.options = options
    used =
      options.method == .article || options.keepsSettled
      ? stretch.overscroll.indices : Self.unsettled(stretch.overscroll, quantum: stretch.quantum)

    let parameters =
      3 - options.fixed.keys.filter { ["C", "delta", "phi"].contains($0) }.count
      + (options.restOffset ? 1 : 0)
    guard used.count > max(parameters, 2) else {
      throw FitFailure(
        .tooFewSamples,
        "\(used.count) sample\(used.count == 1 ? "" : "s") beyond the edge, "
          + "and \(parameters) parameters need at least \(max(parameters, 2) + 1)",
        help: "record every frame of the bounce, or fix a parameter, such as --fix delta=10.93")
    }

    fit = Fit(
      law: BounceLaw.description.key, axis: stretch.axis,
      window: stretch.times[used.lowerBound]...stretch.times[used.upperBound - 1],
      search: SearchSummary(method: options.method.rawValue), stamps: .recorded)
    fit.edge = stretch.edge
    fit.samples = SampleCount(
      stretch: stretch.overscroll.count, used: used.count,
      trimmed: stretch.overscroll.count - used.count)

    if options.method == .article {
      runArticle()
      return
    }
    var solution = try solve()
    let balanced = min(used.upperBound + Self.balancingSamples, stretch.overscroll.count)
    if !options.keepsSettled, stretch.quantum != nil, balanced > used.upperBound,
      continues(solution, to: balanced)
    {
      used = used.lowerBound..<balanced
      fit.window = stretch.times[used.lowerBound]...stretch.times[used.upperBound - 1]
      fit.samples.used = used.count
      fit.samples.trimmed = stretch.overscroll.count - used.count
      solution = try solve()
    }
    if options.method == .descent, !isPreliminary { solution.descend(options, &fit) }
    describe(solution)
    if !isPreliminary {
      fit.warnings += BounceWarnings.all(
        fit, solution: solution, stretch: stretch, signal: signal, options: options)
    }
  }

  /// The samples up to the last that stands a quantum above rest: what follows are zeros, which carry no
  /// information about the law but would make the errors look smaller than they are.
  ///
  /// A sample counts when four of the seven around it stand out, so that stray ones in the rest do not.
  static func unsettled(_ overscroll: [Double], quantum: Double?) -> Range<Int> {
    guard let last = overscroll.last else { return 0..<0 }
    var end = overscroll.count
    guard let quantum else {
      while end > 1, overscroll[end - 2] == last { end -= 1 }
      return 0..<end
    }
    func standsOut(_ index: Int) -> Int {
      // Beyond the ends the first and the last sample go on.
      let inside = max(0, min(overscroll.count - 1, index))
      return overscroll[inside].magnitude >= 0.75 * quantum ? 1 : 0
    }
    while end > 0, (end - 4...end + 2).reduce(0, { $0 + standsOut($1) }) < 4 { end -= 1 }
    return 0..<end
  }

  /// Samples after the last that stands out which the fit takes as well.
  ///
  /// Values that round up to the last quantum are kept, and without some that round down to 0 the
  /// decay rate would come out too small by up to 0.08 standard errors.
  private static let balancingSamples = 3

  /// Whether a curve fitted without the balancing samples gives them by rounding. It does not where the
  /// system ends a motion before the law does, as UIScrollView does below half a point.
  private func continues(_ solution: LawSolution<BounceSolver>, to end: Int) -> Bool {
    guard let bound = signal.roundingBound, let floor else { return true }
    let start = stretch.times[used.lowerBound]
    let step =
      solution.observations.count > 1
      ? (solution.observations.abscissae.last ?? 0) / Double(solution.observations.count - 1) : 0
    let squares = solution.observations.abscissae.indices.reduce(0.0) {
      let miss =
        solution.observations.values[$1]
        - solution.coordinates.value(at: solution.observations.abscissae[$1])
      return $0 + miss * miss
    }
    let variance = squares / Double(solution.observations.count)
    // Up to 1.6 the variance of rounding by itself comes out by chance, with 20 samples and more.
    let noise = variance > 1.6 * floor * floor ? (variance - floor * floor).squareRoot() : 0
    for index in used.upperBound..<end {
      let time =
        signal.timing.isRecorded
        ? stretch.times[index] - start : Double(index - used.lowerBound) * step
      let miss = stretch.overscroll[index] - solution.coordinates.value(at: time)
      if miss.magnitude > 1.1 * bound + 3 * noise { return false }
    }
    return true
  }

  // MARK: - Times

  /// Times from the window's start under each treatment worth trying.
  private func candidates() -> [(stamps: StampTreatment, times: [Double])] {
    func relative(_ times: [Double]) -> [Double] {
      let start = times[used.lowerBound]
      return used.map { times[$0] - start }
    }
    guard signal.timing.isRecorded else {
      guard case .assumed(let interval, _) = signal.timing else { return [] }
      return [
        (.assumed(interval: interval), used.indices.map { Double($0 - used.lowerBound) * interval })
      ]
    }
    let recorded = (StampTreatment.recorded, relative(stretch.times))
    guard let grid = stretch.gridTimes, let jitter = stretch.stampJitter else { return [recorded] }
    let snapped = (StampTreatment.snapped(jitter: jitter), relative(grid))
    switch options.stamps {
    case .recorded, .weighted: return [recorded]
    case .snapped: return [snapped]
    // Below 20 us a snap changes nothing but removes the printing error of the stamps.
    case .auto: return jitter < 2e-5 ? [snapped] : [recorded, snapped]
    }
  }

  // MARK: - Solution

  private var floor: Double? { signal.quantum.map { $0 / 12.0.squareRoot() } }

  private func solve() throws(FitFailure) -> LawSolution<BounceSolver> {
    let values = used.map { stretch.overscroll[$0] }
    var best: LawSolution<BounceSolver>?
    for (stamps, times) in candidates() {
      let observations = Observations(abscissae: times, values: values)
      guard
        var solution = LawSolution<BounceSolver>(
          observations, stamps: stamps, options: options, floor: floor)
      else { continue }
      let isForced = options.stamps == .weighted
      if signal.timing.isRecorded, isForced || options.stamps == .auto {
        // Where rounding alone explains every sample there is no error of times to look for.
        if isForced || !isExplainedByRounding(solution) {
          solution.weightForTimeErrors(options, floor: floor, forced: isForced)
        }
      }
      if best.map({ solution.logLikelihood > $0.logLikelihood }) ?? true { best = solution }
    }
    guard let best else {
      throw FitFailure(
        .noConvergence, "the samples do not determine a bounce",
        help: "look at the recording with 'scrollfit inspect'")
    }
    return best
  }

  /// Whether some curve of the law, rounded, gives exactly these samples at these times.
  private func isExplainedByRounding(_ solution: LawSolution<BounceSolver>) -> Bool {
    guard options.fixed["C"] == nil else { return false }
    return FitInference.feasible(
      solution, bound: signal.roundingBound, snapped: snappedOverscroll(), scale: nil)?
      .interval != nil
  }

  // MARK: - Result

  private mutating func describe(_ solution: LawSolution<BounceSolver>) {
    fit.stamps = solution.stamps
    var solved = solution
    if case .snapped(let jitter) = solution.stamps, jitter < 2e-5 { solved.stamps = .recorded }
    fit.stamps = solved.stamps
    fit.search.evaluations += solution.solver.evaluations
    fit.search.converged = solution.solver.converged && solution.isConverged
    if fit.search.reason.isEmpty { fit.search.reason = solution.solver.reason }
    if !solution.solver.converged { fit.search.reason = solution.solver.reason }
    if fit.search.startSource.isEmpty { fit.search.startSource = solution.solver.startSource }
    fit.search.secondMinimum = solution.solver.secondMinimum

    fillSeries(
      times: solution.observations.abscissae, curve: solution.coordinates.value,
      weights: solution.observations.weights)
    fit.residual.loss = options.loss.name
    if options.loss != .linear {
      fit.samples.downweighted = solution.observations.weights.filter { $0 < 0.1 }.count
    }
    FitInference.state(
      solution, quantities: BounceQuantities.all(solution.coordinates, options: options),
      into: &fit, options: options, signal: signal, snapped: snappedOverscroll(),
      canBeFeasible: options.fixed["C"] == nil)
    withhold()
  }

  /// Takes back what the samples do not determine: a drag or a deceleration fits the tail of an enormous
  /// bounce, of which C, phi and the furthest point would be guesses.
  private mutating func withhold() {
    func isVague(_ key: String) -> Bool {
      guard let estimate = fit[key], let value = estimate.value, let error = estimate.standardError
      else { return false }
      return error > 0.5 * value.magnitude
    }
    let isBlurred = fit["delta"]?.reason == FitInference.cannotTell
    if isVague("delta") || isBlurred {
      fit.search.converged = false
      fit.search.reason =
        isBlurred ? FitInference.cannotTell : "the error of delta is more than half of delta"
    }
    let correlation = fit.correlations.first { $0.first == "C" && $0.second == "phi" }?.value ?? 0
    guard isBlurred || isVague("delta") || isVague("C") || correlation.magnitude > 0.9999 else {
      return
    }
    let keys = ["C", "phi", "edge_velocity", "max_overscroll", "settle_time"]
    let reason = "not determined: the samples show no turning point, as of a drag or a deceleration"
    let isDetermined = fit.search.converged
    let end = "the search did not converge: \(fit.search.reason)"
    func without(_ estimate: Estimate) -> Estimate {
      if keys.contains(estimate.key), options.fixed[estimate.key] == nil {
        return Estimate(key: estimate.key, value: nil, unit: estimate.unit, reason: reason)
      }
      guard !isDetermined, !estimate.isFixed else { return estimate }
      return Estimate(key: estimate.key, value: estimate.value, unit: estimate.unit, reason: end)
    }
    if !isDetermined {
      fit.limit = nil
      fit.correlations = []
    }
    fit.parameters = fit.parameters.map(without)
    fit.derived = fit.derived.map(without)
  }

  /// The overscroll on the pixel grid.
  private func snappedOverscroll() -> [Double] {
    let edge = stretch.edge
    return used.map {
      edge.overscroll(of: signal.snapped(signal.values[stretch.range.lowerBound + $0]))
    }
  }

  private mutating func fillSeries(
    times: [Double], curve: (Double) -> Double, weights: [Double]
  ) {
    fit.series = Series(
      times: used.map { stretch.times[$0] }, fitTimes: times,
      observed: used.map { stretch.overscroll[$0] }, fitted: times.map(curve), weights: weights)
    let residuals = fit.series.residuals
    let squares = residuals.reduce(0) { $0 + $1 * $1 }
    fit.residual.sumOfSquares = squares
    fit.residual.rms = (squares / Double(residuals.count)).squareRoot()
    fit.residual.max =
      squares.isFinite ? residuals.reduce(0) { Swift.max($0, $1.magnitude) } : .nan
    fit.residual.floor = floor
    fit.residual.durbinWatson = ResidualTests.durbinWatson(residuals)
    fit.residual.runsProbability = ResidualTests.runsProbability(residuals)
  }

  // MARK: - The published search

  private mutating func runArticle() {
    let edge = stretch.edge
    // As published: both numbers in single precision before the subtraction.
    let observed = stretch.overscroll.map {
      Double(
        Float(edge.sign)
          * (Float(edge.position + edge.sign * $0) - Float(edge.position)))
    }
    let search = BounceArticleSearch(overscroll: observed, recordsPath: options.recordsPath)
    let bounce = CriticalBounce(
      amplitude: Double(search.amplitude), decayRate: Double(search.decayRate),
      phase: Double(search.phase))
    let interval = BounceArticleSearch.interval
    fit.stamps = .assumed(interval: interval)
    fit.search.evaluations = search.evaluations
    fit.search.moves = search.moves
    fit.search.converged = false
    fit.search.startSource = "user"
    fit.search.reason =
      search.finished
      ? "the best of the six fixed steps no longer improves"
      : "still stepping to and fro after \(BounceArticleSearch.budget) moves"
    fit.path = search.path
    fillSeries(
      times: used.map { Double($0) * interval }, curve: bounce.position(at:), weights: [])
    var free = options
    free.fixed = [:]
    let coordinates = BounceCoordinates(
      bounce: bounce, restOffset: 0, isFree: (true, true, true, false))
    BounceQuantities.all(coordinates, options: free).stateWithoutErrors(
      into: &fit, reason: "the published search ends short of a minimum, so it has no errors")
    fit.warnings += BounceWarnings.article(fit, stretch: stretch, signal: signal, options: options)
  }
}
