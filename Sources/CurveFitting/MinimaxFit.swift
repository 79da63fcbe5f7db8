/// The best uniform approximation: the coefficients that make the largest |residual| smallest.
///
/// min over beta of max_n |y_n - g_n . beta| for m <= 3 columns, by Stiefel's exchange: solve on m + 1
/// reference points, bring in the worst other point, let the ratio test of the simplex method say
/// which one leaves. The error on the reference is a lower bound that rises to the answer. Where it
/// does not rise (ties, samples whose columns are dependent) Bland's rule keeps the exchange from
/// going in circles. O(n) an exchange; a reference from a neighbouring problem usually needs one or two.
public struct MinimaxFit: Sendable {
  /// The smallest possible largest |residual|.
  public var error = 0.0
  /// The coefficients that reach it.
  public var coefficients = SIMD4<Double>.zero
  /// Exchanges made.
  public var exchanges = 0
  /// The m + 1 sample numbers that determine it.
  public var reference: [Int] { (0...width).map { points[$0] } }
  /// Their dual weights: sum |lambda| = 1, sum lambda g = 0, sum lambda y = error.
  public var multipliers: [Double] { (0...width).map { duals[$0] } }

  /// m.
  private let width: Int
  /// The reference and its dual weights, in the first m + 1 lanes.
  private(set) var points = SIMD4<Int>.zero
  private(set) var duals = SIMD4<Double>.zero
  /// Whether each reference point lies above (+1) or below (-1) the curve.
  private var signs = SIMD4<Double>.zero

  /// Fits `columns[n] . beta` to `values`, starting from a reference when one is at hand.
  ///
  /// - Parameters:
  ///   - columns: one row a sample, in the first `width` lanes.
  ///   - values: one value a sample.
  ///   - width: m, 1 to 3.
  ///   - start: m + 1 sample numbers; replaced when they do not determine a fit.
  /// - Returns: nil with fewer than m + 1 samples, when the columns are dependent, or when a number is
  ///   not finite.
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

  /// The same in memory of the caller's: `columns` are scaled in place, `points` are the reference to
  /// start from.
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

  /// Scales the columns, then exchanges; false where there is no fit.
  private mutating func run(
    _ columns: UnsafeMutableBufferPointer<SIMD4<Double>>, _ values: UnsafeBufferPointer<Double>,
    from start: SIMD4<Int>?
  ) -> Bool {
    let n = values.count
    // The largest of each column and, in the lane that no column has, of the values.
    var scale = SIMD4<Double>.zero
    var finite = SIMD4<Double>.zero
    for index in 0..<n {
      var row = columns[index]
      row[3] = values[index]
      let size = SIMD4(row[0].magnitude, row[1].magnitude, row[2].magnitude, row[3].magnitude)
      scale.replace(with: size, where: size .> scale)
      finite += 0 * row
    }
    let height = scale[3]
    for lane in width..<4 { scale[lane] = 1 }
    guard finite.sum() == 0, (0..<width).allSatisfy({ scale[$0] > 0 }) else { return false }
    if scale != .one {
      for index in 0..<n { columns[index] /= scale }
    }

    // Evenly over the samples: the alternation of a smooth curve's error.
    var even = SIMD4<Int>.zero
    for k in 0...width { even[k] = k * (n - 1) / width }
    let columns = UnsafeBufferPointer(columns)
    guard
      begin(start ?? even, columns, values) || begin(even, columns, values)
        || independent(columns).map({ begin($0, columns, values) }) ?? false
    else { return false }

    var excess = Double.infinity
    var cautious = false
    for _ in 0..<500 {
      // sign_k (y_k - g_k . beta) = error on the reference.
      var rows = Rows()
      var system = Rows()
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
      else { return false }
      error = solved[width].magnitude
      var beta = solved
      for lane in width..<4 { beta[lane] = 0 }
      coefficients = beta / scale
      for k in 0...width { duals[k] = signs[k] * max(0, share[k]) }

      // The worst sample; the first that is too far off when the error did not rise last time.
      let allowed = error * (1 + 1e-12) + 4 * height.ulp
      var entering = -1
      var worst = allowed
      for index in 0..<n {
        // Two columns are what most laws have: two products, and no sum over lanes.
        let row = columns[index]
        let curve = width == 2 ? row[0] * beta[0] + row[1] * beta[1] : (row * beta).sum()
        let size = (values[index] - curve).magnitude
        guard size > worst else { continue }
        entering = index
        worst = size
        if cautious { break }
      }
      excess = worst - allowed
      guard entering >= 0 else { return true }

      // Which point leaves: smallest lambda_k / d_k over d_k > 0, A d = A_p.
      let sign = values[entering] - (columns[entering] * beta).sum() < 0 ? -1.0 : 1.0
      var target = sign * columns[entering]
      target[width] = 1
      guard let direction = system.solved(target, count: width + 1) else { return false }
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
      guard leaving >= 0 else { break }
      cautious = smallest <= 1e-14
      points[leaving] = entering
      signs[leaving] = sign
      exchanges += 1
    }
    // Rounding alone keeps exchanges going at the end.
    return excess <= 1e-9 * height
  }

  /// Fits a curve of a family at one theta; weights are ignored.
  ///
  /// - Returns: nil with no more samples than columns, when the columns are dependent, or when a number
  ///   is not finite.
  @_specialize(where Family == ExponentialFamily)
  @_specialize(where Family == HyperbolicFamily)
  public init?<Family: ProjectionFamily>(
    _ family: Family, _ observations: Observations, theta: Double, reference start: [Int]? = nil
  ) {
    self.init(
      columns: family.columns(at: observations.abscissae, theta: theta),
      values: observations.values, width: family.linearCount, reference: start)
  }

  /// Takes a reference if its columns have exactly one dependency; its signs make the error positive.
  private mutating func begin(
    _ start: SIMD4<Int>, _ columns: UnsafeBufferPointer<SIMD4<Double>>,
    _ values: UnsafeBufferPointer<Double>
  ) -> Bool {
    var rows = Rows()
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

  /// The samples with the most independent columns, by elimination with pivoting, and one more; nil when
  /// the columns are dependent.
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

/// Up to four rows of up to four numbers, without an allocation.
private struct Rows {
  private var first = SIMD4<Double>.zero
  private var second = SIMD4<Double>.zero
  private var third = SIMD4<Double>.zero
  private var fourth = SIMD4<Double>.zero

  subscript(row: Int) -> SIMD4<Double> {
    @inline(__always) get {
      switch row {
      case 0: first
      case 1: second
      case 2: third
      default: fourth
      }
    }
    @inline(__always) set {
      switch row {
      case 0: first = newValue
      case 1: second = newValue
      case 2: third = newValue
      default: fourth = newValue
      }
    }
  }

  /// lambda with sum lambda_k g_k = 0 and sum |lambda_k| = 1 over `width` + 1 rows; nil when there is more
  /// than one.
  func nullVector(width: Int) -> SIMD4<Double>? {
    // Cofactors of rows of size 1: lambda_k = (-1)^k det of the others.
    var sizes = SIMD4<Double>.zero
    var scaled = self
    for k in 0...width {
      let row = self[k]
      for lane in 0..<width { sizes[k] = max(sizes[k], row[lane].magnitude) }
      if sizes[k] > 0 { scaled[k] = row / sizes[k] }
    }
    var lambda = SIMD4<Double>.zero
    for skipped in 0...width {
      let a = scaled[skipped > 0 ? 0 : 1]
      let b = scaled[skipped > 1 ? 1 : 2]
      let c = scaled[skipped > 2 ? 2 : 3]
      let value =
        switch width {
        case 1: a[0]
        case 2: a[0] * b[1] - a[1] * b[0]
        default:
          a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
            + a[2] * (b[0] * c[1] - b[1] * c[0])
        }
      lambda[skipped] = skipped % 2 == 0 ? value : -value
    }
    guard (0...width).contains(where: { lambda[$0].magnitude > 1e-12 }) else { return nil }
    // A row of zeros is a dependency by itself, and its sample the only one that counts.
    var smallest = sizes[0]
    for k in 1...width { smallest = min(smallest, sizes[k]) }
    var total = 0.0
    for k in 0...width {
      if smallest > 0 { lambda[k] *= smallest / sizes[k] } else if sizes[k] > 0 { lambda[k] = 0 }
      total += lambda[k].magnitude
    }
    return total > 0 ? lambda / total : nil
  }

  /// The solution of the first `count` rows, by Gaussian elimination with partial pivoting; nil when
  /// singular.
  func solved(_ right: SIMD4<Double>, count: Int) -> SIMD4<Double>? {
    guard count != 3 else { return solvedThree(right) }
    var rows = self
    var right = right
    for k in 0..<count {
      var pivot = k
      for row in k..<count where rows[row][k].magnitude > rows[pivot][k].magnitude { pivot = row }
      guard rows[pivot][k].magnitude > 1e-300 else { return nil }
      if pivot != k {
        (rows[k], rows[pivot]) = (rows[pivot], rows[k])
        (right[k], right[pivot]) = (right[pivot], right[k])
      }
      let top = rows[k]
      for row in (k + 1)..<max(k + 1, count) {
        let factor = rows[row][k] / top[k]
        rows[row] -= factor * top
        right[row] -= factor * right[k]
      }
    }
    var result = SIMD4<Double>.zero
    for k in stride(from: count - 1, through: 0, by: -1) {
      var sum = right[k]
      for column in (k + 1)..<max(k + 1, count) { sum -= rows[k][column] * result[column] }
      result[k] = sum / rows[k][k]
    }
    return result
  }

  /// The same for three rows, with every row in a register: two columns and the error are what most laws have.
  private func solvedThree(_ right: SIMD4<Double>) -> SIMD4<Double>? {
    var (a, b, c) = (first, second, third)
    var (x, y, z) = (right[0], right[1], right[2])
    if b[0].magnitude > a[0].magnitude {
      if c[0].magnitude > b[0].magnitude {
        (a, c, x, z) = (c, a, z, x)
      } else {
        (a, b, x, y) = (b, a, y, x)
      }
    } else if c[0].magnitude > a[0].magnitude {
      (a, c, x, z) = (c, a, z, x)
    }
    guard a[0].magnitude > 1e-300 else { return nil }
    var factor = b[0] / a[0]
    b -= factor * a
    y -= factor * x
    factor = c[0] / a[0]
    c -= factor * a
    z -= factor * x
    if c[1].magnitude > b[1].magnitude { (b, c, y, z) = (c, b, z, y) }
    guard b[1].magnitude > 1e-300 else { return nil }
    factor = c[1] / b[1]
    c -= factor * b
    z -= factor * y
    guard c[2].magnitude > 1e-300 else { return nil }
    let last = z / c[2]
    let middle = (y - b[2] * last) / b[1]
    return SIMD4((x - a[1] * middle - a[2] * last) / a[0], middle, last, 0)
  }
}
