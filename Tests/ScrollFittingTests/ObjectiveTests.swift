import RealModule
import ScrollFitting
import ScrollTraces
import Testing

/// What a page draws beside a fit: the objective over two parameters, the way of the search, and the curve of a
/// reference.
@Suite struct ObjectiveTests {
  private func fit(_ name: String, _ law: any Law.Type) throws -> Fit {
    try #require(
      TraceResult(try Repository.trace(name), law: law, axis: nil, options: FitOptions()).fits.first
    )
  }

  private func rms(_ fit: Fit, _ curve: (Double) -> Double) -> Double {
    let squares = zip(fit.series.fitTimes, fit.series.observed).reduce(0.0) {
      let miss = $1.1 - curve($1.0)
      return $0 + miss * miss
    }
    return (squares / Double(fit.series.observed.count)).squareRoot()
  }

  @Test func `a map of a bounce holds the least residual over phi`() throws {
    let fit = try fit("uiscrollview-bounce-2x", BounceLaw.self)
    let map = try #require(ObjectiveMap(fit))
    #expect((map.first.key, map.second.key) == ("C", "delta"))
    #expect(map.eliminated == ["phi"])
    let columns = map.first.values.count
    #expect(map.rms.count == columns * map.second.values.count)
    let span = try #require(fit.series.fitTimes.last)
    for (column, row) in [(0, 5), (10, 3), (30, 30), (52, 38), (64, 48), (40, 1), (64, 8)] {
      let (c, delta) = (map.first.values[column], map.second.values[row])
      // The slow way: every phi of a fine grid, and of one in equal ratios where phi is many time constants.
      let places =
        (0...40_000).map { -span + Double($0) * span / 20_000 }
        + (0...10_000).map { span * Double.exp(Double($0) * 9e-4) }
      let least = places.map { phi in
        rms(fit) { c * ($0 + phi) * Double.exp(-delta * ($0 + phi)) }
      }.min()
      let found = map.rms[row * columns + column]
      // The grid misses the best phi by span / 40 000 at most: a residual of C / 40 000 s.
      let tolerance = 1e-9 + c * span / 40_000 + 1e-3 * found
      #expect((found - (try #require(least))).magnitude <= tolerance, "C \(c), delta \(delta)")
      #expect(found <= (try #require(least)) + 1e-9)
    }
  }

  @Test func `a map of a glide holds the least residual over x0`() throws {
    let fit = try fit("uiscrollview-deceleration-3x", DecelerationLaw.self)
    let map = try #require(ObjectiveMap(fit))
    #expect((map.first.key, map.second.key) == ("k", "v0"))
    let columns = map.first.values.count
    for (column, row) in [(1, 1), (20, 40), (52, 39), (64, 48)] {
      let (k, v0) = (map.first.values[column], map.second.values[row])
      let curve = fit.series.fitTimes.map { v0 * (1 - Double.exp(-k * $0)) / k }
      let rests = zip(fit.series.observed, curve).map { $0 - $1 }
      let mean = rests.reduce(0, +) / Double(rests.count)
      let slow = (rests.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(rests.count))
        .squareRoot()
      #expect((map.rms[row * columns + column] - slow).magnitude <= 1e-9 * slow)
    }
    // At a rate of 0 the limit: a straight line.
    let line = fit.series.fitTimes.map { map.second.values[10] * $0 }
    let rests = zip(fit.series.observed, line).map { $0 - $1 }
    let mean = rests.reduce(0, +) / Double(rests.count)
    let slow = (rests.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(rests.count))
      .squareRoot()
    #expect((map.rms[10 * columns] - slow).magnitude <= 1e-4 * slow)
  }

  @Test(arguments: [
    ("uiscrollview-bounce-3x", "bounce", [0.0, 0.0], [1.0, 0.01]),
    ("uiscrollview-deceleration-3x", "decelerate", [1.0, 0.0], [0.01, 1.0]),
    ("simulated-resistance", "resistance", [1.0, 0.0], [0.01, 1.0]),
  ])
  func `the way of the search goes by its fixed steps from its start, and lies on the map`(
    _ name: String, _ law: String, _ start: [Double], _ steps: [Double]
  ) throws {
    let fit = try fit(name, try #require(Laws.law(law)))
    let map = try #require(ObjectiveMap(fit))
    let first = try #require(map.path.first)
    #expect([first.first, first.second] == start)
    #expect(map.isComplete)
    #expect(map.path.count > 100)
    for (before, after) in zip(map.path, map.path.dropFirst()) {
      let moves = [after.first - before.first, after.second - before.second].map(\.magnitude)
      let isStep = zip(moves, steps).map { ($0 - $1).magnitude < 1e-9 }
      // One of both by its step, or the third parameter and neither.
      #expect(
        (isStep[0] && moves[1] == 0) || (isStep[1] && moves[0] == 0) || moves == [0, 0])
    }
    let (low, high) = (try #require(map.first.values.first), try #require(map.first.values.last))
    #expect(map.path.allSatisfy { low <= $0.first && $0.first <= high })
    // It ends no better than the fit.
    let sum = zip(fit.series.weights, fit.series.residuals).reduce(0) { $0 + $1.0 * $1.1 * $1.1 }
    let least =
      fit.series.weights.isEmpty
      ? fit.residual.rms : (sum / fit.series.weights.reduce(0, +)).squareRoot()
    #expect(map.endRMS >= least * (1 - 1e-9))
  }

  @Test func `laws without a map, tables and held parameters have none`() throws {
    #expect(ObjectiveMap(try fit("simulated-gravity", GravityLaw.self)) == nil)
    #expect(ObjectiveMap(try fit("article-bounce-table", BounceLaw.self)) == nil)
    #expect(ObjectiveMap(try fit("article-deceleration-table", DecelerationLaw.self)) == nil)
    var options = FitOptions()
    options.fixed = ["delta": 10.9]
    let held = TraceResult(
      try Repository.trace("uiscrollview-bounce-2x"), law: BounceLaw.self, axis: nil,
      options: options)
    #expect(ObjectiveMap(try #require(held.fits.first)) == nil)
  }

  // MARK: - Curves of a reference

  @Test(arguments: [
    ("uiscrollview-bounce-2x", "bounce", "delta"), ("uiscrollview-bounce-3x", "bounce", "delta"),
    ("uiscrollview-deceleration-3x", "decelerate", "k"),
    ("uiscrollview-rubber-band-3x", "rubber-band", "c"), ("simulated-gravity", "gravity", "g"),
    ("simulated-resistance", "resistance", "r"), ("simulated-collision", "collision", "e"),
  ])
  func `a curve with a constant held where the fit has it is the fit`(
    _ name: String, _ law: String, _ key: String
  ) throws {
    let fit = try fit(name, try #require(Laws.law(law)))
    let value = try #require(fit[key]?.value)
    let held = try #require(fit.holding([key: value, "unknown": 3]))
    #expect(held.held == [key: value])
    for (ours, theirs) in zip(held.fitted, fit.series.fitted) {
      // Both stand at a minimum, found to half the digits of the arithmetic.
      #expect((ours - theirs).magnitude <= 1e-5)
    }
    // Off its minimum it is worse.
    let other = try #require(fit.holding([key: 1.02 * value]))
    #expect(other.rms > held.rms)
  }

  @Test func `a curve with a constant held is that of --fix`() throws {
    let trace = try Repository.trace("uiscrollview-bounce-2x")
    var options = FitOptions()
    options.fixed = ["delta": 10.5]
    let fixed = try #require(
      TraceResult(trace, law: BounceLaw.self, axis: nil, options: options).fits.first)
    let held = try #require(
      try fit("uiscrollview-bounce-2x", BounceLaw.self).holding(["delta": 10.5]))
    for (ours, theirs) in zip(held.fitted, fixed.series.fitted) {
      #expect((ours - theirs).magnitude <= 1e-8)
    }
  }

  @Test func `omega and zeta hold a spring together`() throws {
    let fit = try fit("simulated-spring", SpringLaw.self)
    let (omega, zeta) = (try #require(fit["omega"]?.value), try #require(fit["zeta"]?.value))
    let held = try #require(fit.holding(["omega": omega, "zeta": zeta]))
    for (ours, theirs) in zip(held.fitted, fit.series.fitted) {
      #expect((ours - theirs).magnitude <= 1e-5)
    }
    #expect(fit.holding(["omega": omega]) == nil)
  }

  @Test func `constants of another law hold nothing`() throws {
    #expect(try fit("uiscrollview-bounce-2x", BounceLaw.self).holding(["k": 2]) == nil)
    #expect(try fit("uiscrollview-bounce-2x", BounceLaw.self).holding([:]) == nil)
    #expect(try fit("article-bounce-table", BounceLaw.self).holding(["delta": 10.9]) == nil)
  }
}
