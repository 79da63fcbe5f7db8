internal import RealModule

extension Distribution {
  /// 2 P(Z > z); greater than 1 for z < 0.
  private static func signedTail(_ z: Double) -> Double {
    Double.erfc(z / 2.0.squareRoot())
  }

  /// P(|u U + s Z| > t) for U uniform in [-1, 1] and Z standard normal.
  ///
  /// This is the tail of an estimate with one uniform rounding error of at most u and, from many samples, a normal
  /// error of standard deviation s. The tail is (s / u) [G((t - u) / s) - G((t + u) / s)] with
  /// G(z) = phi(z) - z P(Z > z), the integral of P(Z > x) over x > z.
  public static func uniformNormalTail(
    _ t: Double, uniform u: Double, normal s: Double
  ) -> Double {
    let t = t.magnitude
    guard s > 0 else { return u > 0 ? max(0, 1 - t / u) : t > 0 ? 0 : 1 }
    // For u below s / 1000 the uniform part changes the tail by less than 1e-6 relative.
    guard u > 1e-3 * s else { return normalTwoSidedTail(t / s) }
    func tailIntegral(_ z: Double) -> Double {
      Double.exp(-z * z / 2) / (2 * Double.pi).squareRoot() - z * Double.erfc(z / 2.0.squareRoot())
        / 2
    }
    return min(1, s / u * (tailIntegral((t - u) / s) - tailIntegral((t + u) / s)))
  }

  /// The t > 0 with P(|u U + s Z| > t) = `alpha`: half the width of a 1 - alpha interval.
  ///
  /// 0 if u = s = 0. NaN if `alpha` is not inside (0, 1).
  public static func uniformNormalQuantile(
    twoSided alpha: Double, uniform u: Double, normal s: Double
  ) -> Double {
    guard alpha > 0, alpha < 1 else { return .nan }
    guard u > 0 || s > 0 else { return 0 }
    guard s > 0 else { return u * (1 - alpha) }
    var low = 0.0
    var high = u + s
    while uniformNormalTail(high, uniform: u, normal: s) > alpha { high *= 2 }
    // Newton's method, with bisection where a step leaves the bracket.
    var t = min(high, Double.hypot(u, 2 * s))
    for _ in 0..<200 {
      let miss = uniformNormalTail(t, uniform: u, normal: s) - alpha
      if miss > 0 { low = t } else { high = t }
      // Twice the density of u U + s Z.
      let density =
        u > 1e-3 * s
        ? (signedTail((t - u) / s)
          - signedTail((t + u) / s)) / (2 * u)
        : 2 * Double.exp(-t * t / (2 * s * s)) / (s * (2 * Double.pi).squareRoot())
      var next = t + miss / density
      if !(next > low && next < high) { next = (low + high) / 2 }
      guard (next - t).magnitude > 1e-14 * t, high - low > 1e-14 * high else { return next }
      t = next
    }
    return t
  }
}
