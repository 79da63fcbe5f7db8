internal import CurveFitting
internal import RealModule
internal import ScrollPhysics

/// Estimates of e from single flights: from heights, speeds and flight times, with a test whether e is equal at
/// every rebound.
///
/// A free parabola through the samples of flight n has its turning point h_n above the floor, reaches the floor
/// with the speed w_n = sqrt(2 g_n h_n) and lasts T_n = 2 w_n / g_n. By the law each contact multiplies h_n by e^2,
/// and w_n and T_n by e. So **ln q_n = ln q_0 + n ln e** for q = sqrt(h), w and T: the weighted
/// regression line over the flights has the slope ln e.
///
/// The errors of h_n and g_n come from the parabola, with one residual variance for all flights, shrunk towards that
/// of rounding as in `FitErrors`, and from the floor of the joint fit. Flights with fewer than four samples are left
/// out. So are flights whose quantity has a relative error above 30 %, where the logarithm is not linear.
struct SeparateElasticity {
  /// The regression line of one quantity.
  struct Line {
    var elasticity: Double
    var standardError: Double
    /// Number of flights in the regression.
    var count: Int
    /// The weighted sum of squared residuals of the line.
    var chiSquare: Double
  }

  /// The lines of heights, speeds at the floor and flight times; nil with fewer than two flights.
  private(set) var heights: Line?
  private(set) var speeds: Line?
  private(set) var times: Line?
  /// Degrees of freedom of the residual variance.
  private(set) var degrees = 0.0
  /// Square roots of the ratios of consecutive heights, with the number of the contact between them.
  private(set) var ratios: [(contact: Int, elasticity: Double)] = []

  /// Minimum number of samples of a flight that is used.
  private static let least = 4
  /// Maximum standard error of a logarithm.
  private static let mostError = 0.3

  /// - Parameters:
  ///   - floorError: the standard error of the joint fit's floor, in pt.
  ///   - rounding: the standard deviation of rounding, in pt; nil when unknown.
  init(
    _ observations: Observations, _ joint: CollisionCoordinates, floorError: Double,
    rounding: Double?
  ) {
    var flights: [(number: Int, curve: Parabola)] = []
    var start = 0
    let count = observations.count
    while start < count, let flight = joint.flight(at: observations.abscissae[start]) {
      var end = start + 1
      while end < count, joint.flight(at: observations.abscissae[end])?.number == flight.number {
        end += 1
      }
      if end - start >= Self.least,
        let curve = Parabola(
          times: observations.abscissae[start..<end], values: observations.values[start..<end])
      {
        flights.append((flight.number, curve))
      }
      start = end
    }
    degrees = flights.reduce(0) { $0 + Double($1.curve.count - 3) }
    guard degrees > 0 else { return }
    let found = flights.reduce(0) { $0 + $1.curve.sumOfSquares } / degrees
    let variance = FitErrors.drawn(found, floor: rounding ?? 0, degrees: degrees)
    guard variance > 0 else { return }

    var rows: [(number: Int, height: Double, gravity: Double, errors: Errors)] = []
    let direction = joint.gravity < 0 ? -1.0 : 1
    for (number, curve) in flights {
      let gravity = direction * curve.fall.gravity
      let height = direction * (joint.floor - curve.apex)
      guard gravity > 0, height > 0 else { continue }
      // apex = y0 - v0^2 / 2 g.
      let turn = curve.fall.velocity / curve.fall.gravity
      let byParameters = -direction / height * ParameterVector(1, -turn, turn * turn / 2)
      let errors = Errors(
        height: byParameters, gravity: ParameterVector(0, 0, 1 / curve.fall.gravity),
        covariance: curve.covariance.scaled(by: variance), floor: floorError / height)
      rows.append((number, height, gravity, errors))
    }
    func line(height: Double, gravity: Double) -> Line? {
      Line(
        rows.map { row in
          (
            row.number, height * Double.log(row.height) + gravity * Double.log(row.gravity),
            row.errors.variance(height: height, gravity: gravity)
          )
        }.filter { $0.2.squareRoot() < Self.mostError })
    }
    heights = line(height: 0.5, gravity: 0)
    speeds = line(height: 0.5, gravity: 0.5)
    times = line(height: 0.5, gravity: -0.5)
    ratios = zip(rows, rows.dropFirst()).compactMap { before, after in
      guard after.number == before.number + 1,
        after.errors.variance(height: 0.5, gravity: 0).squareRoot() < Self.mostError
      else { return nil }
      return (after.number, (after.height / before.height).squareRoot())
    }
  }

  /// Derivatives and errors of the logarithms of a flight's height and g.
  private struct Errors {
    /// Derivatives of ln h and ln g by the parameters of the parabola.
    var height: ParameterVector
    var gravity: ParameterVector
    var covariance: Covariance
    /// The standard error of the floor divided by the height.
    var floor: Double

    /// The variance of a ln h + b ln g.
    func variance(height a: Double, gravity b: Double) -> Double {
      covariance.variance(along: a * height + b * gravity) + a * a * floor * floor
    }
  }
}

extension SeparateElasticity.Line {
  /// The weighted regression line of ln q_n over n.
  fileprivate init?(_ points: [(number: Int, value: Double, variance: Double)]) {
    guard points.count >= 2 else { return nil }
    var weights = 0.0
    var mean = (number: 0.0, value: 0.0)
    for point in points {
      weights += 1 / point.variance
      mean.number += Double(point.number) / point.variance
      mean.value += point.value / point.variance
    }
    mean = (mean.number / weights, mean.value / weights)
    var square = 0.0
    var product = 0.0
    for point in points {
      let offset = Double(point.number) - mean.number
      square += offset * offset / point.variance
      product += offset * (point.value - mean.value) / point.variance
    }
    guard square > 0 else { return nil }
    let slope = product / square
    elasticity = Double.exp(slope)
    standardError = elasticity / square.squareRoot()
    count = points.count
    chiSquare = points.reduce(0) {
      let miss = $1.value - mean.value - slope * (Double($1.number) - mean.number)
      return $0 + miss * miss / $1.variance
    }
  }
}
