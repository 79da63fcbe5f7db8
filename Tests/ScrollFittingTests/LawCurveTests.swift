import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

/// Laws that are given by their curves, as another package gives them.
@Suite struct LawCurveTests {
  /// The law of `resistance` by another name.
  private static let law = LawDescription(
    key: "glide", formula: "x = x0 + v0 (1 - e^(-k t)) / k", summary: "a glide",
    parameters: [
      QuantityDescription("k", "1/s", "rate", "of decay"),
      QuantityDescription("v0", "pt/s", "velocity", "at the first sample"),
      QuantityDescription("x0", "pt", "offset", "at the first sample"),
    ],
    derived: [QuantityDescription("limit_offset", "pt", "limit", "x0 + v0 / k")],
    nonlinear: "k", shared: [SharedConstant("k")])

  private static let curve = LawCurve(
    nonlinear: ["k"], linear: ["v0"], offset: "x0",
    quantities: ["limit_offset": { $0["x0"] + $0["v0"] / $0["k"] }],
    starts: { times, _ in [[1 / (times.last ?? 1)], [5 / (times.last ?? 1)]] },
    columns: { nonlinear in
      let k = nonlinear[0]
      guard k > 0 else { return nil }
      return [{ -Double.expMinusOne(-k * $0) / k }]
    })

  private static func glide(_ seed: UInt64) -> Trace {
    var recorder = Recorder()
    recorder.setDuration(1.5)
    recorder.noise = 0.2
    var random = RandomSource(seed: seed)
    return recorder.record(
      Deceleration(position: 50, velocity: 1500, rate: 2), random: &random)
  }

  /// Fits of the samples that a fit of `resistance` used.
  private static func fit(_ trace: Trace, like known: Fit, _ options: FitOptions) throws -> Fit {
    let window = try #require(known.window)
    let fits = try curve.fits(of: law, to: trace, axis: .y, options: options) { times, _ in
      let used = times.indices.filter { window.contains(times[$0]) }
      return [used[0]..<used[used.count - 1] + 1]
    }
    return try #require(fits.first)
  }

  @Test(arguments: UInt64(1)...5)
  func `a curve has the constants and errors of the law that is built in`(seed: UInt64) throws {
    let trace = Self.glide(seed)
    // A law with a feasible set looks for errors of the times sooner.
    var options = FitOptions()
    options.stamps = .recorded
    let known = try #require(try ResistanceLaw.fit(trace, axis: .y, options: options).first)
    let fit = try Self.fit(trace, like: known, options)
    #expect(fit.search.converged)
    for (key, other) in [
      ("k", "r"), ("v0", "v0"), ("x0", "x0"), ("limit_offset", "limit_offset"),
    ] {
      let (own, built) = (try #require(fit[key]), try #require(known[other]))
      let (value, error) = (try #require(built.value), try #require(built.standardError))
      // Both are at the minimum, which rounding of the sums moves by far less.
      #expect((try #require(own.value) - value).magnitude < 1e-4 * error, "\(key)")
      // Derivatives by differences are exact to 1e-9.
      #expect((try #require(own.standardError) / error - 1).magnitude < 1e-5, "\(key)")
    }
  }

  @Test func `a parameter of the curve is held`() throws {
    let trace = Self.glide(1)
    var options = FitOptions()
    let known = try #require(try ResistanceLaw.fit(trace, axis: .y, options: options).first)
    options.fixed = ["k": 2, "x0": 50]
    let fit = try Self.fit(trace, like: known, options)
    #expect(fit["k"]?.isFixed == true && fit["k"]?.value == 2)
    #expect(fit["x0"]?.isFixed == true && fit["x0"]?.value == 50)
    // One free parameter: rounding of 1/3 pt leaves a few tenths of a pt/s.
    #expect((try #require(fit["v0"]?.value) - 1500).magnitude < 2)
  }

  @Test func `a fit and its constants carry the description of their law`() throws {
    let trace = Self.glide(1)
    let fits = try Self.curve.fits(of: Self.law, to: trace, axis: .y, options: FitOptions())
    #expect(fits.first?.lawDescription?.summary == "a glide")
    #expect(Laws.description("glide") == nil)
  }

  @Test func `a recording without motion is refused`() {
    let still = Trace(
      times: (0..<60).map { Double($0) / 60 },
      channels: [Channel(.offset, values: [Double](repeating: 1, count: 60))])
    #expect(throws: FitFailure.self) {
      try Self.curve.fits(of: Self.law, to: still, axis: .y, options: FitOptions())
    }
  }
}
