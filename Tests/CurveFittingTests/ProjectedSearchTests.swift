import CurveFitting
import RealModule
import TestSupport
import Testing

struct ProjectedSearchTests {
  @Test func `the minima of the reference traces are found`() throws {
    let traces = OracleTable("bounce_traces.csv").traces()
    let minima = OracleTable("bounce_minima.csv").records()
    #expect(traces.count == 202)
    var worst = Worst()
    var worstLine = Worst()
    var worstSum = Worst()
    var worstResiduals = Worst()
    for (trace, minimum) in zip(traces, minima) {
      #expect(trace.name == minimum.name)
      let data = Observations(abscissae: trace.times, values: trace.values)
      let search = ProjectedSearch(.bounce, data, range: .bounce)
      let best = try #require(search.best)
      #expect(search.ending == .converged, "\(trace.name)")
      // A scan of 14 points and three to five Newton steps, with as many for a second minimum.
      #expect(search.evaluations <= 40, "\(trace.name): \(search.evaluations)")
      let numbers = minimum.numbers
      let delta = try #require(numbers["delta"])
      // The root of the gradient: rounding of y'y over the curvature, here at most a hundred ulps.
      worst.note(best.theta, delta, tolerance: 1e-13 * delta, "delta of \(trace.name)")
      let b = try #require(numbers["b"])
      worstLine.note(best.coefficients[1], b, tolerance: 1e-12 * b.magnitude, "b of \(trace.name)")
      // a may be very small compared with b / delta.
      let a = try #require(numbers["a"])
      worstLine.note(
        best.coefficients[0], a, tolerance: 1e-12 * (a.magnitude + b.magnitude / delta),
        "a of \(trace.name)")
      let rss = try #require(numbers["rss"])
      let squares = trace.values.reduce(0) { $0 + $1 * $1 }
      // R is a difference of sums: rounding of y'y.
      worstSum.note(
        best.sumOfSquares, rss, tolerance: 1e-9 * rss + 1e-15 * squares, "R of \(trace.name)")
      var residuals = 0.0
      for (x, y) in zip(trace.times, trace.values) {
        let r =
          y
          - ExponentialFamily.bounce.value(
            at: x, theta: best.theta, coefficients: best.coefficients)
        residuals += r * r
      }
      worstResiduals.note(residuals, rss, tolerance: 1e-12 * rss, "residuals of \(trace.name)")
      // The second minimum of the table comes from a scan in double precision.
      if let second = search.secondMinimum, let expected = numbers["second_rss"],
        second.sumOfSquares < 8 * rss
      {
        worst.note(
          second.sumOfSquares, expected, tolerance: 1e-6 * expected, "second of \(trace.name)")
      }
    }
    for worst in [worst, worstLine, worstSum, worstResiduals] {
      #expect(worst.error <= 1, "\(worst)")
    }
  }

  @Test func `no simulated bounce ends in its false minimum`() throws {
    let seed: UInt64 = 1_010
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    var worst = Worst()
    var fromIntegral = 0
    for round in 0..<2000 {
      let bounce = Simulated(using: &random)
      let search = ProjectedSearch(.bounce, bounce.observations, range: .bounce)
      let best = try #require(search.best)
      if search.ending != .converged { worst.note(.infinity, "round \(round): \(search.ending)") }
      if search.startedFromIntegral { fromIntegral += 1 }
      var lowest = (theta: 0.0, sum: Double.infinity)
      // Twenty points per factor of two: every minimum of the objective is wider than a cell.
      for step in 0..<200 {
        let theta = 0.5 * Double.pow(2, Double(step) / 20)
        guard let point = ProjectedObjective(.bounce, bounce.observations, theta: theta) else {
          continue
        }
        if point.sumOfSquares < lowest.sum { lowest = (theta, point.sumOfSquares) }
      }
      let label = "round \(round), delta \(bounce.decayRate): \(best.theta), grid \(lowest)"
      // One cell of the grid is a factor of 2^(1/20).
      worst.note(Double.log(best.theta / lowest.theta), 0, tolerance: 0.0347, label)
      worst.note(max(0, best.sumOfSquares / lowest.sum - 1), 0, tolerance: 1e-12, label)
    }
    #expect(worst.error <= 1, "\(worst)")
    // The integral equation provides the start for nearly all of them.
    #expect(fromIntegral > 1900, "\(fromIntegral)")
  }

  @Test func `the false minimum is reported when it is near`() throws {
    // A sum of two decays: one curve fits it at two values of theta. Both minima come from a scan of 300 points
    // with an orthogonal basis: 626.2501 at 1.430, 890.5687 at 47.83.
    let times = (0..<80).map { Double($0) / 60 }
    let values = times.map {
      40.5 * $0 * Double.exp(-3 * $0) + 30 * Double.exp(-60 * $0)
    }
    let data = Observations(abscissae: times, values: values)
    let search = ProjectedSearch(.bounce, data, range: .bounce)
    let best = try #require(search.best)
    let second = try #require(search.secondMinimum)
    // The points of that scan are 2 % apart.
    #expect((best.theta - 1.43).magnitude < 0.03)
    #expect((second.theta - 47.83).magnitude < 1)
    #expect(best.sumOfSquares <= 626.2501 && best.sumOfSquares > 626.2)
    #expect(second.sumOfSquares <= 890.5687 && second.sumOfSquares > 890.4)
    // The second minimum is refined: the gradient is rounding of y'y = 2000.
    #expect(SlowFit(.bounce, data, theta: second.theta).gradient.magnitude < 1e-9)
  }

  @Test func `a false minimum far above the best is stated from the grid`() throws {
    let times = (0..<60).map { Double($0) / 60 }
    let data = Observations(
      abscissae: times, values: times.map { (3000 * $0 * Double.exp(-14 * $0)).rounded() })
    let search = ProjectedSearch(.bounce, data, range: .bounce)
    let second = try #require(search.secondMinimum)
    #expect(second.theta > 1 && second.theta < 5)
    #expect(second.sumOfSquares > 100 * (try #require(search.best)).sumOfSquares)
  }

  static let shapes: [(name: String, curve: @Sendable (Double) -> Double)] = [
    ("nothing", { _ in 0 }), ("a constant", { _ in 40 }), ("a line", { 3 * $0 + 1 }),
    ("a falling line", { 100 - 50 * $0 }), ("a parabola", { 10 * $0 * $0 }),
    ("growth", { Double.exp(3 * $0) }), ("strong growth", { Double.exp(30 * $0) }),
    ("an oscillation", { Double.sin(40 * $0) }), ("alternation", { Double.cos(60 * .pi * $0) }),
    ("one sample", { $0 == 0 ? 1 : 0 }), ("the last sample", { $0 > 0.98 ? 1 : 0 }),
    ("a step", { $0 > 0.5 ? 1 : 0 }), ("far away", { 1e9 + $0 }),
  ]

  @Test(arguments: shapes.indices)
  func `curves that are no bounce end with a reason, never with nonsense`(index: Int) {
    let (name, curve) = Self.shapes[index]
    for count in [3, 4, 5, 20, 60, 600] {
      let times = (0..<count).map { Double($0) / 60 }
      for weighted in [false, true] {
        let data = Observations(
          abscissae: times, values: times.map(curve),
          weights: weighted ? times.map { 1 / (1 + $0) } : [])
        for family in SlowFit.families {
          let search = ProjectedSearch(family, data, range: .bounce)
          let label = "\(name), \(count) samples, \(family)"
          #expect(search.evaluations < 400, "\(label)")
          guard let best = search.best else {
            #expect(search.ending == .degenerate, "\(label)")
            continue
          }
          #expect(best.theta.isFinite && best.theta >= 0.01 && best.theta <= 2000, "\(label)")
          #expect(best.sumOfSquares.isFinite && best.gradient.isFinite, "\(label)")
          if case .atBound(let theta) = search.ending { #expect(theta == best.theta) }
        }
      }
    }
  }

  @Test func `nothing determines nothing`() {
    let times = (0..<60).map { Double($0) / 60 }
    for family in SlowFit.families {
      let zeros = Observations(abscissae: times, values: times.map { _ in 0 })
      let search = ProjectedSearch(family, zeros, range: .bounce)
      #expect(search.ending == .degenerate && search.best == nil)
    }
  }

  @Test(arguments: ["a constant", "a line", "growth", "strong growth", "nothing"])
  func `what does not decay has no minimum`(name: String) throws {
    let times = (0..<60).map { Double($0) / 60 }
    let curve = try #require(Self.shapes.first { $0.name == name }).curve
    let data = Observations(abscissae: times, values: times.map(curve))
    let search = ProjectedSearch(.bounce, data, range: .bounce)
    switch search.ending {
    case .atBound(let theta): #expect(theta == 0.01)
    case .degenerate: break
    default: Issue.record("\(search.ending) at \(search.best?.theta ?? .nan)")
    }
  }

  @Test(arguments: [1e-100, 1e-6, 1, 1e6, 1e100])
  func `the unit of length changes nothing but the coefficients`(factor: Double) throws {
    let trace = OracleTable("bounce_traces.csv").traces()[1]
    let plain = ProjectedSearch(
      .bounce, Observations(abscissae: trace.times, values: trace.values), range: .bounce)
    let scaled = ProjectedSearch(
      .bounce,
      Observations(abscissae: trace.times, values: trace.values.map { factor * $0 }),
      range: .bounce)
    let a = try #require(plain.best)
    let b = try #require(scaled.best)
    #expect(scaled.ending == .converged)
    // The products are rounded: a noise of 1e-16 on each value.
    #expect((b.theta / a.theta - 1).magnitude < 1e-13)
    #expect((b.coefficients[1] / a.coefficients[1] / factor - 1).magnitude < 1e-13)
    #expect((b.sumOfSquares / a.sumOfSquares / factor / factor - 1).magnitude < 1e-9)
  }

  @Test(arguments: [3600 * 60.0, 60 / 1e4, 1e-9 * 60, 1e12])
  func `the unit of time changes nothing but theta`(factor: Double) throws {
    let trace = OracleTable("bounce_traces.csv").traces()[1]
    let plain = ProjectedSearch(
      .bounce, Observations(abscissae: trace.times, values: trace.values), range: .bounce)
    // From one sample per hour to ten thousand per second.
    let scaled = ProjectedSearch(
      .bounce,
      Observations(abscissae: trace.times.map { $0 * factor }, values: trace.values),
      range: ProjectedSearch.Range(
        lower: 1 / factor, upper: 200 / factor, count: 14,
        limits: 0.01 / factor...2000 / factor))
    let a = try #require(plain.best)
    let b = try #require(scaled.best)
    #expect(scaled.ending == .converged)
    #expect((b.theta * factor / a.theta - 1).magnitude < 1e-13)
    #expect((b.coefficients[0] / a.coefficients[0] - 1).magnitude < 1e-11)
  }

  @Test(arguments: [3600, 1e4, 1e-4, 1e-8])
  func `times far from the range end with a reason`(step: Double) {
    let times = (0..<60).map { Double($0) * step }
    let data = Observations(
      abscissae: times, values: (0..<60).map { Double($0) * Double.exp(-Double($0) / 6) })
    for family in SlowFit.families {
      let search = ProjectedSearch(family, data, range: .bounce)
      guard let best = search.best else {
        #expect(search.ending == .degenerate)
        continue
      }
      #expect(best.sumOfSquares.isFinite)
      #expect(search.ending != .budget)
    }
  }

  @Test(arguments: [0, 1, 2, 3, 4, 5])
  func `few samples end with a reason`(count: Int) {
    let times = (0..<count).map { Double($0) / 10 }
    let data = Observations(
      abscissae: times, values: times.map { 100 * ($0 + 0.05) * Double.exp(-10 * ($0 + 0.05)) })
    for family in SlowFit.families {
      let search = ProjectedSearch(family, data, range: .bounce)
      guard let best = search.best else {
        #expect(search.ending == .degenerate && count <= family.linearCount)
        continue
      }
      #expect(count > family.linearCount)
      #expect(best.sumOfSquares.isFinite && best.theta.isFinite)
    }
    let search = ProjectedSearch(.bounce, data, range: .bounce)
    if count >= 3 {
      // Three samples determine the three constants; further samples agree with them.
      #expect((search.best?.theta ?? 0) > 0)
      #expect(((search.best?.theta ?? 0) - 10).magnitude < 1e-4, "\(search)")
    }
  }

  @Test func `a decay with a constant is found`() throws {
    let seed: UInt64 = 404
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    let family = ExponentialFamily(degree: 0, constant: true)
    var worst = Worst()
    for round in 0..<500 {
      let k = random.uniform(1.5...11)
      let speed = random.uniform(300...6000)
      let times = (0..<120).map { Double($0) / 60 }
      let data = Observations(
        abscissae: times,
        values: times.map { ((1 - Double.exp(-k * $0)) * speed / k * 3).rounded() / 3 })
      let search = ProjectedSearch(
        family, data,
        range: ProjectedSearch.Range(lower: 0.2, upper: 50, count: 14, limits: 0.01...500))
      let best = try #require(search.best)
      if search.ending != .converged { worst.note(.infinity, "round \(round): \(search.ending)") }
      // Rounding to a third of a point over a distance of some hundred points: ten limits.
      worst.note(best.theta, k, tolerance: 3 * k / (speed / k), "round \(round), k \(k)")
      worst.note(
        best.coefficients[1], speed / k, tolerance: 1 + 10 / k, "round \(round), distance")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  /// Families whose exact curves have one minimum, with the abscissae and theta of their curves.
  private static let single: [(family: any ProjectionFamily, step: Double, theta: Double)] = [
    (ExponentialFamily(degree: 0, constant: true), 1.0 / 60, 4),
    (ExponentialFamily(degree: 0, constant: false), 1.0 / 60, 2),
    (HyperbolicFamily(), 4, 900), (HyperbolicFamily(constant: true), 4, 300),
  ]

  private static func scan(
    _ family: some ProjectionFamily, _ data: Observations, about theta: Double
  )
    -> ProjectedSearch
  {
    ProjectedSearch(
      family, data,
      range: ProjectedSearch.Range(
        lower: theta / 300, upper: 300 * theta, count: 101, limits: theta / 3e3...3e3 * theta))
  }

  @Test(arguments: single.indices, [false, true])
  func `where a search is sure of its minimum a scan finds no other`(
    index: Int, isWeighted: Bool
  ) throws {
    let seed: UInt64 = 354
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    let (family, step, usual) = Self.single[index]
    #expect(family.hasOneMinimum)
    func check(_ family: some ProjectionFamily) throws {
      var sure = 0
      for round in 0..<400 {
        let theta = usual * random.uniform(0.3...3)
        let noise = round < 20 ? 0 : Double.exp(random.uniform(-4...5))
        let beta = SIMD4(random.uniform(100...1000), random.uniform(-50...50), 0, 0)
        let times = (1...80).map { Double($0) * step }
        let data = Observations(
          abscissae: times,
          values: times.map {
            family.value(at: $0, theta: theta, coefficients: beta) + random.uniform(-noise...noise)
          }, weights: isWeighted ? times.map { _ in random.uniform(0.1...2) } : [])
        let whole = Self.scan(family, data, about: usual)
        guard let start = family.start(data) else { continue }
        let near = ProjectedSearch(family, data, near: start, tolerance: 1e-11)
        guard near.ending == .converged, near.isOnlyMinimum else {
          // Exact curves are sure.
          #expect(noise > 0)
          continue
        }
        sure += 1
        let (best, found) = (try #require(whole.best), try #require(near.best))
        // The last step was below 1e-11; what rounding of sums leaves of the minimum of exact values.
        #expect((found.theta / best.theta - 1).magnitude < 1e-9)
        if let second = whole.secondMinimum {
          #expect(second.sumOfSquares >= 2 * best.sumOfSquares || noise == 0)
        }
      }
      // Of noise up to the size of the motion some is too much.
      #expect((100...380).contains(sure))
    }
    try check(family)
  }

  @Test(arguments: [6, 7, 20, 90], [0.5, 4, 40])
  func `thirds of a grid give the rate of a decay`(count: Int, rate: Double) throws {
    let family = ExponentialFamily(degree: 0, constant: true)
    let times = (0..<count).map { Double($0) / 60 }
    let data = Observations(
      abscissae: times, values: times.map { 700 - 500 * Double.exp(-rate * $0) })
    let start = try #require(family.roughStart(data))
    // Exact but for the rounding of sums: of a slow decay they differ little, of a fast one the last two do.
    let third = rate * Double(count / 3) / 60
    #expect((start / rate - 1).magnitude < 1e-8 + 1e-14 * Double.exp(third))
    // What only grows has no rate.
    #expect(family.roughStart(Observations(abscissae: times, values: times.map { $0 * $0 })) == nil)
  }

  @Test func `a decay with friction is found`() throws {
    let seed: UInt64 = 405
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    let family = ExponentialFamily(degree: 0, constant: true, line: true)
    var worst = Worst()
    var squares = 0.0
    var sharp = 0.0
    for round in 0..<700 {
      // v' = -k v - c until the motion stops.
      let k = random.uniform(1.5...6)
      let speed = random.uniform(1000...6000)
      let friction = 20 * Double.pow(200, random.uniform(0...1))
      let rest = Double.log(1 + k * speed / friction) / k
      let rate = random.uniform(60...120)
      let times = (0..<Int(rest * rate)).map { Double($0) / rate }
      let far = (speed + friction / k) / k
      let data = Observations(
        abscissae: times,
        values: times.map {
          ((far * (1 - Double.exp(-k * $0)) - friction / k * $0) * 3).rounded() / 3
        })
      let search = ProjectedSearch(
        family, data,
        range: ProjectedSearch.Range(lower: 0.2, upper: 50, count: 20, limits: 0.01...500))
      let best = try #require(search.best)
      let label = "round \(round), k \(k), c \(friction), n \(times.count)"
      if search.ending != .converged { worst.note(.infinity, "\(label): \(search.ending)") }
      // Standard error of k: the variance of rounding over half the curvature of the objective.
      let error = (1 / 108.0 * 2 / best.hessian).squareRoot()
      let miss = (best.theta - k) / error
      // Where friction stops the motion within about 1 / k, k is not normally distributed.
      guard error < 0.02 * k else { continue }
      sharp += 1
      squares += miss * miss
      // Five standard errors: a probability of one in two million.
      worst.note(miss, 0, tolerance: 5, "k, \(label)")
      // The line and the end of the motion depend on k: they may differ by the same number of its errors.
      let reach = 5 * error / k
      worst.note(best.coefficients[0], -far, tolerance: 10 * reach * far, "far end, \(label)")
      worst.note(
        best.coefficients[1], -friction / k, tolerance: 10 * reach * (friction / k + far / rest),
        "line, \(label)")
    }
    #expect(worst.error <= 1, "\(worst)")
    #expect(sharp > 500, "\(sharp)")
    // The mean square of 500 normal deviates is 1 with a standard error of 0.063.
    #expect((squares / sharp - 1).magnitude < 5 * 0.063, "\(squares / sharp)")
  }
}
