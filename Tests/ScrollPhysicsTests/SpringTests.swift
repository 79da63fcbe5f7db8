import RealModule
import ScrollPhysics
import TestSupport
import Testing

/// The spring of any damping compared with 400 digits, and its general properties.
struct SpringTests {
  static let oracle = OracleTable("spring_motion.csv")

  static func spring(_ x: [Double]) -> Spring {
    Spring(
      SpringConstants(decayRate: x[2], kappa: x[3]),
      from: MotionState(position: x[0], velocity: x[1]))
  }

  /// The sizes of the terms of position and velocity at a time.
  static func sizes(_ spring: Spring, at time: Double) -> (position: Double, velocity: Double) {
    let k = spring.constants
    let split = k.kappa.magnitude.squareRoot()
    let decay = Double.exp(-k.slowRate * time)
    let reach = min(time, 1 / split)
    let y = spring.initialState.position.magnitude
    let v = spring.initialState.velocity.magnitude
    return (
      decay * (y + (v + k.decayRate * y) * reach),
      decay * (v + (k.decayRate * v + k.stiffnessPerMass * y) * reach)
    )
  }

  @Test func `position and velocity match the table, near critical damping and far from it`() {
    var worst = Worst()
    for name in ["spring_y", "spring_v"] {
      for (x, value) in Self.oracle.values(of: name) {
        let spring = Self.spring(x)
        let size = Self.sizes(spring, at: x[4])
        let k = spring.constants
        // A few ulps of the terms, and of the exponents and angles, which are rounded first.
        let ulps = 4 + 2 * (k.decayRate + k.kappa.magnitude.squareRoot()) * x[4]
        let state = spring.state(at: x[4])
        worst.note(
          name == "spring_y" ? state.position : state.velocity, value,
          tolerance: ulps * 2.3e-16 * (name == "spring_y" ? size.position : size.velocity),
          "\(name) \(x)")
      }
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `the turn matches the table, and is none where there is none`() {
    var worst = Worst()
    for (x, value) in Self.oracle.values(of: "turn_time") {
      let spring = Self.spring(x)
      guard value >= 0 else {
        #expect(spring.timeOfTurn == nil, "\(x)")
        continue
      }
      worst.note(
        spring.timeOfTurn ?? .nan, value, tolerance: Self.turnTolerance(spring, value), "\(x)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  /// A few ulps, and more where an inward velocity and the acceleration nearly cancel.
  static func turnTolerance(_ spring: Spring, _ time: Double) -> Double {
    let k = spring.constants
    let state = spring.initialState
    let parts =
      k.decayRate * state.velocity.magnitude + k.stiffnessPerMass * state.position.magnitude
    let rate = k.kappa < 0 ? k.slowRate : k.decayRate
    let rest =
      rate * state.velocity.magnitude
      + (state.velocity < 0 ? -1 : 1) * k.stiffnessPerMass * state.position
    let split = k.kappa > 0 ? k.kappa.squareRoot() * state.velocity.magnitude : 0
    return 4.5e-16 * time * (2 + parts / max(rest.magnitude, split))
  }

  @Test func `the furthest point matches the table and may be the start itself`() {
    var worst = Worst()
    var starts = 0
    for (x, value) in Self.oracle.values(of: "furthest_time") {
      let spring = Self.spring(x)
      let furthest = spring.furthest
      if value == 0 {
        starts += 1
        #expect(furthest.time == 0 && furthest.position == x[0], "\(x)")
      } else {
        worst.note(
          furthest.time, value, tolerance: Self.turnTolerance(spring, value), "time \(x)")
      }
    }
    for (x, value) in Self.oracle.values(of: "furthest_y") {
      let spring = Self.spring(x)
      let k = spring.constants
      let time = spring.furthest.time
      let ulps = 4 + 2 * (k.decayRate + k.kappa.magnitude.squareRoot()) * time
      // The velocity there is 0, so an error of the time has no effect.
      worst.note(
        spring.furthest.position, value,
        tolerance: ulps * 2.3e-16 * Self.sizes(spring, at: time).position, "y \(x)")
    }
    #expect(worst.error <= 1, "\(worst)")
    #expect(starts > 30)
  }

  @Test func `the settle time matches the table, ringing included`() {
    var worst = Worst()
    for (x, value) in Self.oracle.values(of: "settle_time") {
      let spring = Self.spring(x)
      guard let time = spring.settleTime(threshold: x[4]) else {
        Issue.record("no settle time of \(x)")
        continue
      }
      guard value > 0 else {
        #expect(time == 0, "\(x)")
        continue
      }
      let k = spring.constants
      let ulps = 4 + 2 * (k.decayRate + k.kappa.magnitude.squareRoot()) * value
      // The rounding of y over the velocity at the crossing.
      let rounding =
        ulps * 2.3e-16 * Self.sizes(spring, at: value).position
        / spring.velocity(at: value).magnitude
      worst.note(time, value, tolerance: 2.3e-16 * value + rounding, "\(x)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `at kappa 0 it is the critically damped bounce`() throws {
    var worst = Worst()
    for (delta, state) in MotionTests.motions {
      let spring = Spring(SpringConstants(decayRate: delta), from: state)
      let bounce = CriticalBounce(decayRate: delta, from: state)
      for time in [0, 1e-6, 0.1, 0.7, 3] {
        let size = Self.sizes(spring, at: time)
        // A few roundings of each; the bounce computes its velocity as b - delta a.
        worst.note(
          spring.position(at: time), bounce.position(at: time), tolerance: 1e-15 * size.position,
          "y \(delta) \(state) \(time)")
        worst.note(
          spring.velocity(at: time), bounce.velocity(at: time),
          tolerance: 1e-15 * (size.velocity + delta * size.position),
          "v \(delta) \(state) \(time)")
      }
      let ahead = bounce.furthestAhead
      worst.note(spring.furthest.time, ahead.time, tolerance: 2e-14 / delta, "time \(delta)")
      worst.note(
        spring.furthest.position, ahead.position, tolerance: 1e-14 * ahead.position.magnitude,
        "furthest \(delta) \(state)")
      let end = try #require(bounce.settleTime())
      worst.note(
        try #require(spring.settleTime()), max(0, end),
        tolerance: 1e-13 / delta + 1e-14 * end.magnitude,
        "end \(delta) \(state)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `the motion passes smoothly through critical damping`() {
    // dy/dkappa = e^(-delta t) (-a t^2 / 2 - b t^3 / 6) at kappa = 0; the next order is kappa^2.
    for kappa in [1e-2, 1e-5, 1e-9, 1e-15, 1e-100, .leastNonzeroMagnitude] {
      for sign in [1.0, -1] {
        let spring = Spring(
          SpringConstants(decayRate: 10.9, kappa: sign * kappa), displacement: 40, slope: 900)
        for time in [0.05, 0.4] {
          let change =
            -Double.exp(-10.9 * time) * (20 * time * time + 150 * time * time * time)
          let plain = (40 + 900 * time) * Double.exp(-10.9 * time)
          let y = spring.position(at: time)
          // Rounding, and kappa^2 t^4 / 24 of the terms.
          #expect(
            (y - plain - sign * kappa * change).magnitude <= 4e-14 + kappa * kappa * 2,
            "kappa \(sign * kappa), t \(time)")
        }
      }
    }
  }

  @Test func `a thousand steps of a frame end where one long step does`() {
    var worst = Worst()
    for kappa in [-100.0, -1, 0, 1, 900] {
      let constants = SpringConstants(decayRate: 10.9, kappa: kappa)
      let state = MotionState(position: 12, velocity: 900)
      var walked = state
      for _ in 0..<1000 { walked = Spring.step(walked, by: 1 / 1024.0, constants: constants) }
      let spring = Spring(constants, from: state)
      let jumped = spring.state(at: 1000 / 1024.0)
      let size = Self.sizes(spring, at: 1000 / 1024.0)
      // A thousand times a few roundings, which partly cancel.
      worst.note(
        walked.position, jumped.position, tolerance: 1e-12 * size.position, "y \(kappa)")
      worst.note(
        walked.velocity, jumped.velocity, tolerance: 1e-12 * size.velocity, "v \(kappa)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test(arguments: [-100.0, -1e-9, 0, 1e-9, 30, 5000])
  func `the equation of motion holds`(kappa: Double) {
    let k = SpringConstants(decayRate: 10.9, kappa: kappa)
    let spring = Spring(k, from: MotionState(position: 25, velocity: 700))
    let rate = 11 + kappa.magnitude.squareRoot()
    let h = 2e-3 / rate
    for time in [0.01, 0.1, 0.3] {
      func slope(_ step: Double) -> Double {
        (spring.velocity(at: time + step) - spring.velocity(at: time - step)) / (2 * step)
      }
      let acceleration = (4 * slope(h / 2) - slope(h)) / 3
      let state = spring.state(at: time)
      let expected = -2 * 10.9 * state.velocity - k.stiffnessPerMass * state.position
      // Richardson extrapolation: (rate h)^4, and rounding over h.
      #expect((acceleration - expected).magnitude < 1e-9 * rate * (700 + rate * 25))
    }
  }

  @Test func `an overdamped spring keeps its tail where the exponentials of its parts overflow`()
    throws
  {
    // zeta = 1000: the slow rate is omega / 2000, and e^(split t) would overflow after 0.7 s.
    let spring = Spring(
      SpringConstants(angularFrequency: 1, dampingRatio: 1000), edgeVelocity: 1000)
    let slow = spring.constants.slowRate
    #expect((slow * 2000 - 1).magnitude < 1e-6)
    let end = try #require(spring.settleTime(threshold: 1e-3))
    // v / 2 split e^(-slow t) = threshold.
    let split = (1e6 - 1.0).squareRoot()
    #expect((end - Double.log(1000 / (2 * split) / 1e-3) / slow).magnitude < 1e-9 * end)
    #expect((spring.position(at: end) / 1e-3 - 1).magnitude < 1e-12)
  }

  @Test func `a ringing spring ends at the last time it reaches the threshold`() throws {
    let constants = SpringConstants(angularFrequency: 20, dampingRatio: 0.1)
    let spring = Spring(constants, edgeVelocity: 2000)
    let end = try #require(spring.settleTime(threshold: 0.5))
    #expect((spring.position(at: end).magnitude - 0.5).magnitude < 1e-12)
    // The motion stays below the threshold afterwards, checked at 5000 times.
    for index in 1...5000 {
      #expect(spring.position(at: end + Double(index) * 3e-4).magnitude < 0.5)
    }
    // Before the last turning point it was above the threshold.
    let half = try #require(constants.halfPeriod)
    #expect(
      (0..<100).contains { spring.position(at: end - half * Double($0) / 100).magnitude > 0.6 })
  }

  @Test func `the swing back is the next turn`() throws {
    let constants = SpringConstants(angularFrequency: 11, dampingRatio: 0.5)
    let spring = Spring(constants, edgeVelocity: 1000)
    let furthest = spring.furthest
    let next = furthest.time + (try #require(constants.halfPeriod))
    let back = try #require(spring.swingBack)
    #expect(back < 0)
    #expect((back - spring.position(at: next)).magnitude < 1e-12)
    // The textbook overshoot for a damping ratio of 0.5: e^(-pi zeta / sqrt(1 - zeta^2)) = 16.3 %.
    #expect((-back / furthest.position - 0.163033534821580).magnitude < 1e-14)
    // There is none without a crossing; an overdamped spring has one if it is thrown inward fast enough.
    #expect(Spring(SpringConstants(decayRate: 11), edgeVelocity: 1000).swingBack == nil)
    let thrown = Spring(
      SpringConstants(decayRate: 11), from: MotionState(position: 80, velocity: -3000))
    #expect(try #require(thrown.swingBack) < 0)
  }

  @Test(arguments: [(0.0, 100.0), (-3, 100), (10.9, -200), (.nan, 1), (10.9, .infinity)])
  func `what is no spring that rests never settles`(delta: Double, kappa: Double) {
    let spring = Spring(SpringConstants(decayRate: delta, kappa: kappa), edgeVelocity: 100)
    #expect(spring.settleTime() == nil)
    #expect(!spring.constants.settles)
  }

  @Test func `a threshold that is not positive is never an end, and rest is one from the start`() {
    let spring = Spring(SpringConstants(decayRate: 10.9), edgeVelocity: 100)
    for threshold in [0, -1, Double.nan] { #expect(spring.settleTime(threshold: threshold) == nil) }
    let rest = Spring(SpringConstants(decayRate: 10.9), edgeVelocity: 0)
    #expect(rest.settleTime() == 0)
    #expect(rest.timeOfTurn == nil)
    #expect(rest.furthest == (0, 0))
    #expect(rest.swingBack == nil)
  }
}
