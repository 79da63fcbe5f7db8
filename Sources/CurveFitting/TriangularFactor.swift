/// R of a matrix J = Q R whose columns become those of Q, by Gram-Schmidt with one repetition: Q is then orthogonal to
/// rounding (Giraud, Langou, Rozloznik & van den Eshof 2005). Columns are scaled to unit length first.
struct TriangularFactor {
  /// R^-1 for the unscaled columns; one row per column.
  private(set) var inverse: [ParameterVector]
  /// Largest over smallest diagonal element of R of the scaled columns.
  let condition: Double

  /// Replaces columns by an orthonormal basis of their span.
  ///
  /// - Parameters:
  ///   - columns: the columns, one after the other, each of `blocks` blocks.
  ///   - count: p, 1 to 8.
  /// - Returns: nil if a column is zero or depends on the others to 1e-13.
  init?(orthogonalising columns: UnsafeMutablePointer<Block>, count: Int, blocks: Int) {
    @inline(__always)
    func product(_ a: UnsafeMutablePointer<Block>, _ b: UnsafeMutablePointer<Block>) -> Double {
      var sum = Block.zero
      for index in 0..<blocks { sum += a[index] * b[index] }
      return sum.sum()
    }
    var scale = ParameterVector.zero
    var upper = [ParameterVector](repeating: .zero, count: count)
    for k in 0..<count {
      let own = columns + k * blocks
      let square = product(own, own)
      guard square > 0, square.isFinite else { return nil }
      scale[k] = 1 / square.squareRoot()
      for index in 0..<blocks { own[index] *= scale[k] }
      for _ in 0..<2 where k > 0 {
        var along = ParameterVector.zero
        for lane in 0..<k { along[lane] = product(columns + lane * blocks, own) }
        for lane in 0..<k {
          let basis = columns + lane * blocks
          for index in 0..<blocks { own[index] -= along[lane] * basis[index] }
          upper[lane][k] += along[lane]
        }
      }
      let norm = product(own, own).squareRoot()
      guard norm > 1e-13 else { return nil }
      let inverse = 1 / norm
      for index in 0..<blocks { own[index] *= inverse }
      upper[k][k] = norm
    }
    // R^-1 by back substitution, column by column.
    var inverse = [ParameterVector](repeating: .zero, count: count)
    for column in 0..<count {
      for row in stride(from: column, through: 0, by: -1) {
        var sum = row == column ? 1.0 : 0
        for k in (row + 1)..<max(row + 1, column + 1) { sum -= upper[row][k] * inverse[k][column] }
        inverse[row][column] = sum / upper[row][row]
      }
    }
    var largest = 0.0
    var smallest = Double.infinity
    for k in 0..<count {
      largest = max(largest, upper[k][k])
      smallest = min(smallest, upper[k][k])
      inverse[k] *= scale[k]
    }
    guard smallest > 0 else { return nil }
    self.inverse = inverse
    condition = largest / smallest
  }
}
