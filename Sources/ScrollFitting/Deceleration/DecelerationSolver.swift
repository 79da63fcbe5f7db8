internal import CurveFitting
internal import RealModule
internal import ScrollPhysics

/// Finds the deceleration that fits observations best, by projection over k.
///
/// x = beta_0 e^(-k t) + beta_1 t + beta_c: v0 = beta_1 - beta_0 / g, c = -s k beta_1, x0 = beta_0 + beta_c. With v0,
/// x0 or the friction fixed, a damped Gauss-Newton iteration starts from the free minimum.
struct DecelerationSolver: ScanningSolver {
  var coordinates: DecelerationCoordinates
  var outcome: SolverOutcome
  var family: (any ProjectionFamily)? { columns }
  private let columns: ExponentialFamily

  var nonlinear: Double { coordinates.rate }
  func relativeChange(_ step: ParameterVector) -> Double {
    coordinates.free[0] ? step[0] / nonlinear : 0
  }
  var isFamilyFree: Bool { outcome.projected != nil || coordinates.free[1] && isOnlyRateFixed }
  private var isOnlyRateFixed: Bool {
    !coordinates.free[0] && coordinates.free[2]
  }

  /// The range of k for the scan, in 1/s; shipped rates are between 1 and 11.
  static func range(_ observations: Observations) -> ProjectedSearch.Range {
    .rates(observations, lowest: (0.2, 0.05), highest: (60, 60), ratio: 1.25)
  }

  init?(_ observations: Observations, options: FitOptions, near: DecelerationCoordinates?) {
    columns = ExponentialFamily(degree: 0, constant: true, line: options.coulomb)
    let fixed = options.fixed
    guard
      let (found, point) = SolverOutcome.search(
        columns, observations, held: fixed["k"], range: Self.range(observations), near: near?.rate,
        detail: options.detail, parameter: ("k", "1/s"))
    else { return nil }
    outcome = found
    let rate = point.theta
    let beta = point.coefficients
    let line = options.coulomb ? beta[1] : 0
    let form = options.form
    let reach = form == .continuous ? 1 / rate : 1 / (1000 * Double.expMinusOne(rate / 1000))
    let velocity = line - beta[0] / reach
    coordinates = DecelerationCoordinates(
      rate: rate, velocity: velocity, position: beta[0] + beta[columns.linearCount - 1],
      coulomb: 0, direction: velocity < 0 ? -1 : 1, form: form, origin: 0,
      free: FreeParameters([
        fixed["k"] == nil, fixed["v0"] == nil, fixed["x0"] == nil,
        options.coulomb && fixed["coulomb"] == nil,
      ]))
    coordinates.coulomb = -coordinates.direction * rate * line
    if options.coulomb, fixed["v0"] == nil, fixed["x0"] == nil, fixed["coulomb"] == nil, converged {
      // The three columns are similar: sums of products lose digits, the factored Jacobian does not.
      _ = GaussNewton.minimise(&coordinates, observations, evaluations: &outcome.evaluations)
    }
    guard fixed["v0"] != nil || fixed["x0"] != nil || fixed["coulomb"] != nil else { return }
    if let value = fixed["v0"] { coordinates.velocity = value }
    if let value = fixed["x0"] { coordinates.position = value }
    if let value = fixed["coulomb"] { coordinates.coulomb = value }
    minimiseHeld(observations)
  }
}
