/// The exponentials that start a pass over a uniform grid.
struct GridExponentials {
  /// e^(-theta h n), n = 0 ... 3.
  var first: Block
  /// e^(-4 theta h).
  var ratio: Double
  /// e^(-2 theta h).
  var square: Double
  /// e^(-2 theta h count).
  var tail: Double

  @inline(__always)
  init(theta: Double, step: Double, count: Int) {
    let e = VectorExponential.exp(
      (-theta * step) * SIMD4(1, 2, 4, min(2 * Double(count), 700 / (theta * step))))
    // Products instead of further exponentials: all blocks then follow one recurrence.
    first = SIMD4(1, e[0], e[1], e[0] * e[1])
    ratio = e[2]
    square = e[1]
    tail = e[3]
  }

  /// The exponentials of a later block, computed directly.
  @inline(__always)
  func block(_ index: Int, theta: Double, step: Double) -> Block {
    VectorExponential.exp((-theta * step) * (Double(4 * index) + SIMD4(0, 1, 2, 3)))
  }
}

/// sum_(n < N) (n h)^j rho^n for j = 0 ... 5, rho = e^(-2 theta h), in closed form: the infinite series, whose
/// numerators are Eulerian polynomials, minus its tail.
struct GeometricGram {
  /// j = 0 ... 3.
  var sums: SIMD4<Double>
  /// j = 4.
  var fourth: Double
  /// j = 5.
  var fifth: Double

  /// Nil if the tail exceeds half of a sum or rho is close to 1: the differences would lose digits.
  @inline(__always)
  init?(_ seed: GridExponentials, step: Double, count: Int) {
    let n = Double(count)
    let tail = seed.tail
    let rho = seed.square
    let gap = 1 - rho
    guard tail < 0.25, gap > 0.02 else { return nil }
    let q = 1 / gap
    let s0 = q
    let s1 = rho * q * q
    let s2 = s1 * (1 + rho) * q
    let s3 = s1 * (1 + rho * (4 + rho)) * q * q
    let s4 = s1 * (1 + rho * (11 + rho * (11 + rho))) * q * q * q
    let s5 = s1 * (1 + rho * (26 + rho * (66 + rho * (26 + rho)))) * q * q * q * q
    let t1 = tail * (s1 + n * s0)
    let t2 = tail * (s2 + n * (2 * s1 + n * s0))
    let t3 = tail * (s3 + n * (3 * s2 + n * (3 * s1 + n * s0)))
    let t4 = tail * (s4 + n * (4 * s3 + n * (6 * s2 + n * (4 * s1 + n * s0))))
    let t5 =
      tail * (s5 + n * (5 * s4 + n * (10 * s3 + n * (10 * s2 + n * (5 * s1 + n * s0)))))
    guard t5 < 0.5 * s5 else { return nil }
    let h2 = step * step
    sums = SIMD4(s0 - tail * s0, step * (s1 - t1), h2 * (s2 - t2), h2 * step * (s3 - t3))
    fourth = h2 * h2 * (s4 - t4)
    fifth = h2 * h2 * step * (s5 - t5)
  }
}

/// sum f t^j for j = 0 ... 5, added for four samples at a time. Sums that are not read are not compiled.
struct PowerSums {
  private var sums = (Block.zero, Block.zero, Block.zero, Block.zero, Block.zero, Block.zero)

  @inline(__always)
  mutating func add(_ f: Block, _ t: Block) {
    var term = f
    sums.0 += term
    term *= t
    sums.1 += term
    term *= t
    sums.2 += term
    term *= t
    sums.3 += term
    term *= t
    sums.4 += term
    sums.5 += term * t
  }

  /// j = 0 ... 2.
  var quadratic: SIMD3<Double> { SIMD3(sums.0.sum(), sums.1.sum(), sums.2.sum()) }
  /// j = 0 ... 3.
  var cubic: SIMD4<Double> { SIMD4(quadratic, sums.3.sum()) }
  /// j = 4.
  var fourth: Double { sums.4.sum() }
  /// j = 5.
  var fifth: Double { sums.5.sum() }
}

/// The sums of one pass.
struct Moments {
  /// sum y x^j E, j = 0 ... 3.
  var p: SIMD4<Double>
  /// sum y x^4 E.
  var p4: Double
  /// sum x^j E^2, j = 0 ... 3.
  var g: SIMD4<Double>
  /// sum x^4 E^2.
  var g4: Double
  /// sum x^5 E^2.
  var g5: Double

  struct System {
    var coefficients: SIMD2<Double>
    /// d(coefficients)/d(theta).
    var derivatives: SIMD2<Double>
    /// d2(coefficients)/d(theta)2.
    var bends: SIMD2<Double>
    /// dR/dtheta and d2R/dtheta2 of the projected objective R.
    var gradient: Double
    var curvature: Double
    /// d3R/dtheta3.
    var third: Double
  }

  /// Solves by the formulas of `ProjectedObjective` for two columns; nil if the columns are dependent or R is not
  /// convex.
  @inline(__always)
  func solved() -> System? {
    let inverse = 1 / g[0]
    let l = g[1] * inverse
    let pivot = g[2] - l * g[1]
    guard g[0] > 0, pivot > 1e-14 * g[2], pivot.isFinite else { return nil }
    let inversePivot = 1 / pivot
    @inline(__always)
    func solve(_ b: SIMD2<Double>) -> SIMD2<Double> {
      let second = (b[1] - l * b[0]) * inversePivot
      return SIMD2(b[0] * inverse - l * second, second)
    }
    let beta = solve(SIMD2(p[0], p[1]))
    // G' beta = -2 (g1 b0 + g2 b1, g2 b0 + g3 b1).
    let turned =
      -2 * SIMD2(g[1] * beta[0] + g[2] * beta[1], g[2] * beta[0] + g[3] * beta[1])
    let u = SIMD2(-p[1], -p[2]) - turned
    let w = solve(u)
    let gradient = (beta * turned).sum() + 2 * (p[1] * beta[0] + p[2] * beta[1])
    // G'' beta and G''' beta.
    let bent = 4 * SIMD2(g[2] * beta[0] + g[3] * beta[1], g[3] * beta[0] + g4 * beta[1])
    let third = -8 * SIMD2(g[3] * beta[0] + g4 * beta[1], g4 * beta[0] + g5 * beta[1])
    let p2 = SIMD2(p[2], p[3])
    let curvature = (beta * bent).sum() - 2 * (p2 * beta).sum() - 2 * (u * w).sum()
    // R''' = b'G'''b - 2 p'''b + 2 w'G''b - 2 p''w - 4 u'w + 2 w'G'w, where u' = p'' - G''b - G'w.
    let moved =
      -2 * SIMD2(g[1] * w[0] + g[2] * w[1], g[2] * w[0] + g[3] * w[1])
    let shift = p2 - bent - moved
    let change = (beta * third).sum() + 2 * (p[3] * beta[0] + p4 * beta[1])
    let rest = 2 * (w * bent).sum() - 2 * (p2 * w).sum() - 4 * (shift * w).sum()
    // Cancelling terms leave only rounding, for example for two distinct times, which any theta fits.
    let terms = beta[0] * beta[0] * g[2] + beta[1] * beta[1] * g4
    guard curvature > 1e-8 * terms else { return nil }
    return System(
      coefficients: beta, derivatives: w, bends: solve(shift - moved), gradient: gradient,
      curvature: curvature,
      third: change + rest + 2 * (w * moved).sum())
  }
}
