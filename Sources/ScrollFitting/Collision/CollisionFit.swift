internal import CurveFitting
internal import ScrollPhysics
internal import ScrollRecordings

/// Fits all flights of an item together: solves, runs the descent search if requested, computes standard errors, and
/// estimates e from each flight separately.
struct CollisionFit {
  typealias Solver = CollisionSolver

  private(set) var work: SegmentFit

  init(_ rebounds: Rebounds, signal: SampledChannel, options: FitOptions) throws(FitFailure) {
    var options = options
    let origin = signal.values[rebounds.range.lowerBound]
    if let floor = options.fixed["floor"] { options.fixed["floor"] = floor - origin }
    let segment = Segment(signal, range: rebounds.range, origin: origin) { $0 - origin }
    let free = CollisionLaw.description.parameters.count { options.fixed[$0.key] == nil }
    work = try SegmentFit(
      segment, used: segment.values.indices, law: CollisionLaw.description, parameters: free,
      edge: nil, options: options,
      hint: "record every frame of the rebounds, or fix a parameter, such as --fix g=1000")
    work.fit.isBeyondEdge = false
    let help = "'scrollfit gravity FILE' fits each fall by itself; see 'scrollfit inspect FILE'"
    var solution = try work.solve(by: Solver.self, help: help)
    for _ in 0..<4 {
      let end = Self.end(solution, work)
      guard end != work.used.upperBound, end - work.used.lowerBound > free + 2 else { break }
      work.use(work.used.lowerBound..<end)
      solution = try work.solve(by: Solver.self, help: help)
    }
    solution.coordinates.origin = origin
    if options.method == .descent {
      let start = options.start.map { solution.coordinates.begun(at: $0) }
      guard start?.isValid != false else {
        throw FitFailure(
          .noConvergence, "the start is no collision",
          help: "e lies between 0 and 2, and g and v1 have one sign")
      }
      solution.descend(from: start, options, &work.fit)
    }
    let span = solution.observations.abscissae.last ?? 0
    try work.describe(
      &solution, quantities: Self.quantities(solution.coordinates, span: span, options: options))
    stateSeparately(solution, options: options)
    work.fit.warnings += CollisionWarnings.all(
      work.fit, solution: solution, segment: segment, signal: signal, options: options)
  }

  /// The minimum height of a fitted rebound, in quantisation steps: lower ones round to a single value.
  private static let lowestRebound = 1.0

  /// The end of the rebounds by the fitted law, as a position in the segment: the contact after which rebounds are
  /// lower than one quantisation step. Samples after it all have the same rounding error.
  private static func end(_ solution: LawSolution<Solver>, _ work: SegmentFit) -> Int {
    let coordinates = solution.coordinates
    guard let quantum = work.segment.quantum, coordinates.elasticity < 1 else {
      return work.used.upperBound
    }
    var number = 1
    while coordinates.height(number) >= lowestRebound * quantum, number < 10_000 { number += 1 }
    let last = coordinates.contactTime(number)
    let start = work.segment.times[work.used.lowerBound]
    var end = work.used.lowerBound
    while end < work.segment.values.count, work.segment.times[end] - start < last { end += 1 }
    return end
  }

  // MARK: - Result

  /// Maximum number of contacts, flights and heights that are listed individually.
  private static let mostListed = 12

  private static func quantities(
    _ coordinates: CollisionCoordinates, span: Double, options: FitOptions
  ) -> FitQuantities {
    var derived = [
      coordinates.derived("gravity_magnitude", "") {
        FreeFall.magnitude(gravity: $0.gravity.magnitude)
      },
      coordinates.derived("drop_height", "pt") { $0.height(0) },
      coordinates.derived("rest_time", "s", missing: "with an e of 1 or more it never rests") {
        $0.restTime
      },
    ]
    var contacts = 0
    while contacts < mostListed, coordinates.contactTime(contacts + 1) <= span { contacts += 1 }
    if contacts > 0 {
      for number in 1...contacts {
        derived.append(
          coordinates.derived("contact_time_\(number)", "s") { $0.contactTime(number) })
      }
      for number in 1...contacts {
        derived.append(
          coordinates.derived("flight_time_\(number)", "s") { $0.flightTime(number) })
      }
      for number in 1...contacts {
        derived.append(
          coordinates.derived("rebound_height_\(number)", "pt") { $0.height(number) })
      }
    }
    return FitQuantities(
      parameters: coordinates.parameters(of: CollisionLaw.description), derived: derived,
      nonlinear: "e", userStart: options.start?.first)
  }

  /// Reports e from heights, speeds and times, and tests whether e is equal at all rebounds.
  private mutating func stateSeparately(
    _ solution: LawSolution<Solver>, options: FitOptions
  ) {
    guard work.fit.search.converged, options.loss == .linear else { return }
    let separate = SeparateElasticity(
      solution.observations, solution.coordinates,
      floorError: work.fit["floor"]?.standardError ?? 0, rounding: work.segment.floor)
    let lines = [
      ("e_by_heights", separate.heights), ("e_by_speeds", separate.speeds),
      ("e_by_times", separate.times),
    ]
    for (key, line) in lines {
      var estimate = Estimate(
        key: key, value: line?.elasticity, unit: "",
        reason: line == nil ? "fewer than two flights of four samples and more" : nil)
      if let line {
        estimate.setErrors(
          variance: line.standardError * line.standardError, degrees: separate.degrees,
          confidence: options.confidence)
      }
      work.fit.derived.append(estimate)
    }
    guard let heights = separate.heights, heights.count > 2 else { return }
    let degrees = Double(heights.count - 2)
    let statistic = heights.chiSquare / degrees
    let probability = Distribution.fTail(statistic, degrees, separate.degrees)
    work.fit.tests.append(
      HypothesisTest(
        hypothesis: "e is the same at every rebound", statistic: statistic,
        probability: probability, distribution: .f(degrees, separate.degrees)))
    guard probability < 0.001 else { return }
    let list = separate.ratios.prefix(6).map { Printed.significant($0.elasticity) }
    work.fit.warnings.warn(
      .heterogeneous,
      "e is not the same at every rebound (F = \(Printed.significant(statistic)), p = \(Printed.significant(probability, digits: 1))): by heights \(list.joined(separator: ", "))",
      remedy: "--to leaves out later rebounds; the errors given hold for one e only")
  }
}

enum CollisionWarnings {
  static func all(
    _ fit: Fit, solution: LawSolution<CollisionFit.Solver>, segment: Segment,
    signal: SampledChannel,
    options: FitOptions
  ) -> [Warning] {
    let words = FitWarnings.LawTerminology(
      CollisionLaw.description, motion: "rebounds", curve: "collision of one elasticity",
      plausible: 0...1.02, plausibleText: "an e from 0 to 1",
      implausibleRemedy: "something pushes the item, or the times are wrong: compare --stamps")
    let first = segment.range.lowerBound
    let coordinates = solution.coordinates
    let quantum = segment.quantum ?? 0
    return FitWarnings.stamps(fit)
      + FitWarnings.changesOnly(signal, samples: first..<first + fit.samples.used)
      + FitWarnings.start(fit, of: "curve of the rebounds")
      + FitWarnings.misfit(fit, words: words)
      + FitWarnings.count(
        clear: fit.series.observed.count {
          ($0 - segment.origin - coordinates.floor).magnitude > 2 * quantum
        }, parameters: coordinates.count)
      + FitWarnings.all(fit, solution: solution.solved, options: options, words: words)
  }
}
