import ScrollPhysics
import TestSupport
import Testing

struct FreeFallTests {
  static let oracle = OracleTable("engines.csv")

  @Test(arguments: [1.0, -1.0])
  func `the time to fall a distance matches the table, up and down`(sign: Double) {
    var worst = Worst()
    for (x, reference) in Self.oracle.values(of: "fall_time") {
      let fall = FreeFall(position: 20, velocity: sign * x[0], gravity: sign * x[1])
      // Roundings of a square root and a quotient.
      worst.note(
        fall.time(falling: x[2]) ?? .nan, reference, tolerance: 1e-15 * reference, "t \(x)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `magnitude 1 falls 480 pt in 0.980 s and 568 pt in 1.066 s`() {
    let fall = FreeFall(magnitude: 1)
    #expect(fall.gravity == 1000)
    #expect(FreeFall.magnitude(gravity: 1500) == 1.5)
    #expect(((fall.time(falling: 480) ?? 0) - 0.980).magnitude < 0.0005)
    #expect(((fall.time(falling: 568) ?? 0) - 1.066).magnitude < 0.0005)
  }

  @Test func `place and speed agree with the formula and with energy`() {
    let fall = FreeFall(position: 100, velocity: -300, gravity: 800)
    #expect(fall.position(at: 0.5) == 100 - 150 + 100)
    #expect(fall.velocity(at: 0.5) == 100)
    #expect(fall.state(at: 2) == MotionState(position: 1100, velocity: 1300))
    #expect(fall.timeOfTurn == 0.375)
    #expect(fall.speed(falling: 1000) == 1300)
    #expect(fall.position(at: -1) == 800)
  }

  @Test func `a place it never reaches has no time`() {
    #expect(FreeFall(velocity: -100).time(falling: -5.0001) == nil)
    #expect(FreeFall(velocity: -100).time(falling: -5) == 0.1)
    #expect(FreeFall(velocity: 100).time(falling: -1) == nil)
    #expect(FreeFall(velocity: 100, gravity: 0).time(falling: 50) == 0.5)
    #expect(FreeFall(velocity: -100, gravity: 0).time(falling: 50) == nil)
    #expect(FreeFall(gravity: 0).time(falling: 50) == nil)
    #expect(FreeFall(velocity: 7).time(falling: 0) == 0)
    #expect(FreeFall(velocity: 7).timeOfTurn == nil)
    #expect(FreeFall(velocity: 7, gravity: -1).timeOfTurn == 7)
  }
}
