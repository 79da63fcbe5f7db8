internal import RealModule

/// Tests of whether residuals are independent.
public enum ResidualTests {
  /// Durbin-Watson statistic sum (r_n - r_(n-1))^2 / sum r_n^2: near 2 for independent residuals,
  /// near 0 for strong positive autocorrelation. Nil if all residuals are 0.
  public static func durbinWatson(_ residuals: [Double]) -> Double? {
    var squares = 0.0
    var differences = 0.0
    for index in residuals.indices {
      squares += residuals[index] * residuals[index]
      if index > 0 {
        let step = residuals[index] - residuals[index - 1]
        differences += step * step
      }
    }
    return squares > 0 ? differences / squares : nil
  }

  /// Two-sided p-value of the Wald-Wolfowitz runs test on the signs of the residuals.
  ///
  /// Normal approximation with continuity correction. Nil with fewer than two residuals of either sign.
  public static func runsProbability(_ residuals: [Double]) -> Double? {
    var plus = 0.0
    var minus = 0.0
    var runs = 0.0
    var last = 0.0
    for residual in residuals where residual != 0 {
      if residual > 0 { plus += 1 } else { minus += 1 }
      if residual * last <= 0 { runs += 1 }
      last = residual.sign == .minus ? -1 : 1
    }
    guard plus >= 2, minus >= 2 else { return nil }
    let total = plus + minus
    let expected = 2 * plus * minus / total + 1
    let variance = (expected - 1) * (expected - 2) / (total - 1)
    guard variance > 0 else { return nil }
    let distance = max(0, (runs - expected).magnitude - 0.5)
    return Distribution.normalTwoSidedTail(distance / variance.squareRoot())
  }
}

/// Information criteria of a least-squares fit with Gaussian errors of unknown scale.
public enum InformationCriteria {
  /// AICc: n ln(RSS/n) - sum ln w + 2K + 2K(K+1)/(n-K-1) with K = p + 1, since the scale is a parameter too.
  ///
  /// Constants that are equal for every law on the same data are omitted. Nil if RSS is 0 or n <= K + 1.
  public static func aicc(
    sumOfSquares: Double, count: Int, parameters: Int, sumOfLogWeights: Double = 0
  ) -> Double? {
    let n = Double(count)
    let k = Double(parameters + 1)
    guard sumOfSquares > 0, n > k + 1 else { return nil }
    return n * Double.log(sumOfSquares / n) - sumOfLogWeights + 2 * k
      + 2 * k * (k + 1) / (n - k - 1)
  }

  /// BIC: n ln(RSS/n) - sum ln w + K ln n with K = p + 1; nil if RSS is 0 or n = 0.
  public static func bic(
    sumOfSquares: Double, count: Int, parameters: Int, sumOfLogWeights: Double = 0
  ) -> Double? {
    let n = Double(count)
    guard sumOfSquares > 0, n > 0 else { return nil }
    return n * Double.log(sumOfSquares / n) - sumOfLogWeights
      + Double(parameters + 1) * Double.log(n)
  }
}
