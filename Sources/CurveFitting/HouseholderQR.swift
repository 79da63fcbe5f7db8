/// A S P = Q R by Householder reflections with column pivoting (Golub 1965; Golub & Van Loan, 5.4).
///
/// S scales every column to a length in [1, 2) by a power of two, which is exact. P puts first the column that the
/// earlier ones explain least. Fill `elements`, then call `factor`; a second use allocates nothing.
package struct HouseholderQR: Sendable {
  /// Rows of A.
  package let rowCount: Int
  /// Columns of A.
  package let columnCount: Int
  /// A, stored by columns; after `factor` R in the upper triangle and the reflectors below it.
  package var elements: [Double]
  /// Number of columns that are independent to the tolerance; the columns after these in `order` are dependent.
  package private(set) var rank = 0
  /// P: position k holds column `order[k]`.
  package private(set) var order: [Int]
  /// S, by column of A.
  package private(set) var scales: [Double]
  /// Reflection k is I - tau v v' with v_k = 1.
  private var taus: [Double]
  /// By position: squared length of the part of a column below the rows already factored.
  private var squares: [Double]

  /// A zero matrix.
  package init(rowCount: Int, columnCount: Int) {
    self.rowCount = rowCount
    self.columnCount = columnCount
    elements = [Double](repeating: 0, count: rowCount * columnCount)
    order = Array(0..<columnCount)
    scales = [Double](repeating: 1, count: columnCount)
    taus = [Double](repeating: 0, count: columnCount)
    squares = taus
  }

  /// Factors the matrix in `elements`.
  ///
  /// - Parameter tolerance: relative length below which the remainder of a column counts as rounding error.
  /// - Returns: false when an element is not finite.
  package mutating func factor(tolerance: Double) -> Bool {
    rank = 0
    // A local copy: the steps of the columns modify `self`.
    var matrix: [Double] = []
    swap(&matrix, &elements)
    defer { swap(&matrix, &elements) }
    return matrix.withUnsafeMutableBufferPointer { elements in
      guard let a = elements.baseAddress else { return true }
      for column in 0..<columnCount {
        order[column] = column
        guard scale(a + column * rowCount, column) else { return false }
      }
      for k in 0..<min(rowCount, columnCount) {
        guard reflect(elements, from: k, tolerance: tolerance) else { break }
        rank = k + 1
      }
      return true
    }
  }

  /// Scales a column; false when an element is not finite.
  @inline(__always)
  private mutating func scale(_ start: UnsafeMutablePointer<Double>, _ column: Int) -> Bool {
    let n = rowCount
    var square = dot(start, start, count: n)
    if square > 1e-250, square < 1e250 {
      scales[column] = 1 / Self.powerOfTwo(below: square.squareRoot())
      square *= scales[column] * scales[column]
    } else {
      // The sum of squares may overflow or underflow: scale by the largest element before squaring.
      guard isFinite(UnsafeBufferPointer(start: start, count: n)) else { return false }
      var largest = 0.0
      for row in 0..<n { largest = max(largest, start[row].magnitude) }
      let first = 1 / Self.powerOfTwo(below: largest)
      // The reciprocal of a subnormal number overflows; such a column counts as zero.
      guard largest > 0, first.isFinite else {
        scales[column] = 1
        squares[column] = 0
        for row in 0..<n { start[row] = 0 }
        return true
      }
      square = 0
      for row in 0..<n { square += (start[row] * first) * (start[row] * first) }
      let second = 1 / Self.powerOfTwo(below: square.squareRoot())
      scales[column] = first * second
      square *= second * second
    }
    let scale = scales[column]
    for row in 0..<n { start[row] *= scale }
    squares[column] = square
    return true
  }

  /// Moves the longest remaining column to a position and reflects it; false if no independent column remains.
  @inline(__always)
  private mutating func reflect(
    _ elements: UnsafeMutableBufferPointer<Double>, from k: Int, tolerance: Double
  ) -> Bool {
    guard let a = elements.baseAddress else { return false }
    let n = rowCount
    let count = columnCount
    var pivot = k
    for column in k..<count where squares[column] > squares[pivot] { pivot = column }
    let norm = squares[pivot].squareRoot()
    // Scaled columns have a length of about 1.
    guard norm > tolerance else { return false }
    if pivot != k {
      for row in 0..<n { elements.swapAt(k * n + row, pivot * n + row) }
      order.swapAt(k, pivot)
      squares.swapAt(k, pivot)
    }
    let v = a + (k * n + k)
    let rest = n - k - 1
    let diagonal = v[0] > 0 ? -norm : norm
    let factor = 1 / (v[0] - diagonal)
    taus[k] = (diagonal - v[0]) / diagonal
    let tau = taus[k]
    for row in 1..<(rest + 1) { v[row] *= factor }
    v[0] = diagonal
    for column in k + 1..<max(k + 1, count) {
      let target = a + (column * n + k)
      let product = tau * (target[0] + dot(v + 1, target + 1, count: rest))
      target[0] -= product
      for row in 1..<(rest + 1) { target[row] -= product * v[row] }
      squares[column] = dot(target + 1, target + 1, count: rest)
    }
    return true
  }

  private static func powerOfTwo(below size: Double) -> Double {
    Double(sign: .plus, exponent: size.exponent, significand: 1)
  }

  /// R at a row and a position.
  package func upper(_ row: Int, _ position: Int) -> Double { elements[position * rowCount + row] }

  /// Q'v of n elements, in place.
  package func applyTransposed(to vector: inout [Double]) {
    vector.withUnsafeMutableBufferPointer {
      guard let base = $0.baseAddress else { return }
      for k in 0..<rank { reflect(base, k) }
    }
  }

  /// Q v of n elements, in place.
  package func apply(to vector: inout [Double]) {
    vector.withUnsafeMutableBufferPointer {
      guard let base = $0.baseAddress else { return }
      for k in stride(from: rank - 1, through: 0, by: -1) { reflect(base, k) }
    }
  }

  private func reflect(_ vector: UnsafeMutablePointer<Double>, _ k: Int) {
    elements.withUnsafeBufferPointer { elements in
      guard let a = elements.baseAddress else { return }
      let v = a + (k * rowCount + k)
      let target = vector + k
      let rest = rowCount - k - 1
      let product = taus[k] * (target[0] + dot(v + 1, target + 1, count: rest))
      target[0] -= product
      for row in 1..<(rest + 1) { target[row] -= product * v[row] }
    }
  }

  /// S P R^-1 c, the solution of A x = Q c; 0 in the dependent columns.
  package func solve(_ c: [Double], into solution: inout [Double]) {
    for column in 0..<columnCount { solution[column] = 0 }
    for row in stride(from: rank - 1, through: 0, by: -1) {
      var sum = c[row]
      for k in row + 1..<max(row + 1, rank) { sum -= upper(row, k) * solution[order[k]] }
      solution[order[row]] = sum / upper(row, row)
    }
    for column in 0..<columnCount { solution[column] *= scales[column] }
  }

  /// R^-T P'S b, in the first `rank` elements. Q times it is the transposed pseudoinverse of A times b.
  package func solveTransposed(_ b: [Double], into solution: inout [Double]) {
    for row in 0..<rank {
      var sum = scales[order[row]] * b[order[row]]
      for k in 0..<row { sum -= upper(k, row) * solution[k] }
      solution[row] = sum / upper(row, row)
    }
  }
}

/// Sum of x_i y_i in four partial sums, for SIMD.
func dot(_ x: UnsafePointer<Double>, _ y: UnsafePointer<Double>, count: Int) -> Double {
  var sums = SIMD4<Double>.zero
  var index = 0
  while index + 4 <= count {
    let left = SIMD4(x[index], x[index + 1], x[index + 2], x[index + 3])
    let right = SIMD4(y[index], y[index + 1], y[index + 2], y[index + 3])
    sums += left * right
    index += 4
  }
  var sum = sums.sum()
  while index < count {
    sum += x[index] * y[index]
    index += 1
  }
  return sum
}

func isFinite(_ values: UnsafeBufferPointer<Double>) -> Bool {
  // 0 v is 0 only for finite v; otherwise it is NaN, and the sum stays NaN.
  var sums = SIMD4<Double>.zero
  var index = 0
  while index + 4 <= values.count {
    sums += 0 * SIMD4(values[index], values[index + 1], values[index + 2], values[index + 3])
    index += 4
  }
  var sum = sums.sum()
  while index < values.count {
    sum += 0 * values[index]
    index += 1
  }
  return sum == 0
}
