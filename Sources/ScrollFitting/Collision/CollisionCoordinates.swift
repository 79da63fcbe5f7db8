internal import CurveFitting
internal import RealModule
internal import ScrollPhysics

/// Falls between contacts in the coordinates (e, g, f, t1, v1): with the contacts
/// c_1 = t1, c_(n+1) = c_n + 2 e^n v1 / g, a time in flight n, s = t - c_n, has
/// **y = f - e^n v1 s + g s^2 / 2**, and before t1 f + v1 s + g s^2 / 2 with s = t - t1.
///
/// f is the floor, v1 the velocity with which it is first met; v1 and g have one sign. The curve is continuous
/// and has kinks at the contacts; unlike `Collision` it exists for e above 1, so that an estimate may
/// scatter about 1.
struct CollisionCoordinates: SearchedCoordinates {
  /// e.
  var elasticity: Double
  /// g in pt/s^2.
  var gravity: Double
  /// f in pt from `origin`.
  var floor: Double
  /// t1 in s from the window's start.
  var contactTime: Double
  /// v1 in pt/s.
  var velocity: Double
  /// What to add to the floor to quote it.
  var origin = 0.0
  /// The times that part the flights, in s from the window's start; empty for the contacts themselves.
  ///
  /// A contact that moves across a sample is a kink of the sum of squares. With the samples of each flight held
  /// it has none.
  var divisions: [Double] = []
  /// From when on it rests, in s, with divisions.
  private(set) var heldRest = Double.infinity
  /// Whether each of them is free, in this order.
  var isFree = [true, true, true, true, true]

  static let allKeys = ["e", "g", "floor", "t1", "v1"]
  var allKeys: [String] { Self.allKeys }
  var keys: [String] { zip(Self.allKeys, isFree).filter(\.1).map(\.0) }
  var count: Int { isFree.count { $0 } }

  private var all: ParameterVector {
    ParameterVector(elasticity, gravity, floor, contactTime, velocity, 0, 0, 0)
  }

  /// The first five lanes, those that are free moved to the front.
  private func packed(_ all: ParameterVector) -> ParameterVector {
    var result = ParameterVector.zero
    var lane = 0
    for index in isFree.indices where isFree[index] {
      result[lane] = all[index]
      lane += 1
    }
    return result
  }

  var lanes: ParameterVector { packed(all) }

  var scales: ParameterVector {
    let gravity = max(gravity.magnitude, 1e-6)
    let speed = max(velocity.magnitude, 1e-6)
    return packed(
      ParameterVector(
        max(elasticity, 1e-3), gravity, speed * speed / gravity, speed / gravity, speed, 0, 0, 0))
  }

  var quoted: [Double] { [elasticity, gravity, floor + origin, contactTime, velocity] }
  var searched: Double { elasticity }

  /// Nobody sells a floor that throws back what falls on it twice as fast.
  var isValid: Bool {
    elasticity > 0 && elasticity < 2 && gravity * velocity > 0 && gravity.isFinite
      && velocity.isFinite && floor.isFinite && contactTime.isFinite
  }

  func moved(by step: ParameterVector) -> CollisionCoordinates {
    var next = all
    var lane = 0
    for index in isFree.indices where isFree[index] {
      next[index] += step[lane]
      lane += 1
    }
    var result = self
    result.elasticity = next[0]
    result.gravity = next[1]
    result.floor = next[2]
    result.contactTime = next[3]
    result.velocity = next[4]
    return result
  }

  // MARK: - Flights

  /// A flight: its number n, e^n, S = e + ... + e^(n-1) and dS/de; before t1 n = 0.
  struct Flight {
    var number = 0
    /// e^n.
    var power = 1.0
    /// S.
    var sum = 0.0
    /// dS/de.
    var slope = 0.0

    mutating func advance(_ elasticity: Double) {
      if number > 0 {
        sum += power
        slope += Double(number) * power / elasticity
      }
      number += 1
      power *= elasticity
    }
  }

  /// Flights that are shorter, as a part of the first, count as rest.
  private static let shortest = 1e-9

  /// 2 v1 / g, the flight time of a rebound without loss, in s.
  var arch: Double { 2 * velocity / gravity }

  /// When a flight begins, c_n in s; t1 for that before the first contact too.
  func start(of flight: Flight) -> Double { contactTime + arch * flight.sum }

  /// The flight at a time; nil when it rests.
  func flight(at time: Double) -> Flight? {
    var flight = Flight()
    guard time >= divisions.first ?? contactTime else { return flight }
    guard divisions.isEmpty || time < heldRest else { return nil }
    flight.advance(elasticity)
    while time >= end(of: flight) {
      flight.advance(elasticity)
      guard flight.power > Self.shortest, flight.number < 100_000 else { return nil }
    }
    return flight
  }

  /// When the samples of a flight end, in s.
  private func end(of flight: Flight) -> Double {
    guard divisions.isEmpty else {
      return flight.number < divisions.count ? divisions[flight.number] : .infinity
    }
    return start(of: flight) + arch * flight.power
  }

  /// Holds the samples of each flight, up to a time in s.
  mutating func divide(until end: Double) {
    divisions = []
    var flight = Flight()
    flight.advance(elasticity)
    while start(of: flight) <= end, flight.power > Self.shortest, flight.number < 100_000 {
      divisions.append(start(of: flight))
      flight.advance(elasticity)
    }
    heldRest = flight.power > Self.shortest ? .infinity : start(of: flight)
    if divisions.isEmpty { divisions = [contactTime] }
  }

  /// Flight n, counted from 1.
  func flight(_ number: Int) -> Flight {
    var flight = Flight()
    for _ in 0..<number { flight.advance(elasticity) }
    return flight
  }

  /// When a contact happens, counted from 1, in s from the window's start.
  func contactTime(_ number: Int) -> Double { start(of: flight(number)) }
  /// How long flight n lasts, in s.
  func flightTime(_ number: Int) -> Double { arch * flight(number).power }
  /// How high it rises after contact n, in pt; n = 0 for the height of which v1 is the end.
  func height(_ number: Int) -> Double {
    let speed = flight(number).power * velocity
    return speed * speed / (2 * gravity.magnitude)
  }
  /// When it comes to rest, in s from the window's start; nil for an e of 1 or more.
  var restTime: Double? {
    elasticity < 1 ? contactTime + arch * elasticity / (1 - elasticity) : nil
  }

  // MARK: - Curve

  func value(at time: Double) -> Double {
    guard let flight = flight(at: time) else { return floor }
    let elapsed = time - start(of: flight)
    let leaving = flight.number == 0 ? velocity : -flight.power * velocity
    return floor + elapsed * (leaving + gravity * elapsed / 2)
  }

  func speed(at time: Double) -> Double {
    guard let flight = flight(at: time) else { return 0 }
    let leaving = flight.number == 0 ? velocity : -flight.power * velocity
    return (leaving + gravity * (time - start(of: flight))).magnitude
  }

  func jacobianRow(at time: Double) -> ParameterVector {
    guard let flight = flight(at: time) else {
      return packed(ParameterVector(0, 0, 1, 0, 0, 0, 0, 0))
    }
    let elapsed = time - start(of: flight)
    guard flight.number > 0 else {
      return packed(
        ParameterVector(
          0, elapsed * elapsed / 2, 1, -(velocity + gravity * elapsed), elapsed, 0, 0, 0))
    }
    // dy/dc_n = -speed, dc_n = dt1 + S d(2 v1 / g) + (2 v1 / g) dS.
    let speed = -flight.power * velocity + gravity * elapsed
    let power = Double(flight.number) * flight.power / elasticity
    return packed(
      ParameterVector(
        -power * velocity * elapsed - speed * arch * flight.slope,
        elapsed * elapsed / 2 + speed * arch * flight.sum / gravity,
        1,
        -speed,
        -flight.power * elapsed - speed * 2 * flight.sum / gravity, 0, 0, 0))
  }
}
