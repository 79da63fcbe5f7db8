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
}
