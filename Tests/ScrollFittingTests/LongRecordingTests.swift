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

  @Test func `two threads say what one says`() {
    let trace = Self.flings(5)
    let one = Identification(trace).motions
    let two = Identification(trace, threads: 2).motions
    #expect(one.count == 5)
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
}
