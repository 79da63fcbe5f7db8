internal import CurveFitting
internal import RealModule
internal import ScrollPhysics

/// The speed of a deceleration, as measured by deltas over equal intervals.
///
/// value(t) = h v(t), v(t) = v0 e^(-k t) - s c (1 - e^(-k t)) / k, with the interval h in s. This is the distance
/// in pt that the content moves in an interval around t, to a relative error of (k h)^2 / 24.
struct SpeedCoordinates: ParameterCoordinates {
  /// The motion with this speed; its position is not free.
  var motion: DecelerationCoordinates
  /// The interval h, in s.
  var interval: Double

  var allKeys: [String] { motion.allKeys }
  var parameters: ParameterVector {
    get { motion.parameters }
    set { motion.parameters = newValue }
  }
  var sizes: ParameterVector { motion.sizes }
  var free: FreeParameters { motion.free }
  var isValid: Bool { motion.isValid }

  func value(at time: Double) -> Double { interval * motion.velocity(at: time) }

  /// h |dv/dt|.
  func speed(at time: Double) -> Double {
    let decay = Double.exp(-motion.rate * time)
    return interval * decay
      * (motion.rate * motion.velocity + motion.direction * motion.coulomb).magnitude
  }

  func jacobianRow(at time: Double) -> ParameterVector {
    let rate = motion.rate
    let decay = Double.exp(-rate * time)
    let risen = -Double.expMinusOne(-rate * time)
    let drag = motion.direction * motion.coulomb
    let byRate = -time * motion.velocity * decay - drag * (time * decay - risen / rate) / rate
    return free.packed(
      ParameterVector(
        interval * byRate, interval * decay, 0, interval * (-motion.direction * risen / rate)))
  }
}

/// Fits the speed of a deceleration to deltas over equal intervals, by projection over k.
///
/// h v = beta_0 e^(-k t) + beta_c with v0 = (beta_0 + beta_c) / h and c = -s k beta_c / h. Here h = 1; the caller
/// sets the interval of the coordinates afterwards.
struct SpeedSolver: ScanningSolver {
  var coordinates: SpeedCoordinates
  var outcome: SolverOutcome
  var family: (any ProjectionFamily)? { columns }
  private let columns: ExponentialFamily

  var nonlinear: Double { coordinates.motion.rate }
  var isFamilyFree: Bool { coordinates.free[1] }

  static func range(_ observations: Observations) -> ProjectedSearch.Range {
    DecelerationSolver.range(observations)
  }

  init?(_ observations: Observations, options: FitOptions, near: SpeedCoordinates?) {
    columns = ExponentialFamily(degree: 0, constant: options.coulomb)
    let fixed = options.fixed
    guard
      let (found, point) = SolverOutcome.search(
        columns, observations, held: fixed["k"], range: Self.range(observations),
        near: near?.motion.rate, parameter: ("k", "1/s"))
    else { return nil }
    outcome = found
    let constant = options.coulomb ? point.coefficients[1] : 0
    let velocity = point.coefficients[0] + constant
    let direction = velocity < 0 ? -1.0 : 1.0
    coordinates = SpeedCoordinates(
      motion: DecelerationCoordinates(
        rate: point.theta, velocity: velocity, position: 0,
        coulomb: -direction * point.theta * constant, direction: direction, form: .continuous,
        origin: 0,
        free: FreeParameters([
          fixed["k"] == nil, fixed["v0"] == nil, false, options.coulomb && fixed["coulomb"] == nil,
        ])),
      interval: 1)
    guard fixed["v0"] != nil || (options.coulomb && fixed["coulomb"] != nil) else { return }
    if let value = fixed["v0"] { coordinates.motion.velocity = value }
    if options.coulomb, let value = fixed["coulomb"] { coordinates.motion.coulomb = value }
    minimiseHeld(observations)
  }
}
