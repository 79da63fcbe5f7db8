import ScrollFitting
import ScrollTraces
import Testing

/// The gain of a wheel: what its events ask for, and where the content goes.
struct WheelGainTests {
  private struct Event {
    var time: Double
    var delta: Double
  }

  /// Frames at 60 Hz in which each event moves the content by `gain` times its delta, in a quarter of a second that
  /// begins 20 ms after it, and not beyond `edge`; rows of events stand between those of frames.
  private func record(_ events: [Event], gain: Double, edge: Double? = nil) throws -> TraceResult {
    func offset(_ time: Double) -> Double {
      let moved = events.reduce(0) { sum, event -> Double in
        let u = min(max((time - event.time - 0.02) / 0.25, 0), 1)
        let share: Double = u * u * (3 - 2 * u)
        return sum + gain * event.delta * share
      }
      return (min(100 + moved, edge ?? .infinity) * 2).rounded() / 2
    }
    let end = (events.last?.time ?? 0) + 1.5
    var rows = stride(from: 0, to: end, by: 1.0 / 60).map { ($0, "\(offset($0)),") }
    rows += events.map { ($0.time, ",\($0.delta)") }
    rows.sort { $0.0 < $1.0 }
    let text =
      "# scale: 2\nt_s,offset_y_pt,delta_y_pt\n" + rows.map { "\($0.0),\($0.1)\n" }.joined()
    var parser = TraceParser(path: "wheel.csv")
    try Array(text.utf8).withUnsafeBytes { try parser.feed($0) }
    try parser.finish()
    let trace = try #require(parser.takeTraces().first)
    var result = TraceResult(splitting: trace, axis: nil, options: FitOptions())
    result.identifyUnfitted(trace, axis: nil, options: FitOptions())
    return result
  }

  @Test(arguments: [1, 0.8, 3, -1])
  func `the gain is what the content moves for what the events ask`(gain: Double) throws {
    let events = [(0.5, 1), (1.7, 2), (3.1, 3), (4.6, 1)].flatMap { start, count in
      (0..<count).map { Event(time: start + 0.0531 * Double($0), delta: 100) }
    }
    let result = try record(events, gain: gain)
    let wheel = try #require(result.joined?.wheelGains.first)
    #expect(wheel.scrolls.map(\.events) == [1, 2, 3, 1])
    #expect(wheel.scrolls.map(\.asked) == [100, 200, 300, 100])
    #expect(wheel.scrolls.map(\.moved) == [100, 200, 300, 100].map { $0 * gain })
    let found = try #require(wheel.gain.interval)
    #expect(found.contains(gain) && abs((wheel.gain.value ?? 0) - gain) < 1e-9)
    let half = try #require(wheel.gain.standardError)
    // Rounding at both ends of four scrolls, though all moved by whole steps.
    #expect(abs(half - 0.5 / 6.0.squareRoot() / 150_000.0.squareRoot()) < 1e-9)
    #expect(abs((wheel.notch?.value ?? 0) - 100 * gain) < 1e-6)
    let delays = wheel.scrolls.compactMap(\.delay)
    #expect(delays.count == 4 && delays.allSatisfy { (0.02...0.08).contains($0) })
    // It is an answer, whether or not a law describes the motion between.
    #expect(result.failure == nil)
    #expect(!result.warnings.contains { $0.code == .rowsLost })
  }

  @Test func `what an edge cuts short is not in the gain`() throws {
    let result = try record(
      [0.5, 1.7, 2.9].map { Event(time: $0, delta: 100) } + [Event(time: 4.1, delta: 60)],
      gain: 1, edge: 340)
    let wheel = try #require(result.joined?.wheelGains.first)
    #expect(wheel.scrolls.map(\.endsAtEdge) == [false, false, true])
    #expect(wheel.scrolls[2].moved == 40)
    // The last event asked for more at the edge, and nothing moved.
    #expect(wheel.gain.value == 1)
    #expect(wheel.notch == nil)
  }

  @Test func `one scroll has a gain without an error, and no events have none`() throws {
    let one = try record([Event(time: 0.5, delta: 120)], gain: 1)
    let gain = try #require(one.joined?.wheelGains.first?.gain)
    #expect(gain.value == 1 && gain.interval == nil && gain.reason != nil)
    #expect(try record([], gain: 1).joined?.wheelGains.isEmpty ?? true)
  }
}
