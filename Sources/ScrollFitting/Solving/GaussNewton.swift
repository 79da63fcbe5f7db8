internal import CurveFitting

/// Damped Gauss-Newton: each step is halved until the sum of squares falls.
enum GaussNewton {
  /// Moves coordinates to a local minimum.
  ///
  /// - Returns: whether the gradient vanishes there, and why the iteration ended.
  static func minimise<Coordinates: SteppedCoordinates>(
    _ coordinates: inout Coordinates, _ observations: Observations, evaluations: inout Int
  ) -> (converged: Bool, reason: String) {
    var tangent: Linearisation?
    return minimise(&coordinates, observations, tangent: &tangent, evaluations: &evaluations)
  }

  /// The same, with the curve linearised at the end.
  ///
  /// - Parameter budget: the number of evaluations at which it ends; by default that of `NumericLimits`.
  static func minimise<Coordinates: SteppedCoordinates>(
    _ coordinates: inout Coordinates, _ observations: Observations,
    tangent found: inout Linearisation?, evaluations: inout Int, budget: Int? = nil
  ) -> (converged: Bool, reason: String) {
    var walk = Walk(
      coordinates: coordinates, evaluations: evaluations,
      budget: budget ?? NumericLimits.evaluations(samples: observations.count))
    let ending = walk.minimise(observations)
    coordinates = walk.coordinates as! Coordinates
    (found, evaluations) = (walk.found, walk.evaluations)
    return ending
  }

  /// The iterations, compiled once for all laws.
  private struct Walk {
    var coordinates: any SteppedCoordinates
    var evaluations: Int
    let budget: Int
    /// The curve linearised at the end.
    var found: Linearisation?

    mutating func minimise(_ observations: Observations) -> (converged: Bool, reason: String) {
      guard coordinates.count > 0 else { return (true, "all parameters are fixed") }
      var size = 0.0
      for index in 0..<observations.count {
        size += observations.weight(index) * observations.values[index] * observations.values[index]
      }
      // The part of the gradient that rounding of the curve's values can cause.
      let rounding = 1e-14 * size.squareRoot()
      var isNear = false
      found = coordinates.linearised(observations)
      guard var point = found.map({ Point($0, rounding: rounding) }) else {
        return (false, "the parameters cannot be distinguished")
      }
      let patience = evaluations + min(NumericLimits.poorEvaluations, budget / 3)
      for _ in 0..<200 where evaluations < budget {
        if evaluations > patience, point.sum > NumericLimits.poorShare * observations.variation {
          break
        }
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
          // Most trials fail, so derivatives are computed only for a trial that succeeds.
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
        // Next to the minimum, rounding keeps the sum from decreasing, and later the gradient from vanishing.
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

  /// The linearised curve at a point, with values that are used several times.
  private struct Point {
    let linear: Linearisation
    let sum: Double
    let orthogonality: Double
    /// The part of the gradient that rounding of the curve's values can cause.
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

    /// The change of the sum of squares that rounding can cause; larger next to the minimum, where it is twice the
    /// residuals times a few last digits of the curve.
    var slack: Double { 1e-14 * sum + (isFlat(1e-6) ? 0.1 * rounding * sum.squareRoot() : 0) }
  }
}

extension Observations {
  /// The weighted sum of squares about the weighted mean.
  fileprivate var variation: Double {
    var (total, mean, sum) = (0.0, 0.0, 0.0)
    for index in 0..<count {
      let weight = weight(index)
      total += weight
      guard total > 0 else { continue }
      let miss = values[index] - mean
      mean += weight / total * miss
      sum += weight * miss * (values[index] - mean)
    }
    return sum
  }

  /// A curve's weighted sum of squares, equal to the last bit to that of a linearisation.
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
