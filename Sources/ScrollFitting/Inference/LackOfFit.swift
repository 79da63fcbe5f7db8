internal import CurveFitting

/// A test whether the samples of a fit follow a different law.
///
/// For the right law residuals are independent: they come from rounding, noise and errors of the times. For a wrong law
/// they follow a smooth pattern, which differencing removes. With the n weighted residuals r and p parameters,
/// **R = s² (n - p) / sum r²**, where s² = sum (D^m r)² / (C(2m, m) (n - m)) estimates the independent part. For the
/// right law the mean of R is 1. R is between 0 and 4^m / C(2m, m) and has variance 2 (c - 1) / n with
/// c = sum over k of (C(2m, m + k) / C(2m, m))²; it is approximated by a beta variable. If a few residuals are large,
/// n in the variance is replaced by the smaller 3 (sum r²)² / sum r⁴. The test uses m = 2 and m = 3.
///
/// Source: von Neumann's ratio of the mean square difference to the variance (1941), with higher differences.
struct LackOfFit {
  /// 1 / sqrt(R) for the smaller of the two R: the ratio of the residuals to their independent part.
  let ratio: Double

  /// Minimum number of samples: fewer cannot show a pattern.
  private static let least = 8
  /// The probability of rejecting the right law.
  private static let probability = 1e-4
  /// Minimum rms residual as a fraction of the motion. Recordings of real scroll views with valid constants deviate
  /// from the laws by up to 0.12 %.
  private static let smallest = 0.002
  /// The same for values without rounding: they come from a program, which follows its law much more closely.
  private static let smallestOfExact = 1e-4
  /// Minimum ratio of the residuals to the rounding floor: where the content is slow, rounding errors form a pattern
  /// too.
  private static let ofRounding = 1.5

  /// Nil if the law may be right, or if there are too few samples.
  ///
  /// - Parameter smallest: minimum rms residual as a fraction of the motion; nil for the default.
  init?(_ fit: Fit, above smallest: Double? = nil) {
    let floor = fit.residual.floor ?? 0
    let smallest = smallest ?? (floor > 0 ? Self.smallest : Self.smallestOfExact)
    let series = fit.series
    let count = series.observed.count
    let parameters = count - fit.degreesOfFreedom
    guard fit.search.converged, fit.stamps != .unused, series.abscissa == nil,
      count >= Self.least, fit.degreesOfFreedom >= 4, parameters >= 0,
      let low = series.observed.min(), let high = series.observed.max(),
      fit.residual.rms > smallest * (high - low),
      fit.residual.rms > Self.ofRounding * floor
    else { return nil }
    let residuals = zip(
      series.residuals,
      series.weights.isEmpty ? [Double](repeating: 1, count: count) : series.weights
    ).map { $0 * $1.squareRoot() }
    let squares = residuals.map { $0 * $0 }
    let sum = squares.reduce(0, +)
    let effective = min(Double(count), 3 * sum * sum / squares.reduce(0) { $0 + $1 * $1 })
    let second = Self.differences(Self.differences(residuals))
    let variance = sum / Double(fit.degreesOfFreedom)
    let scatter = (
      Self.meanSquare(second) / 6, Self.meanSquare(Self.differences(second)) / 20
    )
    // 2 (c - 1) for second and third differences.
    let chance = min(
      Self.probability(scatter.0 / variance, most: 16 / 6, variance: 17.0 / 9 / effective),
      Self.probability(scatter.1 / variance, most: 64 / 20, variance: 2.62 / effective))
    guard chance < Self.probability else { return nil }
    ratio = (variance / max(min(scatter.0, scatter.1), .leastNormalMagnitude)).squareRoot()
  }

  /// The probability that a beta variable between 0 and `most` with mean 1 is at most `value`.
  private static func probability(_ value: Double, most: Double, variance: Double) -> Double {
    let mean = 1 / most
    let sum = mean * (1 - mean) * most * most / variance - 1
    return Distribution.incompleteBeta(min(1, value * mean), mean * sum, (1 - mean) * sum)
  }

  private static func differences(_ values: [Double]) -> [Double] {
    zip(values.dropFirst(), values).map { $0 - $1 }
  }

  private static func meanSquare(_ values: [Double]) -> Double {
    values.reduce(0) { $0 + $1 * $1 } / Double(values.count)
  }
}

extension Fit {
  /// Whether the samples follow a different law, or are exact and not on the curve.
  var leavesTooMuch: Bool {
    if LackOfFit(self) != nil { return true }
    guard residual.floor ?? 0 == 0, let low = series.observed.min(),
      let high = series.observed.max()
    else { return false }
    return residual.rms > 1e-6 * (high - low)
  }

  /// Whether the residuals are no larger than rounding explains.
  package var isFollowed: Bool {
    guard search.converged else { return false }
    guard feasibility?.isEmpty != false, !isExact else { return true }
    // One sample that rounding cannot explain is enough to reject the law.
    guard !isRejected, let floor = residual.floor, floor > 0 else { return false }
    return residual.rms < 1.3 * floor
  }

  /// Whether the law reproduces the samples to floating-point precision.
  package var isExact: Bool { parameters.contains(where: \.isExact) }

  /// Whether no curve of the law reproduces the samples after rounding.
  var isRejected: Bool { warnings.contains { $0.code == .lawRejected } }

  /// Whether the samples follow a different law.
  package var isOfWrongLaw: Bool { warnings.contains { $0.code == .wrongLaw } }

  /// Removes the errors of all constants if the motion does not follow the law: intervals have no meaning for the
  /// constants of a wrong law.
  mutating func withholdErrorsOfWrongLaw() {
    guard let lack = LackOfFit(self) else { return }
    let reason = "the motion does not follow this law (W411)"
    withdraw { estimate in
      guard estimate.value != nil, !estimate.isFixed, !estimate.isCount else { return estimate }
      var bare = Estimate(
        key: estimate.key, value: estimate.value, unit: estimate.unit, reason: reason)
      bare.start = estimate.start
      return bare
    }
    limit = nil
    correlations = []
    let times =
      lack.ratio < 1000 ? "\(Printed.significant(lack.ratio, digits: 2)) times" : "far above"
    warnings.warn(
      .wrongLaw,
      "the motion does not follow this law: residuals of \(Printed.significant(residual.rms, digits: 2)) pt are correlated, \(times) their independent part; the constants are those of the closest curve, and have no errors",
      remedy: "'scrollfit identify FILE' says which law it follows")
  }
}
