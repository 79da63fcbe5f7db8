import RealModule
import ScrollPhysics
import TestSupport
import Testing

/// The glide compared with 800 digits, its edge cases, and its published numbers.
struct DecelerationTests {
  static let oracle = OracleTable("deceleration.csv")
  static let normal = DecelerationRate(perMillisecond: 0.998)
  static let fast = DecelerationRate(perMillisecond: 0.99)

  static func glide(_ x: [Double]) -> Deceleration {
    Deceleration(velocity: x[0], rate: x[1], coulomb: x[2])
  }

  /// The quantity of each name in the table, with a tolerance in ulps of the reference.
  static let quantities:
    [(name: String, ulps: Double, value: @Sendable (Deceleration, Double) -> Double)] = [
      ("limit", 8, { glide, _ in glide.limitDistance }),
      ("standstill", 4, { glide, _ in glide.standstill ?? .nan }),
      ("stop_time", 6, { $0.duration(stopSpeed: $1) }),
    ]

  @Test func `times and distances of an end match the table`() {
    var worst = Worst()
    for (name, ulps, value) in Self.quantities {
      for (x, reference) in Self.oracle.values(of: name) {
        worst.note(
          value(Self.glide(x), x.last!), reference, tolerance: ulps * reference.ulp, "\(name) \(x)")
      }
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `distance and velocity at a time match the table`() {
    var worst = Worst()
    for (x, reference) in Self.oracle.values(of: "x") {
      let glide = Self.glide(x)
      // Near the limit the relative error is that of k t in the exponential; friction cancels part of the distance.
      let size = x[0] * x[3] * (1 + x[1] * x[3])
      worst.note(
        glide.distance(at: x[3]), reference, tolerance: 4e-16 * min(size, 4 * glide.limitDistance),
        "x \(x)")
    }
    for (x, reference) in Self.oracle.values(of: "v") {
      worst.note(
        Self.glide(x).velocity(at: x[3]), reference, tolerance: 1e-15 * x[0], "v \(x)")
    }
    for (x, reference) in Self.oracle.values(of: "stop_distance") {
      let glide = Self.glide(x)
      // The rounding of the time is multiplied by the stopping speed.
      worst.note(
        glide.distance(stopSpeed: x[3]), reference,
        tolerance: 1e-15 * (reference + x[3] * glide.duration(stopSpeed: x[3])), "stop \(x)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `the time to a place and the speed there match the table`() {
    var worst = Worst()
    for (x, reference) in Self.oracle.values(of: "speed_after") {
      let glide = Self.glide(x)
      // The rounding of the distance is divided by the speed, at a deceleration of k v + c.
      let size = x[0] + (x[1] * x[0] + x[2]) * x[3] / reference
      worst.note(glide.speed(after: x[3]) ?? .nan, reference, tolerance: 1e-15 * size, "v \(x)")
    }
    for (x, reference) in Self.oracle.values(of: "time_after") {
      let speed = DecelerationTests.glide(x).speed(after: x[3]) ?? 0
      worst.note(
        Self.glide(x).time(after: x[3]) ?? .nan, reference,
        tolerance: 1e-15 * (reference + x[0] / speed * reference), "t \(x)")
    }
    for (x, reference) in Self.oracle.values(of: "within_time") {
      let glide = Self.glide(x)
      // The rounding of the position is divided by the speed there.
      let speed = glide.velocity(at: reference).magnitude
      worst.note(
        glide.duration(within: x[3]), reference,
        tolerance: 1e-15 * (reference + 2 * glide.limitDistance / speed), "within \(x)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `the discrete form is the sum`() {
    var worst = Worst()
    func glide(_ x: [Double]) -> Deceleration {
      Deceleration(velocity: x[0], rate: x[1], form: .discrete)
    }
    for (x, reference) in Self.oracle.values(of: "discrete_x") {
      // k n / 1000 is rounded before the exponential.
      worst.note(
        glide(x).distance(at: x[2] / 1000), reference, tolerance: 2e-15 * reference, "x \(x)")
    }
    for (x, reference) in Self.oracle.values(of: "discrete_v") {
      worst.note(
        glide(x).velocity(at: x[2] / 1000), reference,
        tolerance: 2e-16 * (4 + x[1] * x[2] / 1000) * reference, "v \(x)")
    }
    for (x, reference) in Self.oracle.values(of: "discrete_limit") {
      worst.note(glide(x).limitDistance, reference, tolerance: 1e-15 * reference, "limit \(x)")
    }
    #expect(worst.error <= 1, "\(worst)")
    // The number of whole steps is exact.
    for (x, reference) in Self.oracle.values(of: "discrete_stop") {
      #expect(glide(x).duration(stopSpeed: x[2]) == reference / 1000, "\(x)")
    }
    for (x, reference) in Self.oracle.values(of: "discrete_within") {
      #expect(glide(x).duration(within: x[2]) == reference / 1000, "\(x)")
    }
    for (x, reference) in Self.oracle.values(of: "discrete_after") {
      #expect(glide(x).time(after: x[2]) == reference / 1000, "\(x)")
    }
  }

  @Test func `the published distances per pt per ms`() {
    func limit(_ rate: DecelerationRate, _ form: Deceleration.Form) -> Double {
      Deceleration(velocity: 1000, rate: rate.perSecond, form: form).limitDistance
    }
    // 499.5 and 99.4992 are the reciprocals of k; 499 and 99 are d / (1 - d), as projected in the session.
    #expect((limit(Self.normal, .continuous) - 499.49983316645481).magnitude < 1e-10)
    #expect((limit(Self.fast, .continuous) - 99.499162473422077).magnitude < 1e-11)
    #expect((limit(Self.normal, .discrete) - 499).magnitude < 1e-10)
    #expect((limit(Self.fast, .discrete) - 99).magnitude < 1e-11)
    #expect((Self.normal.perSecond - 2.0020026706730793).magnitude < 1e-13)
  }

  @Test func `one second at k 2 loses what it should, either way`() {
    for sign in [1.0, -1] {
      let glide = Deceleration(position: 100, velocity: sign * 1000, rate: 2)
      #expect(glide.position(at: 0) == 100)
      #expect(glide.limitOffset == 100 + sign * 500)
      // 500 (1 - e^-2)
      #expect((glide.position(at: 1) - 100 - sign * 432.33235838169365).magnitude < 1e-12)
      #expect((glide.velocity(at: 1) - sign * 135.3352832366127).magnitude < 1e-12)
      #expect(glide.speed(after: 400) == 200)
      #expect(glide.position(at: .infinity) == glide.limitOffset)
    }
  }

  @Test(arguments: Deceleration.Form.allCases)
  func `a release at rest is an end`(form: Deceleration.Form) {
    for velocity in [0.0, -0.0] {
      for coulomb in [0.0, 300] {
        for rate in [2.0, 0] {
          let glide = Deceleration(
            position: 7, velocity: velocity, rate: rate, coulomb: coulomb, form: form)
          #expect(glide.limitDistance == 0)
          #expect(glide.limitOffset == 7)
          #expect(glide.position(at: 3) == 7)
          #expect(glide.position(at: .infinity) == 7)
          #expect(glide.velocity(at: 3) == 0)
          #expect(glide.duration(stopSpeed: 10) == 0)
          #expect(glide.duration(within: 0.1) == 0)
          #expect(glide.time(after: 1) == nil)
          #expect(glide.speed(after: 1) == nil)
          #expect(glide.time(after: 0) == 0)
        }
      }
    }
  }

  @Test func `without drag it never slows down, and friction alone slows it down evenly`() throws {
    let free = Deceleration(velocity: -500, rate: 0)
    #expect(free.position(at: 4) == -2000)
    #expect(free.velocity(at: 4) == -500)
    #expect(free.limitDistance == .infinity)
    #expect(free.duration(stopSpeed: 10) == .infinity)
    #expect(free.duration(within: 0.1) == .infinity)
    #expect(free.time(after: 1000) == 2)
    #expect(free.speed(after: 1000) == 500)
    let even = Deceleration(velocity: -500, rate: 0, coulomb: 1000)
    #expect(even.standstill == 0.5)
    #expect(even.limitDistance == 125)
    #expect(even.limitOffset == -125)
    #expect(even.velocity(at: 0.25) == -250)
    #expect(even.position(at: 0.25) == -93.75)
    #expect(even.position(at: 9) == -125)
    #expect(even.velocity(at: 9) == 0)
    #expect(even.duration(stopSpeed: 100) == 0.4)
    #expect(even.distance(stopSpeed: 100) == 120)
    #expect(even.duration(within: 0) == 0.5)
    // v^2 = v0^2 - 2 c x
    #expect((try #require(even.speed(after: 80)) - 300).magnitude < 1e-12)
    // The sum without drag: v0 / 1000 per millisecond.
    let sum = Deceleration(velocity: 500, rate: 0, form: .discrete)
    #expect(sum.position(at: 2) == 1000)
    #expect(sum.limitDistance == .infinity)
    #expect(sum.time(after: 250) == 0.5)
  }

  @Test func `a stop above the release speed ends at once`() {
    for form in Deceleration.Form.allCases {
      let glide = Deceleration(velocity: -8, rate: 2, form: form)
      #expect(glide.duration(stopSpeed: 10) == 0)
      #expect(glide.distance(stopSpeed: 10) == 0)
      // Without a stopping speed it never ends.
      #expect(glide.duration(stopSpeed: 0) == .infinity)
      #expect(glide.duration(within: 0) == .infinity)
    }
    // At exactly the stopping speed it has not yet ended: the discrete form needs one step.
    #expect(Deceleration(velocity: 10, rate: 2).duration(stopSpeed: 10) == 0)
    #expect(Deceleration(velocity: 10, rate: 2, form: .discrete).duration(stopSpeed: 10) == 0.001)
  }

  @Test func `a large offset takes no digits from distances`() {
    let near = Deceleration(position: 0, velocity: 2000, rate: 2, coulomb: 30)
    let far = Deceleration(position: 1e12, velocity: 2000, rate: 2, coulomb: 30)
    #expect(far.distance(stopSpeed: 10) == near.distance(stopSpeed: 10))
    #expect(far.duration(within: 0.1) == near.duration(within: 0.1))
    #expect(far.time(after: 500) == near.time(after: 500))
  }

  @Test func `the discrete form knows no friction`() {
    let glide = Deceleration(velocity: 2000, rate: 2, coulomb: 500, form: .discrete)
    let plain = Deceleration(velocity: 2000, rate: 2, form: .discrete)
    #expect(glide.standstill == nil)
    #expect(glide.limitDistance == plain.limitDistance)
    #expect(glide.duration(within: 0.1) == plain.duration(within: 0.1))
    #expect(glide.time(after: 500) == plain.time(after: 500))
    #expect(glide.velocity(at: 1) == plain.velocity(at: 1))
  }

  @Test func `a place behind or beyond the limit is never passed`() {
    for form in Deceleration.Form.allCases {
      let glide = Deceleration(velocity: 1000, rate: 2, form: form)
      #expect(glide.time(after: -1) == nil)
      #expect(glide.speed(after: -1) == nil)
      #expect(glide.time(after: 501) == nil)
      #expect(glide.time(after: .nan) == nil)
      #expect(glide.speed(after: 0) == 1000)
    }
  }

  @Test(arguments: [1e-300, 1e-9, 1e9, 1e150])
  func `a speed of any size scales the motion`(factor: Double) throws {
    for coulomb in [0.0, 300] {
      let one = Deceleration(velocity: 1500, rate: 2, coulomb: coulomb)
      let other = Deceleration(velocity: 1500 * factor, rate: 2, coulomb: coulomb * factor)
      for (a, b) in [
        (one.distance(at: 0.3), other.distance(at: 0.3)),
        (one.limitDistance, other.limitDistance),
        (one.distance(stopSpeed: 10), other.distance(stopSpeed: 10 * factor)),
      ] {
        // Factors that are not powers of two cause a few roundings.
        #expect((b / factor / a - 1).magnitude < 2e-15, "\(a) \(b)")
      }
      let time = one.duration(within: 0.1)
      #expect((other.duration(within: 0.1 * factor) / time - 1).magnitude < 1e-13)
    }
  }

  @Test func `a rate is one number in every notation`() {
    for rate in [Self.normal, Self.fast, DecelerationRate(perSecond: 0.01)] {
      let k = rate.perSecond
      let others = [
        DecelerationRate(perMillisecond: rate.perMillisecond),
        DecelerationRate(timeConstant: rate.timeConstant),
        DecelerationRate(halfLife: rate.halfLife),
        DecelerationRate(perFrame: rate.perFrame(framesPerSecond: 60), framesPerSecond: 60),
      ]
      for (index, other) in others.enumerated() {
        // A factor near 1 has lost digits of k: an ulp of 1 times 1000 or 60.
        let tolerance = [1.2e-13, 4 * k.ulp, 4 * k.ulp, 1.4e-14][index]
        #expect((other.perSecond - k).magnitude <= tolerance, "\(index) of \(k)")
      }
      #expect((rate.lossPerMillisecond - (1 - rate.perMillisecond)).magnitude <= 1.2e-16)
    }
    // ln 2 / k, 1 / k; PastryKit's 0.95 per frame is k = 3.0776.
    #expect((Self.normal.halfLife - 0.346226901).magnitude < 1e-8)
    #expect((Self.normal.timeConstant - 0.49949983).magnitude < 1e-8)
    let pastry = DecelerationRate(perFrame: 0.95, framesPerSecond: 60)
    #expect((pastry.perSecond - 3.07759766326).magnitude < 1e-10)
  }

  @Test func `a factor of 1 never stops`() {
    for rate in [
      DecelerationRate(perMillisecond: 1), DecelerationRate(perFrame: 1, framesPerSecond: 60),
    ] {
      #expect(rate.perSecond == 0)
      #expect(rate.timeConstant == .infinity)
      #expect(rate.halfLife == .infinity)
      #expect(rate.lossPerMillisecond == 0)
    }
  }
}
