internal import CurveFitting
internal import ScrollPhysics

/// A free fall in the coordinates (g, v0, y0), in which it is linear: y = y0 + v0 t + g t^2 / 2.
struct GravityCoordinates: SearchedCoordinates, ParameterCoordinates {
  /// v0, g, and y0 in pt from `origin`.
  var fall: FreeFall
  /// The offset to add to y0 before it is reported, in pt.
  var origin = 0.0
  /// The duration of the observations in s; it scales the parameters to comparable sizes.
  var span: Double
  var free: FreeParameters

  static let allKeys = ["g", "v0", "y0"]
  static let originIndex: Int? = 2
  var allKeys: [String] { Self.allKeys }

  var parameters: ParameterVector {
    get { ParameterVector(fall.gravity, fall.velocity, fall.position) }
    set { (fall.gravity, fall.velocity, fall.position) = (newValue[0], newValue[1], newValue[2]) }
  }

  var sizes: ParameterVector {
    let gravity = max(fall.gravity.magnitude, 1e-6)
    return ParameterVector(
      gravity, max(fall.velocity.magnitude, gravity * span),
      max(fall.position.magnitude, gravity * span * span))
  }

  var isValid: Bool { fall.gravity.isFinite && fall.velocity.isFinite && fall.position.isFinite }
  var searched: Double { fall.gravity }

  func value(at time: Double) -> Double { fall.position(at: time) }
  func speed(at time: Double) -> Double { fall.velocity(at: time).magnitude }
  func jacobianRow(at time: Double) -> ParameterVector {
    free.packed(ParameterVector(time * time / 2, time, 1))
  }

  static let startSource = "linear"

  /// One start, at rest: a linear problem is solved in one step from anywhere.
  static func starts(_ observations: Observations, options: FitOptions) -> [GravityCoordinates] {
    let fixed = options.fixed
    return [
      GravityCoordinates(
        fall: FreeFall(
          position: fixed["y0"] ?? 0, velocity: fixed["v0"] ?? 0, gravity: fixed["g"] ?? 0),
        span: observations.abscissae.last ?? 0,
        free: FreeParameters(allKeys, held: fixed))
    ]
  }
}
