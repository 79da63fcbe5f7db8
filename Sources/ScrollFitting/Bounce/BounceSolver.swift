internal import CurveFitting
internal import ScrollPhysics

/// Finds the bounce that fits observations best, by projection over delta.
///
/// C and phi enter through the linear (a, b). A fixed phi leaves one linear column. With a fixed C there is none; a
/// damped Gauss-Newton iteration in the natural coordinates then starts from the free minimum.
struct BounceSolver: ScanningSolver {
  var coordinates: BounceCoordinates
  var outcome: SolverOutcome
  var family: (any ProjectionFamily)? { columns }
  private let columns: ExponentialFamily

  var nonlinear: Double { coordinates.bounce.decayRate }
  func relativeChange(_ step: ParameterVector) -> Double {
    (coordinates.decayRateGradient * step).sum() / nonlinear
  }
  var isFamilyFree: Bool { coordinates.isFree.amplitude }

  /// The range of decay rates for the scan, in 1/s; real bounces have 4 to 40.
  ///
  /// It starts at rates for which the law is a straight line over the window, so that a straight line is recognised,
  /// and it includes times in a wrong unit. Neighbours differ by a factor of at most 1.15: a motion recorded from long
  /// after its furthest point has two minima and a maximum between them within a factor of 1.5.
  static func range(_ observations: Observations) -> ProjectedSearch.Range {
    .rates(observations, lowest: (1, 0.1), highest: (200, 100), ratio: 1.15)
  }

  /// Solves; nil for too few observations or linearly dependent columns.
  ///
  /// - Parameter near: a bounce near the solution, for a series of similar problems.
  init?(_ observations: Observations, options: FitOptions, near: BounceCoordinates?) {
    let fixedPhase = options.fixed["phi"]
    let fixedRate = options.fixed["delta"]
    let fixedAmplitude = options.fixed["C"]
    columns = ExponentialFamily(
      degree: 1, constant: options.restOffset,
      fixedShift: fixedAmplitude == nil ? fixedPhase : nil)
    let free = (
      amplitude: fixedAmplitude == nil, decayRate: fixedRate == nil, phase: fixedPhase == nil,
      restOffset: options.restOffset
    )

    guard
      let (found, point) = SolverOutcome.search(
        columns, observations, held: fixedRate, range: Self.range(observations),
        near: near?.bounce.decayRate, detail: options.detail, parameter: ("delta", "1/s"))
    else { return nil }
    outcome = found
    coordinates = Self.coordinates(columns, point, free: free)
    guard let fixedAmplitude else { return }
    // C is fixed: Gauss-Newton in the natural coordinates.
    let bounce = coordinates.bounce
    coordinates.bounce = CriticalBounce(
      amplitude: fixedAmplitude, decayRate: bounce.decayRate,
      phase: fixedPhase ?? bounce.phase ?? 0)
    minimiseHeld(observations)
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
}
