import ScrollFitting
import ScrollPhysics
import ScrollTraces
import Testing

/// Recordings without stamps in which frames were lost: what follows a lost frame keeps its time.
struct LostFrameTests {
  /// Rows of a motion at 60 Hz, three of them without a value.
  private func trace(_ count: Int, _ position: (Double) -> Double) throws -> Trace {
    let rows = (0..<count).map { row in
      [10, 20, 30].contains(row) ? "1," : "1,\(position(Double(row) / 60))"
    }
    let text = "a,y\n" + rows.joined(separator: "\n") + "\n"
    var parser = TraceParser(path: "lost.csv")
    try Array(text.utf8).withUnsafeBytes { try parser.feed($0) }
    try parser.finish()
    let trace = try #require(parser.takeTraces().first)
    #expect(trace.lostRows == 3 && trace.count == count - 3)
    return trace
  }

  private func isNear(_ value: Double?, _ truth: Double) -> Bool {
    value.map { ($0 - truth).magnitude <= 1e-6 * truth } ?? false
  }

  @Test func `a fall keeps its constant`() throws {
    let trace = try trace(150) { 500 * $0 * $0 + 10 }
    let fit = try #require(try GravityLaw.fit(trace, axis: .y, options: FitOptions()).first)
    #expect(isNear(fit["g"]?.value, 1000), "\(fit["g"]?.value ?? .nan)")
  }

  @Test func `a glide keeps its rate`() throws {
    let glide = Deceleration(velocity: 2000, rate: 2)
    let trace = try trace(150) { glide.position(at: $0) }
    let fit = try #require(try DecelerationLaw.fit(trace, axis: .y, options: FitOptions()).first)
    #expect(isNear(fit["k"]?.value, 2), "\(fit["k"]?.value ?? .nan)")
  }

  @Test func `a bounce keeps its rate, alone and as a phase`() throws {
    let bounce = CriticalBounce(amplitude: -2000, decayRate: 10.93, phase: 0)
    let trace = try trace(80) { bounce.position(at: $0) }
    var options = FitOptions()
    options.edge = 0
    let fit = try #require(try BounceLaw.fit(trace, axis: .y, options: options).first)
    #expect(isNear(fit["delta"]?.value, 10.93), "\(fit["delta"]?.value ?? .nan)")
    let phase = try #require(TraceResult(splitting: trace, axis: nil, options: options).fits.first)
    #expect(isNear(phase["delta"]?.value, 10.93), "\(phase["delta"]?.value ?? .nan)")
  }
}
