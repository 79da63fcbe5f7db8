internal import CurveFitting
internal import RealModule
internal import ScrollPhysics

/// A deceleration in its natural coordinates (k, v0, x0, coulomb), which are regular for every k > 0.
///
/// x(t) = x0 + v0 g(k) E - s c (t - E / k) / k with E = 1 - e^(-k t), s the direction, and
/// g = 1/k, or 1 / (1000 (e^(k/1000) - 1)) in the discrete form, whose times are whole milliseconds.
struct DecelerationCoordinates: ParameterCoordinates {
  /// k in 1/s.
  var rate: Double
  /// v0 in pt/s.
  var velocity: Double
  /// x0 in pt from `origin`.
  var position: Double
  /// c in pt/s^2.
  var coulomb: Double
  /// +1 or -1.
  var direction: Double
  var form: Deceleration.Form
  /// Added to x0 for reports, in pt.
  var origin: Double
  /// The key of k in reports.
  var rateKey = "k"
  /// Which of k, v0, x0 and coulomb are free.
  var free: FreeParameters

  var allKeys: [String] { [rateKey, "v0", "x0", "coulomb"] }
  static let originIndex: Int? = 2

  var parameters: ParameterVector {
    get { ParameterVector(rate, velocity, position, coulomb) }
    set {
      (rate, velocity, position, coulomb) = (newValue[0], newValue[1], newValue[2], newValue[3])
    }
  }

  var sizes: ParameterVector {
    let rate = max(rate.magnitude, 1e-6)
    let speed = max(velocity.magnitude, 1e-6)
    return ParameterVector(rate, speed, speed / rate, max(coulomb.magnitude, rate * speed / 100))
  }

  var isValid: Bool { rate > 0 }

  /// g(k): the distance per unit of v0.
  var reach: Double {
    form == .continuous ? 1 / rate : 1 / (1000 * Double.expMinusOne(rate / 1000))
  }

  /// dg/dk = -g^2, times e^(k/1000) in the discrete form.
  private var reachSlope: Double {
    form == .continuous ? -reach * reach : -reach * reach * Double.exp(rate / 1000)
  }

  func value(at time: Double) -> Double { value(at: time, shape: shape(at: time)) }

  var shapeParameter: Double { rate }

  /// E.
  func shape(at time: Double) -> Double { -Double.expMinusOne(-rate * time) }

  func value(at time: Double, shape risen: Double) -> Double {
    let curve = position + velocity * reach * risen
    return coulomb == 0 ? curve : curve - direction * coulomb * (time - risen / rate) / rate
  }

  func values(at times: [Double], shapes: [Double]) -> [Double] {
    guard coulomb == 0 else {
      return times.indices.map { value(at: times[$0], shape: shapes[$0]) }
    }
    let distance = velocity * reach
    return shapes.map { position + distance * $0 }
  }

  func speed(at time: Double) -> Double { velocity(at: time).magnitude }

  func velocity(at time: Double) -> Double {
    let decay = Double.exp(-rate * time)
    return velocity * decay - direction * coulomb * (1 - decay) / rate
  }

  func jacobianRow(at time: Double) -> ParameterVector { row(at: time, shape: shape(at: time)) }

  /// - Parameter risen: E.
  private func row(at time: Double, shape risen: Double) -> ParameterVector {
    let decay = 1 - risen
    let reach = reach
    let byRate = velocity * (reachSlope * risen + reach * time * decay)
    if free == .first(3), coulomb == 0 {
      return ParameterVector(byRate, reach * risen, 1)
    }
    let lag = (time - risen / rate) / rate
    // d(lag)/dk = -(lag + (t e^(-k t) - E / k) / k) / k.
    let lagSlope = -(lag + (time * decay - risen / rate) / rate) / rate
    return free.packed(
      ParameterVector(
        byRate - direction * coulomb * lagSlope, reach * risen, 1, -direction * lag))
  }

  func curve(_ observations: Observations) -> [Double] {
    var curve = observations.decays(rate)
    guard coulomb == 0 else {
      for index in curve.indices {
        curve[index] = value(at: observations.abscissae[index], shape: 1 - curve[index])
      }
      return curve
    }
    let distance = velocity * reach
    for index in curve.indices { curve[index] = position + distance * (1 - curve[index]) }
    return curve
  }

  /// Uses one exponential per sample.
  func tangents(_ observations: Observations) -> (curve: [Double], rows: [ParameterVector]) {
    let times = observations.abscissae
    var curve = observations.decays(rate)
    guard free == .first(3), coulomb == 0 else {
      let rows = times.indices.map { index in
        let shape = 1 - curve[index]
        curve[index] = value(at: times[index], shape: shape)
        return row(at: times[index], shape: shape)
      }
      return (curve, rows)
    }
    let (reach, slope) = (reach, reachSlope)
    let distance = velocity * reach
    let rows = [ParameterVector](unsafeUninitializedCapacity: times.count) { rows, count in
      count = times.count
      curve.withUnsafeMutableBufferPointer { curve in
        for index in 0..<count {
          let decay = curve[index]
          let risen = 1 - decay
          curve[index] = position + distance * risen
          rows.initializeElement(
            at: index,
            to: ParameterVector(
              velocity * (slope * risen + reach * times[index] * decay), reach * risen, 1))
        }
      }
    }
    return (curve, rows)
  }

  /// The motion as a physical law.
  var law: Deceleration {
    Deceleration(
      position: position + origin, velocity: velocity, rate: rate, coulomb: max(0, coulomb),
      form: form)
  }
}
