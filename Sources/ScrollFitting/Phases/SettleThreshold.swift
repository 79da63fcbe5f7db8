internal import ScrollRecordings

/// The overscroll in pt below which the system ends a bounce, measured at its end.
///
/// The law is above the threshold at the last sample that moves, and would be below it at the first sample at rest. |y|
/// of the law at these two samples gives the bounds of the threshold.
enum SettleThreshold {
  /// The bounds from one bounce, with the standard error of the law there, in pt; or the reason why there are none.
  enum Reading {
    case between(Interval, error: Double)
    case hidden(String)
  }

  /// Measures the bounds with one bounce.
  ///
  /// - Parameter end: the index after the last sample that may belong to the rest after the bounce.
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
    func over(_ index: Int) -> Double { edge.overscroll(of: signal.values[index]).magnitude }
    func moves(_ index: Int) -> Bool { over(index) > band * (1 + 1e-9) }
    guard let last = (first..<end).last(where: moves) else { return .hidden("no samples") }
    let furthest = (first...last).max { over($0) < over($1) } ?? last
    guard (furthest...last).allSatisfy(moves) else {
      return .hidden("noise hides it: it moves the content at rest by more than half a step")
    }
    let rest = last + 1
    guard rest < end else { return .hidden("the recording does not show it at rest") }
    // A log of changes leaves out repeated frames: the last frame that moves is one frame before the rest.
    var before = times[last] - times[first]
    if signal.held != nil, let frame = signal.facts.medianInterval {
      before = max(before, times[rest] - frame - times[first])
    }
    let bounds = Interval(lower: height(rest), upper: law.height(at: before))
    guard let lower = bounds.lower, let upper = bounds.upper, lower < upper else {
      return .hidden("the fitted law does not approach the edge at its end")
    }
    // Below half a step, rounding alone shows the edge.
    guard lower > half else {
      return .hidden(
        "rounding hides it: below half a step of \(Printed.short(2 * half)) pt the edge is recorded in any case"
      )
    }
    return .between(bounds, error: law.error(at: times[last] - times[first]))
  }

  /// Degrees of freedom of an error that follows from the frame interval, not from residuals.
  private static let known = 1e6

  /// The threshold from all bounces: the mean of the geometric means of each bounce's bounds. Its error follows from
  /// the distance of the bounds, or from the spread of the bounces if that is significant. For a single bounce, the
  /// interval is its bounds. The values that all bounds allow are `feasible`.
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
        // The law decays exponentially, so the geometric mean is midway in time. The error is uniform.
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
    // Only bounces with an early frame show the threshold: without the others, the mean would be too high.
    guard measurements.count > hidden.count, !measurements.isEmpty else {
      if let reason = hidden.first?.reason { pool.estimate.reason = reason }
      return pool
    }
    // Equal weights: fast and slow bounces carry the same information about a constant.
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
  /// The times of all samples in s as a fit used them: on the refresh grid if the fit snapped its times to it.
  func times(of fit: Fit) -> [Double] {
    if case .snapped = fit.stamps, let grid = facts.grid { return grid.frameTimes }
    return times
  }
}
