internal import RealModule

/// A thing that falls on a floor and rebounds, losing the same part of its speed each time.
///
/// Between contacts it falls freely; each contact turns the velocity and multiplies it by e, UIKit's
/// `elasticity`. With the speed u at the first contact, at t_1:
/// - after contact n it leaves with u e^n, rises to u^2 e^(2n) / 2|g| and flies 2 u e^n / |g|;
/// - **t_n = t_1 + (2 u e / |g|) (1 - e^(n-1)) / (1 - e)**;
/// - it rests after infinitely many contacts at t_1 + 2 u e / (|g| (1 - e)). e = 0 rests at once, e = 1 never.
///
/// Lengths in pt, times in s, velocities in pt/s, g in pt/s^2. Everything is in closed form: no cost by
/// the number of contacts. Before t = 0 the first fall goes on backwards.
///
/// Source: Newton's law of restitution; elasticity as in UIKit's `UIDynamicItemBehavior`.
public struct Collision: Sendable, Hashable {
  /// The fall to the first contact.
  public let fall: FreeFall
  /// Where the floor is, in pt.
  public let floor: Double
  /// e, speed after over speed before, from 0 to 1.
  public let elasticity: Double
  /// When it first meets the floor, in s.
  public let firstContact: Double
  /// u, the speed with which it does, in pt/s.
  public let contactSpeed: Double

  /// A fall on a floor; nil without gravity, when the floor does not lie in its direction, when e is not
  /// from 0 to 1, or when a number is not finite.
  public init?(_ fall: FreeFall, floor: Double, elasticity: Double) {
    let height = fall.direction * (floor - fall.position)
    guard (0...1).contains(elasticity), fall.gravity != 0, height >= 0,
      let speed = fall.speed(falling: height), speed.isFinite
    else { return nil }
    // A throw from the floor itself comes back to it.
    let start = height == 0 ? fall.timeOfTurn.map { 2 * $0 } ?? 0 : fall.time(falling: height)
    guard let start, start.isFinite else { return nil }
    self.fall = fall
    self.floor = floor
    self.elasticity = elasticity
    firstContact = start
    contactSpeed = speed
  }

  /// A drop from rest, with a gravity in pt/s^2.
  public init?(
    from position: Double, floor: Double, elasticity: Double,
    gravity: Double = FreeFall.unitGravity
  ) {
    self.init(
      FreeFall(position: position, gravity: gravity), floor: floor, elasticity: elasticity)
  }

  /// The speed in pt/s with which it leaves contact n, counted from 1: u e^n.
  public func speed(afterContact n: Int) -> Double { contactSpeed * Double.pow(elasticity, n) }

  /// How high it rises after contact n, in pt: u^2 e^(2n) / 2|g|.
  public func reboundHeight(afterContact n: Int) -> Double {
    let speed = speed(afterContact: n)
    return speed * speed / (2 * fall.gravity.magnitude)
  }

  /// How long it flies after contact n, in s: 2 u e^n / |g|.
  public func flightTime(afterContact n: Int) -> Double {
    2 * speed(afterContact: n) / fall.gravity.magnitude
  }

  /// When contact n happens, in s, counted from 1; nil where there is no such contact: below 1, and
  /// beyond 1 for a thing that rests at its first.
  public func contactTime(_ n: Int) -> Double? {
    guard n > 1 else { return n == 1 ? firstContact : nil }
    let flight = flightTime(afterContact: 1)
    return flight > 0 ? firstContact + flight * flights(Double(n - 1)) : nil
  }

  /// (1 - e^m) / (1 - e), the sum of m flights in units of the first; m at e = 1.
  private func flights(_ m: Double) -> Double {
    guard elasticity < 1 else { return m }
    // An e next to 1 keeps the digits of 1 - e.
    return -Double.expMinusOne(m * Double.log(onePlus: elasticity - 1)) / (1 - elasticity)
  }

  /// When it has come to rest, in s; infinite at e = 1 unless it has no speed.
  public var restTime: Double {
    let flight = flightTime(afterContact: 1)
    guard flight > 0 else { return firstContact }
    return elasticity < 1 ? firstContact + flight / (1 - elasticity) : .infinity
  }

  /// How many contacts have happened by a time in s; nil once there have been infinitely many.
  ///
  /// The contact at that very time counts. A thing that rests at its first contact has had one.
  public func contactCount(by time: Double) -> Int? {
    guard time >= firstContact else { return 0 }
    let flight = flightTime(afterContact: 1)
    guard flight > 0 else { return 1 }
    guard time < restTime else { return nil }
    let passed = (time - firstContact) / flight
    // e^m = 1 - passed (1 - e), solved for the m flights.
    let m =
      elasticity < 1
      ? Double.log(onePlus: -passed * (1 - elasticity)) / Double.log(onePlus: elasticity - 1)
      : passed
    // Beyond 2^53 there is no next contact to tell from this one.
    guard m < 9e15 else { return nil }
    var count = 1 + Int(m)
    // The logarithm rounds: a contact is where its own formula puts it.
    if let next = contactTime(count + 1), next <= time {
      count += 1
    } else if count > 1, let last = contactTime(count), last > time {
      count -= 1
    }
    return count
  }

  /// Position and velocity at a time in s; at a contact the velocity after it.
  public func state(at time: Double) -> MotionState {
    guard time >= firstContact else { return fall.state(at: time) }
    guard let count = contactCount(by: time), let start = contactTime(count) else {
      return MotionState(position: floor, velocity: 0)
    }
    let speed = speed(afterContact: count)
    let pull = fall.gravity.magnitude
    let elapsed = max(0, time - start)
    let height = max(0, elapsed * (speed - pull / 2 * elapsed))
    return MotionState(
      position: floor - fall.direction * height,
      // Without a rebound the floor bears what gravity pulls.
      velocity: speed > 0 ? -fall.direction * (speed - pull * elapsed) : 0)
  }

  /// Position in pt at a time in s.
  public func position(at time: Double) -> Double { state(at: time).position }

  /// Velocity in pt/s at a time in s.
  public func velocity(at time: Double) -> Double { state(at: time).velocity }

  /// The elasticity that heights or flight times of successive rebounds show: e = sqrt(h' / h) = t' / t.
  public static func elasticity(heights first: Double, _ second: Double) -> Double {
    (second / first).squareRoot()
  }
}
