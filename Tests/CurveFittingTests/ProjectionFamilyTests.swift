import CurveFitting
import TestSupport
import Testing

/// A family for which the module has no specialised code.
private struct Foreign<Base: ProjectionFamily>: ProjectionFamily {
  var base: Base

  var linearCount: Int { base.linearCount }

  func columns(at x: Double, theta: Double) -> SIMD4<Double> { base.columns(at: x, theta: theta) }

  func slope(at x: Double, theta: Double, coefficients: SIMD4<Double>) -> Double {
    base.slope(at: x, theta: theta, coefficients: coefficients)
  }

  func value(at x: Double, theta: Double, coefficients: SIMD4<Double>) -> Double {
    base.value(at: x, theta: theta, coefficients: coefficients)
  }

  func objective(_ observations: Observations, theta: Double) -> ProjectedObjective? {
    guard let found = base.objective(observations, theta: theta) else { return nil }
    return ProjectedObjective(
      theta: theta, sumOfSquares: found.sumOfSquares, gradient: found.gradient,
      hessian: found.hessian, coefficients: found.coefficients)
  }

  func start(_ observations: Observations) -> Double? { base.start(observations) }
}

struct ProjectionFamilyTests {
  /// The results of the searches and intervals, in order.
  static func results(
    _ family: some ProjectionFamily, _ data: Observations, range: ProjectedSearch.Range,
    bound: Double
  ) throws -> [Double] {
    let search = ProjectedSearch(family, data, range: range)
    let best = try #require(search.best)
    let near = try #require(ProjectedSearch(family, data, near: 1.1 * best.theta).best)
    let profile = ProfileInterval(family, data, best: best, rise: 1, limits: range.limits)
    let feasible = try #require(
      FeasibleInterval(
        family, data, bound: bound, start: best.theta, scale: 0.01 * best.theta,
        limits: range.limits))
    let minimax = try #require(MinimaxFit(family, data, theta: best.theta))
    let interval = try #require(feasible.interval)
    return [
      search.start, best.theta, best.sumOfSquares, best.gradient, best.hessian,
      best.coefficients[0], Double(search.evaluations), near.theta,
      try #require(profile.lower), try #require(profile.upper), feasible.bestTheta,
      feasible.smallestError, interval.lowerBound, interval.upperBound, minimax.error,
      Double(feasible.exchanges),
    ]
  }

  static func check(
    _ family: some ProjectionFamily, _ data: Observations, range: ProjectedSearch.Range,
    bound: Double
  ) throws {
    let own = try results(family, data, range: range, bound: bound)
    let foreign = try results(Foreign(base: family), data, range: range, bound: bound)
    // Generic and specialised code perform the same operations in the same order.
    #expect(own == foreign)
    let boxed: any ProjectionFamily = family
    #expect(try results(boxed, data, range: range, bound: bound) == own)
  }

  @Test func `a family of one's own is searched like those of the module`() throws {
    let trace = OracleTable("feasible_traces.csv").traces()[0]
    try Self.check(
      ExponentialFamily.bounce, Observations(abscissae: trace.times, values: trace.values),
      range: .bounce, bound: 1)
    let x = (0..<40).map { Double(($0 * 7) % 20) * 25 }
    try Self.check(
      HyperbolicFamily(), HyperbolicFamilyTests.rubberBand(x),
      range: ProjectedSearch.Range(lower: 20, upper: 20_000, count: 14, limits: 1...1e6),
      bound: 0.3)
  }

  @Test func `the columns of many abscissae are those of each`() {
    let x = [3, 0, 0.5, 3]
    for family in SlowFit.families {
      let columns = family.columns(at: x, theta: 9)
      #expect(columns == x.map { family.columns(at: $0, theta: 9) })
    }
    let columns = HyperbolicFamily(constant: true).columns(at: x, theta: 9)
    #expect(
      columns == [
        SIMD4(0.25, 1, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0.5 / 9.5, 1, 0, 0),
        SIMD4(0.25, 1, 0, 0),
      ])
  }
}
