/// The feasible interval of theta: the result of `FeasibleInterval`, with each exchange started from the last one.
///
/// {e^(-theta x), x e^(-theta x)} is a Chebyshev system, so the minimax curve has residuals of equal magnitude and
/// alternating sign at three samples (Remez). Their magnitude, the level, is
/// eps = |sum lambda_n y_n|, lambda_n ~ 1 / (E_n prod_(m != n) (x_n - x_m)), sum |lambda_n| = 1.
extension DecayingLineKernel {
  /// Three samples in time order, and the curve whose residuals at them have equal magnitude and alternating signs.
  package struct Reference: Sendable {
    var points: (Int, Int, Int)
    var theta = 0.0
    /// The residual at the first sample.
    var level = 0.0
    /// d|level|/dtheta.
    var slope = 0.0
    /// The curve is (at first point + rise (x - x_first)) e^(-theta x).
    fileprivate var height = 0.0
    fileprivate var rise = 0.0

    init(_ first: Int, _ second: Int, _ third: Int) { points = (first, second, third) }
  }

  /// Buffer for the values rounded to their pixel grid, without the error of printed decimals; written by the caller.
  public var exactValues: UnsafeMutablePointer<Double> { scalars(.exact) }

  /// Computes the curve of a reference at a theta.
  private func place(_ reference: inout Reference, theta: Double) {
    let x = scalars(.abscissae)
    let v = scalars(.exact)
    let p = reference.points
    let (x0, x1, x2) = (x[p.0], x[p.1], x[p.2])
    let e = VectorExponential.exp(-theta * SIMD4(x0, x1, x2, 0))
    let w0 = 1 / ((x1 - x0) * (x2 - x0) * e[0])
    let w1 = 1 / ((x1 - x0) * (x2 - x1) * e[1])
    let w2 = 1 / ((x2 - x0) * (x2 - x1) * e[2])
    let level = (w0 * v[p.0] - w1 * v[p.1] + w2 * v[p.2]) / (w0 + w1 + w2)
    // The first two samples, where the exponential is largest, determine the line; the third follows.
    let height = (v[p.0] - level) / e[0]
    let rise = ((v[p.1] + level) / e[1] - height) / (x1 - x0)
    reference.theta = theta
    reference.level = level
    reference.height = height
    reference.rise = rise
    let fall0 = w0 * x0 * (v[p.0] - level)
    let fall1 = w1 * x1 * (v[p.1] + level)
    let fall2 = w2 * x2 * (v[p.2] - level)
    let slope = (fall0 - fall1 + fall2) / (w0 + w1 + w2)
    reference.slope = level < 0 ? -slope : slope
  }

  /// The sample with the largest |residual| about the curve of a reference, and its residual.
  private mutating func worst(_ reference: Reference) -> (index: Int, miss: Double) {
    let x = row(.abscissae)
    let v = row(.exact)
    let e = row(.decay)
    let r = row(.misses)
    if decayTheta != reference.theta { fillDecays(reference.theta) }
    let origin = abscissae[reference.points.0]
    let height = reference.height - reference.rise * origin
    var high = Block.zero
    var low = Block.zero
    for index in 0..<blockCount {
      var miss = v[index] - (height + reference.rise * x[index]) * e[index]
      if index == blockCount - 1 { miss *= mask }
      r[index] = miss
      high.replace(with: miss, where: miss .> high)
      low.replace(with: miss, where: miss .< low)
    }
    let most = max(high.max(), -low.min())
    let scalar = scalars(.misses)
    for index in 0..<count where scalar[index].magnitude == most { return (index, scalar[index]) }
    return (0, scalar[0])
  }

  /// Exchanges one sample of a reference so that signs keep alternating.
  private func exchange(_ reference: inout Reference, for index: Int, miss: Double) {
    let p = reference.points
    let agrees = (miss < 0) == (reference.level < 0)
    // The first and the third residual have the sign of the level, the second has the other sign.
    if index < p.0 {
      reference.points = agrees ? (index, p.1, p.2) : (index, p.0, p.1)
    } else if index > p.2 {
      reference.points = agrees ? (p.0, p.1, index) : (p.1, p.2, index)
    } else if index < p.1 {
      reference.points = agrees ? (index, p.1, p.2) : (p.0, index, p.2)
    } else {
      reference.points = agrees ? (p.0, p.1, index) : (p.0, index, p.2)
    }
  }

  /// What is known of the largest |residual| of the minimax curve at a theta.
  private enum Verdict {
    /// At most the bound.
    case within
    /// Greater than the bound.
    case beyond
    /// The exchanges did not converge.
    case unknown
  }

  /// Exchanges until it is decided whether some curve at `theta` keeps all residuals within the bound.
  private mutating func judge(
    _ reference: inout Reference, theta: Double, bound: Double
  ) -> Verdict {
    guard isInRange(theta) else { return .unknown }
    for _ in 0..<12 {
      place(&reference, theta: theta)
      guard reference.level.isFinite else { return .unknown }
      // The level is a lower bound: no curve has smaller residuals at these three samples.
      if reference.level.magnitude > bound { return .beyond }
      let (index, miss) = worst(reference)
      if miss.magnitude <= bound { return .within }
      let p = reference.points
      guard index != p.0, index != p.1, index != p.2 else { return .unknown }
      exchange(&reference, for: index, miss: miss)
    }
    return .unknown
  }

  /// The initial reference, from the residuals of a minimum.
  ///
  /// Each run of residuals of one sign is represented by its largest |residual|. Of all three consecutive runs, those
  /// with the largest minimum |residual| are chosen.
  private func reference(_ minimum: Minimum) -> Reference? {
    guard count >= 3 else { return nil }
    let r = scalars(.residuals)
    var best: Reference?
    var most = 0.0
    var (first, second, third) = (0, 0, 0)
    var (firstSize, secondSize, thirdSize) = (0.0, 0.0, r[0].magnitude)
    var isNegative = r[0] < 0
    for index in 1..<count {
      let size = r[index].magnitude
      if (r[index] < 0) == isNegative {
        if size > thirdSize {
          thirdSize = size
          third = index
        }
        continue
      }
      let least = Swift.min(firstSize, secondSize, thirdSize)
      if least > most {
        most = least
        best = Reference(first, second, third)
      }
      (first, second, third) = (second, third, index)
      (firstSize, secondSize, thirdSize) = (secondSize, thirdSize, size)
      isNegative.toggle()
    }
    let least = Swift.min(firstSize, secondSize, thirdSize)
    return least > most ? Reference(first, second, third) : best
  }

  /// A theta near a minimum at which some curve keeps all samples within `bound`, and its reference.
  ///
  /// - Returns: nil if none was found; one may still exist.
  package mutating func feasiblePoint(
    of minimum: Minimum, bound: Double
  ) -> (theta: Double, reference: Reference)? {
    guard var reference = reference(minimum) else { return nil }
    // The exponentials at this theta are in memory; it differs from the minimum in the last digit only.
    var theta = minimum.theta
    if (decayTheta - theta).magnitude < 1e-12 * theta { theta = decayTheta }
    for _ in 0..<8 {
      switch judge(&reference, theta: theta, bound: bound) {
      case .within: return (theta, reference)
      case .unknown: return nil
      case .beyond:
        // Move to a theta, slightly inside, at which these three samples are within the bound.
        guard let next = crossing(reference, from: theta, bound: 0.999 * bound),
          (next - theta).magnitude < 0.05 * theta
        else { return nil }
        theta = next
      }
    }
    return nil
  }

  /// The theta at which the level of a reference falls to the bound, by Newton's method from outside.
  private func crossing(_ start: Reference, from theta: Double, bound: Double) -> Double? {
    var reference = start
    var theta = theta
    for _ in 0..<20 {
      place(&reference, theta: theta)
      let change = -(reference.level.magnitude - bound) / reference.slope
      guard change.magnitude < 0.2 * theta, isInRange(theta + change) else { return nil }
      theta += change
      if change.magnitude <= 1e-13 * theta { return theta }
    }
    return nil
  }

  /// All theta around a feasible point at which some curve keeps all residuals within the bound.
  ///
  /// Each end is approached from outside. The level of three samples is a lower bound of the largest |residual|, so its
  /// crossing with the bound lies outside the interval or at its end. There the worst sample is exchanged in, until all
  /// samples are within the bound.
  ///
  /// - Parameter reach: initial estimate of half the width; above 0.
  package mutating func feasibleInterval(
    from point: (theta: Double, reference: Reference), bound: Double, reach: Double
  ) -> ClosedRange<Double>? {
    guard reach > 0, let lower = end(point, bound: bound, reach: -reach),
      let upper = end(point, bound: bound, reach: reach), lower <= upper
    else { return nil }
    return lower...upper
  }

  private mutating func end(
    _ point: (theta: Double, reference: Reference), bound: Double, reach: Double
  ) -> Double? {
    var reference = point.reference
    var theta = point.theta + reach
    var step = reach
    search: while true {
      guard step.magnitude < 0.3 * point.theta, theta > 0 else { return nil }
      switch judge(&reference, theta: theta, bound: bound) {
      case .beyond: break search
      case .unknown: return nil
      case .within:
        step *= 2
        theta += step
      }
    }
    for _ in 0..<40 {
      guard let next = crossing(reference, from: theta, bound: bound) else { return nil }
      // The crossing must lie on the outer side of the feasible point; otherwise it is not an end.
      guard (next - point.theta) * reach >= 0 else { return nil }
      theta = next
      place(&reference, theta: theta)
      let (index, miss) = worst(reference)
      if miss.magnitude <= bound * (1 + 1e-12) { return theta }
      let p = reference.points
      guard index != p.0, index != p.1, index != p.2 else { return theta }
      exchange(&reference, for: index, miss: miss)
      place(&reference, theta: theta)
      // Until the level exceeds the bound, these three samples do not exclude this theta: exchange further.
      var guardCount = 0
      while reference.level.magnitude <= bound, guardCount < 12 {
        guardCount += 1
        let (index, miss) = worst(reference)
        if miss.magnitude <= bound * (1 + 1e-12) { return theta }
        exchange(&reference, for: index, miss: miss)
        place(&reference, theta: theta)
      }
      guard reference.level.magnitude > bound else { return nil }
    }
    return nil
  }
}
