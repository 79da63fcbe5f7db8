import RealModule
import ScrollPhysics
import TestSupport
import Testing

struct PowerLawFlingTests {
  static let oracle = OracleTable("engines.csv")

  @Test func `place and velocity match the table`() {
    var worst = Worst()
    for (x, reference) in Self.oracle.values(of: "power_x") {
      let fling = PowerLawFling(velocity: x[0], duration: x[1], exponent: x[2])
      worst.note(
        fling.position(at: x[3]), reference,
        tolerance: 1e-15 * (2 * reference.magnitude + 1e-300), "x \(x)")
    }
    for (x, reference) in Self.oracle.values(of: "power_v") {
      let fling = PowerLawFling(velocity: x[0], duration: x[1], exponent: x[2])
      // t / T is rounded, and raised to a power.
      worst.note(
        fling.velocity(at: x[3]), reference,
        tolerance: 3e-16 * (x[0].magnitude * x[2] + reference.magnitude), "v \(x)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `distance and time of the spline match what OverScroller writes`() {
    var worst = Worst()
    for (x, reference) in Self.oracle.values(of: "android_distance") {
      let friction = FlingFriction(x[0])
      worst.note(
        friction.distance(speed: x[1]), reference, tolerance: 4e-15 * reference, "D \(x)")
      // Inverse: from the distance to the release velocity.
      worst.note(
        friction.speed(distance: reference), x[1], tolerance: 4e-15 * x[1], "v of D \(x)")
      // The distance of Flutter's curve is the same.
      worst.note(
        PowerLawFling(velocity: x[1], friction: friction).distance, reference,
        tolerance: 4e-15 * reference, "v T / p \(x)")
    }
    for (x, reference) in Self.oracle.values(of: "android_time") {
      let friction = FlingFriction(x[0])
      worst.note(
        friction.splineDuration(speed: x[1]), reference, tolerance: 4e-15 * reference, "T \(x)")
      let duration = friction.duration(speed: x[1])
      worst.note(
        duration / reference, 0.35 * 2.3582018154259448, tolerance: 4e-15, "p i \(x)")
      worst.note(friction.speed(duration: duration), x[1], tolerance: 4e-15 * x[1], "v of T \(x)")
      worst.note(
        FlingFriction(speed: x[1], duration: duration).value, x[0], tolerance: 6e-15 * x[0],
        "f \(x)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `Android's numbers`() {
    #expect((FlingFriction.exponent - 2.3582018154259448).magnitude < 1e-15)
    #expect((FlingFriction.physicalCoefficient - 51890.20).magnitude < 0.01)
    #expect((FlingFriction.android.referenceSpeed - 2223.866).magnitude < 0.001)
    #expect(FlingFriction.android.splineDuration(speed: FlingFriction.android.referenceSpeed) == 1)
  }

  @Test func `the equation of motion, in small steps`() {
    let fling = PowerLawFling(velocity: 1800, friction: .android)
    // v' = -(p - 1) / T v0 (v / v0)^((p - 2) / (p - 1)), by the Runge-Kutta method.
    let p = fling.exponent
    let factor = (p - 1) / fling.duration * 1800
    func slope(_ v: Double) -> Double {
      -factor * Double.pow(max(0, v) / 1800, (p - 2) / (p - 1))
    }
    let h = fling.duration / 4000
    var v = 1800.0
    var x = 0.0
    for _ in 0..<3600 {
      let k1 = slope(v)
      let k2 = slope(v + h / 2 * k1)
      let k3 = slope(v + h / 2 * k2)
      let k4 = slope(v + h * k3)
      x += h * (v + h / 6 * (k1 + k2 + k3))
      v += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    }
    #expect((fling.velocity(at: 3600 * h) - v).magnitude < 1e-7)
    #expect((fling.position(at: 3600 * h) - x).magnitude < 1e-7)
  }

  @Test func `a fling of a friction goes on as it was when it is taken over`() {
    let fling = PowerLawFling(position: 40, velocity: -2600, friction: .android)
    for part in [0.1, 0.5, 0.9] {
      let time = part * fling.duration
      let rest = PowerLawFling(
        position: fling.position(at: time), velocity: fling.velocity(at: time), friction: .android)
      #expect((rest.duration - (fling.duration - time)).magnitude < 1e-14)
      #expect((rest.limitOffset - fling.limitOffset).magnitude < 1e-11)
    }
  }

  @Test func `times and speeds of places, and the ends`() throws {
    let fling = PowerLawFling(position: 10, velocity: -1500, duration: 0.9, exponent: 2.5)
    #expect(fling.distance == -540)
    for distance in [1e-6, 20, 300, 539] {
      let time = try #require(fling.time(after: distance))
      #expect((10 - fling.position(at: time) - distance).magnitude < 1e-12)
      let speed = try #require(fling.speed(after: distance))
      #expect((speed + fling.velocity(at: time)).magnitude < 1e-9)
    }
    #expect(fling.time(after: 0) == 0)
    #expect(fling.speed(after: 0) == 1500)
    #expect(fling.time(after: 540) == 0.9)
    #expect(fling.speed(after: 540) == 0)
    #expect(fling.time(after: 541) == nil)
    #expect(fling.time(after: -1) == nil)
    #expect(fling.speed(after: -1) == nil)
    #expect(fling.position(at: -1) == 10)
    #expect(fling.position(at: 5) == -530)
    #expect(fling.velocity(at: 0.9) == 0)
    let still = PowerLawFling(position: 10, velocity: 0, friction: .android)
    #expect(still.duration == 0)
    #expect(still.position(at: 0) == 10)
    #expect(still.position(at: 1) == 10)
    #expect(still.velocity(at: 0) == 0)
  }
}

struct SuperposedDecelerationTests {
  @Test func `its end and its places match the table, both ways`() {
    var worst = Worst()
    for (x, reference) in PowerLawFlingTests.oracle.values(of: "superposed_end") {
      let glide = SuperposedDeceleration(velocity: -x[0], rate: x[1], deceleration: x[2])
      worst.note(glide.standstill, reference, tolerance: 4e-15 * reference, "end \(x)")
    }
    for (x, reference) in PowerLawFlingTests.oracle.values(of: "superposed_x") {
      let glide = SuperposedDeceleration(
        position: 0, velocity: -x[0], rate: x[1], deceleration: x[2])
      worst.note(-glide.position(at: x[3]), reference, tolerance: 2e-15 * reference, "x \(x)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `it stands still at its end and after it`() {
    let glide = SuperposedDeceleration(position: 3, velocity: 900, rate: 2, deceleration: 1400)
    let end = glide.standstill
    #expect(glide.velocity(at: end * 0.999) > 0)
    #expect(glide.velocity(at: end) == 0)
    #expect(glide.position(at: end + 1) == glide.limitOffset)
    #expect(glide.position(at: end * 0.999) < glide.limitOffset)
    let drag = SuperposedDeceleration(velocity: 900, rate: 2, deceleration: 0)
    #expect(drag.standstill == .infinity)
    #expect(drag.limitOffset == 450)
    #expect(SuperposedDeceleration(velocity: 0, rate: 2, deceleration: 9).limitOffset == 0)
  }
}
