import CurveFitting
import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

/// What must not change the constants: where the edge lies, which way is out, when the clock starts.
struct InvarianceTests {
  /// Offsets on a grid that doubles hold exactly, so that moving them loses nothing.
  private static func recordings() -> [Trace] {
    var random = RandomSource(seed: 21)
    return (0..<40).map { index in
      var recorder = Recorder()
      recorder.scale = 2
      recorder.frameCount = 50 + index
      recorder.noise = index % 2 == 0 ? 0 : 0.3
      recorder.dropRate = index % 3 == 0 ? 0.05 : 0
      let bounce = CriticalBounce(
        amplitude: random.uniform(600, 4000), decayRate: random.uniform(8, 14),
        phase: random.uniform(0, 0.016))
      return recorder.record(bounce, edge: -88, random: &random)
    }
  }

  private func constants(_ trace: Trace, edge: Double) throws -> [Double] {
    try constants(of: fit(trace, edge: edge))
  }

  private func fit(_ trace: Trace, edge: Double) throws -> Fit {
    var options = FitOptions()
    options.edge = edge
    return try #require(try BounceLaw.fit(trace, axis: .y, options: options).first)
  }

  private func constants(of fit: Fit) throws -> [Double] {
    try ["C", "delta", "phi", "max_overscroll", "settle_time"].map {
      try #require(fit[$0]?.value)
    } + (try ["C", "delta", "phi"].map { try #require(fit[$0]?.standardError) })
  }

  private func expectSame(_ one: [Double], _ other: [Double], _ tolerance: Double) {
    for (index, (a, b)) in zip(one, other).enumerated() {
      // phi may be next to nothing: its size is that of 1/delta.
      let size = index == 2 ? 1 / one[1] : a.magnitude
      #expect((a - b).magnitude <= tolerance * size)
    }
  }

  @Test func `the place of the edge and the direction outward do not matter`() throws {
    for trace in Self.recordings() {
      let plain = try constants(trace, edge: -88)
      var moved = trace
      moved.channels[0].values = trace.channels[0].values.map { $0 + 1088 }
      expectSame(plain, try constants(moved, edge: 1000), 1e-12)
      var turned = trace
      turned.channels[0].values = trace.channels[0].values.map { -$0 }
      expectSame(plain, try constants(turned, edge: 88), 1e-12)
    }
  }

  @Test func `the start of the clock does not matter`() throws {
    for trace in Self.recordings() {
      let fit = try fit(trace, edge: -88)
      let plain = try constants(of: fit)
      let isWeighted = if case .weighted = fit.stamps { true } else { false }
      for shift in [-3.5, 1000, 1e6] {
        var later = trace
        later.times = trace.times.map { $0 + shift }
        let moved = try constants(later, edge: -88)
        // A stamp near 1000 s is rounded to 1e-13 s: 1e-12 of the time to the furthest point, and 1e-10 of standard errors,
        // which are made of residuals. One near 1e6 s is rounded to 1e-10 s, a thousand times as much.
        // Weights for errors of the times hang on the size of these errors, the place of a maximum of a likelihood that is
        // looked for by its values: rounding leaves it open to 1e-7, the square root of that of the values, also where no
        // stamp is rounded. Constants follow by 1e-9, standard errors by 1e-8 and more.
        let limits = isWeighted ? (constants: 1e-9, errors: 2e-8) : (constants: 1e-11, errors: 1e-9)
        expectSame(
          Array(plain.prefix(5)), Array(moved.prefix(5)), shift == 1e6 ? 1e-6 : limits.constants)
        expectSame(plain, moved, shift == 1e6 ? 1e-4 : limits.errors)
      }
    }
  }

  @Test(arguments: [0x1p-20, 0x1p20])
  func `the unit of length scales C and nothing else`(_ factor: Double) throws {
    for trace in Self.recordings() {
      let plain = try constants(trace, edge: -88)
      var scaled = trace
      scaled.metadata = Metadata()
      scaled.channels[0].values = trace.channels[0].values.map { $0 * factor }
      var options = FitOptions()
      options.edge = -88 * factor
      options.settleThreshold = 0.5 * factor
      let fit = try #require(try BounceLaw.fit(scaled, axis: .y, options: options).first)
      // Without a pixel grid of its own nothing is trimmed by quanta; compare with the same samples.
      guard fit.samples.used == (try used(trace)) else { continue }
      #expect((try #require(fit["delta"]?.value) / plain[1] - 1).magnitude < 1e-9)
      #expect((try #require(fit["C"]?.value) / (factor * plain[0]) - 1).magnitude < 1e-9)
    }
  }

  private func used(_ trace: Trace) throws -> Int {
    var options = FitOptions()
    options.edge = -88
    return try #require(try BounceLaw.fit(trace, axis: .y, options: options).first).samples.used
  }

  @Test func `the unit of time scales C, delta and phi, and no number is NaN at any size`() throws {
    for factor in [1e-9, 1e-6, 1e-3, 1e3, 3600.0 * 60] {
      for trace in Self.recordings().prefix(10) {
        var slow = trace
        slow.metadata = Metadata()
        slow.times = trace.times.map { $0 * factor }
        var options = FitOptions()
        options.edge = -88
        let plain = try #require(try BounceLaw.fit(trace, axis: .y, options: options).first)
        guard let fit = try? BounceLaw.fit(slow, axis: .y, options: options).first else {
          continue
        }
        for estimate in fit.parameters + fit.derived {
          #expect(estimate.value?.isFinite ?? true)
          #expect(estimate.standardError?.isFinite ?? true)
          #expect(estimate.value != nil || estimate.reason != nil)
        }
        guard fit.stamps == plain.stamps, fit.samples == plain.samples else { continue }
        let ratio =
          try #require(fit["delta"]?.value) * factor / (try #require(plain["delta"]?.value))
        #expect((ratio - 1).magnitude < 1e-6, "times in units of \(factor) s")
      }
    }
  }

  // MARK: - Every law

  /// Says where a telling of the recordings gives other numbers.
  private func check(
    _ retelling: Retelling, where applies: (InvariantRecording) -> Bool = { _ in true },
    _ change: (InvariantRecording) -> InvariantRecording
  ) throws {
    for recording in try InvariantRecording.all() where applies(recording) {
      let plain = recording.fits()
      #expect(plain.contains { $0.search.converged }, "\(recording)")
      let found = retelling.differences(plain, change(recording).fits())
      #expect(found == [], "\(recording)")
    }
  }

  @Test(arguments: [1e-6, 1e-3, 0.031, 0.5, 1.3])
  func `a smaller unit of length scales lengths and speeds, in every law`(factor: Double) throws {
    try check(Retelling(length: factor)) { $0.scaled(by: factor) }
  }

  /// What rests is told by a speed, that at which scroll views stop: 5 pt/s. It decides where a pixel, or five
  /// standard deviations of noise, are more than 0.5 pt, and only where the end of a motion is a rest. The derivatives
  /// of a stretch step by a part of 1 pt at least, which is no step beside a million.
  @Test(arguments: [3.7, 1e3, 0x1p20, 1e6])
  func `a larger unit of length does so where no rest has to be told`(factor: Double) throws {
    try check(
      Retelling(length: factor),
      where: {
        !($0.law == DecelerationLaw.self || $0.law == ResistanceLaw.self
          || $0.law == CollisionLaw.self || $0.law == StretchLaw.self) || $0.trace.isTable
      }
    ) { $0.scaled(by: factor) }
  }

  @Test(arguments: [1234.0, -64])
  func `all offsets may be counted from elsewhere, in every law`(shift: Double) throws {
    try check(
      Retelling(shift: shift), where: { $0.law != TransferLaw.self && !$0.trace.isTable }
    ) { $0.moved(by: shift) }
  }

  @Test func `the mirror image has the same constants, in every law`() throws {
    try check(Retelling(), where: { $0.law != StretchLaw.self && !$0.trace.isTable }) {
      $0.mirrored()
    }
  }

  @Test(arguments: [-3.5, 7, 1000])
  func `the clock may start at another time, in every law`(delay: Double) throws {
    // A stamp near 1000 s is rounded to 6e-14 s: times 4000 pt/s that is 1e-8 of an offset of 0.03 pt.
    try check(
      Retelling(delay: delay, tolerance: delay < 100 ? 1e-9 : 1e-8),
      where: { $0.trace.timing.isRecorded }
    ) { $0.later(by: delay) }
  }

  /// Stamps since 1970 are rounded to u = 2.4e-7 s, which moves a sample of the speed v by v u / 2 at most. A constant
  /// is linear in the samples: it moves by its classical error over s, the standard deviation of a residual, times the
  /// root of the sum of squares of that (Cauchy and Schwarz).
  @Test func `stamps since 1970 give what their own digits allow`() throws {
    let epoch = 1.7e9
    for recording in try InvariantRecording.all() where recording.trace.timing.isRecorded {
      let plain = recording.fits()
      let later = recording.later(by: epoch).fits()
      #expect(plain.count == later.count && !plain.isEmpty, "\(recording)")
      for (one, other) in zip(plain, later) {
        #expect(one.samples == other.samples, "\(recording)")
        let series = one.series
        let speeds = series.observed.indices.dropFirst().map { index -> Double in
          let step = series.observed[index] - series.observed[index - 1]
          return (step / (series.times[index] - series.times[index - 1])).magnitude
        }
        let speed = speeds.max() ?? 0
        let shift =
          epoch.ulp / 2 * speed * Double(one.samples.used).squareRoot()
          / (one.residual.sumOfSquares / Double(one.degreesOfFreedom)).squareRoot()
        for (a, b) in zip(one.parameters, other.parameters) {
          guard let value = a.value, let error = a.classicalError else { continue }
          let moved = try #require(b.value) - value
          #expect(
            moved.magnitude <= shift * error + 1e-9 * value.magnitude, "\(recording) \(a.key)")
        }
      }
    }
  }
}
