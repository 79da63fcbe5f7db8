import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollTraces
import TestSupport
import Testing

/// What a finger or a recorder does soon before or after content moves by itself must not change which law it is.
@Suite struct FingerBesideMotionTests {
  private func identified(
    _ times: [Double], _ values: [Double], quantum: Double
  ) -> Identification {
    let rounded = values.map { ($0 / quantum).rounded() * quantum }
    return Identification(Trace(times: times, channels: [Channel(.offset, values: rounded)]))
  }

  private func frames(_ count: Int, rate: Double) -> [Double] {
    (0..<count).map { Double($0) / rate }
  }

  /// A glide that stops, and how far it has gone after a time.
  enum Glide: String, CaseIterable, Sendable {
    case constant = "constant-deceleration"
    case powerLaw = "android-power-law"
    case exponential = "exponential"

    var duration: Double { self == .exponential ? 2.3 : 0.7 }

    func way(_ time: Double) -> Double {
      let t = min(time, duration)
      return switch self {
      case .constant: 1000 * t - 1000 / 1.4 * t * t
      case .powerLaw: 300 * (1 - Double.pow(1 - t / 0.7, 2.35820))
      case .exponential: 1400 / 2.002 * (1 - Double.exp(-2.002 * t))
      }
    }
  }

  @Test(arguments: Glide.allCases)
  func `a drag in the same direction soon after a glide hides it not`(glide: Glide) throws {
    let rest = glide.duration + 0.183
    let times = frames(Int((rest + 0.15) * 60), rate: 60)
    let values = times.map { time in
      glide.way(time) + 6000 * Double.pow(max(0, time - rest), 2)
    }
    let found = identified(times, values, quantum: 0.1)
    let motion = try #require(found.motions.first)
    #expect(motion.laws.law.key == glide.rawValue)
    #expect(motion.laws.confidence != .none && motion.laws.share > 0.9)
    #expect(motion.window.upperBound < rest)
    // A recording that begins with a glide has no sample of a finger.
    #expect(glide == .exponential || motion.window.lowerBound == 0)
  }

  @Test func `slow content between two pixels has not stopped`() throws {
    // In whole points, the last steps of the glide are 0.1 to 0.2 s apart.
    let times = frames(360, rate: 60)
    let found = identified(
      times, times.map { 400 * (1 - Double.exp(-1.6 * max(0, $0 - 0.4))) }, quantum: 1)
    #expect(found.motions.map(\.laws.law.key) == ["exponential"])
    #expect(found.motions[0].window.upperBound > 3.5)
  }

  @Test func `stamps in whole milliseconds of late frames leave the rate right`() throws {
    // Of frames at 120 Hz, most are 8 ms apart by their stamps.
    let times = frames(260, rate: 120)
    let values = times.map { 500 * (1 - Double.exp(-4 * max(0, $0 - 0.2))) }
    var rates: [Double] = []
    for seed in 1...6 as ClosedRange<UInt64> {
      var random = SplitMix64(seed: seed)
      let stamps = times.map { time in
        let late = random.uniform(0...12) < 1 ? random.uniform(0.003...0.007) : 0
        return ((time + late) * 1000).rounded() / 1000
      }
      let found = identified(stamps, values, quantum: 0.1)
      for motion in found.motions where motion.laws.law.key == "exponential" {
        rates.append(try #require(motion.laws.answer?["k"]))
      }
    }
    // One of six is named a factor per frame, which is the same curve.
    #expect(rates.count >= 5 && rates.allSatisfy { ($0 / 4 - 1).magnitude < 0.005 })
  }

  @Test(arguments: 4...8, [0.3, 0.42, 0.55])
  func `a pull that snaps back evenly does not fall and rebound`(steps: Int, duration: Double) {
    var random = SplitMix64(seed: UInt64(steps))
    let pull = (0..<steps).reduce(into: [0.0]) { path, _ in
      path.append(path[path.count - 1] + random.uniform(14...19))
    }
    let back = (0..<60).map { row in
      let left = max(0, 1 - (Double(row) + 0.4) / 60 / duration)
      return pull[steps] * left * left
    }
    let values = [Double](repeating: 0, count: 29) + pull + back
    let found = identified(frames(values.count, rate: 60), values, quantum: 1)
    #expect(!found.motions.contains { $0.laws.law.key == "collision" })
  }

  @Test(arguments: [(2721.0, 2990.0), (1500, 2200)])
  func `an engine of another law than the one that is sure is not named`(
    speed: Double, deceleration: Double
  ) throws {
    let times = frames(120, rate: 60)
    let values = times.map { time in
      let t = min(max(0, time - 0.508), speed / deceleration)
      return 5000 + speed * t - deceleration * t * t / 2
    }
    let motion = try #require(identified(times, values, quantum: 1).motions.first)
    #expect(motion.laws.law.key == "constant-deceleration" && motion.laws.confidence == .sure)
    // Chromium's fling is as close to some such motions, with a speed of its own.
    #expect(motion.engines.contains { $0.engine == "chromium" })
    #expect(!motion.engines.contains { $0.engine == "chromium" && $0.follows })
  }

  @Test func `a short drag and a glide are no overdamped spring for sure`() throws {
    let drag = [1.0, 6, 7, 7, 8, 8, 7, 8, 8, 8].reduce(into: [0.0]) { $0.append($0.last! + $1) }
    let glide = frames(302, rate: 120).dropFirst().map { time in
      drag[drag.count - 1] + 960 / 2.7247 * (1 - Double.exp(-2.7247 * time))
    }
    let values = [Double](repeating: 0, count: 48) + drag + glide
    let motion = try #require(
      identified(frames(values.count, rate: 120), values, quantum: 1).motions.first)
    #expect(motion.laws.confidence == .open)
    let laws = [motion.laws.law.key] + motion.laws.rivals.map(\.key)
    #expect(laws.contains("exponential"))
  }

  @Test func `an ease in a log of changes begins where the content rested`() throws {
    // Half a second and 300 pt, of which the first row that changes is one frame after the start.
    let times = [0] + frames(31, rate: 60).dropFirst().map { $0 + 0.4 }
    let values = times.map { 300 * (1 - Double.pow(1 - max(0, $0 - 0.4) / 0.5, 3)) }
    let motion = try #require(identified(times, values, quantum: 0.1).motions.first)
    #expect(motion.laws.law.key == "eased-cubic")
    let duration = try #require(motion.laws.answer?["T"])
    #expect((duration - 0.5).magnitude < 2e-4)
  }

  @Test func `the tail of a motion that paused for a lost frame is not sure`() throws {
    // Embla's steps: one frame is lost, and the engine stood still in it.
    var (position, velocity, time) = (0.0, 0.0, 0.0)
    var (times, values) = ([Double](), [Double]())
    for frame in 0..<280 {
      velocity = 0.68 * (velocity + ((frame < 24 ? 0 : 678) - position) / 25)
      position += velocity
      time += (frame == 48 ? 2 : 1) / 60.0
      times.append((time * 1e4).rounded() / 1e4)
      values.append(position)
    }
    let found = identified(times, values, quantum: 0.1)
    #expect(!found.motions.contains { $0.laws.confidence == .sure && $0.window.lowerBound > 0.5 })
  }
}
