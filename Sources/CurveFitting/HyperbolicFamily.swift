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
    guard theta > 0 else { return nil }
    let sums = HyperbolicMoments(observations, theta: theta)
    guard sums.smallest >= 0 else { return nil }
    return ProjectedObjective(theta: theta, ProjectedSystem(self, sums))
  }

  /// The objectives at many theta, two from each pass.
  public func objectives(
    _ observations: Observations, at thetas: [Double]
  ) -> [ProjectedObjective?] {
    var result: [ProjectedObjective?] = []
    result.reserveCapacity(thetas.count)
    guard !constant, thetas.allSatisfy({ $0 > 0 }) else {
      return thetas.map { objective(observations, theta: $0) }
    }
    for first in stride(from: 0, to: thetas.count, by: 2) {
      let second = min(first + 1, thetas.count - 1)
      let theta = SIMD2(thetas[first], thetas[second])
      let (sums, smallest) = HyperbolicMoments.pair(observations, theta)
      for lane in 0...second - first {
        result.append(
          smallest >= 0
            ? ProjectedObjective(theta: theta[lane], ProjectedSystem(self, sums[lane])) : nil)
      }
    }
    return result
  }

  /// A start value by linear regression of x y on x and y, and on 1 when there is a constant.
  ///
  /// It uses x y = beta x - theta y [+ beta_c (x + theta)]. The errors of this regression are those of y times
  /// x + theta. It is exact on exact data and is biased low under noise.
  ///
  /// - Returns: nil when the regression is singular or theta is not positive.
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
  /// The smallest x; NaN when an x is NaN.
  var smallest = Double.infinity

  init(_ observations: Observations, theta: Double) {
    observations.abscissae.withUnsafeBufferPointer { x in
      observations.values.withUnsafeBufferPointer { y in
        observations.weights.withUnsafeBufferPointer { w in
          // A local copy of the sums stays in registers.
          var sums = Sums()
          for index in 0..<x.count {
            sums.add(x: x[index], y: y[index], weight: w.isEmpty ? 1 : w[index], theta: theta)
          }
          linear = SIMD4(sums.linear.0, sums.linear.1, sums.linear.2, 0)
          plain = SIMD4(sums.plain.0, sums.plain.1, sums.plain.2, 0)
          gram = SIMD4(sums.gram.0, sums.gram.1, sums.gram.2, 0)
          weightSum = sums.weight
          valueSum = sums.value
          squareSum = sums.square
          smallest = sums.smallest
        }
      }
    }
  }

  /// The sums without a constant at two theta, and the smallest x: both in one vector take the time of one.
  static func pair(
    _ observations: Observations, _ theta: SIMD2<Double>
  ) -> (sums: [HyperbolicMoments], smallest: Double) {
    var result = HyperbolicMoments()
    var (f0, f1, f2) = (SIMD2<Double>.zero, SIMD2<Double>.zero, SIMD2<Double>.zero)
    var (g0, g1, g2) = (SIMD2<Double>.zero, SIMD2<Double>.zero, SIMD2<Double>.zero)
    observations.abscissae.withUnsafeBufferPointer { xs in
      observations.values.withUnsafeBufferPointer { ys in
        observations.weights.withUnsafeBufferPointer { w in
          for index in 0..<xs.count {
            let (x, y) = (xs[index], ys[index])
            let weight = w.isEmpty ? 1 : w[index]
            let inverse = 1 / (x + theta)
            let f = x * inverse
            let slope = -(f * inverse)
            let weighted = weight * f
            let product = y * weighted
            f0 += product
            f1 -= product * inverse
            f2 += product * (2 * inverse * inverse)
            g0 += weighted * f
            g1 += weight * slope * f
            g2 += weight * slope * slope
            result.squareSum += weight * y * y
            result.smallest = x >= result.smallest ? result.smallest : x
          }
        }
      }
    }
    return (
      (0..<2).map { lane in
        var sums = result
        sums.linear = SIMD4(f0[lane], f1[lane], f2[lane], 0)
        sums.gram = SIMD4(g0[lane], g1[lane], g2[lane], 0)
        return sums
      }, result.smallest
    )
  }

  private init() {}

  /// The sums while they are accumulated.
  private struct Sums {
    var linear = (0.0, 0.0, 0.0)
    var plain = (0.0, 0.0, 0.0)
    var gram = (0.0, 0.0, 0.0)
    var weight = 0.0
    var value = 0.0
    var square = 0.0
    var smallest = Double.infinity

    @inline(__always)
    mutating func add(x: Double, y: Double, weight: Double, theta: Double) {
      let inverse = 1 / (x + theta)
      let f = x * inverse
      let slope = f * -inverse
      let weighted = (weight * f, weight * slope, weight * (f * (2 * inverse * inverse)))
      linear.0 += y * weighted.0
      linear.1 += y * weighted.1
      linear.2 += y * weighted.2
      plain.0 += weighted.0
      plain.1 += weighted.1
      plain.2 += weighted.2
      gram.0 += weighted.0 * f
      gram.1 += weighted.1 * f
      gram.2 += weighted.1 * slope
      self.weight += weight
      value += weight * y
      square += weight * y * y
      smallest = x >= smallest ? smallest : x
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
