import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

/// Sets of simulated gestures with one constant: 2 to 12 in each, on screens of 1x, 2x and 3x at 60 and 120 Hz.
struct PoolTests {
  /// Which constant, and how to simulate and fit a gesture that has it.
  enum Constant: String, CaseIterable {
    case delta, k

    func draw(_ random: inout RandomSource) -> Double {
      self == .delta
        ? random.uniform(9, 13) : 1.5 * Double.exp(random.uniform() * Double.log(10 / 1.5))
    }

    func fit(_ value: Double, _ random: inout RandomSource) -> Fit? {
      var recorder = Recorder()
      recorder.scale = [1, 2, 3][min(2, Int(random.uniform() * 3))]
      recorder.rate = random.uniform() < 0.5 ? 60 : 120
      switch self {
      case .delta:
        let bounce = CriticalBounce(
          amplitude: 500 * Double.exp(random.uniform() * Double.log(8)), decayRate: value,
          phase: random.uniform(0, 1 / recorder.rate))
        recorder.setDuration(1.2)
        let trace = recorder.record(bounce, edge: -88, settleThreshold: 0.5, random: &random)
        return try? BounceLaw.fit(trace, axis: .y, options: FitOptions()).first
      case .k:
        let glide = Deceleration(
          position: random.uniform(0, 3000),
          velocity: 400 * Double.exp(random.uniform() * Double.log(12.5)), rate: value)
        recorder.setDuration(glide.duration(stopSpeed: 10) + 0.5)
        let trace = recorder.record(glide, stopSpeed: 10, random: &random)
        return try? DecelerationLaw.fit(trace, axis: .y, options: FitOptions()).first
      }
    }
  }

  @Test(arguments: Constant.allCases)
  func `pooled intervals hold, without bias, and Q alarms at its level`(_ constant: Constant) {
    let sets = 800
    var random = RandomSource(seed: constant == .delta ? 701 : 702)
    var covered = 0
    var scores = 0.0
    var squares = 0.0
    var alarms = [0, 0]
    var leftOut = 0
    for _ in 0..<sets {
      let truth = constant.draw(&random)
      let count = 2 + min(10, Int(random.uniform() * 11))
      let fits = (0..<count).compactMap { _ in constant.fit(truth, &random) }
      let pool = Pool(constant.rawValue, of: fits, leavesOutliers: constant == .k)
      leftOut += count - pool.members.count
      guard let value = pool.estimate.value, let error = pool.estimate.standardError,
        let interval = pool.estimate.interval
      else { continue }
      if interval.contains(truth) { covered += 1 }
      let score = (value - truth) / error
      scores += score
      squares += score * score
      if let probability = pool.probability {
        if probability < 0.05 { alarms[0] += 1 }
        if probability < 0.01 { alarms[1] += 1 }
      }
      #expect(pool.isHeterogeneous == (pool.probability.map { $0 < 0.01 } ?? false))
    }
    let coverage = Double(covered) / Double(sets)
    let bias = scores / Double(sets)
    print(
      "\(constant.rawValue): coverage \(coverage), bias \(bias), rms"
        + " \((squares / Double(sets)).squareRoot()), Q alarms \(alarms) of \(sets), left out \(leftOut)"
    )
    // 95 +- 0.8 % by chance.
    #expect((0.93...0.97).contains(coverage))
    #expect(bias.magnitude < 0.1)
    // At 5 and 1 % these are 40 +- 6.2 and 8 +- 2.8 by chance. Errors are 2 to 3 % on the wide side, which makes
    // Q alarm a little less often.
    #expect((13...58).contains(alarms[0]))
    #expect(alarms[1] <= 16)
    #expect(leftOut <= 10)
  }

  @Test func `gestures that differ are found, and the interval holds their mean`() {
    let sets = 300
    var random = RandomSource(seed: 703)
    var found = 0
    var covered = 0
    var scores = 0.0
    for _ in 0..<sets {
      let truth = Constant.delta.draw(&random)
      let count = 3 + min(9, Int(random.uniform() * 10))
      let fits = (0..<count).compactMap { _ in
        Constant.delta.fit(truth * (1 + 0.03 * random.normal()), &random)
      }
      let pool = Pool("delta", of: fits)
      if pool.isHeterogeneous { found += 1 }
      if pool.estimate.interval?.contains(truth) == true { covered += 1 }
      scores += ((pool.estimate.value ?? .nan) - truth) / (pool.estimate.standardError ?? .nan)
      if count == 12 { #expect((0.01...0.06).contains((pool.spread ?? 0) / truth)) }
    }
    let coverage = Double(covered) / Double(sets)
    print(
      "3 % apart: found \(found) of \(sets), coverage \(coverage), bias \(scores / Double(sets))")
    #expect(found >= 285)
    // 95 +- 1.3 % by chance.
    #expect((0.91...0.99).contains(coverage))
    #expect((scores / Double(sets)).magnitude < 0.25)
  }

  /// Some fit, of which all that counts is replaced.
  private static let template: Fit = {
    var random = RandomSource(seed: 704)
    return Constant.k.fit(2, &random)!
  }()

  /// A fit that says nothing but one value and its error.
  private func fit(_ value: Double, _ error: Double) -> Fit {
    var estimate = Estimate(key: "k", value: value, unit: "1/s")
    estimate.standardError = error
    estimate.classicalError = error
    estimate.intervalDegrees = 1e7
    var fit = Self.template
    fit.limit = nil
    fit.warnings = []
    fit.parameters = [estimate]
    return fit
  }

  private func expect(
    _ found: Double?, _ expected: Double, within tolerance: Double = 1e-9,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      ((found ?? .nan) - expected).magnitude < tolerance, sourceLocation: sourceLocation)
  }

  @Test func `two values are pooled as on paper`() {
    // x = 1 and 3 with errors of 1: Q = 2, and 2 / (1 + tau^2) = 1.
    let near = Pool("k", of: [fit(1, 1), fit(3, 1)])
    expect(near.estimate.value, 2)
    expect(near.estimate.standardError, 0.5.squareRoot())
    expect(near.q, 2)
    expect(near.spread, 1)
    // P(chi^2 > 2) with one degree of freedom.
    expect(near.probability, 0.157299207, within: 1e-6)
    #expect(!near.isHeterogeneous)
    // 0 and 10: Q = 50, tau^2 = 49, the mean's error 10 / 2 and t with one degree of freedom.
    let far = Pool("k", of: [fit(0, 1), fit(10, 1)])
    #expect(far.isHeterogeneous)
    expect(far.q, 50)
    expect(far.spread, 7)
    expect(far.estimate.standardError, 5)
    expect(far.estimate.intervalFactor, 12.7062047, within: 1e-6)
    // Errors of 1 and 2: weights 4 : 1.
    let uneven = Pool("k", of: [fit(0, 1), fit(1, 2)])
    expect(uneven.estimate.value, 0.2)
    expect(uneven.members[0].weight, 0.8)
    expect(uneven.estimate.standardError, 0.8.squareRoot())
  }

  @Test func `one gesture is its own pool`() {
    let pool = Pool("k", of: [fit(2, 0.1)])
    #expect(pool.estimate.value == 2)
    expect(pool.estimate.standardError, 0.1)
    #expect(pool.q == nil && pool.probability == nil && pool.spread == nil)
    #expect(Pool("k", of: []).estimate.reason != nil)
  }

  @Test func `what is no measurement of the constant is left out, with the reason`() {
    var fixed = fit(2, 0.1)
    fixed.parameters[0].isFixed = true
    var unsolved = fit(2, 0.1)
    unsolved.search.converged = false
    var exact = fit(2, 0.1)
    exact.parameters[0].standardError = nil
    exact.parameters[0].reason = "the data are exact"
    /// With residuals of this share of the motion.
    func warned(_ code: Warning.Code, residuals: Double = 0.01) -> Fit {
      var result = fit(2, 0.1)
      result.series.observed = [0, 100]
      result.residual.rms = 100 * residuals
      result.warnings = [Warning(code, "", remedy: "")]
      return result
    }
    let fits = [
      fit(2, 0.1), fixed, unsolved, exact, warned(.lawRejected), warned(.implausible),
      warned(.secondMinimum), warned(.autocorrelated), warned(.interrupted), warned(.startsLate),
      // As far off as recorded bounces are.
      warned(.lawRejected, residuals: 0.001), warned(.autocorrelated, residuals: 0.001),
    ]
    let pool = Pool("k", of: fits)
    #expect(pool.members.map(\.source) == [0, 8, 9, 10, 11])
    #expect(pool.leftOut.map(\.source) == [1, 2, 3, 4, 5, 6, 7])
    #expect(pool.leftOut[2].reason == "the data are exact")
    #expect(pool.leftOut.allSatisfy { !$0.reason.isEmpty && !$0.isOutlier })
  }

  @Test func `a gesture far off all others is left out, but never more than a third`() {
    func pool(_ values: [Double], last: Fit? = nil, leavesOutliers: Bool = true) -> Pool {
      Pool(
        "k", of: values.map { fit($0, 0.001) } + (last.map { [$0] } ?? []),
        leavesOutliers: leavesOutliers)
    }
    let alike = [2.0, 2.001, 1.999, 2.002, 2.0]
    let one = pool(alike + [2.4])
    #expect(one.leftOut.map(\.source) == [5])
    #expect(one.leftOut.map(\.isOutlier) == [true])
    // Within 3 %, within 5 of its errors, asked to keep all, or one of two: it stays.
    let kept = [
      pool(alike + [2.05]), pool(alike, last: fit(2.4, 0.1)),
      pool(alike + [2.4], leavesOutliers: false), pool([2, 3]),
    ]
    for pool in kept { #expect(pool.leftOut.isEmpty) }
    // Half of them are no outliers.
    let many = pool([2.0, 2.001, 1.999, 2.4, 2.8, 3.2])
    #expect(many.leftOut.count <= 2)
  }
}
