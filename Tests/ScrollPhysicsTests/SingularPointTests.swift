import RealModule
import ScrollPhysics
import Testing

/// The motion at and near states for which the (C, phi) form does not exist.
struct SingularPointTests {
  @Test func `without a slope the motion is a plain exponential`() {
    let bounce = CriticalBounce(decayRate: 10.9, displacement: 100, slope: 0)
    #expect(bounce.phase == nil)
    #expect(bounce.amplitude == nil)
    #expect(bounce.furthest == nil)
    #expect(bounce.timeOfFurthest == nil)
    #expect(bounce.position(at: 0.2) == 100 * Double.exp(-10.9 * 0.2))
    #expect(bounce.velocity(at: 0.2) == -1090 * Double.exp(-10.9 * 0.2))
    // t = ln(|a| / epsilon) / delta.
    #expect(bounce.settleTime() == Double.log(200) / 10.9)
    #expect(
      CriticalBounce(decayRate: 10.9, displacement: -100, slope: 0).settleTime()
        == Double.log(200) / 10.9)
    // Below the threshold since before t = 0.
    #expect(bounce.settleTime(threshold: 200) == -Double.log(2) / 10.9)
  }

  @Test func `the settle time passes smoothly through b = 0`() throws {
    let limit = try #require(
      CriticalBounce(decayRate: 10.9, displacement: 100, slope: 0).settleTime())
    for exponent in stride(from: 0, through: -323, by: -1) {
      for sign in [1.0, -1] {
        let slope = sign * Double.pow(10, Double(exponent))
        let bounce = CriticalBounce(decayRate: 10.9, displacement: 100, slope: slope)
        let time = try #require(bounce.settleTime())
        // To first order t grows by b t / (a delta), here 4.5e-4 b.
        let expected = limit + slope * limit / (100 * 10.9)
        // The second order is below 1e-4 of the first order; a few ulps.
        #expect(
          (time - expected).magnitude <= 1e-15 + 5e-6 * slope.magnitude, "b = \(slope): \(time)")
      }
    }
  }

  @Test func `the motion itself passes smoothly through b = 0`() {
    let plain = CriticalBounce(decayRate: 10.9, displacement: 100, slope: 0)
    for slope in [1e-9, -1e-9, 1e-300, -1e-300, .leastNonzeroMagnitude, -.leastNonzeroMagnitude] {
      let bounce = CriticalBounce(decayRate: 10.9, displacement: 100, slope: slope)
      // b t compared with a, and an ulp.
      let tolerance = 1e-14 + slope.magnitude
      #expect((bounce.position(at: 0.5) - plain.position(at: 0.5)).magnitude <= tolerance)
      #expect((bounce.velocity(at: 0.5) - plain.velocity(at: 0.5)).magnitude <= 11 * tolerance)
    }
  }

  @Test func `C that overflows is not reported`() throws {
    // phi = 100 s would need C = e^(1090).
    let bounce = CriticalBounce(decayRate: 10.9, displacement: 100, slope: 1)
    #expect(bounce.phase == 100)
    #expect(bounce.amplitude == nil)
    #expect(bounce.furthest == nil)
    #expect(try #require(bounce.timeOfFurthest) < -99.9)
    #expect(try #require(bounce.settleTime()).isFinite)
    // With the other sign the crossing is 100 s later: C underflows, and the motion ends long before.
    let late = CriticalBounce(decayRate: 10.9, displacement: 100, slope: -1)
    #expect(late.amplitude == 0)
    #expect(late.furthest == 0)
    // t = ln(200) / delta minus b t / (a delta).
    #expect((try #require(late.settleTime()) - 0.48563).magnitude < 1e-5)
  }

  @Test func `a furthest point may be a number where C is not`() throws {
    // delta phi = 709.7: C = 4 e^709.7 overflows, the furthest point does not.
    let delta = 10.0
    let slope = 4.0
    let bounce = CriticalBounce(decayRate: delta, displacement: slope * 70.97, slope: slope)
    #expect(bounce.amplitude == nil)
    #expect(try #require(bounce.furthest).isFinite)
  }

  @Test func `velocity in proportion to the position has no crossing`() {
    // 10.875 * 64 = 696 exactly.
    let still = CriticalBounce(
      decayRate: 10.875, from: MotionState(position: 64, velocity: -696))
    #expect(still.slope == 0)
    #expect(still.amplitude == nil)
    for size in [1e-1, 1e-6, 1e-12] {
      for sign in [1.0, -1] {
        let velocity = -696 + sign * size
        let bounce = CriticalBounce(
          decayRate: 10.875, from: MotionState(position: 64, velocity: velocity))
        #expect(bounce.slope == velocity + 696)
        // Both states are on the same motion.
        #expect(
          (bounce.position(at: 0.1) - still.position(at: 0.1)).magnitude <= 0.1 * size + 1e-14)
      }
    }
  }

  @Test(arguments: [1e-1, 1e-9, 1e-100, .leastNonzeroMagnitude, 0, -.leastNonzeroMagnitude, -1e-9])
  func `towards the edge tau goes to 0 and C to v`(y: Double) throws {
    let bounce = CriticalBounce(decayRate: 10.9, from: MotionState(position: y, velocity: 1000))
    let phase = try #require(bounce.phase)
    let amplitude = try #require(bounce.amplitude)
    // tau = y / v - delta (y / v)^2 ..., C = v + 2 delta y + ...
    #expect(
      (phase - y / 1000).magnitude <= 2e-8 * y.magnitude * y.magnitude * 1e3
        + .leastNonzeroMagnitude)
    #expect((amplitude - 1000 - 21.8 * y).magnitude <= 0.5 * y * y + 3e-13)
  }

  @Test func `a negative phi starts before the crossing`() throws {
    let bounce = CriticalBounce(amplitude: 1000, decayRate: 10.9, phase: -0.05)
    #expect(bounce.displacement < 0)
    // e^(delta 0.05) and its inverse: a few ulps.
    #expect((try #require(bounce.phase) + 0.05).magnitude < 1e-16)
    #expect((try #require(bounce.amplitude) - 1000).magnitude < 1e-12)
    #expect(bounce.position(at: 0.05).magnitude < 1e-13)
    #expect((bounce.velocity(at: 0.05) - 1000).magnitude < 1e-11)
    let furthest = try #require(bounce.timeOfFurthest)
    #expect((furthest - 0.05 - 1 / 10.9).magnitude < 1e-16)
  }

  @Test(arguments: [1.0, 10, 60])
  func `a huge phi keeps its motion`(phase: Double) throws {
    let bounce = CriticalBounce(amplitude: 1e3, decayRate: 10.9, phase: phase)
    // The exponent has an error of delta phi roundings.
    #expect((try #require(bounce.phase) - phase).magnitude <= phase.ulp)
    #expect((try #require(bounce.amplitude) / 1e3 - 1).magnitude < 4e-16 * (4 + 10.9 * phase))
    #expect(
      (try #require(bounce.furthest) * 10.9 * Double.exp(1) / 1e3 - 1).magnitude
        < 8e-16 * (4 + 10.9 * phase))
  }

  @Test func `a motion that is nothing has no furthest point`() {
    let bounce = CriticalBounce(decayRate: 10.9, displacement: 0, slope: 0)
    #expect(bounce.phase == nil)
    #expect(bounce.furthest == nil)
    #expect(bounce.position(at: 1) == 0)
  }
}
