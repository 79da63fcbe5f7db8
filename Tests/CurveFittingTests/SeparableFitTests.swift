import CurveFitting
import RealModule
import TestSupport
import Testing

/// beta_0 exp(-theta x) + beta_1, or several exponentials, each with its coefficient.
private struct Decays: SeparableModel {
  var x: [Double]
  var rates = 1
  var constant = true
  /// Larger rates are outside the model's range.
  var limit = Double.infinity

  var rowCount: Int { x.count }
  var nonlinearCount: Int { rates }
  var linearCount: Int { rates + (constant ? 1 : 0) }

  func evaluate(at theta: [Double], into matrices: inout SeparableMatrices) -> Bool {
    guard theta.allSatisfy({ $0 <= limit }) else { return false }
    for row in x.indices {
      for k in theta.indices {
        let e = Double.exp(-theta[k] * x[row])
        matrices[row, k] = e
        matrices[row, k, by: k] = -x[row] * e
      }
      if constant { matrices[row, rates] = 1 }
    }
    return true
  }
}

/// Given columns, without nonlinear parameters or with parameters that have no effect.
private struct Columns: SeparableModel {
  var columns: [[Double]]
  var rowCount: Int
  var nonlinearCount = 0

  var linearCount: Int { columns.count }

  func evaluate(at theta: [Double], into matrices: inout SeparableMatrices) -> Bool {
    for (k, column) in columns.enumerated() {
      for row in column.indices { matrices[row, k] = column[row] }
    }
    return true
  }
}

struct SeparableFitTests {
  private static func decay(noise: Double, seed: UInt64, count: Int = 40) -> (Decays, [Double]) {
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    let x = (0..<count).map { Double($0) / 10 }
    return (
      Decays(x: x), x.map { 5 * Double.exp(-1.3 * $0) + 2 + noise * random.normal() }
    )
  }

  @Test(arguments: NISTProblem.all, [1, 2])
  func `Kaufman's and the full derivative reach the same minimum`(
    problem: NISTProblem, start: Int
  ) {
    var options = SeparableFit.Options()
    let kaufman = SeparableFit(
      problem.model, values: problem.values, start: problem.start(start), options: options)
    options.projection = .full
    let full = SeparableFit(
      problem.model, values: problem.values, start: problem.start(start), options: options)
    #expect(kaufman.converged && full.converged)
    let left = problem.inFileOrder(kaufman)
    let right = problem.inFileOrder(full)
    // The minimum of Lanczos1 is known to the rounding of its residuals: 3 digits of a deviation.
    let tolerance = problem.name == "Lanczos1" ? 0.05 : 1e-7
    for index in problem.certified.indices {
      let difference = left.estimates[index] - right.estimates[index]
      #expect(difference.magnitude <= tolerance * left.deviations[index])
    }
  }

  /// The first step for each derivative of the projected residuals, by central differences.
  @Test(arguments: [SeparableFit.Projection.kaufman, .full])
  func `the first step is that of its derivative`(projection: SeparableFit.Projection) throws {
    let (model, values) = Self.decay(noise: 0.4, seed: 11)
    let weights = model.x.map { 1 + $0 }
    let theta = 1.0
    var options = SeparableFit.Options()
    options.projection = projection
    options.maximumIterations = 1
    options.maximumPolish = 0
    options.firstRadius = 1e3
    let fit = SeparableFit(
      model, values: values, weights: weights, start: [theta], options: options)
    #expect(fit.iterations == 1 && fit.evaluations == 2)

    /// The part of a vector, times sqrt(w), that is orthogonal to the columns at a rate.
    func project(_ vector: [Double], _ rate: Double) -> [Double] {
      var result = zip(vector, weights).map { $0 * $1.squareRoot() }
      var basis: [[Double]] = []
      for column in [model.x.map { Double.exp(-rate * $0) }, model.x.map { _ in 1.0 }] {
        var rest = zip(column, weights).map { $0 * $1.squareRoot() }
        for _ in 0..<2 { for q in basis { subtract(q, from: &rest) } }
        let norm = rest.reduce(0) { $0 + $1 * $1 }.squareRoot()
        basis.append(rest.map { $0 / norm })
      }
      for _ in 0..<2 { for q in basis { subtract(q, from: &result) } }
      return result
    }
    func subtract(_ q: [Double], from vector: inout [Double]) {
      let product = zip(q, vector).reduce(0) { $0 + $1.0 * $1.1 }
      for index in vector.indices { vector[index] -= product * q[index] }
    }
    let residuals = project(values, theta)
    var slopes: [Double]
    switch projection {
    case .full:
      let h = 1e-4
      slopes = zip(project(values, theta + h), project(values, theta - h)).map {
        ($0 - $1) / (2 * h)
      }
    case .kaufman:
      // -P D beta: the projected derivative of the curve with constant coefficients.
      let held = Columns(
        columns: [model.x.map { Double.exp(-theta * $0) }, model.x.map { _ in 1 }],
        rowCount: model.rowCount)
      let beta = SeparableFit(held, values: values, weights: weights, start: []).coefficients
      slopes = project(model.x.map { beta[0] * $0 * Double.exp(-theta * $0) }, theta)
    }
    let gradient = zip(slopes, residuals).reduce(0) { $0 + $1.0 * $1.1 }
    let curvature = slopes.reduce(0) { $0 + $1 * $1 }
    let expected = theta - gradient / curvature
    // Central differences with h = 1e-4 are accurate to about 1e-8; the two derivatives differ by 1e-3.
    #expect((fit.nonlinear[0] - expected).magnitude < 1e-6 * (expected - theta).magnitude)
  }

  @Test func `plain Gauss-Newton with differences agrees`() throws {
    let (model, values) = Self.decay(noise: 0.05, seed: 12)
    let fit = SeparableFit(model, values: values, start: [0.4])
    #expect(fit.converged && fit.ending == .gradientVanishes)
    func curve(_ p: [Double], _ x: Double) -> Double { p[1] * Double.exp(-p[0] * x) + p[2] }
    var p = [1.0, 4, 1]
    var normal = [[Double]]()
    for _ in 0..<100 {
      normal = [[Double]](repeating: [Double](repeating: 0, count: 4), count: 3)
      for (x, y) in zip(model.x, values) {
        let slopes = (0..<3).map { j in
          var up = p
          var down = p
          up[j] += 1e-5
          down[j] -= 1e-5
          return (curve(up, x) - curve(down, x)) / 2e-5
        }
        for j in 0..<3 {
          for k in 0..<3 { normal[j][k] += slopes[j] * slopes[k] }
          normal[j][3] += slopes[j] * (y - curve(p, x))
        }
      }
      let step = Self.solve(normal)
      for j in 0..<3 { p[j] += step[j] }
    }
    let sum = zip(model.x, values).reduce(0) {
      $0 + ($1.1 - curve(p, $1.0)) * ($1.1 - curve(p, $1.0))
    }
    let estimates = fit.nonlinear + fit.coefficients
    let deviations = try #require(fit.standardDeviations)
    for j in 0..<3 {
      #expect((estimates[j] - p[j]).magnitude < 1e-8 * deviations[j])
      for k in 0..<3 { normal[k][3] = k == j ? 1 : 0 }
      let variance = Self.solve(normal)
      // Differences with a step of 1e-5 give derivatives to 1e-10.
      for k in 0..<3 {
        let scale = deviations[j] * deviations[k]
        let covariance = try #require(fit.covariance(j, k))
        #expect((covariance - variance[k] * sum / 37).magnitude < 1e-8 * scale)
      }
    }
    #expect((fit.sumOfSquares / sum - 1).magnitude < 1e-12)
    for (row, x) in model.x.enumerated() {
      #expect((fit.residuals[row] - (values[row] - curve(p, x))).magnitude < 1e-9)
    }
  }

  /// Gauss-Jordan elimination with pivoting of a 3 x 4 system.
  private static func solve(_ system: [[Double]]) -> [Double] {
    var a = system
    for k in 0..<3 {
      let pivot = (k..<3).max { a[$0][k].magnitude < a[$1][k].magnitude }!
      a.swapAt(k, pivot)
      for row in 0..<3 where row != k {
        let factor = a[row][k] / a[k][k]
        for column in k..<4 { a[row][column] -= factor * a[k][column] }
      }
    }
    return (0..<3).map { a[$0][3] / a[$0][$0] }
  }

  @Test func `weights count rows`() throws {
    let (model, values) = Self.decay(noise: 0.3, seed: 13)
    let weights = model.x.indices.map { Double($0 % 4) }
    let weighted = SeparableFit(model, values: values, weights: weights, start: [0.7])
    let rows = model.x.indices.flatMap { Array(repeating: $0, count: $0 % 4) }
    let repeated = SeparableFit(
      Decays(x: rows.map { model.x[$0] }), values: rows.map { values[$0] }, start: [0.7])
    #expect(weighted.converged && repeated.converged)
    let pairs = zip(
      weighted.nonlinear + weighted.coefficients + weighted.unitCovariance
        + [weighted.sumOfSquares, weighted.condition],
      repeated.nonlinear + repeated.coefficients + repeated.unitCovariance
        + [repeated.sumOfSquares, repeated.condition])
    for (left, right) in pairs { #expect((left / right - 1).magnitude < 1e-11) }
    // Rows of weight 0 do not count as observations.
    #expect(weighted.degreesOfFreedom == 30 - 3)
    #expect(repeated.degreesOfFreedom == 60 - 3)
    // Residuals exist also for rows of weight 0.
    #expect(weighted.residuals.count == 40 && weighted.residuals[0] != 0)
  }

  @Test func `without nonlinear parameters it is linear least squares`() throws {
    // Computed by hand: means 1.5 and 2.2, Sxx = 5, Sxy = 3.1, residuals -0.27, 0.41, -0.01, -0.13.
    let line = Columns(columns: [[0, 1, 2, 3], [1, 1, 1, 1]], rowCount: 4)
    let fit = SeparableFit(line, values: [1, 2.3, 2.5, 3], start: [])
    #expect(fit.converged && fit.ending == .gradientVanishes)
    #expect((fit.coefficients[0] - 0.62).magnitude < 1e-14)
    #expect((fit.coefficients[1] - 1.27).magnitude < 1e-14)
    #expect((fit.sumOfSquares - 0.258).magnitude < 1e-14)
    let deviations = try #require(fit.standardDeviations)
    #expect((deviations[0] - (0.129 / 5).squareRoot()).magnitude < 1e-14)
    #expect((deviations[1] - (0.129 * 14 / 20).squareRoot()).magnitude < 1e-14)
    let covariance = try #require(fit.covariance(0, 1))
    #expect((covariance + 0.129 * 1.5 / 5).magnitude < 1e-14)
  }

  @Test func `values next to a large constant keep their digits`() {
    // A slope of 1e-9 on 1 + x: residuals in double precision would bring 1e-16 of 1e3 into a slope of 1e-6.
    let x = (0..<9).map { Double($0) }
    let values = x.map { 1024 + $0.truncatingRemainder(dividingBy: 2) * 0x1p-30 }
    let fit = SeparableFit(
      Columns(columns: [x.map { 1 + $0 * 0x1p-20 }, x], rowCount: 9), values: values, start: [])
    // Alternating 0 and d on 9 points: mean 4 d / 9, no slope; the curve is 1024 + 4 d / 9.
    let intercept = 1024 + 4 * 0x1p-30 / 9
    #expect((fit.coefficients[0] - intercept).magnitude <= intercept.ulp)
    #expect((fit.coefficients[1] / (-intercept * 0x1p-20) - 1).magnitude < 1e-13)
    #expect((fit.sumOfSquares / (20.0 / 9 * 0x1p-60) - 1).magnitude < 1e-3)
  }

  @Test func `exact data end exactly`() {
    let (model, values) = Self.decay(noise: 0, seed: 14)
    let fit = SeparableFit(model, values: values, start: [0.2])
    #expect(fit.converged)
    #expect(fit.ending == .exact)
    #expect((fit.nonlinear[0] - 1.3).magnitude < 1e-14)
    #expect(fit.sumOfSquares < 1e-28)
  }

  @Test func `as many rows as parameters leave no error to estimate`() {
    let model = Decays(x: [0, 1, 2])
    let fit = SeparableFit(model, values: [7, 4, 3], start: [0.3])
    // Differences of 3 and 1: exp(-theta) = 1/3.
    #expect(fit.converged)
    #expect((fit.nonlinear[0] - Double.log(3)).magnitude < 1e-14)
    #expect(fit.degreesOfFreedom == 0)
    #expect(fit.standardDeviations == nil && fit.covariance(0, 0) == nil && fit.variance.isNaN)
  }

  @Test func `fewer rows than parameters are refused`() {
    let short = SeparableFit(Decays(x: [0, 1]), values: [2, 1], start: [0.3])
    #expect(short.ending == .tooFewRows && short.reason == "fewer rows than parameters")
    let idle = SeparableFit(
      Decays(x: [0, 1, 2, 3]), values: [2, 1, 0, 0], weights: [1, 1, 0, 0], start: [0.3])
    let empty = SeparableFit(Decays(x: []), values: [], start: [0.3])
    for fit in [short, idle, empty] {
      #expect(fit.ending == .tooFewRows && !fit.converged && fit.nonlinear == [0.3])
      #expect(fit.coefficients.isEmpty && fit.residuals.isEmpty && fit.sumOfSquares.isNaN)
      #expect(fit.standardDeviations == nil && fit.evaluations == 0)
    }
  }

  @Test func `columns all alike leave their shares open`() {
    let alike = SeparableFit(
      Columns(columns: [[1, 1, 1, 1], [1, 1, 1, 1], [2, 2, 2, 2]], rowCount: 4),
      values: [1, 2, 3, 6], start: [])
    #expect(alike.converged && alike.rank == 1 && alike.condition == .infinity)
    let level = zip(alike.coefficients, [1, 1, 2]).reduce(0) { $0 + $1.0 * $1.1 }
    #expect((level - 3).magnitude < 1e-14 && (alike.sumOfSquares - 14).magnitude < 1e-13)
    #expect(alike.coefficients.filter { $0 == 0 }.count == 2)
    #expect(alike.standardDeviations == nil)
    // A parameter without effect keeps its start value.
    let idle = SeparableFit(
      Columns(columns: [[1, 1, 1, 1]], rowCount: 4, nonlinearCount: 2), values: [1, 2, 3, 6],
      start: [7, 0])
    #expect(idle.converged && idle.nonlinear == [7, 0] && idle.rank == 1)
    #expect((idle.coefficients[0] - 3).magnitude < 1e-15 && idle.standardDeviations == nil)
    // Equal rates give equal columns, one of which gets no coefficient. The other rate changes and separates them.
    let (model, values) = Self.decay(noise: 0.1, seed: 15)
    let twins = SeparableFit(Decays(x: model.x, rates: 2), values: values, start: [1, 1])
    let single = SeparableFit(model, values: values, start: [1])
    #expect(twins.converged && twins.nonlinear[0] != twins.nonlinear[1])
    #expect(twins.sumOfSquares < single.sumOfSquares)
    // All columns are 0.
    let zero = SeparableFit(
      Columns(columns: [[0, 0, 0]], rowCount: 3), values: [1, 2, 2], start: [])
    #expect(zero.rank == 0 && zero.sumOfSquares == 9 && zero.coefficients == [0])
    let nothing = SeparableFit(Columns(columns: [], rowCount: 2), values: [3, 4], start: [])
    #expect(nothing.converged && nothing.sumOfSquares == 25 && nothing.standardDeviations == nil)
  }

  @Test(arguments: [
    ([Double.nan, 1, 2, 3], [] as [Double]), ([1, .infinity, 2, 3], []),
    ([1, 2, 3, 4], [1, 1, .nan, 1]), ([1, 2, 3, 4], [1, 1, -1, 1]),
    ([1, 2, 3, 4], [1, 1, .infinity, 1]),
  ])
  func `values and weights that are no numbers are refused`(values: [Double], weights: [Double]) {
    let fit = SeparableFit(
      Decays(x: [0, 1, 2, 3]), values: values, weights: weights, start: [0.3])
    #expect(fit.ending == .unusableData && !fit.converged && fit.sumOfSquares.isNaN)
  }

  @Test func `a start without a curve is refused`() {
    let (model, values) = Self.decay(noise: 0.1, seed: 16)
    // exp(1000 x) overflows; NaN is invalid; 3 is above the limit.
    var limited = model
    limited.limit = 2
    let fits = [
      SeparableFit(model, values: values, start: [-1000]),
      SeparableFit(model, values: values, start: [.nan]),
      SeparableFit(limited, values: values, start: [3]),
    ]
    for fit in fits { #expect(fit.ending == .unusableStart && !fit.converged) }
  }

  @Test func `steps out of range are shortened`() {
    let (model, values) = Self.decay(noise: 0.1, seed: 17)
    let free = SeparableFit(model, values: values, start: [0.01])
    var limited = model
    limited.limit = free.nonlinear[0] + 1e-3
    let fit = SeparableFit(limited, values: values, start: [0.01])
    #expect(fit.converged && (fit.nonlinear[0] - free.nonlinear[0]).magnitude < 1e-12)
    // With the minimum out of range the search ends at the limit, which is not a minimum.
    limited.limit = 0.5
    let stopped = SeparableFit(limited, values: values, start: [0.01])
    #expect(!stopped.converged && stopped.ending == .noStepImproves)
    #expect(stopped.nonlinear[0] <= 0.5 && stopped.nonlinear[0] > 0.499999)

    var options = SeparableFit.Options()
    (options.reductionTolerance, options.isDescribed) = (1e-4, false)
    let rough = SeparableFit(limited, values: values, start: [0.01], options: options)
    #expect(rough.ending == .noStepImproves && 2 * rough.evaluations < stopped.evaluations)
    #expect(rough.sumOfSquares < stopped.sumOfSquares * 1.001)
  }

  @Test func `a search ends where it comes to a known minimum, and falls past a higher one`() throws
  {
    let (model, values) = Self.decay(noise: 0.4, seed: 11)
    let whole = SeparableFit(model, values: values, start: [1])
    try #require(whole.converged)
    var options = SeparableFit.Options()
    options.isDescribed = false
    let plain = SeparableFit(model, values: values, start: [1], options: options)
    // The sum agrees to rounding, and the rate to the root of that.
    #expect((plain.sumOfSquares / whole.sumOfSquares - 1).magnitude < 1e-12)
    #expect((plain.nonlinear[0] / whole.nonlinear[0] - 1).magnitude < 1e-6)
    #expect(plain.converged && plain.residuals.isEmpty && plain.unitCovariance.isEmpty)

    options.known = [
      .init(
        nonlinear: whole.nonlinear, radii: [0.1 * whole.nonlinear[0]],
        sumOfSquares: whole.sumOfSquares * (1 - 1e-12))
    ]
    let stopped = SeparableFit(model, values: values, start: [1], options: options)
    #expect(stopped.ending == .known && stopped.evaluations < plain.evaluations)
    options.known[0].sumOfSquares = .infinity
    let past = SeparableFit(model, values: values, start: [1], options: options)
    #expect(past.ending == plain.ending && past.evaluations == plain.evaluations)
  }

  @Test func `a budget that is too small is said`() {
    let problem = NISTProblem.all.first { $0.name == "MGH17" }!
    var options = SeparableFit.Options()
    options.maximumIterations = 2
    options.maximumPolish = 0
    let fit = SeparableFit(
      problem.model, values: problem.values, start: problem.start(1), options: options)
    #expect(fit.ending == .budget && !fit.converged && fit.iterations == 2)
    #expect(fit.reason == "the budget was used up")
  }

  @Test func `a search that runs off says where it ended`() {
    // With this large first step the search crosses the pole at x = -b3, and then b1 underflows.
    let problem = NISTProblem.all.first { $0.name == "MGH10" }!
    var options = SeparableFit.Options()
    options.firstRadius = 10
    let fit = SeparableFit(
      problem.model, values: problem.values, start: problem.start(1), options: options)
    #expect(!fit.converged && fit.ending == .noStepImproves)
    #expect(fit.coefficients.count == 1 && fit.residuals.count == problem.values.count)
    #expect(fit.nonlinear[0] > 1e7 && fit.sumOfSquares < 1e7)
    #expect(fit.standardDeviations == nil)
  }

  @Test func `a flat place with a larger sum is no improvement`() {
    // At a rate of 20 only the first value is fitted. The Gauss-Newton step for the others leads to
    // 1e10, where the column and all derivatives are 0.
    let model = Decays(x: [1, 2, 3], constant: false)
    var options = SeparableFit.Options()
    options.maximumIterations = 0
    let fit = SeparableFit(model, values: [1, -10, -10], start: [20], options: options)
    #expect(fit.ending == .budget && !fit.converged && fit.orthogonality > 0.5)
    #expect(fit.nonlinear == [20] && fit.rank == 2)
    #expect((fit.sumOfSquares - 200).magnitude < 1e-6)
  }
}
