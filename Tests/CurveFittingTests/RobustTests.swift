import CurveFitting
import RealModule
import TestSupport
import Testing

struct RobustLossTests {
  static let losses = [RobustLoss.linear, .huber, .tukey]

  @Test(arguments: [
    (RobustLoss.huber, 0.5, 1.0), (.huber, 1.345, 1), (.huber, 2.69, 0.5), (.huber, -13.45, 0.1),
    (.tukey, 0, 1), (.tukey, 4.685, 0), (.tukey, -5, 0), (.tukey, 2.3425, 0.5625),
    (.linear, 1e9, 1), (.huber, .infinity, 0), (.tukey, .infinity, 0),
  ])
  func `weights follow their formulas`(loss: RobustLoss, u: Double, weight: Double) {
    // One rounding.
    #expect((loss.weight(u) - weight).magnitude < 2e-16)
  }

  @Test func `curvature is the derivative of w u`() {
    for loss in Self.losses {
      for step in -70...70 {
        // Away from the points at 1.345 and 4.685 where the derivative jumps.
        let u = Double(step) / 10 + 0.003
        let h = 1e-4
        let difference = (loss.weight(u + h) * (u + h) - loss.weight(u - h) * (u - h)) / (2 * h)
        // The third derivative, of order 1, times h^2; and rounding over h.
        #expect((loss.curvature(u) - difference).magnitude < 1e-8, "\(loss) at \(u)")
      }
    }
  }

  @Test func `weights are even, within 0 and 1, and fall`() {
    for loss in Self.losses {
      var last = 1.0
      for step in 0...1000 {
        let u = Double(step) / 100
        let w = loss.weight(u)
        #expect(w == loss.weight(-u) && w >= 0 && w <= last)
        #expect(loss.curvature(u) == loss.curvature(-u))
        last = w
      }
    }
  }

  @Test(
    arguments: [
      ([Double](), 0.0), ([3], 4.4478), ([-3], 4.4478), ([1, -2, 3], 2.9652),
      ([4, -1, 2, -3], 3.7065), ([0, 0, 0, 1e9], 0),
    ] as [([Double], Double)])
  func `the scale is 1.4826 times the median`(residuals: [Double], scale: Double) {
    #expect((RobustLoss.scale(residuals) - scale).magnitude < 1e-15)
  }

  @Test func `Gaussian residuals have their standard deviation as scale`() {
    let seed: UInt64 = 88
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    let scale = RobustLoss.scale((0..<20_000).map { _ in 0.3 * random.normal() })
    // 1.4826 times the median of |z| has a standard deviation of 1.17 / sqrt n = 0.8 %; three of them.
    #expect((scale / 0.3 - 1).magnitude < 0.025)
  }

  @Test func `losses have the names of the option`() {
    #expect(Self.losses.map(\.name) == ["linear", "huber", "tukey"])
    #expect(Self.losses.map(\.tuning) == [.infinity, 1.345, 4.685])
  }
}

struct RobustIterationTests {
  /// A bounce of C = 1000, delta = 10.9 at 60 Hz with 1/3 pt rounding, where every twentieth sample is an outlier.
  static func spoilt(_ random: inout SplitMix64) -> Observations {
    let bounce = Simulated(
      amplitude: 1000, decayRate: 10.9, phase: random.uniform(0...1 / 60), rate: 60, count: 60,
      scale: 3, using: &random)
    var observations = bounce.observations
    for _ in 0..<3 {
      observations.values[Int.random(in: 0..<60, using: &random)] +=
        random.uniform(3...20) * (Bool.random(using: &random) ? 1 : -1)
    }
    return observations
  }

  static func solve(_ observations: Observations) -> (theta: Double, residuals: [Double])? {
    guard let best = ProjectedSearch(.bounce, observations, range: .bounce).best else { return nil }
    let residuals = zip(observations.abscissae, observations.values).map {
      $1
        - ExponentialFamily.bounce.value(at: $0, theta: best.theta, coefficients: best.coefficients)
    }
    return (best.theta, residuals)
  }

  @Test func `outliers are set aside`() throws {
    let seed: UInt64 = 5_050
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    // The Cramer-Rao limit of sixty samples without outliers.
    let limit = 0.01276
    var squares: [RobustLoss: Double] = [:]
    let rounds = 200
    for round in 0..<rounds {
      let data = Self.spoilt(&random)
      let plain = try #require(Self.solve(data))
      squares[.linear, default: 0] += (plain.theta - 10.9) * (plain.theta - 10.9)
      for loss in [RobustLoss.huber, .tukey] {
        var theta = plain.theta
        var copy = data
        let iteration = RobustIteration(
          loss: loss, residuals: plain.residuals, floor: 1 / 3.0 / 12.0.squareRoot()
        ) { weights in
          copy.weights = weights
          guard let solved = Self.solve(copy) else { return nil }
          theta = solved.theta
          return solved.residuals
        }
        #expect(iteration.converged, "round \(round), \(loss)")
        #expect(iteration.iterations < 120 && iteration.weights.count == 60)
        #expect(iteration.scale >= 1 / 3.0 / 12.0.squareRoot())
        #expect(iteration.errorFactor >= 1 && iteration.errorFactor < 1.5)
        squares[loss, default: 0] += (theta - 10.9) * (theta - 10.9)
      }
    }
    let limits = squares.mapValues { ($0 / Double(rounds)).squareRoot() / limit }
    // Typical values: sixteen limits, two to three, slightly above one.
    #expect((try #require(limits[.linear])) > 6, "\(limits)")
    #expect((try #require(limits[.huber])) < 4, "\(limits)")
    #expect((try #require(limits[.tukey])) < 1.5, "\(limits)")
  }

  @Test func `Huber comes first, then Tukey from where it ended`() {
    // A mean: residuals from the weighted mean, with one outlier.
    let values = [1.0, 2, 3, 4, 5, 1000]
    func residuals(_ weights: [Double]) -> [Double] {
      let mean =
        zip(weights, values).reduce(0) { $0 + $1.0 * $1.1 } / weights.reduce(0, +)
      return values.map { $0 - mean }
    }
    var calls: [[Double]] = []
    let iteration = RobustIteration(
      loss: .tukey, residuals: residuals([1, 1, 1, 1, 1, 1]), floor: 0
    ) { weights in
      calls.append(weights)
      return residuals(weights)
    }
    #expect(iteration.converged)
    #expect(calls.count == iteration.iterations)
    let first = residuals([1, 1, 1, 1, 1, 1])
    let scale = RobustLoss.scale(first)
    #expect(calls[0] == first.map { RobustLoss.huber.weight($0 / scale) })
    // Huber's weight is never 0; Tukey's is.
    #expect(iteration.weights[5] == 0)
    #expect(calls.last == iteration.weights)
    // The other five are symmetric about their centre, 3.
    #expect((iteration.weights[0] - iteration.weights[4]).magnitude < 1e-9)
    // The final weights follow their formula.
    let end = residuals(iteration.weights)
    for (weight, residual) in zip(iteration.weights, end) {
      #expect((weight - RobustLoss.tukey.weight(residual / iteration.scale)).magnitude < 1e-8)
    }
    // sum w / sum rho''.
    let total = end.reduce(0) { $0 + RobustLoss.tukey.weight($1 / iteration.scale) }
    let curvature = end.reduce(0) { $0 + RobustLoss.tukey.curvature($1 / iteration.scale) }
    #expect((iteration.errorFactor - total / curvature).magnitude < 1e-8)
  }

  @Test func `an iteration on its way to a known end stops, one to another does not`() {
    let values = [1.0, 2, 3, 4, 5, 1000]
    func run(known: [[Double]]) -> RobustIteration {
      func residuals(_ weights: [Double]) -> [Double] {
        let mean = zip(weights, values).reduce(0) { $0 + $1.0 * $1.1 } / weights.reduce(0, +)
        return values.map { $0 - mean }
      }
      return RobustIteration(
        loss: .tukey, residuals: residuals([1, 1, 1, 1, 1, 1]), floor: 0,
        initial: [0, 1, 1, 1, 1, 1], known: known, solve: residuals)
    }
    let free = run(known: [])
    #expect(free.converged && !free.isKnown)
    let again = run(known: [[0, 0, 0, 0, 0, 0], free.residuals])
    #expect(again.isKnown && again.iterations < free.iterations)
    // A known solution that is not on the path changes nothing, to the last bit.
    let other = run(known: [free.residuals.map { $0 + 0.01 * free.scale }])
    #expect(!other.isKnown && other.weights == free.weights)
  }

  @Test func `least squares asks for nothing`() {
    let iteration = RobustIteration(loss: .linear, residuals: [1, 2, 3], floor: 1) { _ in
      Issue.record("asked")
      return nil
    }
    #expect(iteration.weights.isEmpty && iteration.converged && iteration.errorFactor == 1)
    let empty = RobustIteration(loss: .tukey, residuals: [], floor: 1) { _ in nil }
    #expect(empty.weights.isEmpty && empty.converged)
  }

  @Test func `a solver that gives up is not convergence`() {
    let iteration = RobustIteration(loss: .huber, residuals: [1, 2, 300], floor: 1) { _ in nil }
    #expect(!iteration.converged && iteration.iterations == 0 && iteration.errorFactor == 1)
  }

  @Test func `exact data keep weight 1`() {
    let iteration = RobustIteration(loss: .tukey, residuals: [0, 0, 0, 0], floor: 0) { _ in
      [0, 0, 0, 0]
    }
    #expect(iteration.converged && iteration.weights == [1, 1, 1, 1])
    #expect(iteration.errorFactor == 1)
  }
}

struct VarianceFunctionTests {
  @Test func `an error of the times gains what the likelihoods of all samples differ by`() {
    func logLikelihood(_ residual: Double, _ variance: Double) -> Double {
      -Double.log(2 * .pi * variance) / 2 - residual * residual / (2 * variance)
    }
    let speeds = [10.0, 400, 900, 1500, 3]
    let floor = 0.2
    for residuals in [
      [0.1, -0.4, 0.9, -1.6, 0.05], [0.1, -0.2, 0.1, 0.2, 0.05], [0.9, -0.4, 0.3, 0.5, -0.8],
    ] {
      let raised = residuals.map { $0 / 0.9.squareRoot() }
      func sum(_ base: Double, _ timeError: Double) -> Double {
        zip(raised, speeds).reduce(0) {
          $0 + 2 * logLikelihood($1.0, base * base + timeError * timeError * $1.1 * $1.1)
        }
      }
      // The best s on a fine grid, from the floor on.
      let places = (0...4000).map { floor * Double.pow(10, Double($0) / 2000) }
      for timeError in [1e-4, 1e-3, 5e-3] {
        let expected = places.map { sum($0, timeError) }.max()! - places.map { sum($0, 0) }.max()!
        let found = VarianceFunction.gain(
          ofTimeError: timeError, residuals: residuals, speeds: speeds,
          leverages: residuals.map { _ in 0.1 }, floor: floor)
        #expect((found - expected).magnitude < 0.01)
      }
    }
  }

  /// Speeds of a bounce with an initial speed of 1000 pt/s.
  static let speeds = (0..<90).map { index in
    let tau = (Double(index) + 0.5) / 60
    return (1000 * (1 - 10.9 * tau) * Double.exp(-10.9 * tau)).magnitude
  }

  @Test(arguments: [(0.1, 1e-3), (0.1, 3e-4), (0.3, 2e-3), (0.02, 1e-3)])
  func `base and time error are recovered`(base: Double, timeError: Double) {
    let seed: UInt64 = 909
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    var baseSquare = 0.0
    var timeSquare = 0.0
    let rounds = 300
    for _ in 0..<rounds {
      let residuals = Self.speeds.map {
        (base * base + timeError * timeError * $0 * $0).squareRoot() * random.normal()
      }
      let found = VarianceFunction(
        residuals: residuals, speeds: Self.speeds, leverages: Self.speeds.map { _ in 0 },
        floor: 1e-3)
      baseSquare += found.base * found.base / Double(rounds)
      timeSquare += found.timeError * found.timeError / Double(rounds)
    }
    // About 40 samples determine the base: 12 % per trace, 0.7 % for 300; and a bias of a fortieth.
    #expect((baseSquare.squareRoot() / base - 1).magnitude < 0.05)
    // Ten fast samples determine the time error: 22 % per trace, 1.3 % for 300. Maximum likelihood has a
    // bias of a twentieth, with the other sign where the time error is a tenth of the detectable size.
    #expect((timeSquare.squareRoot() / timeError - 1).magnitude < 0.15)
  }

  @Test func `exact times rarely look inexact`() {
    let seed: UInt64 = 910
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    let rounds = 4000
    var alarms = 0
    var none = 0
    for _ in 0..<rounds {
      let residuals = Self.speeds.map { _ in 0.1 * random.normal() }
      let found = VarianceFunction(
        residuals: residuals, speeds: Self.speeds, leverages: Self.speeds.map { _ in 0 },
        floor: 1e-3)
      if found.likelihoodRatio > 5.4 { alarms += 1 }
      if found.timeError == 0 { none += 1 }
      #expect(found.likelihoodRatio >= 0)
      #expect((found.timeError == 0) == (found.likelihoodRatio == 0))
    }
    // 1 % of 4000 is 40, three standard deviations 19; the asymptotic distribution at the boundary needs many samples.
    #expect(alarms < 70, "\(alarms) of \(rounds)")
    // Half of them by chance: the likelihood decreases on both sides of 0.
    #expect(none > rounds * 4 / 10 && none < rounds * 7 / 10, "\(none) of \(rounds)")
  }

  @Test func `a ratio of no interest is not looked for, any other is the same`() {
    let seed: UInt64 = 911
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    var seen = 0
    for round in 0..<200 {
      let timeError = round % 2 == 0 ? 0 : 3e-4
      let residuals = Self.speeds.map {
        (0.01 + timeError * timeError * $0 * $0).squareRoot() * random.normal()
      }
      func found(least: Double) -> VarianceFunction {
        VarianceFunction(
          residuals: residuals, speeds: Self.speeds, leverages: Self.speeds.map { _ in 0 },
          floor: 1e-3, least: least)
      }
      let plain = found(least: 0)
      guard plain.likelihoodRatio > 0.01 else { continue }
      seen += 1
      let below = found(least: plain.likelihoodRatio - 1e-6)
      #expect(below.base == plain.base && below.timeError == plain.timeError)
      #expect(below.likelihoodRatio == plain.likelihoodRatio)
      let above = found(least: plain.likelihoodRatio + 1.1e-3)
      #expect(above.timeError == 0 && above.likelihoodRatio == 0)
    }
    #expect(seen > 100)
  }

  @Test func `leverages raise the variance of the error`() {
    let residuals = Self.speeds.indices.map { $0 % 2 == 0 ? 0.1 : -0.1 }
    let still = Self.speeds.map { _ in 0.0 }
    func base(_ leverage: Double) -> Double {
      VarianceFunction(
        residuals: residuals, speeds: still, leverages: still.map { _ in leverage }, floor: 1e-3
      ).base
    }
    // r^2 / (1 - h).
    #expect((base(0) - 0.1).magnitude < 1e-15)
    #expect((base(0.5) - 0.1 * 2.0.squareRoot()).magnitude < 1e-15)
    // The factor is at most 20.
    #expect((base(1) - 0.1 * 20.0.squareRoot()).magnitude < 1e-15)
  }

  @Test func `the base never falls below the floor`() {
    let found = VarianceFunction(
      residuals: Self.speeds.map { _ in 1e-6 }, speeds: Self.speeds,
      leverages: Self.speeds.map { _ in 0 }, floor: 0.1)
    #expect(found.base == 0.1 && found.timeError == 0 && found.likelihoodRatio == 0)
    #expect(found.weight(speed: 1e6) == 1)
  }

  @Test func `the weight is the base's share of the variance`() {
    var found = VarianceFunction(
      residuals: [0, 0], speeds: [0, 0], leverages: [0, 0], floor: 0.1)
    #expect(found.base == 0.1 && found.timeError == 0)
    found.base = 0.3
    found.timeError = 1e-3
    // 0.09 / (0.09 + 0.16).
    #expect((found.weight(speed: 400) - 0.36).magnitude < 1e-15)
    #expect(found.weight(speed: -400) == found.weight(speed: 400))
  }

  @Test func `exact data and no data have no time error`() {
    let zeros = Self.speeds.map { _ in 0.0 }
    let exact = VarianceFunction(
      residuals: zeros, speeds: Self.speeds, leverages: zeros, floor: 0)
    #expect(exact.base >= 0 && exact.timeError.isFinite && exact.likelihoodRatio.isFinite)
    #expect(exact.weight(speed: 1000).isFinite)
    let empty = VarianceFunction(residuals: [], speeds: [], leverages: [], floor: 0.1)
    #expect(empty.timeError == 0 && empty.likelihoodRatio == 0)
    #expect(empty.base == 0.1)
  }
}
