import CurveFitting
import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

/// The springs that rounding allows, against a slow and obvious version, and several recordings together.
struct SpringRegionTests {
  /// The samples a fit used, put on the pixel grid, with half a pixel.
  struct Samples {
    var times: [Double]
    var values: [Double]
    var bound: Double

    init(_ fit: Fit, scale: Double) {
      times = fit.series.fitTimes
      values = fit.series.observed.map { ($0 * scale).rounded() / scale }
      bound = 0.5 / scale
    }

    /// The smallest largest residual of a spring with delta and kappa, a and b free.
    ///
    /// By Helly's theorem it is the largest that any three samples force: with lambda across the three rows
    /// (c, s), |sum lambda y| / sum |lambda|.
    func misfit(_ delta: Double, _ kappa: Double) -> Double {
      let constants = SpringConstants(decayRate: delta, kappa: kappa)
      let one = Spring(constants, displacement: 1, slope: 0)
      let other = Spring(constants, displacement: 0, slope: 1)
      let rows = times.map { SIMD2(one.position(at: $0), other.position(at: $0)) }
      var largest = 0.0
      for i in rows.indices {
        for j in 0..<i {
          let third = rows[i].x * rows[j].y - rows[i].y * rows[j].x
          for k in 0..<j {
            let first = rows[j].x * rows[k].y - rows[j].y * rows[k].x
            let second = rows[k].x * rows[i].y - rows[k].y * rows[i].x
            let level = (first * values[i] + second * values[j] + third * values[k]).magnitude
            let size = first.magnitude + second.magnitude + third.magnitude
            if level > largest * size { largest = level / size }
          }
        }
      }
      return largest
    }
  }

  static let scales = ["uiscrollview-bounce-2x": 2.0, "uiscrollview-bounce-3x": 3.0]

  static func fit(_ name: String) throws -> Fit {
    try #require(
      try SpringLaw.fit(try Repository.trace(name), axis: .y, options: FitOptions()).first)
  }

  private func pair(_ point: SIMD2<Double>) -> SIMD2<Double> {
    let delta = point.y / 2
    return SIMD2(delta, point.x.addingProduct(-delta, delta))
  }

  /// Whether a point lies within a border, by the crossings of a ray.
  private func isInside(_ point: SIMD2<Double>, _ border: [SIMD2<Double>]) -> Bool {
    var inside = false
    for (index, end) in border.enumerated() {
      let start = border[(index + border.count - 1) % border.count]
      guard (start.y > point.y) != (end.y > point.y) else { continue }
      let crossing = start.x + (point.y - start.y) / (end.y - start.y) * (end.x - start.x)
      if point.x < crossing { inside.toggle() }
    }
    return inside
  }

  @Test(arguments: [
    ("uiscrollview-bounce-2x", 45, 0.24091), ("uiscrollview-bounce-3x", 49, 0.16793),
  ])
  func `the misfit of delta 11 and kappa -1 is that of any three samples`(
    name: String, count: Int, expected: Double
  ) throws {
    let scale = try #require(Self.scales[name])
    let fit = try Self.fit(name)
    let samples = Samples(fit, scale: scale)
    #expect(samples.times.count == count)
    let slow = samples.misfit(11, -1)
    #expect((slow - expected).magnitude < 5e-6)
    let curves = DampedOscillation(decayRate: 11, kappa: -1)
    let quick = try #require(
      MinimaxFit(
        columns: samples.times.map {
          let (c, s) = curves.curves(at: $0)
          return SIMD4(c, s, 0, 0)
        }, values: samples.values, width: 2))
    #expect((quick.error - slow).magnitude < 1e-10)
  }

  @Test(arguments: ["uiscrollview-bounce-2x", "uiscrollview-bounce-3x"])
  func `the region is that of a grid of linear programs`(name: String) throws {
    let fit = try Self.fit(name)
    let samples = Samples(fit, scale: try #require(Self.scales[name]))
    let region = try #require(fit.region)
    let border = region.border.map(pair)
    try #require(border.count == 64 && !region.isOpen)
    for point in border {
      // The search ends within 1e-7 of the way, on the inner side; the bound has 1e-9 to spare.
      let misfit = samples.misfit(point.x, point.y) / samples.bound
      #expect(misfit <= 1 + 2e-9 && misfit > 1 - 1e-5)
    }
    let delta = try #require(region["delta"])
    let kappa = try #require(region["kappa"])
    let (left, right) = (try #require(delta.lower), try #require(delta.upper))
    let (low, high) = (try #require(kappa.lower), try #require(kappa.upper))
    // A grid over the box and a fifth of its size around, every point judged by all triples.
    let count = 24
    var inside = 0
    for row in 0...count {
      for column in 0...count {
        let x = left + (right - left) * (1.4 * Double(column) / Double(count) - 0.2)
        let y = low + (high - low) * (1.4 * Double(row) / Double(count) - 0.2)
        let misfit = samples.misfit(x, y) / samples.bound
        // The smallest misfit is one, to where the search for it ends.
        #expect(misfit > region.smallestMisfit * (1 - 1e-5))
        if misfit <= 1 {
          inside += 1
          // Nothing lies beyond the bounds, to 1e-6 of them.
          #expect(x >= left - 1e-6 * (right - left) && x <= right + 1e-6 * (right - left))
          #expect(y >= low - 1e-6 * (high - low) && y <= high + 1e-6 * (high - low))
        }
        // Between its points the border is drawn straight.
        guard (misfit - 1).magnitude > 0.01 else { continue }
        #expect(isInside(SIMD2(x, y), border) == (misfit < 1), "\(x), \(y): \(misfit)")
      }
    }
    #expect(inside > 20)
    let smallest = try #require(fit.feasibility?.smallestError) / samples.bound
    #expect((smallest - region.smallestMisfit).magnitude < 1e-12)
  }

  @Test func `the bounds of what follows from the pair are those of its border`() throws {
    let region = try #require(try Self.fit("uiscrollview-bounce-3x").region)
    let values: [(String, (SIMD2<Double>) -> Double)] = [
      ("stiffness_per_mass", { $0.x }), ("damping_per_mass", { $0.y }),
      ("omega", { $0.x.squareRoot() }), ("zeta", { $0.y / 2 / $0.x.squareRoot() }),
    ]
    for (key, value) in values {
      let interval = try #require(region[key])
      let (low, high) = (try #require(interval.lower), try #require(interval.upper))
      let seen = region.border.map(value)
      let (least, most) = (try #require(seen.min()), try #require(seen.max()))
      let spare = 1e-9 * high
      #expect(low <= least + spare && high >= most - spare, "\(key)")
      // Corners lie between the points of the border, but not by more than a twentieth of the whole.
      #expect(least - low < 0.05 * (high - low) && high - most < 0.05 * (high - low), "\(key)")
    }
  }

  // MARK: - The recordings

  /// What `scrollfit spring` says of the recordings: values, their standard errors, F and its probability.
  struct Documented: Sendable {
    var name: String
    var values: [String: (value: Double, error: Double)]
    var statistic: Double
    var probability: Double
    var allowsCritical: Bool
  }

  static let documented: [Documented] = [
    Documented(
      name: "uiscrollview-bounce-2x",
      values: [
        "delta": (10.94744, 0.02624), "kappa": (-0.30018, 0.36044), "zeta": (1.001255, 0.001504),
        "omega": (10.93372, 0.01175), "stiffness_per_mass": (119.5462, 0.2569),
        "damping_per_mass": (21.89488, 0.05248),
      ], statistic: 0.55617, probability: 0.46006, allowsCritical: true),
    Documented(
      name: "uiscrollview-bounce-3x",
      values: [
        "delta": (11.02552, 0.00895), "kappa": (-1.44159, 0.12302), "zeta": (1.005983, 0.000506),
        "omega": (10.95995, 0.00408), "stiffness_per_mass": (120.1204, 0.0893),
        "damping_per_mass": (22.05103, 0.01791),
      ], statistic: 95.401, probability: 1.1e-12, allowsCritical: false),
  ]

  @Test(arguments: documented)
  func `the recordings give the documented springs`(_ expected: Documented) throws {
    let fit = try Self.fit(expected.name)
    #expect(fit.search.converged)
    for (key, number) in expected.values {
      let estimate = try #require(fit[key])
      // A hundredth of the error: far from a different answer, far above the last digits.
      #expect(
        (try #require(estimate.value) - number.value).magnitude < 0.01 * number.error, "\(key)")
      #expect(
        (try #require(estimate.standardError) / number.error - 1).magnitude < 0.02, "\(key)")
    }
    let test = try #require(fit.tests.first)
    #expect(test.hypothesis == "kappa = 0")
    #expect((test.statistic / expected.statistic - 1).magnitude < 1e-3)
    #expect((test.probability - expected.probability).magnitude < 1e-3)
    #expect(fit.region?.allowsCritical == expected.allowsCritical)
  }

  @Test func `F is the loss of holding kappa at 0, over the variance`() throws {
    for name in ["uiscrollview-bounce-2x", "uiscrollview-bounce-3x"] {
      let trace = try Repository.trace(name)
      let free = try Self.fit(name)
      var options = FitOptions()
      options.fixed["kappa"] = 0
      let held = try #require(try SpringLaw.fit(trace, axis: .y, options: options).first)
      #expect(held.samples.used == free.samples.used)
      let degrees = Double(free.degreesOfFreedom)
      #expect(free.degreesOfFreedom == free.samples.used - 4)
      // Not below that of rounding, which 2x residuals are by chance.
      let floor = 1 / (12 * Self.scales[name]! * Self.scales[name]!)
      let variance = max(free.residual.sumOfSquares / degrees, floor)
      let statistic = (held.residual.sumOfSquares - free.residual.sumOfSquares) / variance
      let test = try #require(free.tests.first)
      #expect((test.statistic - statistic).magnitude < 1e-6 * statistic)
      #expect(test.distribution == .f(1, degrees))
      // F(1, n) is the square of Student's t.
      let reach = Distribution.studentQuantile(twoSided: test.probability, degrees: degrees)
      #expect((reach * reach - statistic).magnitude < 1e-6 * statistic)
    }
  }

  // MARK: - Several recordings

  @Test func `both recordings together are no critically damped spring`() throws {
    let single = try ["uiscrollview-bounce-2x", "uiscrollview-bounce-3x"].map { try Self.fit($0) }
    #expect(single[0].region?.allowsCritical == true)
    #expect(single[1].region?.allowsCritical == false)
    let pool = try #require(SpringPool(single))
    #expect(pool.count == 2 && pool.regionCount == 2)
    #expect(pool.pools.map(\.key) == SpringPool.keys)
    let region = try #require(pool.region)
    #expect(region.allowsCritical == false && !region.isOpen)
    for fit in single { try expectInside(region, fit) }
    // Every point of the common border is one that both allow, and one of them no more than that.
    let samples = zip(single, [2.0, 3]).map { Samples($0, scale: $1) }
    for point in region.border.map(pair) {
      let misfits = samples.map { $0.misfit(point.x, point.y) / $0.bound }
      #expect(misfits.max()! <= 1 + 2e-9 && misfits.max()! > 1 - 1e-5)
    }
    let tests = single.compactMap(\.tests.first)
    let joint = try #require(pool.test)
    let mean = (tests[0].statistic + tests[1].statistic) / 2
    #expect((joint.statistic - mean).magnitude < 1e-12 * mean)
    let degrees = Double(single[0].degreesOfFreedom + single[1].degreesOfFreedom)
    #expect(joint.distribution == .f(2, degrees))
    #expect(joint.probability == Distribution.fTail(mean, 2, degrees))
    #expect(joint.hypothesis == "kappa = 0 in all")
  }

  private func expectInside(_ region: FeasiblePairs, _ fit: Fit) throws {
    let single = try #require(fit.region)
    for bound in region.bounds {
      let outer = try #require(single[bound.key])
      let (low, high) = (try #require(bound.interval.lower), try #require(bound.interval.upper))
      let (least, most) = (try #require(outer.lower), try #require(outer.upper))
      // Each bound is known to 1e-6 of its width.
      let spare = 1e-5 * (most - least)
      #expect(low >= least - spare && high <= most + spare, "\(bound.key)")
    }
  }

  @Test func `recordings of one spring keep it in their common region`() throws {
    var random = RandomSource(seed: 77)
    var recorder = Recorder()
    recorder.setDuration(1.2)
    let constants = SpringConstants(angularFrequency: 11, dampingRatio: 0.8)
    let fits = try (0..<5).map { _ in
      let begun = Spring(constants, edgeVelocity: random.uniform(800, 3000)).state(
        at: random.uniform(0, 1.0 / 60))
      let trace = recorder.record(
        [.offset(of: Spring(constants, from: begun), edge: -88)],
        metadata: Metadata([.init("edge_top", "-88")]), random: &random)
      return try #require(try SpringLaw.fit(trace, axis: .y, options: FitOptions()).first)
    }
    let pool = try #require(SpringPool(fits))
    let region = try #require(pool.region)
    #expect(region["delta"]?.contains(constants.decayRate) == true)
    #expect(region["kappa"]?.contains(constants.kappa) == true)
    #expect(region["zeta"]?.contains(0.8) == true && region.allowsCritical == false)
    for fit in fits { try expectInside(region, fit) }
    // Of springs that differ there is none.
    let other = Spring(
      SpringConstants(angularFrequency: 12, dampingRatio: 0.8), edgeVelocity: 2000)
    let trace = recorder.record(
      [.offset(of: other, edge: -88)], metadata: Metadata([.init("edge_top", "-88")]),
      random: &random)
    let odd = try #require(try SpringLaw.fit(trace, axis: .y, options: FitOptions()).first)
    let none = try #require(SpringPool(fits + [odd])?.region)
    #expect(none.border.isEmpty && none.smallestMisfit > 1 && none.allowsCritical == nil)
    #expect(SpringPool([odd]) == nil)
  }
}
