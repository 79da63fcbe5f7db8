internal import CurveFitting
internal import ScrollPhysics

/// The ordinate of the samples of a momentum: offsets, or distances of single intervals.
protocol MomentumOrdinate: Sendable {
  static var isSpeed: Bool { get }
}

/// Offsets in pt.
enum MomentumOffsets: MomentumOrdinate { static let isSpeed = false }

/// The distance in pt of an interval, h v(t).
enum MomentumSpeeds: MomentumOrdinate { static let isSpeed = true }

/// A momentum in the coordinates (v0, x0, k0, v1, p). With distances of intervals x0 is not free.
struct MomentumCoordinates<Ordinate: MomentumOrdinate>: SearchedCoordinates, ParameterCoordinates {
  /// The motion, with its position relative to `origin`.
  var motion: TrackpadMomentum
  /// The offset to add to x0 before it is reported, in pt.
  var origin = 0.0
  /// The interval h in s, for distances of intervals.
  var interval = 1.0
  var free: FreeParameters

  var allKeys: [String] { ["v0", "x0", "k0", "v1", "p"] }
  static var originIndex: Int? { 1 }

  var parameters: ParameterVector {
    get {
      ParameterVector(
        motion.velocity, motion.position, motion.rate, motion.referenceSpeed, motion.exponent,
        0, 0, 0)
    }
    set {
      (motion.velocity, motion.position) = (newValue[0], newValue[1])
      (motion.rate, motion.referenceSpeed) = (newValue[2], newValue[3])
      motion.exponent = newValue[4]
    }
  }

  var sizes: ParameterVector {
    let speed = max(motion.velocity.magnitude, 1e-6)
    return ParameterVector(
      speed, speed / motion.rate, motion.rate, motion.referenceSpeed, motion.exponent, 0, 0, 0)
  }

  /// Whether rate and exponent are in the range of momenta; beyond it their powers overflow.
  var isValid: Bool {
    motion.rate > 0 && motion.rate < 1e6 && motion.referenceSpeed > 0 && motion.exponent > 0.05
      && motion.exponent < 20 && motion.velocity.isFinite && motion.position.isFinite
      && motion.velocity.magnitude < 1e6 * motion.referenceSpeed
  }

  var searched: Double { motion.velocity }

  func value(at time: Double) -> Double {
    Ordinate.isSpeed ? interval * motion.velocity(at: time) : motion.position(at: time)
  }

  /// |dx/dt|, or h |dv/dt|.
  func speed(at time: Double) -> Double {
    let speed = motion.velocity(at: time).magnitude
    return Ordinate.isSpeed ? interval * speed * motion.rate(speed: speed) : speed
  }

  func jacobianRow(at time: Double) -> ParameterVector {
    let slopes = motion.slopes(at: time)
    let slope = Ordinate.isSpeed ? slopes.speed : slopes.distance
    let factor = Ordinate.isSpeed ? interval : 1
    let sign = motion.velocity < 0 ? -factor : factor
    // d|v0| = sign dv0: both signs cancel.
    return free.packed(
      ParameterVector(
        factor * slope.velocity, 1, sign * slope.rate, sign * slope.referenceSpeed,
        sign * slope.exponent, 0, 0, 0))
  }

  /// Starts with the speed of the first samples, and with several rates if k0 is free.
  static func starts(_ observations: Observations, options: FitOptions) -> [Self] {
    let fixed = options.fixed
    func isFree(_ key: String) -> Bool { fixed[key] == nil && options.freed.contains(key) }
    let count = observations.count
    guard count > 2 else { return [] }
    let (times, values) = (observations.abscissae, observations.values)
    let near = max(1, count / 12)
    let first =
      Ordinate.isSpeed
      ? values[0] : (values[near] - values[0]) / max(times[near] - times[0], 1e-9)
    let rates = isFree("k0") ? [1, 0.5, 2] : [1.0]
    return rates.map { share in
      Self(
        motion: TrackpadMomentum(
          position: Ordinate.isSpeed ? 0 : fixed["x0"] ?? values[0],
          velocity: fixed["v0"] ?? (first == 0 ? 1 : first),
          rate: fixed["k0"] ?? share * TrackpadMomentum.macOS.rate,
          referenceSpeed: fixed["v1"] ?? TrackpadMomentum.macOS.referenceSpeed,
          exponent: fixed["p"] ?? TrackpadMomentum.macOS.exponent),
        free: FreeParameters([
          fixed["v0"] == nil, !Ordinate.isSpeed && fixed["x0"] == nil, isFree("k0"), isFree("v1"),
          isFree("p"),
        ]))
    }
  }

  var quantities: FitQuantities {
    FitQuantities(
      parameters: parameters(of: MomentumLaw.description),
      derived: [
        derived("distance", "pt") { $0.motion.limitDistance },
        derived("limit_offset", "pt") { $0.motion.limitOffset + $0.origin },
        derived("initial_rate", "1/s") { $0.motion.rate(speed: $0.motion.velocity.magnitude) },
      ],
      nonlinear: "v0")
  }
}
