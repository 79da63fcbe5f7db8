/// The best uniform approximation: the coefficients that minimise the maximum |residual|.
///
/// min over beta of max_n |y_n - g_n . beta| for m <= 3 columns, by Stiefel's exchange: solve on m + 1 reference
/// points, add the point with the largest residual, and remove the one that the ratio test of the simplex method
/// selects. The error on the reference is a lower bound that increases to the solution. If it does not increase (ties,
/// samples with dependent columns), Bland's rule prevents cycles. O(n) per exchange; a reference from a similar problem
/// usually needs one or two.
public struct MinimaxFit: Sendable {
  /// The minimum of the maximum |residual|.
  public var error = 0.0
  /// The coefficients of the minimum.
  public var coefficients = SIMD4<Double>.zero
  /// The number of exchanges.
  public var exchanges = 0
  /// The m + 1 sample indices that determine it.
  public var reference: [Int] { (0...width).map { points[$0] } }
  /// Their dual weights: sum |lambda| = 1, sum lambda g = 0, sum lambda y = error.
  public var multipliers: [Double] { (0...width).map { duals[$0] } }

  /// m.
  private let width: Int
  /// The reference and its dual weights, in the first m + 1 lanes.
  private(set) var points = SIMD4<Int>.zero
  private(set) var duals = SIMD4<Double>.zero
  /// Whether each reference point is above (+1) or below (-1) the curve.
  private var signs = SIMD4<Double>.zero

  /// Fits `columns[n] . beta` to `values`, optionally starting from a reference.
  ///
  /// - Parameters:
  ///   - columns: one row per sample, in the first `width` lanes.
  ///   - values: one value per sample.
  ///   - width: m, 1 to 3.
  ///   - start: m + 1 sample indices; replaced if they do not determine a fit.
  /// - Returns: nil with fewer than m + 1 samples, with dependent columns, or if a number is not finite.
  public init?(
    columns: [SIMD4<Double>], values: [Double], width: Int, reference start: [Int]? = nil
  ) {
    var columns = columns
    var points: SIMD4<Int>?
    if let start, start.count == width + 1, width < 4 {
      points = SIMD4(start + [Int](repeating: 0, count: 3 - width))
    }
    self.init(scaling: &columns, values: values, width: width, points: points)
  }

  /// The same in memory of the caller: `columns` are scaled in place, and `points` is the initial reference.
  init?(
    scaling columns: inout [SIMD4<Double>], values: [Double], width: Int, points: SIMD4<Int>?
  ) {
    guard columns.count == values.count, values.count > width, (1...3).contains(width) else {
      return nil
    }
    self.width = width
    let isFound = columns.withUnsafeMutableBufferPointer { columns in
      values.withUnsafeBufferPointer { values in
        run(columns, values, from: points)
      }
    }
    guard isFound else { return nil }
  }

  /// Scales the columns, then exchanges; false if there is no fit.
  private mutating func run(
    _ columns: UnsafeMutableBufferPointer<SIMD4<Double>>, _ values: UnsafeBufferPointer<Double>,
    from start: SIMD4<Int>?
  ) -> Bool {
    guard let (scale, height) = scaled(columns, values) else { return false }
    // Evenly spaced, as the alternating errors of a smooth curve are.
    var even = SIMD4<Int>.zero
    for k in 0...width { even[k] = k * (values.count - 1) / width }
    let columns = UnsafeBufferPointer(columns)
    guard
      begin(start ?? even, columns, values) || begin(even, columns, values)
        || independent(columns).map({ begin($0, columns, values) }) ?? false
    else { return false }

    var excess = Double.infinity
    var cautious = false
    for _ in 0..<500 {
      guard let (beta, system, share) = solveReference(columns, values) else { return false }
      coefficients = beta / scale
      let allowed = error * (1 + 1e-12) + 4 * height.ulp
      let (entering, worst) = worst(
        columns, values, beta, above: allowed, takesFirst: cautious)
      excess = worst - allowed
      guard entering >= 0 else { return true }

      let sign = values[entering] - (columns[entering] * beta).sum() < 0 ? -1.0 : 1.0
      var target = sign * columns[entering]
      target[width] = 1
      guard let direction = system.solved(target, count: width + 1) else { return false }
      let (leaving, smallest) = leaving(direction, share)
      guard leaving >= 0 else { break }
      cautious = smallest <= 1e-14
      points[leaving] = entering
      signs[leaving] = sign
      exchanges += 1
    }
    // At the end, only rounding causes further exchanges.
    return excess <= 1e-9 * height
  }

  /// Divides each column by its largest magnitude.
  ///
  /// - Returns: these magnitudes and the largest |value|; nil if a column is zero or a number is not finite.
  @inline(__always)
  private func scaled(
    _ columns: UnsafeMutableBufferPointer<SIMD4<Double>>, _ values: UnsafeBufferPointer<Double>
  ) -> (scale: SIMD4<Double>, height: Double)? {
    // The maximum of each column and, in the unused lane, of the values.
    var scale = SIMD4<Double>.zero
    var finite = SIMD4<Double>.zero
    for index in values.indices {
      var row = columns[index]
      row[3] = values[index]
      let size = SIMD4(row[0].magnitude, row[1].magnitude, row[2].magnitude, row[3].magnitude)
      scale.replace(with: size, where: size .> scale)
      finite += 0 * row
    }
    let height = scale[3]
    for lane in width..<4 { scale[lane] = 1 }
    guard finite.sum() == 0, (0..<width).allSatisfy({ scale[$0] > 0 }) else { return nil }
    if scale != .one {
      for index in values.indices { columns[index] /= scale }
    }
    return (scale, height)
  }

  /// Solves sign_k (y_k - g_k . beta) = error on the reference, for beta and the dual weights.
  ///
  /// - Returns: beta of the scaled columns, the equations of the dual weights and their solution; nil if singular.
  @inline(__always)
  private mutating func solveReference(
    _ columns: UnsafeBufferPointer<SIMD4<Double>>, _ values: UnsafeBufferPointer<Double>
  ) -> (beta: SIMD4<Double>, system: SmallRows, share: SIMD4<Double>)? {
    var rows = SmallRows()
    var system = SmallRows()
    var right = SIMD4<Double>.zero
    for k in 0...width {
      let index = points[k]
      var row = columns[index]
      for lane in 0..<width { system[lane][k] = signs[k] * row[lane] }
      system[width][k] = 1
      row[width] = signs[k]
      rows[k] = row
      right[k] = values[index]
    }
    var unit = SIMD4<Double>.zero
    unit[width] = 1
    guard let solved = rows.solved(right, count: width + 1),
      let share = system.solved(unit, count: width + 1)
    else { return nil }
    error = solved[width].magnitude
    var beta = solved
    for lane in width..<4 { beta[lane] = 0 }
    for k in 0...width { duals[k] = signs[k] * max(0, share[k]) }
    return (beta, system, share)
  }

  /// The sample furthest from a curve, or the first one beyond the allowed distance; -1 if there is none.
  @inline(__always)
  private func worst(
    _ columns: UnsafeBufferPointer<SIMD4<Double>>, _ values: UnsafeBufferPointer<Double>,
    _ beta: SIMD4<Double>, above allowed: Double, takesFirst: Bool
  ) -> (index: Int, size: Double) {
    var entering = -1
    var worst = allowed
    for index in values.indices {
      // Most laws have two columns: two products, and no sum over lanes.
      let row = columns[index]
      let curve = width == 2 ? row[0] * beta[0] + row[1] * beta[1] : (row * beta).sum()
      let size = (values[index] - curve).magnitude
      guard size > worst else { continue }
      entering = index
      worst = size
      if takesFirst { break }
    }
    return (entering, worst)
  }

  /// The point to remove: the smallest lambda_k / d_k over d_k > 0 with A d = A_p; -1 if there is none.
  @inline(__always)
  private func leaving(
    _ direction: SIMD4<Double>, _ share: SIMD4<Double>
  ) -> (index: Int, ratio: Double) {
    var leaving = -1
    var smallest = Double.infinity
    for k in 0...width where direction[k] > 1e-13 {
      let ratio = max(0, share[k]) / direction[k]
      let tied = (ratio - smallest).magnitude <= 1e-14
      if tied ? points[k] < points[leaving] : ratio < smallest {
        smallest = min(ratio, smallest)
        leaving = k
      }
    }
    return (leaving, smallest)
  }

  /// Fits a curve of a family at one theta; weights are ignored.
  ///
  /// - Returns: nil with no more samples than columns, with dependent columns, or if a number is not finite.
  @_specialize(where Family == ExponentialFamily)
  @_specialize(where Family == HyperbolicFamily)
  public init?<Family: ProjectionFamily>(
    _ family: Family, _ observations: Observations, theta: Double, reference start: [Int]? = nil
  ) {
    self.init(
      columns: family.columns(at: observations.abscissae, theta: theta),
      values: observations.values, width: family.linearCount, reference: start)
  }

  /// Adopts a reference if its columns have exactly one dependency; the signs are chosen so that the error is positive.
  private mutating func begin(
    _ start: SIMD4<Int>, _ columns: UnsafeBufferPointer<SIMD4<Double>>,
    _ values: UnsafeBufferPointer<Double>
  ) -> Bool {
    var rows = SmallRows()
    for k in 0...width {
      guard values.indices.contains(start[k]) else { return false }
      rows[k] = columns[start[k]]
    }
    guard let lambda = rows.nullVector(width: width) else { return false }
    var level = 0.0
    for k in 0...width { level += lambda[k] * values[start[k]] }
    points = start
    for k in 0...width { signs[k] = (lambda[k] < 0) == (level < 0) ? 1 : -1 }
    return true
  }

  /// The samples with the most independent columns, by elimination with pivoting, and one more; nil if the columns are
  /// dependent.
  private func independent(_ columns: UnsafeBufferPointer<SIMD4<Double>>) -> SIMD4<Int>? {
    var rest = Array(columns)
    var chosen: [Int] = []
    for lane in 0..<width {
      guard
        let pivot = rest.indices.max(by: { rest[$0][lane].magnitude < rest[$1][lane].magnitude }),
        rest[pivot][lane].magnitude > 1e-13
      else { return nil }
      let row = rest[pivot]
      for index in rest.indices { rest[index] -= rest[index][lane] / row[lane] * row }
      chosen.append(pivot)
    }
    var result = SIMD4<Int>.zero
    for k in 0..<width { result[k] = chosen[k] }
    result[width] = columns.indices.first { !chosen.contains($0) } ?? 0
    return result
  }
}
