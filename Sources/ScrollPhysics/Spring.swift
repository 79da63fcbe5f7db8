internal import RealModule

/// The motion of a damped spring from a state: **y = e^(-delta t) [a c(t) + b s(t)]**.
///
/// a = y(0), b = v(0) + delta y(0), and with w = sqrt(kappa), kappa = omega^2 - delta^2:
/// c = cos(w t) and s = sin(w t) / w where kappa > 0, cosh and sinh of sqrt(-kappa) where it is below 0,
/// 1 and t where it is 0. One smooth family, without loss of digits at critical damping, where it is
/// ``CriticalBounce``. The state at 0 is what is stored.
///
/// `y` is the overscroll in points, positive outward, `t` the time in seconds.
///
/// Source: the damped oscillator of any mechanics text.
public struct Spring: Sendable, Hashable {
  /// The spring.
  public var constants: SpringConstants
  /// Position and velocity at t = 0.
  public var initialState: MotionState

  /// The motion from a state at t = 0.
  public init(_ constants: SpringConstants, from state: MotionState) {
    self.constants = constants
    initialState = state
  }

  /// The motion that crosses the edge at t = 0 with a speed in pt/s.
  public init(_ constants: SpringConstants, edgeVelocity: Double) {
    self.init(constants, from: MotionState(position: 0, velocity: edgeVelocity))
  }

  /// The motion e^(-delta t) (a c + b s) by a in pt and b in pt/s.
  public init(_ constants: SpringConstants, displacement: Double, slope: Double) {
    self.init(
      constants,
      from: MotionState(
        position: displacement,
        velocity: slope.addingProduct(-constants.decayRate, displacement)))
  }

  /// a = y(0) in points.
  public var displacement: Double { initialState.position }
  /// b = v(0) + delta y(0) in points per second.
  public var slope: Double {
    initialState.velocity.addingProduct(constants.decayRate, initialState.position)
  }

  /// e^(-delta t) c(t) and e^(-delta t) s(t); neither factor of an overdamped motion overflows alone.
  private func basis(_ time: Double) -> (c: Double, s: Double) {
    let split = constants.split
    guard constants.kappa < 0 else {
      let decay = Double.exp(-constants.decayRate * time)
      guard split > 0 else { return (decay, decay * time) }
      return (decay * Double.cos(split * time), decay * Double.sin(split * time) / split)
    }
    // cosh and sinh by the slower exponential and the difference to the faster one.
    let slow = Double.exp(-constants.slowRate * time)
    let gone = -Double.expMinusOne(-2 * split * time)
    return (slow * (1 - gone / 2), slow * gone / (2 * split))
  }

  /// Position and velocity at a time in seconds.
  ///
  /// y = e^(-delta t) [a c + b s], v = e^(-delta t) [v(0) c - (delta v(0) + omega^2 y(0)) s].
  public func state(at time: Double) -> MotionState {
    let (c, s) = basis(time)
    return MotionState(
      position: (displacement * c).addingProduct(slope, s),
      velocity: (initialState.velocity * c).addingProduct(-push, s))
  }

  /// y in points at a time in seconds.
  public func position(at time: Double) -> Double { state(at: time).position }

  /// v in points per second at a time in seconds.
  public func velocity(at time: Double) -> Double { state(at: time).velocity }

  /// delta v(0) + omega^2 y(0): how velocity begins to fall, beyond its own decay.
  private var push: Double {
    (constants.decayRate * initialState.velocity)
      .addingProduct(constants.stiffnessPerMass, initialState.position)
  }

  /// The state after a step of `h` seconds from any state, exactly.
  public static func step(
    _ state: MotionState, by h: Double, constants: SpringConstants
  ) -> MotionState {
    Spring(constants, from: state).state(at: h)
  }

  /// The first time after 0, in seconds, at which it stands still; nil when it never does.
  ///
  /// From the edge: atan(w / delta) / w, 1 / delta at critical damping, and
  /// ln(1 + 2 w / slow) / 2 w with w = sqrt(-kappa) above it. A motion that starts from rest rings back
  /// after half a period or never stands still again; one that falls back slowly never does.
  public var timeOfTurn: Double? {
    let velocity = initialState.velocity
    guard velocity != 0 else { return displacement == 0 ? nil : constants.halfPeriod }
    let sign: Double = velocity < 0 ? -1 : 1
    let speed = velocity.magnitude
    // tan(w t) / w = |v| / push.
    let push = sign * push
    let split = constants.split
    let time: Double
    if constants.kappa < 0 {
      // push - w |v|, by the slower rate: the difference has no digits far from critical damping.
      let rest = (constants.slowRate * speed).addingProduct(
        constants.stiffnessPerMass, sign * displacement)
      guard rest > 0 else { return nil }
      time = speed / rest * meanLogarithm(2 * split * speed / rest)
    } else if split > 0 {
      time = Double.atan2(y: split * speed, x: push) / split
    } else {
      guard push > 0 else { return nil }
      time = speed / push
    }
    return time > 0 && time.isFinite ? time : nil
  }

  /// Where and when it is furthest from the edge, from t = 0 on; the start itself when it only falls
  /// back from there.
  ///
  /// Time in seconds and position in points with its sign. From the edge the position is
  /// (v / omega) e^(-delta t), v / (delta e) at critical damping.
  public var furthest: (time: Double, position: Double) {
    guard let time = timeOfTurn else { return (0, displacement) }
    let position = position(at: time)
    return position.magnitude > displacement.magnitude ? (time, position) : (0, displacement)
  }

  /// How far it swings past the edge after its furthest point, in points with its sign; nil when it never
  /// reaches the edge again.
  public var swingBack: Double? {
    let furthest = furthest
    let fall = Spring(constants, from: state(at: furthest.time))
    if furthest.time == 0 {
      return fall.timeOfTurn.map(fall.position).flatMap { $0 * displacement < 0 ? $0 : nil }
    }
    guard let halfPeriod = constants.halfPeriod else { return nil }
    return -furthest.position * Double.exp(-constants.decayRate * halfPeriod)
  }
}
