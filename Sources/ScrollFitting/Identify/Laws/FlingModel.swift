package import CurveFitting
package import ScrollPhysics

/// x = x0 + D B((t - t0)/T): Chromium's fling with its derivatives, for a speed v in px/s, a start t0 in s and, where
/// the view has limited its distance, the slope s at the start.
///
/// T = min(2 s, v / 2300); D = v^2 / 5291, or v T / s where it is limited. See ``BezierFling``.
package struct FlingModel: SeparableModel {
  private let times: [Double]
  private let direction: Double
  private let speeds: ClosedRange<Double>
  package let nonlinearCount: Int

  package var rowCount: Int { times.count }
  package let linearCount = 1
  package let hasOffset = true

  /// - Parameters:
  ///   - times: in s.
  ///   - direction: the sign of the velocity.
  ///   - isLimited: whether s is a parameter.
  ///   - speeds: the range of v in px/s.
  package init(
    times: [Double], direction: Double, isLimited: Bool,
    speeds: ClosedRange<Double> = 0...Double.infinity
  ) {
    self.times = times
    self.direction = direction
    self.speeds = speeds
    nonlinearCount = isLimited ? 3 : 2
  }

  /// The fling of some parameters; nil outside their range.
  package static func fling(_ theta: [Double], _ direction: Double) -> BezierFling? {
    guard theta[0] > 0, theta[0] < 1e6 else { return nil }
    let velocity = direction * theta[0]
    return theta.count == 2
      ? BezierFling(velocity: velocity) : BezierFling(velocity: velocity, slope: theta[2])
  }

  package func evaluate(at theta: [Double], into matrices: inout SeparableMatrices) -> Bool {
    guard speeds.contains(theta[0]), let fling = Self.fling(theta, direction),
      theta[1].magnitude < 0.9 * fling.duration
    else { return false }
    let (n, speed, slope, duration) = (times.count, theta[0], fling.slope, fling.duration)
    let isLimited = theta.count == 3
    let way = fling.distance
    // Derivatives by v: of T, D and s.
    let later = duration < BezierFling.longest ? 1 / BezierFling.speedPerSecond : 0
    let further =
      direction
      * (isLimited
        ? (duration + speed * later) / slope : 2 * speed / BezierFling.doubleDeceleration)
    let steeper = isLimited ? 0 : slope * (later / duration - 1 / speed)
    let isSteep = 0.2 * slope > 1
    var points = Easing.Points(fling.easing)
    for row in 0..<n {
      let u = (times[row] - theta[1]) / duration
      let point = points.next(at: u)
      let (s, left) = (point.parameter, 1 - point.parameter)
      // The control point is (0.2, 0.2 s), or (1/s, 1) where that is too high.
      let control = 3 * s * left * left
      let bySlope = isSteep ? control * point.slope / (slope * slope) : 0.2 * control
      matrices.columns[row] = 1
      matrices.offset[row] = way * point.value
      matrices.offsetSlopes[row] =
        further * point.value
        + way * (bySlope * steeper - point.slope * u * later / duration)
      matrices.offsetSlopes[n + row] = -way * point.slope / duration
      if isLimited {
        matrices.offsetSlopes[2 * n + row] = way * (bySlope - point.value / slope)
      }
    }
    return true
  }
}
