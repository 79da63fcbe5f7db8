/// A covariance matrix of at most eight parameters.
public struct Covariance: Sendable, Hashable {
  /// Number of parameters.
  public let count: Int
  var rows: [ParameterVector]

  /// A zero matrix.
  ///
  /// - Precondition: at most eight parameters.
  public init(count: Int) {
    precondition((0...8).contains(count), "at most eight parameters")
    self.count = count
    rows = [ParameterVector](repeating: .zero, count: count)
  }

  /// One element.
  public subscript(row: Int, column: Int) -> Double {
    get { rows[row][column] }
    set { rows[row][column] = newValue }
  }

  /// Square root of a diagonal element.
  public func standardError(_ index: Int) -> Double { max(0, self[index, index]).squareRoot() }

  /// Correlation of two parameters; NaN if either has a standard error of 0.
  public func correlation(_ first: Int, _ second: Int) -> Double {
    let product = standardError(first) * standardError(second)
    return product > 0 ? max(-1, min(1, self[first, second] / product)) : .nan
  }

  /// Every element times a factor.
  public func scaled(by factor: Double) -> Covariance {
    var result = self
    for row in 0..<count { result.rows[row] *= factor }
    return result
  }

  /// Delta method: the variance g'Vg of a quantity with gradient g.
  public func variance(along gradient: ParameterVector) -> Double {
    var sum = 0.0
    for row in 0..<count { sum += gradient[row] * (rows[row] * gradient).sum() }
    return max(0, sum)
  }

  /// Delta method: the covariance of at most eight quantities with given gradients.
  public func transformed(by gradients: [ParameterVector]) -> Covariance {
    var result = Covariance(count: gradients.count)
    for (i, left) in gradients.enumerated() {
      var product = ParameterVector.zero
      for row in 0..<count { product += left[row] * rows[row] }
      for (j, right) in gradients.enumerated() { result[i, j] = (product * right).sum() }
    }
    return result
  }
}
