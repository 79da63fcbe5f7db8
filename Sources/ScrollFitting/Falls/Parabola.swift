internal import CurveFitting
internal import ScrollPhysics

/// A free fall fitted by least squares: y = y0 + v0 t + g t^2 / 2, with t from the first sample.
struct Parabola {
  /// The time of the first sample, t = 0, in s.
  var origin: Double
  var fall: FreeFall
  var count: Int
  /// The sum of squares in pt^2.
  var sumOfSquares: Double
  /// Covariance of y0, v0 and g, for samples of variance 1.
  var covariance: Covariance

  /// - Returns: nil for fewer than three samples or if all times are equal.
  init?(times: ArraySlice<Double>, values: ArraySlice<Double>) {
    guard times.count >= 3, let first = times.first else { return nil }
    let rows = times.map { time in
      let time = time - first
      return ParameterVector(1, time, time * time / 2)
    }
    guard
      let linear = Linearisation(
        jacobian: rows, residuals: Array(values), weights: [], parameterCount: 3)
    else { return nil }
    let found = linear.remainingStep
    origin = first
    fall = FreeFall(position: found[0], velocity: found[1], gravity: found[2])
    count = rows.count
    covariance = linear.unitCovariance
    sumOfSquares = 0
    for (row, value) in zip(rows, values) {
      let miss = value - (row * found).sum()
      sumOfSquares += miss * miss
    }
  }

  /// The position in pt at a time of the recording.
  func position(at time: Double) -> Double { fall.position(at: time - origin) }
  /// The velocity in pt/s at a time of the recording.
  func velocity(at time: Double) -> Double { fall.velocity(at: time - origin) }
  /// The standard deviation of a further sample about the fitted curve, divided by that of one sample.
  func predictionFactor(at time: Double) -> Double {
    let time = time - origin
    let row = ParameterVector(1, time, time * time / 2)
    return (1 + covariance.variance(along: row)).squareRoot()
  }
  /// The time of the turning point, in the time of the recording.
  var apexTime: Double { origin - fall.velocity / fall.gravity }
  /// The position of the turning point, in pt.
  var apex: Double { fall.position - fall.velocity * fall.velocity / (2 * fall.gravity) }
  /// The rms of the residuals, in pt.
  var rms: Double { (sumOfSquares / Double(count)).squareRoot() }
}
