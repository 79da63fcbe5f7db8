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
  }

  /// R of a Jacobian with three columns.
  struct Upper: Sendable {
    var r00, r01, r02, r11, r12, r22: Double
  }

  /// Statistics of the last minimum, whose residuals the kernel still holds.
  ///
  /// - Returns: nil if the samples do not determine the parameters.
  public mutating func geometry(of minimum: Minimum) -> Geometry? {
    guard count > 3, minimum.slope != 0, let basis = basis() else { return nil }
    let (minimum, upper) = basis.lastStep(from: minimum)
    let largest = write(basis)
    let residuals = Array(UnsafeBufferPointer(start: self.residuals, count: count))
    return Geometry(
      minimum: minimum, count: count, upper: upper, largestResidual: largest,
      durbinWatson: ResidualTests.durbinWatson(residuals),
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
    var weights = PowerSums()
    for index in 0..<blockCount { weights.add(e[index] * e[index], x[index]) }
    let zeroth = weights.quadratic[0]
    guard zeroth > 0 else { return nil }
    let centre = weights.quadratic[1] / zeroth
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

  /// Writes the basis at each sample; returns the largest |residual|.
  @inline(__always)
  private mutating func write(_ basis: Basis) -> Double {
    let x = row(.abscissae)
    let e = row(.decay)
    let r = row(.residuals)
    let (centre, tilt, level) = (basis.centre, basis.tilt, basis.level)
    let scales = SIMD3(1 / basis.norms[0], 1 / basis.norms[1], 1 / basis.norms[2])
    let f0 = row(.first)
    let f1 = row(.second)
    let f2 = row(.third)
    var largest = Block.zero
    for index in 0..<blockCount {
      let u = x[index] - centre
      let decay = e[index]
      f0[index] = scales[0] * decay
      f1[index] = (scales[1] * u) * decay
      f2[index] = (scales[2] * (u * (u - tilt) - level)) * decay
      let miss = r[index]
      largest = largest.replacing(with: miss, where: miss .> largest)
      largest = largest.replacing(with: -miss, where: -miss .> largest)
    }
    return largest.max()
  }
}
