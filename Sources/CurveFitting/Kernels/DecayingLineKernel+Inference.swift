/// Statistics of a minimum: the numbers of `Linearisation`, computed for this curve.
extension DecayingLineKernel {
  /// The tangent plane of the curve and the statistics of the residuals.
  ///
  /// Polynomials of degree 2 times E = e^(-theta x) span the plane. Polynomials orthogonal under the weight E^2
  /// (Stieltjes), times E, are an orthonormal basis of it, so no Jacobian is factored.
  public struct Geometry: Sendable {
    /// The minimum; its coefficients and theta include the last Gauss-Newton step.
    public let minimum: Minimum
    /// Number of samples.
    public let count: Int
    /// R of the Jacobian by (displacement, slope, theta) in this basis.
    let upper: Upper
    /// sum q q' r^2 / (1 - h)^2.
    let meat: LowerTriangle
    /// sum q q' / (1 - h).
    let lifted: LowerTriangle
    /// The largest |residual|.
    public let largestResidual: Double

    /// n - 3.
    public var degreesOfFreedom: Int { count - 3 }
    /// The residual sum of squares over the degrees of freedom.
    public var variance: Double { minimum.sumOfSquares / Double(degreesOfFreedom) }
    /// Durbin-Watson statistic; nil if all residuals are 0.
    public let durbinWatson: Double?
    /// The p-value of the runs test of the residuals; nil with fewer than two residuals of either sign.
    public let runsProbability: Double?

    /// Largest over smallest diagonal element of R with columns scaled to unit length.
    public var condition: Double {
      let u = upper
      let second = u.r11 / (u.r01 * u.r01 + u.r11 * u.r11).squareRoot()
      let third =
        u.r22.magnitude / (u.r02 * u.r02 + u.r12 * u.r12 + u.r22 * u.r22).squareRoot()
      return 1 / min(1, second, third)
    }

    /// z = R^-T g; the error of the quantity is sum_n (q_n . z) e_n.
    ///
    /// - Parameter gradient: derivatives of the quantity by displacement, slope and theta.
    public func direction(_ gradient: SIMD3<Double>) -> SIMD3<Double> {
      let u = upper
      let z0 = gradient[0] / u.r00
      let z1 = (gradient[1] - u.r01 * z0) / u.r11
      return SIMD3(z0, z1, (gradient[2] - u.r02 * z0 - u.r12 * z1) / u.r22)
    }

    /// The variance of a quantity under errors of variance 1.
    public func unitVariance(_ direction: SIMD3<Double>) -> Double {
      (direction * direction).sum()
    }

    /// The HC3 variance of a quantity.
    public func hc3Variance(_ direction: SIMD3<Double>) -> Double { meat.form(direction) }

    /// sum a^2 / (1 - h): the expectation of the HC3 variance under errors of variance 1.
    func liftedVariance(_ direction: SIMD3<Double>) -> Double { lifted.form(direction) }

    /// The factor by which HC3 overstates the variance when all errors have the same variance.
    public func hc3Excess(_ direction: SIMD3<Double>) -> Double {
      liftedVariance(direction) / unitVariance(direction)
    }
  }

  /// R of a Jacobian with three columns.
  struct Upper: Sendable {
    var r00, r01, r02, r11, r12, r22: Double
  }

  /// A quadratic form of three variables, as the lower triangle of its symmetric matrix.
  struct LowerTriangle: Sendable {
    var m00, m10, m11, m20, m21, m22: Double

    /// Adds w v v' for the first three elements of a vector.
    mutating func add(_ v: Block, _ w: Double) {
      let scaled = w * v
      m00 += scaled[0] * v[0]
      m10 += scaled[1] * v[0]
      m11 += scaled[1] * v[1]
      m20 += scaled[2] * v[0]
      m21 += scaled[2] * v[1]
      m22 += scaled[2] * v[2]
    }

    /// Adds w times another form.
    mutating func add(_ other: LowerTriangle, _ w: Double) {
      m00 += w * other.m00
      m10 += w * other.m10
      m11 += w * other.m11
      m20 += w * other.m20
      m21 += w * other.m21
      m22 += w * other.m22
    }

    /// z'Mz.
    func form(_ z: SIMD3<Double>) -> Double {
      let squares = m00 * z[0] * z[0] + m11 * z[1] * z[1] + m22 * z[2] * z[2]
      return squares + 2 * (m10 * z[0] * z[1] + m20 * z[0] * z[2] + m21 * z[1] * z[2])
    }
  }

  /// Statistics of the last minimum, whose residuals the kernel still holds.
  ///
  /// - Returns: nil if the samples do not determine the parameters.
  public mutating func geometry(of minimum: Minimum) -> Geometry? {
    guard count > 3, minimum.slope != 0, let basis = basis() else { return nil }
    let (minimum, upper) = basis.lastStep(from: minimum)
    let (meat, lifted, largest) = sandwich(basis)
    let residuals = Array(UnsafeBufferPointer(start: self.residuals, count: count))
    return Geometry(
      minimum: minimum, count: count, upper: upper, meat: meat, lifted: lifted,
      largestResidual: largest, durbinWatson: ResidualTests.durbinWatson(residuals),
      runsProbability: ResidualTests.runsProbability(residuals))
  }

  /// The polynomials 1, u and u^2 - tilt u - level of u = x - centre: times E, they are orthogonal.
  private struct Basis {
    var centre, tilt, level: Double
    /// The norms of the polynomials times E.
    var norms: SIMD3<Double>
    /// Q'r.
    var products: SIMD3<Double>

    /// The minimum after the last Gauss-Newton step R^-1 Q'r, and R.
    @inline(__always)
    func lastStep(from minimum: Minimum) -> (Minimum, Upper) {
      let (n0, n1, n2) = (norms[0], norms[1], norms[2])
      var minimum = minimum
      let b = minimum.slope
      let a = minimum.displacement + b * centre
      // Jacobian column of theta: -x (a + b x) E with x = u + centre.
      let upper = Upper(
        r00: n0, r01: centre * n0, r02: -(b * level + centre * a) * n0, r11: n1,
        r12: -(b * tilt + a + centre * b) * n1, r22: -b * n2)
      let (q0, q1, q2) = (products[0], products[1], products[2])
      let rate = q2 / upper.r22
      let slope = (q1 - upper.r12 * rate) / upper.r11
      minimum.theta += rate
      minimum.slope += slope
      minimum.displacement += (q0 - upper.r01 * slope - upper.r02 * rate) / upper.r00
      minimum.sumOfSquares -= q0 * q0 + q1 * q1 + q2 * q2
      return (minimum, upper)
    }
  }

  /// The orthogonal polynomials; nil if the samples do not determine the parameters.
  @inline(__always)
  private func basis() -> Basis? {
    let x = row(.abscissae)
    let e = row(.decay)
    let r = row(.residuals)
    var m0 = Block.zero
    var m1 = Block.zero
    for index in 0..<blockCount {
      let w = e[index] * e[index]
      m0 += w
      m1 += w * x[index]
    }
    let zeroth = m0.sum()
    guard zeroth > 0 else { return nil }
    let centre = m1.sum() / zeroth
    var m2 = Block.zero
    var m3 = Block.zero
    var m4 = Block.zero
    var s0 = Block.zero
    var s1 = Block.zero
    var s2 = Block.zero
    for index in 0..<blockCount {
      let u = x[index] - centre
      let eu = e[index] * u
      let euu = eu * u
      m2 += eu * eu
      m3 += eu * euu
      m4 += euu * euu
      s0 += r[index] * e[index]
      s1 += r[index] * eu
      s2 += r[index] * euu
    }
    let (second, third) = (m2.sum(), m3.sum())
    guard second > 0 else { return nil }
    let tilt = third / second
    let level = second / zeroth
    let highest = m4.sum() - tilt * third - level * second
    guard highest > 1e-10 * m4.sum() else { return nil }
    let norms = SIMD3(zeroth.squareRoot(), second.squareRoot(), highest.squareRoot())
    return Basis(
      centre: centre, tilt: tilt, level: level, norms: norms,
      products: SIMD3(
        s0.sum() / norms[0], s1.sum() / norms[1],
        (s2.sum() - tilt * s1.sum() - level * s0.sum()) / norms[2]))
  }

  /// The sums of w v v' of four samples at a time.
  private struct BlockTriangle {
    var m00 = Block.zero
    var m10 = Block.zero
    var m11 = Block.zero
    var m20 = Block.zero
    var m21 = Block.zero
    var m22 = Block.zero

    /// Adds w v v' for v = (f, s, t).
    @inline(__always)
    mutating func add(_ f: Block, _ s: Block, _ t: Block, _ w: Block) {
      m00 += f * f * w
      m10 += s * f * w
      m11 += s * s * w
      m20 += t * f * w
      m21 += t * s * w
      m22 += t * t * w
    }

    @inline(__always)
    func sum() -> LowerTriangle {
      LowerTriangle(
        m00: m00.sum(), m10: m10.sum(), m11: m11.sum(), m20: m20.sum(), m21: m21.sum(),
        m22: m22.sum())
    }
  }

  /// Writes the basis at each sample; the sums of the sandwich estimator and the largest |residual|.
  @inline(__always)
  private mutating func sandwich(
    _ basis: Basis
  ) -> (meat: LowerTriangle, lifted: LowerTriangle, largest: Double) {
    let x = row(.abscissae)
    let e = row(.decay)
    let r = row(.residuals)
    let (centre, tilt, level) = (basis.centre, basis.tilt, basis.level)
    let scales = SIMD3(1 / basis.norms[0], 1 / basis.norms[1], 1 / basis.norms[2])
    let f0 = row(.first)
    let f1 = row(.second)
    let f2 = row(.third)
    let lift = row(.lift)
    let contrast = row(.contrast)
    var largest = Block.zero
    var meat = BlockTriangle()
    var raised = BlockTriangle()
    for index in 0..<blockCount {
      let u = x[index] - centre
      let decay = e[index]
      let f = scales[0] * decay
      let s = (scales[1] * u) * decay
      let t = (scales[2] * (u * (u - tilt) - level)) * decay
      let leverage = f * f + s * s + t * t
      let inverse = 1 / (1 - leverage)
      f0[index] = f
      f1[index] = s
      f2[index] = t
      lift[index] = inverse
      contrast[index] = 1 - 2 * leverage
      let miss = r[index]
      largest = largest.replacing(with: miss, where: miss .> largest)
      largest = largest.replacing(with: -miss, where: -miss .> largest)
      let lifted = miss * inverse
      meat.add(f, s, t, lifted * lifted)
      raised.add(f, s, t, inverse)
    }
    significantBlocks = blockCount
    while significantBlocks > 1, contrast[significantBlocks - 1].min() > 1 - 6e-8 {
      significantBlocks -= 1
    }
    return (meat.sum(), raised.sum(), largest.max())
  }

  private func pairs(_ row: Row) -> UnsafeMutablePointer<SIMD2<Double>> {
    UnsafeMutableRawPointer(self.row(row)).assumingMemoryBound(to: SIMD2<Double>.self)
  }

  /// Effective degrees of freedom of the HC3 variance of a quantity: `Linearisation.hc3DegreesOfFreedom` for
  /// Gaussian errors.
  public func hc3DegreesOfFreedom(
    _ geometry: Geometry, _ direction: SIMD3<Double>
  ) -> Double {
    // Two samples at a time: the sums then fit in the sixteen vector registers of every x86-64.
    let first = pairs(.first)
    let second = pairs(.second)
    let third = pairs(.third)
    let lift = pairs(.lift)
    let contrast = pairs(.contrast)
    var own = SIMD2<Double>.zero
    var o00 = SIMD2<Double>.zero
    var o10 = SIMD2<Double>.zero
    var o11 = SIMD2<Double>.zero
    var o20 = SIMD2<Double>.zero
    var o21 = SIMD2<Double>.zero
    var o22 = SIMD2<Double>.zero
    // Each term has four factors of the basis, so samples with leverage below 3e-8 add less than 1e-13 of the sums.
    for index in 0..<2 * significantBlocks {
      let (f, s, t) = (first[index], second[index], third[index])
      let influence: SIMD2<Double> = direction[0] * f + direction[1] * s + direction[2] * t
      let a = influence * lift[index]
      let d = a * a
      own += d * d * contrast[index]
      let df = d * f
      o00 += df * f
      o10 += df * s
      o20 += df * t
      let ds = d * s
      o11 += ds * s
      o21 += ds * t
      o22 += d * t * t
    }
    let diagonal = SIMD3(o00.sum(), o11.sum(), o22.sum())
    let beside = SIMD3(o10.sum(), o20.sum(), o21.sum())
    let outer = (diagonal * diagonal).sum() + 2 * (beside * beside).sum()
    let variance = 2 * (own.sum() + outer)
    guard variance > 0 else { return Double(geometry.degreesOfFreedom) }
    let mean = geometry.liftedVariance(direction)
    return 2 * mean * mean / variance
  }
}
