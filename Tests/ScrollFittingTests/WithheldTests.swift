import CurveFitting
import RealModule
import ScrollFitting
import ScrollTraces
import Testing

/// What is no bounce must not be given a bounce's constants.
struct WithheldTests {
  private func trace(_ offsets: [Double]) -> Trace {
    Trace(
      metadata: Metadata([.init("scale", "3")]), times: offsets.indices.map { Double($0) / 60 },
      channels: [Channel(.offset, values: offsets.map { ($0 * 3).rounded() / 3 })])
  }

  /// The four moving samples of a handover: with C held, phi once went to infinity and the curve with it.
  @Test func `a search that ends where the curve is no number is no fit`() {
    let times = (0..<17).map { Double($0) / 60 }
    let offsets = times.map { $0 < 0.2 ? 0 : 100 * (1 - Double.exp(-2 * ($0 - 0.2))) }
    var options = FitOptions()
    options.loss = .tukey
    options.restOffset = true
    options.edge = 0
    options.fixed = ["C": 30.875]
    options.method = .newton
    let result = TraceResult(
      Trace(times: times, channels: [Channel(.offset, values: offsets)]), law: BounceLaw.self,
      axis: nil, options: options)
    #expect(result.fits.isEmpty && result.failure?.code == .noConvergence)
  }

  /// C e^(-delta phi) is 0 there, and a delta below 0 makes e^(-delta t) infinite: the sum of squares does not show it.
  @Test func `a walk onto a curve that is no number leaves the fit what it was`() throws {
    let times = (0..<240).map { Double($0) * 1e9 }
    let offsets = times.indices.map { 15e4 * (1 - Double.exp(-Double($0) / 60)) }
    var options = FitOptions()
    options.method = .descent
    options.start = [1e-300, 0, -7.2e303]
    let fits = TraceResult(
      Trace(times: times, channels: [Channel(.offset, values: offsets)]), law: BounceLaw.self,
      axis: nil, options: options
    ).fits
    let fit = try #require(fits.first)
    #expect(!fit.search.converged)
    #expect(fit.residual.rms.isFinite && fit.residual.rms < 15e4)
    #expect(fit.residual.sumOfSquares.isFinite)
  }

  /// Three numbers are a start of a bounce, four of a spring.
  @Test func `a start is that of one law alone`() {
    let offsets = (0..<60).map { frame -> Double in
      let tau = Double(frame) / 60 + 0.005
      return -88 - 1200 * tau * Double.exp(-10.9 * tau)
    }
    var recording = trace(offsets)
    recording.metadata.entries.append(.init("edge_top", "-88"))
    var options = FitOptions()
    options.method = .descent
    options.start = [1000, 10, 0]
    let both = TraceResult(
      recording, by: BounceLaw.self, axis: nil, addsSprings: true, options: options)
    #expect(both.fits.map(\.law) == ["bounce", "spring"])
    recording.metadata.entries.append(.init("law", "spring"))
    let own = TraceResult(recording, by: nil, axis: nil, options: options)
    #expect(own.fits.first?.law == "spring")
    let phases = TraceResult(splitting: recording, axis: nil, options: options)
    #expect(phases.fits.map(\.law) == ["bounce"] && phases.fits[0].search.startSource != "user")
  }

  @Test func `a start of another law is refused by every law`() {
    let offsets = (0..<60).map { frame -> Double in
      let tau = Double(frame) / 60 + 0.005
      return -88 - 1200 * tau * Double.exp(-10.9 * tau)
    }
    var options = FitOptions()
    options.start = [1]
    for law: any Law.Type in [BounceLaw.self, SpringLaw.self, DecelerationLaw.self] {
      let result = TraceResult(trace(offsets), law: law, axis: .y, options: options)
      #expect(result.fits.isEmpty && result.failure?.code == .outOfRange)
    }
  }

  @Test
  func `a deceleration shows no turning point, so C, phi and the furthest point are withheld`()
    throws
  {
    // x = 300 - 100 e^(-10 t): the tail of a bounce that never was.
    let offsets = (0..<80).map { 300 - 100 * Double.exp(-10 * Double($0) / 60) }
    let fits = try BounceLaw.fit(trace(offsets), axis: .y, options: FitOptions())
    let fit = try #require(fits.first)
    for key in ["C", "phi", "max_overscroll", "settle_time"] {
      let estimate = try #require(fit[key])
      #expect(estimate.value == nil)
      #expect(estimate.reason?.contains("no turning point") == true)
    }
  }

  @Test func `what rounding adds to an error makes no correlation of it`() throws {
    // Rounded at these places, the errors of C and of phi are those of independent samples, that of a sum of both is
    // not.
    let offsets = (0..<90).map { frame -> Double in
      let tau = Double(frame) / 60 + 0.005649188264283959
      return -88 - 2347.452013468928 * tau * Double.exp(-10.534814576002361 * tau)
    }
    var trace = trace(offsets)
    trace.metadata.entries.append(.init("edge_top", "-88"))
    let fit = try #require(
      try BounceLaw.fit(trace, axis: .y, options: FitOptions()).first)
    #expect(try #require(fit["C"]?.interval).contains(2347.452))
    #expect(try #require(fit["phi"]?.interval).contains(0.005649))
    let together = try #require(fit.correlations.first { $0.first == "C" && $0.second == "phi" })
    #expect(together.value.magnitude < 0.7)
    #expect(!fit.warnings.contains { $0.code == .startsLate })
  }

  @Test func `an edge that was fitted is named where it is, not where the recording ends`() throws {
    // Ends 17 pt before the edge at -88.
    let offsets = (0..<24).map { frame -> Double in
      let tau = Double(frame) / 60 + 0.005
      return -88 - 1200 * tau * Double.exp(-10.9 * tau)
    }
    let fit = try #require(
      try BounceLaw.fit(trace(offsets), axis: .y, options: FitOptions()).first)
    let edge = try #require(fit.edge)
    #expect((edge.position + 88).magnitude < 2)
    #expect(try #require(fit["delta"]?.interval).contains(10.9))
  }

  @Test func `a stretch that cannot be fitted is counted beside those that can`() throws {
    let bounce = (0..<60).map { frame -> Double in
      let tau = Double(frame) / 60 + 0.005
      return -1200 * tau * Double.exp(-10.9 * tau)
    }
    // Two samples beyond the edge, then inside.
    let brief = [-40.0, -40] + [Double](repeating: 50, count: 10)
    var trace = trace(brief + bounce)
    trace.metadata.entries.append(.init("edge_top", "0"))
    let fits = try BounceLaw.fit(trace, axis: .y, options: FitOptions())
    #expect(fits.count == 1)
    #expect(fits[0].warnings.contains { $0.code == .stretchNotFitted })
  }
}
