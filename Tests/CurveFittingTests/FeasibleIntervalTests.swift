import CurveFitting
import RealModule
import TestSupport
import Testing

struct FeasibleIntervalTests {
  /// A reference trace: its data, half the quantum, and its row of feasible.csv.
  struct Case {
    var name: String
    var data: Observations
    var bound: Double
    var numbers: [String: Double]
    var fields: [String: Substring]
  }

  static let cases: [Case] = {
    var traces = OracleTable("feasible_traces.csv").traces()
    // The recorded bounces, rounded to their pixel grid.
    for (trace, scale) in zip(OracleTable("bounce_traces.csv").traces(), [3.0, 2]) {
      traces.append(
        (trace.name, trace.times, trace.values.map { ($0 * scale).rounded() / scale }))
    }
    let table = OracleTable("feasible.csv")
    return zip(table.rows, table.records()).map { row, record in
      let trace = traces.first { $0.name == record.name }!
      let fields = Dictionary(uniqueKeysWithValues: zip(table.names, row))
      return Case(
        name: record.name, data: Observations(abscissae: trace.times, values: trace.values),
        bound: fields["quantum"] == "1/3" ? 0.5 / 3 : 0.25, numbers: record.numbers,
        fields: fields)
    }
  }()

  static func interval(_ item: Case, start: Double? = nil, scale: Double = 0.05)
    -> FeasibleInterval?
  {
    let best = ProjectedSearch(.bounce, item.data, range: .bounce).best?.theta ?? 10
    // The thirds in the file are rounded, so the bound is a few ulps of the largest value wider.
    let spare = (item.data.values.max() ?? 0).ulp * 4
    return FeasibleInterval(
      .bounce, item.data, bound: item.bound + spare, start: start ?? best, scale: scale,
      limits: 0.5...200)
  }

  @Test func `the intervals of the reference traces match the table`() throws {
    #expect(Self.cases.count == 62)
    var worst = Worst()
    var worstError = Worst()
    var worstPlace = Worst()
    for item in Self.cases {
      let found = try #require(Self.interval(item))
      let smallest = try #require(item.numbers["best_residual"])
      worstError.note(found.smallestError, smallest, tolerance: 1e-9, "M of \(item.name)")
      let place = try #require(item.numbers["best_delta"])
      // M is a maximum of smooth pieces; where it is smooth at the minimum, it is flat to second order.
      worstPlace.note(found.bestTheta, place, tolerance: 1e-5 * place, "argmin of \(item.name)")
      if item.fields["lower"] == "" {
        #expect(found.interval == nil, "\(item.name)")
        continue
      }
      let interval = try #require(found.interval, "\(item.name)")
      for (end, name, limit) in [
        (interval.lowerBound, "lower", 0.5), (interval.upperBound, "upper", 200),
      ] {
        let expected = item.fields[name] == "open" ? limit : try #require(item.numbers[name])
        // The table has fourteen digits; the wider bound moves an end by its excess over the slope of M.
        worst.note(end, expected, tolerance: 1e-8 * expected, "\(name) of \(item.name)")
      }
      if let truth = item.numbers["true_delta"] {
        #expect(interval.contains(truth), "\(item.name)")
      }
      #expect(interval.contains(found.bestTheta))
    }
    for worst in [worst, worstError, worstPlace] { #expect(worst.error <= 1, "\(worst)") }
  }

  @Test(arguments: [0.5, 0.9, 0.99, 1.01, 1.2])
  func `the start and the first step do not matter`(factor: Double) throws {
    var worst = Worst()
    for item in Self.cases[..<24] {
      let plain = try #require(Self.interval(item))
      for scale in [1e-4, 1, .nan] {
        let other = try #require(
          Self.interval(item, start: plain.bestTheta * factor, scale: scale))
        let label = "\(item.name), factor \(factor), scale \(scale)"
        if (plain.interval == nil) != (other.interval == nil) { worst.note(.infinity, label) }
        guard let a = plain.interval, let b = other.interval else { continue }
        // Each end is accurate to 1e-11 relative.
        worst.note(b.lowerBound, a.lowerBound, tolerance: 1e-9, "lower, \(label)")
        worst.note(b.upperBound, a.upperBound, tolerance: 1e-9, "upper, \(label)")
      }
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `rounding alone never excludes the truth`() throws {
    let seed: UInt64 = 2_021
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    var failed = 0
    var exchanges = 0
    let rounds = 300
    for _ in 0..<rounds {
      let bounce = Simulated(
        amplitude: 200 * Double.pow(30, random.uniform(0...1)), decayRate: random.uniform(6...16),
        phase: random.uniform(0...1 / 60), rate: Bool.random(using: &random) ? 60 : 120,
        count: Int.random(in: 40...120, using: &random),
        scale: Bool.random(using: &random) ? 2 : 3, using: &random)
      let best = try #require(ProjectedSearch(.bounce, bounce.observations, range: .bounce).best)
      let found = try #require(
        FeasibleInterval(
          .bounce, bounce.observations, bound: 0.5 / bounce.scale * (1 + 1e-12), start: best.theta,
          scale: 0.02, limits: 0.5...200))
      if found.interval?.contains(bounce.decayRate) != true { failed += 1 }
      exchanges += found.exchanges
    }
    #expect(failed == 0)
    #expect(exchanges < rounds * 150, "\(exchanges / rounds) exchanges a trace")
  }

  @Test func `the ends are where the slow minimax error crosses the bound`() throws {
    let times = (0..<14).map { Double($0) / 25 }
    for family in [
      ExponentialFamily.bounce, ExponentialFamily(degree: 1, constant: true),
      ExponentialFamily(degree: 0, constant: true),
      ExponentialFamily(degree: 0, constant: false, line: true),
      ExponentialFamily(degree: 0, constant: true, line: true),
      ExponentialFamily(degree: 1, constant: false, fixedShift: 0),
      ExponentialFamily(degree: 1, constant: false, fixedShift: 0.02),
    ] {
      let values = times.map {
        (family.value(at: $0, theta: 9, coefficients: SIMD4(90, 400, 2, 0)) * 2).rounded() / 2
      }
      let data = Observations(abscissae: times, values: values)
      func slow(_ theta: Double) -> Double {
        MinimaxFitTests.bruteForce(
          times.map { family.columns(at: $0, theta: theta) }, values, width: family.linearCount)
      }
      let found = try #require(
        FeasibleInterval(family, data, bound: 0.25, start: 9.1, scale: 0.1, limits: 0.5...200))
      let interval = try #require(found.interval, "\(family)")
      #expect(interval.contains(9))
      for end in [interval.lowerBound, interval.upperBound] {
        // 1e-11 relative times the slope of M, some points per unit of theta.
        #expect((slow(end) - 0.25).magnitude < 1e-9, "\(family)")
      }
      #expect((slow(found.bestTheta) - found.smallestError).magnitude < 1e-11)
      #expect(slow(interval.lowerBound - 1e-6) > 0.25 && slow(interval.upperBound + 1e-6) > 0.25)
    }
  }

  @Test func `an interval exists where one is found`() throws {
    for item in Self.cases {
      for share in [0.9, 0.97, 1, 1.5] {
        for start in [5.0, 10, 14] {
          let found = try #require(
            FeasibleInterval(
              .bounce, item.data, bound: share * item.bound, start: start, scale: 0.05,
              limits: 0.5...200))
          let bound = share * item.bound
          let smallest = try #require(
            FeasibleInterval.smallestError(
              .bounce, item.data, bound: bound, start: start, scale: 0.05, limits: 0.5...200))
          #expect(
            (smallest <= bound) == (found.interval != nil), "\(item.name), \(share), from \(start)")
          if found.interval == nil { #expect(smallest == found.smallestError) }
        }
      }
    }
    let two = Observations(abscissae: [0, 0.1], values: [1, 2])
    let none = FeasibleInterval.smallestError(
      .bounce, two, bound: 1, start: 10, scale: 0.05, limits: 0.5...200)
    #expect(none == nil)
  }

  @Test func `samples of weight 0 are not bound`() throws {
    let item = try #require(Self.cases.first { $0.name == "rounded-001" })
    var spoilt = item.data
    spoilt.values[20] += 5
    let empty = try #require(
      FeasibleInterval(
        .bounce, spoilt, bound: item.bound, start: 14.4, scale: 0.02, limits: 0.5...200))
    #expect(empty.interval == nil && empty.smallestError > 1)
    spoilt.weights = spoilt.values.indices.map { $0 == 20 ? 0 : 0.5 }
    let found = try #require(
      FeasibleInterval(
        .bounce, spoilt, bound: item.bound * (1 + 1e-12), start: 14.4, scale: 0.02,
        limits: 0.5...200))
    #expect(found.interval?.contains(try #require(item.numbers["true_delta"])) == true)
  }

  @Test func `data of another law are refused`() throws {
    // An underdamped motion: zeta = 0.9.
    let times = (0..<60).map { Double($0) / 60 }
    let values = times.map {
      (600 * Double.exp(-9.8 * $0) * Double.sin(4.7 * $0) / 4.7 * 3).rounded() / 3
    }
    let found = try #require(
      FeasibleInterval(
        .bounce, Observations(abscissae: times, values: values), bound: 0.5 / 3, start: 10,
        scale: 0.1, limits: 0.5...200))
    #expect(found.interval == nil)
    #expect(found.smallestError > 0.5 / 3)
  }

  @Test func `a bound that all rates keep leaves the interval open at the limits`() throws {
    let item = Self.cases[3]
    let found = try #require(
      FeasibleInterval(
        .bounce, item.data, bound: 1e4, start: 10, scale: 0.1, limits: 2...50))
    #expect(found.interval == 2...50)
  }

  @Test func `what cannot be fitted has no interval`() {
    func attempt(_ x: [Double], _ y: [Double]) -> FeasibleInterval? {
      FeasibleInterval(
        .bounce, Observations(abscissae: x, values: y), bound: 0.1, start: 10, scale: 0.1,
        limits: 0.5...200)
    }
    #expect(attempt([], []) == nil)
    #expect(attempt([0, 0.1], [1, 2]) == nil)
    #expect(attempt([0.2, 0.2, 0.2, 0.2], [1, 2, 3, 4]) == nil)
    #expect(attempt([0, 0.1, 0.2, 0.3], [1, 2, .nan, 3]) == nil)
    // Three samples fit at every delta.
    #expect(attempt([0, 0.1, 0.2], [0, 3, 2]) != nil)
    let zeros = attempt([0, 0.1, 0.2, 0.3], [0, 0, 0, 0])
    #expect(zeros?.interval == 0.5...200)
  }
}
