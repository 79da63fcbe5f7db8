/// A thing that falls without resistance: **y = y0 + v0 t + g t^2 / 2**.
///
/// y in pt, t in s, v in pt/s, g in pt/s^2 with the sign of the direction it pulls in. Times before 0
/// follow the same formula backwards; g = 0 moves evenly.
///
/// Source: any mechanics text; the unit of gravity is that of UIKit Dynamics, documented for
/// `UIGravityBehavior.magnitude`.
public struct FreeFall: Sendable, Hashable {
  /// g in pt/s^2 of a gravity behaviour of magnitude 1.
  public static let unitGravity = 1000.0

  /// y0 in pt.
  public var position: Double
  /// v0 in pt/s, with its sign.
  public var velocity: Double
  /// g in pt/s^2, with its sign.
  public var gravity: Double

  /// A fall from a state.
  public init(position: Double = 0, velocity: Double = 0, gravity: Double = unitGravity) {
    self.position = position
    self.velocity = velocity
    self.gravity = gravity
  }

  /// A fall under a gravity behaviour of a magnitude, 1000 pt/s^2 a unit.
  public init(position: Double = 0, velocity: Double = 0, magnitude: Double) {
    self.init(position: position, velocity: velocity, gravity: magnitude * Self.unitGravity)
  }

  /// The gravity behaviour's magnitude for a g in pt/s^2.
  public static func magnitude(gravity: Double) -> Double { gravity / unitGravity }

  /// y in pt at a time in s.
  public func position(at time: Double) -> Double {
    position.addingProduct(velocity.addingProduct(gravity / 2, time), time)
  }

  /// v = v0 + g t in pt/s at a time in s.
  public func velocity(at time: Double) -> Double { velocity.addingProduct(gravity, time) }

  /// Position and velocity at a time in s.
  public func state(at time: Double) -> MotionState {
    MotionState(position: position(at: time), velocity: velocity(at: time))
  }

  /// +1 or -1: where it falls to; +1 without gravity.
  public var direction: Double { gravity < 0 ? -1 : 1 }

  /// When it turns, -v0 / g in s; nil unless it is thrown against gravity.
  public var timeOfTurn: Double? {
    direction * velocity < 0 && gravity != 0 ? -velocity / gravity : nil
  }

  /// When it is first `distance` pt away in the direction of gravity, in s from t = 0; nil when it never
  /// gets there. A negative distance lies above the start, where only a throw leads.
  ///
  /// From w t + |g| t^2 / 2 = h with w the velocity along gravity: 2 h / (w + sqrt(w^2 + 2 |g| h)), and
  /// (sqrt(w^2 + 2 |g| h) - w) / |g| for a throw upwards: neither subtracts numbers that agree.
  public func time(falling distance: Double) -> Double? {
    guard distance != 0 else { return 0 }
    guard let speed = speed(falling: distance) else { return nil }
    let along = direction * velocity
    if distance < 0 {
      // The way up: the root with the minus sign, by its conjugate.
      return along < 0 ? 2 * distance / (along - speed) : nil
    }
    if along >= 0 {
      let sum = along + speed
      return sum > 0 ? 2 * distance / sum : nil
    }
    return gravity == 0 ? nil : (speed - along) / gravity.magnitude
  }

  /// The speed after a fall of a distance in pt, sqrt(v0^2 + 2 |g| h) in pt/s; nil where it never gets.
  public func speed(falling distance: Double) -> Double? {
    let square = (2 * gravity.magnitude * distance).addingProduct(velocity, velocity)
    return square >= 0 ? square.squareRoot() : nil
  }
}
