internal import CurveFitting
internal import RealModule
internal import ScrollPhysics
internal import ScrollRecordings

/// Fits a spring of any damping to one part of a recording, tests critical damping, and finds all springs that agree
/// with the rounding.
struct SpringFit {
  private(set) var fit: Fit

  init(_ part: SpringPart, signal: SampledChannel, options: FitOptions) throws(FitFailure) {
    var options = options
    if part.edge == nil || part.edge?.source == .fitted { options.restOffset = true }
    let sign = part.edge?.sign ?? 1
    let segment = Segment(signal, range: part.range, origin: part.edge == nil ? part.rest : 0) {
      sign * ($0 - part.rest)
    }
    let free = 2 + ["delta", "kappa"].count { options.fixed[$0] == nil }
    let hint = "record every frame of the motion, or fix a parameter, such as --fix kappa=0"
    func prepared(from start: Int) throws(FitFailure) -> SegmentFit {
      let end =
        options.keepsSettled
        ? segment.values.count
        : Segment.unsettled(segment.values, quantum: segment.quantum).upperBound
      var work = try SegmentFit(
        segment, used: min(start, end)..<end, law: SpringLaw.description,
        parameters: free + (options.restOffset ? 1 : 0), edge: part.edge, options: options,
        hint: hint)
      work.fit.isBeyondEdge = true
      return work
    }
    var work = try prepared(from: 0)
    var solution = try work.solve(by: SearchedSolver<SpringCoordinates>.self)
    if part.edge == nil, options.loss == .linear, !Self.follows(solution, signal) {
      // A hand may have moved the content first.
      let turns = Self.turns(
        segment.values, band: 4 * (segment.quantum ?? 0) + 6 * signal.noise)
      if let later = Self.following(signal, from: turns, by: prepared) { (work, solution) = later }
    }
    try work.end(&solution, rest: options.restOffset ? { $0.rest } : nil)
    work.walk(&solution)
    solution.linearise()
    let split = Self.isSplit(solution, options: options)
    try work.describe(
      &solution,
      quantities: SpringQuantities(
        coordinates: solution.coordinates, options: options, hasEdge: part.edge != nil,
        isSplit: split, span: solution.observations.abscissae.last ?? 0,
        origin: segment.origin
      ).all,
      // With a free rest position, turning points may lie anywhere between two steps, so rounding errors there need not
      // cancel.
      cancelsWhereSlow: !solution.coordinates.free[4])
    fit = work.fit
    suppressUndetermined()
    testCritical(solution, options: options)
    stateRegion(solution, segment: segment, used: work.used, options: options)
    fit.warnings += SpringWarnings.all(
      fit, solution: solution, segment: segment, signal: signal, options: options)
  }

  /// The fit from the first turning point after which the law fits; nil if there is none.
  private static func following(
    _ signal: SampledChannel, from turns: [Int],
    by prepared: (Int) throws(FitFailure) -> SegmentFit
  ) -> (SegmentFit, LawSolution<SearchedSolver<SpringCoordinates>>)? {
    for start in turns.prefix(mostTurns) {
      guard var work = try? prepared(start),
        let found = try? work.solve(by: SearchedSolver<SpringCoordinates>.self)
      else { return nil }
      if follows(found, signal) { return (work, found) }
    }
    return nil
  }

  /// Maximum number of turning points tried as a start: a finger turns a few times, noise at most samples.
  private static let mostTurns = 12

  /// Whether the residuals agree with rounding, noise and timing errors.
  private static func follows(
    _ solution: LawSolution<SearchedSolver<SpringCoordinates>>, _ signal: SampledChannel
  ) -> Bool {
    guard solution.solver.converged else { return false }
    let observations = solution.observations
    let squares = solution.coordinates.sumOfSquares(
      Observations(abscissae: observations.abscissae, values: observations.values))
    let quantum = signal.quantum ?? 0
    let peak = observations.values.reduce(0) { max($0, $1.magnitude) }
    var expected =
      quantum * quantum / 12 + signal.noise * signal.noise + 1e-10 * peak * peak
    if case .weighted(let jitter) = solution.stamps {
      // Timing errors contribute speed times jitter.
      let speeds = observations.abscissae.reduce(0.0) {
        let speed = solution.coordinates.speed(at: $1)
        return $0 + speed * speed
      }
      expected += jitter * jitter * speeds / Double(observations.count)
    }
    return squares <= 2.5 * Double(observations.count) * expected
  }

  /// The turning points of the values, by more than a band, in order of time.
  private static func turns(_ values: [Double], band: Double) -> [Int] {
    var result: [Int] = []
    guard var extreme = values.first else { return [] }
    var place = 0
    var direction = 0.0
    for (index, value) in values.enumerated() {
      let change = value - extreme
      if direction == 0 {
        if change.magnitude > band {
          direction = change < 0 ? -1 : 1
          (extreme, place) = (value, index)
        }
      } else if direction * change > 0 {
        (extreme, place) = (value, index)
      } else if change.magnitude > band {
        result.append(place)
        direction = -direction
        (extreme, place) = (value, index)
      }
    }
    return result
  }

  /// Whether kappa differs from 0 by more than two standard errors.
  private static func isSplit(
    _ solution: LawSolution<SearchedSolver<SpringCoordinates>>, options: FitOptions
  ) -> Bool {
    let coordinates = solution.coordinates
    guard coordinates.free[1], let linear = solution.linearised()
    else {
      return options.fixed["kappa"] != nil
    }
    let error =
      (linear.variance * linear.unitCovariance.variance(along: coordinates.gradient(of: "kappa")))
      .squareRoot()
    return coordinates.kappa.magnitude > 2 * error
  }

  /// Tests critical damping against any damping: F with 1 and n - p degrees of freedom, from the two sums of squares.
  private mutating func testCritical(
    _ solution: LawSolution<SearchedSolver<SpringCoordinates>>, options: FitOptions
  ) {
    guard options.detail.contains(.diagnostics), fit.search.converged,
      options.fixed["kappa"] == nil, fit.degreesOfFreedom > 0, fit["kappa"]?.standardError != nil
    else { return }
    var critical = options
    critical.fixed["kappa"] = 0
    let observations = solution.observations
    guard
      let special = SearchedSolver<SpringCoordinates>(
        observations, options: critical, near: nil), special.converged
    else { return }
    let degrees = Double(fit.degreesOfFreedom)
    let general = solution.coordinates.sumOfSquares(observations)
    let held = special.coordinates.sumOfSquares(observations)
    // Residuals smaller than rounding occur by chance.
    let floor = fit.residual.floor ?? 0
    let variance = max(general / degrees, observations.weights.isEmpty ? floor * floor : 0)
    guard variance > 0 else { return }
    let statistic = max(0, held - general) / variance
    let logWeights = observations.weights.reduce(0) { $0 + ($1 > 0 ? Double.log($1) : 0) }
    let count = special.coordinates.count
    let aicc = InformationCriteria.aicc(
      sumOfSquares: held, count: observations.count, parameters: count,
      sumOfLogWeights: logWeights)
    fit.tests.append(
      HypothesisTest(
        hypothesis: "kappa = 0", statistic: statistic,
        probability: Distribution.fTail(statistic, 1, degrees),
        aiccDifference: aicc.flatMap { special in fit.criteria.aicc.map { special - $0 } },
        distribution: .f(1, degrees)))
  }

  /// Finds all pairs (delta, kappa) that agree with the rounding.
  private mutating func stateRegion(
    _ solution: LawSolution<SearchedSolver<SpringCoordinates>>, segment: Segment, used: Range<Int>,
    options: FitOptions
  ) {
    let coordinates = solution.coordinates
    guard fit.search.converged, coordinates.free[1], coordinates.free[0],
      let bound = segment.roundingBound, bound > 0,
      let linear = solution.linearised()
    else { return }
    var assumedInterval: Double?
    switch solution.stamps {
    case .weighted: return
    case .assumed(let interval): assumedInterval = interval
    case .recorded, .snapped, .unused: break
    }
    if !options.detail.contains(.feasibleSet),
      solution.solved.reaches(
        Array(segment.snapped[used]), within: FitInference.slightly(above: bound))
    {
      fit.feasibility = Feasibility(
        bound: bound, smallestError: bound, isEmpty: false, interval: nil, key: "kappa")
      return
    }
    // The axes are the standard errors of least squares at the variance of rounding, bound^2 / 3.
    let covariance = linear.unitCovariance.scaled(by: bound * bound / 3)
    let first = max(covariance[0, 0], 1e-12 * coordinates.decayRate * coordinates.decayRate)
      .squareRoot()
    let cross = covariance[0, 1] / first
    let second = max(covariance[1, 1] - cross * cross, 1e-12 * covariance[1, 1] + 1e-18)
      .squareRoot()
    let evidence = SpringEvidence(
      abscissae: solution.observations.abscissae, values: Array(segment.snapped[used]),
      bound: bound, hasConstant: coordinates.free[4], assumedInterval: assumedInterval,
      best: SIMD2(coordinates.decayRate, coordinates.kappa),
      firstAxis: SIMD2(first, cross), secondAxis: SIMD2(0, second))
    guard options.detail.contains(.feasibleSet) else {
      guard let smallest = FeasiblePairs.smallestMisfit(evidence) else { return }
      fit.feasibility = Feasibility(
        bound: bound, smallestError: smallest * bound, isEmpty: smallest > 1, interval: nil,
        key: "kappa")
      return
    }
    guard var region = FeasiblePairs([evidence]) else { return }
    region.findRound(options)
    fit.region = region
    fit.feasibility = Feasibility(
      bound: bound, smallestError: region.smallestMisfit * bound,
      isEmpty: region["kappa"] == nil, interval: region["kappa"],
      key: "kappa")
    for bound in region.bounds { fit.update(bound.key) { $0.feasible = bound.interval } }
  }

  /// Withdraws estimates that the samples do not determine.
  private mutating func suppressUndetermined() {
    guard let omega = fit["omega"], let value = omega.value, let error = omega.standardError,
      error > 0.5 * value
    else { return }
    fit.search.converged = false
    fit.search.reason = "the error of omega is more than half of omega"
    let reason = "the search did not converge: \(fit.search.reason)"
    fit.withdraw {
      Estimate(key: $0.key, value: $0.value, unit: $0.unit, reason: reason)
    }
  }
}
