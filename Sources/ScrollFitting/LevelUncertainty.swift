internal import CurveFitting

/// A constant that a fit holds at the place where something was seen to rest: all samples there repeat one
/// rounding error, so its error is uniform and does not shrink with their number.
///
/// What that error makes of everything else: where the level is raised by e, the free coordinates move by the
/// least-squares answer to -e df/dlevel.
struct LevelUncertainty<Coordinates: MovableCoordinates> {
  /// The largest error of the level, in pt; 0 for a level that is exact.
  let bound: Double
  private let present: Coordinates
  /// The coordinates for a level that is higher by `bound`.
  private let raised: Coordinates

  /// - Parameter raise: raises the level of coordinates.
  init(
    _ coordinates: Coordinates, _ observations: Observations, bound: Double,
    raise: (inout Coordinates, Double) -> Void
  ) {
    present = coordinates
    self.bound = bound
    var other = coordinates
    raise(&other, bound)
    if bound > 0, coordinates.count > 0 {
      let times = observations.abscissae
      let answer = Linearisation(
        jacobian: times.map(coordinates.jacobianRow(at:)),
        residuals: times.map { coordinates.value(at: $0) - other.value(at: $0) },
        weights: observations.weights, parameterCount: coordinates.count)
      other = other.moved(by: answer?.remainingStep ?? .zero)
    }
    raised = other
  }

  /// The largest error of a quantity by that of the level.
  func bound(of quantity: (Coordinates) -> Double?) -> Double {
    guard bound > 0, let here = quantity(present), let there = quantity(raised) else { return 0 }
    return (there - here).magnitude
  }

  /// The variance of a quantity by the level: that of a uniform error.
  func variance(of quantity: (Coordinates) -> Double?) -> Double {
    let bound = bound(of: quantity)
    return bound * bound / 3
  }
}

extension Estimate {
  /// Restates the interval of an estimate whose variance includes that of one uniform error.
  ///
  /// - Parameter bound: the largest size of that error.
  mutating func setInterval(uniform bound: Double, confidence: Double) {
    guard let value, let error = standardError, bound > 0, let degrees = intervalDegrees else {
      return
    }
    let student = Distribution.studentQuantile(twoSided: 1 - confidence, degrees: degrees)
    let half = Self.reach(
      error: error, uniform: bound, student: student, confidence: confidence)
    guard half.isFinite else { return }
    interval = Interval(lower: value - half, upper: value + half)
    intervalFactor = half / error
  }

  /// Half the width of the interval of an estimate whose error is in part one uniform error.
  ///
  /// - Parameters:
  ///   - error: the standard error, of both parts.
  ///   - bound: the largest size of the uniform one.
  ///   - student: the quantile of Student's t of the other part, as few samples know their scatter badly.
  static func reach(
    error: Double, uniform bound: Double, student: Double, confidence: Double
  ) -> Double {
    let alpha = 1 - confidence
    let scatter = max(0, error * error - bound * bound / 3).squareRoot()
    let normal = Distribution.uniformNormalQuantile(twoSided: alpha, uniform: 0, normal: 1)
    return Distribution.uniformNormalQuantile(
      twoSided: alpha, uniform: bound, normal: scatter * student / normal)
  }
}

extension HypothesisTest {
  /// Whether an estimate has a value, by Student's t and, where one rounding error is part of its error, by
  /// the sum of both; nil for one without an error.
  ///
  /// - Parameter uniform: the largest size of that rounding error.
  init?(_ estimate: Estimate?, equals value: Double, uniform: Double = 0) {
    guard let estimate, let found = estimate.value, let error = estimate.standardError, error > 0,
      let degrees = estimate.intervalDegrees
    else { return nil }
    let statistic = (found - value) / error
    let scatter = max(0, error * error - uniform * uniform / 3).squareRoot()
    self.init(
      hypothesis: "\(estimate.key) = \(Printed.short(value))", statistic: statistic,
      probability: uniform > 0
        ? Distribution.uniformNormalTail(found - value, uniform: uniform, normal: scatter)
        : Distribution.studentTwoSidedTail(statistic, degrees: degrees))
  }
}
