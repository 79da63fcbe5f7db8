internal import RealModule

/// Whether the samples of a fit are those of another law.
///
/// Residuals of the right law scatter: rounding, noise and errors of the times make each by itself. Those of a wrong
/// law follow a smooth pattern, which differences of them lose: with r the weighted residuals, n of them and p
/// parameters, **F = (sum r² / (n - p)) / s²**, where s² = sum (D^m r)² / (C(2m, m) (n - m)), the smaller one of the
/// second and the third differences, is what scatters. For the right law F is 1, give or take sqrt(2 / n).
///
/// Source: von Neumann's ratio of the mean square difference to the variance (1941), with higher differences.
struct LackOfFit {
  /// sqrt(F): how many times their scatter the residuals are.
  let ratio: Double

  /// Fewer samples do not tell a pattern from scatter.
  private static let least = 8
  /// Four times what F is off 1 by chance.
  private static let limit = 4.0
  /// Real scroll views are recorded that differ from the laws by up to 0.12 % of the motion, and have their constants.
  private static let smallest = 0.002
  /// Where the content is slow, errors of rounding go in waves, too: residuals must be so many times what it leaves.
  private static let ofRounding = 1.5

  /// Nil where the law may be right, or too few samples tell.
  init?(_ fit: Fit) {
    let series = fit.series
    let count = series.observed.count
    let parameters = count - fit.degreesOfFreedom
    guard fit.search.converged, fit.stamps != .unused, series.abscissa == nil,
      count >= Self.least, fit.degreesOfFreedom >= 4, parameters >= 0,
      let low = series.observed.min(), let high = series.observed.max(),
      fit.residual.rms > Self.smallest * (high - low),
      fit.residual.rms > Self.ofRounding * (fit.residual.floor ?? 0)
    else { return nil }
    let residuals = zip(
      series.residuals,
      series.weights.isEmpty ? [Double](repeating: 1, count: count) : series.weights
    ).map { $0 * $1.squareRoot() }
    let variance = residuals.reduce(0) { $0 + $1 * $1 } / Double(fit.degreesOfFreedom)
    let second = Self.differences(Self.differences(residuals))
    let third = Self.differences(second)
    let scatter = min(Self.meanSquare(second) / 6, Self.meanSquare(third) / 20)
    guard variance > scatter * (1 + Self.limit * (2 / Double(count)).squareRoot()) else {
      return nil
    }
    ratio = (variance / max(scatter, .leastNormalMagnitude)).squareRoot()
  }

  private static func differences(_ values: [Double]) -> [Double] {
    zip(values.dropFirst(), values).map { $0 - $1 }
  }

  private static func meanSquare(_ values: [Double]) -> Double {
    values.reduce(0) { $0 + $1 * $1 } / Double(values.count)
  }
}

extension Fit {
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
