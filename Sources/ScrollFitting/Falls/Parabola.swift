internal import CurveFitting
internal import ScrollPhysics

/// A free fall fitted to some samples by least squares: y = y0 + v0 t + g t^2 / 2, t from the first of them.
struct Parabola {
  /// The time of the first sample in s, from which the fall counts.
  var origin: Double
  var fall: FreeFall
  var count: Int
  /// The sum of squares in pt^2.
  var sumOfSquares: Double
  /// Of y0, v0 and g, for samples of variance 1.
  var covariance: Covariance

  /// - Returns: nil for fewer than three samples, or times that are all alike.
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

  /// In pt, at a time on the clock of the samples.
  func position(at time: Double) -> Double { fall.position(at: time - origin) }
  /// In pt/s, at a time on the clock of the samples.
  func velocity(at time: Double) -> Double { fall.velocity(at: time - origin) }
  /// The standard deviation of a further sample about the fitted curve, over that of one sample.
  func predictionFactor(at time: Double) -> Double {
    let time = time - origin
    let row = ParameterVector(1, time, time * time / 2)
    return (1 + covariance.variance(along: row)).squareRoot()
  }
  /// When it turns, on the clock of the samples.
  var apexTime: Double { origin - fall.velocity / fall.gravity }
  /// Where it turns, in pt.
  var apex: Double { fall.position - fall.velocity * fall.velocity / (2 * fall.gravity) }
  /// The root mean square of the misses, in pt.
  var rms: Double { (sumOfSquares / Double(count)).squareRoot() }
}
