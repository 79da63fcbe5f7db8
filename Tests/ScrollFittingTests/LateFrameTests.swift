import Foundation
import RealModule
import ScrollFitting
import ScrollTraces
import TestSupport
import Testing

/// Motions whose stamps or samples come late.
@Suite struct LateFrameTests {
  /// A recording of values at times, both as a file would have them.
  private func trace(_ times: [Double], _ values: [Double], _ phases: [String] = []) throws -> Trace
  {
    let rows = times.indices.map {
      "\(times[$0]),\(values[$0])" + (phases.isEmpty ? "" : ",\(phases[$0])") + "\n"
    }
    let text = "t_s,offset_y_pt\(phases.isEmpty ? "" : ",phase")\n" + rows.joined()
    let path = NSTemporaryDirectory() + "late-\(UUID().uuidString).csv"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try #require(try TraceReader().traces(path: path).first)
  }

  private func identified(_ times: [Double], _ values: [Double]) throws -> Identification {
    Identification(try trace(times, values))
  }

  private func decelerated(
    _ times: [Double], _ values: [Double], _ phases: [String]
  ) throws -> TraceResult {
    TraceResult(
      try trace(times, values, phases), law: DecelerationLaw.self, axis: nil, options: FitOptions())
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

  @Test(arguments: [3, 29, 111] as [UInt64])
  func `samples taken late by a busy processor keep no law from the others`(seed: UInt64) throws {
    // A constant friction of 492 pt/s^2, at 62.5 frames a second in whole points, behind a finger. One sample in
    // twelve is 3 to 9 ms late, and shows the content of its frame or of its stamp.
    var random = SplitMix64(seed: seed)
    let (speed, friction) = (1400.0, 492.0)
    func offset(_ time: Double) -> Double {
      let u = min(time, speed / friction)
      return 5000 + (time < 0 ? max(time, -0.16) * 1120 : speed * u - friction * u * u / 2)
    }
    var (times, values) = ([Double](), [Double]())
    var lateCount = 0
    for frame in 0..<220 {
      let time = Double(frame) * 0.016 - 0.4
      let isLate = random.uniform(0...12) < 1
      let late = isLate ? random.uniform(0.003...0.009) : random.uniform(-2e-4...2e-4)
      if isLate, time > 0 { lateCount += 1 }
      let wobble = time > -0.16 && time < 0 ? random.uniform(-6...6) : 0
      times.append(time + 0.5 + late)
      let shown = isLate && random.uniform(0...1) < 0.5 ? time + late : time
      values.append((offset(shown) + wobble).rounded())
    }
    #expect(lateCount >= 8)
    let motions = try identified(times, values).motions
    let motion = try #require(motions.first)
    #expect(motions.count == 1)
    #expect(motion.laws.law.key == "constant-deceleration")
    #expect([.sure, .likely].contains(motion.laws.confidence))
    #expect(motion.laws.share >= 0.95)
    let found = try #require(motion.laws.answer?["deceleration"])
    #expect((found - friction).magnitude < 0.01 * friction)
  }

  /// Flings with a constant friction of 492 pt/s^2 at 62.5 frames a second in whole points, each behind a finger that
  /// pushes at a share of their speed; the times of samples are off by `error`.
  private func pushed(
    _ speeds: [Double], finger: (share: Double, frames: Double), error: (_ fling: Int) -> Double
  ) -> (times: [Double], values: [Double]) {
    var (times, values): ([Double], [Double]) = ([], [])
    var (start, base) = (0.0, 5000.0)
    for (fling, speed) in speeds.enumerated() {
      let duration: Double = speed / 492
      let push: Double = finger.share * speed
      let count = Int((duration + 1.2) / 0.016)
      for frame in 0..<count {
        let time = 0.016 * Double(frame) - 0.5
        let u = min(max(time, 0), duration)
        let back: Double = time < 0 ? max(time, -0.016 * finger.frames) * push : 0
        times.append(start + time + 0.5 + error(fling))
        values.append((base + back + speed * u - 246 * u * u).rounded())
      }
      start += 0.016 * Double(count)
      base = values[values.count - 1] + 0.016 * finger.frames * push
    }
    return (times, values)
  }

  @Test(arguments: [3, 29, 111] as [UInt64])
  func `a fling whose times are far off is found beside an exact one`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let (times, values) = pushed([1400, 1250], finger: (0.8, 10)) { fling in
      fling == 0 ? random.uniform(-2e-4...2e-4) : random.uniform(-5e-3...5e-3)
    }
    let motions = try identified(times, values).motions
    #expect(motions.count == 2)
    for motion in motions {
      #expect(motion.laws.law.key == "constant-deceleration")
      let found = try #require(motion.laws.answer?["deceleration"])
      #expect((found - 492).magnitude < 0.02 * 492)
    }
    let last = try #require(motions.last)
    // Each sample is one tick of 16 ms; where the ticks are not found, the times have errors.
    let isToldByTicks = last.clock.map { ($0 - 0.016).magnitude < 1e-4 }
    #expect(isToldByTicks ?? (last.isCoarse && last.laws.confidence != .sure))
    #expect(last.window.upperBound > 6)
  }

  /// A finger that lets go at its own speed and the fling after it are one smooth curve, which shapes with many
  /// parameters fit.
  @Test(
    arguments: [(1, 8e-4, 700), (2, 8e-4, 1000), (3, 1.5e-3, 1000)] as [(UInt64, Double, Double)])
  func `a finger and its fling are no free shape`(
    seed: UInt64, error: Double, speed: Double
  ) throws {
    var random = SplitMix64(seed: seed)
    let (times, values) = pushed([speed], finger: (1, 8)) { _ in
      (0..<12).reduce(0) { sum, _ in sum + random.uniform(-0.5...0.5) } * error
    }
    let motions = try identified(times, values).motions
    let motion = try #require(motions.first)
    #expect(motions.count == 1)
    #expect(motion.laws.law.key == "constant-deceleration")
    let found = try #require(motion.laws.answer?["deceleration"])
    #expect((found - 492).magnitude < 0.02 * 492)
  }

  /// Part of a parabola is near the curve of a spring whose rest position is far away. Content that a spring moves
  /// would not rest before.
  @Test(arguments: [1, 2, 7] as [UInt64])
  func `a motion that ends at rest is no spring that pulls elsewhere`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let (times, values) = pushed([600], finger: (0.5, 6)) { _ in random.uniform(-5e-4...5e-4) }
    let laws = try #require(try identified(times, values).motions.first).laws
    #expect(laws.law.key == "constant-deceleration" && laws.confidence == .sure)
    #expect(!laws.candidates.contains { ["spring", "critical"].contains($0.law.key) })
  }

  /// A fling of Firefox that stops at 10 pt/s: at rest to 0.3 s, then 1700 pt/s that fall by k = 2 1/s.
  private func fling(_ time: Double) -> Double {
    2000 + 850 * (1 - Double.exp(-2 * min(max(0, time - 0.304), 2.5)))
  }

  @Test(arguments: [0.3, 0.5, 0.8])
  func `samples of two frames are one motion`(share: Double) throws {
    let times = (0..<200).map { Double($0) / 60 }
    var state: UInt64 = 11
    let values = times.indices.map { index in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let isLate = Double(state >> 40) < share * Double(1 << 24)
      return fling(times[max(0, isLate ? index - 1 : index)]).rounded()
    }
    let motion = try #require(try identified(times, values).motions.first)
    #expect(motion.laws.law.key == "exponential")
    #expect([.likely, .open].contains(motion.laws.confidence))
    // The frame that slow samples show makes no difference, and is not told.
    #expect(motion.lateSamples > 30 && motion.laws.share > 0.9)
    let k = try #require(motion.laws.answer?["k"])
    #expect((k - 2).magnitude < 0.01)
  }

  @Test(arguments: [4, 8, 13])
  func `a finger before samples of two frames is no part of their motion`(frames: Int) throws {
    let times = (0..<200).map { Double($0) / 60 }
    // It lets go after 0.5 s, at 1600 pt/s.
    let start = 30 - frames
    func offset(_ index: Int) -> Double {
      let way = 1600 * Double(min(max(0, index - start), frames)) / 60
      let t = min(max(0, Double(index - 30) / 60), 2.5)
      return 2000 + way + 850 * (1 - Double.exp(-2 * t))
    }
    var state: UInt64 = 23
    let values = times.indices.map { index in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return offset(max(0, state >> 40 < 1 << 23 ? index - 1 : index)).rounded()
    }
    let motion = try #require(try identified(times, values).motions.first)
    #expect(motion.laws.law.key == "exponential")
    #expect([.likely, .open].contains(motion.laws.confidence))
    #expect((0.4..<0.8).contains(motion.window.lowerBound) && motion.window.upperBound > 2.5)
    let k = try #require(motion.laws.answer?["k"])
    #expect((k - 2).magnitude < 0.01)
  }

  /// Flings behind fingers, logged with up to 0.4 ms of delay, of an engine whose frames of 16 ms begin anew with each
  /// motion, so that one period for all is 0.4 % too small. `way` is the way of a fling of a speed after a time.
  private func restarted(
    _ duration: (Double) -> Double, _ way: (_ speed: Double, _ time: Double) -> Double
  ) -> (times: [Double], values: [Double]) {
    var (times, values): ([Double], [Double]) = ([], [])
    var state: UInt64 = 5
    func append(_ time: Double, _ value: Double) {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      times.append(time + 4e-4 * Double(state >> 40) / Double(1 << 24))
      values.append(value)
    }
    var (start, offset) = (0.3, 8000.0)
    for speed in [620.0, 980, 450, 760, 1050, 540, 830, 700] {
      for frame in 1...4 {
        append(start + 0.016 * Double(frame - 1), offset + 0.016 * speed * Double(frame))
      }
      offset += 0.064 * speed
      start += 0.064
      let frames = Int((duration(speed) / 0.016).rounded(.up))
      for frame in 1...frames {
        let time = 0.016 * Double(frame)
        append(start + time, offset + way(speed, min(time, duration(speed))))
      }
      offset = values[values.count - 1]
      start += 0.016 * Double(frames + 30) - 0.0045
    }
    return (times, values)
  }

  @Test func `frames that begin anew with every motion do not bend time`() throws {
    let (times, values) = restarted({ $0 / 1500 }, { $0 * $1 - 750 * $1 * $1 })
    let motions = try identified(times, values).motions
    #expect(motions.count >= 6)
    for motion in motions {
      #expect(motion.laws.law.key == "constant-deceleration")
      let deceleration = try #require(motion.laws.answer?["deceleration"])
      #expect((deceleration / 1500 - 1).magnitude < 3e-3)
    }
  }

  @Test func `constants rest on the stamps of a motion where they refute the frames`() throws {
    let (times, values) = restarted({ _ in 2 }, { $0 / 2 * (1 - Double.exp(-2 * $1)) })
    let result = TraceResult(
      try trace(times, values), by: nil, axis: nil, options: FitOptions())
    let rates = result.fits.compactMap { $0["k"] }
    #expect(rates.count >= 6)
    for rate in rates {
      let (k, error) = (try #require(rate.value), try #require(rate.standardError))
      // The bent time gives 2.0035, without an error.
      #expect((k - 2).magnitude < 4 * error && error < 1e-3)
    }
  }

  /// A busy page records nothing in one frame, and shows that frame in the next.
  @Test func `a sample may show a frame in which nothing was recorded`() throws {
    let busy = [24..<29, 34..<39, 46..<52, 60..<65]
    let frames = (0..<200).filter { frame in !busy.contains { $0.lowerBound + 1 == frame } }
    let values = frames.map { frame in
      let isLate = busy.contains { $0.contains(frame) }
      return fling(Double(isLate ? frame - 1 : frame) / 60).rounded()
    }
    let motion = try #require(
      try identified(frames.map { Double($0) / 60 }, values).motions.first)
    #expect(motion.laws.law.key == "exponential" && motion.laws.confidence == .likely)
    #expect(motion.window.lowerBound < 0.33 && motion.lateSamples > 10)
    let k = try #require(motion.laws.answer?["k"])
    #expect((k - 2).magnitude < 0.01)
  }

  @Test(arguments: [0.1, 0.3, 0.5, 0.8])
  func `a deceleration says how many samples show an earlier frame`(share: Double) throws {
    let times = (0..<200).map { Double($0) / 60 }
    var state: UInt64 = 11
    let late = times.map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) < share * Double(1 << 24)
    }
    let values = times.indices.map { fling(times[max(0, late[$0] ? $0 - 1 : $0)]).rounded() }
    let phases = times.indices.map { (19..<168).contains($0) ? "deceleration" : "rest" }
    let fit = try #require(try decelerated(times, values, phases).fits.first)
    let message = try #require(fit.warnings.first { $0.code == .stampsWeighted }?.message)
    let told = try #require(message.firstMatch(of: /: (\d+) of (\d+) fast samples/))
    let (count, all) = (try #require(Int(told.1)), try #require(Int(told.2)))
    // Some 60 samples move by more than 3.5 pt a frame; which of the first and the last count is open.
    #expect((58...66).contains(all) && (count - late[20..<80].count { $0 }).magnitude <= 4)
    #expect(
      fit.warnings.contains {
        $0.code == .coverageUnsure && $0.message.hasPrefix("where samples show earlier frames")
      })
  }

  @Test func `errors of times that are no whole frames are not called late samples`() throws {
    let times = (0..<200).map { Double($0) / 60 }
    let values = times.map { fling($0).rounded() }
    let jittered = times.enumerated().map { $1 + 0.003 * Double.sin(7 * Double($0)) }
    let fit = try #require(
      try decelerated(jittered, values, times.map { 0.3..<2.8 ~= $0 ? "fling" : "rest" }).fits.first
    )
    let message = try #require(fit.warnings.first { $0.code == .stampsWeighted }?.message)
    #expect(!message.contains("earlier frame"))
  }

  @Test func `a finger whose samples are of two frames follows no law`() throws {
    let times = (0..<120).map { Double($0) / 60 }
    // A drag that slows down, speeds up and slows down again.
    func drag(_ time: Double) -> Double {
      let u = min(max(0, time - 0.3), 1.2)
      return 2000 + 500 * u - 60 * Double.cos(9 * u) - 80 * u * u
    }
    let values = times.indices.map { drag(times[max(0, $0 - $0 * 7 % 3 % 2)]).rounded() }
    let motions = try identified(times, values).motions
    #expect(motions.allSatisfy { ![.sure, .likely].contains($0.laws.confidence) })
  }

  @Test func `stamps that come late are no factor per frame`() throws {
    // Every frame moves by 0.936 of the one before; some callbacks are 4 to 6 ms late, and no frame is lost.
    let delays = [30: 0.006, 32: 0.005, 37: 0.006, 38: 0.004, 44: 0.005, 48: 0.006, 51: 0.004]
    let times = (0..<75).map { Double($0) * 0.0164 + (delays[$0] ?? 0) }
    let values = (0..<75).map {
      (2304 - 304 * Double.exp(-4 * 0.0164 * Double(max(0, $0 - 12)))).rounded()
    }
    let motion = try #require(try identified(times, values).motions.first)
    #expect(motion.laws.law.key == "exponential")
    let k = try #require(motion.laws.answer?["k"])
    #expect((k - 4).magnitude < 0.05)
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
