internal import CurveFitting

/// Whether the samples of a fit are those of another law.
///
/// Residuals of the right law scatter: rounding, noise and errors of the times make each by itself. Those of a wrong
/// law follow a smooth pattern, which differences of them lose: with r the weighted residuals, n of them and p
/// parameters, **R = s² (n - p) / sum r²**, where s² = sum (D^m r)² / (C(2m, m) (n - m)) is what scatters. For the right
/// law R is 1 on average. It lies between 0 and 4^m / C(2m, m) and has the variance
/// 2 (c - 1) / n, c = sum over k of (C(2m, m + k) / C(2m, m))²; between these bounds it is taken as a beta variable.
/// Where few residuals are large, n there is the smaller number 3 (sum r²)² / sum r⁴. Asked for m = 2 and m = 3.
///
/// Source: von Neumann's ratio of the mean square difference to the variance (1941), with higher differences.
struct LackOfFit {
  /// 1 / sqrt(R), the larger one: how many times their scatter the residuals are.
  let ratio: Double

  /// Fewer samples do not tell a pattern from scatter.
  private static let least = 8
  /// Of residuals that scatter, one series in so many is taken for waves.
  private static let probability = 1e-4
  /// Real scroll views are recorded that differ from the laws by up to 0.12 % of the motion, and have their constants.
  private static let smallest = 0.002
  /// Values without steps are those of a program, and follow their law far closer.
  private static let smallestOfExact = 1e-4
  /// Where the content is slow, errors of rounding go in waves, too: residuals must be so many times what it leaves.
  private static let ofRounding = 1.5

  /// Nil where the law may be right, or too few samples tell.
  ///
  /// - Parameter smallest: residuals below this share of the motion are let pass; nil for what recordings show.
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

  /// How often a beta variable between 0 and `most`, with the mean 1, is no larger.
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
  /// Whether its samples are those of another law, or have all digits of a program's numbers and lie off its curve.
  var leavesTooMuch: Bool {
    if LackOfFit(self) != nil { return true }
    guard residual.floor ?? 0 == 0, let low = series.observed.min(),
      let high = series.observed.max()
    else { return false }
    return residual.rms > 1e-6 * (high - low)
  }

  /// Whether its samples are those of another law.
  package var isOfWrongLaw: Bool { warnings.contains { $0.code == .wrongLaw } }

  /// Withholds the errors of all constants where the motion does not follow the law: no interval says how far the
  /// constants of a wrong law are from anything.
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
    warnings.append(
      Warning(
        .wrongLaw,
        "the motion does not follow this law: residuals of \(Printed.significant(residual.rms, digits: 2)) pt go in waves, \(times) their scatter; the constants are those of the closest curve, and have no errors",
        remedy: "'scrollfit identify' says which law it follows"))
  }
}
