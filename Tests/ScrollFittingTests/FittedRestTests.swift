import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

/// Places of rest that no file names: fitted beside a spring, or an edge read off rounded values.
struct FittedRestTests {
  private static func recorder(_ scale: Double, _ rate: Double, seconds: Double) -> Recorder {
    var recorder = Recorder()
    recorder.scale = scale
    recorder.rate = rate
    recorder.setDuration(seconds)
    return recorder
  }

  @Test(arguments: [(1.0, 3.0, 120.0), (1.4, 3, 120), (1.4, 1, 60), (0.95, 2, 60)])
  func `a spring ends by its law, so that rounding moves neither its rest nor its damping`(
    _ zeta: Double, _ scale: Double, _ rate: Double
  ) throws {
    var random = RandomSource(seed: 15)
    var misses: [String: [Double]] = [:]
    for _ in 0..<80 {
      let omega = random.uniform(8, 14)
      let constants = SpringConstants(
        angularFrequency: omega, dampingRatio: zeta)
      let rest = random.uniform(-100, 100)
      let motion = Spring(
        constants, displacement: 0, slope: random.uniform(500, 3000))
      let begin = random.uniform() / rate
      let trace = Self.recorder(scale, rate, seconds: 2.5).record(random: &random) {
        rest + motion.position(at: $0 + begin)
      }
      let fit = try #require(SpringLaw.fit(trace, axis: .y, options: FitOptions()).first)
      for (key, truth) in [("rest_offset", rest), ("zeta", zeta)] {
        guard let found = fit[key], let value = found.value, let error = found.standardError else {
          continue
        }
        misses[key, default: []].append((value - truth) / error)
      }
    }
    for (key, misses) in misses {
      #expect(misses.count > 75)
      let mean = misses.reduce(0, +) / Double(misses.count)
      // The mean of 80 scatters by 0.11 errors. Ended by the samples the rest was off by 0.5 to 0.9, zeta by up to 0.6.
      #expect(mean.magnitude < 0.4, "\(key)")
    }
  }

  private static func bounces(
    _ offPixel: Double, count: Int
  ) throws -> (fitted: Int, held: Int) {
    var random = RandomSource(seed: 37)
    var result = (fitted: 0, held: 0)
    for _ in 0..<count {
      let delta = random.uniform(9, 13)
      let bounce = CriticalBounce(
        amplitude: random.uniform(800, 4000), decayRate: delta, phase: random.uniform() / 60)
      let edge = (-random.uniform(100, 200).rounded() + offPixel) / 2
      // The system ends the motion for good below half a point, at the edge.
      let end =
        (0..<1500).last { bounce.position(at: Double($0) / 1000) >= 0.5 }.map {
          Double($0) / 1000
        } ?? 0
      let trace = Self.recorder(2, 60, seconds: 1.5).record(random: &random) {
        edge - ($0 < end ? bounce.position(at: $0) : 0)
      }
      let fit = try #require(BounceLaw.fit(trace, axis: .y, options: FitOptions()).first)
      if fit.edge?.source == .fitted { result.fitted += 1 }
      if fit["delta"]?.interval?.contains(delta) == true { result.held += 1 }
    }
    return result
  }

  @Test func `an edge between two pixels is not put on one`() throws {
    let found = try Self.bounces(0.37, count: 60)
    // Its error is a tenth of a pixel at most in nearly all of them.
    #expect(found.fitted >= 54)
    // Of 60 intervals 57 hold; 51 or fewer once in 80 times. On the pixel 7 held.
    #expect(found.held >= 51)
  }

  @Test func `an edge on a pixel is known to lie there`() throws {
    let found = try Self.bounces(0, count: 60)
    // Two errors leave out 5 %.
    #expect(found.fitted <= 10)
    #expect(found.held >= 51)
  }

  @Test
  func `what rounding does not explain may be times in error, and exact stamps are not doubted`()
    throws
  {
    for (error, isExact) in [(0.0, true), (2e-4, false)] {
      var random = RandomSource(seed: 16)
      var warned = 0
      var heldOrWarned = 0
      for _ in 0..<80 {
        let phase = random.uniform() / 120
        let bounce = CriticalBounce(
          amplitude: 500 * Double.exp(random.uniform() * Double.log(8)),
          decayRate: random.uniform(9, 13), phase: phase)
        var recorder = Self.recorder(3, 120, seconds: 1.4)
        recorder.sampleJitter = error
        let trace = recorder.record(
          metadata: Metadata([.init("edge_bottom", "0")]), random: &random
        ) { bounce.position(at: $0) }
        let result = TraceResult(trace, law: BounceLaw.self, axis: nil, options: FitOptions())
        let fit = try #require(result.fits.first)
        let isWarned = fit.warnings.contains { $0.code == .coverageUnsure }
        let start = try #require(fit.window).lowerBound
        let holds = fit["phi"]?.interval?.contains(phase + start) == true
        if isWarned { warned += 1 }
        if isWarned || holds { heldOrWarned += 1 }
      }
      #expect(isExact ? warned == 0 : warned >= 48)
      // 93 % of 80 are 74; 68 or fewer once in 100 times.
      #expect(heldOrWarned >= 69)
    }
  }
}
