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
/// formulas backwards. At k = 0 the formulas are taken to their limit: without friction the content
/// never slows down, with friction it slows down evenly.
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
  /// k in 1/s, 0 or more; above 0 in the discrete form.
  public var rate: Double
  /// c, the constant part of the deceleration in pt/s^2, 0 or more; the discrete form has none.
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

  /// c where it acts, and 0 in the discrete form.
  private var friction: Double { form == .continuous ? coulomb : 0 }

  /// Offset at a time in pt.
  public func position(at time: Double) -> Double { position + direction * distance(at: time) }

  /// How far it has gone by a time, in pt in its direction; negative before 0.
  public func distance(at time: Double) -> Double {
    let speed = velocity.magnitude
    guard speed > 0 else { return 0 }
    switch form {
    case .continuous:
      let time = min(time, standstill ?? .infinity)
      guard time < .infinity else { return limitDistance }
      let turn = rate * time
      let gained = speed * time * meanDecay(turn)
      return friction > 0 ? gained - friction * time * time * meanLoss(turn) : gained
    case .discrete:
      let steps = Self.milliseconds(time)
      guard steps < .infinity else { return limitDistance }
      let step = rate / 1000
      // d (1 - d^n) / (1 - d), for a k next to 0 also.
      return speed / 1000 * Double.exp(-step) * steps * meanDecay(step * steps) / meanDecay(step)
    }
  }

  /// Velocity at a time in pt/s.
  public func velocity(at time: Double) -> Double {
    switch form {
    case .continuous:
      if let standstill, time >= standstill { return 0 }
      let decay = Double.exp(-rate * time)
      guard friction > 0 else { return velocity * decay }
      return velocity * decay - direction * friction * time * meanDecay(rate * time)
    case .discrete:
      return velocity * Double.exp(-rate * Self.milliseconds(time) / 1000)
    }
  }

  /// When the constant friction has stopped it: ln(1 + k |v0| / c) / k in s, |v0| / c at k = 0; nil
  /// without friction.
  public var standstill: Double? {
    friction > 0 ? duration(to: 0) : nil
  }

  /// When the speed has fallen to a smaller one: ln(1 + k (|v0| - u) / (k u + c)) / k in s.
  private func duration(to speed: Double) -> Double {
    let lost = velocity.magnitude - speed
    guard lost > 0 else { return 0 }
    let pull = rate * speed + friction
    guard pull > 0 else { return .infinity }
    let ratio = rate * lost / pull
    guard ratio < .infinity else {
      // The ratio overflows, its logarithm does not.
      return (Double.log(rate) + Double.log(lost) - Double.log(pull)) / rate
    }
    // Next to k = 0 the logarithm and k vanish together.
    return ratio < 1e-300 ? lost / pull : Double.log(onePlus: ratio) / rate
  }

  /// The distance without a stop rule, in pt: |v0| / k, or |v0| d / (1000 (1 - d)) in the discrete form,
  /// or with friction the distance until v = 0. Infinite at k = 0 without friction; 0 at v0 = 0.
  public var limitDistance: Double {
    let speed = velocity.magnitude
    guard speed > 0 else { return 0 }
    switch form {
    case .continuous:
      guard friction > 0 else { return speed / rate }
      let ratio = rate * (speed / friction)
      guard ratio < 1e8 else { return (speed - friction * duration(to: 0)) / rate }
      // |v0|^2 / c (z - ln(1 + z)) / z^2: no difference of numbers that agree next to k = 0.
      return speed / friction * speed * meanLogarithmLoss(ratio)
    case .discrete:
      let rate = DecelerationRate(perSecond: rate)
      return speed / 1000 * rate.perMillisecond / rate.lossPerMillisecond
    }
  }

  /// X, where it would come to rest without a stop rule, in pt.
  public var limitOffset: Double { position + direction * limitDistance }

  /// When the speed falls below `stopSpeed` (pt/s, 0 or more), in s; 0 when it is below from the start.
  ///
  /// ln(|v0| / v_stop) / k; with friction ln((|v0| + c/k) / (v_stop + c/k)) / k; in the discrete form
  /// the first whole millisecond after which the velocity is below. Infinite for a stop speed of 0
  /// unless friction stops it.
  public func duration(stopSpeed: Double) -> Double {
    let speed = velocity.magnitude
    guard speed > 0, speed >= stopSpeed else { return 0 }
    guard form == .discrete else { return duration(to: max(0, stopSpeed)) }
    return Self.firstMillisecond(near: Double.log(speed / stopSpeed) / rate) {
      velocity(at: $0).magnitude < stopSpeed
    }
  }

  /// The distance until the speed falls below `stopSpeed`, in pt: (|v0| - v_stop) / k without friction.
  public func distance(stopSpeed: Double) -> Double {
    guard friction > 0 || form == .discrete else {
      // Not by way of the time, which would round twice.
      return max(0, velocity.magnitude - max(0, stopSpeed)) / rate
    }
    return distance(at: duration(stopSpeed: stopSpeed))
  }

  /// When it is within `epsilon` pt of `limitOffset` for good, in s: ln(|v0| / (k epsilon)) / k, and 0
  /// when it is from the start.
  ///
  /// With friction the equation has no closed form; the time is found by bisection to rounding.
  /// Infinite where there is no limit, and for an epsilon of 0 unless friction stops it.
  public func duration(within epsilon: Double) -> Double {
    let reach = limitDistance
    guard reach > epsilon else { return 0 }
    guard epsilon > 0, reach < .infinity else { return standstill ?? .infinity }
    if let standstill {
      // From the side whose digits are worth more.
      return epsilon > reach / 1024
        ? Self.bisect(0, standstill) { reach - distance(at: $0) <= epsilon }
        : standstill - Self.bisect(0, standstill) { isLeft(epsilon, before: $0) }
    }
    let time = Double.log(reach / epsilon) / rate
    guard form == .discrete else { return time }
    // What is left after n steps is d^n of the whole.
    return Self.firstMillisecond(near: time) {
      reach * Double.exp(-rate * Self.milliseconds($0) / 1000) <= epsilon
    }
  }

  /// Whether more than `epsilon` pt are left so many seconds before the standstill:
  /// c (e^(k t) - 1 - k t) / k^2, from which no digit is lost at the end as from a difference of places.
  private func isLeft(_ epsilon: Double, before time: Double) -> Bool {
    let turn = rate * time
    guard turn > 40 else { return friction * time * time * meanLoss(-turn) >= epsilon }
    // The exponential may overflow, its logarithm does not.
    return turn + Double.log(friction) - 2 * Double.log(rate) >= Double.log(epsilon)
  }

  /// The speed with which it passes a place `distance` pt away in its direction, in pt/s; nil when it
  /// does not get there, or when the place lies behind. |v0| - k x in the continuous form without friction.
  public func speed(after distance: Double) -> Double? {
    guard let time = time(after: distance) else { return nil }
    if form == .continuous, friction == 0 { return max(0, velocity.magnitude - rate * distance) }
    return velocity(at: time).magnitude
  }

  /// When it passes a place `distance` pt away in its direction, in s; nil when it does not get there,
  /// or when the place lies behind. In the discrete form the first whole millisecond at or beyond it.
  public func time(after distance: Double) -> Double? {
    guard distance != 0 else { return 0 }
    let limit = limitDistance
    guard distance > 0, distance < limit else { return nil }
    if let standstill {
      return Self.bisect(0, standstill) { self.distance(at: $0) >= distance }
    }
    guard form == .discrete else {
      // -ln(1 - k x / |v0|) / k, and x / |v0| at k = 0.
      let plain = distance / velocity.magnitude
      return plain * meanLogarithm(-rate * plain)
    }
    let time =
      limit < .infinity
      ? -Double.log(onePlus: -distance / limit) / rate : distance / velocity.magnitude
    return Self.firstMillisecond(near: time) { self.distance(at: $0) >= distance }
  }

  /// The first whole millisecond, in s, at which a condition holds that holds ever after; `time` is
  /// where it begins to, but for rounding.
  private static func firstMillisecond(near time: Double, _ holds: (Double) -> Bool) -> Double {
    // Beyond 2^52 there is no next millisecond.
    guard time < 4e12 else { return time }
    var count = max(0, (time * 1000).rounded(.down) - 1)
    while count < time * 1000 + 2, !holds(count / 1000) { count += 1 }
    return count / 1000
  }

  /// The first time between two, to rounding, at which a condition holds that holds at the second.
  private static func bisect(_ low: Double, _ high: Double, _ holds: (Double) -> Bool) -> Double {
    var low = low
    var high = high
    while true {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { return high }
      if holds(middle) { high = middle } else { low = middle }
    }
  }
}
