import CurveFitting
import RealModule
import TestSupport
import Testing

struct HyperbolicFamilyTests {
  static let families = [HyperbolicFamily(), HyperbolicFamily(constant: true)]

  /// A curve with noise, at unordered abscissae from 0, some of them repeated.
  static func observations(
    using random: inout SplitMix64, weighted: Bool, noise: Double = 30
  ) -> Observations {
    let count = Int.random(in: 6...80, using: &random)
    var x = (0..<count).map { _ in random.uniform(0...600) }
    for _ in 0..<count / 3 {
      x[Int.random(in: 0..<count, using: &random)] = x[Int.random(in: 0..<count, using: &random)]
    }
    if Bool.random(using: &random) { x[Int.random(in: 0..<count, using: &random)] = 0 }
    let theta = random.uniform(100...2000)
    let values = x.map { 682 * $0 / ($0 + theta) + 12 + random.uniform(-1...1) * noise }
    return Observations(
      abscissae: x, values: values,
      weights: weighted ? x.map { _ in random.uniform(0...1) } : [])
  }

  /// The rubber band s = d x c / (x c + d), rounded to a pixel grid.
  static func rubberBand(
    _ x: [Double], d: Double = 2045 / 3, c: Double = 0.55, constant: Double = 0
  ) -> Observations {
    Observations(
      abscissae: x,
      values: x.map { ((d * c * $0 / ($0 * c + d) + constant) * 3).rounded() / 3 })
  }

  static func shuffled(
    _ observations: Observations, using random: inout SplitMix64
  ) -> Observations {
    let order = observations.values.indices.shuffled(using: &random)
    return Observations(
      abscissae: order.map { observations.abscissae[$0] },
      values: order.map { observations.values[$0] },
      weights: observations.weights.isEmpty ? [] : order.map { observations.weights[$0] })
  }

  @Test func `columns times coefficients are the value, and the columns are as written`() {
    for family in Self.families {
      for theta in [1e-3, 12, 1240.0] {
        for x in [0, 1e-6, 30, 5000.0] {
          let columns = family.columns(at: x, theta: theta)
          let slow = SlowFit.columns(family, theta: theta)
          #expect(family.linearCount == slow.count)
          for lane in 0..<4 { #expect(columns[lane] == (lane < slow.count ? slow[lane](x) : 0)) }
          let coefficients = SIMD4(682, family.constant ? -20 : 0, 0, 0.0)
          let value = family.value(at: x, theta: theta, coefficients: coefficients)
          // Two roundings of the larger term.
          #expect((value - (columns * coefficients).sum()).magnitude <= 702 * 2.3e-16)
        }
      }
    }
    // Half of beta at x = theta.
    #expect(HyperbolicFamily().value(at: 7, theta: 7, coefficients: SIMD4(3, 0, 0, 0)) == 1.5)
  }

  @Test func `the slope in theta is the derivative of the value`() {
    let coefficients = SIMD4(682, -20, 0, 0.0)
    for family in Self.families {
      for theta in [20, 1240.0] {
        for x in [0, 1, 30, 5000.0] {
          func central(_ h: Double) -> Double {
            (family.value(at: x, theta: theta + h, coefficients: coefficients)
              - family.value(at: x, theta: theta - h, coefficients: coefficients)) / (2 * h)
          }
          let h = 0.01 * theta
          let difference = (4 * central(h / 2) - central(h)) / 3
          let slope = family.slope(at: x, theta: theta, coefficients: coefficients)
          // Richardson extrapolation: rounding of 700 over h, and an error of (h / theta)^4 / 4.
          #expect((slope - difference).magnitude < 4e-13 / h + 3e-9 * slope.magnitude)
        }
      }
    }
  }

  @Test(arguments: families)
  func `value, gradient, Hessian and coefficients are those of least squares written out`(
    family: HyperbolicFamily
  ) throws {
    let seed: UInt64 = 7_291
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    var worst = Worst()
    for round in 0..<400 {
      let observations = Self.observations(using: &random, weighted: round % 2 == 0)
      let theta = 30 * Double.pow(100, random.uniform(0...1))
      let slow = SlowFit(family, observations, theta: theta)
      // The normal equations square the condition, so the unexplained fraction of a column enters squared.
      let rounding = 4e-15 / (slow.independence * slow.independence)
      let fast = try #require(ProjectedObjective(family, observations, theta: theta))
      let label = "round \(round), theta \(theta), n \(observations.count)"
      #expect(fast.theta == theta)
      worst.note(
        fast.sumOfSquares, slow.sumOfSquares, tolerance: rounding * slow.squareSum, "R, \(label)")
      // The relative change of a column is at most 1 / theta, and 2 / theta^2 in the second derivative.
      let size = slow.squareSum / theta
      worst.note(
        fast.gradient, slow.gradient, tolerance: 4 * rounding * size, "gradient, \(label)")
      func central(_ h: Double) -> Double {
        (SlowFit(family, observations, theta: theta + h).gradient
          - SlowFit(family, observations, theta: theta - h).gradient) / (2 * h)
      }
      // Richardson extrapolation, twice: (h / theta)^6 over 64 of the gradient, and its rounding over h.
      let h = 0.01 * theta
      let hessian = (64 * central(h / 4) - 20 * central(h / 2) + central(h)) / 45
      worst.note(
        fast.hessian, hessian,
        tolerance: (16 * rounding + 1e-11 / slow.independence) * size / theta,
        "Hessian, \(label)")
      let scale = slow.coefficients.reduce(0) { max($0, $1.magnitude) }
      for (lane, value) in slow.coefficients.enumerated() {
        worst.note(
          fast.coefficients[lane], value,
          tolerance: 10 * rounding * (scale + slow.squareSum.squareRoot()),
          "coefficient \(lane), \(label)")
      }
    }
    #expect(worst.count >= 400 * (3 + family.linearCount))
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `there is no objective beyond the pole or without a positive theta`() {
    let data = Self.rubberBand([0, 40, 20, 300, 20])
    for family in Self.families {
      #expect(ProjectedObjective(family, data, theta: 500) != nil)
      for theta in [0, -1, -500, Double.nan, Double.infinity, -Double.infinity] {
        #expect(ProjectedObjective(family, data, theta: theta) == nil)
      }
      for x in [-1e-9, -600, Double.nan, Double.infinity] {
        var other = data
        other.abscissae[2] = x
        #expect(ProjectedObjective(family, other, theta: 500) == nil, "\(x)")
      }
      #expect(ProjectedObjective(family, Self.rubberBand([]), theta: 500) == nil)
      #expect(ProjectedObjective(family, Self.rubberBand([0, 0, 0]), theta: 500) == nil)
    }
    // A single abscissa determines beta, but not both beta and a constant.
    let one = Self.rubberBand([50, 50, 50])
    #expect(ProjectedObjective(HyperbolicFamily(), one, theta: 500) != nil)
    #expect(ProjectedObjective(HyperbolicFamily(constant: true), one, theta: 500) == nil)
  }

  @Test(arguments: families)
  func `the start is exact on exact data, in any unit`(family: HyperbolicFamily) throws {
    let x = [310, 0, 45, 45, 600, 120, 7, 20.0]
    let weights = [1, 1, 2, 0.5, 1, 0, 1, 3.0]
    let coefficients = SIMD4(682, family.constant ? -35 : 0, 0, 0.0)
    for theta in [60, 1240.0] {
      for factor in [0x1p-40, 1, 0x1p40] {
        let data = Observations(
          abscissae: x.map { factor * $0 },
          values: x.map { family.value(at: $0, theta: theta, coefficients: coefficients) },
          weights: weights)
        let start = try #require(family.start(data))
        // Rounding times the squared condition of x and y, at most 1e5.
        #expect((start / factor / theta - 1).magnitude < 1e-9, "\(theta): \(start)")
      }
    }
  }

  @Test func `a rounded rubber band is started within a few per cent`() throws {
    // A drag to 300 pt and back, twice.
    let x = (0..<60).map { 300 * (Double.sin(Double($0) / 59 * 2 * .pi)).magnitude }
    let truth = 2045 / 3 / 0.55
    let plain = try #require(HyperbolicFamily().start(Self.rubberBand(x)))
    #expect((plain / truth - 1).magnitude < 0.01, "\(plain)")
    let shifted = try #require(
      HyperbolicFamily(constant: true).start(Self.rubberBand(x, constant: 4)))
    #expect((shifted / truth - 1).magnitude < 0.05, "\(shifted)")
  }

  @Test func `data without a bend have no start`() {
    for family in Self.families {
      #expect(family.start(Self.rubberBand([])) == nil)
      #expect(family.start(Self.rubberBand([0, 0, 0])) == nil)
      #expect(family.start(Self.rubberBand([100, 100, 100])) == nil)
      let x = [0, 1, 2, 3, 4, 5.0]
      func start(_ curve: (Double) -> Double) -> Double? {
        family.start(Observations(abscissae: x, values: x.map(curve)))
      }
      #expect(start { 3 * $0 } == nil)
      #expect(start { _ in 0 } == nil)
      // Curvature of the other sign: theta is negative.
      #expect(start { $0 / (6 - $0) } == nil)
      #expect(start { _ in .nan } == nil)
      #expect(start { 1e200 * $0 } == nil)
    }
  }

  @Test(arguments: families)
  func `bounds and stiffness of a rubber band are found`(family: HyperbolicFamily) throws {
    let seed: UInt64 = 55
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    var worst = Worst()
    var fromFamily = 0
    var squares = 0.0
    let rounds = 500
    for round in 0..<rounds {
      let d = random.uniform(300...900)
      let c = random.uniform(0.3...0.9)
      let x = (0..<100).map { _ in (random.uniform(0...600) * 3).rounded() / 3 }
      let data = Self.rubberBand(x, d: d, c: c, constant: family.constant ? 5 : 0)
      let search = ProjectedSearch(
        family, data,
        range: ProjectedSearch.Range(lower: 20, upper: 20_000, count: 14, limits: 1...1e6))
      let label = "round \(round), d \(d), c \(c)"
      if search.ending != .converged { worst.note(.infinity, "\(label): \(search.ending)") }
      if search.startedFromIntegral { fromFamily += 1 }
      let best = try #require(search.best)
      // Standard error of theta: the variance of rounding over half the curvature of the objective.
      let error = (1 / 108.0 * 2 / best.hessian).squareRoot()
      let miss = (best.theta - d / c) / error
      squares += miss * miss
      // Five standard errors: a probability of one in two million.
      worst.note(miss, 0, tolerance: 5, "theta, \(label)")
      #expect(SlowFit(family, data, theta: best.theta).gradient.magnitude * error < 1e-6)
    }
    #expect(worst.error <= 1, "\(worst)")
    #expect(fromFamily > rounds * 9 / 10, "\(fromFamily)")
    // The mean square of 500 normal deviates is 1 with a standard error of 0.063.
    #expect((squares / Double(rounds) - 1).magnitude < 5 * 0.063, "\(squares / Double(rounds))")
  }

  @Test(arguments: families)
  func `short drags, nearly straight lines, end in a minimum too`(
    family: HyperbolicFamily
  ) throws {
    let seed: UInt64 = 56
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    for round in 0..<500 {
      let x = (0..<100).map { _ in random.uniform(0...100) }
      let data = Self.rubberBand(
        x, d: random.uniform(300...900), c: random.uniform(0.3...0.9),
        constant: family.constant ? 5 : 0)
      let search = ProjectedSearch(
        family, data,
        range: ProjectedSearch.Range(lower: 20, upper: 20_000, count: 14, limits: 1...1e6))
      // There the gradient is rounding beyond the ninth digit of theta.
      #expect(search.ending == .converged, "round \(round)")
      #expect(search.evaluations < 50, "round \(round)")
    }
  }

  @Test(arguments: families)
  func `the profile ends where the objective has risen by what was asked`(
    family: HyperbolicFamily
  ) throws {
    let seed: UInt64 = 66
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    var worst = Worst()
    for round in 0..<50 {
      let x = (0..<60).map { _ in random.uniform(0...600) }
      let data = Self.rubberBand(x, constant: family.constant ? 5 : 0)
      let best = try #require(
        ProjectedSearch(
          family, data,
          range: ProjectedSearch.Range(lower: 20, upper: 20_000, count: 14, limits: 1...1e6)
        ).best)
      let exact = SlowFit(family, data, theta: best.theta)
      let rise = 4 * exact.sumOfSquares / Double(data.count - 3)
      let profile = ProfileInterval(family, data, best: best, rise: rise, limits: 1...1e6)
      for end in [profile.lower, profile.upper] {
        let there = SlowFit(family, data, theta: try #require(end)).sumOfSquares
        // 1e-9 of R, and the rounding of y'y in the sums times the squared condition.
        worst.note(
          there, exact.sumOfSquares + rise,
          tolerance: 1e-9 * (exact.sumOfSquares + rise) + 3e-15 * exact.squareSum
            / (exact.independence * exact.independence), "round \(round)")
      }
      #expect(try #require(profile.lower) < best.theta && best.theta < #require(profile.upper))
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test(arguments: families)
  func `the minimax fit is the slow one, in any order and with repetitions`(
    family: HyperbolicFamily
  ) throws {
    let seed: UInt64 = 77
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    var worst = Worst()
    let width = family.linearCount
    for round in 0..<300 {
      let n = Int.random(in: 4...14, using: &random)
      // Few distinct abscissae, so that most occur several times, including 0.
      let x = (0..<n).map { _ in Double(Int.random(in: 0...5, using: &random)) * 80 }
      guard Set(x).count > width else { continue }
      let data = Self.rubberBand(x.map { $0 + (round % 2 == 0 ? 0 : random.uniform(0...9)) })
      let theta = random.uniform(500...3000)
      let columns = data.abscissae.map { family.columns(at: $0, theta: theta) }
      guard let fit = MinimaxFit(family, data, theta: theta) else {
        worst.note(.infinity, "no fit in round \(round)")
        continue
      }
      MinimaxFitTests.check(fit, columns, data.values, width: width, &worst, "round \(round)")
    }
    #expect(worst.count > 1000)
    #expect(worst.error <= 1, "\(worst)")
  }

  /// The feasible interval by brute force: |y - beta x / (x + theta) - beta_c| <= b, times x + theta, is
  /// linear in theta, beta + beta_c and beta_c theta. Computes every vertex of this polytope, an intersection of
  /// n planes, by Cramer's rule; nil when there is no vertex.
  static func linearProgram(
    _ data: Observations, bound: Double, constant: Bool
  ) -> ClosedRange<Double>? {
    var planes: [(normal: SIMD3<Double>, level: Double)] = []
    for (x, y) in zip(data.abscissae, data.values) {
      for side in [-1.0, 1] {
        // side (b' x + g - (y + side b) (x + theta)) <= 0, b' = beta + beta_c, g = beta_c theta.
        let end = y + side * bound
        planes.append((side * SIMD3(-end, x, constant ? 1 : 0), side * end * x))
      }
    }
    var lowest = Double.infinity
    var highest = -Double.infinity
    func note(_ v: SIMD3<Double>) {
      guard v[0] > 0 else { return }
      for plane in planes {
        let parts = plane.normal * v
        let size = parts.replacing(with: -parts, where: parts .< 0).sum() + plane.level.magnitude
        guard parts.sum() - plane.level <= 1e-12 * size else { return }
      }
      lowest = min(lowest, v[0])
      highest = max(highest, v[0])
    }
    func determinant(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) -> Double {
      a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
        + a[2] * (b[0] * c[1] - b[1] * c[0])
    }
    let last = (normal: SIMD3(0, 0, 1.0), level: 0.0)
    for i in planes.indices {
      for j in 0..<i {
        for k in constant ? Array(0..<j) : [-1] {
          let three = [planes[i], planes[j], k < 0 ? last : planes[k]]
          let columns = (0..<3).map { lane in
            SIMD3(three[0].normal[lane], three[1].normal[lane], three[2].normal[lane])
          }
          let right = SIMD3(three[0].level, three[1].level, three[2].level)
          let whole = determinant(columns[0], columns[1], columns[2])
          guard whole.magnitude > 1e-9 else { continue }
          note(
            SIMD3(
              determinant(right, columns[1], columns[2]),
              determinant(columns[0], right, columns[2]),
              determinant(columns[0], columns[1], right)) / whole)
        }
      }
    }
    return lowest <= highest ? lowest...highest : nil
  }

  @Test(arguments: families)
  func `the feasible interval is that of the linear program`(family: HyperbolicFamily) throws {
    let seed: UInt64 = 88
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    var worst = Worst()
    var found = 0
    for round in 0..<40 {
      let n = Int.random(in: 8...14, using: &random)
      var x = (0..<n).map { _ in random.uniform(0...600) }
      x[1] = 0
      x[3] = x[5]
      let d = random.uniform(300...900)
      let c = random.uniform(0.3...0.9)
      var data = Self.rubberBand(x, d: d, c: c, constant: family.constant ? 5 : 0)
      // Every fourth set has an error larger than rounding.
      if round % 4 == 3 { data.values[n / 2] += 3 }
      let bound = 0.5 / 3 * (1 + 1e-9)
      let expected = Self.linearProgram(data, bound: bound, constant: family.constant)
      let best = ProjectedSearch(
        family, data,
        range: ProjectedSearch.Range(lower: 20, upper: 20_000, count: 14, limits: 1...1e6)
      ).best
      let interval = try #require(
        FeasibleInterval(
          family, data, bound: bound, start: best?.theta ?? 1000, scale: 10, limits: 1...1e6))
      let label = "round \(round), n \(n), \(interval)"
      guard let expected else {
        #expect(interval.interval == nil, "\(label)")
        #expect(interval.smallestError > bound, "\(label)")
        continue
      }
      found += 1
      guard let ends = interval.interval else {
        worst.note(.infinity, "none but \(expected), \(label)")
        continue
      }
      #expect(ends.contains(d / c), "\(label)")
      // 1e-11 relative for each end, and the rounding of a vertex.
      worst.note(
        ends.lowerBound, expected.lowerBound, tolerance: 1e-8 * expected.lowerBound,
        "lower, \(label)")
      worst.note(
        ends.upperBound, expected.upperBound, tolerance: 1e-8 * expected.upperBound,
        "upper, \(label)")
    }
    #expect(found >= 30)
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test(arguments: families)
  func `the order of the samples does not matter`(family: HyperbolicFamily) throws {
    let seed: UInt64 = 99
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    let x = (0..<40).map { Double($0 % 20) * 25 }
    let data = Self.rubberBand(x, constant: family.constant ? 5 : 0)
    let range = ProjectedSearch.Range(lower: 20, upper: 20_000, count: 14, limits: 1...1e6)
    let best = try #require(ProjectedSearch(family, data, range: range).best)
    func feasible(_ data: Observations) throws -> ClosedRange<Double> {
      try #require(
        FeasibleInterval(
          family, data, bound: 0.5 / 3 * (1 + 1e-9), start: best.theta, scale: 10,
          limits: 1...1e6
        )?.interval)
    }
    let interval = try feasible(data)
    for _ in 0..<20 {
      let other = Self.shuffled(data, using: &random)
      let search = ProjectedSearch(family, other, range: range)
      // Rounding of y'y over the curvature: a few thousand ulps.
      #expect((try #require(search.best).theta / best.theta - 1).magnitude < 1e-11)
      // Each end is accurate to 1e-11 relative.
      let ends = try feasible(other)
      #expect((ends.lowerBound / interval.lowerBound - 1).magnitude < 1e-9)
      #expect((ends.upperBound / interval.upperBound - 1).magnitude < 1e-9)
    }
  }
}
