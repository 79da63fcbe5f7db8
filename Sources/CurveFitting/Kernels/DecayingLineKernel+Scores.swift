/// Score statistics of parameters that the curve does not have.
extension DecayingLineKernel {
  /// A further column c of the Jacobian, made orthogonal to the curve's three columns: r'c and c'c.
  ///
  /// One Gauss-Newton step along c is r'c / c'c and lowers the sum of squares by (r'c)^2 / c'c.
  public struct Score: Sendable {
    /// r'c.
    public var product: Double
    /// c'c.
    public var size: Double
  }

  /// The scores of a constant, and of kappa in a spring near critical damping, whose column is
  /// -(a / 2 + b x / 6) x^2 E.
  public func scores(_ geometry: Geometry) -> (constant: Score, damping: Score) {
    let x = row(.abscissae)
    let e = row(.decay)
    let r = row(.residuals)
    let first = row(.first)
    let second = row(.second)
    let third = row(.third)
    let half = geometry.minimum.displacement / 2
    let sixth = geometry.minimum.slope / 6
    var sum = Block.zero
    var f = Block.zero
    var s = Block.zero
    var t = Block.zero
    var rk = Block.zero
    var kk = Block.zero
    var fk = Block.zero
    var sk = Block.zero
    var tk = Block.zero
    for index in 0..<blockCount {
      let time = x[index]
      let k = -(half + sixth * time) * time * time * e[index]
      sum += r[index]
      // The basis is 0 in the padding.
      f += first[index]
      s += second[index]
      t += third[index]
      rk += r[index] * k
      kk += k * k
      fk += first[index] * k
      sk += second[index] * k
      tk += third[index] * k
    }
    let own = SIMD3(f.sum(), s.sum(), t.sum())
    let bent = SIMD3(fk.sum(), sk.sum(), tk.sum())
    return (
      Score(product: sum.sum(), size: Double(count) - (own * own).sum()),
      Score(product: rk.sum(), size: kk.sum() - (bent * bent).sum())
    )
  }

  /// The curve of the last minimum at the sample times.
  public func curve() -> [Double] {
    let y = scalars(.values)
    let r = scalars(.residuals)
    return (0..<count).map { y[$0] - r[$0] }
  }

  /// The minimum as a `Linearisation` by (displacement, slope, theta), for statistics that the kernel does not have.
  public func linearisation(of minimum: Minimum) -> Linearisation? {
    let x = scalars(.abscissae)
    let e = scalars(.decay)
    let r = scalars(.residuals)
    return Linearisation(
      jacobian: (0..<count).map {
        let line = minimum.displacement + minimum.slope * x[$0]
        return ParameterVector(e[$0], x[$0] * e[$0], -x[$0] * line * e[$0], 0, 0, 0, 0, 0)
      },
      residuals: (0..<count).map { r[$0] }, weights: [], parameterCount: 3)
  }
}
