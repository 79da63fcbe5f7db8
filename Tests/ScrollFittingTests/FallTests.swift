import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

/// Falls and rebounds made without noise, or with rounding to half points.
struct FallTests {
  private func trace(
    _ motion: Collision, wait: Double = 0, duration: Double, scale: Double = 0,
    from position: Double = 0
  ) -> Trace {
    var recorder = Recorder()
    recorder.scale = scale
    recorder.setDuration(duration)
    var random = RandomSource(seed: 1)
    return recorder.record(
      [.offset(of: motion, from: position, after: wait)], random: &random)
  }

  private func gravity(_ trace: Trace, _ fixed: [String: Double] = [:]) throws -> [Fit] {
    var options = FitOptions()
    options.fixed = fixed
    return try GravityLaw.fit(trace, axis: .y, options: options)
  }

  private func collision(_ trace: Trace, _ fixed: [String: Double] = [:]) throws -> [Fit] {
    var options = FitOptions()
    options.fixed = fixed
    return try CollisionLaw.fit(trace, axis: .y, options: options)
  }

  private func isNear(_ value: Double?, _ truth: Double, within error: Double) -> Bool {
    value.map { ($0 - truth).magnitude <= error } ?? false
  }

  // MARK: - Gravity

  @Test(arguments: [(1000.0, 0.0), (1000, -600), (-1000, 0), (-400, 300), (2500, 200)])
  func `a fall without noise gives its constants back`(gravity: Double, velocity: Double) throws {
    let motion = try #require(
      Collision(
        FreeFall(velocity: velocity, gravity: gravity), floor: gravity < 0 ? -480 : 480,
        elasticity: 0))
    let trace = trace(
      motion, wait: 0.21, duration: motion.restTime + 0.5, from: 120)
    let fit = try #require(try self.gravity(trace).first)
    #expect(fit.search.converged)
    // 1e-9 of the numbers: the arithmetic of the search.
    #expect(isNear(fit["g"]?.value, gravity, within: 1e-6))
    let begun = try #require(fit.window).lowerBound - 0.21
    #expect(isNear(fit["v0"]?.value, velocity + gravity * begun, within: 1e-6))
    let start = 120 + motion.fall.position(at: begun)
    #expect(isNear(fit["y0"]?.value, start, within: 1e-6))
    #expect(
      isNear(
        fit["landing_velocity"]?.value, (gravity < 0 ? -1 : 1) * motion.contactSpeed,
        within: 1e-6))
    if velocity == 0 {
      #expect(isNear(fit["fall_time"]?.value, motion.firstContact, within: 1e-6))
      #expect(isNear(fit["fall_distance"]?.value, 480, within: 1e-6))
    }
    let isThrown = velocity * gravity < 0
    #expect((fit["turning_point"] != nil) == isThrown)
    if isThrown {
      let turn = 120 - velocity * velocity / (2 * gravity)
      #expect(isNear(fit["turning_point"]?.value, turn, within: 1e-6))
    }
    #expect(isNear(fit["gravity_magnitude"]?.value, gravity.magnitude / 1000, within: 1e-9))
  }

  @Test func `the window of a drop is the free flight to the sample`() throws {
    let motion = try #require(Collision(from: 0, floor: 480, elasticity: 0))
    for step in 0..<60 {
      let wait = 0.2 + Double(step) / 3600
      let trace = trace(motion, wait: wait, duration: 1.6, scale: 2, from: 33.1)
      let fits = try gravity(trace)
      #expect(fits.count == 1)
      let window = try #require(fits.first?.window)
      let frames = trace.times
      let first = try #require(frames.first { $0 >= wait - 0.001 })
      // A release within a millisecond of a frame may count it or not: the parabola does not tell.
      #expect((window.lowerBound - first).magnitude < 0.0168, "\(wait)")
      #expect(window.lowerBound > wait - 0.001, "\(wait)")
      let landing = wait + motion.firstContact
      let last = try #require(frames.last { $0 < landing })
      #expect(window.upperBound < landing, "\(wait)")
      // Only a sample within the rounding of the floor is left out.
      #expect(last - window.upperBound < 0.0168, "\(wait)")
      if landing - last > 0.002 { #expect(window.upperBound == last, "\(wait)") }
    }
  }

  @Test func `a drop in noise begins at its release, however short the rest before it`() throws {
    let motion = try #require(Collision(from: 0, floor: 480, elasticity: 0))
    for seed in 1...40 {
      var recorder = Recorder()
      recorder.scale = 2
      recorder.noise = 0.3
      recorder.setDuration(1.5)
      var random = RandomSource(seed: UInt64(seed))
      let trace = recorder.record([.offset(of: motion, after: 0.205)], random: &random)
      let fits = try gravity(trace)
      #expect(fits.count == 1)
      let window = try #require(fits.first?.window)
      #expect((window.lowerBound - 0.205).magnitude < 0.03, "seed \(seed)")
    }
  }

  @Test func `several falls give several fits`() throws {
    let motion = try #require(Collision(from: 0, floor: 400, elasticity: 0))
    let once = trace(motion, wait: 0.25, duration: 1.6, scale: 2)
    let values = try #require(once.channel(.offset)).values
    let twice = Trace(
      metadata: once.metadata, times: (0..<2 * values.count).map { Double($0) / 60 },
      channels: [Channel(.offset, axis: .y, values: values + values)])
    let fits = try gravity(twice)
    #expect(fits.count == 2)
    for fit in fits { #expect(fit["g"]?.interval?.contains(1000) == true) }
  }

  @Test func `held parameters stay, and what is left follows them`() throws {
    let motion = try #require(Collision(from: 0, floor: 480, elasticity: 0))
    let trace = trace(motion, wait: 0.2, duration: 1.6, scale: 2)
    let fit = try #require(try gravity(trace, ["g": 1000]).first)
    #expect(fit["g"]?.value == 1000 && fit["g"]?.isFixed == true)
    #expect(fit["v0"]?.interval?.contains(0) == true)
    let held = try #require(try gravity(trace, ["g": 1000, "v0": 0, "y0": 0]).first)
    #expect(held.parameters.filter(\.isFixed).count == 3)
  }

  @Test func `what does not fall says so and names another command`() throws {
    let glide = Deceleration(velocity: 900, rate: 2)
    var recorder = Recorder()
    recorder.setDuration(3)
    var random = RandomSource(seed: 2)
    let slowing = recorder.record(glide, random: &random)
    let failure = #expect(throws: FitFailure.self) { try gravity(slowing) }
    #expect(failure?.code == .noFall)
    #expect(failure?.help.contains("scrollfit resistance") == true)
    let still = recorder.record(axis: .y, random: &random) { _ in 7 }
    let stillFailure = #expect(throws: FitFailure.self) { try gravity(still) }
    #expect(stillFailure?.code == .noMotion)
    let motion = try #require(Collision(from: 0, floor: 480, elasticity: 0))
    let short = trace(motion, duration: 0.06, scale: 2)
    let shortFailure = #expect(throws: FitFailure.self) { try gravity(short) }
    #expect(shortFailure?.code == .noFall)
    let even = recorder.record(axis: .y, random: &random) { 500 * $0 }
    let evenFailure = #expect(throws: FitFailure.self) { try gravity(even) }
    #expect(evenFailure?.code == .noFall)
  }

  // MARK: - Collision

  @Test(arguments: [
    (0.2, 1000.0, 0.0), (0.6, 1000, 0), (0.6, -1000, 0), (0.75, 1500, -500), (0.98, 1000, 0),
    (1, 1000, 0),
  ])
  func `rebounds without noise give their constants back`(
    elasticity: Double, gravity: Double, velocity: Double
  ) throws {
    let motion = try #require(
      Collision(
        FreeFall(velocity: velocity, gravity: gravity), floor: gravity < 0 ? -480 : 480,
        elasticity: elasticity))
    let trace = trace(motion, wait: 0.21, duration: 3.5, from: -50)
    let fits = try collision(trace)
    #expect(fits.count == 1)
    let fit = try #require(fits.first)
    #expect(fit.search.converged)
    #expect(isNear(fit["e"]?.value, elasticity, within: 1e-7))
    #expect(isNear(fit["g"]?.value, gravity, within: 1e-4))
    #expect(isNear(fit["floor"]?.value, (gravity < 0 ? -480 : 480) - 50, within: 1e-5))
    let begun = try #require(fit.window).lowerBound
    #expect(isNear(fit["t1"]?.value, motion.firstContact + 0.21 - begun, within: 1e-7))
    let speed = (gravity < 0 ? -1 : 1) * motion.contactSpeed
    #expect(isNear(fit["v1"]?.value, speed, within: 1e-4))
    let second = try #require(motion.contactTime(2)) + 0.21 - begun
    #expect(isNear(fit["contact_time_2"]?.value, second, within: 1e-6))
    #expect(
      isNear(
        fit["rebound_height_1"]?.value, motion.reboundHeight(afterContact: 1), within: 1e-4))
    #expect(
      isNear(fit["flight_time_1"]?.value, motion.flightTime(afterContact: 1), within: 1e-6))
    #expect(
      isNear(
        fit["drop_height"]?.value,
        motion.contactSpeed * motion.contactSpeed / (2 * gravity.magnitude), within: 1e-4))
  }

  @Test func `a single rebound suffices`() throws {
    let motion = try #require(Collision(from: 0, floor: 480, elasticity: 0.5))
    let end = motion.firstContact + 0.7 * motion.flightTime(afterContact: 1)
    let fit = try #require(try collision(trace(motion, duration: end, scale: 2)).first)
    #expect(fit["e"]?.interval?.contains(0.5) == true)
    #expect((fit["e"]?.standardError ?? 1) < 0.001)
    #expect(fit["contact_time_1"] != nil && fit["contact_time_2"] == nil)
  }

  @Test func `a recording may begin during a rebound`() throws {
    let motion = try #require(Collision(from: 0, floor: 480, elasticity: 0.7))
    var recorder = Recorder()
    recorder.scale = 2
    recorder.startTime = motion.firstContact + 0.1
    recorder.setDuration(3)
    var random = RandomSource(seed: 3)
    let trace = recorder.record([.offset(of: motion)], random: &random)
    let fit = try #require(try collision(trace).first)
    #expect(fit["e"]?.interval?.contains(0.7) == true)
    let second = try #require(motion.contactTime(2)) - recorder.startTime
    #expect(isNear(fit["t1"]?.value, second, within: 0.0005))
  }

  @Test func `what does not rebound says so and names gravity`() throws {
    let motion = try #require(Collision(from: 0, floor: 480, elasticity: 0))
    let trace = trace(motion, wait: 0.2, duration: 1.6, scale: 2)
    let failure = #expect(throws: FitFailure.self) { try collision(trace) }
    #expect(failure?.code == .noRebound)
    #expect(failure?.help.contains("scrollfit gravity") == true)
  }

  /// Rebounds that leave contact n with `elasticities[n - 1]` times the speed they came with.
  private func uneven(_ elasticities: [Double]) -> Trace {
    var recorder = Recorder()
    recorder.scale = 2
    recorder.setDuration(3.4)
    var random = RandomSource(seed: 4)
    return recorder.record(axis: .y, random: &random) { time in
      var contact = (2 * 480.0 / 1000).squareRoot()
      var speed = 1000 * contact
      guard time > contact else { return 500 * time * time }
      for elasticity in elasticities {
        speed *= elasticity
        let flight = 2 * speed / 1000
        if time < contact + flight {
          let elapsed = time - contact
          return 480 - elapsed * (speed - 500 * elapsed)
        }
        contact += flight
      }
      return 480
    }
  }

  @Test func `an elasticity that differs from rebound to rebound is told`() throws {
    let even = try #require(try collision(uneven([0.7, 0.7, 0.7, 0.7, 0.7])).first)
    let test = try #require(even.tests.first)
    guard case .f = test.distribution else {
      Issue.record("not an F test")
      return
    }
    #expect(test.probability > 0.01)
    #expect(!even.warnings.contains { $0.code == .heterogeneous })
    let fit = try #require(try collision(uneven([0.7, 0.66, 0.62, 0.6, 0.5])).first)
    #expect((fit.tests.first?.probability ?? 1) < 1e-6)
    #expect(fit.warnings.contains { $0.code == .heterogeneous })
  }

  @Test func `e by heights, speeds and times agrees with the joint fit`() throws {
    let motion = try #require(Collision(from: 0, floor: 480.2, elasticity: 0.65))
    let fit = try #require(
      try collision(trace(motion, wait: 0.207, duration: 4.5, scale: 2)).first)
    for key in ["e_by_heights", "e_by_speeds", "e_by_times"] {
      let estimate = try #require(fit[key])
      let error = try #require(estimate.standardError)
      #expect(isNear(estimate.value, 0.65, within: 4 * error), "\(key)")
      // Less is known without the other flights.
      #expect(error > 0.8 * (fit["e"]?.standardError ?? 0), "\(key)")
    }
  }

  @Test func `numbered quantities have the name of their kind`() {
    let law = CollisionLaw.description
    #expect(law.quantity("contact_time_12")?.name == "contact 12")
    #expect(law.quantity("contact_time_12")?.key == "contact_time_12")
    #expect(law.quantity("contact_time_x") == nil)
    #expect(law.quantity("height_2") == nil)
  }

  // MARK: - Resistance

  @Test func `resistance is a deceleration under its own names`() throws {
    let motion = Deceleration(position: 40, velocity: -800, rate: 2.5)
    var recorder = Recorder()
    recorder.scale = 2
    recorder.setDuration(4)
    var random = RandomSource(seed: 5)
    let trace = recorder.record([.offset(of: motion, after: 0)], random: &random)
    let fit = try #require(
      try ResistanceLaw.fit(trace, axis: .y, options: FitOptions()).first)
    let glide = try #require(
      try DecelerationLaw.fit(trace, axis: .y, options: FitOptions()).first)
    #expect(fit.law == "resistance" && fit.stop == nil && fit.form == nil)
    #expect(fit.parameters.map(\.key) == ["r", "v0", "x0"])
    #expect(fit["r"]?.value == glide["k"]?.value)
    #expect(fit["r"]?.feasible == glide["k"]?.feasible)
    #expect(fit["r"]?.interval?.contains(2.5) == true)
    #expect(fit.correlations.map(\.first).contains("r"))
    #expect(isNear(fit["distance"]?.value, 320, within: 0.5))
    #expect(isNear(fit["limit_offset"]?.value, 40 - 320, within: 0.5))
    var options = FitOptions()
    let held = try #require(ResistanceLaw.fixed("r", 2.5))
    options.fixed[held.key] = held.value
    let heldFit = try #require(
      try ResistanceLaw.fit(trace, axis: .y, options: options).first)
    #expect(heldFit["r"]?.isFixed == true && heldFit["r"]?.value == 2.5)
    #expect(ResistanceLaw.fixed("k", 2) == nil && ResistanceLaw.fixed("r", 0) == nil)
  }
}
