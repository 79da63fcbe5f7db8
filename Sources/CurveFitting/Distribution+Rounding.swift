internal import RealModule

extension Distribution {
  /// P(|u U + s Z| > t) for U uniform in [-1, 1] and Z standard normal: the tail of an estimate that one
  /// rounding error, of at most u, and the scatter s of many samples disturb.
  ///
  /// (s / u) [G((t - u) / s) - G((t + u) / s)] with G(z) = phi(z) - z P(Z > z), the integral of the normal
  /// tail. The limits u = 0 and s = 0 are the normal and the uniform tail.
  public static func uniformNormalTail(
    _ t: Double, uniform u: Double, normal s: Double
  ) -> Double {
    let t = t.magnitude
    guard s > 0 else { return u > 0 ? max(0, 1 - t / u) : t > 0 ? 0 : 1 }
    // Below a thousandth the uniform part changes the tail by less than 1e-6 of itself.
    guard u > 1e-3 * s else { return normalTwoSidedTail(t / s) }
    func tailIntegral(_ z: Double) -> Double {
      Double.exp(-z * z / 2) / (2 * Double.pi).squareRoot() - z * Double.erfc(z / 2.0.squareRoot())
        / 2
    }
    return min(1, s / u * (tailIntegral((t - u) / s) - tailIntegral((t + u) / s)))
  }

  /// The t > 0 with P(|u U + s Z| > t) = `alpha`: half the width of a 1 - alpha interval; 0 where u and s are.
  ///
  /// NaN when `alpha` is not inside (0, 1).
  public static func uniformNormalQuantile(
    twoSided alpha: Double, uniform u: Double, normal s: Double
  ) -> Double {
    guard alpha > 0, alpha < 1 else { return .nan }
    guard u > 0 || s > 0 else { return 0 }
    var low = 0.0
    var high = u + s
    while uniformNormalTail(high, uniform: u, normal: s) > alpha { high *= 2 }
    for _ in 0..<200 where high - low > 1e-13 * high {
      let middle = (low + high) / 2
      if uniformNormalTail(middle, uniform: u, normal: s) > alpha {
        low = middle
      } else {
        high = middle
      }
    }
    return (low + high) / 2
  }
}
