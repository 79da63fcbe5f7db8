internal import RealModule

/// Residual variance that grows with the speed of the curve: V_n = s^2 + sigma^2 v_n^2.
///
/// An error of sigma seconds in a sample's time moves a curve of speed v by sigma v. Both parts are
/// estimated from the residuals by maximum likelihood, s never below `floor`.
public struct VarianceFunction: Sendable {
  /// s, the part without motion.
  public var base: Double
  /// sigma, the standard deviation of the times; 0 when the likelihood is highest there.
  public var timeError: Double
  /// Twice the gain in log likelihood over sigma = 0: above 5.4 by chance in 1 % of cases.
  public var likelihoodRatio: Double

  /// Estimates both parts.
  ///
  /// - Parameters:
  ///   - residuals: observed - fitted.
  ///   - speeds: |v| of the curve at each sample.
  ///   - leverages: h of each sample; r^2 / (1 - h) has the variance of the error.
  ///   - floor: the smallest s, such as quantum / sqrt 12; above 0.
  public init(residuals: [Double], speeds: [Double], leverages: [Double], floor: Double) {
    let squares = zip(residuals, leverages).map { $0 * $0 / max(0.05, 1 - $1) }
    let floorSquare = max(floor * floor, .leastNormalMagnitude)

    /// Log likelihood at the best s for a ratio sigma^2 / s^2.
    func likelihood(_ ratio: Double) -> (value: Double, base: Double) {
      var mean = 0.0
      var logs = 0.0
      for index in squares.indices {
        let growth = 1 + ratio * speeds[index] * speeds[index]
        mean += squares[index] / growth
        logs += Double.log(growth)
      }
      let n = Double(squares.count)
      let base = n > 0 ? max(mean / n, floorSquare) : floorSquare
      return (-(n * Double.log(base) + logs + mean / base) / 2, base)
    }

    let still = likelihood(0)
    base = still.base.squareRoot()
    timeError = 0
    likelihoodRatio = 0
    let fastest = speeds.max() ?? 0
    guard fastest > 0, squares.count > 4 else { return }
    // Over ln ratio: a coarse scan, then golden section in the best cell.
    let unit = Double.log(1 / (fastest * fastest))
    var bestLog = 0.0
    var best = -Double.infinity
    for step in -8...24 {
      let value = likelihood(Double.exp(unit + Double(step) / 2)).value
      if value > best {
        best = value
        bestLog = unit + Double(step) / 2
      }
    }
    var low = bestLog - 0.5
    var high = bestLog + 0.5
    let golden = 0.6180339887498949
    for _ in 0..<40 {
      let left = high - golden * (high - low)
      let right = low + golden * (high - low)
      if likelihood(Double.exp(left)).value < likelihood(Double.exp(right)).value {
        low = left
      } else {
        high = right
      }
    }
    let ratio = Double.exp((low + high) / 2)
    let found = likelihood(ratio)
    guard found.value > still.value else { return }
    base = found.base.squareRoot()
    timeError = (ratio * found.base).squareRoot()
    likelihoodRatio = 2 * (found.value - still.value)
  }

  /// The weight s^2 / V of a sample, at most 1.
  public func weight(speed: Double) -> Double {
    let ratio = timeError * speed / base
    return 1 / (1 + ratio * ratio)
  }
}
