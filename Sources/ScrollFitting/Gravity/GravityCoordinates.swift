internal import CurveFitting
internal import ScrollPhysics

/// A free fall in the coordinates (g, v0, y0), in which it is linear: y = y0 + v0 t + g t^2 / 2.
struct GravityCoordinates: SearchedCoordinates {
  /// v0, g, and y0 in pt from `origin`.
  var fall: FreeFall
  /// The offset to add to y0 before it is reported, in pt.
  var origin = 0.0
  /// The duration of the observations in s; it scales the parameters to comparable sizes.
  var span: Double
  var isFree: (gravity: Bool, velocity: Bool, position: Bool)

  let allKeys = ["g", "v0", "y0"]

  var keys: [String] {
    (isFree.gravity ? ["g"] : []) + (isFree.velocity ? ["v0"] : [])
      + (isFree.position ? ["y0"] : [])
  }

  var count: Int {
    (isFree.gravity ? 1 : 0) + (isFree.velocity ? 1 : 0) + (isFree.position ? 1 : 0)
  }

  /// The free ones of three numbers in parameter order, moved to the front.
  private func packed(_ gravity: Double, _ velocity: Double, _ position: Double) -> ParameterVector
  {
    var result = ParameterVector.zero
    var lane = 0
    func take(_ free: Bool, _ value: Double) {
      guard free else { return }
      result[lane] = value
      lane += 1
    }
    take(isFree.gravity, gravity)
    take(isFree.velocity, velocity)
    take(isFree.position, position)
    return result
  }

  var lanes: ParameterVector { packed(fall.gravity, fall.velocity, fall.position) }

  var scales: ParameterVector {
    let gravity = max(fall.gravity.magnitude, 1e-6)
    return packed(
      gravity, max(fall.velocity.magnitude, gravity * span),
      max(fall.position.magnitude, gravity * span * span))
  }

  var quoted: [Double] { [fall.gravity, fall.velocity, fall.position + origin] }
  var isValid: Bool { fall.gravity.isFinite && fall.velocity.isFinite && fall.position.isFinite }
  var searched: Double { fall.gravity }

  func moved(by step: ParameterVector) -> GravityCoordinates {
    var result = self
    var lane = 0
    func take(_ free: Bool, _ value: inout Double) {
      guard free else { return }
      value += step[lane]
      lane += 1
    }
    take(isFree.gravity, &result.fall.gravity)
    take(isFree.velocity, &result.fall.velocity)
    take(isFree.position, &result.fall.position)
    return result
  }

  func value(at time: Double) -> Double { fall.position(at: time) }
  func speed(at time: Double) -> Double { fall.velocity(at: time).magnitude }
  func jacobianRow(at time: Double) -> ParameterVector { packed(time * time / 2, time, 1) }

  static let startSource = "linear"

  /// One start, at rest: a linear problem is solved in one step from anywhere.
  static func starts(_ observations: Observations, options: FitOptions) -> [GravityCoordinates] {
    let fixed = options.fixed
    return [
      GravityCoordinates(
        fall: FreeFall(
          position: fixed["y0"] ?? 0, velocity: fixed["v0"] ?? 0, gravity: fixed["g"] ?? 0),
        span: observations.abscissae.last ?? 0,
        isFree: (fixed["g"] == nil, fixed["v0"] == nil, fixed["y0"] == nil))
    ]
  }
}
