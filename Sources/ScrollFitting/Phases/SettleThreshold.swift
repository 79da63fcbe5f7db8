internal import ScrollTraces

/// The overscroll in pt below which the system ends a bounce for good, read off where it ends.
///
/// At the last sample before the edge is taken for good the law was still above the threshold, at the first
/// sample at rest it would be below: |y| of the law at these two bounds the threshold from both sides.
enum SettleThreshold {
  /// The bounds that one bounce gives, and the standard error of the law there, in pt; or why there are none.
  enum Reading {
    case between(Interval, error: Double)
    case hidden(String)
  }

  /// Reads one bounce.
  ///
  /// - Parameter end: the sample after the last that may still belong to the rest after the bounce.
  static func read(_ fit: Fit, signal: SampledChannel, from start: Int, to end: Int) -> Reading {
    guard let edge = fit.edge, let law = FittedBounce(fit) else {
      return .hidden("no C and phi to follow the law by")
    }
    let times = signal.times(of: fit)
    guard let window = fit.window,
      let first = (start..<end).first(where: { signal.times[$0] >= window.lowerBound })
    else { return .hidden("no samples") }
    func height(_ index: Int) -> Double { law.height(at: times[index] - times[first]) }
    let half = (signal.quantum ?? 0) / 2
    let band = max(half, 1e-9 * fit.residual.max, 1e-9 * edge.position.magnitude)
    func moves(_ index: Int) -> Bool {
      edge.overscroll(of: signal.values[index]).magnitude > band * (1 + 1e-9)
    }
    guard let last = (first..<end).last(where: moves) else { return .hidden("no samples") }
    let rest = last + 1
    guard rest < end else { return .hidden("the recording does not show it at rest") }
    // A log of changes leaves out frames like the one before: the last that moves comes right before the rest.
    var before = times[last] - times[first]
    if signal.held != nil, let frame = signal.facts.medianInterval {
      before = max(before, times[rest] - frame - times[first])
    }
    let bounds = Interval(lower: height(rest), upper: law.height(at: before))
    guard let lower = bounds.lower, let upper = bounds.upper, lower < upper else {
      return .hidden("the law does not come nearer to the edge where it ends")
    }
    // Rounding alone would show the edge from there on.
    guard lower > half else {
      return .hidden(
        "rounding hides it: below half a step of \(Printed.short(2 * half)) pt the edge is recorded in any case"
      )
    }
    return .between(bounds, error: law.error(at: times[last] - times[first]))
  }

  /// Degrees of freedom of an error that follows from the distance of frames, not from residuals.
  private static let known = 1e6

  /// The threshold from all bounces: the mean of what lies midway in time between the two samples of each, its
  /// error from the distance of the samples, or from the spread of gestures where that is beyond chance.
  /// One bounce gives its own bounds as the interval. What all bounds allow is `feasible`.
  static func pool(
    _ readings: [(index: Int, Reading)], leftOut: [Pool.Omission], confidence: Double
  ) -> Pool {
    var pool = Pool(law: "bounce", key: "settle_threshold", unit: "pt")
    pool.leftOut = leftOut
    var measurements: [(index: Int, Measurement)] = []
    var shared: (lower: Double, upper: Double) = (0, .infinity)
    var hidden: [Pool.Omission] = []
    for (index, reading) in readings {
      switch reading {
      case .hidden(let reason): hidden.append(Pool.Omission(source: index, reason: reason))
      case .between(let bounds, let error):
        guard let lower = bounds.lower, let upper = bounds.upper else { continue }
        shared = (max(shared.lower, lower - 2 * error), min(shared.upper, upper + 2 * error))
        // The law falls exponentially there: the geometric mean is midway in time. A uniform error.
        let variance = (upper - lower) * (upper - lower) / 12 + error * error
        measurements.append(
          (
            index,
            Measurement(
              value: (lower * upper).squareRoot(), variance: variance, degrees: Self.known,
              workingVariance: variance)
          ))
      }
    }
    pool.leftOut += hidden
    pool.leftOut = pool.leftOut.ordered { Double($0.source) }
    // Those that show it are the ones whose frames happen to come early: their mean would lie too high.
    guard measurements.count > hidden.count, !measurements.isEmpty else {
      if let reason = hidden.first?.reason { pool.estimate.reason = reason }
      return pool
    }
    // All alike: bounds of fast and slow bounces say the same of a constant.
    let typical =
      measurements.reduce(0) { $0 + $1.1.workingVariance } / Double(measurements.count)
    for position in measurements.indices { measurements[position].1.workingVariance = typical }
    pool.take(measurements, confidence: confidence)
    if measurements.count == 1 {
      pool.estimate.intervalFactor = nil
      pool.estimate.interval = Interval(lower: shared.lower, upper: shared.upper)
    }
    if shared.lower <= shared.upper {
      pool.estimate.feasible = Interval(lower: shared.lower, upper: shared.upper)
    }
    return pool
  }
}

extension SampledChannel {
  /// The times of all samples as a fit took them, in s: on the refresh grid where it put its own there.
  func times(of fit: Fit) -> [Double] {
    if case .snapped = fit.stamps, let grid = facts.grid { return grid.frameTimes }
    return times
  }
}
