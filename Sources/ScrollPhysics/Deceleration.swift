internal import RealModule

/// A scroll view that glides after its release: viscous drag, with a constant (Coulomb) friction if
/// there is one.
///
/// - Continuous: v' = -k v - c sign(v), so with w = |v0| + c/k
///   **x(t) = x0 + s (w (1 - e^(-k t)) / k - c t / k)**, s the sign of v0, until v = 0 at
///   t = ln(1 + k |v0| / c) / k. Without c: x0 + v0 (1 - e^(-k t)) / k, which never ends.
/// - Discrete: the velocity is multiplied by d = e^(-k/1000) at every whole millisecond and added up:
///   **x(t) = x0 + (v0 / 1000) d (1 - d^n) / (1 - d)**, n = floor(1000 t), so that the content goes
///   v0 d / (1000 (1 - d)): 499.0 pt per pt/ms for d = 0.998, where the continuous form goes 499.5.
///
/// Lengths in pt, times in s from the state given, velocities in pt/s. Times before 0 follow the same
/// formulas backwards.
///
/// Source: the continuous form is the linear drag of any mechanics text; the discrete sum is the
/// projection published by Apple, WWDC 2018, session 803.
public struct Deceleration: Sendable, Hashable {
  /// How velocity is added up.
  public enum Form: String, Sendable, Hashable, CaseIterable {
    /// The integral.
    case continuous
    /// A sum over whole milliseconds.
    case discrete
  }

  /// x0, the offset at t = 0 in pt.
  public var position: Double
  /// v0, the velocity at t = 0 in pt/s, with its sign.
  public var velocity: Double
  /// k in 1/s, above 0.
  public var rate: Double
  /// c, the constant part of the deceleration in pt/s^2, 0 or more; 0 in the discrete form.
  public var coulomb: Double
  /// How velocity is added up.
  public var form: Form

  /// A glide from a state.
  public init(
    position: Double = 0, velocity: Double, rate: Double, coulomb: Double = 0,
    form: Form = .continuous
  ) {
    self.position = position
    self.velocity = velocity
    self.rate = rate
    self.coulomb = coulomb
    self.form = form
  }

  /// +1 or -1: where it goes.
  public var direction: Double { velocity < 0 ? -1 : 1 }

  /// Whole milliseconds in a time; a hair below one counts as one, for stamps that were divided by 1000.
  static func milliseconds(_ time: Double) -> Double { (time * 1000 + 1e-6).rounded(.down) }

  /// Offset at a time in pt.
  public func position(at time: Double) -> Double {
    switch form {
    case .continuous:
      let time = min(time, standstill ?? .infinity)
      // (1 - e^(-k t)) / k, also for k next to 0.
      let reach = rate == 0 ? time : -Double.expMinusOne(-rate * time) / rate
      guard coulomb > 0 else { return position + velocity * reach }
      let lost = coulomb / rate * (time - reach)
      return position + velocity * reach - direction * lost
    case .discrete:
      let lost = -Double.expMinusOne(-rate * Self.milliseconds(time) / 1000)
      return position + limitDistance * direction * lost
    }
  }

  /// Velocity at a time in pt/s.
  public func velocity(at time: Double) -> Double {
    switch form {
    case .continuous:
      if let standstill, time >= standstill { return 0 }
      let decay = Double.exp(-rate * time)
      guard coulomb > 0 else { return velocity * decay }
      return velocity * decay + direction * coulomb / rate * Double.expMinusOne(-rate * time)
    case .discrete:
      return velocity * Double.exp(-rate * Self.milliseconds(time) / 1000)
    }
  }

  /// When the constant friction has stopped it: ln(1 + k |v0| / c) / k in s; nil without friction.
  public var standstill: Double? {
    guard coulomb > 0 else { return nil }
    return Double.log(onePlus: rate * velocity.magnitude / coulomb) / rate
  }

  /// The distance without a stop rule, in pt: |v0| / k, or |v0| d / (1000 (1 - d)) in the discrete form,
  /// or with friction the distance until v = 0.
  public var limitDistance: Double {
    switch form {
    case .continuous:
      guard let standstill else { return velocity.magnitude / rate }
      return (velocity.magnitude - coulomb * standstill) / rate
    case .discrete:
      let rate = DecelerationRate(perSecond: rate)
      return velocity.magnitude / 1000 * rate.perMillisecond / rate.lossPerMillisecond
    }
  }

  /// X, where it would come to rest without a stop rule, in pt.
  public var limitOffset: Double { position + direction * limitDistance }

  /// When the speed falls below `stopSpeed` (pt/s, above 0), in s; 0 when it is below from the start.
  ///
  /// ln(|v0| / v_stop) / k; with friction ln((|v0| + c/k) / (v_stop + c/k)) / k; in the discrete form
  /// the first whole millisecond after which the velocity is below.
  public func duration(stopSpeed: Double) -> Double {
    let speed = velocity.magnitude
    guard speed > stopSpeed else { return 0 }
    switch form {
    case .continuous:
      let drift = coulomb > 0 ? coulomb / rate : 0
      return Double.log((speed + drift) / (stopSpeed + drift)) / rate
    case .discrete:
      let steps = 1000 * Double.log(speed / stopSpeed) / rate
      return (steps.rounded(.down) + 1) / 1000
    }
  }

  /// The distance until the speed falls below `stopSpeed`, in pt: (|v0| - v_stop) / k without friction.
  public func distance(stopSpeed: Double) -> Double {
    (position(at: duration(stopSpeed: stopSpeed)) - position).magnitude
  }

  /// When it is within `epsilon` pt of `limitOffset` for good, in s: ln(|v0| / (k epsilon)) / k, and 0
  /// when it is from the start.
  ///
  /// With friction the equation has no closed form; the time is found by bisection to rounding.
  public func duration(within epsilon: Double) -> Double {
    let reach = limitDistance
    guard reach > epsilon else { return 0 }
    if let standstill {
      var low = 0.0
      var high = standstill
      while true {
        let middle = (low + high) / 2
        guard middle > low, middle < high else { return high }
        if (limitOffset - position(at: middle)).magnitude > epsilon {
          low = middle
        } else {
          high = middle
        }
      }
    }
    let time = Double.log(reach / epsilon) / rate
    return form == .continuous ? time : (time * 1000 - 1e-6).rounded(.up) / 1000
  }

  /// The speed with which it passes a place `distance` pt away in its direction, in pt/s; nil when it
  /// does not get there. |v0| - k x in the continuous form without friction.
  public func speed(after distance: Double) -> Double? {
    guard let time = time(after: distance) else { return nil }
    if form == .continuous, coulomb == 0 { return velocity.magnitude - rate * distance }
    return velocity(at: time).magnitude
  }

  /// When it passes a place `distance` pt away in its direction, in s; nil when it does not get there.
  public func time(after distance: Double) -> Double? {
    guard distance < limitDistance else { return nil }
    guard distance > 0 else { return 0 }
    if let standstill {
      var low = 0.0
      var high = standstill
      while true {
        let middle = (low + high) / 2
        guard middle > low, middle < high else { return high }
        if (position(at: middle) - position).magnitude < distance {
          low = middle
        } else {
          high = middle
        }
      }
    }
    let time = -Double.log(onePlus: -distance / limitDistance) / rate
    return form == .continuous ? time : (time * 1000 - 1e-6).rounded(.up) / 1000
  }
}
