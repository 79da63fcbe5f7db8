import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

struct TransferTests {
  /// A recording of two nested views, of which the outer moves first unless `swapped`.
  private func trace(
    _ handover: Handover, scale: Double = 0, swapped: Bool = false, sign: Double = 1,
    noise: Double = 0, axis: Axis = .y, delay: Double = 0
  ) -> Trace {
    var recorder = Recorder()
    recorder.scale = scale
    recorder.noise = noise
    recorder.setDuration(3.6)
    var random = RandomSource(seed: 7)
    return recorder.record(
      [
        RecordedQuantity(swapped ? .inner : .offset, axis: axis) {
          handover.firstPosition(at: $0 - delay)
        },
        RecordedQuantity(swapped ? .offset : .inner, axis: axis) {
          sign * (handover.secondPosition(at: $0 - delay, stopSpeed: 10) ?? 0)
        },
      ], random: &random)
  }

  private let handover = Handover(
    Deceleration(position: 700, velocity: -2400, rate: 2.002), distance: 700, massRatio: 1.5,
    start: 20, rate: 1.5)

  private func fit(_ trace: Trace, _ change: (inout FitOptions) -> Void = { _ in }) throws -> Fit {
    var options = FitOptions()
    change(&options)
    let axis: Axis = trace.channel(.offset, axis: .y) == nil ? .x : .y
    return try #require(try TransferLaw.fit(trace, axis: axis, options: options).first)
  }

  @Test(arguments: [Axis.y, .x])
  func `exact samples give back what they were made from`(_ axis: Axis) throws {
    let fit = try fit(trace(handover, axis: axis))
    // Six parameters of 200 samples, no rounding: 1e-9 is far above what the arithmetic leaves.
    func expect(_ key: String, _ truth: Double) throws {
      let value = try #require(fit[key]?.value, "\(key)")
      #expect(abs(value - truth) < 1e-8 * max(1, abs(truth)), "\(key)")
    }
    try expect("mass_ratio", 1.5)
    try expect("rest_velocity", try #require(handover.restVelocity))
    try expect("k_outer", 2.002)
    try expect("k_inner", 1.5)
    try expect("inner_velocity", try #require(handover.received?.velocity))
    try expect("speed_share", 1.5)
    try expect("handover_time", try #require(handover.time))
    try expect("handover_offset", 0)
    try expect("release_velocity", -2400)
    try expect("distance", 700)
  }

  @Test func `the inner view may move first, and hands on by the inverse ratio`() throws {
    let fit = try fit(trace(handover, swapped: true))
    #expect(abs(try #require(fit["mass_ratio"]?.value) - 1 / 1.5) < 1e-8)
    #expect(abs(try #require(fit["k_inner"]?.value) - 2.002) < 1e-7)
    #expect(abs(try #require(fit["k_outer"]?.value) - 1.5) < 1e-7)
    #expect(fit["inner_velocity"] == nil)
    #expect(
      abs(try #require(fit["outer_velocity"]?.value) - handover.received!.velocity) < 1e-5)
    #expect(fit.formula?.contains("inner view first") == true)
  }

  @Test func `an offset that runs the other way is read with its sign reversed`() throws {
    let fit = try fit(trace(handover, sign: -1))
    #expect(abs(try #require(fit["mass_ratio"]?.value) - 1.5) < 1e-8)
    #expect(
      abs(try #require(fit["inner_velocity"]?.value) + handover.received!.velocity) < 1e-5)
    #expect(fit.warnings.map(\.code).contains(.signReversed))
  }

  @Test func `a drag before the release is left out`() throws {
    // 0.3 s in which a finger pulls the outer view faster and faster, then the glide.
    let glide = handover.glide
    var recorder = Recorder()
    recorder.scale = 2
    recorder.setDuration(4)
    var random = RandomSource(seed: 1)
    let trace = recorder.record(
      [
        RecordedQuantity(.offset) { time in
          time < 0.3
            ? glide.position + 0.5 * 8000 * (0.09 - time * time)
            : handover.firstPosition(at: time - 0.3)
        },
        RecordedQuantity(.inner) {
          handover.secondPosition(at: $0 - 0.3, stopSpeed: 10) ?? 0
        },
      ], random: &random)
    let fit = try fit(trace)
    for (key, truth) in [("mass_ratio", 1.5), ("k_outer", 2.002), ("k_inner", 1.5)] {
      let estimate = try #require(fit[key])
      let error = try #require(estimate.standardError)
      #expect(abs(try #require(estimate.value) - truth) < 4 * error, "\(key)")
    }
    #expect(try #require(fit.window?.lowerBound) >= 0.28)
  }

  @Test func `masses and rates are tested, and one rate sharpens the ratio`() throws {
    let same = trace(
      Handover(Deceleration(velocity: 2400, rate: 2.002), distance: 700), scale: 2)
    let equal = try fit(same)
    #expect(equal.tests.map(\.hypothesis) == ["mass_ratio = 1", "k_outer = k_inner"])
    for test in equal.tests { #expect(test.probability > 0.01, "\(test.hypothesis)") }
    let other = try fit(trace(handover, scale: 2))
    for test in other.tests { #expect(test.probability < 1e-6, "\(test.hypothesis)") }
    let shared = try fit(same) { $0.sharesRate = true }
    #expect(shared["k_outer"]?.value == shared["k_inner"]?.value)
    #expect(shared["k_outer"]?.standardError == shared["k_inner"]?.standardError)
    let errors = try (
      #require(shared["mass_ratio"]?.standardError), #require(equal["mass_ratio"]?.standardError)
    )
    #expect(errors.0 < 0.7 * errors.1)
  }

  @Test func `fixed parameters are held`() throws {
    let fit = try fit(trace(handover, scale: 2)) {
      $0.fixed = ["mass_ratio": 1.5, "k_outer": 2.002]
    }
    #expect(fit["mass_ratio"]?.isFixed == true)
    #expect(fit["k_outer"]?.value == 2.002)
    #expect(fit["k_inner"]?.interval?.contains(1.5) == true)
    #expect(fit.tests.isEmpty)
    let shared = try self.fit(trace(handover, scale: 2)) {
      $0.sharesRate = true
      $0.fixed = ["k_inner": 1.8]
    }
    #expect(shared["k_outer"]?.value == 1.8)
    #expect(shared["k_outer"]?.isFixed == true && shared["k_inner"]?.isFixed == true)
  }

  @Test func `what hands on nothing fails with its reason`() {
    func failure(_ trace: Trace) -> FitFailure? {
      do {
        _ = try TransferLaw.fit(trace, axis: .y, options: FitOptions())
        return nil
      } catch {
        return error
      }
    }
    func recording(_ outer: (Double) -> Double, _ inner: ((Double) -> Double)?) -> Trace {
      let times = (0..<200).map { Double($0) / 60 }
      return Trace(
        times: times,
        channels: [Channel(.offset, values: times.map { (2 * outer($0)).rounded() / 2 })]
          + (inner.map { inner in
            [Channel(.inner, values: times.map { (2 * inner($0)).rounded() / 2 })]
          } ?? []))
    }
    let glide = Deceleration(velocity: 2000, rate: 2)
    #expect(failure(recording(glide.position, nil))?.code == .noInner)
    let still = failure(recording(glide.position, { _ in 0 }))
    #expect(still?.code == .noHandover)
    #expect(still?.message.contains("inner view never moves") == true)
    let both = failure(recording(glide.position, { glide.position(at: $0) / 2 }))
    #expect(both?.code == .noHandover)
    #expect(both?.message.contains("at the same time") == true)
    // The inner view moves a second after the outer has come to rest: two movements.
    let apart = failure(
      recording(
        { glide.position(at: min($0, 0.3)) },
        { $0 < 1.5 ? 0 : glide.position(at: min($0, 2.2) - 1.5) }))
    #expect(apart?.code == .noHandover)
    #expect(apart?.message.contains("only the outer view moves") == true)
    #expect(
      failure(Trace(times: [0, 1], channels: [Channel(.inner, values: [0, 1])]))?.code
        == .noChannel)
    #expect(
      failure(Trace(times: [0, 1], channels: [Channel(.velocity, values: [0, 1])]))?.code
        == .isTable)
  }

  /// Its end was once read past.
  @Test func `identify takes no start, which is that of one law`() throws {
    var options = FitOptions()
    options.method = .descent
    options.start = [10]
    let found = Identification(trace(handover), options: options)
    #expect(found.fromColumns?.law == "transfer")
    #expect(found.fromColumns?.search.converged == true)
  }

  @Test func `a start at which the curve is not finite is told, and leaves the fit finite`() throws
  {
    // Without a decay the law is 0 / 0.
    let fit = try fit(trace(handover)) {
      $0.start = [7.5, 1, 0, 0]
      $0.recordsPath = true
    }
    #expect(!fit.search.converged)
    #expect(fit.search.reason == "the search left the finite numbers")
    #expect(fit.residual.rms.isFinite)
    let curve = fit.series.fitted.filter { !$0.isFinite }
    #expect(curve.isEmpty)
    #expect(fit.path.isEmpty)
  }
}
