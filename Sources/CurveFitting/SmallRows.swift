/// Up to four rows of up to four numbers, without allocation.
struct SmallRows: Sendable {
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

  /// lambda with sum lambda_k g_k = 0 and sum |lambda_k| = 1 over `width` + 1 rows; nil if there is more than one.
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
    // A row of zeros is a dependency on its own: only its lambda is not 0.
    var smallest = sizes[0]
    for k in 1...width { smallest = min(smallest, sizes[k]) }
    var total = 0.0
    for k in 0...width {
      if smallest > 0 { lambda[k] *= smallest / sizes[k] } else if sizes[k] > 0 { lambda[k] = 0 }
      total += lambda[k].magnitude
    }
    return total > 0 ? lambda / total : nil
  }

  /// The solution of the first `count` rows, by Gaussian elimination with partial pivoting; nil if singular.
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

  /// The same for three rows, each in a register: most laws have two columns and the error.
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
