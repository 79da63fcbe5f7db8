import Foundation
import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollTraces
import Testing

/// Recordings whose timer beats with that of the engine, and motions that say themselves where their edge is.
@Suite struct EngineClockTests {
  /// The offsets of a session as a file has them: `t,y` with 6 and 4 decimals, or with all digits of the offset.
  private func trace(
    _ rows: [(time: Double, value: Double)], isRounded: Bool = true
  ) throws -> Trace {
    let lines = rows.map { row in
      let time = (row.time * 1e6).rounded() / 1e6
      let value = isRounded ? (row.value * 1e4).rounded() / 1e4 : row.value
      return "\(time),\(value)\n"
    }
    let path = NSTemporaryDirectory() + "clock-\(UUID().uuidString).csv"
    try ("t,y\n" + lines.joined()).write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try #require(try TraceReader().traces(path: path).first)
  }

  /// A finger, then a constant deceleration of 500 pt/s^2 from 900 pt/s that the engine computes every 16 ms, now and then a
  /// few ms late, seen by a timer of 17 ms.
  private func beating(flings: Int = 1) throws -> Trace {
    let start = 0.4
    var ticks: [Double] = []
    while (ticks.last ?? 0) < 2.4 {
      let late = ticks.count % 23 == 9 ? 0.005 : 0.0
      ticks.append(start + Double(ticks.count) * 0.016 + late)
    }
    func offset(_ time: Double) -> Double {
      guard time >= start else { return 900 * max(0, time - 0.3) }
      let t = min(time - start, 1.8)
      return 90 + 900 * t - 250 * t * t
    }
    let length = 170
    return try trace(
      (0..<flings * length).map { index in
        let (fling, sample) = (index / length, index % length)
        let time = Double(sample) * 0.0171
        let way = offset(time < start ? time : ticks.last { $0 <= time } ?? start)
        return (Double(index) * 0.0171, Double(fling) * offset(3) + way)
      })
  }

  @Test func `samples that repeat a frame many times are no jumps`() throws {
    // An exponential at 60 frames per second, read every millisecond.
    let rows = (0..<1500).map { sample in
      let t = max(0, Double(sample * 60 / 1000) / 60 - 0.2)
      return (time: Double(sample) / 1000, value: 500 * (1 - Double.exp(-4 * t)))
    }
    let motion = try #require(Identification(try trace(rows)).motions.first)
    #expect(motion.laws.law.key == "exponential")
  }

  @Test func `values that lie on whole milliseconds of an engine's clock tell its law`() throws {
    let found = Identification(try beating())
    let motion = try #require(found.motions.first)
    #expect(motion.laws.law.key == "constant-deceleration" && motion.clock == 1e-3)
    #expect(motion.laws.confidence == .likely, "the milliseconds were counted by the law")
    let deceleration = try #require(motion.laws.answer?["deceleration"])
    #expect((deceleration - 500).magnitude < 0.1)
    #expect(motion.laws.answer.map { $0.rms < 0.001 } == true)
  }

  @Test func `each of several flings is told by the engine's clock`() throws {
    let motions = Identification(try beating(flings: 3)).motions
    #expect(motions.count == 3)
    #expect(
      motions.allSatisfy { $0.laws.law.key == "constant-deceleration" && $0.clock == 1e-3 })
  }

  /// A constant deceleration of 1500 pt/s^2 on frames of 16 ms, some of them late by a few ms.
  @Test(arguments: [1, 3])
  func `frames that come late in the middle split no motion`(late: Int) throws {
    func offset(_ t: Double) -> Double { 2100 * t - 750 * t * t }
    let rows = (-10..<88).map { frame in
      let t = 0.016 * Double(frame)
      let jitter = 0.0002 * Double((frame * 7 + 70) % 5 - 2)
      let isLate = (50..<50 + late).contains(frame)
      return (t + 0.5 + jitter, t < 0 ? 0 : offset(t + (isLate ? 0.004 : 0)))
    }
    let found = Identification(try trace(rows, isRounded: false))
    #expect(found.motions.count == 1)
    let motion = try #require(found.motions.first)
    #expect(motion.laws.law.key == "constant-deceleration" && motion.lateSamples == late)
    let deceleration = try #require(motion.laws.answer?["deceleration"])
    #expect((deceleration / 1500 - 1).magnitude < 1e-3)
  }

  /// A constant deceleration of 1500 pt/s^2 whose engine draws every 16 ms, at times 2 ms late, and whose last frame lies
  /// some ms before its end, where the content moves by a few thousandths of a point in a millisecond.
  @Test(arguments: [1.3, 2.4, 6, 11])
  func `slow last samples do not keep a law from its milliseconds`(left: Double) throws {
    let duration: Double = 0.016 * 100 + 1e-3 * left
    func offset(_ t: Double) -> Double {
      let u = min(max(t, 0), duration)
      return 2000 + 1500 * duration * u - 750 * u * u
    }
    let rows = (-20..<130).map { frame in
      let tick = 0.016 * Double(frame) + ([31, 58].contains(frame) ? 0.002 : 0)
      return (time: tick + 0.5 + 8e-5 * Double((frame * 11 + 220) % 13), value: offset(tick))
    }
    let motion = try #require(Identification(try trace(rows, isRounded: false)).motions.first)
    #expect(motion.laws.law.key == "constant-deceleration" && motion.clock == 1e-3)
    #expect(motion.laws.confidence == .likely && motion.count >= 100)
    let deceleration = try #require(motion.laws.answer?["deceleration"])
    #expect((deceleration / 1500 - 1).magnitude < 1e-8)
  }

  @Test func `fit names what identify names`() throws {
    let result = TraceResult(splitting: try beating(), axis: nil, options: FitOptions())
    #expect(result.failure == nil && result.fits.isEmpty)
    let phase = try #require(result.phases.first { $0.law != nil })
    #expect(phase.law == "constant-deceleration" && phase.kind == .deceleration)
  }

  @Test func `stamps of the frames need no other clock`() throws {
    let found = Identification(
      try trace(
        (0..<120).map { index in
          let t = min(max(0, Double(index) * 0.016 - 0.3), 1.2)
          return (Double(index) * 0.016, 100 + 600 * t - 250 * t * t)
        }))
    #expect(found.motions.count == 1 && found.motions.allSatisfy { $0.clock == nil })
  }

  @Test func `steps that are all alike are no law, however uneven the frames`() throws {
    // A hand that moves 30 px a frame.
    var time = 0.0
    let rows = (0..<60).map { index -> (time: Double, value: Double) in
      time += index % 7 == 3 ? 0.024 : 0.016
      return (time, Double(min(max(0, index - 20), 12)) * 30)
    }
    #expect(Identification(try trace(rows)).motions.isEmpty)
  }

  @Test func `content that comes back to where it rests was beyond an edge`() throws {
    // Kivy's edge at 0, which no line of the file names; the view draws nothing on its other side.
    var state = MotionState(position: 0, velocity: 900)
    let kivy = SteppedReturn(.kivy, from: state)
    var rows = (0..<20).map { frame -> (time: Double, value: Double) in
      (Double(frame) / 60, 15 * Double(20 - frame))
    }
    for index in 20..<120 {
      rows.append((Double(index) / 60, -max(state.position, 0)))
      state = kivy.next(state, after: 1.0 / 60)
    }
    let motions = Identification(try trace(rows)).motions
    let motion = try #require(motions.first { $0.laws.law.key == "kivy-return" })
    #expect(motion.edge?.source == .inferred && motion.edge?.position == 0)
    #expect([.sure, .likely].contains(motion.laws.confidence))
  }

  @Test func `residuals of content that creeps are rounding, not a wrong law`() throws {
    // Linear drag at 120 Hz in whole points, until a twentieth of a point remains.
    for start in 0..<10 {
      let (speed, rate) = (600.0 + 70 * Double(start), 1.5 + 0.3 * Double(start))
      let count = Int(120 * Double.log(20 * speed / rate) / rate)
      let trace = try trace(
        (0..<count).map { index in
          let time = Double(index) / 120
          let way = speed / rate * (1 - Double.exp(-rate * time))
          return (time, (0.07 * Double(start) + way).rounded())
        })
      let fit = try #require(
        try ResistanceLaw.fit(trace, axis: .y, options: FitOptions()).first)
      #expect(!fit.warnings.contains { $0.code == .autocorrelated }, "start \(start)")
    }
  }
}
