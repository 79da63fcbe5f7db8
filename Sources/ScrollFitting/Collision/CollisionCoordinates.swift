internal import CurveFitting
internal import ScrollPhysics

/// Falls between contacts in the coordinates (e, g, f, t1, v1).
///
/// The contacts are c_1 = t1, c_(n+1) = c_n + 2 e^n v1 / g. In flight n, with s = t - c_n,
/// **y = f - e^n v1 s + g s^2 / 2**; before t1, y = f + v1 s + g s^2 / 2 with s = t - t1.
///
/// f is the floor and v1 the velocity at the first contact; v1 and g have the same sign. The curve is continuous
/// with kinks at the contacts. Unlike `Collision` it also exists for e > 1, so that estimates can
/// scatter around 1.
struct CollisionCoordinates: SearchedCoordinates, ParameterCoordinates {
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
  /// The offset to add to the floor before it is reported, in pt.
  var origin = 0.0
  /// Times that separate the flights, in s from the window's start; empty to use the contacts.
  ///
  /// The sum of squares has a kink wherever a contact crosses a sample. With a fixed assignment of samples to flights
  /// it is smooth.
  var divisions: [Double] = []
  /// With divisions: the time from which the item rests, in s.
  private(set) var heldRest = Double.infinity
  var free = FreeParameters.first(5)

  static let allKeys = ["e", "g", "floor", "t1", "v1"]
  var allKeys: [String] { Self.allKeys }
  static let originIndex: Int? = 2

  var parameters: ParameterVector {
    get { ParameterVector(elasticity, gravity, floor, contactTime, velocity, 0, 0, 0) }
    set {
      (elasticity, gravity, floor) = (newValue[0], newValue[1], newValue[2])
      (contactTime, velocity) = (newValue[3], newValue[4])
    }
  }

  var sizes: ParameterVector {
    let gravity = max(gravity.magnitude, 1e-6)
    let speed = max(velocity.magnitude, 1e-6)
    return ParameterVector(
      max(elasticity, 1e-3), gravity, speed * speed / gravity, speed / gravity, speed, 0, 0, 0)
  }

  var searched: Double { elasticity }

  /// Whether the coordinates are a collision: 0 < e < 2, and g and v1 of the same sign. Real floors have e < 2.
  var isValid: Bool {
    elasticity > 0 && elasticity < 2 && gravity * velocity > 0 && gravity.isFinite
      && velocity.isFinite && floor.isFinite && contactTime.isFinite
  }

  // MARK: - Flights

  /// A flight: its number n, e^n, S = e + ... + e^(n-1) and dS/de; n = 0 before t1.
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

  /// Flights shorter than this fraction of the first count as rest.
  private static let shortest = 1e-9

  /// 2 v1 / g, the flight time of a rebound with e = 1, in s.
  var arch: Double { 2 * velocity / gravity }

  /// The start of a flight, c_n in s; t1 also for the flight before the first contact.
  func start(of flight: Flight) -> Double { contactTime + arch * flight.sum }

  /// The flight at a time; nil when the item rests. The flight of a time that is not later shortens the search.
  func flight(at time: Double, from earlier: Flight = Flight()) -> Flight? {
    guard time >= divisions.first ?? contactTime else { return Flight() }
    guard divisions.isEmpty || time < heldRest else { return nil }
    var flight = earlier
    if flight.number == 0 { flight.advance(elasticity) }
    while time >= end(of: flight) {
      flight.advance(elasticity)
      guard flight.power > Self.shortest, flight.number < 100_000 else { return nil }
    }
    return flight
  }

  /// The end of the samples of a flight, in s.
  private func end(of flight: Flight) -> Double {
    guard divisions.isEmpty else {
      return flight.number < divisions.count ? divisions[flight.number] : .infinity
    }
    return start(of: flight) + arch * flight.power
  }

  /// Fixes the assignment of samples to flights, up to a time in s.
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

  /// The time of contact n, counted from 1, in s from the window's start.
  func contactTime(_ number: Int) -> Double { start(of: flight(number)) }
  /// The duration of flight n, in s.
  func flightTime(_ number: Int) -> Double { arch * flight(number).power }
  /// The height of flight n in pt; n = 0 is the height of the fall that ends with v1.
  func height(_ number: Int) -> Double {
    let speed = flight(number).power * velocity
    return speed * speed / (2 * gravity.magnitude)
  }
  /// The time at which the item comes to rest, in s from the window's start; nil for e >= 1.
  var restTime: Double? {
    elasticity < 1 ? contactTime + arch * elasticity / (1 - elasticity) : nil
  }

  // MARK: - Curve

  func value(at time: Double) -> Double { value(at: time, in: flight(at: time)) }

  private func value(at time: Double, in flight: Flight?) -> Double {
    guard let flight else { return floor }
    let elapsed = time - start(of: flight)
    let leaving = flight.number == 0 ? velocity : -flight.power * velocity
    return floor + elapsed * (leaving + gravity * elapsed / 2)
  }

  func values(at times: [Double]) -> [Double] {
    mapFlights(of: times) { value(at: $0, in: $1) }
  }

  func tangents(_ observations: Observations) -> (curve: [Double], rows: [ParameterVector]) {
    (curve(observations), mapFlights(of: observations.abscissae) { jacobianRow(at: $0, in: $1) })
  }

  /// Calls a function with each time and its flight. Each search starts from the flight of the time before.
  @inline(__always)
  private func mapFlights<Result>(
    of times: [Double], _ body: (_ time: Double, _ flight: Flight?) -> Result
  ) -> [Result] {
    var flight: Flight? = Flight()
    var last = -Double.infinity
    return times.map { time in
      if time < last { flight = Flight() }
      last = time
      // An item that rests stays at rest.
      if let earlier = flight { flight = self.flight(at: time, from: earlier) }
      return body(time, flight)
    }
  }

  func speed(at time: Double) -> Double {
    guard let flight = flight(at: time) else { return 0 }
    let leaving = flight.number == 0 ? velocity : -flight.power * velocity
    return (leaving + gravity * (time - start(of: flight))).magnitude
  }

  func jacobianRow(at time: Double) -> ParameterVector {
    jacobianRow(at: time, in: flight(at: time))
  }

  private func jacobianRow(at time: Double, in flight: Flight?) -> ParameterVector {
    guard let flight else {
      return free.packed(ParameterVector(0, 0, 1, 0, 0, 0, 0, 0))
    }
    let elapsed = time - start(of: flight)
    guard flight.number > 0 else {
      return free.packed(
        ParameterVector(
          0, elapsed * elapsed / 2, 1, -(velocity + gravity * elapsed), elapsed, 0, 0, 0))
    }
    // dy/dc_n = -speed, dc_n = dt1 + S d(2 v1 / g) + (2 v1 / g) dS.
    let speed = -flight.power * velocity + gravity * elapsed
    let power = Double(flight.number) * flight.power / elasticity
    return free.packed(
      ParameterVector(
        -power * velocity * elapsed - speed * arch * flight.slope,
        elapsed * elapsed / 2 + speed * arch * flight.sum / gravity,
        1,
        -speed,
        -flight.power * elapsed - speed * 2 * flight.sum / gravity, 0, 0, 0))
  }
}
