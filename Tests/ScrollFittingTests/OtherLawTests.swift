import ScrollFitting
import ScrollTraces
import Testing

/// Phases of recordings of real engines whose laws `fit` has no constants of.
@Suite struct OtherLawTests {
  private func result(_ file: String) throws -> TraceResult {
    let path = "\(Repository.root)/\(Repository.engineRecording(file))"
    let trace = try #require(try TraceReader().traces(path: path).first)
    return TraceResult(splitting: trace, axis: nil, options: FitOptions())
  }

  @Test(arguments: [
    ("chromium-touch-manual", Phase.Kind.deceleration, "bezier-fling", 2.537...3.537),
    // Its last change is at 1.1834 s.
    ("qt-flick-1300", .deceleration, "constant-deceleration", 0.391...1.183),
    ("chromium-smooth-1500", .animation, "tween-scroll-to", 1.150...1.767),
  ]) func `what moves by itself is no finger, and names its law`(
    file: String, kind: Phase.Kind, law: String, window: ClosedRange<Double>
  ) throws {
    let found = try result(file)
    let phases = found.phases.filter { $0.law != nil }
    let phase = try #require(phases.first)
    #expect(phases.count == 1 && phase.kind == kind && phase.law == law)
    // A frame or two at either end are hard to tell; a timer may go on for long at rest.
    #expect((phase.start - window.lowerBound).magnitude < 0.05)
    #expect(phase.end > window.upperBound - 0.05)
    #expect(phase.fit == nil && found.fits.isEmpty)
    // Its constants are those of identify, and the recording is no failure where the law is not in doubt.
    #expect(!phase.constants.isEmpty && phase.remark?.contains("'scrollfit identify'") == true)
    #expect((found.failure == nil) == (phase.confidence != .unsure))
  }

  @Test func `a glide that was cut off is looked at again, with what goes on after it`() throws {
    // A quadratic, the middle of which resembles a slow exponential.
    let found = try result("qscroller-fling-600")
    let phase = try #require(found.phases.first { $0.law != nil })
    #expect(phase.law == "constant-deceleration" && phase.range.count > 60 && found.fits.isEmpty)
    #expect(phase.constants.contains { $0.key == "deceleration" && $0.unit == "pt/s^2" })
  }

  @Test(arguments: [
    "qscroller-edge-900", "qscroller-pull-240", "kivy-edge-900", "kivy-pull-150", "qt-edge-1500",
    "qt-pull-180",
  ]) func `no return of another engine gives a delta or a zeta with an interval`(file: String)
    throws
  {
    let found = try result(file)
    for fit in found.fits where fit.law == "bounce" || fit.law == "spring" {
      for key in ["delta", "zeta"] {
        // What is left out of pools and check has its reason.
        #expect(
          fit[key]?.interval == nil || !found.constants().contains { $0.estimate.value != nil })
      }
    }
  }

  @Test(arguments: ["gtk4-swipe-1500", "firefox-fling-12"])
  func `a viscous fling is fitted as before`(file: String) throws {
    let found = try result(file)
    #expect(found.phases.allSatisfy { $0.law == nil })
    let phase = try #require(found.phases.first { $0.kind == .deceleration })
    #expect(phase.fit != nil)
  }

  @Test func `phases still cover every sample once`() throws {
    for file in ["chromium-touch-manual", "qt-flick-1300", "qscroller-fling-600"] {
      let phases = try result(file).phases
      for (one, next) in zip(phases, phases.dropFirst()) {
        #expect(one.range.upperBound <= next.range.lowerBound && one.end == next.start)
      }
    }
  }
}
