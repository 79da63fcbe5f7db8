import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

/// W409: a bounce that is not critically damped says so, a critical one does not.
struct DampingWarningTests {
  @Test func `the 3x recording is called not critical, the 2x one is not`() throws {
    for (name, isWarned) in [("uiscrollview-bounce-3x", true), ("uiscrollview-bounce-2x", false)] {
      let fits = try BounceLaw.fit(try Repository.trace(name), axis: .y, options: FitOptions())
      let fit = try #require(fits.first)
      #expect(fit.warnings.contains { $0.code == .notCritical } == isWarned, "\(name)")
    }
  }

  @Test func `critical bounces are hardly ever called anything else`() {
    var recorder = Recorder()
    recorder.frameCount = 90
    let study = Study(recorder, count: 400, seed: 77)
    // At a level of 0.001 more than 4 of 400 come once in 10 000 runs.
    #expect(study.warnings[.notCritical, default: 0] <= 4)
    #expect(study.unfitted == 0)
  }

  @Test(arguments: [0.95, 1.06])
  func `a spring a twentieth off is called by its side`(zeta: Double) throws {
    var random = RandomSource(seed: 78)
    var recorder = Recorder()
    recorder.frameCount = 90
    let spring = Spring(
      SpringConstants(angularFrequency: 10.9, dampingRatio: zeta), edgeVelocity: 2400)
    let trace = recorder.record(
      [.offset(of: spring)], metadata: Metadata([.init("edge_top", "0")]), random: &random)
    let fit = try #require(try BounceLaw.fit(trace, axis: .y, options: FitOptions()).first)
    let warning = try #require(fit.warnings.first { $0.code == .notCritical })
    let words = warning.message.split(separator: " ").map(String.init)
    let place = try #require(words.firstIndex(of: "zeta"))
    let found = try #require(Double(words[place + 2]))
    #expect((found - zeta).magnitude < 0.02)
  }
}
