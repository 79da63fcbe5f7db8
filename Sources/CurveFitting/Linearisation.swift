/// A curve linearised at its fitted parameters: the factored Jacobian, the residuals and the statistics from them.
///
/// All numbers here assume that the curve is linear in its parameters within a few standard errors of the
/// minimum. Rows are weighted by sqrt(w). J = Q R with columns scaled to unit length, by Gram-Schmidt with one
/// repetition. A covariance is R^-1 (...) R^-T; J'J is never formed, since that would lose half the digits.
public struct Linearisation: Sendable {
  /// Number of parameters p, 1 to 8.
  public let parameterCount: Int
  /// Residuals, observed - fitted.
  public let residuals: [Double]
  /// Residuals, each times sqrt(w).
  public let weightedResiduals: [Double]
  /// Sum of w r^2.
  public let sumOfSquares: Double
  /// R^-1 in units of the unscaled parameters; one row per parameter.
  let inverse: [ParameterVector]
  /// Largest over smallest diagonal element of R of the scaled Jacobian.
  public let condition: Double
  /// The columns of Q, then 1 - h with the leverages h, in blocks of four samples. The rest of the last block of a
  /// column of Q is 0.
  private let blocks: [Block]
  /// Number of blocks per column.
  let blockCount: Int

  /// Factors a Jacobian.
  ///
  /// - Parameters:
  ///   - jacobian: n rows of d(curve)/d(parameter), in the first `parameterCount` lanes.
  ///   - residuals: n residuals, observed - fitted.
  ///   - weights: n weights w >= 0, or empty.
  ///   - parameterCount: p.
  /// - Returns: nil if a column is zero or depends on the others to 1e-13.
  public init?(
    jacobian: [ParameterVector], residuals: [Double], weights: [Double], parameterCount: Int
  ) {
    precondition(jacobian.count == residuals.count && (1...8).contains(parameterCount))
    let count = jacobian.count
    let blockCount = (count + 3) / 4
    var weighted = residuals
    var factor: TriangularFactor?
    let blocks = [Block](unsafeUninitializedCapacity: (parameterCount + 1) * blockCount) {
      memory, initialized in
      memory.initialize(repeating: .zero)
      initialized = memory.count
      let scalars = UnsafeMutableRawBufferPointer(memory).bindMemory(to: Double.self)
      for lane in 0..<parameterCount {
        let start = 4 * lane * blockCount
        for index in 0..<count { scalars[start + index] = jacobian[index][lane] }
      }
      for index in weights.indices {
        let root = weights[index].squareRoot()
        weighted[index] *= root
        for lane in 0..<parameterCount { scalars[4 * lane * blockCount + index] *= root }
      }
      guard let base = memory.baseAddress else { return }
      factor = TriangularFactor(orthogonalising: base, count: parameterCount, blocks: blockCount)
      let free = base + parameterCount * blockCount
      for index in 0..<blockCount {
        var leverage = Block.zero
        for lane in 0..<parameterCount {
          leverage += base[lane * blockCount + index] * base[lane * blockCount + index]
        }
        free[index] = 1 - leverage
      }
    }
    guard let factor else { return nil }
    self.parameterCount = parameterCount
    self.blocks = blocks
    self.blockCount = blockCount
    self.residuals = residuals
    weightedResiduals = weighted
    sumOfSquares = weighted.reduce(0) { $0.addingProduct($1, $1) }
    inverse = factor.inverse
    condition = factor.condition
  }

  /// Rows of Q; unused lanes are 0.
  public var orthogonalRows: [ParameterVector] { (0..<count).map(orthogonalRow) }

  /// A row of Q.
  func orthogonalRow(_ index: Int) -> ParameterVector {
    var row = ParameterVector.zero
    for lane in 0..<parameterCount { row[lane] = blocks[lane * blockCount + index / 4][index % 4] }
    return row
  }

  /// The leverage h of each observation: the diagonal of Q Q'.
  public var leverages: [Double] {
    (0..<count).map { 1 - blocks[parameterCount * blockCount + $0 / 4][$0 % 4] }
  }

  /// The columns of Q, and 1 - h.
  @inline(__always)
  func withColumns<Result>(
    _ body: (_ columns: UnsafePointer<Block>, _ free: UnsafePointer<Block>) -> Result
  ) -> Result? {
    blocks.withUnsafeBufferPointer { memory in
      memory.baseAddress.map { body($0, $0 + parameterCount * blockCount) }
    }
  }

  /// z = R^-T g: an error e of the observations changes the quantity with gradient g by (Q z)'e.
  public func direction(of gradient: ParameterVector) -> ParameterVector {
    var z = ParameterVector.zero
    for row in 0..<parameterCount { z += gradient[row] * inverse[row] }
    return z
  }

  /// One block of Q z.
  @inline(__always)
  func influence(
    _ columns: UnsafePointer<Block>, _ z: ParameterVector, _ index: Int
  ) -> Block {
    var a = z[0] * columns[index]
    for lane in 1..<max(1, parameterCount) { a += z[lane] * columns[lane * blockCount + index] }
    return a
  }

  /// Number of observations n.
  public var count: Int { weightedResiduals.count }
  /// n - p.
  public var degreesOfFreedom: Int { count - parameterCount }
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

  /// The Gauss-Newton step of one further column, and the squared length of its part orthogonal to the other columns,
  /// from which the error of the step follows; nil if that part is 0.
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
    func weighted(_ index: Int) -> Double {
      weights.isEmpty ? column[index] : column[index] * weights[index].squareRoot()
    }
    for index in column.indices {
      let value = weighted(index)
      along += value * orthogonalRow(index)
      length += value * value
    }
    var size = 0.0
    var product = 0.0
    for index in column.indices {
      let rest = weighted(index) - (along * orthogonalRow(index)).sum()
      size += rest * rest
      product += rest * weightedResiduals[index]
    }
    return size > 1e-20 * length ? (product / size, size) : nil
  }

  private var projectedResidual: ParameterVector {
    var result = ParameterVector.zero
    for lane in 0..<parameterCount {
      var sum = 0.0
      for index in 0..<count {
        sum += weightedResiduals[index] * blocks[lane * blockCount + index / 4][index % 4]
      }
      result[lane] = sum
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
    withColumns { columns, free in
      gram(columns) { index in
        var r = Block.zero
        for lane in 0..<min(4, count - 4 * index) {
          r[lane] = weightedResiduals[4 * index + lane]
        }
        let lifted = Self.share(r, of: free[index])
        return lifted * lifted
      } body: { meat in
        sandwich { row, column in meat[row][column] }
      }
    } ?? Covariance(count: parameterCount)
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
    let sums = hc3Sums(along: direction(of: gradient))
    let variance = 2 * (sums.own + sums.square) + excessKurtosis * sums.kurtosis
    guard variance > 0 else { return Double(degreesOfFreedom) }
    return 2 * sums.trace * sums.trace / variance
  }

  /// tr B, the sum of d^2 (1 - 2 h), the squared Frobenius norm of sum d q q', and sum B_ii^2, for the direction of a
  /// quantity.
  func hc3Sums(
    along z: ParameterVector
  ) -> (trace: Double, own: Double, square: Double, kurtosis: Double) {
    var trace = Block.zero
    var own = Block.zero
    var kurtosis = Block.zero
    var square = 0.0
    _ = withColumns { columns, free in
      gram(columns) { index in
        let free = free[index]
        let a = Self.share(influence(columns, z, index), of: free)
        let d = a * a
        let kept = d * free
        trace += kept
        kurtosis += kept * kept
        // (1 - h)^2 - h^2.
        own += d * d * (2 * free - 1)
        return d
      } body: { outer in
        for row in 0..<parameterCount { square += (outer[row] * outer[row]).sum() }
      }
    }
    return (trace.sum(), own.sum(), square, kurtosis.sum())
  }

  /// The factor by which HC3 overstates the variance of a quantity when all errors have the same variance:
  /// E V_HC3 / V = (sum a^2 / (1 - h)) / sum a^2, at least 1.
  public func hc3Excess(along gradient: ParameterVector) -> Double {
    let z = direction(of: gradient)
    var plain = Block.zero
    var lifted = Block.zero
    _ = withColumns { columns, free in
      for index in 0..<blockCount {
        let a = influence(columns, z, index)
        plain += a * a
        lifted += a * Self.share(a, of: free[index])
      }
    }
    return plain.sum() > 0 ? lifted.sum() / plain.sum() : 1
  }

  /// a / (1 - h); 0 for a sample that alone determines a parameter.
  @inline(__always)
  private static func share(_ a: Block, of free: Block) -> Block {
    (a / free).replacing(with: 0, where: free .<= 1e-10)
  }

  /// Calls `body` with the rows of sum w q q'; `weight` is called once per block.
  @inline(__always)
  private func gram<Result>(
    _ columns: UnsafePointer<Block>, _ weight: (Int) -> Block,
    body: (UnsafeMutableBufferPointer<ParameterVector>) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: Block.self, capacity: blockCount) { weights in
      for index in 0..<blockCount { weights.initializeElement(at: index, to: weight(index)) }
      return withRows { rows in
        for row in 0..<parameterCount {
          let first = columns + row * blockCount
          for column in 0...row {
            let second = columns + column * blockCount
            var sum = Block.zero
            for index in 0..<blockCount { sum += weights[index] * first[index] * second[index] }
            rows[row][column] = sum.sum()
            rows[column][row] = rows[row][column]
          }
        }
        return body(rows)
      }
    }
  }

  /// Calls `body` with one row of zeros per parameter, on the stack: an array of so few rows costs more than its use.
  @inline(__always)
  func withRows<Result>(
    _ body: (UnsafeMutableBufferPointer<ParameterVector>) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: ParameterVector.self, capacity: parameterCount) { rows in
      rows.initialize(repeating: .zero)
      return body(rows)
    }
  }

  private func sandwich(_ middle: (Int, Int) -> Double) -> Covariance {
    var result = Covariance(count: parameterCount)
    withRows { half in
      for row in 0..<parameterCount {
        for column in 0..<parameterCount {
          var sum = 0.0
          for k in 0..<parameterCount { sum += inverse[row][k] * middle(k, column) }
          half[row][column] = sum
        }
      }
      for row in 0..<parameterCount {
        for column in 0..<parameterCount {
          result[row, column] = (half[row] * inverse[column]).sum()
        }
      }
    }
    return result
  }
}
