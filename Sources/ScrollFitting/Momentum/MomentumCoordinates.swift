internal import CurveFitting
internal import RealModule
internal import ScrollPhysics

/// What the samples of a momentum are: its offsets, or the ways of single intervals.
protocol MomentumOrdinate: Sendable {
  static var isSpeed: Bool { get }
}

/// Offsets in pt.
enum MomentumOffsets: MomentumOrdinate { static let isSpeed = false }

/// The distance in pt of an interval, h v(t).
enum MomentumSpeeds: MomentumOrdinate { static let isSpeed = true }

/// A momentum in the coordinates (v0, x0, k0, v1, p); with speeds x0 is not one of them.
struct MomentumCoordinates<Ordinate: MomentumOrdinate>: SearchedCoordinates {
  /// The motion, its position from `origin`.
  var motion: TrackpadMomentum
  /// What to add to x0 to quote it, in pt.
  var origin = 0.0
  /// The interval h in s, of speeds.
  var interval = 1.0
  var isFree: (velocity: Bool, position: Bool, rate: Bool, referenceSpeed: Bool, exponent: Bool)

  var allKeys: [String] { ["v0", "x0", "k0", "v1", "p"] }

  var keys: [String] {
    zip(
      allKeys,
      [isFree.velocity, isFree.position, isFree.rate, isFree.referenceSpeed, isFree.exponent]
    ).filter(\.1).map(\.0)
  }

  var count: Int {
    (isFree.velocity ? 1 : 0) + (isFree.position ? 1 : 0) + (isFree.rate ? 1 : 0)
      + (isFree.referenceSpeed ? 1 : 0) + (isFree.exponent ? 1 : 0)
  }

  /// The free ones of five numbers in parameter order, moved to the front.
  private func packed(
    _ velocity: Double, _ position: Double, _ rate: Double, _ speed: Double, _ exponent: Double
  ) -> ParameterVector {
    var result = ParameterVector.zero
    var lane = 0
    func take(_ free: Bool, _ value: Double) {
      guard free else { return }
      result[lane] = value
      lane += 1
    }
    take(isFree.velocity, velocity)
    take(isFree.position, position)
    take(isFree.rate, rate)
    take(isFree.referenceSpeed, speed)
    take(isFree.exponent, exponent)
    return result
  }

  var lanes: ParameterVector {
    packed(motion.velocity, motion.position, motion.rate, motion.referenceSpeed, motion.exponent)
  }

  var scales: ParameterVector {
    let speed = max(motion.velocity.magnitude, 1e-6)
    return packed(speed, speed / motion.rate, motion.rate, motion.referenceSpeed, motion.exponent)
  }

  var quoted: [Double] {
    [
      motion.velocity, motion.position + origin, motion.rate, motion.referenceSpeed,
      motion.exponent,
    ]
  }

  /// Rates and exponents beyond these are no momentum, and their powers overflow.
  var isValid: Bool {
    motion.rate > 0 && motion.rate < 1e6 && motion.referenceSpeed > 0 && motion.exponent > 0.05
      && motion.exponent < 20 && motion.velocity.isFinite && motion.position.isFinite
      && motion.velocity.magnitude < 1e6 * motion.referenceSpeed
  }

  var searched: Double { motion.velocity }

  func moved(by step: ParameterVector) -> Self {
    var result = self
    var lane = 0
    func take(_ free: Bool, _ value: inout Double) {
      guard free else { return }
      value += step[lane]
      lane += 1
    }
    take(isFree.velocity, &result.motion.velocity)
    take(isFree.position, &result.motion.position)
    take(isFree.rate, &result.motion.rate)
    take(isFree.referenceSpeed, &result.motion.referenceSpeed)
    take(isFree.exponent, &result.motion.exponent)
    return result
  }

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
    return packed(
      factor * slope.velocity, 1, sign * slope.rate, sign * slope.referenceSpeed,
      sign * slope.exponent)
  }

  /// Starts at the speed of the first samples; where k0 is free, at other rates as well.
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
        isFree: (
          fixed["v0"] == nil, !Ordinate.isSpeed && fixed["x0"] == nil, isFree("k0"), isFree("v1"),
          isFree("p")
        ))
    }
  }
}

extension MomentumCoordinates {
  /// What is quoted of a momentum.
  var quantities: FitQuantities {
    FitQuantities(
      parameters: [
        parameter("v0", "pt/s", motion.velocity),
        parameter("x0", "pt", motion.position + origin),
        parameter("k0", "1/s", motion.rate),
        parameter("v1", "pt/s", motion.referenceSpeed),
        parameter("p", "", motion.exponent),
      ],
      derived: [
        derived("distance", "pt") { $0.motion.limitDistance },
        derived("limit_offset", "pt") { $0.motion.limitOffset + $0.origin },
        derived("initial_rate", "1/s") { $0.motion.rate(speed: $0.motion.velocity.magnitude) },
      ],
      nonlinear: "v0")
  }
}
