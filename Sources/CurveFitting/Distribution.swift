internal import RealModule

/// Tail probabilities and quantiles for inference: Student t, F, chi-square, normal.
///
/// All come from the regularised incomplete beta and gamma functions, by continued fraction or series
/// (Abramowitz & Stegun 6.5, 26.5), to about 1e-13 relative, up to a million degrees of freedom.
/// A NaN argument gives NaN.
public enum Distribution {
  /// P(|T| > t) for Student's t with `degrees` degrees of freedom.
  public static func studentTwoSidedTail(_ t: Double, degrees: Double) -> Double {
    incompleteBeta(odds: t * t / degrees, degrees / 2, 0.5)
  }

  /// The t > 0 with P(|T| > t) = `alpha`: the factor of a 1 - alpha interval.
  ///
  /// NaN if `degrees` is not positive or `alpha` not inside (0, 1).
  public static func studentQuantile(twoSided alpha: Double, degrees: Double) -> Double {
    guard degrees > 0, alpha > 0, alpha < 1 else { return .nan }
    var low = 0.0
    var high = Double.infinity
    var t = studentStart(alpha, degrees)
    // Above 1e5 degrees of freedom the density is a difference of large logarithms, so a small step is no sign of full
    // accuracy.
    let enough = degrees < 1e5 ? 1e-5 : 1e-14
    let constant =
      Double.logGamma((degrees + 1) / 2) - Double.logGamma(degrees / 2)
      - Double.log(degrees * .pi) / 2
    for _ in 0..<2000 {
      let miss = studentTwoSidedTail(t, degrees: degrees) - alpha
      if miss > 0 { low = t } else { high = t }
      let density =
        2
        * Double.exp(
          constant - (degrees + 1) / 2 * Double.log(onePlus: t * t / degrees))
      // Halley's step: a relative step s leaves an error of the order of s^3.
      let newton = miss / density
      let bend = 1 - newton * (degrees + 1) * t / (degrees + t * t) / 2
      var next = t + (bend > 0.5 && bend < 2 ? newton / bend : newton)
      let isInside = next > low && next < high
      if !isInside { next = high.isFinite ? (low + high) / 2 : 2 * t }
      if (next - t).magnitude <= (isInside ? enough : 1e-14) * t || next > 1e300 { return next }
      t = next
    }
    return t
  }

  /// An approximation of a quantile of Student's t: the normal quantile (Abramowitz & Stegun 26.2.23) with the
  /// expansion 26.7.5 in powers of 1 / degrees.
  private static func studentStart(_ alpha: Double, _ degrees: Double) -> Double {
    let r = (-2 * Double.log(alpha / 2)).squareRoot()
    let z = max(
      0.01,
      r - (2.515517 + r * (0.802853 + r * 0.010328))
        / (1 + r * (1.432788 + r * (0.189269 + r * 0.001308))))
    guard degrees > 2 else { return z }
    let s = z * z
    let first = (s + 1) / 4
    let second = (3 + s * (16 + 5 * s)) / 96
    let third = (-15 + s * (17 + s * (19 + 3 * s))) / 384
    return z * (1 + (first + (second + third / degrees) / degrees) / degrees)
  }

  /// P(F > f) for the F distribution.
  public static func fTail(_ f: Double, _ numerator: Double, _ denominator: Double) -> Double {
    guard !(f <= 0) else { return 1 }
    return incompleteBeta(odds: numerator * f / denominator, denominator / 2, numerator / 2)
  }

  /// P(|Z| > z) for the standard normal distribution.
  public static func normalTwoSidedTail(_ z: Double) -> Double {
    Double.erfc(z.magnitude / 2.0.squareRoot())
  }

  /// P(X > x) for chi-square with `degrees` degrees of freedom.
  public static func chiSquareTail(_ x: Double, degrees: Double) -> Double {
    guard !(x <= 0) else { return 1 }
    return incompleteGammaTail(degrees / 2, x / 2)
  }

  /// Regularised incomplete beta function I_x(a, b); NaN outside [0, 1].
  package static func incompleteBeta(_ x: Double, _ a: Double, _ b: Double) -> Double {
    incompleteBeta(x, complement: 1 - x, a, b)
  }

  /// I_x(a, b) at x = 1 / (1 + odds); x and 1 - x both keep full relative precision near 0.
  private static func incompleteBeta(odds: Double, _ a: Double, _ b: Double) -> Double {
    incompleteBeta(1 / (1 + odds), complement: 1 / (1 + 1 / odds), a, b)
  }

  private static func incompleteBeta(
    _ x: Double, complement y: Double, _ a: Double, _ b: Double
  ) -> Double {
    guard x > 0, y > 0 else { return x == 0 ? 0 : y == 0 ? 1 : .nan }
    let swapped = x > (a + 1) / (a + b + 2)
    let tail = swapped ? betaFraction(y, x, b, a) : betaFraction(x, y, a, b)
    // Rounding of the fraction must not make a probability negative.
    return swapped ? max(0, 1 - tail) : tail
  }

  /// I_x(a, b) for x below its mean by the continued fraction of DiDonato & Morris (1992), y = 1 - x.
  private static func betaFraction(_ x: Double, _ y: Double, _ a: Double, _ b: Double) -> Double {
    // x^a y^b / B(a, b) by Stirling's formula, arranged so that the large parts of the exponent cancel exactly.
    let excess = (x * b - y * a) / a
    let front =
      (a / (a + b) * b / (2 * .pi)).squareRoot()
      * Double.exp(
        a * logMinusExcess(x * (a + b) / a, excess) + b
          * logMinusExcess(y * (a + b) / b, -excess * a / b)
          + stirlingRemainder(a + b) - stirlingRemainder(a) - stirlingRemainder(b))
    let lead = a > b ? (a + b) * y - b : a - (a + b) * x
    return front
      * lentz { step in
        let n = Double(step)
        let odd = a + 2 * n - 1
        let partial = n * (b - n) * x
        let denominator =
          n + (step == 0 ? 0 : partial / odd) + (a + n) / (odd + 2) * (lead + 1 + n * (1 + y))
        return ((a + n - 1) * (a + b + n - 1) / odd * (partial * x / odd), denominator)
      }
  }

  /// Regularised upper incomplete gamma function Q(a, x).
  package static func incompleteGammaTail(_ a: Double, _ x: Double) -> Double {
    guard x < .infinity else { return x.isNaN ? .nan : 0 }
    // x^a e^(-x) / Gamma(a) by Stirling's formula.
    let front =
      (a / (2 * .pi)).squareRoot()
      * Double.exp(a * logMinusExcess(x / a, (x - a) / a) - stirlingRemainder(a))
    guard x >= a + 1 else {
      var term = 1 / a
      var sum = term
      var n = a
      for _ in 0..<10_000 where term > 1e-17 * sum {
        n += 1
        term *= x / n
        sum += term
      }
      return 1 - front * sum
    }
    return front
      * lentz { step in
        let n = Double(step)
        return (-n * (n - a), x + 2 * n + 1 - a)
      }
  }

  /// 1 / (b_0 + a_1 / (b_1 + a_2 / (b_2 + ...))) by the method of Lentz; a_0 is not used.
  private static func lentz(_ term: (Int) -> (a: Double, b: Double)) -> Double {
    let tiny = 1e-300
    var d = 1 / term(0).b
    var c = 1 / tiny
    var fraction = d
    for step in 1..<10_000 {
      let (a, b) = term(step)
      d = a * d + b
      d = 1 / (d.magnitude < tiny ? tiny : d)
      c = b + a / c
      if c.magnitude < tiny { c = tiny }
      fraction *= c * d
      if (c * d - 1).magnitude < 2e-16 { break }
    }
    return fraction
  }

  /// ln Gamma(x) - (x - 1/2) ln x + x - ln(2 pi) / 2.
  private static func stirlingRemainder(_ x: Double) -> Double {
    guard x >= 10 else {
      return Double.logGamma(x) - (x - 0.5) * Double.log(x) + x - 0.9189385332046727
    }
    let square = 1 / (x * x)
    let coefficients: [Double] = [
      1 / 156, -691 / 360_360, 1 / 1188, -1 / 1680, 1 / 1260, -1 / 360, 1 / 12,
    ]
    return coefficients.reduce(0) { $0 * square + $1 } / x
  }

  /// ln q - d for q = 1 + d, without cancellation at small d.
  private static func logMinusExcess(_ q: Double, _ d: Double) -> Double {
    guard d.magnitude < 0.4 else { return Double.log(q) - d }
    // ln(1 + d) = 2 atanh r with r = d / (2 + d), and 2 r - d = -r d.
    let r = d / (2 + d)
    let square = r * r
    var sum = 0.0
    var power = square
    var divisor = 3.0
    while power > 1e-17 * sum {
      sum += power / divisor
      power *= square
      divisor += 2
    }
    return r * (2 * sum - d)
  }
}
