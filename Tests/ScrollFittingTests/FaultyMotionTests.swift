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

  /// The first half of a symmetric ease is the whole of another one, and that of a parabola a fall.
  @Test(arguments: [2.0, 4])
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

  /// The way of a spring from rest that is damped more than critically.
  private func overdamped(_ time: Double, omega: Double, zeta: Double) -> Double {
    let root = (zeta * zeta - 1).squareRoot()
    let (slow, fast) = (omega * (zeta - root), omega * (zeta + root))
    return 300 * (1 - (fast * .exp(-slow * time) - slow * .exp(-fast * time)) / (fast - slow))
  }

  @Test(arguments: [1.3, 1.6, 1.9])
  func `an overdamped spring that starts between frames is a spring`(zeta: Double) throws {
    let motion = try #require(
      try identified(
        rows(rate: 90, duration: 1.6, step: 0.01) { overdamped($0, omega: 22, zeta: zeta) }
      )
      .first)
    #expect(motion.laws.law.key == "spring" && motion.laws.confidence == .sure)
    #expect((try #require(motion.laws.answer?["zeta"]) - zeta).magnitude < 0.01)
  }

  /// A finger at constant speed, and then a motion.
  private func dragged(
    rate: Double = 60, duration: Double, step: Double, _ value: (Double) -> Double
  ) -> [(time: Double, value: Double)] {
    let drag = 15
    let moved = (0..<drag).map { (Double($0) / rate + 0.0007, Double($0) * 9) }
    let free = rows(rate: rate, duration: duration, step: step, value).drop { $0.time < 0.2083 }
    return moved
      + free.enumerated().map { index, sample in
        (Double(drag + index) / rate + 0.0007, 9 * Double(drag - 1) + sample.value)
      }
  }

  @Test func `an exponential is open beside a spring that also has the samples before`() throws {
    let last = try #require(
      try identified(
        dragged(duration: 1.6, step: 0.01) { overdamped($0, omega: 26, zeta: 1.7) }
      ).last)
    #expect(last.laws.law.key == "exponential" && last.laws.confidence == .open)
    #expect(last.laws.rivals.first?.key == "spring")
  }

  @Test func `a symmetric ease after a drag is whole`() throws {
    let motions = try identified(dragged(duration: 0.8, step: 0.01, cubicInOut))
    #expect(motions.last?.laws.law.key == "tween-cubic-in-out")
  }

  @Test(arguments: [(60.0, 3), (60, 6), (120, 12), (120, 20)])
  func `a hold some frames before the middle does not split a tween`(
    rate: Double, frames: Int
  ) throws {
    var samples = rows(rate: rate, duration: 1, step: 0.01) { cubicInOut(min($0, 0.8)) }
    let (moving, hold) = (samples, Int((0.2083 + 0.4) * rate) - frames)
    for index in hold..<samples.count {
      samples[index].value = moving[max(hold - 1, index - 2)].value
    }
    let motions = try identified(samples)
    #expect(motions.map(\.laws.law.key) == ["tween-cubic-in-out"])
    #expect(motions.first?.laws.confidence == .likely)
  }

  @Test(arguments: [4, 8])
  func `the second half of a tween is not sure after a jump`(frames: Int) throws {
    var samples = rows(duration: 0.8, step: 0.01, cubicInOut)
    for index in Int((0.2083 + 0.4) * 60) - frames..<samples.count { samples[index].value += 70 }
    let motions = try identified(samples)
    #expect(!motions.isEmpty && motions.allSatisfy { $0.laws.confidence != .sure })
  }

  /// A finger's moves come at 60 Hz and frames at 120 Hz.
  @Test func `holds of a finger do not make its glide less sure`() throws {
    let values = (0..<200).map { frame -> Double in
      guard frame >= 20 else { return Double((frame + 1) / 2) * 30 }
      let time = Double(min(frame, 169) - 19) / 120
      let distance = 2400 * time - 900 * time * time
      return 300 + (distance * 100).rounded() / 100
    }
    let samples = values.enumerated().map { (time: Double($0) / 120, value: $1) }
    let last = try #require(try identified(samples).last)
    #expect(last.laws.law.key == "constant-deceleration" && last.laws.confidence == .sure)
  }

  @Test func `one hold does not surely show a slower timer`() throws {
    let moving = rows(duration: 0.7, step: 1e-4) { 400 * (1 - .cos(.pi * min($0 / 0.5, 1))) }
    var samples = moving
    for index in 20..<samples.count { samples[index].value = moving[index - 1].value }
    let motions = try identified(samples)
    #expect(!motions.isEmpty && motions.allSatisfy { $0.laws.confidence != .sure })
  }
}
