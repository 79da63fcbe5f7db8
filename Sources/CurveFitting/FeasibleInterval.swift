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
    var search = FeasibleSearch(family, observations, bound: bound, limits: limits)
    let step = FeasibleSearch<Family>.step(scale, from: start)
    guard let found = search.run(from: start, step: step) else { return nil }
    smallestError = found.lowest.error
    bestTheta = found.lowest.theta
    interval = found.interval
    exchanges = search.exchanges
  }

  /// Whether the interval is not empty, which often one minimax fit can tell; nil when no minimax fit
  /// exists. The parameters are those of `init`.
  @_specialize(where Family == ExponentialFamily)
  @_specialize(where Family == HyperbolicFamily)
  public static func exists<Family: ProjectionFamily>(
    _ family: Family, _ observations: Observations, bound: Double, start: Double,
    scale: Double, limits: ClosedRange<Double>
  ) -> Bool? {
    var search = FeasibleSearch(family, observations, bound: bound, limits: limits)
    let step = FeasibleSearch<Family>.step(scale, from: start)
    return search.inside(from: start, step: step).map { $0.error <= bound }
  }
}

/// The search for a feasible interval of one family.
private struct FeasibleSearch<Family: ProjectionFamily> {
  let family: Family
  let abscissae: [Double]
  let values: [Double]
  let bound: Double
  let limits: ClosedRange<Double>
  var exchanges = 0
  private var reference: SIMD4<Int>?
  /// Memory for the columns at one theta.
  private var columns: [SIMD4<Double>]
  /// The samples looked at where not all are.
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

  /// The first step from a start.
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

  /// A point at which M is within the bound, or else its minimum.
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

  /// Looks from now on only at the samples that can be the worst between two points near each other:
  /// those whose residual reaches `level` at either.
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
      // The scale of the columns stays, and with it every digit of the answer.
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

  /// Looks at all samples again.
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
    // No sample left out may be worse at the answer: the others then have their minimum there, and all have.
    widen()
    if let check = evaluate(found.theta), check.error <= found.error * (1 + 1e-12) { return found }
    return minimise(from: start, step: step, until: bound, narrows: false)
  }

  /// - Parameter narrows: whether the last steps look at few samples only, and leave it at that.
  private mutating func minimise(
    from start: Point, step: Double, until bound: Double, narrows: Bool
  ) -> Point {
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
    for round in 0..<80 where high.theta - low.theta > 1e-12 * high.theta {
      // Where the two tangents meet; M is close to a maximum of smooth pieces there.
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

  /// Steps of `minimise` after which the worst samples are known.
  private static var roundsOfAll: Int { 3 }

  /// Where M crosses the bound in one direction, on the inner side, to 1e-11 relative.
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
    // All up to here is known to be inside.
    var known = inside
    var looked = Double.nan
    for _ in 0..<80 where (far.theta - inside).magnitude > 1e-11 * far.theta {
      // Newton from the outer side, where M is smooth up to the next change of reference.
      var theta = far.theta - (far.error - bound) / far.slope
      let low = min(inside, far.theta)
      let high = max(inside, far.theta)
      let margin = 1e-3 * (high - low)
      if !(theta > low + margin && theta < high - margin) {
        if (far.theta - theta) * direction <= margin, looked != far.theta {
          // Newton has arrived, from outside. A look half a tolerance within spares the halvings that would
          // come up to there one by one.
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
