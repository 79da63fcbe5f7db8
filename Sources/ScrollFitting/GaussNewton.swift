internal import CurveFitting

/// Damped Gauss-Newton: each step is halved until the sum of squares falls.
enum GaussNewton {
  /// Moves coordinates to the nearest minimum.
  ///
  /// - Returns: whether the gradient vanishes there, and why the iteration ended.
  static func minimise<Coordinates: SteppedCoordinates>(
    _ coordinates: inout Coordinates, _ observations: Observations, evaluations: inout Int
  ) -> (converged: Bool, reason: String) {
    var tangent: Linearisation?
    return minimise(&coordinates, observations, tangent: &tangent, evaluations: &evaluations)
  }

  /// The same, with the curve linearised at the end.
  static func minimise<Coordinates: SteppedCoordinates>(
    _ coordinates: inout Coordinates, _ observations: Observations,
    tangent found: inout Linearisation?, evaluations: inout Int
  ) -> (converged: Bool, reason: String) {
    var walk = Walk(coordinates: coordinates, evaluations: evaluations)
    let ending = walk.minimise(observations)
    coordinates = walk.coordinates as! Coordinates
    (found, evaluations) = (walk.found, walk.evaluations)
    return ending
  }

  /// The iterations, compiled once for all laws.
  private struct Walk {
    var coordinates: any SteppedCoordinates
    var evaluations: Int
    /// The curve linearised at the end.
    var found: Linearisation?

    init(coordinates: any SteppedCoordinates, evaluations: Int) {
      self.coordinates = coordinates
      self.evaluations = evaluations
    }

    mutating func minimise(_ observations: Observations) -> (converged: Bool, reason: String) {
      guard coordinates.count > 0 else { return (true, "all parameters are fixed") }
      var size = 0.0
      for index in 0..<observations.count {
        size += observations.weight(index) * observations.values[index] * observations.values[index]
      }
      // What rounding of the curve's values alone may leave of the gradient.
      let rounding = 1e-14 * size.squareRoot()
      var isNear = false
      found = coordinates.linearised(observations)
      guard var point = found.map({ Point($0, rounding: rounding) }) else {
        return (false, "the parameters cannot be told apart")
      }
      for _ in 0..<200 {
        evaluations += 1
        let step = point.linear.remainingStep
        let slack = point.slack
        var damping = 1.0
        var next = coordinates
        var reached = point
        var falls = false
        while damping > 1e-10 {
          next = coordinates.moved(by: damping * step)
          evaluations += 1
          // Most trials fail: the derivatives are taken where one does not.
          if next.isValid {
            let sum = observations.rootedSumOfSquares(of: next.curve(observations))
            if sum <= point.sum + slack, let there = next.linearised(observations) {
              falls = sum < point.sum - slack
              reached = Point(there, rounding: rounding)
              break
            }
          }
          damping /= 2
        }
        // Next to the minimum rounding keeps the gradient from vanishing, and the sum from falling: the sum does so first.
        let settles = reached.orthogonality < 0.5 * point.orthogonality
        isNear = point.isFlat(1e-6)
        let done = point.isFlat(1e-11) || damping <= 1e-10 || (!falls && !settles && isNear)
        if damping > 1e-10 { coordinates = next }
        point = reached
        found = reached.linear
        if done {
          return (isNear, isNear ? "gradient is zero to rounding" : "no damped step improves")
        }
      }
      return (isNear, isNear ? "gradient is zero to rounding" : "the budget was used up")
    }
  }

  /// The curve linearised on the way, with what is asked of it several times.
  private struct Point {
    let linear: Linearisation
    let sum: Double
    let orthogonality: Double
    /// What rounding of the curve's values alone may leave of the gradient.
    private let rounding: Double

    init(_ linear: Linearisation, rounding: Double) {
      self.linear = linear
      sum = linear.sumOfSquares
      orthogonality = linear.orthogonality
      self.rounding = rounding
    }

    func isFlat(_ limit: Double) -> Bool {
      orthogonality < limit || orthogonality * sum.squareRoot() <= rounding
    }

    /// What rounding may change of the sum next to the minimum: twice the residuals times some last digits of the curve.
    var slack: Double { 1e-14 * sum + (isFlat(1e-6) ? 0.1 * rounding * sum.squareRoot() : 0) }
  }
}

extension Observations {
  /// A curve's weighted sum of squares to the last bit as a linearisation has it.
  fileprivate func rootedSumOfSquares(of curve: [Double]) -> Double {
    var sum = 0.0
    for index in 0..<count {
      var miss = values[index] - curve[index]
      if !weights.isEmpty { miss *= weights[index].squareRoot() }
      sum = sum.addingProduct(miss, miss)
    }
    return sum
  }
}
