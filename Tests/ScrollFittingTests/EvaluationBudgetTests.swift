import ScrollFitting
import ScrollTraces
import TestSupport
import Testing

/// Recordings of no law: a search over them ends by a count of evaluations, which is the same on all machines.
@Suite struct EvaluationBudgetTests {
  private static func trace(_ values: [Double]) -> Trace {
    Trace(
      times: values.indices.map { Double($0) / 60 }, channels: [Channel(.offset, values: values)])
  }

  private static func fits(_ key: String, _ trace: Trace) throws -> [Fit] {
    let law = try #require(Laws.law(key))
    return try law.fit(trace, axis: .y, options: FitOptions())
  }

  @Test func `a long sawtooth is no spring, and takes few evaluations`() throws {
    let fits = try Self.fits("spring", Self.trace((0..<20_000).map { 7 * Double($0 % 50) }))
    let fit = try #require(fits.first)
    #expect(fits.count == 1 && fit.samples.used == 20_000)
    // The residuals would need times that are frames off: no weights for that are tried.
    #expect((50..<500).contains(fit.search.evaluations))
  }

  @Test func `a square wave has no bounce, which takes few evaluations`() throws {
    let fits = try Self.fits("bounce", Self.trace((0..<400).map { 300 * Double($0 / 40 % 2) }))
    #expect(!fits.isEmpty)
    #expect(fits.allSatisfy { !$0.search.converged && $0.search.evaluations < 25_000 })
  }

  @Test func `a random walk has no collisions, which takes few evaluations`() throws {
    var random = SplitMix64(seed: 7)
    var offset = 0.0
    let values = (0..<600).map { _ in
      offset += Double.random(in: -10...10, using: &random)
      return offset
    }
    let fits = try Self.fits("collision", Self.trace(values))
    #expect(!fits.isEmpty)
    #expect(fits.allSatisfy { $0.search.evaluations < 20_000 })
  }

  @Test func `a descent over many samples takes fewer evaluations`() throws {
    // The samples of a step determine no bounce: the descent ends by its count.
    func most(_ samples: Int) throws -> Int {
      let values = (0..<2 * samples).map { $0 < samples ? 0.0 : 300 }
      return try #require(
        Self.fits("bounce", Self.trace(values)).map(\.search.evaluations).max())
    }
    #expect(try most(400) > 20_000)
    #expect(try most(20_000) < 5000)
  }

  @Test(arguments: ["spring", "bounce"])
  func `a motion of an hour has too many samples for one law`(law: String) throws {
    let values = (0..<60_000).map { 1 + 7 * Double($0 % 50) } + [0, 0, 0]
    let failure = try #require(throws: FitFailure.self) {
      var options = FitOptions()
      options.edge = 0
      _ = try #require(Laws.law(law)).fit(Self.trace(values), axis: .y, options: options)
    }
    #expect(failure.code == .outOfRange && failure.message.contains("more than 50000"))
  }

  @Test func `parts are fitted until the recording's evaluations are used up`() throws {
    let trace = Self.trace((0..<90).map { 100 * Double($0) / (1 + Double($0)) })
    var fit = try #require(Self.fits("decelerate", trace).first)
    (fit.search.evaluations, fit.samples.used) = (1000, 1000)
    func fitted(_ count: Int) throws -> [Fit] {
      try Fit.each(Array(0..<count), of: ("glide", "glides")) { _ throws(FitFailure) in fit }
    }
    // Two thousand million evaluations of samples, with 200 000 a fit for its errors.
    let (all, some) = try (fitted(1667), fitted(1700))
    #expect(all.count == 1667 && all[0].warnings == fit.warnings)
    #expect(some.count == 1667)
    let warning = try #require(some[0].warnings.last)
    #expect(warning.code == .stretchNotFitted)
    #expect(warning.message.hasPrefix("33 later glides not fitted: "))
  }

  @Test func `parts that fail use up evaluations too, but for those with too few samples`() {
    func tries(_ code: FitFailure.Code) -> Int {
      var tried = 0
      _ = try? Fit.each(Array(0..<20_000), of: ("fall", "falls")) { _ throws(FitFailure) in
        tried += 1
        throw FitFailure(code, "a failure", help: "")
      }
      return tried
    }
    #expect(tries(.noConvergence) == 10_000)
    #expect(tries(.tooFewSamples) == 20_000)
  }
}
