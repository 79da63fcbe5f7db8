import CurveFitting
import RealModule
import TestSupport
import Testing

struct MinimaxFitTests {
  /// The minimax error by brute force: by Helly's theorem it is the largest error that a few
  /// samples force. A set of samples whose columns have exactly one dependency sum lambda g = 0 forces
  /// |sum lambda y| / sum |lambda|; such sets have at most width + 1 members.
  static func bruteForce(_ columns: [SIMD4<Double>], _ values: [Double], width: Int) -> Double {
    var largest = 0.0
    func visit(_ set: [Int], from next: Int) {
      if !set.isEmpty, let lambda = dependency(set.map { columns[$0] }, width: width) {
        let level = zip(lambda, set).reduce(0) { $0 + $1.0 * values[$1.1] }
        let size = lambda.reduce(0) { $0 + $1.magnitude }
        largest = max(largest, level.magnitude / size)
      }
      guard set.count <= width else { return }
      for index in next..<max(next, columns.count) { visit(set + [index], from: index + 1) }
    }
    visit([], from: 0)
    return largest
  }

  /// The single dependency of the rows; nil when there is none or more than one. By Gauss-Jordan elimination of the
  /// transpose with full pivoting.
  static func dependency(_ rows: [SIMD4<Double>], width: Int) -> [Double]? {
    let k = rows.count
    var matrix = (0..<width).map { lane in rows.map { $0[lane] } }
    let largest = matrix.joined().reduce(0) { max($0, $1.magnitude) }
    var pivots: [(row: Int, column: Int)] = []
    for _ in 0..<min(k, width) {
      var best = (size: 1e-12 * largest, row: -1, column: -1)
      for row in 0..<width where !pivots.contains(where: { $0.row == row }) {
        for column in 0..<k where !pivots.contains(where: { $0.column == column }) {
          if matrix[row][column].magnitude > best.size {
            best = (matrix[row][column].magnitude, row, column)
          }
        }
      }
      guard best.row >= 0 else { break }
      pivots.append((best.row, best.column))
      for row in 0..<width where row != best.row {
        let factor = matrix[row][best.column] / matrix[best.row][best.column]
        for column in 0..<k { matrix[row][column] -= factor * matrix[best.row][column] }
      }
    }
    guard pivots.count == k - 1 else { return nil }
    let free = (0..<k).first { column in !pivots.contains { $0.column == column } }!
    var lambda = [Double](repeating: 0, count: k)
    lambda[free] = 1
    for (row, column) in pivots { lambda[column] = -matrix[row][free] / matrix[row][column] }
    return lambda
  }

  /// Compares a fit with brute force, and checks its own statements.
  static func check(
    _ fit: MinimaxFit, _ columns: [SIMD4<Double>], _ values: [Double], width: Int,
    _ worst: inout Worst, _ label: String
  ) {
    let scale = values.reduce(0) { max($0, $1.magnitude) }
    let expected = bruteForce(columns, values, width: width)
    // Rounding of the solution of four equations, amplified by the condition of the columns, some hundred.
    let tolerance = 1e-11 * scale
    worst.note(fit.error, expected, tolerance: tolerance, "error, \(label)")
    let largest = zip(columns, values).map { ($1 - ($0 * fit.coefficients).sum()).magnitude }.max()
    worst.note(largest ?? .nan, expected, tolerance: tolerance, "largest residual, \(label)")
    worst.note(
      fit.multipliers.reduce(0) { $0 + $1.magnitude }, 1, tolerance: 1e-13, "sum, \(label)")
    var columnSum = SIMD4<Double>.zero
    var columnSize = 0.0
    var level = 0.0
    for (index, lambda) in zip(fit.reference, fit.multipliers) {
      columnSum += lambda * columns[index]
      columnSize = max(columnSize, (columns[index] * columns[index]).sum().squareRoot())
      level += lambda * values[index]
    }
    worst.note(
      (columnSum * columnSum).sum().squareRoot(), 0, tolerance: 1e-13 * columnSize,
      "dependency, \(label)")
    worst.note(level, expected, tolerance: tolerance, "level, \(label)")
    if fit.reference.count != width + 1 || fit.multipliers.count != width + 1 {
      worst.note(.infinity, "reference of \(label)")
    }
  }

  static func row(_ width: Int, _ value: (Int) -> Double) -> SIMD4<Double> {
    var row = SIMD4<Double>.zero
    for lane in 0..<width { row[lane] = value(lane) }
    return row
  }

  @Test(arguments: 1...3)
  func `random data`(width: Int) throws {
    let seed: UInt64 = 100 + UInt64(width)
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    var worst = Worst()
    for round in 0..<400 {
      let n = Int.random(in: width + 1...12, using: &random)
      let columns = (0..<n).map { _ in Self.row(width) { _ in random.uniform(-1...1) } }
      let values = (0..<n).map { _ in random.uniform(-10...10) }
      guard let fit = MinimaxFit(columns: columns, values: values, width: width) else {
        worst.note(.infinity, "no fit in round \(round)")
        continue
      }
      Self.check(fit, columns, values, width: width, &worst, "round \(round), n \(n)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test(arguments: 1...3)
  func `small whole numbers, with ties and dependent references`(width: Int) throws {
    let seed: UInt64 = 200 + UInt64(width)
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    var worst = Worst()
    var none = 0
    for round in 0..<1500 {
      let n = Int.random(in: width + 1...10, using: &random)
      let reach = Int.random(in: 1...3, using: &random)
      let columns = (0..<n).map { _ in
        Self.row(width) { _ in Double(Int.random(in: -reach...reach, using: &random)) }
      }
      let values = (0..<n).map { _ in Double(Int.random(in: -reach...reach, using: &random)) }
      guard let fit = MinimaxFit(columns: columns, values: values, width: width) else {
        none += 1
        // No fit is allowed only when the columns are dependent.
        if Self.rank(columns, width: width) == width {
          worst.note(.infinity, "no fit in round \(round): \(columns), \(values)")
        }
        continue
      }
      Self.check(
        fit, columns, values, width: width, &worst, "round \(round): \(columns), \(values)")
    }
    #expect(none < 500)
    #expect(worst.error <= 1, "\(worst)")
  }

  static func rank(_ columns: [SIMD4<Double>], width: Int) -> Int {
    var rows = columns
    var rank = 0
    for lane in 0..<width {
      guard
        let pivot = rows.indices.dropFirst(rank).first(where: { rows[$0][lane].magnitude > 1e-9 })
      else { continue }
      rows.swapAt(rank, pivot)
      for index in rows.indices.dropFirst(rank + 1) {
        rows[index] -= rows[index][lane] / rows[rank][lane] * rows[rank]
      }
      rank += 1
    }
    return rank
  }

  @Test(arguments: SlowFit.families.indices)
  func `curves of every family, rounded`(index: Int) throws {
    let family = SlowFit.families[index]
    let seed: UInt64 = 300
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    var worst = Worst()
    for round in 0..<40 {
      let n = Int.random(in: 8...16, using: &random)
      let theta = random.uniform(4...16)
      let times = (0..<n).map { Double($0) / 30 }
      let coefficients = SIMD4(random.uniform(5...50), random.uniform(100...900), 3, 0)
      let values = times.map {
        (family.value(at: $0, theta: 10, coefficients: coefficients) * 2).rounded() / 2
      }
      let columns = times.map { family.columns(at: $0, theta: theta) }
      let width = family.linearCount
      let fit = try #require(MinimaxFit(columns: columns, values: values, width: width))
      Self.check(fit, columns, values, width: width, &worst, "round \(round), theta \(theta)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `a known best approximation`() throws {
    // x^2 at -1, -0.5, ..., 1 by a + b x: the best is 1/2 with an error of 1/2.
    let x = [-1, -0.5, 0, 0.5, 1]
    let fit = try #require(
      MinimaxFit(columns: x.map { SIMD4(1, $0, 0, 0) }, values: x.map { $0 * $0 }, width: 2))
    #expect((fit.error - 0.5).magnitude < 1e-15)
    #expect((fit.coefficients[0] - 0.5).magnitude < 1e-15)
    #expect(fit.coefficients[1].magnitude < 1e-15)
    #expect(fit.reference.sorted() == [0, 2, 4])
    // The mean of minimum and maximum.
    let constant = try #require(
      MinimaxFit(columns: x.map { _ in SIMD4(1, 0, 0, 0) }, values: [3, 9, 4, -1, 5], width: 1))
    #expect(constant.error == 5 && constant.coefficients[0] == 4)
  }

  @Test(arguments: 1...3)
  func `exact data have no error`(width: Int) throws {
    let columns = (0..<20).map { index in Self.row(width) { Double.pow(Double(index) / 7, $0) } }
    let values = columns.map { ($0 * SIMD4(3, -2, 5, 0)).sum() }
    let fit = try #require(MinimaxFit(columns: columns, values: values, width: width))
    #expect(fit.error < 1e-13)
    for lane in 0..<width {
      #expect((fit.coefficients[lane] - [3, -2, 5][lane]).magnitude < 1e-12)
    }
  }

  @Test func `a warm start gives the same answer sooner`() throws {
    let seed: UInt64 = 400
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    var worst = Worst()
    var cold = 0
    var warm = 0
    for round in 0..<200 {
      let bounce = Simulated(using: &random)
      let family = ExponentialFamily.bounce
      let times = bounce.observations.abscissae
      func columns(_ theta: Double) -> [SIMD4<Double>] {
        times.map { family.columns(at: $0, theta: theta) }
      }
      let values = bounce.observations.values
      let near = try #require(
        MinimaxFit(columns: columns(bounce.decayRate * 1.001), values: values, width: 2))
      let plain = try #require(
        MinimaxFit(columns: columns(bounce.decayRate), values: values, width: 2))
      let warmed = try #require(
        MinimaxFit(
          columns: columns(bounce.decayRate), values: values, width: 2, reference: near.reference))
      cold += plain.exchanges
      warm += warmed.exchanges
      worst.note(
        warmed.error, plain.error, tolerance: 1e-12 * bounce.amplitude / 30, "round \(round)")
    }
    #expect(worst.error <= 1, "\(worst)")
    #expect(warm * 2 < cold, "\(warm) against \(cold)")
  }

  @Test func `any start leads to the same answer`() throws {
    let seed: UInt64 = 500
    print("seed \(seed)")
    var random = SplitMix64(seed: seed)
    var worst = Worst()
    for round in 0..<300 {
      let width = round % 3 + 1
      let n = 10
      let columns = (0..<n).map { _ in
        Self.row(width) { _ in Double(Int.random(in: -4...4, using: &random)) }
      }
      let values = (0..<n).map { _ in Double(Int.random(in: -9...9, using: &random)) }
      guard Self.rank(columns, width: width) == width else { continue }
      let start = Array((0..<n).shuffled(using: &random).prefix(width + 1))
      guard
        let fit = MinimaxFit(columns: columns, values: values, width: width, reference: start)
      else {
        worst.note(.infinity, "round \(round), start \(start)")
        continue
      }
      Self.check(fit, columns, values, width: width, &worst, "round \(round), start \(start)")
    }
    #expect(worst.error <= 1, "\(worst)")
  }

  @Test func `too few samples and useless columns have no fit`() {
    let ones = [SIMD4<Double>](repeating: SIMD4(1, 1, 0, 0), count: 5)
    #expect(MinimaxFit(columns: ones, values: [1, 2, 3, 4, 5], width: 2) == nil)
    #expect(MinimaxFit(columns: [SIMD4(1, 0, 0, 0)], values: [1], width: 1) == nil)
    #expect(MinimaxFit(columns: [], values: [], width: 1) == nil)
    let zeros = [SIMD4<Double>](repeating: .zero, count: 5)
    #expect(MinimaxFit(columns: zeros, values: [1, 2, 3, 4, 5], width: 1) == nil)
    #expect(MinimaxFit(columns: ones, values: [1, 2, 3, 4, 5], width: 0) == nil)
    #expect(MinimaxFit(columns: ones, values: [1, 2, 3, 4, 5], width: 4) == nil)
    // Invalid starts are replaced: wrong length, indices out of range, repeated samples.
    for start in [[], [0], [0, 1, 2], [0, 5], [-1, 2], [2, 2]] {
      let fit = MinimaxFit(columns: ones, values: [1, 2, 3, 4, 5], width: 1, reference: start)
      #expect(fit?.error == 2 && fit?.coefficients[0] == 3, "\(start)")
    }
    let endless = (0..<5).map { SIMD4($0 == 2 ? .infinity : 1.0, 0, 0, 0) }
    let fit = MinimaxFit(columns: endless, values: [1, 2, 3, 4, 5], width: 1)
    #expect(fit == nil)
    let holes = MinimaxFit(columns: ones, values: [1, 2, .nan, 4, 5], width: 1)
    #expect(holes == nil)
  }
}
