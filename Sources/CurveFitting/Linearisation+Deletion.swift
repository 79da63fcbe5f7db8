extension Linearisation {
  /// The fit without some of its observations, under the linearised curve.
  public struct Deletion: Sendable {
    /// The change of the parameters.
    public var step: ParameterVector
    /// The weighted sum of squares of the remaining observations.
    public var sumOfSquares: Double
    fileprivate let shift: ParameterVector
  }

  /// The fit without its first `count` observations, in O(count) operations.
  ///
  /// With Q_D their rows of Q, r_D their residuals and z = (I - Q_D'Q_D)^-1 Q_D'r_D, the sum of squares
  /// decreases by r_D'(I - H_DD)^-1 r_D = r_D'r_D + r_D'Q_D z, the parameters change by -R^-1 z and every
  /// residual by q'z (Cook & Weisberg 1982). Exact for linear curves.
  ///
  /// - Parameter counts: the numbers of observations, ascending.
  /// - Returns: for each count, nil if the remaining observations do not determine the parameters.
  public func withoutFirst(_ counts: [Int]) -> [Deletion?] {
    withRows { matrix in
      for k in 0..<parameterCount { matrix[k][k] = 1 }
      var products = ParameterVector.zero
      var squares = 0.0
      var next = 0
      return counts.map { count in
        while next < min(count, self.count) {
          let q = orthogonalRow(next)
          let r = weightedResiduals[next]
          for k in 0..<parameterCount { matrix[k] -= q[k] * q }
          products += r * q
          squares += r * r
          next += 1
        }
        return deletion(matrix, products, squares: squares)
      }
    }
  }

  /// - Parameters:
  ///   - matrix: I - Q_D'Q_D.
  ///   - products: Q_D'r_D.
  ///   - squares: r_D'r_D.
  private func deletion(
    _ matrix: UnsafeMutableBufferPointer<ParameterVector>, _ products: ParameterVector,
    squares: Double
  ) -> Deletion? {
    let solution = withRows { copy in
      for k in 0..<parameterCount { copy[k] = matrix[k] }
      // Its eigenvalues are from 0 to 1.
      return Self.solve(copy, products, least: 1e-10)
    }
    guard let shift = solution else { return nil }
    return Deletion(
      step: -applyInverse(to: shift),
      sumOfSquares: max(0, sumOfSquares - squares - (products * shift).sum()), shift: shift)
  }

  /// The solution of A z = b for a symmetric positive definite A, by Gaussian elimination without pivoting; nil if a pivot
  /// is not above `least`.
  ///
  /// - Parameter matrix: A, which is eliminated in place.
  @inline(__always)
  static func solve(
    _ matrix: UnsafeMutableBufferPointer<ParameterVector>, _ right: ParameterVector, least: Double
  ) -> ParameterVector? {
    var right = right
    for k in matrix.indices {
      guard matrix[k][k] > least else { return nil }
      for row in (k + 1)..<max(k + 1, matrix.count) {
        let factor = matrix[row][k] / matrix[k][k]
        matrix[row] -= factor * matrix[k]
        right[row] -= factor * right[k]
      }
    }
    for k in matrix.indices.reversed() {
      for column in (k + 1)..<max(k + 1, matrix.count) {
        right[k] -= matrix[k][column] * right[column]
      }
      right[k] /= matrix[k][k]
    }
    return right
  }

  /// The residual of an observation, times sqrt(w), about the curve fitted without the deleted observations.
  ///
  /// For a deleted observation this is its prediction error.
  public func residual(_ index: Int, after deletion: Deletion) -> Double {
    weightedResiduals[index] + (orthogonalRow(index) * deletion.shift).sum()
  }
}
