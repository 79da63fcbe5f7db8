import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

/// Recordings that hold more than one clean bounce.
struct StretchTests {
  private let bounce = CriticalBounce(amplitude: 1800, decayRate: 10.9, phase: 0.006)

  private func trace(
    _ offsets: [Double], edgeTop: Double? = nil, edgeBottom: Double? = nil, role: Role = .offset,
    axis: Axis = .y
  ) -> Trace {
    var entries: [Metadata.Entry] = [.init("scale", "3")]
    if let edgeTop { entries.append(.init("edge_top", "\(edgeTop)")) }
    if let edgeBottom { entries.append(.init("edge_bottom", "\(edgeBottom)")) }
    return Trace(
      metadata: Metadata(entries), times: offsets.indices.map { Double($0) / 60 },
      channels: [Channel(role, axis: axis, values: offsets.map { ($0 * 3).rounded() / 3 })])
  }

  private func overscroll(_ frames: Int) -> [Double] {
    (0..<frames).map { bounce.position(at: Double($0) / 60) }
  }

  /// A fling that comes from 600 pt inside and crosses the edge at frame `frames`.
  private func approach(_ frames: Int) -> [Double] {
    (0..<frames).map { 30 * Double(frames - $0) - 4 }
  }

  private func delta(_ fit: Fit) throws -> Double { try #require(fit["delta"]?.value) }

  @Test func `an approach, a bounce and a rest give one fit of the bounce alone`() throws {
    let inside = approach(20)
    let offsets = inside.map { -88 + $0 } + overscroll(70).map { -88 - $0 }
    let fits = try BounceLaw.fit(trace(offsets, edgeTop: -88), axis: .y, options: FitOptions())
    #expect(fits.count == 1)
    #expect(fits[0].window?.lowerBound == 20.0 / 60)
    #expect((try delta(fits[0]) - 10.9).magnitude < 0.05)
    #expect(fits[0].samples.trimmed > 0)
  }

  @Test func `two bounces at the same edge give two fits`() throws {
    let one = overscroll(80).map { -$0 }
    let fits = try BounceLaw.fit(trace(one + one, edgeTop: 0), axis: .y, options: FitOptions())
    #expect(fits.count == 2)
    for fit in fits { #expect((try delta(fit) - 10.9).magnitude < 0.05) }
    #expect(fits[1].window?.lowerBound == 80.0 / 60)
  }

  @Test func `a bounce at each edge is fitted at its edge`() throws {
    let top = overscroll(80).map { -$0 }
    let between = (0..<40).map { 25 * Double($0 + 1) }
    let bottom = overscroll(80).map { 1000 + $0 }
    let fits = try BounceLaw.fit(
      trace(top + between + bottom, edgeTop: 0, edgeBottom: 1000), axis: .y,
      options: FitOptions())
    #expect(fits.map { $0.edge?.side } == [.top, .bottom])
    for fit in fits { #expect((try delta(fit) - 10.9).magnitude < 0.05) }
  }

  @Test(arguments: [(-88.0, -1.0), (0.0, -1.0), (412.0, 1.0), (1033.0 + 1.0 / 3, 1.0)])
  func `an edge that nobody gave is found from the rest`(_ edge: Double, _ sign: Double) throws {
    let offsets = overscroll(90).map { edge + sign * $0 }
    let fits = try BounceLaw.fit(trace(offsets), axis: .y, options: FitOptions())
    let found = try #require(fits.first?.edge)
    #expect((found.position - edge).magnitude < 1e-9)
    #expect(found.side == (sign > 0 ? .bottom : .top))
    #expect(found.source == .inferred)
    #expect(fits[0].warnings.contains { $0.code == .edgeInferred })
    #expect((try delta(fits[0]) - 10.9).magnitude < 0.05)
  }

  @Test func `an edge is also found when the recording ends before the rest`() throws {
    let offsets = overscroll(36).map { -64 - $0 }
    let fits = try BounceLaw.fit(trace(offsets), axis: .y, options: FitOptions())
    // The constant is fitted with the law: less sharp, but not biased.
    let fit = try #require(fits.first)
    #expect(try #require(fit["delta"]?.interval).contains(10.9))
  }

  @Test func `an overscroll column needs no edge, and a negative one is read with its sign`() throws
  {
    let plain = try BounceLaw.fit(
      trace(overscroll(70), role: .overscroll), axis: .y, options: FitOptions())
    let negative = try BounceLaw.fit(
      trace(overscroll(70).map { -$0 }, role: .overscroll), axis: .y, options: FitOptions())
    #expect(try delta(plain[0]) == (try delta(negative[0])))
    #expect(!plain[0].warnings.contains { $0.code == .signReversed })
    #expect(negative[0].warnings.contains { $0.code == .signReversed })
  }

  @Test func `a horizontal bounce is fitted along x`() throws {
    let offsets = overscroll(70).map { -$0 }
    var options = FitOptions()
    options.edge = 0
    let fits = try BounceLaw.fit(trace(offsets, axis: .x), axis: .x, options: options)
    #expect(fits[0].axis == .x)
    #expect(fits[0].edge?.side == .left)
  }

  @Test func `values cut to the pixel towards zero are noticed, and the remedy mends them`() throws
  {
    var recorder = Recorder()
    recorder.rounding = .towardZero
    recorder.frameCount = 80
    var random = RandomSource(seed: 3)
    let trace = recorder.record(bounce, edge: -88, random: &random)
    let fit = try #require(try BounceLaw.fit(trace, axis: .y, options: FitOptions()).first)
    #expect(fit.warnings.contains { $0.code == .truncationSuspected })
    var options = FitOptions()
    options.restOffset = true
    let mended = try #require(try BounceLaw.fit(trace, axis: .y, options: options).first)
    #expect(try #require(mended["delta"]?.interval).contains(10.9))
    // -88.5 becomes -88.3333: the overscroll comes out half a pixel small.
    #expect((try #require(mended["rest_offset"]?.value) + 1.0 / 6).magnitude < 0.05)
  }
}

/// What the options do.
struct FitOptionTests {
  private func recording() -> Trace {
    var recorder = Recorder()
    recorder.frameCount = 80
    var random = RandomSource(seed: 11)
    return recorder.record(
      CriticalBounce(amplitude: 1500, decayRate: 10.9, phase: 0.004), edge: 0, random: &random)
  }

  private func fit(_ change: (inout FitOptions) -> Void) throws -> Fit {
    var options = FitOptions()
    change(&options)
    return try #require(try BounceLaw.fit(recording(), axis: .y, options: options).first)
  }

  @Test(arguments: [["delta"], ["phi"], ["C"], ["C", "phi"], ["C", "delta"], ["delta", "phi"]])
  func `a fixed parameter stays, and the others are fitted about it`(_ names: [String]) throws {
    let truth = ["C": 1500.0, "delta": 10.9, "phi": 0.004]
    let fit = try fit { options in for name in names { options.fixed[name] = truth[name] } }
    #expect(fit.search.converged)
    for (name, value) in truth {
      let estimate = try #require(fit[name])
      if names.contains(name) {
        #expect(estimate.isFixed)
        #expect(estimate.value == value)
        #expect(estimate.standardError == nil)
      } else {
        let error = try #require(estimate.standardError)
        // Four errors: a seeded recording, no lottery.
        #expect((try #require(estimate.value) - value).magnitude < 4 * error)
        #expect(error > 0)
      }
    }
    #expect(fit.degreesOfFreedom == fit.samples.used - (3 - names.count))
  }

  @Test func `all parameters fixed are evaluated, not fitted`() throws {
    let fit = try fit { $0.fixed = ["C": 1500, "delta": 10.9, "phi": 0.004] }
    #expect(fit.residual.rms < 0.12)
    #expect(fit["delta"]?.reason == "fixed")
  }

  @Test func `a fixed parameter narrows the others`() throws {
    let free = try #require(try fit { _ in }["C"]?.standardError)
    let held = try #require(try fit { $0.fixed["delta"] = 10.9 }["C"]?.standardError)
    #expect(held < free)
  }

  @Test func `keeping the settled samples uses all of them`() throws {
    let trimmed = try fit { _ in }
    let kept = try fit { $0.keepsSettled = true }
    #expect(trimmed.samples.trimmed > 0)
    #expect(kept.samples.trimmed == 0)
    let difference = try #require(kept["delta"]?.value) - (try #require(trimmed["delta"]?.value))
    #expect(difference.magnitude < 0.2 * (try #require(trimmed["delta"]?.standardError)))
  }

  @Test func `descent and newton agree to 1e-9 on 200 recordings`() throws {
    var random = RandomSource(seed: 12)
    for index in 0..<200 {
      var recorder = Recorder()
      recorder.frameCount = 40 + index % 80
      recorder.scale = [0, 1, 2, 3][index % 4]
      recorder.noise = index % 4 == 0 ? 0.2 : 0
      recorder.stampJitter = index % 3 == 0 ? 5e-4 : 0
      let bounce = CriticalBounce(
        amplitude: random.uniform(400, 5000), decayRate: random.uniform(6, 16),
        phase: random.uniform(0, 0.0166))
      let trace = recorder.record(bounce, edge: -88, random: &random)
      var options = FitOptions()
      let descent = try #require(try BounceLaw.fit(trace, axis: .y, options: options).first)
      options.method = .newton
      let newton = try #require(try BounceLaw.fit(trace, axis: .y, options: options).first)
      #expect(descent.search.certificate == 1e-9)
      for key in ["C", "delta"] {
        let one = try #require(descent[key]?.value)
        let other = try #require(newton[key]?.value)
        #expect(one.isClose(to: other, 1e-9), "recording \(index), \(key)")
      }
      let scale = 1 / (try #require(newton["delta"]?.value))
      let phases = [try #require(descent["phi"]?.value), try #require(newton["phi"]?.value)]
      #expect((phases[0] - phases[1]).magnitude < 1e-9 * scale)
    }
  }

  @Test func `a recording that is exact has no errors, and says why`() throws {
    var recorder = Recorder()
    recorder.scale = 0
    var random = RandomSource(seed: 13)
    let trace = recorder.record(
      CriticalBounce(amplitude: 1500, decayRate: 10.9, phase: 0.004), edge: 0, random: &random)
    let fit = try #require(try BounceLaw.fit(trace, axis: .y, options: FitOptions()).first)
    #expect(fit.warnings.map(\.code) == [.exactData])
    #expect(fit["delta"]?.standardError == nil)
    #expect(fit["delta"]?.interval == nil)
    #expect(try #require(fit["delta"]?.value).isClose(to: 10.9, 1e-9))
    #expect(fit.criteria.aicc == nil)
  }
}
