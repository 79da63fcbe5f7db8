import Foundation
import RealModule
import ScrollFitting
import ScrollTraces
import TestSupport
import Testing

/// Glides of which a few stamps or frames are late.
@Suite struct LateStepTests {
  private func trace(_ times: [Double], _ values: [Double]) throws -> Trace {
    let rows = zip(times, values).map { "\($0),\($1)\n" }
    let path = NSTemporaryDirectory() + "late-step-\(UUID().uuidString).csv"
    try ("t_s,offset_y_pt\n" + rows.joined()).write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try #require(try TraceReader().traces(path: path).first)
  }

  private func identified(_ times: [Double], _ values: [Double]) throws -> Identification {
    Identification(try trace(times, values))
  }

  @Test(arguments: [false, true], [3, 29, 111] as [UInt64])
  func `stamps that are late here and there change no constant`(
    isShownLate: Bool, seed: UInt64
  ) throws {
    // Unrounded offsets at 60 Hz. One stamp in twelve is late, and the offset is that of the frame or of the stamp.
    var random = SplitMix64(seed: seed)
    var (times, values) = ([Double](), [Double]())
    for frame in 0..<200 {
      let time = Double(frame) / 60
      let late = random.uniform(0...12) < 1 ? random.uniform(0.004...0.010) : 0
      times.append(((time + late) * 1e6).rounded() / 1e6)
      let shown = isShownLate ? times[frame] : time
      values.append(1200 * (1 - Double.exp(-2 * max(0, shown - 0.42))))
    }
    let motions = try identified(times, values).motions
    let motion = try #require(motions.first)
    #expect(motions.count == 1 && motion.laws.law.key == "exponential" && motion.laws.share > 0.97)
    // The last digit of the stamps is a part in a million of the motion.
    let k = try #require(motion.laws.answer?["k"])
    #expect((k - 2).magnitude < 1e-4)
  }

  @Test(arguments: [20, 21] as [UInt64])
  func `fit gives the rate of a viscous glide that it finds from rest to rest`(seed: UInt64) throws
  {
    // At 120 Hz in half points, with one stamp in twelve late.
    var random = SplitMix64(seed: seed)
    var (times, values) = ([Double](), [Double]())
    for frame in 0..<360 {
      let time = Double(frame) / 120
      let late = random.uniform(0...12) < 1 ? random.uniform(0.002...0.006) : 0
      times.append(((time + late) * 1e6).rounded() / 1e6)
      values.append((2400 * (1 - Double.exp(-3 * max(0, time - 0.42)))).rounded() / 2)
    }
    let result = TraceResult(
      splitting: try trace(times, values), axis: nil, options: FitOptions())
    #expect(result.phases.map(\.kind) == [.rest, .deceleration, .rest])
    let fit = try #require(result.fits.first)
    let k = try #require(fit["k"])
    let value = try #require(k.value)
    // Four standard errors.
    let error = try #require(k.standardError)
    #expect(result.fits.count == 1 && (value - 3).magnitude < 4 * error && error < 0.003)
  }

  @Test(arguments: [nil, 0.5], [60.0, 120])
  func `a frame that a stall makes long does not end a stepped glide`(step: Double?, rate: Double)
    throws
  {
    // Unity's ScrollRect: each frame slows the velocity for its length, then moves by it. One frame takes 83 ms.
    var (times, values) = ([Double](), [Double]())
    var (time, offset, velocity) = (0.0, 0.0, 2500.0)
    for frame in 0..<Int(4.5 * rate) {
      let length = frame == Int(0.8 * rate) ? 5 / 60.0 : 1 / rate
      time += length
      if time > 0.3, velocity > 1 {
        velocity *= Double.pow(0.135, length)
        offset += velocity * length
      }
      times.append((time * 1e6).rounded() / 1e6)
      values.append(step.map { (offset / $0).rounded() * $0 } ?? offset)
    }
    let found = try identified(times, values)
    let motion = try #require(found.motions.first)
    #expect(found.motions.count == 1 && motion.laws.share > 0.97)
    #expect(motion.laws.law.key == "stepped-viscous" && motion.laws.confidence == .sure)
    let k = try #require(motion.laws.answer?.constants.first)
    let half = try #require(k.halfWidth)
    // Three half-widths are seven standard errors.
    #expect(k.key == "k" && (k.value + Double.log(0.135)).magnitude < 3 * half && half < 0.01)
    #expect(motion.engines.contains { $0.engine == "unity" && $0.follows })
  }

  /// Stamps and offsets of a glide that an engine steps at frames of these numbers.
  ///
  /// - Parameters:
  ///   - frames: the times of the frames and of their stamps, in frames.
  ///   - shown: whether a frame is recorded.
  ///   - step: what a frame of so many s does to the velocity and the offset.
  private func stepped(
    _ frames: [Double], rate: Double, shown: (Int) -> Bool = { _ in true },
    step: (_ velocity: inout Double, _ length: Double) -> Double
  ) -> (times: [Double], values: [Double]) {
    var (times, values): ([Double], [Double]) = ([], [])
    var (velocity, offset) = (2500.0, 0.0)
    for (index, frame) in frames.enumerated() {
      if index > 0 { offset += step(&velocity, (frame - frames[index - 1]) / rate) }
      guard shown(index) else { continue }
      times.append((frame / rate * 1e6).rounded() / 1e6)
      values.append(offset)
    }
    return (times, values)
  }

  @Test(arguments: [60.0, 120])
  func `a stall and lost frames together split no stepped glide`(rate: Double) throws {
    // A stall of seven frames; frames are not recorded here and there.
    let frames = (0..<Int(2.5 * rate)).filter { !(30..<36).contains($0) }.map { Double($0) }
    let (times, values) = stepped(frames, rate: rate, shown: { $0 % 17 != 9 }) {
      velocity, length in
      velocity *= Double.pow(0.135, length)
      return velocity * length
    }
    let motions = try identified(times, values).motions
    let motion = try #require(motions.first)
    #expect(motions.count == 1 && motion.laws.law.key == "stepped-viscous")
    let k = try #require(motion.laws.answer?["k"])
    #expect(motion.laws.share > 0.97 && (k + Double.log(0.135)).magnitude < 0.002)
  }

  @Test(arguments: [60.0, 120])
  func `a stall and lost frames together split no glide by frames`(rate: Double) throws {
    // The same frames: each, however long, keeps 0.95 of the velocity and moves by a usual frame.
    let frames = (0..<Int(2.5 * rate)).filter { !(30..<36).contains($0) }.map { Double($0) }
    let (times, values) = stepped(frames, rate: rate, shown: { $0 % 17 != 9 }) { velocity, _ in
      velocity *= 0.95
      return velocity / rate
    }
    let motions = try identified(times, values).motions
    let motion = try #require(motions.first)
    #expect(motions.count == 1 && motion.laws.law.key == "per-frame")
    let factor = try #require(motion.laws.answer?["factor"])
    #expect(motion.laws.share > 0.97 && (factor - 0.95).magnitude < 1e-9)
  }

  @Test(arguments: [60.0, 120], [0, 0.5, 1.0 / 3])
  func `lost frames split no glide whose friction grows`(rate: Double, step: Double) throws {
    // Reanimated's: a frame t s after the release keeps e^(-0.2 t) of the velocity.
    var elapsed = 0.0
    var (times, values) = stepped((0..<Int(1.1 * rate)).map(Double.init), rate: rate) {
      velocity, length in
      elapsed += length
      velocity *= .exp(-0.2 * elapsed)
      return velocity * length
    }
    if step > 0 { values = values.map { ($0 / step).rounded() * step } }
    let kept = times.indices.filter { $0 < 3 || $0 % 11 != 7 }
    (times, values) = (kept.map { times[$0] }, kept.map { values[$0] })
    let motions = try identified(times, values).motions
    let motion = try #require(motions.first)
    #expect(motions.count == 1 && motion.laws.law.key == "growing-friction")
    #expect(motion.laws.confidence == .sure || step > 0 && motion.laws.confidence == .likely)
    #expect(motion.laws.share > 0.97)
    let c = try #require(motion.laws.answer?["c"])
    let v0 = try #require(motion.laws.answer?["v0"])
    let deceleration = try #require(motion.laws.answer?["deceleration"])
    #expect((c - 0.2).magnitude < 0.002 && (v0 - 2500).magnitude < 25)
    #expect(deceleration == 1 - c / 100)
    #expect(motion.engines.contains { $0.engine == "reanimated" && $0.follows })
  }

  @Test func `a friction that grows is not seen long after its start`() throws {
    // Qt's wheel. Long after a release with friction that grows, the velocity falls as fast.
    let times = (0..<80).map { Double($0) / 60 }
    let values = times.map { time in
      (164 * (1 - Double.exp(-23.1 * max(0, time - 1 / 3.0)))).rounded() / 10
    }
    let motion = try #require(try identified(times, values).motions.first)
    let engines = motion.engines.filter(\.follows).map(\.engine)
    #expect(engines.contains("qt-flickable") && !engines.contains("reanimated"))
  }

  @Test func `a glide that keeps one factor a frame is found by its frames at late stamps`() throws
  {
    // JUCE's: a frame slows the velocity by a factor and moves by it for the time since the last one.
    var random = SplitMix64(seed: 4)
    let frames = (0..<90).map { frame -> Double in
      let late: Double = random.uniform(0...12) < 1 ? random.uniform(0.1...0.8) : 0
      return Double(frame) + late
    }
    let (times, values) = stepped(frames, rate: 120) { velocity, length in
      velocity *= 0.92
      return velocity * length
    }
    let motions = try identified(times, values).motions
    let motion = try #require(motions.first)
    #expect(motions.count == 1 && motion.laws.law.key == "stepped-viscous")
    let factor = try #require(motion.laws.answer?["factor"])
    #expect(motion.laws.confidence != .open && (factor - 0.92).magnitude < 1e-4)
  }

  @Test func `late stamps make no factor per frame beside the viscous law`() throws {
    // Frames at 60 Hz of which every ninth has a stamp up to 0.9 frames late.
    var random = SplitMix64(seed: 8)
    var (times, values): ([Double], [Double]) = ([], [])
    for frame in 0..<170 {
      let late: Double = frame % 9 == 4 ? random.uniform(0.2...0.9) : 0
      times.append(((Double(frame) + late) / 60 * 1e6).rounded() / 1e6)
      values.append(900 * (1 - Double.exp(-3 * Double(frame) / 60)))
    }
    let motions = try identified(times, values).motions
    let motion = try #require(motions.first)
    #expect(motions.count == 1 && motion.laws.law.key == "exponential")
    #expect(!motion.laws.rivals.contains { $0.key == "per-frame" })
  }

  @Test(arguments: [1e3, 1e4, 1e6], [700.0, 2000])
  func `a stall and a late stamp at its end split no exact glide`(
    steps: Double, deceleration: Double
  ) throws {
    // Constant friction at 120 Hz, exact at the stamps before these are rounded.
    let speed = 2239.022131016801
    var (times, values): ([Double], [Double]) = ([], [])
    for frame in 0..<420 where !(37...44).contains(frame) {
      let time = frame == 45 ? 45.153 / 120 : Double(frame) / 120
      let since = min(time, speed / deceleration)
      times.append((time * steps).rounded() / steps)
      values.append(speed * since - deceleration / 2 * since * since)
    }
    let motions = try identified(times, values).motions
    let motion = try #require(motions.first)
    #expect(motions.count == 1 && motion.laws.law.key == "constant-deceleration")
    #expect(motion.laws.confidence == .sure)
    let found = try #require(motion.laws.answer?["deceleration"])
    #expect(motion.clock == nil && (found / deceleration - 1).magnitude < 2e-3)
  }
}
