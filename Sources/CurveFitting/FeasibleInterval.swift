internal import RealModule

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
  /// The interval; nil when it is empty. It may end at a limit of the search.
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
  /// - Returns: nil when no minimax fit exists.
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

  /// M at a theta where it is within the bound, or the minimum of M where that is above it: the interval is empty;
  /// nil when no minimax fit exists.
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
  /// Buffer for the columns at one theta.
  private var columns: [SIMD4<Double>]
  /// The samples in use while only some are.
  private var narrowed: (indices: [Int], abscissae: [Double], values: [Double])?

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

  struct Point {
    var theta: Double
    var error: Double
    var slope: Double
    var coefficients: SIMD4<Double>
  }

  private mutating func evaluate(_ theta: Double) -> Point? {
    let x = narrowed?.abscissae ?? abscissae
    for index in x.indices { columns[index] = family.columns(at: x[index], theta: theta) }
    guard
      let fit = MinimaxFit(
        scaling: &columns, values: narrowed?.values ?? values, width: family.linearCount,
        points: reference)
    else { return nil }
    reference = fit.points
    exchanges += fit.exchanges + 1
    var slope = 0.0
    for k in 0...family.linearCount {
      slope -=
        fit.duals[k]
        * family.slope(at: x[fit.points[k]], theta: theta, coefficients: fit.coefficients)
    }
    return Point(theta: theta, error: fit.error, slope: slope, coefficients: fit.coefficients)
  }

  /// Restricts the search to the samples that can be the worst between two close points: those whose |residual|
  /// reaches `level` at either point.
  private mutating func narrow(to low: Point, _ high: Point, level: Double) {
    var isKept = [Bool](repeating: false, count: values.count)
    for point in [low, high] {
      var largest = SIMD4<Double>.zero
      var places = SIMD4<Int>.zero
      for index in values.indices {
        let row = family.columns(at: abscissae[index], theta: point.theta)
        if (values[index] - (row * point.coefficients).sum()).magnitude >= level {
          isKept[index] = true
        }
        for lane in 0..<family.linearCount where row[lane].magnitude > largest[lane] {
          largest[lane] = row[lane].magnitude
          places[lane] = index
        }
      }
      // Keep the largest element of each column: the column scaling, and so every digit of the result, is unchanged.
      for lane in 0..<family.linearCount { isKept[places[lane]] = true }
    }
    let indices = isKept.indices.filter { isKept[$0] }
    guard indices.count > family.linearCount, 2 * indices.count <= values.count else { return }
    if var positions = reference {
      for k in 0...family.linearCount {
        guard let position = indices.firstIndex(of: positions[k]) else { return }
        positions[k] = position
      }
      reference = positions
    }
    narrowed = (indices, indices.map { abscissae[$0] }, indices.map { values[$0] })
    columns.removeLast(values.count - indices.count)
  }

  /// Returns to all samples.
  private mutating func widen() {
    guard let indices = narrowed?.indices else { return }
    narrowed = nil
    columns += [SIMD4<Double>](repeating: .zero, count: values.count - indices.count)
    guard var positions = reference else { return }
    for k in 0...family.linearCount { positions[k] = indices[positions[k]] }
    reference = positions
  }

  /// The minimum of M, or the first point at which it falls to `bound`.
  private mutating func minimise(from start: Point, step: Double, until bound: Double) -> Point {
    let found = minimise(from: start, step: step, until: bound, narrows: true)
    guard narrowed != nil else { return found }
    // Check with all samples: if no omitted sample is worse here, this is the minimum over all samples too.
    widen()
    if let check = evaluate(found.theta), check.error <= found.error * (1 + 1e-12) { return found }
    return minimise(from: start, step: step, until: bound, narrows: false)
  }

  /// - Parameter narrows: whether the last steps use few samples only; the caller then checks the result.
  private mutating func minimise(
    from start: Point, step: Double, until bound: Double, narrows: Bool
  ) -> Point {
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
    for round in 0..<80 where high.theta - low.theta > 1e-12 * high.theta {
      // Intersection of the two tangents; near its minimum M is the maximum of two smooth pieces.
      let crossing =
        (high.error - low.error + low.slope * low.theta - high.slope * high.theta)
        / (low.slope - high.slope)
      var theta = crossing
      let width = high.theta - low.theta
      if !(theta > low.theta + 0.02 * width && theta < high.theta - 0.02 * width) {
        theta = (low.theta + high.theta) / 2
      }
      if narrows, round == Self.roundsOfAll {
        let least = low.error + low.slope * (crossing - low.theta)
        if least > 0.5 * best.error { narrow(to: low, high, level: 0.9 * least) }
      }
      guard let point = evaluate(theta) else { return best }
      if point.error < best.error { best = point }
      if point.error <= bound { return point }
      if point.slope > 0 { high = point } else { low = point }
    }
    return best
  }

  /// Steps of `minimise` with all samples; after them the worst samples are known.
  private static var roundsOfAll: Int { 3 }

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
    // Every theta between the start and `known` is inside.
    var known = inside
    var looked = Double.nan
    for _ in 0..<80 where (far.theta - inside).magnitude > 1e-11 * far.theta {
      // Newton's method from the outer side, where M is smooth up to the next change of reference.
      var theta = far.theta - (far.error - bound) / far.slope
      let low = min(inside, far.theta)
      let high = max(inside, far.theta)
      let margin = 1e-3 * (high - low)
      if !(theta > low + margin && theta < high - margin) {
        if (far.theta - theta) * direction <= margin, looked != far.theta {
          // Newton's method has converged from outside. One evaluation half a tolerance inside replaces the many
          // bisections that would approach the boundary one by one.
          looked = far.theta
          let near = far.theta - direction * 0.5e-11 * far.theta
          if let point = evaluate(near), point.error <= bound { known = near }
        }
        theta = (low + high) / 2
      }
      if (known - theta) * direction >= 0 {
        inside = theta
        continue
      }
      guard let point = evaluate(theta) else { break }
      if point.error > bound { far = point } else { inside = theta }
    }
    return inside
  }
}
