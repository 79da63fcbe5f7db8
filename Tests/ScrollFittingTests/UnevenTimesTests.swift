import Foundation
import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollTraces
import TestSupport
import Testing

/// Motions that a timer records unevenly: its stamps alone tell how long a frame is, frames begin anew, single samples are
/// far off.
@Suite struct UnevenTimesTests {
  private func identified(_ times: [Double], _ values: [Double]) throws -> Identification {
    let rows = zip(times, values).map { "\($0),\($1)\n" }
    let path = NSTemporaryDirectory() + "uneven-\(UUID().uuidString).csv"
    try ("t_s,offset_y_pt\n" + rows.joined()).write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return Identification(try #require(try TraceReader().traces(path: path).first))
  }

  /// Unrounded offsets of a constant friction of 1500 pt/s^2 after a speed, at 62.5 frames a second.
  private func glide(_ speed: Double) -> [Double] {
    (0..<Int(speed / 1500 / 0.016)).map {
      let time = 0.016 * Double($0)
      return 5000 + speed * time - 750 * time * time
    }
  }

  @Test func `the error of a constant holds that of the frame's length`() throws {
    var random = SplitMix64(seed: 20)
    var (inside, told) = (0, 0)
    for _ in 0..<40 {
      let values = glide(random.uniform(600...1300))
      let times = values.indices.map { 0.016 * Double($0) + 1 + random.uniform(-8e-4...8e-4) }
      guard let answer = try identified(times, values).motions.first?.laws.answer,
        answer.law.key == "constant-deceleration", let constant = answer.constants.first
      else { continue }
      told += 1
      let error = try #require(constant.halfWidth)
      if (constant.value - 1500).magnitude < error { inside += 1 }
      // The stamps cannot tell it within a part in ten thousand, nor are they off by a tenth.
      #expect(error > 0.15 && error < 150)
    }
    #expect(told >= 36 && Double(inside) >= 0.9 * Double(told))
  }

  @Test func `the error of a constant holds that of frames of another length before it`() throws {
    var random = SplitMix64(seed: 21)
    var (inside, told) = (0, 0)
    for turn in 0..<20 {
      // A finger's events are 0.04 % closer than the frames of the glide: too little to refute one length for both.
      var (times, values): ([Double], [Double]) = ([], [])
      for frame in 0..<150 {
        let (time, turn) = (Double(frame), Double(turn))
        let path: Double = 400 * Double.sin(time / 23) + 90 * Double.sin(time / 7 + turn)
        values.append(5000 + path + random.uniform(-0.2...0.2))
        times.append(1 + 0.0159935 * time + random.uniform(-2e-4...2e-4))
      }
      let (start, level) = (1 + 0.0159935 * 150, values[149] - 5000)
      for (frame, value) in glide(random.uniform(700...1300)).enumerated() {
        values.append(level + value)
        times.append(start + 0.016 * Double(frame) + random.uniform(-2e-4...2e-4))
      }
      for motion in try identified(times, values).motions {
        guard let answer = motion.laws.answer, answer.law.key == "constant-deceleration",
          let constant = answer.constants.first
        else { continue }
        told += 1
        let error = try #require(constant.halfWidth)
        if (constant.value - 1500).magnitude < error { inside += 1 }
        #expect(error < 15)
      }
    }
    #expect(told >= 10 && Double(inside) >= 0.9 * Double(told), "\(inside) of \(told)")
  }

  /// A tween of 1200 pt in 0.8 s that starts at 0.3 s.
  private func tween(_ time: Double, _ ease: Easing) -> Double {
    2000 + 1200 * ease.value(at: (time - 0.3) / 0.8)
  }

  @Test(arguments: [0.1, 0.45])
  func `a timer that is late once splits no tween`(late: Double) throws {
    // Frames of 12.375 ms that all come 0.2 ms later from one on, and stamps in steps of 0.1 ms.
    let frames = (0..<110).map { frame in
      let time = 0.012375 * Double(frame)
      return time + (time > 0.3 + late ? 2e-4 : 0)
    }
    let values = frames.map { (tween($0, .cosine) * 1000).rounded() / 1000 }
    let motions = try identified(frames.map { ($0 * 1e4).rounded() / 1e4 }, values).motions
    let motion = try #require(motions.first)
    #expect(motions.count == 1)
    #expect(motion.laws.law.key == "tween-cosine" && motion.laws.share > 0.95)
    #expect([.sure, .likely].contains(motion.laws.confidence))
    let duration = try #require(motion.laws.answer?["T"])
    #expect((duration - 0.8).magnitude < 1e-4)
  }

  @Test(arguments: [7, 33, 90] as [UInt64])
  func `samples that are far off their curve are left out and counted`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let frames = (0..<90).map { Double($0) / 60 }
    // A busy processor: one frame was drawn late, and two early.
    let off = [26: -0.021, 27: 0.015, 45: 0.019]
    let values = frames.indices.map { index in
      let shown = frames[index] + (off[index] ?? 0) + random.uniform(-3e-4...3e-4)
      return (tween(shown, .quartic) * 100).rounded() / 100
    }
    let motions = try identified(frames, values).motions
    let motion = try #require(motions.first)
    #expect(motions.count == 1)
    #expect(motion.laws.law.key == "eased-quartic" && motion.laws.confidence == .likely)
    #expect(motion.straySamples == 3 && motion.lateSamples == 0)
    #expect(motion.laws.share > 0.9)
    let duration = try #require(motion.laws.answer?["T"])
    #expect((motion.window.lowerBound + duration - 1.1).magnitude < 0.01)
  }
}
