internal import CurveFitting
internal import RealModule
internal import ScrollPhysics

/// Finds the bounce that fits a set of observations, by projection.
///
/// C and phi enter through the linear (a, b); delta is searched for. A fixed phi leaves one linear
/// column, a fixed C none: then a damped Gauss-Newton iteration in the natural coordinates starts
/// from the free minimum.
struct BounceSolver: LawSolver {
  /// The minimum, or the best point when there is none.
  var coordinates: BounceCoordinates
  /// Passes over the data.
  var evaluations: Int
  /// Whether it is a minimum.
  var converged: Bool
  /// Why the search ended.
  var reason: String
  /// Where delta started; nil when it was fixed.
  var start: Double?
  /// `integral`, `grid` or `fixed`.
  var startSource: String
  /// Another local minimum and its sum of squares over the best.
  var secondMinimum: SecondMinimum?
  /// Whether delta lies at the limit of its range.
  var atBound = false
  /// The projected objective at the minimum; nil with a fixed C or delta.
  var projected: ProjectedObjective?
  /// The family projected on.
  var family: ExponentialFamily

  var nonlinear: Double { coordinates.bounce.decayRate }
  var isFamilyFree: Bool { coordinates.isFree.amplitude }

  /// Decay rates between which the scan looks, in 1/s: real bounces lie between 4 and 40. It begins
  /// where the law is a straight line over the whole window, so that one is seen for what it is, and
  /// follows times in a wrong unit. Neighbours differ by a factor of 1.15 at most: a motion recorded
  /// from long after its furthest point has two minima and a maximum between them within a factor of 1.5.
  static func range(_ observations: Observations) -> ProjectedSearch.Range {
    // Beyond these no delta that a double can hold is looked for; infinite spans come of huge stamps.
    let span = min(max(observations.abscissae.last ?? 1, 1e-9), 1e30)
    let lower = min(1, 0.1 / span)
    let upper = max(200, 100 / span)
    let count = Int((Double.log(upper / lower) / Double.log(1.15)).rounded(.up)) + 1
    // Beyond: a motion that a hundredth of the window, or a tenth of a frame, would not show.
    return ProjectedSearch.Range(
      lower: lower, upper: upper, count: count,
      limits: (lower / 10)...max(10 * upper, 10 * Double(observations.count) / span))
  }

  /// Solves; nil when there are too few observations or all columns are alike.
  ///
  /// - Parameter near: a delta near the answer, for problems that change a little at a time.
  init?(_ observations: Observations, options: FitOptions, near: Double?) {
    let fixedPhase = options.fixed["phi"]
    let fixedRate = options.fixed["delta"]
    let fixedAmplitude = options.fixed["C"]
    family = ExponentialFamily(
      degree: 1, constant: options.restOffset,
      fixedShift: fixedAmplitude == nil ? fixedPhase : nil)
    let free = (
      amplitude: fixedAmplitude == nil, decayRate: fixedRate == nil, phase: fixedPhase == nil,
      restOffset: options.restOffset
    )

    evaluations = 0
    if let fixedRate {
      guard
        let point = ProjectedObjective(family, observations, theta: fixedRate)
      else { return nil }
      evaluations = 1
      converged = true
      reason = "linear at the fixed delta"
      startSource = "fixed"
      coordinates = Self.coordinates(family, point, free: free)
    } else {
      let search = Self.search(family, observations, near: near)
      guard let best = search.best else { return nil }
      evaluations = search.evaluations
      start = search.start
      startSource = search.startedFromIntegral ? "integral" : "grid"
      switch search.ending {
      case .converged:
        converged = true
        reason = "gradient is zero to rounding"
      case .atBound(let theta):
        converged = false
        atBound = true
        reason = "the sum of squares falls all the way to delta = \(Printed.significant(theta)) 1/s"
      case .degenerate:
        converged = false
        reason = "the columns of the law cannot be told apart"
      case .budget:
        converged = false
        reason = "the budget of evaluations was used up"
      }
      if let second = search.secondMinimum, best.sumOfSquares > 0 {
        secondMinimum = SecondMinimum(
          value: second.theta, ratio: second.sumOfSquares / best.sumOfSquares)
      }
      projected = best
      coordinates = Self.coordinates(family, best, free: free)
    }
    guard let fixedAmplitude else { return }
    projected = nil
    secondMinimum = nil
    solve(observations, amplitude: fixedAmplitude, phase: fixedPhase)
  }

  private static func search(
    _ family: ExponentialFamily, _ observations: Observations, near: Double?
  ) -> ProjectedSearch {
    if let near {
      let search = ProjectedSearch(family, observations, near: near)
      if search.ending == .converged { return search }
    }
    return ProjectedSearch(family, observations, range: range(observations))
  }

  private static func coordinates(
    _ family: ExponentialFamily, _ point: ProjectedObjective,
    free: (amplitude: Bool, decayRate: Bool, phase: Bool, restOffset: Bool)
  ) -> BounceCoordinates {
    let beta = point.coefficients
    let bounce =
      if let phase = family.fixedShift {
        CriticalBounce(amplitude: beta[0], decayRate: point.theta, phase: phase)
      } else {
        CriticalBounce(decayRate: point.theta, displacement: beta[0], slope: beta[1])
      }
    return BounceCoordinates(
      bounce: bounce, restOffset: family.constant ? beta[family.linearCount - 1] : 0, isFree: free)
  }

  /// Damped Gauss-Newton with C fixed: the step is halved until the sum of squares falls.
  private mutating func solve(_ observations: Observations, amplitude: Double, phase: Double?) {
    let found = coordinates.bounce
    coordinates.bounce = CriticalBounce(
      amplitude: amplitude, decayRate: found.decayRate, phase: phase ?? found.phase ?? 0)
    converged = coordinates.count == 0
    reason = coordinates.count == 0 ? "all parameters are fixed" : "the budget was used up"
    guard coordinates.count > 0 else { return }
    for _ in 0..<200 {
      guard let linear = coordinates.linearised(observations) else {
        reason = "the parameters cannot be told apart"
        return
      }
      evaluations += 1
      let step = linear.remainingStep
      var damping = 1.0
      var next = coordinates.moved(by: step)
      while damping > 1e-10 {
        next = coordinates.moved(by: damping * step)
        evaluations += 1
        if let sum = next.linearised(observations)?.sumOfSquares, next.bounce.decayRate > 0,
          sum <= linear.sumOfSquares * (1 + 1e-14)
        {
          break
        }
        damping /= 2
      }
      let done = linear.orthogonality < 1e-11 || damping <= 1e-10
      if damping > 1e-10 { coordinates = next }
      if done {
        converged = linear.orthogonality < 1e-6
        reason = converged ? "gradient is zero to rounding" : "no damped step improves"
        return
      }
    }
  }
}
