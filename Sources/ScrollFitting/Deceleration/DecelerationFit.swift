internal import CurveFitting
internal import RealModule
internal import ScrollPhysics
internal import ScrollRecordings

/// Fits one glide: selects its samples, solves, optionally runs the coordinate search of the article, and states the
/// errors.
struct DecelerationFit {
  private var work: SegmentFit
  private let glide: DecelerationSegment
  private let options: FitOptions
  private let viscous: ViscousLaw
  private var solution: LawSolution<DecelerationSolver>

  /// The fit in the requested form, or in the better of both.
  static func best(
    _ glide: DecelerationSegment, signal: SampledChannel, options: FitOptions,
    as viscous: ViscousLaw = .deceleration
  ) throws(FitFailure) -> Fit {
    try FormComparison.best(options) { options throws(FitFailure) in
      try DecelerationFit(glide, signal: signal, options: options, as: viscous).work.fit
    }
  }

  private init(
    _ glide: DecelerationSegment, signal: SampledChannel, options: FitOptions,
    as viscous: ViscousLaw
  ) throws(FitFailure) {
    var options = options
    if let stop = options.fixed["stop_velocity"] { options.stopSpeed = stop }
    let origin = signal.values[glide.range.lowerBound]
    if let position = options.fixed["x0"] { options.fixed["x0"] = position - origin }
    self.glide = glide
    self.options = options
    self.viscous = viscous
    let segment = Segment(signal, range: glide.range, origin: origin) { $0 - origin }
    let level = glide.level(
      signal, values: segment.values,
      endsRecording: glide.range.upperBound == signal.values.count)
    let free = ["k", "v0", "x0"].count { options.fixed[$0] == nil }
    let friction = options.coulomb && options.fixed["coulomb"] == nil ? 1 : 0
    var work = try SegmentFit(
      segment, used: Self.unsettled(segment, glide, level: level, noise: signal.noise),
      law: viscous.description, parameters: free + friction, edge: glide.edge, options: options,
      hint: "record every frame of the glide, or fix a parameter, such as \(viscous.example)")
    work.fit.isBeyondEdge = false
    if viscous == .deceleration {
      work.fit.formula = DecelerationLaw.formula(options)
      work.fit.form = options.form.rawValue
    }
    if options.form == .discrete { work.tick = 0.001 }
    // The finger may still hold the first samples. With fixed parameters, no samples are dropped to make the fixed
    // values fit.
    work.mostLeading = free == 3 ? work.used.count / 3 : 0
    var solution = try work.solve(by: DecelerationSolver.self)
    if let level {
      try Self.end(&solution, &work, level: level, fewest: free + friction + 3)
    }
    solution.relabel {
      $0.origin = origin
      $0.rateKey = viscous.rateKey
    }
    if work.walks(from: &solution) {
      var start = options.start.map { solution.coordinates.begun(at: $0) }
      if solution.coordinates.free[3] { start?.coulomb = 0 }
      solution.descend(from: start, options, &work.fit)
    }
    let rest = GlideRest(
      solution, of: segment, start: work.used.lowerBound, level: level, edge: glide.edge)
    let quantities = DecelerationQuantities(
      coordinates: solution.coordinates, options: options, ending: .recorded(rest, level: level),
      span: solution.observations.abscissae.last ?? 0,
      frame: signal.facts.medianInterval ?? 0, viscous: viscous)
    if viscous == .deceleration { work.fit.stop = quantities.stop }
    try work.describe(&solution, quantities: quantities.all)
    if viscous == .deceleration { quantities.boundRest(&work.fit) }
    self.work = work
    self.solution = solution
    testFriction()
    suppressUndetermined()
    self.work.fit.warnings += DecelerationWarnings.all(
      self.work.fit, solution: solution, glide: glide, segment: segment,
      signal: signal, options: options, viscous: viscous)
  }

  /// The samples before the last level.
  private static func unsettled(
    _ segment: Segment, _ glide: DecelerationSegment, level: GlideRest.Level?, noise: Double
  ) -> Range<Int> {
    guard let level else { return 0..<segment.values.count - glide.restCount }
    return Segment.unsettled(
      segment.values, rest: level.value, quantum: segment.quantum,
      threshold: max(0.75 * (segment.quantum ?? 0), 3 * (noise - (segment.floor ?? 0))))
  }

  /// Ends the samples of a fit where the motion ends by its law, and fits again, until the end no longer changes.
  ///
  /// An end chosen by the samples would depend on their rounding, and would bias k by 0.1 standard errors.
  ///
  /// - Parameter fewest: the minimum number of samples to keep.
  private static func end(
    _ solution: inout LawSolution<DecelerationSolver>, _ work: inout SegmentFit,
    level: GlideRest.Level, fewest: Int
  ) throws(FitFailure) {
    for _ in 0..<3 {
      let end = end(solution, work, level: level)
      guard end != work.used.upperBound, end - work.used.lowerBound >= fewest else { return }
      work.use(work.used.lowerBound..<end)
      solution = try work.solve(again: solution)
    }
  }

  /// The index in the segment at which the motion ends by the fitted law: half a frame before it reaches the last
  /// level, or comes as close to it as rounding hides, or is within 0.75 steps of its limit. Samples after the present
  /// end are added only if they follow the law.
  private static func end(
    _ solution: LawSolution<DecelerationSolver>, _ work: SegmentFit,
    level: GlideRest.Level
  ) -> Int {
    let segment = work.segment
    let coordinates = solution.coordinates
    let count = segment.values.count
    let used = work.used
    let start = segment.times[used.lowerBound]
    let frame =
      (solution.observations.abscissae.last ?? 0) / Double(max(1, solution.observations.count - 1))
    let law = coordinates.law
    let distance = coordinates.direction * (level.value - coordinates.position)
    let cut = 0.75 * (segment.quantum ?? 0)
    // Content that stops at a speed rests on either side of the last level, on average at it. Without the last half
    // step, whose values all round the same way, k would be biased. Content that creeps may stop half a step earlier.
    let stopSpeed = coordinates.velocity.magnitude - distance / coordinates.reach
    let margin = stopSpeed > 1.75 * coordinates.rate * level.reach ? 0 : level.reach
    // Closer to its limit, the law changes less than the values show.
    let last = min(distance - margin, cut > 0 ? law.limitDistance - cut : .infinity)
    var end = used.lowerBound
    if let time = law.time(after: last) {
      while end < count, segment.times[end] - start < time - frame / 2 { end += 1 }
    } else {
      end = used.upperBound
    }
    guard end > used.upperBound else { return end }
    return used.upperBound + work.continued(solution.solved, to: end)
  }

  // MARK: - Result

  /// Tests the constant friction against 0.
  private mutating func testFriction() {
    guard options.coulomb, let friction = work.fit["coulomb"], let value = friction.value,
      let error = friction.standardError, error > 0
    else { return }
    var plain = options
    plain.coulomb = false
    let statistic = value / error
    var difference: Double?
    if let aicc = work.fit.criteria.aicc,
      let solver = DecelerationSolver(solution.observations, options: plain),
      let linear = solver.coordinates.linearised(solution.observations)
    {
      difference =
        InformationCriteria.aicc(
          sumOfSquares: linear.sumOfSquares, count: solution.observations.count,
          parameters: solver.coordinates.count,
          sumOfLogWeights: solution.observations.weights.reduce(0) {
            $0 + ($1 > 0 ? Double.log($1) : 0)
          }
        ).map { $0 - aicc }
    }
    work.fit.tests.append(
      HypothesisTest(
        hypothesis: "coulomb = 0", statistic: statistic,
        probability: Distribution.studentTwoSidedTail(
          statistic, degrees: Double(work.fit.degreesOfFreedom)),
        aiccDifference: difference))
  }

  /// Withdraws estimates that the samples do not determine: a drag at constant speed has a k near 0, and its rest
  /// position is arbitrary.
  private mutating func suppressUndetermined() {
    let key = viscous.rateKey
    let isBlurred = work.fit[key]?.reason == FitInference.cannotTell
    guard let rate = work.fit[key], !rate.isFixed, let value = rate.value else { return }
    // With few samples the error itself is uncertain, so the test uses the 95 % interval.
    let factor = FitErrors.quantile(confidence: 0.95, degrees: rate.intervalDegrees ?? 1e6)
    let isVague = rate.standardError.map { factor * $0 > value.magnitude } ?? false
    if isVague || isBlurred {
      work.fit.search.converged = false
      work.fit.search.reason =
        isBlurred ? FitInference.cannotTell : "the 95 % interval of \(key) reaches 0"
    }
    guard !work.fit.search.converged else { return }
    let reason = "not determined: the samples show no deceleration that the law could be fitted to"
    let kept = [key, "v0", "x0", "coulomb", "end_velocity"]
    let end = "the search did not converge: \(work.fit.search.reason)"
    work.fit.limit = nil
    work.fit.correlations = []
    work.fit.tests = []
    work.fit.withdraw { estimate in
      if estimate.isFixed { return estimate }
      return kept.contains(estimate.key)
        ? Estimate(key: estimate.key, value: estimate.value, unit: estimate.unit, reason: end)
        : Estimate(key: estimate.key, value: nil, unit: estimate.unit, reason: reason)
    }
  }
}
