internal import CurveFitting

extension CollisionCoordinates {
  /// The minimum of the sum of squares over (e, t1, v1/g), with the floor and g projected out:
  /// y = f + g u(t; e, t1, v1/g), where u is the same motion for g = 1.
  ///
  /// Returns the coordinates unchanged when a parameter is fixed or the search finds no minimum.
  func projected(
    _ observations: Observations, isRough: Bool,
    known: [(coordinates: CollisionCoordinates, sum: Double)], evaluations: inout Int
  ) -> CollisionCoordinates? {
    guard free == .first(5), gravity != 0, let span = observations.abscissae.last, span > 0
    else { return self }
    let times = observations.abscissae
    let n = times.count
    var unit = self
    unit.gravity = 1
    unit.floor = 0
    let falls = unit
    let model = SampledModel(rowCount: n, linearCount: 2, sizes: [1, span, span]) { theta, curves in
      var fall = falls
      (fall.elasticity, fall.contactTime, fall.velocity) = (theta[0], theta[1], theta[2])
      guard fall.isValid else { return false }
      for (row, value) in fall.values(at: times).enumerated() {
        curves[row] = value
        curves[n + row] = 1
      }
      return true
    }
    var options = SeparableFit.Options()
    options.maximumIterations = 40
    options.maximumPolish = 0
    let found = SeparableFit(
      model, values: observations.values, weights: observations.weights,
      start: [elasticity, contactTime, velocity / gravity], options: options)
    evaluations += found.evaluations
    guard found.coefficients.count == 2 else { return self }
    var result = self
    result.elasticity = found.nonlinear[0]
    result.contactTime = found.nonlinear[1]
    result.gravity = found.coefficients[0]
    result.velocity = found.coefficients[0] * found.nonlinear[2]
    result.floor = found.coefficients[1]
    guard result.isValid, result.sumOfSquares(observations) <= sumOfSquares(observations) else {
      return self
    }
    return result
  }
}
