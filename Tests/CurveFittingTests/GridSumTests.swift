import CurveFitting
import RealModule
import TestSupport
import Testing

/// What is computed for many samples or many theta at once, against one at a time.
struct GridSumTests {
  /// Samples of a decaying line with noise.
  static func observations(
    _ random: inout SplitMix64, isUniform: Bool, isWeighted: Bool
  ) -> Observations {
    let count = 37 + Int(random.uniform(0...90))
    let times = (0..<count).map { index in
      index == 0 ? 0 : (Double(index) + (isUniform ? 0 : random.uniform(-0.3...0.3))) / 60
    }
    let (rate, size) = (random.uniform(1...15), random.uniform(50...2000))
    let values = times.map {
      size * (0.3 + 8 * $0) * Double.exp(-rate * $0) + random.uniform(-0.2...0.2)
    }
    return Observations(
      abscissae: times, values: values,
      weights: isWeighted ? times.map { _ in random.uniform(0.1...2) } : [])
  }

  static let samplings = [(true, false), (true, true), (false, false), (false, true)]

  @Test(arguments: samplings)
  func `a scan gives the objectives of single passes`(isUniform: Bool, isWeighted: Bool) throws {
    let seed: UInt64 = 351
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    let thetas = (0..<41).map { 0.03 * Double.pow(1.25, $0) }
    func compare(_ family: ExponentialFamily, _ observations: Observations) throws {
      let found = family.objectives(observations, at: thetas)
      // Horner's sums; without its step a grid has an exponential of each sample.
      var plain = observations
      if !isWeighted, family.degree == 0, !family.line { plain.uniformStep = nil }
      for (theta, point) in zip(thetas, found) {
        let single = family.objective(plain, theta: theta)
        #expect((single == nil) == (point == nil))
        guard let single, let point else { continue }
        // Exponentials off by two units of the last place, and series in closed form off by as many: what nearly
        // dependent columns make of that. With weights on a grid the operations are the same.
        let size = observations.values.reduce(0) { $0 + $1 * $1 }
        #expect((point.sumOfSquares - single.sumOfSquares).magnitude <= 1e-10 * size)
        #expect((point.gradient - single.gradient).magnitude * theta <= 1e-9 * size)
        #expect((point.hessian - single.hessian).magnitude * theta * theta <= 1e-8 * size)
        if isUniform, isWeighted { #expect(point.gradient == single.gradient) }
        #expect(point.theta == theta)
      }
    }
    for _ in 0..<20 {
      let observations = Self.observations(
        &random, isUniform: isUniform, isWeighted: isWeighted)
      try compare(ExponentialFamily(degree: 0, constant: true), observations)
      try compare(ExponentialFamily(degree: 1, constant: false), observations)
      try compare(ExponentialFamily(degree: 0, constant: true, line: true), observations)
    }
  }

  @Test(arguments: [1, 3, 4, 90], [0.0, 2.5, 5000, -3])
  func `decays are exponentials`(count: Int, rate: Double) {
    let times = (0..<count).map { Double($0) / 60 }
    let decays = Observations(abscissae: times, values: times).decays(rate)
    #expect(decays.count == count)
    for (time, decay) in zip(times, decays) {
      // Two units of the last place, and as many by the rounding of the exponent; below e^-700 that.
      let exact = Double.exp(max(-700, -rate * time))
      #expect((decay - exact).magnitude <= (4 + (rate * time).magnitude) * exact.ulp)
    }
  }

  @Test(arguments: [false, true])
  func `a scan over hyperbolas gives the objectives of single passes`(isWeighted: Bool) {
    let seed: UInt64 = 352
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    let thetas = (0..<29).map { 5 * Double.pow(1.5, $0) }
    let travel = (0..<61).map { 5 + 6 * Double($0) }
    let observations = Observations(
      abscissae: travel, values: travel.map { 700 * $0 / ($0 + 1300) + random.uniform(-0.2...0.2) },
      weights: isWeighted ? travel.map { _ in random.uniform(0.1...2) } : [])
    let family = HyperbolicFamily()
    for (theta, point) in zip(thetas, family.objectives(observations, at: thetas)) {
      let single = family.objective(observations, theta: theta)
      #expect((single == nil) == (point == nil))
      guard let single, let point else { continue }
      // The sums are taken in one order; only products are grouped in another way.
      #expect((point.sumOfSquares / single.sumOfSquares - 1).magnitude < 1e-9)
      #expect((point.coefficients[0] / single.coefficients[0] - 1).magnitude < 1e-13)
    }
  }

  @Test(arguments: [(9.0, 120.0), (9.0, -40.0), (6.0, 0.0), (11.0, 1e-3)])
  func `a spring's curves on a grid are those at single times`(rate: Double, kappa: Double) {
    let curves = DampedOscillation(decayRate: rate, kappa: kappa)
    let times = (0..<200).map { Double($0) / 60 }
    let found = curves.curves(at: times, uniformStep: 1.0 / 60)
    for (time, value) in zip(times, found) {
      let (c, s) = curves.curves(at: time)
      // 16 products at most, each off by an ulp of e^(-delta t), in which c and s / t are bounded.
      let size = Double.exp(-(rate - max(0, -kappa).squareRoot()) * time)
      #expect((value.x - c).magnitude <= 2e-14 * size)
      #expect((value.y - s).magnitude <= 2e-14 * size * max(time, 0.01))
    }
  }

  @Test(arguments: [0.0, 0.07], [false, true])
  func `what rounding adds is what plain loops give`(noise: Double, isWeighted: Bool) throws {
    let seed: UInt64 = 353
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    let q = 1.0 / 3
    let times = (0..<90).map { Double($0) / 60 }
    for _ in 0..<20 {
      let (rate, speed) = (random.uniform(2...9), random.uniform(300...3000))
      let curve = times.map { 17 + speed / rate * (1 - Double.exp(-rate * $0)) }
      let weights = isWeighted ? times.map { _ in random.uniform(0.1...2) } : []
      let linear = try #require(
        Linearisation(
          jacobian: times.map {
            ParameterVector($0 * Double.exp(-rate * $0), Double.exp(-rate * $0), 1)
          }, residuals: times.map { _ in 0 }, weights: weights, parameterCount: 3))
      let stretches = Linearisation.slowStretches(of: curve, quantum: q)
      let forms = linear.roundingForms(
        curve: curve, stretches: stretches, weights: weights, quantum: q, noise: noise)
      let z = linear.direction(
        of: ParameterVector(random.uniform(-1...1), random.uniform(-1...1), random.uniform(-1...1)))
      let a = linear.orthogonalRows.enumerated().map { index, row in
        (row * z).sum() * (isWeighted ? weights[index].squareRoot() : 1)
      }
      let all = Self.excess(a, curve, 0..<90, q, noise)
      let slow = stretches.reduce(0) { $0 + Self.excess(a, curve, $1, q, noise) }
      let square = a.reduce(0) { $0 + $1 * $1 }
      // Sums of 90 terms; angles are known to an ulp of 10^4 cycles.
      #expect(
        (forms.all.excess(z) - q * q * all / (2 * .pi * .pi)).magnitude < 1e-10 * q * q * square)
      #expect((forms.all.independent(z) / (q * q / 12 * square) - 1).magnitude < 1e-12)
      #expect(
        (forms.slow.relativeExcess(z) - 6 / (.pi * .pi) * slow / square).magnitude < 1e-10)
    }
  }

  /// sum_m e^(...) / m^2 (|sum a_n exp(2 pi i m y_n / q)|^2 - sum a_n^2), twelve harmonics.
  static func excess(
    _ a: [Double], _ curve: [Double], _ samples: Range<Int>, _ q: Double, _ noise: Double
  ) -> Double {
    (1...12).reduce(0) { sum, m in
      var (real, imaginary, square) = (0.0, 0.0, 0.0)
      for index in samples {
        let angle = 2 * Double.pi * (Double(m) * curve[index] / q).remainder(dividingBy: 1)
        real += a[index] * Double.cos(angle)
        imaginary += a[index] * Double.sin(angle)
        square += a[index] * a[index]
      }
      let order = Double(m)
      let blur = Double.exp(-4 * .pi * .pi * order * order * noise * noise / (q * q))
      return sum + blur * (real * real + imaginary * imaginary - square) / (order * order)
    }
  }

  @Test func `a step within a bound keeps all residuals below it, and is nearly always found`()
    throws
  {
    let seed: UInt64 = 354
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    let times = (0..<90).map { Double($0) / 60 }
    var found = 0
    for _ in 0..<300 {
      let rate = random.uniform(2...9)
      let rows = times.map {
        ParameterVector($0 * Double.exp(-rate * $0), Double.exp(-rate * $0), 1)
      }
      // Errors of rounding: the step to the truth keeps the bound, so there is one.
      let errors = times.map { _ in random.uniform(-0.5...0.5) }
      let truth = ParameterVector(
        random.uniform(-3...3), random.uniform(-1...1), random.uniform(-1...1))
      let residuals = times.indices.map { (rows[$0] * truth).sum() + errors[$0] }
      let linear = try #require(
        Linearisation(jacobian: rows, residuals: residuals, weights: [], parameterCount: 3))
      guard let step = linear.step(keeping: residuals, within: 0.5) else { continue }
      found += 1
      for index in times.indices {
        #expect((residuals[index] - (rows[index] * step).sum()).magnitude <= 0.5 * (1 + 1e-12))
      }
      // Below the least mean square there is none.
      let least =
        (linear.sumOfSquares
          - (0..<3).reduce(0) { sum, lane in
            let along = times.indices.reduce(0.0) {
              $0 + linear.orthogonalRows[$1][lane] * residuals[$1]
            }
            return sum + along * along
          }) / 90
      #expect(linear.step(keeping: residuals, within: 0.99 * least.squareRoot()) == nil)
    }
    // 294 of 300 at least: others are left to the exchange algorithm.
    #expect(found >= 294)
  }
}
