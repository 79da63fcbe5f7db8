/// The interval of theta in which the projected objective stays within a threshold of its minimum.
///
/// {theta : R(theta) <= R(best) + t^2 s^2}. The projected objective is the profile likelihood, so the interval
/// needs no linear approximation.
public struct ProfileInterval: Sendable {
  /// Lower end; nil if the objective stays below the threshold down to the limit.
  public var lower: Double?
  /// Upper end; nil if the objective stays below the threshold up to the limit.
  public var upper: Double?
  /// Number of passes over the data.
  public var evaluations = 0

  /// Finds both ends.
  ///
  /// - Parameters:
  ///   - family: the curves.
  ///   - observations: the data.
  ///   - best: the minimum.
  ///   - rise: t^2 s^2, the allowed rise of R.
  ///   - limits: the range of theta to search.
  @_specialize(where Family == ExponentialFamily)
  @_specialize(where Family == HyperbolicFamily)
  public init<Family: ProjectionFamily>(
    _ family: Family, _ observations: Observations, best: ProjectedObjective,
    rise: Double, limits: ClosedRange<Double>
  ) {
    guard rise > 0, rise.isFinite, best.hessian > 0 else { return }
    let reach = (2 * rise / best.hessian).squareRoot()
    let target = best.sumOfSquares + rise
    func end(_ direction: Double) -> Double? {
      // Bracket by doubling, then a quadratic through value and slope; bisection where that fails.
      var inside = best.theta
      var outside = best.theta + direction * reach
      var point: ProjectedObjective?
      for _ in 0..<60 {
        let clamped = max(limits.lowerBound, min(limits.upperBound, outside))
        evaluations += 1
        guard let next = ProjectedObjective(family, observations, theta: clamped) else {
          return nil
        }
        point = next
        outside = clamped
        if next.sumOfSquares >= target { break }
        guard clamped > limits.lowerBound, clamped < limits.upperBound else { return nil }
        inside = clamped
        outside = best.theta + 2 * (clamped - best.theta)
      }
      guard var current = point, current.sumOfSquares >= target else { return nil }
      for _ in 0..<60 {
        var next = current.theta - (current.sumOfSquares - target) / current.gradient
        if !(next > min(inside, outside) && next < max(inside, outside)) {
          next = (inside + outside) / 2
        }
        let step = (next - current.theta).magnitude
        evaluations += 1
        guard let new = ProjectedObjective(family, observations, theta: next) else { return next }
        if new.sumOfSquares >= target { outside = next } else { inside = next }
        current = new
        if step <= 1e-10 * next { break }
      }
      return current.theta
    }
    lower = end(-1)
    upper = end(1)
  }
}
