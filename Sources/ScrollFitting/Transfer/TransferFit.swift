internal import CurveFitting
internal import RealModule
internal import ScrollPhysics
internal import ScrollRecordings

/// Fits both glides of a transfer together: one curve over time, the first view's offset and then the second's.
///
/// Each view has its own rate, or both have a common one. The mass ratio and the velocity at the edge are
/// parameters, so the joint covariance gives their errors. The edge is that of the metadata, or the offset at which
/// the first view rests; that offset is known to half a quantisation step, independent of the number of samples.
struct TransferFit {
  private(set) var work: SegmentFit

  init(
    _ glides: NestedGlides, outer: SampledChannel, inner: SampledChannel, options: FitOptions
  ) throws(FitFailure) {
    let (firstSignal, secondSignal) = glides.isInnerFirst ? (inner, outer) : (outer, inner)
    let segment = Self.segment(glides, firstSignal, secondSignal)
    var options = options
    options.edge = nil
    options.transferStart = Self.start(glides, firstSignal, secondSignal, options)
    guard let begin = options.transferStart, begin.isValid else {
      throw FitFailure(
        .noHandover, "the view that moves first does not reach its edge by its law",
        help: "record from the release until both views rest")
    }
    var work = try SegmentFit(
      segment, used: segment.times.indices, law: TransferLaw.description, parameters: begin.count,
      edge: glides.edge.known, options: options,
      hint: "record every frame of both glides, or fix a parameter")
    work.fit.isBeyondEdge = false
    work.fit.formula = TransferLaw.formula(begin.shape)
    // The separate fits already left out leading samples.
    work.mostLeading = 0
    var solution = try work.solve(by: TransferSolver.self)
    if let a = firstSignal.quantum, let b = secondSignal.quantum, a != b {
      solution.weigh(options) { law, time in time < law.shape.split ? 1 : (a / b) * (a / b) }
    }
    if options.method == .descent {
      solution.descend(
        from: options.start.map { solution.coordinates.begun(at: $0) }, options, &work.fit)
    }
    let law = solution.coordinates
    let level = LevelUncertainty(law, solution.observations, bound: glides.edge.bound) {
      $0.edge += $1
    }
    let quantities = Self.quantities(
      law, level: level, origin: solution.origin ?? segment.times[0],
      span: solution.observations.abscissae[glides.first.range.count - 1])
    try work.describe(&solution, quantities: quantities.stated)
    Self.addGridError(&work.fit, count: firstSignal.times.count, confidence: options.confidence)
    for (key, bound) in quantities.bounds where bound > 0 {
      work.fit.update(key) { $0.setInterval(uniform: bound, confidence: options.confidence) }
    }
    if work.fit.search.converged {
      work.fit.tests = Self.tests(work.fit, law, massBound: quantities.bounds["mass_ratio"] ?? 0)
    }
    work.fit.warnings = Self.warnings(work.fit, solution, options)
    self.work = work
  }

  /// Adds to the error of the handover that of the frame grid, whose position is known from all time stamps together.
  private static func addGridError(_ fit: inout Fit, count: Int, confidence: Double) {
    guard case .snapped(let jitter) = fit.stamps else { return }
    let grid = jitter * jitter / Double(count)
    fit.update("handover_time") { estimate in
      guard let error = estimate.standardError, let degrees = estimate.intervalDegrees else {
        return
      }
      estimate.setErrors(variance: error * error + grid, degrees: degrees, confidence: confidence)
    }
  }

  private static func warnings(
    _ fit: Fit, _ solution: LawSolution<TransferSolver>, _ options: FitOptions
  ) -> [Warning] {
    var fit = fit
    fit.warnings += FitWarnings.stamps(fit)
    if solution.coordinates.shape.sign < 0 {
      fit.warnings.warn(
        .signReversed,
        "the two offsets run in opposite directions, and the second was read with its sign reversed",
        remedy: "write both offsets so that they grow the same way")
    }
    let words = FitWarnings.LawTerminology(
      TransferLaw.description, motion: "transfer", curve: "pair of decelerations")
    return fit.warnings
      + FitWarnings.all(fit, solution: solution.solved, options: options, words: words)
  }

  /// The samples of both glides, those of the first view before those of the second.
  private static func segment(
    _ glides: NestedGlides, _ firstSignal: SampledChannel, _ secondSignal: SampledChannel
  ) -> Segment {
    let ranges = (glides.first.range, glides.second.range)
    func joined<Value>(_ first: [Value], _ second: [Value]) -> [Value] {
      Array(first[ranges.0]) + Array(second[ranges.1])
    }
    var segment = Segment(firstSignal, range: 0..<0) { $0 }
    segment.range = ranges.0.lowerBound..<ranges.1.upperBound
    segment.times = joined(firstSignal.times, secondSignal.times)
    segment.values = joined(firstSignal.values, secondSignal.values)
    segment.snapped = joined(
      firstSignal.values.map(firstSignal.snapped), secondSignal.values.map(secondSignal.snapped))
    segment.gridTimes = firstSignal.facts.grid.map { joined($0.frameTimes, $0.frameTimes) }
    if segment.quantum == nil || secondSignal.quantum == nil {
      // One view is not rounded, so no rounding floor is valid for all values.
      (segment.quantum, segment.floor, segment.roundingBound) = (nil, nil, nil)
    }
    return segment
  }

  /// The start from the separate fits of the two glides and the fixed parameters.
  private static func start(
    _ glides: NestedGlides, _ firstSignal: SampledChannel, _ secondSignal: SampledChannel,
    _ options: FitOptions
  ) -> TransferCoordinates? {
    let (first, second) = (glides.first, glides.second)
    let origin = firstSignal.times[first.range.lowerBound]
    let glide = Deceleration(
      position: first.position, velocity: first.velocity, rate: first.rate)
    let distance = glide.direction * (glides.edge.position - first.position)
    guard distance > 0, let time = glide.time(after: distance),
      let speed = glide.speed(after: distance),
      speed > 0
    else { return nil }
    let velocity = glide.direction * speed
    // Extrapolate back to the handover.
    let back = time - (secondSignal.times[second.range.lowerBound] - origin)
    let received = Deceleration(
      position: second.position, velocity: second.velocity, rate: second.rate)
    let share = received.velocity(at: back) / velocity
    var shape = TransferShape()
    shape.isInnerFirst = glides.isInnerFirst
    shape.sign = share < 0 ? -1 : 1
    shape.split =
      (firstSignal.times[first.range.upperBound - 1]
        + secondSignal.times[second.range.lowerBound]) / 2 - origin
    let rates = shape.isInnerFirst ? (second.rate, first.rate) : (first.rate, second.rate)
    let fixed = options.fixed
    var outerRate = fixed["k_outer"] ?? rates.0
    var innerRate = fixed["k_inner"] ?? rates.1
    var free = FreeParameters(TransferCoordinates.allKeys, held: fixed)
    if options.sharesRate {
      let held = fixed["k_outer"] ?? fixed["k_inner"]
      outerRate = held ?? (rates.0 + rates.1) / 2
      innerRate = outerRate
      (free[2], free[3]) = (held == nil, false)
    }
    return TransferCoordinates(
      massRatio: fixed["mass_ratio"]
        ?? (shape.isInnerFirst ? 1 / share.magnitude : share.magnitude),
      restVelocity: fixed["rest_velocity"] ?? velocity, outerRate: outerRate,
      innerRate: innerRate, time: time, position: received.position(at: back),
      edge: glides.edge.position, shape: shape, free: free, sharesRate: options.sharesRate)
  }

  /// The reported quantities, and the maximum change of each by the rounding of the edge.
  ///
  /// - Parameters:
  ///   - origin: the time of the first sample, in s.
  ///   - span: time from the first sample to the last sample of the first glide, in s.
  private static func quantities(
    _ law: TransferCoordinates, level: LevelUncertainty<TransferCoordinates>, origin: Double,
    span: Double
  ) -> (stated: FitQuantities, bounds: [String: Double]) {
    var bounds: [String: Double] = [:]
    func quantity(
      _ key: String, _ unit: String, isFixed: Bool = false, _ value: (TransferCoordinates) -> Double
    ) -> FitQuantity {
      bounds[key] = isFixed ? 0 : level.bound(of: value)
      return FitQuantity(
        key: key, unit: unit, value: value(law),
        gradient: isFixed ? nil : law.gradient { value($0) }, isFixed: isFixed,
        extraVariance: isFixed ? 0 : level.variance(of: value))
    }
    let isInnerRateFree = law.free[3] || (law.sharesRate && law.free[2])
    let received = law.shape.isInnerFirst ? "outer_velocity" : "inner_velocity"
    return (
      FitQuantities(
        parameters: [
          quantity("mass_ratio", "", isFixed: !law.free[0]) { $0.massRatio },
          quantity("rest_velocity", "pt/s", isFixed: !law.free[1]) { $0.restVelocity },
          quantity("k_outer", "1/s", isFixed: !law.free[2]) { $0.outerRate },
          quantity("k_inner", "1/s", isFixed: !isInnerRateFree) { $0.innerRate },
        ],
        derived: [
          quantity(received, "pt/s") { $0.receivedVelocity },
          quantity("speed_share", "") { ($0.receivedVelocity / $0.restVelocity).magnitude },
          quantity("handover_time", "s") { $0.time + origin },
          quantity("handover_offset", "pt", isFixed: level.bound == 0) { $0.edge },
          quantity("received_offset", "pt") { $0.position },
          quantity("release_velocity", "pt/s") {
            $0.restVelocity * Double.exp($0.firstRate * $0.time)
          },
          quantity("distance", "pt") { ($0.edge - $0.value(at: 0)).magnitude },
        ], nonlinear: "mass_ratio"),
      bounds
    )
  }

  /// Tests of equal masses and equal rates.
  private static func tests(
    _ fit: Fit, _ law: TransferCoordinates, massBound: Double
  ) -> [HypothesisTest] {
    var result: [HypothesisTest] = []
    if law.free[0], let test = HypothesisTest(fit["mass_ratio"], equals: 1, uniform: massBound) {
      result.append(test)
    }
    guard law.free[2], law.free[3], let outer = fit["k_outer"], let inner = fit["k_inner"],
      let a = outer.value, let b = inner.value, let first = outer.standardError,
      let second = inner.standardError, let degrees = outer.intervalDegrees,
      let others = inner.intervalDegrees
    else { return result }
    let correlation =
      fit.correlations.first { $0.first == "k_outer" && $0.second == "k_inner" }?.value ?? 0
    let variance = first * first + second * second - 2 * correlation * first * second
    guard variance > 0 else { return result }
    let statistic = (a - b) / variance.squareRoot()
    result.append(
      HypothesisTest(
        hypothesis: "k_outer = k_inner", statistic: statistic,
        probability: Distribution.studentTwoSidedTail(
          statistic, degrees: min(degrees, others))))
    return result
  }
}
