internal import RealModule

/// All theta for which some coefficients keep every residual within a bound, exactly.
///
/// Rounding errors are bounded: the true theta is certain to lie in {theta : M(theta) <= half a
/// quantum}, M(theta) = min over beta of max_n |y_n - curve_n|. M is found by exchange (`MinimaxFit`)
/// for any theta; its slope is sum lambda_n (-dcurve_n/dtheta), so each end is a safeguarded Newton
/// search, and so is the minimum of M. An empty set says that no curve of the family, rounded, gives
/// these data.
public struct FeasibleInterval: Sendable {
  /// The smallest M over theta: by how much the best curve misses its worst sample.
  public var smallestError: Double
  /// Where it is.
  public var bestTheta: Double
  /// The interval, or nil when it is empty. It may end at a limit of the search.
  public var interval: ClosedRange<Double>?
  /// Exchanges made in all.
  public var exchanges = 0

  /// Finds the interval.
  ///
  /// - Parameters:
  ///   - family: the curve.
  ///   - observations: the data; weights are ignored but for samples of weight 0, which are not bound.
  ///   - bound: the largest |residual| allowed.
  ///   - start: a theta near the answer, such as the least-squares one.
  ///   - scale: the first step of the search, such as a standard error.
  ///   - limits: how far to look.
  /// - Returns: nil when no minimax fit exists.
  @_specialize(where Family == ExponentialFamily)
  @_specialize(where Family == HyperbolicFamily)
  public init?<Family: ProjectionFamily>(
    _ family: Family, _ observations: Observations, bound: Double, start: Double,
    scale: Double, limits: ClosedRange<Double>
  ) {
    let bounded = observations.values.indices.filter { observations.weight($0) > 0 }
    let kept =
      bounded.count == observations.count
      ? observations
      : Observations(
        abscissae: bounded.map { observations.abscissae[$0] },
        values: bounded.map { observations.values[$0] })
    var search = FeasibleSearch(family, kept, bound: bound, limits: limits)
    let step = max(scale.isFinite ? scale : 0, 1e-6 * start)
    guard let found = search.run(from: start, step: step) else { return nil }
    smallestError = found.lowest.error
    bestTheta = found.lowest.theta
    interval = found.interval
    exchanges = search.exchanges
  }
}

/// The search for a feasible interval of one family.
private struct FeasibleSearch<Family: ProjectionFamily> {
  let family: Family
  let observations: Observations
  let bound: Double
  let limits: ClosedRange<Double>
  var exchanges = 0
  private var reference: [Int]?

  init(
    _ family: Family, _ observations: Observations, bound: Double, limits: ClosedRange<Double>
  ) {
    self.family = family
    self.observations = observations
    self.bound = bound
    self.limits = limits
  }

  mutating func run(
    from start: Double, step: Double
  ) -> (lowest: Point, interval: ClosedRange<Double>?)? {
    guard var inside = evaluate(start) else { return nil }
    if inside.error > bound { inside = minimise(from: inside, step: step, until: bound) }
    guard inside.error <= bound else { return (inside, nil) }
    let lower = boundary(from: inside, direction: -1, step: step)
    let upper = boundary(from: inside, direction: 1, step: step)
    let lowest = minimise(from: inside, step: step, until: -1)
    return (
      lowest.error < inside.error ? lowest : inside, min(lower, upper)...max(lower, upper)
    )
  }

  struct Point {
    var theta: Double
    var error: Double
    var slope: Double
  }

  private mutating func evaluate(_ theta: Double) -> Point? {
    guard let fit = MinimaxFit(family, observations, theta: theta, reference: reference) else {
      return nil
    }
    reference = fit.reference
    exchanges += fit.exchanges + 1
    var slope = 0.0
    for (k, index) in fit.reference.enumerated() {
      slope -=
        fit.multipliers[k]
        * family.slope(
          at: observations.abscissae[index], theta: theta, coefficients: fit.coefficients)
    }
    return Point(theta: theta, error: fit.error, slope: slope)
  }

  /// The minimum of M, or the first point at which it falls to `bound`.
  private mutating func minimise(from start: Point, step: Double, until bound: Double) -> Point {
    var best = start
    var low = start
    var high = start
    // Walk downhill until the slope turns.
    let direction = start.slope > 0 ? -1.0 : 1.0
    var reach = step
    var bracketed = false
    for _ in 0..<60 {
      let theta = min(limits.upperBound, max(limits.lowerBound, start.theta + direction * reach))
      guard let point = evaluate(theta) else { return best }
      if point.error < best.error { best = point }
      if point.error <= bound { return point }
      if direction > 0 { high = point } else { low = point }
      if point.slope * direction > 0 {
        bracketed = true
        break
      }
      if direction > 0 { low = point } else { high = point }
      if theta == limits.lowerBound || theta == limits.upperBound { break }
      reach *= 2
    }
    guard bracketed else { return best }
    for _ in 0..<80 where high.theta - low.theta > 1e-12 * high.theta {
      // Where the two tangents meet; M is close to a maximum of smooth pieces there.
      var theta =
        (high.error - low.error + low.slope * low.theta - high.slope * high.theta)
        / (low.slope - high.slope)
      let width = high.theta - low.theta
      if !(theta > low.theta + 0.02 * width && theta < high.theta - 0.02 * width) {
        theta = (low.theta + high.theta) / 2
      }
      guard let point = evaluate(theta) else { return best }
      if point.error < best.error { best = point }
      if point.error <= bound { return point }
      if point.slope > 0 { high = point } else { low = point }
    }
    return best
  }

  /// Where M crosses the bound in one direction, on the inner side, to 1e-11 relative.
  private mutating func boundary(from start: Point, direction: Double, step: Double) -> Double {
    var inside = start
    var outside: Point?
    var reach = step
    for _ in 0..<60 {
      let theta = min(limits.upperBound, max(limits.lowerBound, start.theta + direction * reach))
      guard let point = evaluate(theta) else { break }
      if point.error > bound {
        outside = point
        break
      }
      inside = point
      if theta == limits.lowerBound || theta == limits.upperBound { return theta }
      reach *= 2
    }
    guard var far = outside else { return inside.theta }
    for _ in 0..<80 where (far.theta - inside.theta).magnitude > 1e-11 * far.theta {
      // Newton from the outer side, where M is smooth up to the next change of reference.
      var theta = far.theta - (far.error - bound) / far.slope
      let low = min(inside.theta, far.theta)
      let high = max(inside.theta, far.theta)
      let margin = 1e-3 * (high - low)
      if !(theta > low + margin && theta < high - margin) { theta = (low + high) / 2 }
      guard let point = evaluate(theta) else { break }
      if point.error > bound { far = point } else { inside = point }
    }
    return inside.theta
  }
}
