import RealModule
import ScrollPhysics
import TestSupport
import Testing

/// The law compared with its differential equation, and its symmetries.
struct MotionTests {
  static let motions: [(delta: Double, state: MotionState)] = [
    (10.9, MotionState(position: 0, velocity: 1000)),
    (10.926, MotionState(position: 80, velocity: 0)),
    (10.926, MotionState(position: 80, velocity: -584)),
    (6, MotionState(position: 35, velocity: 3500)),
    (16, MotionState(position: -200, velocity: 4000)),
    (12.5, MotionState(position: 64, velocity: -800)),
    (0.5, MotionState(position: 3, velocity: -0.25)),
  ]

  /// y'' = -2 delta y' - delta^2 y by Taylor series of order 16 with sixteen steps per time constant.
  static func integrated(_ state: MotionState, delta: Double, time: Double) -> MotionState {
    let count = max(1, Int((16 * delta * time.magnitude).rounded(.up)))
    let h = time / Double(count)
    var y = state.position
    var v = state.velocity
    for _ in 0..<count {
      // c_n = y^(n) h^n / n!
      var c = [y, v * h]
      for n in 0..<15 {
        let m = Double(n)
        c.append(
          -(2 * delta * h * (m + 1) * c[n + 1] + delta * delta * h * h * c[n])
            / ((m + 1) * (m + 2)))
      }
      y = c.reversed().reduce(0, +)
      v = c.indices.reversed().reduce(0) { $0 + Double($1) * c[$1] } / h
    }
    return MotionState(position: y, velocity: v)
  }

  @Test func `closed form, exact step and integrated equation agree`() {
    var worst = Worst()
    for (delta, state) in Self.motions {
      let bounce = CriticalBounce(decayRate: delta, from: state)
      for time in [1e-3, 1 / 60.0, 0.1, 0.35, 1, 2] {
        let exact = bounce.state(at: time)
        let stepped = CriticalBounce.step(state, by: time, decayRate: delta)
        let slow = Self.integrated(state, delta: delta, time: time)
        // The size of the terms that cancel, times the decay; 1e-13 for some hundred integration steps.
        let x = delta * time
        let size =
          (state.position.magnitude * (1 + x) + state.velocity.magnitude * time) * Double.exp(-x)
        for (name, other) in [("step", stepped), ("integral", slow)] {
          let label = "\(name) of \(state) at \(time), delta \(delta)"
          worst.note(other.position, exact.position, tolerance: 1e-13 * size, "y, \(label)")
          worst.note(
            other.velocity, exact.velocity,
            tolerance: 1e-13 * (delta * size + state.velocity.magnitude * Double.exp(-x)),
            "v, \(label)")
        }
      }
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `a thousand steps of a frame end where one long step does`() {
    var worst = Worst()
    for (delta, state) in Self.motions {
      var walked = state
      for _ in 0..<1000 {
        walked = CriticalBounce.step(walked, by: 1 / 1024.0, decayRate: delta)
      }
      let jumped = CriticalBounce.step(state, by: 1000 / 1024.0, decayRate: delta)
      let size =
        (state.position.magnitude + state.velocity.magnitude / delta)
        * (1 + delta) * Double.exp(-delta * 1000 / 1024)
      // A thousand times three roundings, which partly cancel.
      worst.note(walked.position, jumped.position, tolerance: 1e-12 * size, "y, \(delta) \(state)")
      worst.note(
        walked.velocity, jumped.velocity, tolerance: 1e-12 * size * delta, "v, \(delta) \(state)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `a step back undoes a step`() {
    let state = MotionState(position: 12, velocity: -340)
    let there = CriticalBounce.step(state, by: 0.05, decayRate: 10.9)
    let back = CriticalBounce.step(there, by: -0.05, decayRate: 10.9)
    // A few ulps of the largest term, v h.
    #expect((back.position - state.position).magnitude < 1e-13)
    #expect((back.velocity - state.velocity).magnitude < 1e-12)
  }

  @Test func `velocity is the derivative of position`() {
    for (delta, state) in Self.motions {
      let bounce = CriticalBounce(decayRate: delta, from: state)
      for time in [0, 0.05, 0.4] {
        let h = 1e-3 / delta
        func central(_ h: Double) -> Double {
          (bounce.position(at: time + h) - bounce.position(at: time - h)) / (2 * h)
        }
        // Richardson extrapolation: a relative error of (delta h)^4 = 1e-12, and rounding over h.
        let slope = (4 * central(h / 2) - central(h)) / 3
        let size = state.velocity.magnitude + delta * state.position.magnitude
        #expect((bounce.velocity(at: time) - slope).magnitude < 1e-11 * size)
      }
    }
  }

  @Test func `the other sign is the mirrored motion, digit for digit`() {
    for (delta, state) in Self.motions {
      let bounce = CriticalBounce(decayRate: delta, from: state)
      let mirrored = CriticalBounce(
        decayRate: delta,
        from: MotionState(position: -state.position, velocity: -state.velocity))
      #expect(mirrored.phase == bounce.phase)
      #expect(mirrored.amplitude == bounce.amplitude.map { -$0 })
      #expect(mirrored.furthest == bounce.furthest.map { -$0 })
      #expect(mirrored.timeOfFurthest == bounce.timeOfFurthest)
      #expect(mirrored.settleTime() == bounce.settleTime())
      for time in [-0.1, 0, 0.02, 0.5] {
        #expect(mirrored.position(at: time) == -bounce.position(at: time))
        #expect(mirrored.velocity(at: time) == -bounce.velocity(at: time))
      }
    }
  }

  @Test(arguments: [0x1p-40, 0x1p-3, 2, 0x1p60])
  func `twice the length is twice the motion, digit for digit`(factor: Double) {
    for (delta, state) in Self.motions {
      let bounce = CriticalBounce(decayRate: delta, from: state)
      let larger = CriticalBounce(
        decayRate: delta, displacement: factor * bounce.displacement, slope: factor * bounce.slope)
      #expect(larger.phase == bounce.phase)
      #expect(larger.amplitude == bounce.amplitude.map { factor * $0 })
      #expect(larger.furthest == bounce.furthest.map { factor * $0 })
      #expect(larger.position(at: 0.3) == factor * bounce.position(at: 0.3))
      #expect(larger.velocity(at: 0.3) == factor * bounce.velocity(at: 0.3))
      #expect(larger.settleTime(threshold: factor * 0.5) == bounce.settleTime(threshold: 0.5))
    }
  }

  @Test(arguments: [0x1p-20, 0.5, 4, 0x1p30])
  func `a faster clock is a larger decay rate, digit for digit`(factor: Double) {
    for (delta, state) in Self.motions {
      let bounce = CriticalBounce(decayRate: delta, from: state)
      let faster = CriticalBounce(
        decayRate: factor * delta, displacement: bounce.displacement, slope: factor * bounce.slope)
      #expect(faster.phase == bounce.phase.map { $0 / factor })
      #expect(faster.furthest == bounce.furthest)
      #expect(faster.position(at: 0.25 / factor) == bounce.position(at: 0.25))
      #expect(faster.velocity(at: 0.25 / factor) == factor * bounce.velocity(at: 0.25))
      #expect(faster.settleTime() == bounce.settleTime().map { $0 / factor })
    }
  }

  @Test func `a moved origin changes phi and a and b, and nothing else`() throws {
    var worst = Worst()
    for (delta, state) in Self.motions {
      let bounce = CriticalBounce(decayRate: delta, from: state)
      for move in [-0.05, 1 / 60.0, 0.3] {
        let moved = bounce.shifted(by: move)
        let label = "delta \(delta), \(state), moved \(move)"
        #expect(moved.decayRate == delta)
        for time in [0, 0.1, 0.5] {
          let x = delta * (move.magnitude + time)
          let size =
            (bounce.displacement.magnitude + bounce.slope.magnitude * (move.magnitude + time))
            * Double.exp(-delta * (move + time))
          // b' = v + delta y cancels once, and e^(-delta t) is a product of two factors.
          worst.note(
            moved.position(at: time), bounce.position(at: move + time),
            tolerance: 1e-15 * (4 + x) * (1 + x) * size, "y, \(label), t \(time)")
        }
        guard bounce.slope != 0 else { continue }
        let phase = try #require(moved.phase)
        let oldPhase = try #require(bounce.phase)
        // The same motion: phi grows by the shift, C is unchanged.
        let x = 1 + delta * (oldPhase.magnitude + move.magnitude)
        worst.note(phase, oldPhase + move, tolerance: 4e-15 * x * x / delta, "phi, \(label)")
        worst.note(
          try #require(moved.amplitude), try #require(bounce.amplitude),
          tolerance: 8e-15 * x * x * (try #require(bounce.amplitude)).magnitude, "C, \(label)")
        worst.note(
          try #require(moved.settleTime(threshold: 1e-3)),
          try #require(bounce.settleTime(threshold: 1e-3)) - move, tolerance: 1e-14 * x * x / delta,
          "end, \(label)")
      }
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `no motion reaches further than its furthest point`() throws {
    for (delta, state) in Self.motions {
      let bounce = CriticalBounce(decayRate: delta, from: state)
      guard let furthest = bounce.furthest, let time = bounce.timeOfFurthest else { continue }
      // From the crossing on, no position is above the maximum by more than a rounding.
      for step in 0...400 {
        let tau = Double(step) / (50 * delta)
        let y = bounce.position(at: tau - (try #require(bounce.phase)))
        #expect(y.magnitude <= furthest.magnitude * (1 + 1e-13))
      }
      #expect((bounce.position(at: time) - furthest).magnitude <= 1e-13 * furthest.magnitude)
      // The velocity at the maximum is the rounding of delta y.
      #expect(bounce.velocity(at: time).magnitude <= 1e-13 * delta * furthest.magnitude)
    }
  }
}
