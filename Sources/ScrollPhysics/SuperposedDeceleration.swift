internal import RealModule

/// A glide whose velocity is an exponential less a straight line: **v = s (|v0| e^(-k t) - a t)**, s the
/// sign of v0, until v = 0 at t = W(k |v0| / a) / k with Lambert's W.
///
/// x = x0 + s (|v0| (1 - e^(-k t)) / k - a t^2 / 2). Both parts are functions of the time since the release
/// and not of the velocity, so that it is no friction and a glide taken over on its way goes on another
/// way; a viscous drag with a constant friction is ``Deceleration``. Lengths in pt, times in s, k in 1/s,
/// above 0, a in pt/s^2, 0 or more.
///
/// Source: flutter/flutter, packages/flutter/lib/src/physics/friction_simulation.dart,
/// `constantDeceleration`.
public struct SuperposedDeceleration: Sendable, Hashable {
  /// x0 in pt.
  public var position: Double
  /// v0 in pt/s, with its sign.
  public var velocity: Double
  /// k in 1/s.
  public var rate: Double
  /// a in pt/s^2.
  public var deceleration: Double

  /// A glide from a state.
  public init(position: Double = 0, velocity: Double, rate: Double, deceleration: Double) {
    self.position = position
    self.velocity = velocity
    self.rate = rate
    self.deceleration = deceleration
  }

  /// The rate and the deceleration in px/s^2 that Flutter ships for the fast rate of macOS.
  package static let flutter = (
    rate: DecelerationRate(perFrame: 0.135, framesPerSecond: 1), deceleration: 1400.0
  )

  private var direction: Double { velocity < 0 ? -1 : 1 }

  /// When v = 0, in s: W(k |v0| / a) / k; infinite at a = 0, 0 at v0 = 0.
  public var standstill: Double {
    let speed = velocity.magnitude
    guard speed > 0 else { return 0 }
    guard deceleration > 0 else { return .infinity }
    // In logarithms: the quotient may overflow.
    return lambertW(
      logarithm: Double.log(rate) + Double.log(speed) - Double.log(deceleration)) / rate
  }

  /// Position in pt at a time in s; still after the standstill.
  public func position(at time: Double) -> Double {
    let time = min(time, standstill)
    guard time < .infinity else { return position + velocity / rate }
    let gained = velocity.magnitude * time * meanDecay(rate * time)
    return position + direction * (gained - deceleration / 2 * time * time)
  }

  /// Velocity in pt/s at a time in s; 0 after the standstill.
  public func velocity(at time: Double) -> Double {
    guard time < standstill else { return 0 }
    return direction * (velocity.magnitude * Double.exp(-rate * time) - deceleration * time)
  }

  /// Where it comes to rest, in pt.
  public var limitOffset: Double { position(at: standstill) }
}
