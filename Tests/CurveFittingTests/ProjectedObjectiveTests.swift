import CurveFitting
import RealModule
import TestSupport
import Testing

struct ProjectedObjectiveTests {
  /// A curve of any family with noise, so that R is a considerable fraction of y'y.
  static func observations(
    using random: inout SplitMix64, uniform: Bool, weighted: Bool
  ) -> Observations {
    let count = Int.random(in: 8...90, using: &random)
    let rate = random.uniform(30...240)
    let delta = random.uniform(3...20)
    var times = (0..<count).map { Double($0) / rate }
    if !uniform { times = times.map { $0 + random.uniform(0...0.4) / rate } }
    let values = times.map {
      (random.uniform(-1...1) + 4 * (0.3 + delta * $0) * Double.exp(-delta * $0)) * 100
    }
    let weights = weighted ? times.map { _ in random.uniform(0...1) } : []
    return Observations(abscissae: times, values: values, weights: weights)
  }

  @Test(arguments: SlowFit.families)
  func `value, gradient, Hessian and coefficients are those of least squares written out`(
    family: ExponentialFamily
  ) throws {
    let seed: UInt64 = 7_191
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    var worst = Worst()
    for round in 0..<400 {
      let observations = Self.observations(
        using: &random, uniform: round % 2 == 0, weighted: round % 4 > 1)
      let theta = random.uniform(2...30)
      let span = try #require(observations.abscissae.last)
      let slow = SlowFit(family, observations, theta: theta)
      // The normal equations square the condition, so the unexplained fraction of a column enters squared.
      let rounding = 4e-15 / (slow.independence * slow.independence)
      guard slow.independence > 1e-5 else { continue }
      let fast = try #require(ProjectedObjective(family, observations, theta: theta))
      let label = "round \(round), theta \(theta), n \(observations.count)"
      worst.note(
        fast.sumOfSquares, slow.sumOfSquares, tolerance: rounding * slow.squareSum, "R, \(label)")
      let size = slow.squareSum * span
      worst.note(
        fast.gradient, slow.gradient, tolerance: 4 * rounding * size, "gradient, \(label)")
      // Central differences of the brute-force gradient with Richardson extrapolation: h^4 times the sixth derivative,
      // and its rounding over h.
      func central(_ h: Double) -> Double {
        (SlowFit(family, observations, theta: theta + h).gradient
          - SlowFit(family, observations, theta: theta - h).gradient) / (2 * h)
      }
      let h = 0.005 / span
      let hessian = (64 * central(h / 4) - 20 * central(h / 2) + central(h)) / 45
      worst.note(
        fast.hessian, hessian, tolerance: (16 * rounding + 1e-11 / slow.independence) * size * span,
        "Hessian, \(label)")
      let scale = slow.coefficients.reduce(0) { max($0, $1.magnitude) }
      for (lane, value) in slow.coefficients.enumerated() {
        worst.note(
          fast.coefficients[lane], value,
          tolerance: 10 * rounding * (scale + slow.squareSum.squareRoot()) * (1 + theta),
          "coefficient \(lane), \(label)")
      }
      #expect(fast.theta == theta)
    }
    #expect(worst.count > 1000)
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `the recurrence on a grid agrees with the exponentials of the stamps`() throws {
    let seed: UInt64 = 20_000
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    var worst = Worst()
    let family = ExponentialFamily.bounce
    for round in 0..<20_000 {
      let count = Int.random(in: 12...120, using: &random)
      let rate = random.uniform(30...240)
      let times = (0..<count).map { Double($0) / rate }
      let values = times.map { _ in random.uniform(-100...100) }
      let grid = Observations(abscissae: times, values: values)
      guard grid.uniformStep != nil else {
        worst.note(.infinity, "round \(round) is not uniform")
        continue
      }
      var stamps = grid
      stamps.uniformStep = nil
      let theta = random.uniform(1...30)
      let a = try #require(ProjectedObjective(family, grid, theta: theta))
      let b = try #require(ProjectedObjective(family, stamps, theta: theta))
      // At most 64 roundings of the recurrence, relative to sums of squares of the same kind.
      let label = "round \(round), theta \(theta)"
      worst.note(a.sumOfSquares, b.sumOfSquares, tolerance: 1e-12 * b.sumOfSquares, "R, \(label)")
      let squares = values.reduce(0) { $0 + $1 * $1 }
      worst.note(a.gradient, b.gradient, tolerance: 1e-12 * squares / theta, "gradient, \(label)")
      worst.note(
        a.hessian, b.hessian, tolerance: 1e-12 * squares / (theta * theta), "Hessian, \(label)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `weights count like repeated samples`() throws {
    let x = [0, 0.1, 0.2, 0.3, 0.45, 0.6]
    let y = [3.0, 8, 7, 5, 2, 1]
    let weights = [1.0, 2, 3, 1, 0, 2]
    var repeated = Observations(abscissae: [], values: [])
    for index in x.indices {
      for _ in 0..<Int(weights[index]) {
        repeated.abscissae.append(x[index])
        repeated.values.append(y[index])
      }
    }
    let weighted = Observations(abscissae: x, values: y, weights: weights)
    for family in SlowFit.families {
      let a = try #require(ProjectedObjective(family, weighted, theta: 5))
      let b = try #require(ProjectedObjective(family, repeated, theta: 5))
      // The same sums in another order: rounding of the normal equations.
      #expect((a.sumOfSquares - b.sumOfSquares).magnitude < 1e-11)
      #expect((a.gradient - b.gradient).magnitude < 1e-11)
      #expect((a.hessian - b.hessian).magnitude < 1e-10)
    }
  }

  @Test func `the sum of squares is never negative`() throws {
    let times = (0..<60).map { Double($0) / 60 }
    let exact = Observations(
      abscissae: times, values: times.map { 1000 * $0 * Double.exp(-10.9 * $0) })
    let found = try #require(ProjectedObjective(.bounce, exact, theta: 10.9))
    // Rounding of y'y = 3e4.
    #expect(found.sumOfSquares >= 0 && found.sumOfSquares < 1e-10)
    #expect((found.coefficients[1] - 1000).magnitude < 1e-10)
  }

  @Test func `columns that are alike have no objective`() {
    let one = Observations(abscissae: [0.5, 0.5, 0.5], values: [1, 2, 3])
    #expect(ProjectedObjective(.bounce, one, theta: 5) == nil)
    let few = Observations(abscissae: [0.5], values: [1])
    #expect(ProjectedObjective(.bounce, few, theta: 5) == nil)
    #expect(ProjectedObjective(.bounce, Observations(abscissae: [], values: []), theta: 5) == nil)
    // e^(-1e-9 x) equals the constant.
    let times = (0..<20).map(Double.init)
    let line = Observations(abscissae: times, values: times)
    let family = ExponentialFamily(degree: 0, constant: true)
    #expect(ProjectedObjective(family, line, theta: 1e-9) == nil)
    let weightless = Observations(
      abscissae: times, values: times, weights: [Double](repeating: 0, count: 20))
    #expect(ProjectedObjective(.bounce, weightless, theta: 1) == nil)
  }

  @Test(arguments: [1e5, 1e300, .infinity, .nan, -1e5, -1e300, 0])
  func `no theta makes it crash or return what is not a number`(theta: Double) {
    let times = (0..<20).map { Double($0) / 60 }
    let data = Observations(abscissae: times, values: times.map { 3 + $0 })
    for family in SlowFit.families {
      guard let found = ProjectedObjective(family, data, theta: theta) else { continue }
      #expect(found.sumOfSquares.isFinite && found.gradient.isFinite && found.hessian.isFinite)
    }
  }

  @Test(arguments: [Double.nan, .infinity, 1e200])
  func `values beyond the numbers have no objective`(value: Double) {
    let data = Observations(
      abscissae: [0, 0.1, 0.2, 0.3, 0.4], values: [1, 2, value, 2, 1])
    #expect(ProjectedObjective(.bounce, data, theta: 5) == nil)
  }
}
