internal import RealModule

/// A curve linearised at its fitted parameters: the factored Jacobian, the residuals and the statistics from them.
///
/// All numbers here assume that the curve is linear in its parameters within a few standard errors of the
/// minimum. Rows are weighted by sqrt(w). J = Q R with columns scaled to unit length, by Gram-Schmidt with one
/// repetition. A covariance is R^-1 (...) R^-T; J'J is never formed, since that would lose half the digits.
public struct Linearisation: Sendable {
  /// Number of parameters p, 1 to 8.
  public let parameterCount: Int
  /// Rows of Q; unused lanes are 0.
  public let orthogonalRows: [ParameterVector]
  /// Residuals, each times sqrt(w).
  public let weightedResiduals: [Double]
  /// R^-1 in units of the unscaled parameters; one row per parameter.
  let inverse: [ParameterVector]
  /// Largest over smallest diagonal element of R of the scaled Jacobian.
  public let condition: Double

  /// Factors a Jacobian.
  ///
  /// - Parameters:
  ///   - jacobian: n rows of d(curve)/d(parameter), in the first `parameterCount` lanes.
  ///   - residuals: n residuals, observed - fitted.
  ///   - weights: n weights w >= 0, or empty.
  ///   - parameterCount: p.
  /// - Returns: nil when a column is zero or depends on the others to 1e-13.
  public init?(
    jacobian: [ParameterVector], residuals: [Double], weights: [Double], parameterCount: Int
  ) {
    precondition(jacobian.count == residuals.count && (1...8).contains(parameterCount))
    var rows = jacobian
    var weighted = residuals
    if !weights.isEmpty {
      for index in rows.indices {
        let root = weights[index].squareRoot()
        rows[index] *= root
        weighted[index] *= root
      }
    }
    var norms = ParameterVector.zero
    for row in rows { norms += row * row }
    var scale = ParameterVector.zero
    for lane in 0..<parameterCount {
      guard norms[lane] > 0, norms[lane].isFinite else { return nil }
      scale[lane] = 1 / norms[lane].squareRoot()
    }
    for index in rows.indices { rows[index] *= scale }

    // upper[k] is row k of R. Two passes of Gram-Schmidt make Q orthogonal to rounding (Giraud, Langou,
    // Rozloznik & van den Eshof 2005).
    var upper = [ParameterVector](repeating: .zero, count: parameterCount)
    for k in 0..<parameterCount {
      for _ in 0..<2 where k > 0 {
        var product = ParameterVector.zero
        for row in rows { product += row[k] * row }
        for lane in k..<8 { product[lane] = 0 }
        for index in rows.indices { rows[index][k] -= (product * rows[index]).sum() }
        for lane in 0..<k { upper[lane][k] += product[lane] }
      }
      var square = 0.0
      for row in rows { square += row[k] * row[k] }
      let norm = square.squareRoot()
      guard norm > 1e-13 else { return nil }
      for index in rows.indices { rows[index][k] /= norm }
      upper[k][k] = norm
    }
    // R^-1 by back substitution, column by column.
    var inverse = [ParameterVector](repeating: .zero, count: parameterCount)
    for column in 0..<parameterCount {
      for row in stride(from: column, through: 0, by: -1) {
        var sum = row == column ? 1.0 : 0
        for k in (row + 1)..<max(row + 1, column + 1) { sum -= upper[row][k] * inverse[k][column] }
        inverse[row][column] = sum / upper[row][row]
      }
    }
    var largest = 0.0
    var smallest = Double.infinity
    for k in 0..<parameterCount {
      largest = max(largest, upper[k][k])
      smallest = min(smallest, upper[k][k])
      inverse[k] *= scale[k]
    }
    guard smallest > 0 else { return nil }
    self.parameterCount = parameterCount
    orthogonalRows = rows
    weightedResiduals = weighted
    self.inverse = inverse
    condition = largest / smallest
  }

  /// Number of observations n.
  public var count: Int { weightedResiduals.count }
  /// n - p.
  public var degreesOfFreedom: Int { count - parameterCount }
  /// Sum of w r^2.
  public var sumOfSquares: Double { weightedResiduals.reduce(0) { $0.addingProduct($1, $1) } }
  /// s^2 = sum of w r^2 / (n - p); NaN without degrees of freedom.
  public var variance: Double {
    degreesOfFreedom > 0 ? sumOfSquares / Double(degreesOfFreedom) : .nan
  }

  /// The Gauss-Newton step R^-1 Q'r that one more iteration would add to the parameters.
  public var remainingStep: ParameterVector { applyInverse(to: projectedResidual) }

  /// Cosine of the angle between the residuals and the tangent plane (Bates & Watts): 0 at the minimum.
  public var orthogonality: Double {
    let norm = sumOfSquares.squareRoot()
    guard norm > 0 else { return 0 }
    let q = projectedResidual
    return (q * q).sum().squareRoot() / norm
  }

  /// One more column: the coefficient that one Gauss-Newton step would give it, and the squared length of its part
  /// that no other column gives, from which the error of the coefficient follows; nil where there is no such part.
  ///
  /// With c the column times sqrt(w), c' its part orthogonal to Q and r the residuals: size = c'c', step = c'r / size.
  ///
  /// - Parameters:
  ///   - column: n values.
  ///   - weights: the weights of the fit, or empty.
  public func step(
    toward column: [Double], weights: [Double]
  ) -> (step: Double, size: Double)? {
    precondition(column.count == count, "one value an observation")
    var along = ParameterVector.zero
    var length = 0.0
    for index in column.indices {
      let value = weights.isEmpty ? column[index] : column[index] * weights[index].squareRoot()
      along += value * orthogonalRows[index]
      length += value * value
    }
    var size = 0.0
    var product = 0.0
    for index in column.indices {
      let value = weights.isEmpty ? column[index] : column[index] * weights[index].squareRoot()
      let rest = value - (along * orthogonalRows[index]).sum()
      size += rest * rest
      product += rest * weightedResiduals[index]
    }
    return size > 1e-20 * length ? (product / size, size) : nil
  }

  private var projectedResidual: ParameterVector {
    var result = ParameterVector.zero
    for index in orthogonalRows.indices {
      result += weightedResiduals[index] * orthogonalRows[index]
    }
    return result
  }

  func applyInverse(to v: ParameterVector) -> ParameterVector {
    var result = ParameterVector.zero
    for row in 0..<parameterCount { result[row] = (inverse[row] * v).sum() }
    return result
  }

  /// Covariance of unit variance, (J'WJ)^-1 = R^-1 R^-T.
  public var unitCovariance: Covariance {
    sandwich { row, column in row == column ? 1 : 0 }
  }

  /// Classical covariance s^2 (J'WJ)^-1; valid when all weighted residuals have the same variance.
  public func classicalCovariance(variance: Double) -> Covariance {
    unitCovariance.scaled(by: variance)
  }

  /// HC3 covariance R^-1 [sum q q' r^2 / (1 - h)^2] R^-T with leverage h = |q|^2.
  ///
  /// Valid also when residuals differ in variance, and close to the jackknife in small samples
  /// (MacKinnon & White 1985; Long & Ervin 2000). A sample that alone determines a parameter (h = 1)
  /// has a residual of 0 and is skipped.
  public var hc3Covariance: Covariance {
    var meat = [ParameterVector](repeating: .zero, count: 8)
    for index in orthogonalRows.indices {
      let q = orthogonalRows[index]
      let free = 1 - (q * q).sum()
      guard free > 1e-10 else { continue }
      let r = weightedResiduals[index] / free
      let scaled = (r * r) * q
      for row in 0..<parameterCount { meat[row] += q[row] * scaled }
    }
    return sandwich { row, column in meat[row][column] }
  }

  /// Effective degrees of freedom of the HC3 variance of one quantity.
  ///
  /// With a = Q R^-T g the quantity's error is a'e, and its HC3 variance r'Dr, D = diag(a^2 / (1 - h)^2),
  /// r = (I - QQ')e. Satterthwaite's degrees of freedom are 2 E^2 / Var for independent errors of equal
  /// variance: E = tr B, Var = 2 tr B^2 + kurtosis sum B_ii^2 with B = (I - QQ') D (I - QQ'), here including
  /// the diagonal of D (Bell & McCaffrey 2002). A quantity that depends mainly on two samples has far fewer than
  /// n - p; Student's t needs the effective number.
  ///
  /// - Parameters:
  ///   - gradient: derivatives of the quantity by the parameters.
  ///   - excessKurtosis: excess kurtosis of the errors: 0 for Gaussian, -1.2 for pure rounding.
  public func hc3DegreesOfFreedom(
    along gradient: ParameterVector, excessKurtosis: Double
  ) -> Double {
    var z = ParameterVector.zero
    for row in 0..<parameterCount { z += gradient[row] * inverse[row] }
    var trace = 0.0
    var diagonal = 0.0
    var correction = 0.0
    var outer = [ParameterVector](repeating: .zero, count: 8)
    for q in orthogonalRows {
      let leverage = (q * q).sum()
      let free = 1 - leverage
      guard free > 1e-10 else { continue }
      let a = (q * z).sum() / free
      let d = a * a
      trace += d * free
      diagonal += d * d * free * free
      correction += d * d * leverage * leverage
      for row in 0..<parameterCount { outer[row] += (d * q[row]) * q }
    }
    var square = 0.0
    for row in outer { square += (row * row).sum() }
    let variance = 2 * (diagonal - correction + square) + excessKurtosis * diagonal
    guard variance > 0 else { return Double(degreesOfFreedom) }
    return 2 * trace * trace / variance
  }

  /// The factor by which HC3 overstates the variance of a quantity when all errors have the same variance:
  /// E V_HC3 / V = (sum a^2 / (1 - h)) / sum a^2, at least 1.
  public func hc3Excess(along gradient: ParameterVector) -> Double {
    var z = ParameterVector.zero
    for row in 0..<parameterCount { z += gradient[row] * inverse[row] }
    var plain = 0.0
    var lifted = 0.0
    for q in orthogonalRows {
      let free = 1 - (q * q).sum()
      let a = (q * z).sum()
      plain += a * a
      if free > 1e-10 { lifted += a * a / free }
    }
    return plain > 0 ? lifted / plain : 1
  }

  private func sandwich(_ middle: (Int, Int) -> Double) -> Covariance {
    var half = [ParameterVector](repeating: .zero, count: 8)
    for row in 0..<parameterCount {
      for column in 0..<parameterCount {
        var sum = 0.0
        for k in 0..<parameterCount { sum += inverse[row][k] * middle(k, column) }
        half[row][column] = sum
      }
    }
    var result = Covariance(count: parameterCount)
    for row in 0..<parameterCount {
      for column in 0..<parameterCount { result[row, column] = (half[row] * inverse[column]).sum() }
    }
    return result
  }
}

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

  /// Correlation of two parameters; NaN when either has a standard error of 0.
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
