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
    var matrix = [ParameterVector](repeating: .zero, count: parameterCount)
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

  /// - Parameters:
  ///   - matrix: I - Q_D'Q_D.
  ///   - products: Q_D'r_D.
  ///   - squares: r_D'r_D.
  private func deletion(
    _ matrix: [ParameterVector], _ products: ParameterVector, squares: Double
  ) -> Deletion? {
    var matrix = matrix
    // Gaussian elimination without pivoting: the matrix is symmetric with eigenvalues from 0 to 1.
    var shift = products
    for k in 0..<parameterCount {
      guard matrix[k][k] > 1e-10 else { return nil }
      for row in (k + 1)..<max(k + 1, parameterCount) {
        let factor = matrix[row][k] / matrix[k][k]
        matrix[row] -= factor * matrix[k]
        shift[row] -= factor * shift[k]
      }
    }
    for k in stride(from: parameterCount - 1, through: 0, by: -1) {
      for column in (k + 1)..<max(k + 1, parameterCount) {
        shift[k] -= matrix[k][column] * shift[column]
      }
      shift[k] /= matrix[k][k]
    }
    return Deletion(
      step: -applyInverse(to: shift),
      sumOfSquares: max(0, sumOfSquares - squares - (products * shift).sum()), shift: shift)
  }

  /// The residual of an observation, times sqrt(w), about the curve fitted without the deleted observations.
  ///
  /// For a deleted observation this is its prediction error.
  public func residual(_ index: Int, after deletion: Deletion) -> Double {
    weightedResiduals[index] + (orthogonalRow(index) * deletion.shift).sum()
  }
}
