import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

/// Returns to an edge by springs that are not critically damped, in recordings of several gestures.
@Suite struct ReturnTests {
  /// A pull that is let go and a fling to the edge, at 60 Hz and 3x.
  private func record(
    zeta: Double, hasNames: Bool, rounding: Bool = true
  ) -> Trace {
    var axis = ScrollAxis()
    (axis.bounceDecayRate, axis.bounceKappa) = (11 * zeta, 121 * (1 - zeta * zeta))
    var session = ScrollSession(axes: [axis])
    session.rest(for: 0.5)
    session.drag(by: -150, over: 0.5, hold: 0.3)
    session.rest(for: 0.5)
    session.drag(by: 300, over: 0.12)
    session.rest(for: 0.5)
    var recorder = Recorder()
    if !rounding { recorder.rounding = .unrounded }
    recorder.setDuration(session.end)
    var random = RandomSource(seed: 7)
    var trace = recorder.record(session, random: &random)
    if !hasNames {
      trace.phases = nil
      trace.metadata.entries.removeAll { $0.key.hasPrefix("edge_") || $0.key.hasPrefix("bounds_") }
    }
    return trace
  }

  private func split(_ trace: Trace) -> TraceResult {
    TraceResult(splitting: trace, axis: nil, options: FitOptions())
  }

  @Test(arguments: [0.9, 1.05, 1.1, 1.3], [true, false])
  func `a return that no bounce follows is fitted as a spring, and all others with it`(
    zeta: Double, hasNames: Bool
  ) throws {
    let result = split(record(zeta: zeta, hasNames: hasNames))
    // Without names a return of few samples may stay a bounce: it has no constants then.
    let laws = Set(result.fits.map(\.law))
    #expect(hasNames ? laws == ["decelerate", "spring"] : laws.contains("spring"))
    let constants = result.constants()
    let own = try #require(constants.first { $0.name == "spring.zeta" })
    let value = try #require(own.estimate.value)
    let error = try #require(own.estimate.standardError)
    // Five errors: one draw of each of eight recordings.
    #expect((value - zeta).magnitude < 5 * error && error < 0.01)
    #expect(!constants.contains { $0.law == "bounce" && $0.estimate.value != nil })
  }

  @Test(arguments: [true, false])
  func `a critically damped return stays a bounce`(hasNames: Bool) {
    let result = split(record(zeta: 1, hasNames: hasNames))
    #expect(Set(result.fits.map(\.law)) == ["decelerate", "bounce"])
  }

  @Test func `a recording of nothing but a bounce is one motion, no finger`() throws {
    let spring = Spring(SpringConstants(decayRate: 12.05, kappa: -25.2), edgeVelocity: 2500)
    let times = (0..<66).map { Double($0) / 60 }
    let values = times.map { -((spring.position(at: $0) * 3).rounded() / 3) }
    let trace = Trace(
      metadata: Metadata(), times: times, timing: .stamps(column: "t_s"),
      channels: [Channel(.offset, axis: .y, values: values)], phases: nil)
    let result = split(trace)
    #expect(!result.phases.contains { $0.kind == .rubberBand })
    let fit = try #require(result.fits.first)
    #expect(result.fits.count == 1 && fit.law == "spring")
    #expect(((fit["zeta"]?.value ?? 0) - 1.0998).magnitude < 0.01)
  }

  private func result(from rest: Double, _ spring: Spring, step: Double) -> TraceResult {
    let times = (0..<130).map { Double($0) / 60 }
    let values = times.map { time in
      let way = time < 0.43 ? rest : -spring.position(at: time - 0.43)
      return ((way + 380) / step).rounded() * step
    }
    return split(
      Trace(
        metadata: Metadata(), times: times, timing: .stamps(column: "t_s"),
        channels: [Channel(.offset, axis: .y, values: values)], phases: nil))
  }

  @Test func `times are not in error where another damping explains the samples`() throws {
    // A page of Flutter that is flung from where it rests.
    let spring = Spring(
      SpringConstants(angularFrequency: 14.142, dampingRatio: 1.1),
      from: MotionState(position: 380, velocity: -1500))
    let moving = result(from: -380, spring, step: 0.5).phases.filter { $0.kind != .rest }
    let phase = try #require(moving.first)
    #expect(moving.count == 1 && phase.law == "spring" && phase.confidence == .sure)
    let zeta = phase.constants.first { $0.key == "zeta" }?.value
    #expect(((zeta ?? 0) - 1.1).magnitude < 0.02)
    // The content was held beyond no edge.
    #expect(phase.edge == nil)
  }

  @Test(arguments: [0.25, 0.31, 0.45])
  func `content that swings about its target is beyond no edge`(zeta: Double) throws {
    let spring = Spring(
      SpringConstants(angularFrequency: 18, dampingRatio: zeta),
      from: MotionState(position: 380, velocity: 0))
    let result = result(from: -380, spring, step: 1.0 / 3)
    #expect(result.phases.allSatisfy { $0.edge == nil }, "\(result.phases.map(\.kind))")
    let moving = result.phases.filter { $0.kind != .rest }
    #expect(moving.map(\.law) == ["spring"] || result.fits.map(\.law) == ["spring"])
  }

  @Test(arguments: [(0.3, 0.0), (0.63, 0), (0.63, 0.1), (0.8, 0), (0.8, 0.1)])
  func `a spring that swings about a known edge is one return`(zeta: Double, noise: Double) throws {
    let spring = Spring(
      SpringConstants(angularFrequency: 9.487, dampingRatio: zeta), edgeVelocity: 2000)
    var random = RandomSource(seed: 3)
    let times = (0..<150).map { Double($0) / 60 }
    let values = times.map { time -> Double in
      let way = spring.position(at: time + 0.005) + noise * random.normal()
      return -((way * 3).rounded() / 3)
    }
    let result = split(
      Trace(
        metadata: Metadata([.init("edge_top", "0")]), times: times, timing: .stamps(column: "t_s"),
        channels: [Channel(.offset, axis: .y, values: values)], phases: nil))
    #expect(result.fits.map(\.law) == ["spring"], "\(result.phases.map(\.kind))")
    #expect(((result.fits.first?["zeta"]?.value ?? 0) - zeta).magnitude < 0.005)
  }

  @Test func `exact recordings show how far from critical a spring is, and are pooled`() throws {
    // The damping of UIScrollView's spring, of stiffness 120 and damping 22.
    let result = split(record(zeta: 22 / (2 * 120.0.squareRoot()), hasNames: true, rounding: false))
    let constants = result.constants()
    let zeta = try #require(constants.first { $0.name == "spring.zeta" }?.estimate)
    #expect(((zeta.value ?? 0) - 1.0041580220928046).magnitude < 1e-8)
    // The error is what arithmetic leaves, and says so by its size.
    #expect((1e-10...1e-8).contains(zeta.standardError ?? 0))
    let k = try #require(constants.first { $0.name == "decelerate.k" }?.estimate)
    #expect(((k.value ?? 0) - 2.002).magnitude < 1e-8)
  }
}
