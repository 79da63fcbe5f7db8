import Foundation
import RealModule
import ScrollFitting
import ScrollTraces
import Testing

/// Motions whose stamps or samples come late.
@Suite struct LateFrameTests {
  /// A recording of values at times, both as a file would have them.
  private func identified(_ times: [Double], _ values: [Double]) throws -> Identification {
    let rows = zip(times, values).map { "\($0),\($1)\n" }
    let text = "t_s,offset_y_pt\n" + rows.joined()
    let path = NSTemporaryDirectory() + "late-\(UUID().uuidString).csv"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return Identification(try #require(try TraceReader().traces(path: path).first))
  }

  /// Firefox's scrollTo of 1500 pt: at rest to 0.3 s, then a critically damped spring of 250 1/s^2.
  private func spring(_ time: Double) -> Double {
    let u = 250.0.squareRoot() * max(0, time - 0.304)
    return 2000 + 1500 * (1 - (1 + u) * Double.exp(-u))
  }

  @Test func `samples that show an earlier frame are set aside and counted`() throws {
    let times = (0..<90).map { Double($0) / 60 }
    let late: [Int: Int] = [24: 1, 25: 1, 30: 2, 33: 1]
    let values = times.indices.map { spring(times[$0 - (late[$0] ?? 0)]).rounded() }
    let motion = try #require(try identified(times, values).motions.first)
    #expect(motion.laws.law.key == "critical-from-rest")
    #expect([.likely, .open].contains(motion.laws.confidence))
    #expect(motion.lateSamples == 4)
    let delta = try #require(motion.laws.answer?["delta"])
    // Twenty samples that move, of 1 px: a part in 300 is four of its errors.
    #expect((delta - 250.0.squareRoot()).magnitude < 0.003 * delta)
  }

  @Test func `a motion whose samples are on time has none that are late`() throws {
    let times = (0..<90).map { Double($0) / 60 }
    let motion = try #require(
      try identified(times, times.map { spring($0).rounded() }).motions.first)
    #expect(motion.lateSamples == 0 && motion.laws.law.key == "critical-from-rest")
  }

  @Test func `a value ahead of its time is not late`() throws {
    let times = (0..<90).map { Double($0) / 60 }
    // Three values two frames early: no compositor tells of the future.
    let values = times.indices.map {
      spring(times[[24, 25, 30].contains($0) ? $0 + 2 : $0]).rounded()
    }
    let motions = try identified(times, values).motions
    #expect(motions.allSatisfy { $0.lateSamples == 0 })
  }

  @Test func `frames of a timer are counted where its stamps jitter`() throws {
    // 1500 pt/s^2 against 900 pt/s from 0.3 s on, computed every 16 ms; the stamps are up to 2 ms late.
    let times = (0..<80).map { index in
      let frame = Double(index) * 0.016
      let delay = Double(index * 7919 % 2000) * 1e-6
      return ((frame + delay) * 1e6).rounded() / 1e6
    }
    let values = (0..<80).map { index in
      let t = min(max(0, Double(index) * 0.016 - 0.3), 0.6)
      return 100 + 900 * t - 750 * t * t
    }
    let motion = try #require(try identified(times, values).motions.first)
    #expect(motion.laws.law.key == "constant-deceleration")
    let deceleration = try #require(motion.laws.answer?["deceleration"])
    // The frame's length is known to the jitter over the motion, 2 ms of 600.
    #expect((deceleration - 1500).magnitude < 0.01 * 1500)
  }
}
