internal import CurveFitting

/// The velocity of the content under a finger at the end of a drag, in pt/s.
///
/// From a polynomial of degree 4 fitted to the last six samples: the speed of a finger changes within two or three
/// frames, so a parabola through five samples is wrong by several per cent. The variance has three parts:
///
/// - rounding and noise
/// - the truncation error of the polynomial, estimated by the next term of a geometric series of the degrees: |v4 -
///   v3|^2 / |v3 - v2|, at most |v4 - v3|, v_n the velocity by degree n
/// - the time of the release, which samples show only to a frame
struct ReleaseVelocityEstimate {
  var velocity: Double
  var variance: Double

  /// - Parameters:
  ///   - times: of the samples, in s.
  ///   - values: offsets in pt.
  ///   - end: when the finger lets go, in s.
  ///   - noise: standard deviation of a sample, rounding included, in pt.
  /// - Returns: nil for fewer than five samples.
  init?(times: ArraySlice<Double>, values: ArraySlice<Double>, end: Double, noise: Double) {
    let times = times.suffix(6)
    let values = Array(values.suffix(6))
    guard times.count >= 5, let first = times.first, end > first, let last = values.last else {
      return nil
    }
    // Scaled by the span, so that all columns have similar size. Subtracting the means removes the constant.
    let span = end - first
    var rows = times.map { time in
      let u = (time - end) / span
      return ParameterVector(u, u * u, u * u * u, u * u * u * u)
    }
    let mean = rows.reduce(ParameterVector.zero, +) / Double(rows.count)
    for index in rows.indices { rows[index] -= mean }
    let middle = values.reduce(0) { $0 + ($1 - last) } / Double(values.count)
    func slope(order: Int) -> (velocity: Double, acceleration: Double, variance: Double)? {
      // With the values as residuals, the remaining step is the solution.
      guard
        let linear = Linearisation(
          jacobian: rows.map { row in
            var row = row
            for lane in order..<4 { row[lane] = 0 }
            return row
          }, residuals: values.map { $0 - last - middle }, weights: [], parameterCount: order)
      else { return nil }
      let error = linear.unitCovariance.standardError(0) / span
      return (
        linear.remainingStep[0] / span, 2 * linear.remainingStep[1] / (span * span), error * error
      )
    }
    guard let parabola = slope(order: 2), let cubic = slope(order: 3),
      let quartic = slope(order: 4)
    else { return nil }
    let bend = (quartic.velocity - cubic.velocity).magnitude
    let turn = (cubic.velocity - parabola.velocity).magnitude
    let truncation = turn > bend ? bend * bend / turn : bend
    // The change of speed within the frame in which the finger may have released, by the cubic.
    let frame = span / Double(times.count)
    let change = cubic.acceleration * frame
    velocity = quartic.velocity
    variance =
      quartic.variance * noise * noise + truncation * truncation + change * change / 3
  }
}
