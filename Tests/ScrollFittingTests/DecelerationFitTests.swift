import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces
import Testing

/// Held parameters, and the descent from a user's start, against searches written out.
struct DecelerationFitTests {
  /// The curve is linear in v0, x0 and the friction: these are solved for, k is found by golden section.
  struct SlowSearch {
    var series: Series
    var form: Deceleration.Form
    /// Held values by key.
    var fixed: [String: Double]
    var hasFriction: Bool
    /// Which way the content goes.
    var direction: Double

    /// Sum of squares and parameters at one k.
    func solve(_ k: Double) -> (sum: Double, values: [String: Double]) {
      let times = series.fitTimes
      let reach = form == .continuous ? 1 / k : 1 / (1000 * Double.expMinusOne(k / 1000))
      var columns: [(key: String, column: [Double])] = [
        ("v0", times.map { -reach * Double.expMinusOne(-k * $0) }), ("x0", times.map { _ in 1 }),
      ]
      if hasFriction {
        columns.append(
          ("coulomb", times.map { -direction * ($0 + Double.expMinusOne(-k * $0) / k) / k }))
      }
      var rest = series.observed
      for (key, column) in columns {
        guard let value = fixed[key] else { continue }
        for index in rest.indices { rest[index] -= value * column[index] }
      }
      columns.removeAll { fixed[$0.key] != nil }
      var values = fixed.filter { $0.key != "k" }
      values["k"] = k
      // Orthogonal columns, then back substitution.
      var basis: [[Double]] = []
      var upper = columns.map { _ in columns.map { _ in 0.0 } }
      var products: [Double] = []
      for (j, (_, column)) in columns.enumerated() {
        var column = column
        for _ in 0..<2 {
          for (i, earlier) in basis.enumerated() {
            let product = Self.dot(earlier, column)
            upper[i][j] += product
            for index in column.indices { column[index] -= product * earlier[index] }
          }
        }
        upper[j][j] = Self.dot(column, column).squareRoot()
        let unit = column.map { $0 / upper[j][j] }
        basis.append(unit)
        let product = Self.dot(unit, rest)
        products.append(product)
        for index in rest.indices { rest[index] -= product * unit[index] }
      }
      var solved = columns.map { _ in 0.0 }
      for j in columns.indices.reversed() {
        var sum = products[j]
        for i in columns.indices where i > j { sum -= upper[j][i] * solved[i] }
        solved[j] = sum / upper[j][j]
        values[columns[j].key] = solved[j]
      }
      return (Self.dot(rest, rest), values)
    }

    /// The minimum over k, if it is not held: a scan of 400 values, then golden section.
    func minimum() -> (sum: Double, values: [String: Double]) {
      if let k = fixed["k"] { return solve(k) }
      let grid = (0...400).map { 0.2 * Double.pow(150, Double($0) / 400) }
      let sums = grid.map { solve($0).sum }
      let best = sums.indices.min { sums[$0] < sums[$1] }!
      var low = grid[max(0, best - 1)]
      var high = grid[min(400, best + 1)]
      let golden = 0.6180339887498949
      for _ in 0..<80 {
        let left = high - golden * (high - low)
        let right = low + golden * (high - low)
        if solve(left).sum < solve(right).sum { high = right } else { low = left }
      }
      return solve((low + high) / 2)
    }

    static func dot(_ a: [Double], _ b: [Double]) -> Double {
      zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }
    }
  }

  /// A glide that ends while it moves, so that every sample belongs to it.
  static func trace(
    _ glide: Deceleration, frames: Int = 60, scale: Double = 3, noise: Double = 0, seed: UInt64 = 5
  ) -> Trace {
    var random = RandomSource(seed: seed)
    var recorder = Recorder()
    recorder.frameCount = frames
    recorder.scale = scale
    recorder.noise = noise
    return recorder.record(random: &random) { glide.position(at: $0) }
  }

  static let glides = [
    Deceleration(position: 40, velocity: 1500, rate: 2.2),
    Deceleration(position: 2600.4, velocity: -2400, rate: 3.1),
  ]

  /// Off by some errors each: what is held matters.
  static func held(_ glide: Deceleration, at time: Double) -> [String: Double] {
    [
      "k": 1.01 * glide.rate, "v0": 0.995 * glide.velocity(at: time),
      "x0": glide.position(at: time) + 0.7, "coulomb": 0.8 * glide.coulomb,
    ]
  }

  static func subsets(_ keys: [String]) -> [[String]] {
    keys.map { [$0] }
      + keys.indices.flatMap { i in keys[(i + 1)...].map { [keys[i], $0] } }
  }

  static func options(friction: Bool, _ method: FitOptions.Method = .newton) -> FitOptions {
    var options = FitOptions()
    options.method = method
    options.stamps = .recorded
    options.coulomb = friction
    return options
  }

  static func fit(_ trace: Trace, _ options: FitOptions) throws -> Fit {
    let fits = try DecelerationLaw.fit(trace, axis: .y, options: options)
    #expect(fits.count == 1)
    return try #require(fits.first)
  }

  /// The size of each parameter, for relative differences.
  static func size(_ key: String, _ glide: Deceleration) -> Double {
    switch key {
    case "k": glide.rate
    case "x0": glide.velocity.magnitude / glide.rate
    case "coulomb": max(glide.coulomb, glide.rate * glide.velocity.magnitude / 100)
    default: glide.velocity.magnitude
    }
  }

  @Test(arguments: [(false, Deceleration.Form.continuous), (true, .continuous), (false, .discrete)])
  func `held parameters, alone and in pairs, give the constrained minimum`(
    hasFriction: Bool, form: Deceleration.Form
  ) throws {
    let keys = ["k", "v0", "x0"] + (hasFriction ? ["coulomb"] : [])
    for base in Self.glides {
      var glide = base
      glide.form = form
      if hasFriction { glide.coulomb = 200 }
      let trace = Self.trace(glide, noise: 0.1)
      for method in [FitOptions.Method.newton, .descent] {
        var options = Self.options(friction: hasFriction, method)
        options.form = form
        let free = try Self.fit(trace, options)
        let held = Self.held(glide, at: free.series.times[0])
        for subset in [[]] + Self.subsets(keys) {
          options.fixed = held.filter { subset.contains($0.key) }
          let fit = try Self.fit(trace, options)
          let label = "\(subset) held, \(method), v0 \(glide.velocity)"
          #expect(fit.search.converged, "\(label): \(fit.search.reason)")
          #expect(fit.series.weights.isEmpty)
          let expected = SlowSearch(
            series: fit.series, form: form, fixed: options.fixed, hasFriction: hasFriction,
            direction: glide.direction
          ).minimum()
          // The sum is flat at its minimum: no search goes below it but for rounding.
          #expect(
            (fit.residual.sumOfSquares / expected.sum - 1).magnitude < 1e-9,
            "\(label): \(fit.residual.sumOfSquares), not \(expected.sum)")
          for key in keys {
            let estimate = try #require(fit[key])
            let value = try #require(estimate.value)
            #expect(estimate.isFixed == subset.contains(key), "\(label), \(key)")
            // Golden section ends where the sum no longer falls: 1e-8 of a standard error's square root.
            let reach = 1e-6 * Self.size(key, glide)
            #expect(
              (value - (try #require(expected.values[key]))).magnitude <= reach,
              "\(label), \(key): \(value), not \(expected.values)")
          }
        }
      }
    }
  }

  @Test(arguments: [[], ["k"], ["v0"], ["x0"], ["k", "x0"], ["v0", "x0"], ["k", "v0"]])
  func `a descent from a user's start ends at the minimum of newton`(_ subset: [String]) throws {
    for glide in Self.glides {
      let trace = Self.trace(glide)
      var options = Self.options(friction: false)
      let begun = try Self.fit(trace, options).series.times[0]
      options.fixed = Self.held(glide, at: begun).filter { subset.contains($0.key) }
      let newton = try Self.fit(trace, options)
      options.method = .descent
      options.start = [
        0.8 * glide.rate, 1.1 * glide.velocity(at: begun), glide.position(at: begun) + 8,
      ]
      let steps = [0.1, 30, 1]
      options.steps = steps
      options.recordsPath = true
      let walked = try Self.fit(trace, options)
      #expect(walked.search.converged, "\(walked.search.reason)")
      #expect(walked.search.startSource == "user")
      for key in ["k", "v0", "x0"] {
        let a = try #require(walked[key]?.value)
        let b = try #require(newton[key]?.value)
        #expect((a - b).magnitude <= 1e-6 * Self.size(key, glide), "\(key): \(a), not \(b)")
      }
      // It began where the user said, with the held values, and with the steps of each parameter.
      let names = ["k", "v0", "x0"]
      let first = try #require(walked.path.first)
      for (index, key) in names.enumerated() {
        let expected = options.fixed[key] ?? options.start![index]
        #expect((first.point[index] - expected).magnitude < 1e-9)
      }
      let moves = walked.path.dropFirst()
      #expect(moves.allSatisfy { names.contains($0.moved) && !subset.contains($0.moved) })
      let odd = moves.first { move in
        let index = names.firstIndex(of: move.moved) ?? 0
        let halvings = Double.log2(steps[index] / move.step.magnitude)
        return (halvings - halvings.rounded()).magnitude > 1e-9
      }
      #expect(odd == nil, "a step that is not that of its parameter, halved")
    }
  }

  @Test func `a start without steps ends at the minimum too`() throws {
    let glide = Self.glides[0]
    let trace = Self.trace(glide)
    var options = Self.options(friction: false)
    let newton = try Self.fit(trace, options)
    options.method = .descent
    let begun = newton.series.times[0]
    options.start = [
      0.8 * glide.rate, 1.1 * glide.velocity(at: begun), glide.position(at: begun) + 8,
    ]
    let walked = try Self.fit(trace, options)
    #expect(walked.search.converged, "\(walked.search.reason)")
    for key in ["k", "v0", "x0"] {
      let a = try #require(walked[key]?.value)
      let b = try #require(newton[key]?.value)
      #expect((a - b).magnitude <= 1e-6 * Self.size(key, glide), "\(key): \(a), not \(b)")
    }
  }

  @Test func `exact recordings give back what is not held`() throws {
    for base in Self.glides {
      for hasFriction in [false, true] {
        var glide = base
        if hasFriction { glide.coulomb = 200 }
        let trace = Self.trace(glide, scale: 0)
        var options = Self.options(friction: hasFriction)
        let begun = try Self.fit(trace, options).series.times[0]
        let truth = [
          "k": glide.rate, "v0": glide.velocity(at: begun), "x0": glide.position(at: begun),
          "coulomb": glide.coulomb,
        ]
        let keys = ["k", "v0", "x0"] + (hasFriction ? ["coulomb"] : [])
        for subset in Self.subsets(keys) {
          options.fixed = truth.filter { subset.contains($0.key) }
          let fit = try Self.fit(trace, options)
          #expect(fit.search.converged, "\(subset): \(fit.search.reason)")
          for key in keys {
            let value = try #require(fit[key]?.value, "\(subset), \(key)")
            // Rounding of 1e3, times the condition of the columns, 1e4 with friction.
            #expect(
              (value - truth[key]!).magnitude <= 1e-9 * Self.size(key, glide),
              "\(subset), \(key): \(value)")
          }
        }
      }
    }
  }
}
