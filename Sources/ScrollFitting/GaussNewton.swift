internal import CurveFitting

/// Damped Gauss-Newton: each step is halved until the sum of squares falls.
enum GaussNewton {
  /// Moves coordinates to the nearest minimum.
  ///
  /// - Returns: whether the gradient vanishes there, and why the iteration ended.
  static func minimise<Coordinates: SteppedCoordinates>(
    _ coordinates: inout Coordinates, _ observations: Observations, evaluations: inout Int
  ) -> (converged: Bool, reason: String) {
    guard coordinates.count > 0 else { return (true, "all parameters are fixed") }
    var size = 0.0
    for index in 0..<observations.count {
      size += observations.weight(index) * observations.values[index] * observations.values[index]
    }
    // What rounding of the curve's values alone may leave of the gradient.
    let rounding = 1e-14 * size.squareRoot()
    /// What it may change of a sum of squares next to the minimum: twice the residuals times some last digits of the curve.
    func slack(_ linear: Linearisation, _ sum: Double) -> Double {
      1e-14 * sum + (isFlat(linear, 1e-6) ? 0.1 * rounding * sum.squareRoot() : 0)
    }
    func isFlat(_ linear: Linearisation, _ limit: Double) -> Bool {
      linear.orthogonality < limit
        || linear.orthogonality * linear.sumOfSquares.squareRoot() <= rounding
    }
    var isNear = false
    var found = coordinates.linearised(observations)
    for _ in 0..<200 {
      guard let linear = found else { return (false, "the parameters cannot be told apart") }
      evaluations += 1
      let step = linear.remainingStep
      let present = linear.sumOfSquares
      let slack = slack(linear, present)
      var damping = 1.0
      var next = coordinates.moved(by: step)
      var falls = false
      while damping > 1e-10 {
        next = coordinates.moved(by: damping * step)
        evaluations += 1
        // Most trials fail: the derivatives are taken where one does not.
        if next.isValid {
          let sum = next.rootedSumOfSquares(observations)
          if sum <= present + slack, let there = next.linearised(observations) {
            falls = sum < present - slack
            found = there
            break
          }
        }
        damping /= 2
      }
      // Next to the minimum rounding keeps the gradient from vanishing, and the sum from falling: the sum does so first.
      let settles = (found?.orthogonality ?? 0) < 0.5 * linear.orthogonality
      let done =
        isFlat(linear, 1e-11) || damping <= 1e-10
        || (!falls && !settles && isFlat(linear, 1e-6))
      if damping > 1e-10 { coordinates = next }
      isNear = isFlat(linear, 1e-6)
      if done {
        return (isNear, isNear ? "gradient is zero to rounding" : "no damped step improves")
      }
    }
    return (isNear, isNear ? "gradient is zero to rounding" : "the budget was used up")
  }
}

extension CurveCoordinates {
  /// The weighted sum of squares to the last bit as a linearisation has it.
  fileprivate func rootedSumOfSquares(_ observations: Observations) -> Double {
    var sum = 0.0
    let curve = curve(observations)
    for index in 0..<observations.count {
      var miss = observations.values[index] - curve[index]
      if !observations.weights.isEmpty { miss *= observations.weights[index].squareRoot() }
      sum = sum.addingProduct(miss, miss)
    }
    return sum
  }
}
