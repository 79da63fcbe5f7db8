import CurveFitting
import RealModule
import TestSupport
import Testing

struct ProfileIntervalTests {
  @Test func `the objective at both ends has risen by what was asked`() throws {
    var worst = Worst()
    for trace in OracleTable("bounce_traces.csv").traces() {
      let data = Observations(abscissae: trace.times, values: trace.values)
      let best = try #require(ProjectedSearch(.bounce, data, range: .bounce).best)
      let exact = SlowFit(.bounce, data, theta: best.theta)
      // Two, four and ten standard errors.
      for factor in [4.0, 16, 100] {
        let rise = factor * exact.sumOfSquares / Double(data.count - 3)
        let profile = ProfileInterval(
          .bounce, data, best: best, rise: rise, limits: 0.01...2000)
        let label = "\(trace.name), rise \(rise)"
        for (end, side) in [(profile.lower, -1.0), (profile.upper, 1)] {
          guard let end else {
            worst.note(.infinity, label)
            continue
          }
          #expect((end - best.theta) * side > 0)
          let there = SlowFit(.bounce, data, theta: end).sumOfSquares
          // 1e-9 of R, and the rounding of y'y in the sums.
          worst.note(
            there, exact.sumOfSquares + rise,
            tolerance: 1e-9 * (exact.sumOfSquares + rise) + 3e-15 * exact.squareSum, label)
        }
        #expect(profile.evaluations < 40, "\(label): \(profile.evaluations)")
      }
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `a small rise gives the quadratic interval`() throws {
    let trace = OracleTable("bounce_traces.csv").traces()[0]
    let data = Observations(abscissae: trace.times, values: trace.values)
    let best = try #require(ProjectedSearch(.bounce, data, range: .bounce).best)
    let profile = ProfileInterval(.bounce, data, best: best, rise: 1e-3, limits: 1...100)
    let reach = (2e-3 / best.hessian).squareRoot()
    // The third derivative contributes a thousandth for a reach of 1e-3.
    #expect(((try #require(profile.upper) - best.theta) / reach - 1).magnitude < 1e-3)
    #expect(((best.theta - (try #require(profile.lower))) / reach - 1).magnitude < 1e-3)
  }

  @Test func `an end beyond the limits is open`() throws {
    let trace = OracleTable("bounce_traces.csv").traces()[0]
    let data = Observations(abscissae: trace.times, values: trace.values)
    let best = try #require(ProjectedSearch(.bounce, data, range: .bounce).best)
    let narrow = ProfileInterval(
      .bounce, data, best: best, rise: 1, limits: best.theta - 1e-3...100)
    #expect(narrow.lower == nil && narrow.upper != nil)
    let other = ProfileInterval(.bounce, data, best: best, rise: 1, limits: 1...best.theta + 1e-3)
    #expect(other.lower != nil && other.upper == nil)
    // A rise above y'y, the maximum of R.
    let squares = trace.values.reduce(0) { $0 + $1 * $1 }
    let all = ProfileInterval(.bounce, data, best: best, rise: 2 * squares, limits: 0.01...2000)
    #expect(all.lower == nil && all.upper == nil)
  }

  @Test(arguments: [0, -1, .nan, .infinity])
  func `a rise that is none has no interval`(rise: Double) throws {
    let trace = OracleTable("bounce_traces.csv").traces()[0]
    let data = Observations(abscissae: trace.times, values: trace.values)
    let best = try #require(ProjectedSearch(.bounce, data, range: .bounce).best)
    let profile = ProfileInterval(.bounce, data, best: best, rise: rise, limits: 0.01...2000)
    #expect(profile.lower == nil && profile.upper == nil && profile.evaluations == 0)
  }
}
