import ScrollTraces
import Testing

/// Recordings that read the offset several times for each frame that was drawn.
@Suite struct HeldSampleTests {
  /// A constant deceleration on frames of 60 Hz, at rest for 0.4 s before, as offsets of a time in s.
  private func offset(at time: Double) -> Double {
    let since = max((time * 60).rounded(.down) / 60 - 0.4, 0)
    return ((1500 - 350 * since) * since * 1000).rounded() / 1000
  }

  private func trace(_ times: [Double], finger: Bool = false) throws -> Trace {
    let rows = times.enumerated().map { index, time in
      "\(time),\(offset(at: time))" + (finger ? ",\(index)" : "")
    }
    let header = "t_s,offset_y" + (finger ? ",finger_y" : "")
    return try #require(
      read(([header] + rows).joined(separator: "\n") + "\n").traces.first)
  }

  /// Whether each kept sample shows the frame at its time, in frames of 60 Hz to 0.05 %.
  private func isOnFrames(_ trace: Trace) -> Bool {
    guard let values = trace.channel(.offset)?.values else { return false }
    return zip(trace.times, values).allSatisfy { offset(at: $0 + 0.5 / 60) == $1 }
      && zip(trace.times.dropFirst(), trace.times).allSatisfy {
        (($0 - $1) * 60 - 1).magnitude < 5e-4
      }
  }

  @Test(arguments: [2, 4]) func `one sample of each frame is kept`(samples: Int) throws {
    let times = (0..<150 * samples).map { Double($0) / Double(60 * samples) + 1e-4 }
    let trace = try trace(times)
    #expect(trace.count == 150 && trace.heldSamples == 150 * samples - 150)
    #expect(isOnFrames(trace))
    #expect(trace.rowsRead == times.count)
  }

  @Test(arguments: [4, 5, 6, 6.94, 8, 10, 12])
  func `a timer of milliseconds tells the frames`(timer: Double) throws {
    var random = Random(seed: 7)
    var time = 0.0
    var times: [Double] = []
    while time < 2.5 {
      times.append((time * 1e4).rounded() / 1e4)
      time += timer / 1000 + Double.random(in: 0..<5e-4, using: &random)
    }
    let trace = try trace(times)
    #expect((149...151).contains(trace.count) && trace.heldSamples == times.count - trace.count)
    #expect(isOnFrames(trace))
  }

  /// Most samples have one stamp, and where they differ, every second offset is that of the one before.
  @Test func `equal stamps are no frames`() throws {
    let rows = (0..<290).map { index in
      let time = index < 200 ? 1 : 1 + Double(index - 200) * 0.004
      let step = index < 200 ? index : 100 + index / 2
      return "\(time),\(Double(40 * step + step % 3) + (index > 280 ? 0.5 : 0))\n"
    }
    let trace = try #require(read("t_s,offset_y\n" + rows.joined()).traces.first)
    #expect(trace.rowsRead == 290 && trace.times == trace.times.sorted())
  }

  @Test func `frames that were drawn late are kept`() throws {
    var random = Random(seed: 3)
    let late = Set((0..<4).map { _ in Int.random(in: 40..<130, using: &random) })
    let rows = (0..<600).map { index -> String in
      let time = Double(index) / 240 + 1e-4
      let frame = Int(time * 60)
      let isLate = late.contains(frame) && time * 60 - Double(frame) < 0.5
      return "\(time),\(offset(at: isLate ? time - 1.0 / 60 : time))"
    }
    let lines = (["t_s,offset_y"] + rows).joined(separator: "\n") + "\n"
    let trace = try #require(read(lines).traces.first)
    #expect(isOnFrames(trace))
  }

  @Test func `other recordings keep all samples`() throws {
    let frames = (0..<150).map { Double($0) / 60 + 1e-4 }
    #expect(try trace(frames).heldSamples == 0)
    // A finger that moves is read as often as it is recorded.
    let often = (0..<300).map { Double($0) / 120 + 1e-4 }
    #expect(try trace(often, finger: true).heldSamples == 0)
    // Slow content repeats its pixels.
    let slow = often.map { ($0, (30 * $0).rounded()) }
    let pixels = Trace(times: slow.map(\.0), channels: [Channel(.offset, values: slow.map(\.1))])
    let lines = "t_s,offset_y\n" + slow.map { "\($0),\($1)\n" }.joined()
    #expect(try #require(read(lines).traces.first).count == pixels.count)
    // The notches of a wheel, one in 0.1 s, each as far as the wheel was fast.
    let notches = often.map { time in
      let notch = (10 * time).rounded(.down)
      return "\(time),\(53 * notch * (notch + 1) / 2)\n"
    }
    let wheel = "t_s,offset_y\n" + notches.joined()
    #expect(try #require(read(wheel).traces.first).heldSamples == 0)
    // Steps at no steady rate, which grow from 1 pt.
    var values: [Double] = []
    for (index, length) in (0..<8).flatMap({ _ in [1, 4, 9, 2, 1, 6, 3] }).enumerated() {
      values += [Double](repeating: Double(index * index), count: length)
    }
    let uneven = values.enumerated().map { "\(Double($0) / 240 + 1e-4),\($1)\n" }.joined()
    #expect(try #require(read("t_s,offset_y\n" + uneven).traces.first).heldSamples == 0)
  }
}
