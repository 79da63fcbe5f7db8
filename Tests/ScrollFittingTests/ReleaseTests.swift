import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollTraces
import Testing

/// The finger's velocity before a release against v0 of the glide, and flings beside each other.
struct ReleaseTests {
  /// Drags and glides at 120 Hz, rounded to a third of a point.
  private struct Session {
    var times: [Double] = []
    var values: [Double] = []
    private var place = 0.0

    private mutating func add(_ count: Int, _ move: (Double) -> Double) {
      let begin = place
      for frame in 1...count {
        times.append(Double(times.count) / 120)
        place = begin + move(Double(frame) / 120)
        values.append((3 * place).rounded() / 3)
      }
    }

    mutating func rest(_ duration: Double) { add(Int(duration * 120)) { _ in 0 } }

    /// A finger that is faster and faster, and in the end has a velocity for 0.15 s.
    mutating func drag(to velocity: Double) {
      add(18) { velocity * $0 * $0 / (2 * 0.15) }
      add(18) { velocity * $0 }
    }

    mutating func glide(_ velocity: Double, rate: Double = 2, duration: Double) {
      let motion = Deceleration(velocity: velocity, rate: rate)
      add(Int(duration * 120)) { motion.distance(at: $0) * (velocity < 0 ? -1 : 1) }
    }

    var trace: Trace {
      var channel = Channel(.offset, values: values, decimals: 6)
      channel.resolution = 1e-6
      return Trace(
        metadata: Metadata(), times: times, timing: .stamps(column: "t_s"), channels: [channel])
    }
  }

  @Test(arguments: [(1.0, 1200.0), (0.8, -900), (1.15, 2000)])
  func `the ratio of v0 and the finger's velocity is found by every method`(
    gain: Double, velocity: Double
  ) throws {
    var session = Session()
    session.rest(0.4)
    session.drag(to: velocity)
    session.glide(gain * velocity, duration: 4)
    let result = TraceResult(splitting: session.trace, axis: .y, options: FitOptions())
    let releases = try #require(result.joined?.releases)
    let release = try #require(releases.first { $0.glide != nil })
    #expect(release.readings.map(\.method) == Release.Method.allCases)
    for reading in release.readings {
      let ratio = try #require(reading.ratio)
      let value = try #require(ratio.value)
      // Thirds of a point over one frame of 1/120 s: 0.33 x 120 / 900 of the velocity at most. Lines are
      // better, but the release is known to two frames, each 1.7 % at k = 2.
      #expect((value - gain).magnitude < (reading.method == .lastTwo ? 0.06 : 0.034))
    }
    #expect(release.leftOver == nil && release.carried == nil)
  }

  @Test func `the threshold lies between drags with and without a fling`() throws {
    var session = Session()
    session.rest(0.4)
    session.drag(to: 60)
    session.rest(0.6)
    session.drag(to: -900)
    session.glide(-900, duration: 4)
    session.rest(0.5)
    let result = TraceResult(splitting: session.trace, axis: .y, options: FitOptions())
    let threshold = try #require(result.joined?.flingThreshold)
    #expect((try #require(threshold.fastestWithout) - 60).magnitude < 12)
    #expect((try #require(threshold.slowestWith) - 900).magnitude < 30)
  }

  /// One recorded fit of a glide.
  private func fling(_ speed: Double, _ distance: Double, _ duration: Double, _ index: Int)
    -> MeasuredFling?
  {
    MeasuredFling(
      RecordedFit(
        law: "decelerate", axis: .y, window: nil, samples: 50, rms: 0.1, floor: 0.1,
        isConverged: true, parameters: [Estimate(key: "v0", value: -speed, unit: "pt/s")],
        derived: [
          Estimate(key: "distance", value: distance, unit: "pt"),
          Estimate(key: "duration", value: duration, unit: "s"),
        ]), source: BatchSource(path: "a.csv", trace: nil, line: 1), position: index)
  }

  @Test(arguments: [
    (1.0, 0.0, "viscous"), (2, 1, "constant deceleration"), (1.7363, 0.7363, "Android's fling"),
  ])
  func `powers of the speed tell the laws apart`(
    distance: Double, duration: Double, name: String
  ) throws {
    let flings = (0..<12).compactMap { index in
      let speed = 300 * Double.exp(0.25 * Double(index))
      // A scatter of two per cent, up and down.
      let scatter = index.isMultiple(of: 2) ? 1.02 : 0.98
      return fling(
        speed, scatter * Double.pow(speed, distance) / 3,
        Double.pow(speed, duration) / 100 / scatter, index)
    }
    let scaling = try #require(FlingScaling(flings))
    #expect(scaling.flings.count == 12)
    // sd(ln) 0.02 over a spread of 0.25 sqrt(143): 0.0067.
    #expect((try #require(scaling.distancePower?.value) - distance).magnitude < 0.02)
    #expect((try #require(scaling.durationPower?.value) - duration).magnitude < 0.02)
    #expect(try #require(scaling.distancePower?.interval).contains(distance))
    #expect(scaling.reading == name)
  }

  @Test func `flings of one speed have no power`() throws {
    let flings = (0..<5).compactMap { fling(1000 + 10 * Double($0), 500, 2, $0) }
    let scaling = try #require(FlingScaling(flings))
    #expect(scaling.distancePower == nil && scaling.durationPower == nil && scaling.reading == nil)
    #expect(FlingScaling([]) == nil)
  }
}
