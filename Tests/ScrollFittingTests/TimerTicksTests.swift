import Foundation
import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollTraces
import TestSupport
import Testing

/// Content that a timer moves, recorded at frames that beat with it.
@Suite struct TimerTicksTests {
  private func identified(_ samples: [(time: Double, value: Double)]) throws -> Identification {
    let rows = samples.map { String(format: "%.4f,%.4f\n", $0.time, $0.value) }
    let path = NSTemporaryDirectory() + "ticks-\(UUID().uuidString).csv"
    try ("t_s,offset_y_pt\n" + rows.joined()).write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return Identification(try #require(try TraceReader().traces(path: path).first))
  }

  /// A recording at frames of a length in s. Before the first tick and after the end the content rests.
  ///
  /// - Parameters:
  ///   - timer: the period of the timer in s; nil for an engine that moves the content at the frames.
  ///   - value: the offset in pt at a time in s since the start.
  private func recorded(
    frame: Double, timer: Double?, duration: Double, seed: UInt64, _ value: (Double) -> Double
  ) -> [(time: Double, value: Double)] {
    var random = SplitMix64(seed: seed)
    let phase = random.uniform(0...1)
    return (0..<Int((duration + 0.6) / frame)).map { index in
      let time = Double(index) * frame
      let since = time - 0.2
      let tick = timer.map { (((since / $0) + phase).rounded(.down) - phase) * $0 } ?? since
      return (time + random.uniform(-1.5e-4...1.5e-4), value(min(max(tick, 0), duration)))
    }
  }

  @Test(arguments: [
    (16.7, 15.0), (17, 16), (16.7, 20), (16.7, 12), (8.3, 16), (6.9, 16), (11.1, 15),
  ])
  func `a tween by a timer is named, and the timer`(frame: Double, timer: Double) throws {
    for (seed, law) in ["eased-quintic", "tween-cosine", "tween-back"].enumerated() {
      let samples = recorded(
        frame: frame / 1000, timer: timer / 1000, duration: 0.7, seed: UInt64(seed + 1)
      ) { time in
        let rest = 1 - time / 0.7
        return switch law {
        case "eased-quintic": 200 + 1000 * (1 - .pow(rest, 5))
        case "tween-cosine": 200 + 500 * (1 + .cos(.pi * rest))
        default: 200 + 1000 * (1 - 2.70158 * .pow(rest, 3) + 1.70158 * rest * rest)
        }
      }
      let motions = try identified(samples).motions
      #expect(motions.map(\.laws.law.key) == [law])
      #expect(motions.first?.laws.confidence == .sure)
      let clock = try #require(motions.first?.clock)
      #expect((1000 * clock - timer).magnitude < 0.01 * timer)
    }
  }

  @Test func `the interval of a deceleration by a timer holds the error of its period`() throws {
    var random = SplitMix64(seed: 7)
    var (inside, told) = (0, 0)
    for seed in 0..<30 {
      let speed = random.uniform(700...2000)
      let samples = recorded(
        frame: 0.0167, timer: 0.0153, duration: speed / 1500, seed: UInt64(seed)
      ) { 300 + speed * $0 - 750 * $0 * $0 }
      guard let motion = try identified(samples).motions.first,
        let answer = motion.laws.answer, answer.law.key == "constant-deceleration",
        motion.clock != nil, let constant = answer.constants.first
      else { continue }
      told += 1
      let error = try #require(constant.halfWidth)
      if (constant.value - 1500).magnitude < error { inside += 1 }
      #expect(error < 30)
    }
    #expect(told >= 24 && 10 * inside >= 9 * told)
  }

  @Test(arguments: 0..<10)
  func `motions at frames and fingers have no timer`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let glide = recorded(frame: 0.0167, timer: nil, duration: 1, seed: seed) {
      300 + 900 * (1 - .exp(-4 * $0))
    }
    #expect(try identified(glide).motions.allSatisfy { $0.clock == nil })
    let (rate, turn) = (random.uniform(6...14), random.uniform(0...6))
    let finger = recorded(frame: 0.0167, timer: nil, duration: 2, seed: seed) {
      300 + 200 * .sin(rate * $0) + 80 * .sin(2.7 * rate * $0 + turn) + random.uniform(-2...2)
    }
    #expect(try identified(finger).motions.allSatisfy { $0.clock == nil })
  }

  @Test(arguments: [15.0, 16])
  func `a long motion tells whole milliseconds of a timer`(timer: Double) throws {
    let samples = recorded(frame: 0.0167, timer: timer / 1000, duration: 2.5, seed: 3) {
      300 + 3750 * $0 - 750 * $0 * $0
    }
    let motion = try #require(try identified(samples).motions.first)
    #expect(motion.clock == timer / 1000 && motion.laws.confidence == .sure)
    let constant = try #require(motion.laws.answer?.constants.first)
    #expect((constant.value - 1500).magnitude < 1e-3 * 1500)
  }

  @Test(arguments: 0..<12)
  func `two ticks more than frames are found where the motion is slow`(seed: UInt64) throws {
    let samples = recorded(frame: 0.017, timer: 0.016, duration: 0.7, seed: seed) {
      200 + 1000 * (1 - .pow(1 - $0 / 0.7, 5))
    }
    #expect(try identified(samples).motions.map(\.laws.law.key) == ["eased-quintic"])
  }

  /// A swipe recorded from Clutter: the finger's steps and the jump to the last pixel are rough, the glide is on its stamps.
  @Test func `a glide at its stamps has no timer`() throws {
    let steps: [(milliseconds: Double, points: Double)] = [
      (18.0, 70.00), (14.2, 0.00), (17.3, 70.00), (16.6, 0.00), (16.2, 78.45), (16.5, 62.24),
      (17.4, 46.78), (16.5, 39.71), (16.4, 31.50), (16.4, 23.68), (17.3, 20.10), (16.3, 15.95),
      (17.2, 11.99), (16.3, 10.17), (16.2, 8.07), (17.2, 6.07), (16.3, 5.15), (17.4, 4.09),
      (16.2, 3.07), (16.3, 2.61), (17.2, 2.07), (16.2, 1.55), (17.4, 1.32), (16.3, 1.05),
      (16.3, 0.79), (17.3, 0.67), (16.2, 0.53), (17.2, 0.40), (16.3, 0.34), (16.2, 0.27),
      (17.3, 0.20), (16.2, 0.17), (17.2, 0.14), (16.2, 0.10), (17.3, 0.42),
    ]
    var samples = (0..<10).map { (time: Double($0) * 0.0167, value: 100.0) }
    for step in steps + Array(repeating: (16.7, 0), count: 12) {
      let last = samples[samples.count - 1]
      samples.append((last.time + step.0 / 1000, last.value + step.1))
    }
    let motion = try #require(try identified(samples).motions.last)
    #expect(motion.laws.law.key == "exponential" && motion.clock == nil)
    let rate = try #require(motion.laws.answer?.constants.first).value
    #expect((rate - 13.62).magnitude < 0.14)
  }
}
