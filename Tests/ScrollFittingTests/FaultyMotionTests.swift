import Foundation
import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollTraces
import TestSupport
import Testing

/// Clean motions that a recorder's fault, or a law that is not in the list, makes look like others.
@Suite struct FaultyMotionTests {
  private func identified(_ rows: [(time: Double, value: Double)]) throws -> [IdentifiedMotion] {
    let path = NSTemporaryDirectory() + "faulty-\(UUID().uuidString).csv"
    let lines = rows.map { String(format: "%.6f,%.4f\n", $0.time, $0.value) }
    let text = "t_s,offset_y_pt\n" + lines.joined()
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return Identification(try #require(try TraceReader().traces(path: path).first)).motions
  }

  /// A motion from rest to rest: values at frames of a rate, rounded to a step.
  private func rows(
    rate: Double = 60, duration: Double, step: Double, _ value: (Double) -> Double
  ) -> [(time: Double, value: Double)] {
    (0..<Int((duration + 0.6) * rate)).map { frame in
      let time = Double(frame) / rate + 0.0007
      let since = min(max(time - 0.2083, 0), duration)
      return (time, (value(since) / step).rounded() * step)
    }
  }

  private func cubicInOut(_ time: Double) -> Double {
    300 * Easing.inOut(.cubic).value(at: time / 0.8)
  }

  @Test(arguments: [0.42, 0.5, 0.58])
  func `a frame that was seen twice does not split a tween`(part: Double) throws {
    var samples = rows(duration: 0.8, step: 1.0 / 3, cubicInOut)
    let index = Int((0.2083 + 0.8 * part) * 60)
    samples[index].value = samples[index - 1].value
    let motions = try identified(samples)
    #expect(motions.map(\.laws.law.key) == ["tween-cubic-in-out"])
    let motion = try #require(motions.first)
    #expect(motion.laws.confidence == .likely)
    #expect(motion.straySamples + motion.lateSamples == 1)
    #expect((try #require(motion.laws.answer?["T"]) - 0.8).magnitude < 0.01)
  }

  @Test(arguments: [0.42, 0.5])
  func `a tween whose clock stands still for two frames is one motion`(part: Double) throws {
    var samples = rows(duration: 1, step: 1.0 / 3) { cubicInOut(min($0, 0.8)) }
    let (moving, hold) = (samples, Int((0.2083 + 0.8 * part) * 60))
    for index in hold..<samples.count {
      samples[index].value = moving[max(hold - 1, index - 2)].value
    }
    let motions = try identified(samples)
    #expect(motions.map(\.laws.law.key) == ["tween-cubic-in-out"])
    #expect(motions.first?.laws.confidence == .likely)
  }

  @Test func `frames of 240 Hz are no whole milliseconds`() throws {
    let ease = Easing.bezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1)
    let motion = try #require(
      try identified(rows(rate: 240, duration: 0.15, step: 0.5) { 600 * ease.value(at: $0 / 0.15) })
        .first)
    #expect(motion.laws.law.key == "tween-ease" && motion.clock == nil)
    #expect((try #require(motion.laws.answer?["T"]) - 0.15).magnitude < 0.001)
  }

  @Test func `one late frame at 120 Hz makes no engine of whole milliseconds`() throws {
    let ease = Easing.bezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)
    var samples = rows(rate: 120, duration: 0.3, step: 0.01) { 800 * ease.value(at: $0 / 0.3) }
    samples[40].value = 800 * ease.value(at: (samples[39].time - 0.2083) / 0.3)
    let motions = try identified(samples)
    #expect(motions.allSatisfy { $0.clock == nil })
    #expect(motions.map(\.laws.law.key) == ["tween-ease-in-out"])
    #expect((try #require(motions.first?.laws.answer?["T"]) - 0.3).magnitude < 0.003)
  }

  /// The first half of a symmetric ease is the whole of another one.
  @Test(arguments: [2.0, 3, 4])
  func `an ease from rest that ends at once is open`(power: Double) throws {
    let motions = try identified(
      rows(duration: 0.4, step: 0.5) { 400 * .pow($0 / 0.4, power) })
    #expect(motions.allSatisfy { $0.laws.confidence != .sure && $0.laws.confidence != .likely })
  }

  @Test(arguments: 0..<6) func `drag of two kinds is not surely a spring`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let (k, c) = (random.uniform(1...2), random.uniform(0.001...0.003))
    let speed = random.uniform(2000...4000)
    // v' = -k v - c v^2: x = ln(1 + c v0 (1 - e^(-k t)) / k) / c.
    let motions = try identified(
      rows(duration: 4, step: 0.1) {
        .log(1 + c * speed * (1 - .exp(-k * $0)) / k) / c
      })
    #expect(motions.allSatisfy { $0.laws.confidence != .sure })
  }

  @Test(arguments: [3.0, 4, 5])
  func `an eased motion begins where the content rested`(power: Double) throws {
    let motion = try #require(
      try identified(
        rows(duration: 0.8, step: 0.01) { 700 * (1 - .pow(1 - $0 / 0.8, power)) }
      ).first)
    #expect(motion.laws.law.key.hasPrefix("eased-") && motion.laws.confidence != .none)
    let duration = try #require(motion.laws.answer?.constants.first { $0.key == "T" })
    #expect((duration.value - 0.8).magnitude < 0.002)
    let speed = try #require(motion.laws.answer?["v0"])
    #expect((speed - 700 * power / 0.8).magnitude < 0.01 * speed)
  }

  @Test(arguments: [900.0, 1800, 3068])
  func `Flutter's glide on macOS is named`(speed: Double) throws {
    let glide = SuperposedDeceleration(velocity: speed, rate: -.log(0.135), deceleration: 1400)
    let motion = try #require(
      try identified(
        rows(duration: glide.standstill * 0.98, step: 1.0 / 3) { glide.position(at: $0) }
      ).last)
    #expect(motion.laws.law.key == "superposed-deceleration")
    // A short one is as near to a friction beside a viscous drag.
    #expect(speed < 3000 ? motion.laws.confidence != .none : motion.laws.confidence == .sure)
    #expect((try #require(motion.laws.answer?["v0"]) - speed).magnitude < 0.02 * speed)
  }
}
