/// The least-squares objective at one theta, with the linear coefficients at their optimum.
///
/// R(theta) = y'y - p'G^-1 p with G the Gram matrix of the columns and p their products with y
/// (Golub & Pereyra 1973). With beta = G^-1 p and dots for d/dtheta:
/// R' = beta'G. beta - 2 p.'beta, R'' = beta'G.. beta - 2 p..'beta - 2 u'G^-1 u, u = p. - G. beta.
public struct ProjectedObjective: Sendable {
  /// The nonlinear parameter.
  public var theta: Double
  /// R, the residual sum of squares.
  ///
  /// It is a difference of sums. Its error is the rounding of y'y times the squared condition of the columns: with a
  /// constant column 1e-9 y'y (degree 0) or 1e-3 y'y (degree 1) where theta times the span is 0.005, and
  /// 1e-14 y'y where it is 1.
  public var sumOfSquares: Double
  /// dR/dtheta.
  public var gradient: Double
  /// d2R/dtheta2.
  public var hessian: Double
  /// The linear coefficients beta.
  public var coefficients: SIMD4<Double>

  /// Evaluates the objective of a family; nil if its columns are numerically dependent or non-finite.
  @_specialize(where Family == ExponentialFamily)
  @_specialize(where Family == HyperbolicFamily)
  public init?<Family: ProjectionFamily>(
    _ family: Family, _ observations: Observations, theta: Double
  ) {
    guard let found = family.objective(observations, theta: theta) else { return nil }
    self = found
  }

  /// Creates an objective from known parts, for families that compute them in another way.
  public init(
    theta: Double, sumOfSquares: Double, gradient: Double, hessian: Double,
    coefficients: SIMD4<Double>
  ) {
    self.theta = theta
    self.sumOfSquares = sumOfSquares
    self.gradient = gradient
    self.hessian = hessian
    self.coefficients = coefficients
  }

  /// Solves a system; nil if its columns are dependent or non-finite.
  init?(theta: Double, _ system: ProjectedSystem) {
    guard let solved = system.solve() else { return nil }
    self.theta = theta
    sumOfSquares = max(0, solved.sumOfSquares)
    gradient = solved.gradient
    hessian = solved.hessian
    coefficients = solved.coefficients
  }
}

/// p, G and their derivatives for a family of at most three columns; unused rows are those of the identity matrix.
struct ProjectedSystem {
  var squareSum = 0.0
  var p = SIMD3<Double>.zero
  var p1 = SIMD3<Double>.zero
  var p2 = SIMD3<Double>.zero
  var g = Symmetric3.identity
  var g1 = Symmetric3.zero
  var g2 = Symmetric3.zero

  init(_ family: ExponentialFamily, _ sums: ExponentialMoments) {
    squareSum = sums.squareSum
    if family.degree == 0, family.constant, !family.line {
      // The columns of a deceleration, written out because a scan solves dozens of these.
      p = SIMD3(sums.linear[0], sums.valueSum, 0)
      p1[0] = -sums.linear[1]
      p2[0] = sums.linear[2]
      g.lower = SIMD8(sums.gram[0], sums.plain[0], sums.weightSum, 0, 0, 1, 0, 0)
      g1.lower = SIMD8(-2 * sums.gram[1], -sums.plain[1], 0, 0, 0, 0, 0, 0)
      g2.lower = SIMD8(4 * sums.gram[2], sums.plain[2], 0, 0, 0, 0, 0, 0)
      return
    }
    // Column k of the polynomial part is x^(low + k) E.
    let low = family.fixedShift == nil ? 0 : 1
    let width = family.fixedShift == nil ? family.degree + 1 : 1
    for row in 0..<width {
      let j = low + row
      p[row] = sums.linear[j]
      p1[row] = -sums.linear[j + 1]
      p2[row] = sums.linear[j + 2]
      for column in 0...row {
        let m = j + low + column
        g[row, column] = sums.gram[m]
        g1[row, column] = -2 * sums.gram[m + 1]
        g2[row, column] = 4 * sums.gram[m + 2]
      }
    }
    if family.line {
      p[1] = sums.line[2]
      g[1, 1] = sums.line[1]
      g[1, 0] = sums.plain[1]
      g1[1, 0] = -sums.plain[2]
      g2[1, 0] = sums.plain[3]
    }
    if family.constant {
      let last = family.linearCount - 1
      p[last] = sums.valueSum
      g[last, last] = sums.weightSum
      for column in 0..<width {
        let j = low + column
        g[last, column] = sums.plain[j]
        g1[last, column] = -sums.plain[j + 1]
        g2[last, column] = sums.plain[j + 2]
      }
      if family.line { g[last, 1] = sums.line[0] }
    }
  }

  func solve() -> (
    sumOfSquares: Double, gradient: Double, hessian: Double, coefficients: SIMD4<Double>
  )? {
    guard let factor = g.factored() else { return nil }
    let beta = factor.solve(p)
    let u = p1 - g1.times(beta)
    let w = factor.solve(u)
    let result = (
      sumOfSquares: squareSum - dot(p, beta),
      gradient: dot(beta, g1.times(beta)) - 2 * dot(p1, beta),
      hessian: dot(beta, g2.times(beta)) - 2 * dot(p2, beta) - 2 * dot(u, w),
      coefficients: SIMD4(beta, 0)
    )
    guard result.sumOfSquares.isFinite, result.gradient.isFinite, result.hessian.isFinite else {
      return nil
    }
    return result
  }
}

func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }

/// A symmetric 3 x 3 matrix, lower triangle stored.
struct Symmetric3 {
  /// (0,0) (1,0) (1,1) (2,0) (2,1) (2,2).
  var lower: SIMD8<Double> = .zero

  static let zero = Symmetric3()
  static let identity = Symmetric3(lower: SIMD8(1, 0, 1, 0, 0, 1, 0, 0))

  subscript(row: Int, column: Int) -> Double {
    get { lower[row * (row + 1) / 2 + column] }
    set { lower[row * (row + 1) / 2 + column] = newValue }
  }

  func times(_ v: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
      lower[0] * v[0] + lower[1] * v[1] + lower[3] * v[2],
      lower[1] * v[0] + lower[2] * v[1] + lower[4] * v[2],
      lower[3] * v[0] + lower[4] * v[1] + lower[5] * v[2])
  }

  /// L D L'; nil if a pivot is below 1e-14 of its diagonal element, because the columns are then numerically dependent.
  func factored() -> Factor3? {
    let d0 = lower[0]
    guard d0 > 0 else { return nil }
    let l10 = lower[1] / d0
    let d1 = lower[2] - l10 * lower[1]
    guard d1 > 1e-14 * lower[2] else { return nil }
    let l20 = lower[3] / d0
    let l21 = (lower[4] - l20 * lower[1]) / d1
    let d2 = lower[5] - l20 * lower[3] - l21 * l21 * d1
    guard d2 > 1e-14 * lower[5], d0.isFinite, d1.isFinite, d2.isFinite else { return nil }
    return Factor3(d: SIMD3(d0, d1, d2), l10: l10, l20: l20, l21: l21)
  }
}

struct Factor3 {
  var d: SIMD3<Double>
  var l10: Double
  var l20: Double
  var l21: Double

  func solve(_ b: SIMD3<Double>) -> SIMD3<Double> {
    let y1 = b[1] - l10 * b[0]
    let y2 = b[2] - l20 * b[0] - l21 * y1
    let z2 = y2 / d[2]
    let z1 = y1 / d[1] - l21 * z2
    let z0 = b[0] / d[0] - l10 * z1 - l20 * z2
    return SIMD3(z0, z1, z2)
  }
}
