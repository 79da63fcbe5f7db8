import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

/// No number without a law: W411.
@Suite struct LackOfFitTests {
  private func fits(_ file: String, _ law: String) throws -> [Fit] {
    let trace = try #require(try TraceReader().traces(path: "\(Repository.root)/\(file)").first)
    let type = try #require(Laws.all.first { $0.description.key == law })
    return TraceResult(trace, law: type, axis: nil, options: FitOptions()).fits
  }

  private func isWrong(_ fit: Fit) -> Bool { fit.warnings.contains { $0.code == .wrongLaw } }

  @Test(arguments: [
    "chromium-touch-manual", "chromium-bounded-25", "chromium-edge-25", "chromium-fling-15",
    "qt-flick-1300", "qscroller-fling-600",
  ]) func `a fling that is not viscous gives no k with an interval`(file: String) throws {
    let found = try fits(Repository.engineRecording(file), "decelerate")
    try #require(!found.isEmpty)
    for fit in found {
      #expect(isWrong(fit))
      let rate = try #require(fit["k"])
      #expect(rate.value != nil && rate.standardError == nil && rate.interval == nil)
      #expect(rate.reason == "the motion does not follow this law (W411)")
      #expect(fit.correlations.isEmpty && fit.limit == nil)
    }
  }

  @Test(arguments: [
    ("SampleTraces/uiscrollview-bounce-2x.csv", "bounce"),
    ("SampleTraces/uiscrollview-bounce-3x.csv", "bounce"),
    ("SampleTraces/uiscrollview-release-2x.csv", "bounce"),
    ("SampleTraces/uiscrollview-held-release-3x.csv", "bounce"),
    ("SampleTraces/uiscrollview-bounce-3x.csv", "spring"),
    ("SampleTraces/uiscrollview-deceleration-3x.csv", "decelerate"),
    ("SampleTraces/simulated-spring.csv", "spring"),
    ("SampleTraces/simulated-resistance.csv", "decelerate"),
    ("SampleTraces/engines/firefox-fling-12.csv", "decelerate"),
    ("SampleTraces/engines/gtk4-swipe-1500.csv", "decelerate"),
  ]) func `the constants of a law that a motion follows keep their errors`(
    file: String, law: String
  ) throws {
    let found = try fits(file, law)
    try #require(!found.isEmpty)
    for fit in found { #expect(!isWrong(fit), "\(file)") }
  }

  @Test func `a constant that was held stays what it is`() throws {
    let path = "\(Repository.root)/Tests/Engines/Recordings/chromium-touch-manual.csv"
    let trace = try #require(try TraceReader().traces(path: path).first)
    var options = FitOptions()
    options.fixed["k"] = 2
    for fit in TraceResult(trace, law: DecelerationLaw.self, axis: nil, options: options).fits
    where isWrong(fit) {
      #expect(fit["k"]?.isFixed == true && fit["k"]?.reason?.contains("W411") != true)
      #expect(fit["v0"]?.standardError == nil)
    }
  }

  /// With a probability of 1e-4 for second and for third differences one in 500 is expected in 5 runs.
  @Test func `bounces in noise keep their law`() throws {
    var wrong = 0
    for seed in 1...500 {
      var random = RandomSource(seed: UInt64(seed))
      var recorder = Recorder()
      recorder.noise = 0.2
      recorder.setDuration(0.92)
      let bounce = CriticalBounce(amplitude: 1211, decayRate: 10.93, phase: 0)
      let trace = recorder.record(bounce, random: &random)
      let result = TraceResult(trace, law: BounceLaw.self, axis: .y, options: FitOptions())
      let fit = try #require(result.fits.first)
      if isWrong(fit) { wrong += 1 }
    }
    #expect(wrong <= 2)
  }
}
