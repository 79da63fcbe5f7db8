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
  /// The m + 1 sample numbers that determine it.
  public var reference: [Int]
  /// Their dual weights: sum |lambda| = 1, sum lambda g = 0, sum lambda y = error.
  public var multipliers: [Double] = []
  /// Exchanges made.
  public var exchanges = 0

  /// Whether each reference point lies above (+1) or below (-1) the curve.
  private var signs: [Double]

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
    let n = values.count
    guard columns.count == n, n > width, (1...3).contains(width) else { return nil }
    var scale = SIMD4<Double>.zero
    var height = 0.0
    var finite = SIMD4<Double>.zero
    for index in 0..<n {
      let row = columns[index]
      scale = pointwiseMax(scale, row.replacing(with: -row, where: row .< 0))
      height = max(height, values[index].magnitude)
      finite += 0 * row
      finite[3] += 0 * values[index]
    }
    for lane in width..<4 { scale[lane] = 1 }
    guard finite.sum() == 0, (0..<width).allSatisfy({ scale[$0] > 0 }) else { return nil }
    let columns = columns.map { $0 / scale }

    reference = []
    signs = []
    // Evenly over the samples: the alternation of a smooth curve's error.
    let even = (0...width).map { $0 * (n - 1) / width }
    guard
      begin(start ?? even, columns, values, width) || begin(even, columns, values, width)
        || begin(Self.independent(columns, width), columns, values, width)
    else { return nil }

    var excess = Double.infinity
    var cautious = false
    for _ in 0..<500 {
      // sign_k (y_k - g_k . beta) = error on the reference.
      var rows: [SIMD4<Double>] = []
      var system = [SIMD4<Double>](repeating: .zero, count: width + 1)
      var right = SIMD4<Double>.zero
      for (k, index) in reference.enumerated() {
        var row = columns[index]
        row[width] = signs[k]
        rows.append(row)
        right[k] = values[index]
        for lane in 0..<width { system[lane][k] = signs[k] * columns[index][lane] }
        system[width][k] = 1
      }
      var unit = SIMD4<Double>.zero
      unit[width] = 1
      guard let solved = Self.solve(rows, right), let share = Self.solve(system, unit) else {
        return nil
      }
      error = solved[width].magnitude
      var beta = solved
      for lane in width..<4 { beta[lane] = 0 }
      coefficients = beta / scale
      multipliers = (0...width).map { signs[$0] * max(0, share[$0]) }

      // The worst sample; the first that is too far off when the error did not rise last time.
      let allowed = error * (1 + 1e-12) + 4 * height.ulp
      var entering = -1
      var worst = allowed
      for index in 0..<n {
        let size = (values[index] - (columns[index] * beta).sum()).magnitude
        guard size > worst else { continue }
        entering = index
        worst = size
        if cautious { break }
      }
      excess = worst - allowed
      guard entering >= 0 else { return }

      // Which point leaves: smallest lambda_k / d_k over d_k > 0, A d = A_p.
      let sign = values[entering] - (columns[entering] * beta).sum() < 0 ? -1.0 : 1.0
      var target = sign * columns[entering]
      target[width] = 1
      guard let direction = Self.solve(system, target) else { return nil }
      var leaving = -1
      var smallest = Double.infinity
      for k in 0...width where direction[k] > 1e-13 {
        let ratio = max(0, share[k]) / direction[k]
        let tied = (ratio - smallest).magnitude <= 1e-14
        if tied ? reference[k] < reference[leaving] : ratio < smallest {
          smallest = min(ratio, smallest)
          leaving = k
        }
      }
      guard leaving >= 0 else { break }
      cautious = smallest <= 1e-14
      reference[leaving] = entering
      signs[leaving] = sign
      exchanges += 1
    }
    // Rounding alone keeps exchanges going at the end.
    guard excess <= 1e-9 * height else { return nil }
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
    _ start: [Int], _ columns: [SIMD4<Double>], _ values: [Double], _ width: Int
  ) -> Bool {
    guard start.count == width + 1, start.allSatisfy(values.indices.contains),
      let lambda = Self.nullVector(start.map { columns[$0] }, width: width)
    else { return false }
    var level = 0.0
    for (k, index) in start.enumerated() { level += lambda[k] * values[index] }
    reference = start
    signs = lambda.map { ($0 < 0) == (level < 0) ? 1 : -1 }
    return true
  }

  /// The samples with the most independent columns, by elimination with pivoting, and one more.
  private static func independent(_ columns: [SIMD4<Double>], _ width: Int) -> [Int] {
    var rest = columns
    var chosen: [Int] = []
    for lane in 0..<width {
      guard
        let pivot = rest.indices.max(by: { rest[$0][lane].magnitude < rest[$1][lane].magnitude }),
        rest[pivot][lane].magnitude > 1e-13
      else { return [] }
      let row = rest[pivot]
      for index in rest.indices { rest[index] -= rest[index][lane] / row[lane] * row }
      chosen.append(pivot)
    }
    return chosen + [columns.indices.first { !chosen.contains($0) } ?? 0]
  }

  /// lambda with sum lambda_k g_k = 0 and sum |lambda_k| = 1; nil when there is more than one.
  private static func nullVector(_ rows: [SIMD4<Double>], width: Int) -> [Double]? {
    // Cofactors of rows of size 1: lambda_k = (-1)^k det of the others.
    let sizes = rows.map { row in (0..<width).reduce(0) { max($0, row[$1].magnitude) } }
    let scaled = zip(rows, sizes).map { $1 > 0 ? $0 / $1 : $0 }
    var lambda: [Double] = []
    for skipped in rows.indices {
      var minor: [SIMD4<Double>] = []
      for index in rows.indices where index != skipped { minor.append(scaled[index]) }
      let value =
        switch width {
        case 1: minor[0][0]
        case 2: minor[0][0] * minor[1][1] - minor[0][1] * minor[1][0]
        default:
          minor[0][0] * (minor[1][1] * minor[2][2] - minor[1][2] * minor[2][1])
            - minor[0][1] * (minor[1][0] * minor[2][2] - minor[1][2] * minor[2][0])
            + minor[0][2] * (minor[1][0] * minor[2][1] - minor[1][1] * minor[2][0])
        }
      lambda.append(skipped % 2 == 0 ? value : -value)
    }
    guard lambda.contains(where: { $0.magnitude > 1e-12 }) else { return nil }
    // A row of zeros is a dependency by itself, and its sample the only one that counts.
    let smallest = sizes.min() ?? 0
    for k in lambda.indices {
      if smallest > 0 { lambda[k] *= smallest / sizes[k] } else if sizes[k] > 0 { lambda[k] = 0 }
    }
    let total = lambda.reduce(0) { $0 + $1.magnitude }
    return total > 0 ? lambda.map { $0 / total } : nil
  }

  /// Gaussian elimination with partial pivoting; nil when singular.
  private static func solve(_ rows: [SIMD4<Double>], _ right: SIMD4<Double>) -> SIMD4<Double>? {
    var rows = rows
    var right = right
    let n = rows.count
    for k in 0..<n {
      var pivot = k
      for row in k..<n where rows[row][k].magnitude > rows[pivot][k].magnitude { pivot = row }
      guard rows[pivot][k].magnitude > 1e-300 else { return nil }
      rows.swapAt(k, pivot)
      (right[k], right[pivot]) = (right[pivot], right[k])
      for row in (k + 1)..<max(k + 1, n) {
        let factor = rows[row][k] / rows[k][k]
        rows[row] -= factor * rows[k]
        right[row] -= factor * right[k]
      }
    }
    var result = SIMD4<Double>.zero
    for k in stride(from: n - 1, through: 0, by: -1) {
      var sum = right[k]
      for column in (k + 1)..<max(k + 1, n) { sum -= rows[k][column] * result[column] }
      result[k] = sum / rows[k][k]
    }
    return result
  }
}
