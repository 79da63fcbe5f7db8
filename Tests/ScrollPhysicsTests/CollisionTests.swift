import ScrollPhysics
import TestSupport
import Testing

struct CollisionTests {
  static let oracle = OracleTable("engines.csv")

  /// An item at a height above a floor at 1000 that falls in the direction of the sign.
  static func collision(_ x: [Double], sign: Double) -> Collision? {
    Collision(
      FreeFall(position: 1000 - sign * x[0], velocity: sign * x[1], gravity: sign * x[2]),
      floor: 1000, elasticity: x[3])
  }

  @Test(arguments: [1.0, -1.0])
  func `contacts match a recurrence from one to the next`(sign: Double) {
    var worst = Worst()
    for (x, reference) in Self.oracle.values(of: "contact") {
      let time = Self.collision(x, sign: sign)?.contactTime(Int(x[4])) ?? .nan
      worst.note(time, reference, tolerance: 2e-15 * reference, "t \(x)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test(arguments: [1.0, -1.0])
  func `the state between contacts matches the recurrence`(sign: Double) {
    var worst = Worst()
    for (x, reference) in Self.oracle.values(of: "rebound_y") {
      let height = sign * (1000 - (Self.collision(x, sign: sign)?.position(at: x[4]) ?? .nan))
      // The rounding of times is multiplied by the speed at the contact; the floor is at 1000.
      worst.note(height, reference, tolerance: 2e-15 * (1000 + 1e3 * x[4]), "y \(x)")
    }
    for (x, reference) in Self.oracle.values(of: "rebound_v") {
      let speed = -sign * (Self.collision(x, sign: sign)?.velocity(at: x[4]) ?? .nan)
      worst.note(speed, reference, tolerance: 4e-15 * (1000 + x[2] * x[4]), "v \(x)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `speeds shrink by e, flights by e, heights by e squared`() throws {
    let drop = try #require(Collision(from: 0, floor: 500, elasticity: 0.5))
    #expect(drop.firstContact == 1)
    #expect(drop.contactSpeed == 1000)
    #expect(drop.speed(afterContact: 1) == 500)
    #expect(drop.reboundHeight(afterContact: 1) == 125)
    #expect(drop.reboundHeight(afterContact: 2) == 31.25)
    #expect(drop.flightTime(afterContact: 1) == 1)
    #expect(drop.flightTime(afterContact: 3) == 0.25)
    #expect(drop.contactTime(1) == 1)
    #expect(drop.contactTime(2) == 2)
    #expect(drop.contactTime(4) == 2.75)
    #expect(drop.restTime == 3)
    #expect(Collision.elasticity(heights: 125, 31.25) == 0.5)
    // The top of the second flight: the height from energy, the time from the flight times.
    #expect(drop.state(at: 2.25) == MotionState(position: 500 - 31.25, velocity: 0))
  }

  @Test func `contacts are counted at the very moment, and not beyond rest`() throws {
    let drop = try #require(Collision(from: 0, floor: 500, elasticity: 0.5))
    #expect(drop.contactCount(by: 0.999) == 0)
    for n in 1...40 {
      let time = try #require(drop.contactTime(n))
      #expect(drop.contactCount(by: time) == n)
      #expect(drop.contactCount(by: time.nextDown) == n - 1)
      #expect(drop.velocity(at: time) == -drop.speed(afterContact: n))
    }
    #expect(drop.contactCount(by: 3) == nil)
    #expect(drop.state(at: 3) == MotionState(position: 500, velocity: 0))
    #expect(drop.contactTime(0) == nil)
  }

  @Test(arguments: [0.3, 0.61, 0.7, 0.9, 0.987, 0.9999, 1])
  func `a contact is counted from its own time on, to the last digit`(elasticity: Double) throws {
    let drop = try #require(Collision(from: 3, floor: 480, elasticity: elasticity, gravity: 970))
    var miscounts = 0
    for n in 1...300 {
      let time = try #require(drop.contactTime(n))
      // Close to rest, consecutive contacts are equal in double precision.
      guard drop.flightTime(afterContact: n) > 1e-9 else { break }
      if drop.contactCount(by: time) != n { miscounts += 1 }
      if drop.contactCount(by: time.nextDown) != n - 1 { miscounts += 1 }
    }
    #expect(miscounts == 0)
  }

  @Test func `e = 0 rests at once, e = 1 never`() throws {
    let dead = try #require(Collision(from: 0, floor: 500, elasticity: 0))
    #expect(dead.restTime == 1)
    #expect(dead.contactTime(1) == 1)
    #expect(dead.contactTime(2) == nil)
    #expect(dead.contactCount(by: 50) == 1)
    #expect(dead.state(at: 1) == MotionState(position: 500, velocity: 0))
    #expect(dead.state(at: 50) == MotionState(position: 500, velocity: 0))
    let lively = try #require(Collision(from: 0, floor: 500, elasticity: 1))
    #expect(lively.restTime == .infinity)
    #expect(lively.contactTime(1_000_001) == 2_000_001)
    #expect(lively.contactCount(by: 2_000_002) == 1_000_001)
    // After whole periods the item is back at the top.
    #expect(lively.state(at: 2_000_002) == MotionState(position: 0, velocity: 0))
  }

  @Test func `an elasticity next to 1 is next to 1`() throws {
    let lively = try #require(Collision(from: 0, floor: 500, elasticity: 1))
    let nearly = try #require(Collision(from: 0, floor: 500, elasticity: 1 - 1e-13))
    let time = try #require(lively.contactTime(1000))
    // Each of 1000 flights loses 1e-13 of the remaining speed: half a million times 2e-13 s.
    #expect(((nearly.contactTime(1000) ?? 0) - (time - 1e-7)).magnitude < 1e-9)
    #expect(nearly.restTime > 1e13)
    #expect(nearly.contactCount(by: time) == 1000)
  }

  @Test func `energy falls at contacts only`() throws {
    let throwUp = try #require(
      Collision(
        FreeFall(position: 800, velocity: 450, gravity: -1200), floor: 300, elasticity: 0.7))
    var energies: [Int: ClosedRange<Double>] = [:]
    for index in 0..<5000 {
      let time = throwUp.restTime * Double(index) / 5200
      let state = throwUp.state(at: time)
      #expect(state.position >= 300)
      let energy = state.velocity * state.velocity / 2 + 1200 * (state.position - 300)
      let count = try #require(throwUp.contactCount(by: time))
      let old = energies[count] ?? energy...energy
      energies[count] = min(old.lowerBound, energy)...max(old.upperBound, energy)
    }
    let first = try #require(energies[0])
    for (count, range) in energies {
      var expected = first.lowerBound
      for _ in 0..<count { expected *= 0.49 }
      // Heights are differences from 300, at 1200 pt/s^2.
      #expect(range.upperBound - range.lowerBound < 1e-8)
      #expect((range.lowerBound - expected).magnitude < 1e-8)
    }
  }

  @Test func `a thing without a fall, a floor or a sense is none`() throws {
    #expect(Collision(FreeFall(velocity: 3, gravity: 0), floor: 5, elasticity: 0.5) == nil)
    #expect(Collision(from: 0, floor: -5, elasticity: 0.5) == nil)
    #expect(Collision(from: 0, floor: 5, elasticity: 1.1) == nil)
    #expect(Collision(from: 0, floor: 5, elasticity: -0.1) == nil)
    #expect(Collision(from: 0, floor: 5, elasticity: .nan) == nil)
    #expect(Collision(from: 0, floor: .infinity, elasticity: 0.5) == nil)
    // An item on the floor rests from the start; an item thrown upwards from it comes back.
    let still = try #require(Collision(from: 5, floor: 5, elasticity: 1))
    #expect(still.restTime == 0)
    #expect(still.state(at: 3) == MotionState(position: 5, velocity: 0))
    let thrown = try #require(Collision(FreeFall(velocity: -500), floor: 0, elasticity: 0))
    #expect(thrown.firstContact == 1)
    #expect(thrown.position(at: 0.5) == -125)
  }
}
