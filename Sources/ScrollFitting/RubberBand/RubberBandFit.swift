internal import CurveFitting
internal import ScrollPhysics
internal import ScrollRecordings

struct RubberBandFit {
  private(set) var work: SegmentFit

  init(
    _ pull: RubberBandDrag, signal: SampledChannel, finger: SampledChannel, options: FitOptions
  ) throws(FitFailure) {
    var segment = Segment(signal, range: 0..<0) { $0 }
    let edge = pull.edge
    segment.range =
      (pull.samples.lazy.map(\.index).min() ?? 0)..<(pull.samples.lazy.map(\.index).max() ?? 0) + 1
    segment.times = pull.samples.map { signal.times[$0.index] }
    segment.values = pull.samples.map(\.overscroll)
    segment.snapped = pull.samples.map {
      edge?.overscroll(of: signal.snapped(signal.values[$0.index])) ?? $0.overscroll
    }
    segment.abscissae = pull.samples.map(\.travel)
    segment.abscissa = SeriesQuantity("finger travel", "pt")
    segment.ordinate = .overscroll
    let free = ["c", "d"].count { options.fixed[$0] == nil }
    var work = try SegmentFit(
      segment, used: pull.samples.indices, law: RubberBandLaw.description, parameters: free,
      edge: edge, options: options,
      hint: "record every frame of the pull, or fix a parameter, such as --fix d=812")
    // Rounding of the finger moves s by its slope; on a pixel grid that rounding is known.
    let fingerStep = finger.facts.quantum.flatMap { $0.pixelsPerPoint == nil ? nil : $0.value } ?? 0
    var solution = try work.solve(by: RubberBandSolver.self)
    if fingerStep > 0, let quantum = segment.quantum, options.loss == .linear {
      for _ in 0..<2 {
        solution.weigh(options) { coordinates, travel in
          let slip = coordinates.speed(at: travel) * fingerStep
          return quantum * quantum / (quantum * quantum + slip * slip)
        }
      }
    }
    work.walk(&solution)
    let furthest = segment.abscissae?.last ?? 0
    let bound = segment.roundingBound.map {
      $0 + solution.coordinates.coefficient * fingerStep / 2
    }
    try work.describe(
      &solution,
      quantities: Self.quantities(
        solution.coordinates, options, furthest: furthest, travel: segment.abscissae ?? [],
        zeroError: pull.zeroError),
      bound: bound)
    if work.fit.search.converged, !solution.coordinates.free[1],
      solution.coordinates.free[0], let bound
    {
      work.fit.stateFeasible(
        Self.feasible(
          solution.coordinates, travel: segment.abscissae ?? [], overscroll: segment.snapped,
          bound: bound), bound: bound, options: options)
    }
    work.fit.warnings += RubberBandWarnings.all(
      work.fit, solution: solution, pull: pull, segment: segment, options: options)
    self.work = work
  }

  private static func quantities(
    _ coordinates: RubberBandCoordinates, _ options: FitOptions, furthest: Double,
    travel: [Double], zeroError: Double
  ) -> FitQuantities {
    // All travels share the error of their zero. Its effect on the constants is the least-squares solution for the
    // data s'(x).
    let shift =
      zeroError > 0 && coordinates.count > 0
      ? Linearisation(
        jacobian: travel.map { coordinates.jacobianRow(at: $0) },
        residuals: travel.map { coordinates.speed(at: $0) }, weights: [],
        parameterCount: coordinates.count)?.remainingStep ?? .zero
      : .zero
    func byZero(_ gradient: ParameterVector?) -> Double {
      guard let gradient else { return 0 }
      let change = (gradient * shift).sum() * zeroError
      return change * change
    }
    func parameter(_ key: String, _ unit: String, _ value: Double, _ free: Bool) -> FitQuantity {
      let gradient = free ? coordinates.gradient(of: key) : nil
      return FitQuantity(
        key: key, unit: unit, value: value, gradient: gradient, isFixed: !free,
        extraVariance: byZero(gradient))
    }
    func derived(
      _ key: String, _ unit: String, _ value: (RubberBandCoordinates) -> Double
    ) -> FitQuantity {
      let gradient = coordinates.count == 0 ? nil : coordinates.gradient { value($0) }
      return FitQuantity(
        key: key, unit: unit, value: value(coordinates), gradient: gradient,
        isFixed: coordinates.count == 0, extraVariance: byZero(gradient))
    }
    return FitQuantities(
      parameters: [
        parameter("c", "", coordinates.coefficient, coordinates.free[0]),
        parameter("d", "pt", coordinates.dimension, coordinates.free[1]),
      ],
      derived: [
        derived("half_travel", "pt") { $0.dimension / $0.coefficient },
        derived("furthest_overscroll", "pt") { $0.value(at: furthest) },
        derived("furthest_slope", "") { $0.speed(at: furthest) },
      ],
      nonlinear: coordinates.count == 2 ? "half_travel" : coordinates.keys.first ?? "c",
      judgedPairs: [("c", "d")])
  }

  /// All c that keep every residual within the bound, with d fixed.
  ///
  /// s - b = d c x / (c x + d) solved for c gives one interval per sample; the result is their intersection.
  private static func feasible(
    _ coordinates: RubberBandCoordinates, travel: [Double], overscroll: [Double], bound: Double
  ) -> (interval: Interval?, smallestError: Double) {
    let d = coordinates.dimension
    func range(_ bound: Double) -> (low: Double, high: Double) {
      var low = 0.0
      var high = Double.infinity
      for (x, s) in zip(travel, overscroll) {
        if s - bound > 0, s - bound < d { low = max(low, (s - bound) * d / (x * (d - s + bound))) }
        if s - bound >= d { low = .infinity }
        if s + bound < d { high = min(high, (s + bound) * d / (x * (d - s - bound))) }
      }
      return (low, high)
    }
    let allowed = range(bound)
    // The smallest bound at which some c exists, by bisection.
    var none = 0.0
    var some = coordinates.dimension
    for _ in 0..<100 where some - none > 1e-12 * some {
      let middle = (none + some) / 2
      let found = range(middle)
      if found.low <= found.high { some = middle } else { none = middle }
    }
    return (
      allowed.low <= allowed.high ? Interval(lower: allowed.low, upper: allowed.high) : nil, some
    )
  }
}

extension Fit {
  /// Stores the values of c that are consistent with rounding for a fixed d.
  mutating func stateFeasible(
    _ found: (interval: Interval?, smallestError: Double), bound: Double, options: FitOptions
  ) {
    feasibility = Feasibility(
      bound: bound, smallestError: found.smallestError, isEmpty: found.interval == nil,
      interval: options.detail.contains(.feasibleSet) ? found.interval : nil, key: "c")
    guard options.detail.contains(.feasibleSet) else { return }
    if let index = parameters.firstIndex(where: { $0.key == "c" }) {
      parameters[index].feasible = found.interval
    }
  }
}

enum RubberBandWarnings {
  static func all(
    _ fit: Fit, solution: LawSolution<RubberBandSolver>, pull: RubberBandDrag, segment: Segment,
    options: FitOptions
  ) -> [Warning] {
    var result: [Warning] = []
    if pull.isReversed {
      result.warn(
        .signReversed, "the overscroll is negative, and was read with its sign reversed",
        remedy: "write overscroll positive outward")
    }
    if pull.zero == .guessed {
      result.warn(
        .fingerZeroGuessed,
        "the finger was already moving when the overscroll began, so where its travel starts is a guess",
        remedy: "record from before the edge, or write the travel beyond the edge")
    }
    let coordinates = solution.coordinates
    let furthest = segment.abscissae?.last ?? 0
    if coordinates.count == 2, fit.search.converged {
      let correlation = fit.correlations.first?.value ?? 0
      let error = fit["d"]?.standardError ?? 0
      if correlation.magnitude >= 0.995 || error > 0.05 * coordinates.dimension {
        let share = 100 * coordinates.value(at: furthest) / coordinates.dimension
        result.append(
          Warning(
            .shortPull,
            "the pull reaches only \(Printed.significant(share, digits: 2)) % of d: c and d can hardly be distinguished (correlation \(Printed.short(correlation, digits: 3)))",
            remedy: "pull further, or hold d at the size of the bounds with --fix d=")
        )
      }
    }
    let quantum = segment.quantum ?? 0
    result += FitWarnings.count(
      clear: segment.values.count { $0 > 2 * quantum }, parameters: coordinates.count)
    let words = FitWarnings.LawTerminology(
      RubberBandLaw.description, motion: "pull", curve: "rubber band", judged: "c",
      alternative: ", and a finger position that is not that of the same frame",
      plausible: 0.1...1.2, plausibleText: "c from 0.1 to 1.2",
      implausibleRemedy: "is the finger's travel counted from the edge, and in points?")
    return result
      + FitWarnings.all(fit, solution: solution.solved, options: options, words: words)
  }
}
