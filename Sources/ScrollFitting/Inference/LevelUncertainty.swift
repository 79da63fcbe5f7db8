internal import CurveFitting

/// The uncertainty of a constant that a fit fixes at an observed rest position. All samples at rest have the same
/// rounding error, so the error of the level is uniform and does not decrease with their number.
///
/// Its effect on all other quantities: if the level is raised by e, the free coordinates move by the least-squares
/// solution for -e df/dlevel.
struct LevelUncertainty<Coordinates: MovableCoordinates> {
  /// The maximum error of the level, in pt; 0 for an exact level.
  let bound: Double
  private let present: Coordinates
  /// The coordinates if the level is higher by `bound`.
  private let raised: Coordinates

  /// - Parameter raise: raises the level of coordinates by a distance in pt.
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

  /// The maximum error of a quantity caused by that of the level.
  func bound(of quantity: (Coordinates) -> Double?) -> Double {
    guard bound > 0, let here = quantity(present), let there = quantity(raised) else { return 0 }
    return (there - here).magnitude
  }

  /// The variance of a quantity caused by the uniform error of the level.
  func variance(of quantity: (Coordinates) -> Double?) -> Double {
    let bound = bound(of: quantity)
    return bound * bound / 3
  }
}

extension Estimate {
  /// Sets the interval of an estimate whose variance includes that of one uniform error.
  ///
  /// - Parameter bound: the maximum of that error.
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

  /// Half the width of the interval of an estimate whose error includes one uniform error.
  ///
  /// - Parameters:
  ///   - error: the standard error of both parts together.
  ///   - bound: the maximum of the uniform error.
  ///   - student: the quantile of Student's t for the other part, whose scatter a few samples determine poorly.
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
  /// Tests whether an estimate has a value, by Student's t. If its error includes one uniform rounding error, the test
  /// uses the distribution of the sum of both. Nil for an estimate without an error.
  ///
  /// - Parameter uniform: the maximum of that rounding error.
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
