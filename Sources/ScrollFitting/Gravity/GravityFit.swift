internal import CurveFitting
internal import ScrollPhysics
internal import ScrollRecordings

/// Fits one fall: solves, runs the descent search if requested, computes standard errors.
struct GravityFit {
  typealias Solver = SearchedSolver<GravityCoordinates>

  private(set) var work: SegmentFit
  private let fall: FreeFallSegment

  init(_ fall: FreeFallSegment, signal: SampledChannel, options: FitOptions) throws(FitFailure) {
    var options = options
    let origin = signal.values[fall.range.lowerBound]
    if let position = options.fixed["y0"] { options.fixed["y0"] = position - origin }
    self.fall = fall
    let segment = Segment(signal, range: fall.range, origin: origin) { $0 - origin }
    work = try SegmentFit(
      segment, used: segment.values.indices, law: GravityLaw.description,
      parameters: GravityLaw.description.parameters.count { options.fixed[$0.key] == nil },
      edge: nil, options: options,
      hint: "record every frame of the fall, or fix a parameter, such as --fix g=1000")
    work.fit.isBeyondEdge = false
    var solution = try work.solve(by: Solver.self)
    solution.coordinates.origin = origin
    work.walk(&solution)
    let quantities = quantities(
      solution.coordinates, span: solution.observations.abscissae.last ?? 0, options: options)
    try work.describe(&solution, quantities: quantities)
    // The problem is linear: the solution does not depend on the start.
    if options.start == nil { work.fit.update("g") { $0.start = nil } }
    work.fit.warnings += GravityWarnings.all(
      work.fit, solution: solution, fall: fall, segment: segment, signal: signal,
      options: options)
  }

  /// The reported quantities of a fall.
  ///
  /// - Parameter span: time from the window's start to its last sample, in s.
  private func quantities(
    _ coordinates: GravityCoordinates, span: Double, options: FitOptions
  ) -> FitQuantities {
    /// A quantity of the coordinates and the floor level; the error of the level adds to its variance.
    func quantity(
      _ key: String, _ unit: String, _ value: (FreeFall, Double) -> Double?
    ) -> FitQuantity {
      let level = (fall.landing?.level ?? 0) - coordinates.origin
      var result = coordinates.derived(key, unit, missing: "it does not get there") {
        value($0.fall, level)
      }
      if let error = fall.landing?.error, error > 0, result.value != nil,
        let above = value(coordinates.fall, level + 1e-3 * error),
        let below = value(coordinates.fall, level - 1e-3 * error)
      {
        let slope = (above - below) / 2e-3
        result.extraVariance = slope * slope
      }
      return result
    }
    let isThrown = !fall.isDropped && coordinates.fall.timeOfTurn.map { $0 < span } ?? false
    /// Start of the fall: the release from rest, the turning point, or the window's start.
    func begin(_ at: FreeFall) -> Double {
      fall.isDropped || isThrown ? -at.velocity / at.gravity : 0
    }
    /// End of the fall: the landing, or the last sample.
    func end(_ at: FreeFall, _ level: Double) -> Double? {
      guard fall.landing != nil else { return span }
      return at.time(falling: at.direction * (level - at.position))
    }
    var derived = [
      quantity("gravity_magnitude", "") { at, _ in
        FreeFall.magnitude(gravity: at.gravity.magnitude)
      },
      quantity("fall_time", "s") { at, level in end(at, level).map { $0 - begin(at) } },
      quantity("fall_distance", "pt") { at, level in
        end(at, level).map { at.direction * (at.position(at: $0) - at.position(at: begin(at))) }
      },
      quantity("landing_velocity", "pt/s") { at, level in
        end(at, level).map { at.velocity(at: $0) }
      },
    ]
    if isThrown {
      derived += [
        coordinates.derived("turning_time", "s") { $0.fall.timeOfTurn },
        coordinates.derived("turning_point", "pt") { at in
          at.fall.timeOfTurn.map { at.fall.position(at: $0) + at.origin }
        },
      ]
    }
    return FitQuantities(
      parameters: coordinates.parameters(of: GravityLaw.description), derived: derived,
      nonlinear: "g", userStart: options.start?.first)
  }
}

enum GravityWarnings {
  static func all(
    _ fit: Fit, solution: LawSolution<GravityFit.Solver>, fall: FreeFallSegment, segment: Segment,
    signal: SampledChannel, options: FitOptions
  ) -> [Warning] {
    let words = FitWarnings.LawTerminology(
      GravityLaw.description, motion: "fall", curve: "free fall")
    var result =
      FitWarnings.stamps(fit)
      + FitWarnings.changesOnly(signal, samples: fall.range)
      + FitWarnings.start(fit, of: "curve of the fall")
      + FitWarnings.misfit(fit, words: words)
    let quantum = segment.quantum ?? 0
    let first = segment.values.first ?? 0
    result += FitWarnings.count(
      clear: segment.values.count { ($0 - first).magnitude > 2 * quantum },
      parameters: solution.coordinates.count)
    return result
      + FitWarnings.all(fit, solution: solution.solved, options: options, words: words)
  }
}
