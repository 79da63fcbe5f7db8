import CurveFitting
import RealModule
import TestSupport
import Testing

struct LinearisationTests {
  /// Rows d(curve)/d(a, b, delta) of a bounce, and its residuals.
  static func bounce(
    _ times: [Double], _ values: [Double], a: Double, b: Double, delta: Double
  ) -> (rows: [ParameterVector], residuals: [Double]) {
    var rows: [ParameterVector] = []
    var residuals: [Double] = []
    for (time, value) in zip(times, values) {
      let decay = Double.exp(-delta * time)
      let curve = (a + b * time) * decay
      rows.append(ParameterVector(decay, time * decay, -time * curve, 0))
      residuals.append(value - curve)
    }
    return (rows, residuals)
  }

  @Test func `errors and correlations of the reference traces match the table`() throws {
    let traces = OracleTable("bounce_traces.csv").traces()
    let minima = OracleTable("bounce_minima.csv").records()
    var worst = Worst()
    for (trace, minimum) in zip(traces, minima) {
      let n = minimum.numbers
      let delta = try #require(n["delta"])
      let a = try #require(n["a"])
      let b = try #require(n["b"])
      let (rows, residuals) = Self.bounce(trace.times, trace.values, a: a, b: b, delta: delta)
      let linear = try #require(
        Linearisation(jacobian: rows, residuals: residuals, weights: [], parameterCount: 3))
      #expect(linear.count == trace.times.count)
      #expect(linear.degreesOfFreedom == trace.times.count - 3)
      func note(_ value: Double, _ name: String) throws {
        let expected = try #require(n[name])
        // Residuals are rounded to an ulp of the largest value: 1e-13 for a residual of 0.1 pt.
        worst.note(
          value, expected, tolerance: 1e-12 * expected.magnitude, "\(name) of \(trace.name)")
      }
      try note(linear.sumOfSquares, "rss")
      try note(
        linear.orthogonalRows.map { ($0 * $0).sum() }.max() ?? 0, "max_leverage")
      try note(ResidualTests.durbinWatson(residuals) ?? .nan, "durbin_watson")
      // C = b e^(delta phi), phi = a / b.
      let phi = a / b
      let growth = Double.exp(delta * phi)
      let gradients = [
        ParameterVector(1, 0, 0, 0.0), ParameterVector(0, 1, 0, 0), ParameterVector(0, 0, 1, 0),
        ParameterVector(delta * growth, growth * (1 - delta * phi), phi * b * growth, 0),
        ParameterVector(1 / b, -a / (b * b), 0, 0),
      ]
      for (kind, covariance) in [
        ("classical", linear.classicalCovariance(variance: linear.variance)),
        ("hc3", linear.hc3Covariance),
      ] {
        for (index, key) in ["a", "b", "delta", "C", "phi"].enumerated() {
          let variance = covariance.variance(along: gradients[index])
          try note(variance.squareRoot(), "\(kind)_\(key)")
        }
        let quantities = covariance.transformed(by: Array(gradients[2...]))
        for (index, key) in ["delta", "C", "phi"].enumerated() {
          try note(quantities.standardError(index), "\(kind)_\(key)")
        }
        try note(covariance.standardError(2), "\(kind)_delta")
        try note(quantities.correlation(1, 0), "\(kind)_corr_C_delta")
        try note(quantities.correlation(1, 2), "\(kind)_corr_C_phi")
      }
      // At the minimum the residuals are orthogonal to the tangent plane.
      #expect(linear.orthogonality < 1e-10, "\(trace.name)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  /// Random rows; the last column depends on the others except for a fraction `independence`.
  static func random(
    _ random: inout SplitMix64, count: Int, parameters: Int, independence: Double = 1
  ) -> [ParameterVector] {
    (0..<count).map { _ in
      var row = ParameterVector.zero
      for lane in 0..<parameters {
        row[lane] = random.uniform(-1...1) * Double.pow(10, Double(3 * lane))
      }
      if parameters > 1, independence < 1 {
        row[parameters - 1] = row[0] + independence * random.uniform(-1...1)
      }
      return row
    }
  }

  @Test(arguments: [1, 0.1, 1e-4, 1e-8, 1e-10])
  func `Q is orthogonal to rounding, however alike the columns`(independence: Double) throws {
    let seed: UInt64 = 44
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    for parameters in 1...4 {
      // With as many rows as columns, the columns may be dependent by chance.
      for count in [parameters + (independence < 1 ? 3 : 0), 20, 300] {
        let rows = Self.random(
          &random, count: count, parameters: parameters, independence: independence)
        let linear = try #require(
          Linearisation(
            jacobian: rows, residuals: rows.map { _ in 0 }, weights: [], parameterCount: parameters
          ))
        for i in 0..<4 {
          for j in 0..<4 {
            let product = linear.orthogonalRows.reduce(0) { $0 + $1[i] * $1[j] }
            let expected = i == j && i < parameters ? 1.0 : 0
            // A few ulps; they grow with the square root of the count.
            #expect((product - expected).magnitude < 1e-14)
          }
        }
        // The leverages add up to the number of parameters.
        let leverages = linear.orthogonalRows.map { ($0 * $0).sum() }
        #expect((leverages.reduce(0, +) - Double(parameters)).magnitude < 1e-13)
      }
    }
  }

  @Test func `the remaining step solves the linear problem`() throws {
    let seed: UInt64 = 45
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    for parameters in 1...4 {
      for weighted in [false, true] {
        let rows = Self.random(&random, count: 25, parameters: parameters)
        var truth = ParameterVector.zero
        for lane in 0..<parameters { truth[lane] = random.uniform(-1...1) }
        let noise = rows.map { _ in random.uniform(-0.1...0.1) }
        let residuals = zip(rows, noise).map { ($0 * truth).sum() + $1 }
        let weights = weighted ? rows.map { _ in random.uniform(0...2) } : []
        let linear = try #require(
          Linearisation(
            jacobian: rows, residuals: residuals, weights: weights, parameterCount: parameters))
        let step = linear.remainingStep
        // After the step the weighted residuals are orthogonal to every column.
        let rest = rows.indices.map { residuals[$0] - (rows[$0] * step).sum() }
        let after = try #require(
          Linearisation(
            jacobian: rows, residuals: rest, weights: weights, parameterCount: parameters))
        // Rounding of residuals up to 1e9, with noise of 0.1.
        #expect(after.orthogonality < 1e-5)
        #expect(after.sumOfSquares <= linear.sumOfSquares)
        for lane in 0..<parameters {
          // 1e-15 relative: the length of column `lane` is 10^(3 lane).
          #expect(
            after.remainingStep[lane].magnitude * Double.pow(10, Double(3 * lane)) < 1e-5)
        }
        #expect((linear.orthogonality - 1).magnitude < 0.1)
      }
    }
  }

  @Test func `a bounce moved off its minimum is brought back by a few steps`() throws {
    let trace = OracleTable("bounce_traces.csv").traces()[0]
    let n = OracleTable("bounce_minima.csv").records()[0].numbers
    var point = SIMD3(try #require(n["a"]) + 1, try #require(n["b"]) - 30, 11.2)
    for _ in 0..<12 {
      let (rows, residuals) = Self.bounce(
        trace.times, trace.values, a: point[0], b: point[1], delta: point[2])
      let linear = try #require(
        Linearisation(jacobian: rows, residuals: residuals, weights: [], parameterCount: 3))
      let step = linear.remainingStep
      point += SIMD3(step[0], step[1], step[2])
    }
    // Gauss-Newton converges linearly here, by a factor of 1e-3 in each of twelve steps.
    #expect((point[2] / (try #require(n["delta"])) - 1).magnitude < 1e-13)
  }

  @Test func `the covariance is the inverse of J'WJ`() throws {
    let seed: UInt64 = 46
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    for parameters in 1...4 {
      let rows = Self.random(&random, count: 12, parameters: parameters)
      let weights = rows.map { _ in random.uniform(0...2) }
      let linear = try #require(
        Linearisation(
          jacobian: rows, residuals: rows.map { _ in 1 }, weights: weights,
          parameterCount: parameters))
      let covariance = linear.unitCovariance
      #expect(covariance.count == parameters)
      for i in 0..<parameters {
        for j in 0..<parameters {
          var sum = 0.0
          for k in 0..<parameters {
            let product = rows.indices.reduce(0) { $0 + weights[$1] * rows[$1][i] * rows[$1][k] }
            sum += product * covariance[k, j]
          }
          // The lengths of consecutive columns differ by 10^3.
          let size = Double.pow(10, Double(3 * (i - j)))
          #expect((sum - (i == j ? 1 : 0)).magnitude < 1e-12 * max(size, 1))
        }
      }
    }
  }

  @Test func `weights count like repeated samples`() throws {
    let rows = [
      ParameterVector(1, 0, 0, 0.0), ParameterVector(1, 1, 0, 0), ParameterVector(1, 2, 0, 0),
      ParameterVector(1, 4, 0, 0),
    ]
    let residuals = [0.5, -1, 0.25, 0.125]
    let counts = [1, 3, 2, 0]
    let weighted = try #require(
      Linearisation(
        jacobian: rows, residuals: residuals, weights: counts.map(Double.init), parameterCount: 2))
    let indices = counts.indices.flatMap { [Int](repeating: $0, count: counts[$0]) }
    let repeated = try #require(
      Linearisation(
        jacobian: indices.map { rows[$0] }, residuals: indices.map { residuals[$0] }, weights: [],
        parameterCount: 2))
    // Four weighted samples correspond to six: equal sums but different degrees of freedom.
    #expect((weighted.sumOfSquares - repeated.sumOfSquares).magnitude < 1e-15)
    for i in 0..<2 {
      for j in 0..<2 {
        #expect(
          (weighted.unitCovariance[i, j] - repeated.unitCovariance[i, j]).magnitude < 1e-15)
      }
    }
    #expect((weighted.remainingStep - repeated.remainingStep)[0].magnitude < 1e-15)
  }

  @Test func `dependent, empty and endless columns have no linearisation`() {
    func attempt(_ rows: [ParameterVector], _ parameters: Int, weights: [Double] = []) -> Bool {
      Linearisation(
        jacobian: rows, residuals: rows.map { _ in 1 }, weights: weights,
        parameterCount: parameters) != nil
    }
    let line = (0..<10).map { ParameterVector(1, Double($0), 2 + 3 * Double($0), 0) }
    #expect(attempt(line, 2))
    #expect(!attempt(line, 3))
    #expect(!attempt((0..<10).map { _ in ParameterVector(1, 0, 0, 0) }, 2))
    #expect(!attempt([], 1))
    #expect(!attempt([ParameterVector(1, 2, 0, 0)], 2))
    #expect(!attempt(line, 2, weights: [Double](repeating: 0, count: 10)))
    #expect(!attempt((0..<10).map { ParameterVector(1, $0 == 3 ? .infinity : 1, 0, 0) }, 2))
    #expect(!attempt((0..<10).map { ParameterVector(1, $0 == 3 ? .nan : Double($0), 0, 0) }, 2))
    #expect(!attempt((0..<10).map { ParameterVector(1, 1e200 * Double($0), 0, 0) }, 2))
    // The columns are equal to 1e-14.
    #expect(!attempt((0..<10).map { ParameterVector(1, 1 + 1e-15 * Double($0), 0, 0) }, 2))
  }

  @Test func `the condition is the ratio of what columns keep beside the others`() throws {
    // Unit columns at an angle of asin(0.01): 0.01 of the second is orthogonal to the first.
    let rows = [ParameterVector(1, (1 - 1e-4).squareRoot(), 0, 0), ParameterVector(0, 0.01, 0, 0)]
    let linear = try #require(
      Linearisation(jacobian: rows, residuals: [0, 0], weights: [], parameterCount: 2))
    #expect((linear.condition - 100).magnitude < 1e-10)
    // The units of the parameters have no effect.
    let scaled = try #require(
      Linearisation(
        jacobian: rows.map { $0 * ParameterVector(1e6, 1e-3, 0, 0) }, residuals: [0, 0],
        weights: [],
        parameterCount: 2))
    #expect((scaled.condition - 100).magnitude < 1e-10)
  }

  @Test func `without degrees of freedom there is no variance`() throws {
    let linear = try #require(
      Linearisation(
        jacobian: [ParameterVector(1, 0, 0, 0), ParameterVector(1, 1, 0, 0)], residuals: [0, 0],
        weights: [],
        parameterCount: 2))
    #expect(linear.variance.isNaN)
    #expect(linear.orthogonality == 0)
    // Every sample determines a parameter alone, so all are skipped.
    #expect(linear.hc3Covariance.standardError(0) == 0)
    #expect(linear.hc3Covariance.correlation(0, 1).isNaN)
  }

  @Test func `HC3 of a mean is the jackknife`() throws {
    // One column of ones, h = 1/n: sum r^2 / (n - 1)^2.
    let residuals = [1.0, -2, 3, -2]
    let linear = try #require(
      Linearisation(
        jacobian: residuals.map { _ in ParameterVector(1, 0, 0, 0) }, residuals: residuals,
        weights: [],
        parameterCount: 1))
    #expect((linear.hc3Covariance[0, 0] - 18 / 9.0).magnitude < 1e-14)
    #expect((linear.classicalCovariance(variance: linear.variance)[0, 0] - 1.5).magnitude < 1e-14)
  }

  @Test func `a scaled covariance keeps its correlations`() {
    var covariance = Covariance(count: 2)
    covariance[0, 0] = 4
    covariance[1, 1] = 9
    covariance[0, 1] = -3
    covariance[1, 0] = -3
    #expect(covariance.standardError(1) == 3)
    #expect(covariance.correlation(0, 1) == -0.5)
    #expect(covariance.scaled(by: 4).correlation(0, 1) == -0.5)
    #expect(covariance.scaled(by: 4).standardError(0) == 4)
    // (1, 1): 4 + 9 - 6.
    #expect(covariance.variance(along: ParameterVector(1, 1, 0, 0)) == 7)
    let sums = covariance.transformed(by: [
      ParameterVector(1, 1, 0, 0), ParameterVector(1, -1, 0, 0),
    ])
    #expect(sums[0, 0] == 7 && sums[1, 1] == 19 && sums[0, 1] == -5 && sums[1, 0] == -5)
  }

  @Test(arguments: [1, 2, 3, 4], [false, true])
  func `moments give what a pass for each quantity does`(parameters: Int, hasSingle: Bool) throws {
    let seed: UInt64 = 355
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    func row() -> ParameterVector {
      var row = ParameterVector.zero
      for lane in 0..<parameters { row[lane] = random.uniform(-1...1) }
      return row
    }
    for count in [9, 12, 90] {
      var rows = (0..<count).map { _ in row() }
      if hasSingle, parameters > 1 {
        // One observation alone determines the last parameter.
        for index in rows.indices { rows[index][parameters - 1] = index == 4 ? 1 : 0 }
      }
      let linear = try #require(
        Linearisation(
          jacobian: rows, residuals: rows.map { _ in random.uniform(-1...1) }, weights: [],
          parameterCount: parameters))
      let moments = Linearisation.HC3Moments(linear)
      #expect((moments == nil) == (parameters > 2))
      for _ in 0..<10 {
        let gradient = row()
        let degrees = linear.hc3DegreesOfFreedom(along: gradient, excessKurtosis: 0)
        let excess = linear.hc3Excess(along: gradient)
        for found in [
          linear.hc3Statistics(along: gradient),
          moments?.statistics(along: linear.direction(of: gradient)),
        ].compactMap({ $0 }) {
          // Sums of 90 terms of either sign, in another order.
          #expect((found.degrees / degrees - 1).magnitude < 1e-11)
          #expect((found.excess / excess - 1).magnitude < 1e-12)
        }
      }
    }
  }

  @Test(arguments: [2, 3, 4])
  func `a fit without its first observations is that of the others, where the curve is a line`(
    _ parameters: Int
  ) throws {
    var random = SplitMix64(seed: 17)
    let times = (0..<30).map { Double($0) / 10 }
    let rows = times.map { time in
      var row = ParameterVector(1, time, time * time, time * time * time)
      for lane in parameters..<4 { row[lane] = 0 }
      return row
    }
    let values = times.map { $0 + Double.random(in: -1...1, using: &random) }
    let weights = times.map { _ in Double.random(in: 0.5...2, using: &random) }
    func solved(_ range: Range<Int>) throws -> Linearisation {
      try #require(
        Linearisation(
          jacobian: Array(rows[range]), residuals: Array(values[range]),
          weights: Array(weights[range]), parameterCount: parameters))
    }
    let start = try solved(0..<30)
    // The residuals at the minimum; one step from 0 leads there.
    let linear = try #require(
      Linearisation(
        jacobian: rows,
        residuals: zip(values, rows).map { $0 - ($1 * start.remainingStep).sum() },
        weights: weights, parameterCount: parameters))
    let counts = [1, 2, 5, 12]
    for (count, deletion) in zip(counts, linear.withoutFirst(counts)) {
      let deletion = try #require(deletion)
      let rest = try solved(count..<30).remainingStep
      var squares = 0.0
      for index in times.indices {
        let residual = weights[index].squareRoot() * (values[index] - (rows[index] * rest).sum())
        // Rounding, amplified by the condition of a cubic on a part of its range.
        #expect((linear.residual(index, after: deletion) - residual).magnitude < 1e-8)
        if index >= count { squares += residual * residual }
      }
      #expect((deletion.sumOfSquares - squares).magnitude < 1e-9)
      for lane in 0..<parameters {
        #expect((start.remainingStep[lane] + deletion.step[lane] - rest[lane]).magnitude < 1e-8)
      }
    }
    #expect(linear.withoutFirst([29])[0] == nil)
  }
}
