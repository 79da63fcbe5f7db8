/// Curves beta x / (x + theta) [+ beta_c] with theta > 0, over x >= 0.
///
/// They rise from 0 with slope beta / theta and approach beta; half of beta is reached at x = theta. The
/// rubber band s = d x c / (x c + d) has beta = d and theta = d / c. The abscissae may be in any order and
/// may repeat. The order of the linear coefficients is beta, (beta_c).
public struct HyperbolicFamily: ProjectionFamily, Hashable {
  /// Whether a constant is added.
  public var constant: Bool

  /// Creates a family, with or without a constant column.
  public init(constant: Bool = false) {
    self.constant = constant
  }

  /// Number of linear coefficients.
  public var linearCount: Int { constant ? 2 : 1 }

  /// As for a sum of exponentials: 1 / (x + theta) for several theta are a Chebyshev system too.
  public var hasOneMinimum: Bool { true }

  /// The columns at one abscissa: x / (x + theta) and 1; unused lanes are 0.
  public func columns(at x: Double, theta: Double) -> SIMD4<Double> {
    SIMD4(x / (x + theta), constant ? 1 : 0, 0, 0)
  }

  /// d(curve)/d(theta) = -beta x / (x + theta)^2.
  public func slope(at x: Double, theta: Double, coefficients: SIMD4<Double>) -> Double {
    -coefficients[0] * (x / (x + theta)) / (x + theta)
  }

  /// The curve at one abscissa.
  public func value(at x: Double, theta: Double, coefficients: SIMD4<Double>) -> Double {
    let curve = coefficients[0] * (x / (x + theta))
    return constant ? curve + coefficients[1] : curve
  }

  /// The objective from one pass, with one division per sample.
  ///
  /// - Returns: nil unless theta > 0 and all x >= 0 (the curve has a pole at -theta); nil also where the columns
  ///   are numerically dependent or non-finite.
  public func objective(_ observations: Observations, theta: Double) -> ProjectedObjective? {
    objective(theta, HyperbolicMoments(observations, theta: theta))
  }

  private func objective(_ theta: Double, _ sums: HyperbolicMoments) -> ProjectedObjective? {
    guard theta > 0, sums.smallest >= 0 else { return nil }
    return ProjectedObjective(theta: theta, ProjectedSystem(self, sums))
  }

  /// The objectives at many theta, two from each pass.
  public func objectives(
    _ observations: Observations, at thetas: [Double]
  ) -> [ProjectedObjective?] {
    var result: [ProjectedObjective?] = []
    result.reserveCapacity(thetas.count)
    for first in stride(from: 0, to: thetas.count, by: 2) {
      let second = min(first + 1, thetas.count - 1)
      let theta = SIMD2(thetas[first], thetas[second])
      let sums = HyperbolicMoments.pair(observations, theta)
      result.append(objective(theta[0], sums.0))
      if second > first { result.append(objective(theta[1], sums.1)) }
    }
    return result
  }

  /// A start value by linear regression of x y on x and y, and on 1 when there is a constant.
  ///
  /// It uses x y = beta x - theta y [+ beta_c (x + theta)]. The errors of this regression are those of y times
  /// x + theta. It is exact on exact data and is biased low under noise.
  ///
  /// - Returns: nil if the regression is singular or theta is not positive.
  public func start(_ observations: Observations) -> Double? {
    var square = Symmetric3.zero
    var right = SIMD3<Double>.zero
    for index in 0..<observations.count {
      let x = observations.abscissae[index]
      let y = observations.values[index]
      let weight = observations.weight(index)
      let row = SIMD3(x, -y, 1)
      right += (weight * x * y) * row
      for i in 0..<3 {
        for j in 0...i { square[i, j] += weight * row[i] * row[j] }
      }
    }
    if !constant {
      right[2] = 0
      square[2, 0] = 0
      square[2, 1] = 0
      square[2, 2] = 1
    }
    guard let theta = square.factored()?.solve(right)[1], theta > 0, theta.isFinite else {
      return nil
    }
    return theta
  }
}

/// The sums that give the projected objective of a `HyperbolicFamily` and its two derivatives.
///
/// With f = x / (x + theta), f' = -x / (x + theta)^2, f'' = 2 x / (x + theta)^3.
struct HyperbolicMoments {
  /// sum w y (f, f', f'').
  var linear = SIMD4<Double>.zero
  /// sum w (f, f', f'').
  var plain = SIMD4<Double>.zero
  /// sum w (f f, f f', f' f').
  var gram = SIMD4<Double>.zero
  var weightSum = 0.0
  var valueSum = 0.0
  var squareSum = 0.0
  /// The smallest x; NaN if an x is NaN.
  var smallest = Double.infinity

  /// Two samples at a time.
  init(_ observations: Observations, theta: Double) {
    var sums = Sums()
    observations.withElements { x, y, w in
      let last = x.count - 1
      for index in stride(from: 0, to: x.count, by: 2) {
        // The last sample of an odd number is paired with itself, with weight 0.
        let next = min(index + 1, last)
        let alone = next == index ? 0.0 : 1
        sums.add(
          x: SIMD2(x[index], x[next]), y: SIMD2(y[index], y[next]),
          weight: w.isEmpty ? SIMD2(1, alone) : SIMD2(w[index], alone * w[next]),
          theta: SIMD2(theta, theta))
      }
    }
    self = sums.moments(0)
    let other = sums.moments(1)
    linear += other.linear
    plain += other.plain
    gram += other.gram
    weightSum += other.weightSum
    valueSum += other.valueSum
    squareSum += other.squareSum
    smallest = other.smallest >= smallest ? smallest : other.smallest
  }

  /// The sums at two theta, both in one vector.
  static func pair(
    _ observations: Observations, _ theta: SIMD2<Double>
  ) -> (HyperbolicMoments, HyperbolicMoments) {
    var sums = Sums()
    observations.withElements { x, y, w in
      for index in 0..<x.count {
        let weight = w.isEmpty ? 1 : w[index]
        sums.add(
          x: SIMD2(x[index], x[index]), y: SIMD2(y[index], y[index]),
          weight: SIMD2(weight, weight), theta: theta)
      }
    }
    return (sums.moments(0), sums.moments(1))
  }

  private init() {}

  /// The sums of two samples, or at two theta, while they are accumulated.
  private struct Sums {
    var linear = (SIMD2<Double>.zero, SIMD2<Double>.zero, SIMD2<Double>.zero)
    var plain = (SIMD2<Double>.zero, SIMD2<Double>.zero, SIMD2<Double>.zero)
    var gram = (SIMD2<Double>.zero, SIMD2<Double>.zero, SIMD2<Double>.zero)
    var weight = SIMD2<Double>.zero
    var value = SIMD2<Double>.zero
    var square = SIMD2<Double>.zero
    var smallest = SIMD2(repeating: Double.infinity)

    @inline(__always)
    mutating func add(
      x: SIMD2<Double>, y: SIMD2<Double>, weight: SIMD2<Double>, theta: SIMD2<Double>
    ) {
      let inverse = 1 / (x + theta)
      let f = x * inverse
      let slope = -(f * inverse)
      let bend = f * (2 * inverse * inverse)
      let (weightedF, weightedSlope, weightedBend) = (weight * f, weight * slope, weight * bend)
      linear.0 += y * weightedF
      linear.1 += y * weightedSlope
      linear.2 += y * weightedBend
      plain.0 += weightedF
      plain.1 += weightedSlope
      plain.2 += weightedBend
      gram.0 += weightedF * f
      gram.1 += weightedSlope * f
      gram.2 += weightedSlope * slope
      self.weight += weight
      value += weight * y
      square += weight * y * y
      smallest = x.replacing(with: smallest, where: x .>= smallest)
    }

    func moments(_ lane: Int) -> HyperbolicMoments {
      var result = HyperbolicMoments()
      result.linear = SIMD4(linear.0[lane], linear.1[lane], linear.2[lane], 0)
      result.plain = SIMD4(plain.0[lane], plain.1[lane], plain.2[lane], 0)
      result.gram = SIMD4(gram.0[lane], gram.1[lane], gram.2[lane], 0)
      result.weightSum = weight[lane]
      result.valueSum = value[lane]
      result.squareSum = square[lane]
      result.smallest = smallest[lane]
      return result
    }
  }
}

extension ProjectedSystem {
  init(_ family: HyperbolicFamily, _ sums: HyperbolicMoments) {
    squareSum = sums.squareSum
    p[0] = sums.linear[0]
    p1[0] = sums.linear[1]
    p2[0] = sums.linear[2]
    // (f f)' = 2 f f', and (f f)'' = 2 f' f' + 2 f f'' = 6 f' f', since f f'' = 2 f' f'.
    g[0, 0] = sums.gram[0]
    g1[0, 0] = 2 * sums.gram[1]
    g2[0, 0] = 6 * sums.gram[2]
    guard family.constant else { return }
    p[1] = sums.valueSum
    g[1, 1] = sums.weightSum
    g[1, 0] = sums.plain[0]
    g1[1, 0] = sums.plain[1]
    g2[1, 0] = sums.plain[2]
  }
}
