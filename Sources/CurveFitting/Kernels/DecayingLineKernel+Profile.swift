/// The profile interval of the decay rate.
extension DecayingLineKernel {
  /// The interval in which the projected objective stays within `rise` of its minimum, as in `ProfileInterval`.
  ///
  /// At each theta the objective is computed from the residuals of the minimum's coefficients, not from the data: the
  /// two differ by a curve of the same family, and no sum is a small difference of large ones. Newton's method is
  /// applied to the square root of the rise, which is nearly linear in theta.
  ///
  /// - Returns: nil if an end is not found within ten passes.
  public func profile(
    of minimum: Minimum, rise: Double
  ) -> (lower: Double, upper: Double)? {
    guard rise > 0, minimum.curvature > 0 else { return nil }
    let root = rise.squareRoot()
    let reach = (2 * rise / minimum.curvature).squareRoot()
    // Distance between the end and that of a parabola, as a fraction of the reach.
    var bend = 0.0
    func end(from start: Double) -> Double? {
      var theta = start
      for pass in 0..<10 {
        guard isInRange(theta), let point = objective(theta, about: minimum) else { return nil }
        let above = point.sumOfSquares - minimum.sumOfSquares
        guard above > 0 else { return nil }
        let height = above.squareRoot()
        let change = 2 * height * (root - height) / point.gradient
        guard change.magnitude < reach else { return nil }
        theta += change
        if pass == 0, bend == 0 { bend = change / reach }
        // The remaining error of a step is of the order of bend * step^2 / reach.
        if bend.magnitude * change * change <= 1e-13 * theta * reach { return theta }
      }
      return nil
    }
    // To first order, the second end is as much closer as the first end is further away.
    guard let lower = end(from: minimum.theta - reach),
      let upper = end(from: 2 * minimum.theta - lower + 2 * bend * reach)
    else { return nil }
    return (lower, upper)
  }

  /// Sums over the residuals of a minimum's coefficients at another theta: of their squares, of their products with t^i
  /// e^(-theta t), and of e^(-2 theta t) times powers of t.
  private typealias Moments = (square: Double, products: SIMD3<Double>, gram: SIMD4<Double>)

  /// The sums over samples on a grid, whose exponentials are powers; nil if the closed form would lose digits.
  @inline(__always)
  private func gridMoments(_ theta: Double, about minimum: Minimum) -> Moments? {
    guard step > 0, case let seed = GridExponentials(theta: theta, step: step, count: count),
      let gram = GeometricGram(seed, step: step, count: count)
    else { return nil }
    let x = row(.abscissae)
    let y = row(.values)
    let a = minimum.displacement
    let b = minimum.slope
    var square = Block.zero
    var products = PowerSums()
    var decay = seed.first
    var index = 0
    while index < blockCount {
      if index > 0 { decay = seed.block(index, theta: theta, step: step) }
      let end = min(blockCount, index + Self.run)
      while index < end {
        let e = index == blockCount - 1 ? decay * mask : decay
        let t = x[index]
        let miss = y[index] - (a + b * t) * e
        square += miss * miss
        products.add(miss * e, t)
        decay *= seed.ratio
        index += 1
      }
    }
    return (square.sum(), products.quadratic, gram.sums)
  }

  /// The sums over samples at any times.
  @inline(__always)
  private func moments(_ theta: Double, about minimum: Minimum) -> Moments {
    let x = row(.abscissae)
    let y = row(.values)
    let a = minimum.displacement
    let b = minimum.slope
    var square = Block.zero
    var products = PowerSums()
    var weights = PowerSums()
    for index in 0..<blockCount {
      let t = x[index]
      var e = VectorExponential.exp(-theta * t)
      // Padding must be 0: adding it and subtracting it again would lose digits.
      if index == blockCount - 1 { e *= mask }
      let miss = y[index] - (a + b * t) * e
      square += miss * miss
      products.add(miss * e, t)
      weights.add(e * e, t)
    }
    return (square.sum(), products.quadratic, weights.cubic)
  }

  /// The projected objective and its derivative.
  private func objective(
    _ theta: Double, about minimum: Minimum
  ) -> (sumOfSquares: Double, gradient: Double)? {
    let (square, p, g) =
      gridMoments(theta, about: minimum) ?? moments(theta, about: minimum)
    let l = g[1] / g[0]
    let pivot = g[2] - l * g[1]
    guard pivot > 1e-14 * g[2] else { return nil }
    let c1 = (p[1] - l * p[0]) / pivot
    let c0 = p[0] / g[0] - l * c1
    let first = (minimum.displacement + c0) * (p[1] - c0 * g[1] - c1 * g[2])
    let second = (minimum.slope + c1) * (p[2] - c0 * g[2] - c1 * g[3])
    return (square - p[0] * c0 - p[1] * c1, 2 * (first + second))
  }
}
