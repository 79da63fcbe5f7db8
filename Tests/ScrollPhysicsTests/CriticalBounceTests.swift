import RealModule
import ScrollPhysics
import TestSupport
import Testing

/// The law compared with tables of 40 digits.
struct CriticalBounceTests {
  static let table = OracleTable("bounce_law.csv")

  /// Relative rounding error of e^(-x): half an ulp of x in the exponent, and a few for the other factors.
  static func relative(_ exponent: Double) -> Double { (4 + exponent.magnitude) * .ulpOfOne }

  @Test func `overscroll from C and phi matches the table`() {
    var worst = Worst()
    for (x, value) in Self.table.values(of: "overscroll") {
      let bounce = CriticalBounce(amplitude: x[0], decayRate: x[1], phase: x[2])
      // t + phi may cancel, so the error is relative to the two terms.
      let parts = x[2].magnitude + x[3]
      let scale = x[0] * parts * Double.exp(-x[1] * (x[2] + x[3]))
      let tolerance = Self.relative(x[1] * parts) * scale.magnitude + .leastNonzeroMagnitude
      worst.note(bounce.position(at: x[3]), value, tolerance: tolerance, "\(x)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `velocity from C and phi matches the table`() {
    var worst = Worst()
    for (x, value) in Self.table.values(of: "velocity") {
      let bounce = CriticalBounce(amplitude: x[0], decayRate: x[1], phase: x[2])
      let exponent = x[1] * (x[2].magnitude + x[3])
      // 1 - delta tau cancels at the maximum, so the error is relative to the terms.
      let scale = x[0] * (1 + exponent) * Double.exp(-x[1] * (x[2] + x[3]))
      let tolerance = Self.relative(exponent) * scale.magnitude + .leastNonzeroMagnitude
      worst.note(bounce.velocity(at: x[3]), value, tolerance: tolerance, "\(x)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `acceleration of the table is -2 delta v - delta^2 y`() {
    var worst = Worst()
    for (x, value) in Self.table.values(of: "acceleration") {
      let bounce = CriticalBounce(amplitude: x[0], decayRate: x[1], phase: x[2])
      let state = bounce.state(at: x[3])
      let exponent = x[1] * (x[2].magnitude + x[3])
      let scale = x[0] * x[1] * (2 + exponent) * Double.exp(-x[1] * (x[2] + x[3]))
      // v and y partly cancel: twice the error of each.
      let tolerance = 3 * Self.relative(exponent) * scale.magnitude + 4096 * .leastNonzeroMagnitude
      worst.note(
        -bounce.dampingPerMass * state.velocity - bounce.stiffnessPerMass * state.position, value,
        tolerance: tolerance, "\(x)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `both forms convert into one another`() {
    var worst = Worst()
    for (x, value) in Self.table.values(of: "linear_a") {
      let bounce = CriticalBounce(amplitude: x[0], decayRate: x[1], phase: x[2])
      // An exponential and two products.
      let tolerance = Self.relative(x[1] * x[2]) * value.magnitude
      worst.note(bounce.displacement, value, tolerance: tolerance, "a of \(x)")
    }
    for (x, value) in Self.table.values(of: "linear_b") {
      let bounce = CriticalBounce(amplitude: x[0], decayRate: x[1], phase: x[2])
      let tolerance = Self.relative(x[1] * x[2]) * value.magnitude
      worst.note(bounce.slope, value, tolerance: tolerance, "b of \(x)")
    }
    for (x, value) in Self.table.values(of: "linear_phi") {
      let bounce = CriticalBounce(decayRate: x[2], displacement: x[0], slope: x[1])
      // One division.
      worst.note(bounce.phase ?? .nan, value, tolerance: value.ulp, "phi of \(x)")
    }
    for (x, value) in Self.table.values(of: "linear_C") {
      let bounce = CriticalBounce(decayRate: x[2], displacement: x[0], slope: x[1])
      // phi is rounded before it enters the exponent.
      let tolerance = 2 * Self.relative(x[2] * x[0] / x[1]) * value.magnitude
      worst.note(bounce.amplitude ?? .nan, value, tolerance: tolerance, "C of \(x)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `position and velocity from a and b match the table`() {
    var worst = Worst()
    for (x, value) in Self.table.values(of: "linear_overscroll") {
      let bounce = CriticalBounce(decayRate: x[2], displacement: x[0], slope: x[1])
      // a + b t is one fused operation, so the error is relative to the value, also where it cancels.
      let tolerance = Self.relative(x[2] * x[3]) * value.magnitude
      worst.note(bounce.position(at: x[3]), value, tolerance: tolerance, "y at \(x)")
      #expect(bounce.state(at: x[3]).position == bounce.position(at: x[3]))
    }
    for (x, value) in Self.table.values(of: "linear_velocity") {
      let bounce = CriticalBounce(decayRate: x[2], displacement: x[0], slope: x[1])
      // b - delta (a + b t) cancels.
      let parts = x[1].magnitude + x[2] * (x[0] + x[1] * x[3]).magnitude
      let tolerance = Self.relative(x[2] * x[3]) * parts * Double.exp(-x[2] * x[3])
      worst.note(bounce.velocity(at: x[3]), value, tolerance: tolerance, "v at \(x)")
      #expect(bounce.state(at: x[3]).velocity == bounce.velocity(at: x[3]))
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `the furthest point and its time match the table`() {
    var worst = Worst()
    for (x, value) in Self.table.values(of: "furthest") {
      for phase in [0, 0.01, -0.02] {
        let bounce = CriticalBounce(amplitude: x[0], decayRate: x[1], phase: phase)
        let signed = x[0] < 0 ? -value : value
        let tolerance = Self.relative(1 + 2 * x[1] * phase) * value
        worst.note(bounce.furthest ?? .nan, signed, tolerance: tolerance, "\(x), phi \(phase)")
      }
    }
    for (x, value) in Self.table.values(of: "time_to_max") {
      let bounce = CriticalBounce(amplitude: 1000, decayRate: x[0], phase: x[1])
      // 1/delta - phi cancels: ulps of the terms.
      let tolerance = 2 * (1 / x[0] + x[1].magnitude) * Double.ulpOfOne
      worst.note(bounce.timeOfFurthest ?? .nan, value, tolerance: tolerance, "time of \(x)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `a state gives b, tau and C as in the table`() {
    var worst = Worst()
    for (x, value) in Self.table.values(of: "state_b") {
      let state = MotionState(position: x[0], velocity: x[1])
      // v + delta y is one fused operation, so it is correctly rounded.
      worst.note(
        CriticalBounce(decayRate: x[2], from: state).slope, value, tolerance: 1e-300, "b of \(x)")
    }
    for (x, value) in Self.table.values(of: "state_tau") {
      let bounce = CriticalBounce(
        decayRate: x[2], from: MotionState(position: x[0], velocity: x[1]))
      // Two roundings.
      worst.note(bounce.phase ?? .nan, value, tolerance: 1.5 * value.ulp, "tau of \(x)")
    }
    for (x, value) in Self.table.values(of: "state_C") {
      let state = MotionState(position: x[0], velocity: x[1])
      let bounce = CriticalBounce(decayRate: x[2], from: state)
      let exponent = x[2] * x[0] / (x[1] + x[2] * x[0])
      // b and tau are rounded before they enter the exponent.
      let tolerance = 2 * Self.relative(exponent) * value.magnitude
      worst.note(bounce.amplitude ?? .nan, value, tolerance: tolerance, "C of \(x)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `the exact step matches the table`() {
    var worst = Worst()
    for (x, value) in Self.table.values(of: "step_y") {
      let next = CriticalBounce.step(
        MotionState(position: x[0], velocity: x[1]), by: x[3], decayRate: x[2])
      let turn = (x[2] * x[3]).magnitude
      // y (1 + delta h) + v h cancels: ulps of the terms.
      let parts = x[0].magnitude * (1 + turn) + (x[1] * x[3]).magnitude
      let tolerance = Self.relative(turn) * parts * Double.exp(-x[2] * x[3])
      worst.note(next.position, value, tolerance: tolerance, "y after \(x)")
    }
    for (x, value) in Self.table.values(of: "step_v") {
      let next = CriticalBounce.step(
        MotionState(position: x[0], velocity: x[1]), by: x[3], decayRate: x[2])
      let turn = (x[2] * x[3]).magnitude
      let parts = x[1].magnitude * (1 + turn) + (x[2] * turn * x[0]).magnitude
      let tolerance = Self.relative(turn) * parts * Double.exp(-x[2] * x[3])
      worst.note(next.velocity, value, tolerance: tolerance, "v after \(x)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test(arguments: [
    (986.497, 32.5, 0.6668), (2404.116, 80.5, 0.7509), (1793.594, 60, 0.7337),
    (1251.628, 41.5, 0.6836),
  ])
  func `the recorded bounces of the first article are those of delta 10.9`(
    speed: Double, furthest: Double, duration: Double
  ) throws {
    let bounce = CriticalBounce(amplitude: speed, decayRate: 10.9)
    // Half a point of rounding; and the largest sample is below the true maximum: 1.5 pt at 2400 pt/s.
    #expect((try #require(bounce.furthest) - furthest).magnitude < 1.5)
    // The end of the recording puts the threshold at 0.44 to 0.50 pt.
    let end = bounce.position(at: duration)
    #expect(end > 0.43 && end < 0.505)
    // One frame.
    #expect((try #require(bounce.settleTime()) - duration).magnitude < 1 / 60.0)
  }

  @Test func `the constants quoted for delta 10.9 hold`() throws {
    let bounce = CriticalBounce(amplitude: 1000, decayRate: 10.9)
    // 118.81 1/s^2 and 21.8 1/s; the products have rounding errors in the last place.
    #expect((bounce.stiffnessPerMass - 118.81).magnitude < 1e-13)
    #expect(bounce.dampingPerMass == 21.8)
    // v0 / 29.7 for delta between 10.9 and 10.93.
    let recent = CriticalBounce(amplitude: 29.7, decayRate: 10.926)
    #expect((try #require(recent.furthest) - 1).magnitude < 1e-3)
  }
}
