internal import CurveFitting
internal import RealModule
internal import ScrollPhysics

/// e from each flight by itself: from heights, from speeds and from flight times, and whether it is the same
/// at every rebound.
///
/// A free parabola through the samples of flight n has its turning point h_n above the floor, meets the floor
/// with the speed w_n = sqrt(2 g_n h_n) and stays up for T_n = 2 w_n / g_n. By the law h_n falls by e^2 with every
/// contact, w_n and T_n by e, so **ln q_n = ln q_0 + n ln e** for q = sqrt(h), w and T: the weighted
/// regression line through the flights has the slope ln e.
///
/// Errors of h_n and g_n come from the parabola, with one variance of residuals for all of them, drawn to that of
/// rounding as everywhere (`FitErrors`), and from the floor, that of the joint fit. Flights of fewer than four
/// samples are left out, and those of which the quantity is not known to 30 %: a logarithm is no
/// straight line there.
struct SeparateElasticity {
  /// One way to look at it.
  struct Line {
    var elasticity: Double
    var standardError: Double
    /// Flights it is made of.
    var count: Int
    /// The weighted sum of squares about the line.
    var chiSquare: Double
  }

  /// By the heights, the speeds at the floor and the flight times; nil with fewer than two flights.
  private(set) var heights: Line?
  private(set) var speeds: Line?
  private(set) var times: Line?
  /// Degrees of freedom of the variance of residuals.
  private(set) var degrees = 0.0
  /// Square roots of the ratios of neighbouring heights, with the contact between them.
  private(set) var ratios: [(contact: Int, elasticity: Double)] = []

  /// The least samples of a flight that is looked at by itself.
  private static let least = 4
  /// The largest error of a logarithm.
  private static let mostError = 0.3

  /// - Parameters:
  ///   - floorError: the standard error of the joint fit's floor, in pt.
  ///   - rounding: the standard deviation of rounding, in pt; nil when it is not known.
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

  /// What the logarithms of a flight's height and g depend on.
  private struct Errors {
    /// d ln h and d ln g by the parameters of the parabola.
    var height: ParameterVector
    var gravity: ParameterVector
    var covariance: Covariance
    /// The error of the floor over the height.
    var floor: Double

    /// The variance of a ln h + b ln g.
    func variance(height a: Double, gravity b: Double) -> Double {
      covariance.variance(along: a * height + b * gravity) + a * a * floor * floor
    }
  }
}

extension SeparateElasticity.Line {
  /// The weighted line through ln q_n over n.
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
