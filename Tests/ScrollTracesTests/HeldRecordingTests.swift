import ScrollTraces
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Frames that a log of changes left out, put back.
struct HeldRecordingTests {
  /// A glide to its rest at 60 frames a second, on thirds of a point.
  static let glide = (0..<150).map { frame -> Double in
    let offset = 100 - 100 * exp(-Double(frame) / 20)
    return (offset * 3).rounded() / 3
  }

  /// Times and channels of every frame in `kept`, a second channel at rest.
  private func trace(_ values: [Double], rate: Double = 60, kept: [Int]) -> Trace {
    Trace(
      metadata: Metadata([.init("scale", "3"), .init("refresh_hz", "\(rate)")]),
      times: kept.map { Double($0) / rate },
      channels: [
        Channel(.offset, values: kept.map { values[$0] }),
        Channel(.offset, axis: .x, values: kept.map { _ in 12 }),
        Channel(.delta, values: kept.map { $0 == 0 ? 0 : values[$0] - values[$0 - 1] }),
      ])
  }

  private func changes(_ values: [Double]) -> [Int] {
    values.indices.filter { $0 == 0 || values[$0] != values[$0 - 1] }
  }

  private func held(_ trace: Trace) throws -> GapFilledTrace {
    try #require(GapFilledTrace(trace, facts: SamplingFacts(trace)))
  }

  @Test func `a log of changes becomes the recording of every frame up to its last change`() throws
  {
    let kept = changes(Self.glide)
    let log = trace(Self.glide, kept: kept)
    let held = try held(log)
    let count = kept.last! + 1
    #expect(held.trace.count == count)
    #expect(held.trace.channels[0].values == Array(Self.glide[..<count]))
    #expect(held.trace.channels[1].values == [Double](repeating: 12, count: count))
    // A frame without an event asked for no change.
    #expect(held.trace.channels[2].values.reduce(0, +) == log.channels[2].values.reduce(0, +))
    for index in 0..<count {
      // Stamps are fractions: a few units in the last place.
      #expect((held.trace.times[index] - Double(index) / 60).magnitude < 1e-12)
      #expect(kept[held.rows[index]] <= index)
      #expect(held.rows[index] + 1 == kept.count || kept[held.rows[index] + 1] > index)
    }
    #expect(held.facts.grid?.frameNumbers == Array(0..<count))
    #expect(held.putBack(in: 0..<count) == count - kept.count)
    #expect(held.facts.gaps.isEmpty)
    // The recorder is still one that logs changes.
    #expect(held.facts.isChangeOnlyLogSuspected)
  }

  @Test func `phases grow with their rows`() throws {
    let kept = changes(Self.glide)
    var log = trace(Self.glide, kept: kept)
    log.phases = [
      PhaseSpan(label: "deceleration", range: 0..<50),
      PhaseSpan(label: "rest", range: 50..<kept.count),
    ]
    let phases = try #require(held(log).trace.phases)
    #expect(phases.map(\.range) == [0..<kept[50], kept[50]..<kept.last! + 1])
  }

  @Test func `of a long rest its ends are put back, and of a lost part of a motion nothing`() throws
  {
    // Ten seconds of rest, and a motion of which frames 640 to 643 are lost.
    let values =
      Self.glide + [Double](repeating: Self.glide.last!, count: 450)
      + (1...100).map { Self.glide.last! + 5 * Double($0) }
    let kept = changes(values).filter { !(640...643).contains($0) }
    let log = trace(values, kept: kept)
    let last = kept.last { $0 < 600 }!
    // Frames lost in motion speak against a log of changes; here the caller knows.
    var facts = SamplingFacts(log)
    facts.isChangeOnlyLogSuspected = true
    let held = try #require(GapFilledTrace(log, facts: facts))
    let frames = held.facts.grid!.frameNumbers
    let reach = Int(GapFilledTrace.longestHold * 60)
    #expect(frames.filter { $0 > last && $0 < 600 }.count == 2 * reach)
    #expect(frames.contains(last + reach) && !frames.contains(last + reach + 1))
    #expect(frames.contains(600 - reach) && !frames.contains(600 - reach - 1))
    #expect(!frames.contains { (640...643).contains($0) })
    #expect(held.trace.times == held.trace.times.sorted())
    for (row, frame) in zip(held.rows, frames) {
      #expect(log.channels[0].values[row] == values[frame])
    }
  }

  @Test func `a jump out of rest is as good as a step, one lost in motion is not`() throws {
    // 15 pt a frame, after a rest: more than a step, and than half a per cent of the range.
    let values =
      Self.glide + [Double](repeating: Self.glide.last!, count: 20)
      + (1...60).map { Self.glide.last! + 15 * Double($0) }
    let log = trace(values, kept: changes(values))
    #expect(try held(log).facts.grid?.frameNumbers == Array(0..<230))
    let lossy = trace(values, kept: changes(values).filter { $0 != 200 })
    #expect(try held(lossy).facts.grid?.frameNumbers == Array(0..<230).filter { $0 != 200 })
  }

  @Test func `frames are as far apart as their neighbours`() throws {
    // Every second frame of 120 a second, then all.
    let slow = Self.glide.indices.map { 2 * $0 }
    var values = [Double](repeating: 0, count: 300)
    for index in values.indices { values[index] = Self.glide[index / 2] }
    values += Self.glide.map { values[299] + $0 }
    let all = slow + Array(300..<450)
    let kept = all.filter { $0 == 0 || values[$0] != values[$0 - ($0 < 300 ? 2 : 1)] }
    let log = trace(values, rate: 120, kept: kept)
    let frames = try held(log).facts.grid!.frameNumbers
    let first = zip(frames, frames.dropFirst()).prefix { $1 < 240 }.map { $1 - $0 }
    #expect(Set(first) == [2])
    let second = zip(frames, frames.dropFirst()).filter { $0.0 > 302 && $0.1 < 360 }
    #expect(Set(second.map { $1 - $0 }) == [1])
  }

  @Test func `a recording of every frame, lost frames and stamps without a grid stay as they are`()
  {
    let whole = trace(Self.glide, kept: Array(Self.glide.indices))
    #expect(GapFilledTrace(whole, facts: SamplingFacts(whole)) == nil)
    let lossy = trace(Self.glide, kept: Self.glide.indices.filter { $0 % 9 != 4 })
    #expect(GapFilledTrace(lossy, facts: SamplingFacts(lossy)) == nil)
    var irregular = trace(Self.glide, kept: changes(Self.glide))
    irregular.metadata = Metadata([.init("scale", "3")])
    irregular.times = irregular.times.enumerated().map { $1 + 0.008 * Double(($0 * 7) % 5) / 5 }
    #expect(GapFilledTrace(irregular, facts: SamplingFacts(irregular)) == nil)
    var counted = trace(Self.glide, kept: changes(Self.glide))
    counted.timing = .assumed(interval: 1 / 60, source: .metadata)
    #expect(GapFilledTrace(counted, facts: SamplingFacts(counted)) == nil)
  }
}
