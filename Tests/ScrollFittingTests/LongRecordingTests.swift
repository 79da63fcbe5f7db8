import RealModule
import ScrollFitting
import ScrollTraces
import TestSupport
import Testing

/// Recordings of many motions: compared by several threads, and each with fewer laws than a short recording.
@Suite struct LongRecordingTests {
  /// Flings that decay exponentially with a rate of 4 1/s, one every 3 s, at 60 frames per second with 0.05 pt of
  /// noise. Each has its own speed.
  private static func flings(_ count: Int) -> Trace {
    var random = SplitMix64(seed: 11)
    var values: [Double] = []
    for fling in 0..<count {
      let (start, way) = (values.last?.rounded() ?? 0, 200 + 40 * Double(fling % 7))
      for sample in 0..<180 {
        let t = max(0, Double(sample) / 60 - 0.2)
        let noise = t == 0 || t > 2 ? 0 : Double.random(in: -0.05...0.05, using: &random)
        values.append(start + way * (t > 2 ? 1 : 1 - Double.exp(-4 * t)) + noise)
      }
    }
    return Trace(
      times: values.indices.map { Double($0) / 60 }, channels: [Channel(.offset, values: values)])
  }

  @Test(arguments: [1, 5]) func `two threads say what one says`(count: Int) {
    let trace = Self.flings(count)
    let one = Identification(trace).motions
    let two = Identification(trace, threads: 2).motions
    #expect(one.count == count)
    #expect(one.map(\.laws) == two.map(\.laws))
    #expect(one.map(\.engines) == two.map(\.engines))
  }

  @Test func `a motion of a long recording is compared with the same laws as one alone`() throws {
    let alone = try #require(Identification(Self.flings(1)).motions.first?.laws)
    let first = try #require(Identification(Self.flings(20)).motions.first?.laws)
    #expect(alone.law.key == "exponential" && first.law.key == "exponential")
    let rates = try (
      #require(alone.answer?.constants.first?.value), #require(first.answer?.constants.first?.value)
    )
    #expect((rates.0 - rates.1).magnitude < 1e-9)
    #expect(Set(alone.candidates.map(\.law)) == Set(first.candidates.map(\.law)))
  }

  @Test func `the last of many motions is searched as the first`() {
    // A finger drags, then the content decelerates exactly, at uneven stamps: laws are tried on many parts of each.
    var random = SplitMix64(seed: 5)
    var (times, values): ([Double], [Double]) = ([], [])
    for fling in 0..<16 {
      let (start, speed) = (values.last ?? 0, 400 + 50 * Double(fling % 9))
      for sample in 0..<60 {
        let late = Double.random(in: 0..<0.3, using: &random)
        let time = ((Double(fling) + (Double(sample) + late) / 60) * 1e6).rounded() / 1e6
        let t = time - Double(fling) - 0.3
        let finger = 400 * (t + 0.2) + Double.random(in: -0.3...0.3, using: &random)
        let since = min(t, speed / 1500)
        let glide = 80 + speed * since - 750 * since * since
        times.append(time)
        values.append(start + (t < -0.2 ? 0 : t < 0 ? finger : glide))
      }
    }
    let trace = Trace(times: times, channels: [Channel(.offset, values: values)])
    let motions = Identification(trace, threads: 2).motions.filter {
      $0.laws.law.key == "constant-deceleration"
    }
    // An exact law is one of the glide alone.
    let exact = motions.filter { $0.laws.answer.map { $0.max < 1e-9 } ?? false }
    #expect(motions.count >= 15 && exact.count >= 12, "\(motions.count), \(exact.count)")
    #expect(exact.allSatisfy { (($0.laws.answer?["deceleration"] ?? 0) - 1500).magnitude < 1e-6 })
  }
}
