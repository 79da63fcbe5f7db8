/// The exact set of theta for which some coefficients keep every residual within a bound.
///
/// Rounding errors are bounded, so the true theta certainly lies in {theta : M(theta) <= half a quantum},
/// where M(theta) = min over beta of max_n |y_n - curve_n|. `MinimaxFit` computes M(theta) by exchange. The slope
/// of M is sum lambda_n (-dcurve_n/dtheta), so a safeguarded Newton search finds each end of the set and the
/// minimum of M. If the set is empty, no curve of the family reproduces the data after rounding.
public struct FeasibleInterval: Sendable {
  /// The minimum of M over theta: the smallest possible largest |residual|.
  public var smallestError: Double
  /// The theta of that minimum.
  public var bestTheta: Double
  /// The interval; nil if it is empty. It may end at a limit of the search.
  public var interval: ClosedRange<Double>?
  /// Number of exchanges in all.
  public var exchanges = 0

  /// Finds the interval.
  ///
  /// - Parameters:
  ///   - family: the curve.
  ///   - observations: the data. Weights are ignored, except that samples of weight 0 are left out.
  ///   - bound: the maximum |residual| allowed.
  ///   - start: a theta near the answer, such as the least-squares estimate.
  ///   - scale: the first step of the search, such as a standard error.
  ///   - limits: the range of theta to search.
  /// - Returns: nil if no minimax fit exists.
  @_specialize(where Family == ExponentialFamily)
  @_specialize(where Family == HyperbolicFamily)
  public init?<Family: ProjectionFamily>(
    _ family: Family, _ observations: Observations, bound: Double, start: Double,
    scale: Double, limits: ClosedRange<Double>
  ) {
    var search = FeasibleSearch(family, observations, bound: bound, limits: limits)
    let step = FeasibleSearch<Family>.step(scale, from: start)
    guard let found = search.run(from: start, step: step) else { return nil }
    smallestError = found.lowest.error
    bestTheta = found.lowest.theta
    interval = found.interval
    exchanges = search.exchanges
  }

  /// M at a theta at which it is within the bound. If the interval is empty, the minimum of M, which is above the
  /// bound. Nil if no minimax fit exists.
  ///
  /// The parameters are those of `init`. Faster than `init`: one minimax fit is often enough.
  @_specialize(where Family == ExponentialFamily)
  @_specialize(where Family == HyperbolicFamily)
  public static func smallestError<Family: ProjectionFamily>(
    _ family: Family, _ observations: Observations, bound: Double, start: Double,
    scale: Double, limits: ClosedRange<Double>
  ) -> Double? {
    var search = FeasibleSearch(family, observations, bound: bound, limits: limits)
    let step = FeasibleSearch<Family>.step(scale, from: start)
    return search.inside(from: start, step: step).map(\.error)
  }
}

/// The search for the feasible interval of one family.
private struct FeasibleSearch<Family: ProjectionFamily> {
  let family: Family
  let abscissae: [Double]
  let values: [Double]
  let bound: Double
  let limits: ClosedRange<Double>
  var exchanges = 0
  private var reference: SIMD4<Int>?
  /// Buffers for the columns at one theta: of all samples, and of a reference alone.
  private var columns: [SIMD4<Double>]
  private var corners: [SIMD4<Double>]
  private var cornerValues: [Double]

  init(
    _ family: Family, _ observations: Observations, bound: Double, limits: ClosedRange<Double>
  ) {
    self.family = family
    self.bound = bound
    self.limits = limits
    if observations.weights.allSatisfy({ $0 > 0 }) {
      abscissae = observations.abscissae
      values = observations.values
    } else {
      let bounded = observations.values.indices.filter { observations.weight($0) > 0 }
      abscissae = bounded.map { observations.abscissae[$0] }
      values = bounded.map { observations.values[$0] }
    }
    columns = [SIMD4<Double>](repeating: .zero, count: values.count)
    corners = [SIMD4<Double>](repeating: .zero, count: family.linearCount + 1)
    cornerValues = [Double](repeating: 0, count: family.linearCount + 1)
  }

  /// The first step of the search.
  static func step(_ scale: Double, from start: Double) -> Double {
    max(scale.isFinite ? scale : 0, 1e-6 * start)
  }

  mutating func run(
    from start: Double, step: Double
  ) -> (lowest: Point, interval: ClosedRange<Double>?)? {
    guard let inside = inside(from: start, step: step) else { return nil }
    guard inside.error <= bound else { return (inside, nil) }
    let lower = boundary(from: inside, direction: -1, step: step)
    let upper = boundary(from: inside, direction: 1, step: step)
    let lowest = minimise(from: inside, step: step, until: -1)
    return (
      lowest.error < inside.error ? lowest : inside, min(lower, upper)...max(lower, upper)
    )
  }

  /// A point at which M is within the bound; if there is none, the minimum of M.
  mutating func inside(from start: Double, step: Double) -> Point? {
    guard let point = evaluate(start) else { return nil }
    return point.error > bound ? minimise(from: point, step: step, until: bound) : point
  }

  /// M at a theta, its slope, and the reference that determines it.
  struct Point {
    var theta: Double
    var error: Double
    var slope: Double
    var reference: SIMD4<Int>
  }

  private mutating func evaluate(_ theta: Double) -> Point? {
    for index in abscissae.indices {
      columns[index] = family.columns(at: abscissae[index], theta: theta)
    }
    guard
      let fit = MinimaxFit(
        scaling: &columns, values: values, width: family.linearCount, points: reference)
    else { return nil }
    reference = fit.points
    exchanges += fit.exchanges + 1
    return point(theta, fit, on: fit.points)
  }

  /// M and its slope at a theta from a fit; `reference` are the samples that determine it, in the order of its points.
  private func point(_ theta: Double, _ fit: MinimaxFit, on reference: SIMD4<Int>) -> Point {
    var slope = 0.0
    for k in 0...family.linearCount {
      slope -=
        fit.duals[k]
        * family.slope(at: abscissae[reference[k]], theta: theta, coefficients: fit.coefficients)
    }
    return Point(theta: theta, error: fit.error, slope: slope, reference: reference)
  }

  /// The same from one reference alone, whose error is a lower bound of M: a few exponentials instead of one per
  /// sample.
  private mutating func level(of reference: SIMD4<Int>, at theta: Double) -> Point? {
    for k in corners.indices {
      corners[k] = family.columns(at: abscissae[reference[k]], theta: theta)
      cornerValues[k] = values[reference[k]]
    }
    guard
      let fit = MinimaxFit(
        scaling: &corners, values: cornerValues, width: family.linearCount,
        points: SIMD4(0, 1, 2, 3))
    else { return nil }
    // As many samples as points: their order is that of the reference.
    return point(theta, fit, on: reference)
  }

  /// The theta between two references at which their levels are equal, and that level, by Newton's method.
  private mutating func crossing(_ low: Point, _ high: Point) -> (theta: Double, error: Double)? {
    var (a, b) = (low, high)
    var theta = Double.nan
    for _ in 0..<20 {
      let next =
        (b.error - a.error + a.slope * a.theta - b.slope * b.theta) / (a.slope - b.slope)
      guard next > low.theta, next < high.theta else { return nil }
      let isSettled = (next - theta).magnitude <= 1e-14 * next
      theta = next
      guard let left = level(of: low.reference, at: theta),
        let right = level(of: high.reference, at: theta),
        left.slope < 0, right.slope > 0
      else { return nil }
      (a, b) = (left, right)
      if isSettled { break }
    }
    return (theta, min(a.error, b.error))
  }

  /// The theta at which the level of an outer point's reference falls to the bound, by Newton's method from outside.
  private mutating func crossing(from far: Point) -> Double {
    var point = far
    for _ in 0..<20 {
      let theta = point.theta - (point.error - bound) / point.slope
      guard (theta - far.theta).magnitude < 0.2 * far.theta,
        let next = level(of: far.reference, at: theta), next.slope * far.slope > 0
      else { break }
      let isSettled = (theta - point.theta).magnitude <= 1e-14 * theta
      point = next
      if isSettled { break }
    }
    return point.theta == far.theta ? far.theta - (far.error - bound) / far.slope : point.theta
  }

  /// Whether a step halves the bracket: every other step, if steps along the references have not ended the search by
  /// round 12.
  private static func isHalving(_ round: Int) -> Bool { round >= 12 && round % 2 == 1 }

  /// The minimum of M, or the first point at which it falls to `bound`.
  private mutating func minimise(from start: Point, step: Double, until bound: Double) -> Point {
    var best = start
    var low = start
    var high = start
    // Walk downhill until the slope changes sign.
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
    for round in 0..<160 where high.theta - low.theta > 1e-12 * high.theta {
      // Near its minimum M is the maximum of two smooth pieces. Both are lower bounds: if M at their crossing is no
      // larger than they are, the crossing is the minimum.
      let crossing = Self.isHalving(round) ? nil : crossing(low, high)
      guard let point = evaluate(crossing?.theta ?? (low.theta + high.theta) / 2) else {
        return best
      }
      if point.error < best.error { best = point }
      if point.error <= bound { return point }
      if let crossing, point.error <= crossing.error * (1 + 1e-13) { return best }
      if point.slope > 0 { high = point } else { low = point }
    }
    return best
  }

  /// The theta at which M crosses the bound in one direction, on the inner side, to 1e-11 relative.
  private mutating func boundary(from start: Point, direction: Double, step: Double) -> Double {
    var inside = start.theta
    var outside: Point?
    var reach = step
    for _ in 0..<60 {
      let theta = min(limits.upperBound, max(limits.lowerBound, start.theta + direction * reach))
      guard let point = evaluate(theta) else { break }
      if point.error > bound {
        outside = point
        break
      }
      inside = theta
      if theta == limits.lowerBound || theta == limits.upperBound { return theta }
      reach *= 2
    }
    guard var far = outside else { return inside }
    for round in 0..<160 where (far.theta - inside).magnitude > 1e-11 * far.theta {
      // From outside: M is that reference's level up to the next change of reference.
      var theta = crossing(from: far)
      // If Newton's method has reached the end of the set, a point just inside it is evaluated.
      let least = far.theta - direction * 0.5e-11 * far.theta
      if (least - theta) * direction < 0 { theta = least }
      if Self.isHalving(round)
        || !(min(inside, far.theta) < theta && theta < max(inside, far.theta))
      {
        theta = (inside + far.theta) / 2
      }
      guard let point = evaluate(theta) else { break }
      if point.error > bound { far = point } else { inside = theta }
    }
    return inside
  }
}
