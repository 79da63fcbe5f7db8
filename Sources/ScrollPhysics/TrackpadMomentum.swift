internal import RealModule

/// The momentum of a macOS trackpad after the fingers lift: **v' = -k0 v / (1 + (|v| / v1)^p)**.
///
/// A slow momentum is viscous with the rate k0; a faster one slows down at a smaller rate, half of k0 at v1.
/// With w = (|v| / v1)^p:
/// - k0 t = ln(v0 / v) + (w0 - w) / p, so that **w = W(w0 e^(w0 - p k0 t))** with Lambert's W;
/// - x = x0 + (v0 - v) / k0 + (v0 w0 - v w) / ((p + 1) k0).
///
/// Lengths in pt (CSS px), times in s, velocities in pt/s. It never quite stops; times before 0 follow the
/// law backwards. With v1 infinite it is the viscous ``Deceleration``.
///
/// Source: 92 momenta that browsers recorded on Macs (wheel events of Firefox and Chromium); the constants
/// leave an rms of 0.25 1/s in the rate, where a constant rate leaves 1.18.
public struct TrackpadMomentum: Sendable, Hashable {
  /// x0 in pt.
  public var position: Double
  /// v0 in pt/s, with its sign.
  public var velocity: Double
  /// k0 in 1/s, above 0.
  public var rate: Double
  /// v1 in pt/s, above 0.
  public var referenceSpeed: Double
  /// p, above 0.
  public var exponent: Double

  /// The constants of macOS: k0 = 6.05 1/s, v1 = 6091 pt/s, p = 1.49.
  public static let macOS = (rate: 6.05, referenceSpeed: 6091.0, exponent: 1.49)

  /// A momentum from a state.
  public init(
    position: Double = 0, velocity: Double, rate: Double = macOS.rate,
    referenceSpeed: Double = macOS.referenceSpeed, exponent: Double = macOS.exponent
  ) {
    self.position = position
    self.velocity = velocity
    self.rate = rate
    self.referenceSpeed = referenceSpeed
    self.exponent = exponent
  }

  private var direction: Double { velocity < 0 ? -1 : 1 }

  /// w = (speed / v1)^p.
  private func excess(_ speed: Double) -> Double {
    speed > 0 ? Double.pow(speed / referenceSpeed, exponent) : 0
  }

  /// The rate at a speed in pt/s, in 1/s: k0 / (1 + (|v| / v1)^p).
  public func rate(speed: Double) -> Double { rate / (1 + excess(speed.magnitude)) }

  /// Velocity in pt/s at a time in s.
  public func velocity(at time: Double) -> Double { direction * state(at: time).speed }

  /// The speed in pt/s at a time in s, with w there and at the start.
  private func state(at time: Double) -> (speed: Double, w: Double, first: Double) {
    let speed = velocity.magnitude
    let first = excess(speed)
    guard speed > 0, time != 0 else { return (speed, first, first) }
    guard referenceSpeed < .infinity else { return (speed * Double.exp(-rate * time), 0, 0) }
    // ln w0 from the logarithm of the speed: w0 may underflow.
    let logarithm = exponent * Double.log(speed / referenceSpeed) + first - exponent * rate * time
    let w = lambertW(logarithm: logarithm)
    // Where w has underflowed the motion is viscous, w = e^logarithm.
    let root = w > 1e-290 ? Double.pow(w, 1 / exponent) : Double.exp(logarithm / exponent)
    return (referenceSpeed * root, w, first)
  }

  /// The distance in pt until a speed in pt/s is left: negative for a larger speed than the first.
  private func distance(to speed: Double) -> Double {
    distance(to: (speed, excess(speed), excess(velocity.magnitude)))
  }

  private func distance(to state: (speed: Double, w: Double, first: Double)) -> Double {
    let first = velocity.magnitude
    return
      (first - state.speed
      + (first * state.first - state.speed * state.w) / (exponent + 1)) / rate
  }

  /// Position in pt at a time in s.
  public func position(at time: Double) -> Double {
    position + direction * distance(to: state(at: time))
  }

  /// The distance in pt until it stands still: |v0| / k0 (1 + w0 / (p + 1)).
  public var limitDistance: Double { distance(to: 0) }

  /// Where it would come to rest, in pt.
  public var limitOffset: Double { position + direction * limitDistance }

  /// When its speed has fallen to one in pt/s, in s; nil for one above the first, and for 0.
  public func time(speed: Double) -> Double? {
    let first = velocity.magnitude
    guard speed > 0, speed <= first else { return nil }
    return (Double.log(first / speed) + (excess(first) - excess(speed)) / exponent) / rate
  }

  /// The speed in pt/s with which it passes a place `distance` pt away in its direction; nil behind the start and
  /// where it never gets.
  ///
  /// The solution of v (1 + w / (p + 1)) = k0 (D - x), D the limit distance, by Newton's iteration from above.
  public func speed(after distance: Double) -> Double? {
    let left = limitDistance - distance
    guard distance >= 0, left >= 0 else { return nil }
    var speed = min(rate * left, velocity.magnitude)
    for _ in 0..<60 {
      let w = excess(speed)
      let step = (speed * (1 + w / (exponent + 1)) - rate * left) / (1 + w)
      speed = max(0, speed - step)
      if step.magnitude <= 1e-15 * speed { break }
    }
    return speed
  }

  /// When it has gone `distance` pt in its direction, in s; nil behind the start and where it never gets.
  public func time(after distance: Double) -> Double? {
    guard let speed = speed(after: distance), speed > 0 else { return nil }
    return distance == 0 ? 0 : time(speed: min(speed, velocity.magnitude))
  }

  /// When only a distance in pt above 0 is left, in s; 0 where less is from the start.
  public func duration(within distance: Double) -> Double {
    time(after: max(0, limitDistance - distance)) ?? 0
  }

  /// The derivatives of velocity and distance at a time by v0 (as a speed), k0, v1 and p.
  public struct Slopes: Sendable {
    /// d / d |v0|.
    public var velocity: Double
    /// d / d k0.
    public var rate: Double
    /// d / d v1.
    public var referenceSpeed: Double
    /// d / d p.
    public var exponent: Double
  }

  /// The speed at a time in s, and the distance until then, with their derivatives.
  ///
  /// From F = ln(v0 / v) + (w0 - w) / p - k0 t = 0: dv/dq = v / (1 + w) dF/dq.
  public func slopes(at time: Double) -> (speed: Slopes, distance: Slopes) {
    let first = velocity.magnitude
    let state = state(at: time)
    let (speed, w, w0) = state
    let p = exponent
    func weighted(_ w: Double, _ speed: Double) -> Double {
      w > 0 ? w * Double.log(speed / referenceSpeed) : 0
    }
    let logs = weighted(w0, first) - weighted(w, speed)
    let byExponent = logs / p - (w0 - w) / (p * p)
    let gain = speed / (1 + w)
    let energy = first * w0 - speed * w
    return (
      Slopes(
        velocity: first > 0 ? gain * (1 + w0) / first : 1, rate: -gain * time,
        referenceSpeed: -gain * (w0 - w) / referenceSpeed, exponent: gain * byExponent),
      Slopes(
        velocity: first > 0 ? (1 + w0) / rate * (1 - speed / first) : time,
        rate: (speed * time - distance(to: state)) / rate,
        referenceSpeed: (speed * (w0 - w) - p * energy / (p + 1)) / (rate * referenceSpeed),
        exponent: ((first * weighted(w0, first) - speed * weighted(w, speed)) / (p + 1)
          - energy / ((p + 1) * (p + 1)) - speed * byExponent) / rate)
    )
  }
}
