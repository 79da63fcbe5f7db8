internal import RealModule

/// Residual variance that grows with the speed of the curve: V_n = s^2 + sigma^2 v_n^2.
///
/// An error of sigma seconds in a sample's time moves a curve of speed v by sigma v. Both parts are
/// estimated from the residuals by maximum likelihood, s never below `floor`.
public struct VarianceFunction: Sendable {
  /// s, the standard deviation at rest.
  public var base: Double
  /// sigma, the standard deviation of the times; 0 if the likelihood is highest there.
  public var timeError: Double
  /// Twice the gain in log likelihood over sigma = 0: above 5.4 by chance in 1 % of cases.
  public var likelihoodRatio: Double

  /// Estimates both parts.
  ///
  /// - Parameters:
  ///   - residuals: observed - fitted.
  ///   - speeds: |v| of the curve at each sample.
  ///   - leverages: h of each sample; r^2 / (1 - h) has the variance of the error.
  ///   - floor: the minimum of s, such as quantum / sqrt 12; above 0.
  ///   - least: the minimum likelihood ratio of interest. If it is clearly not reached, sigma and the ratio are set to
  ///     0, and less work is done.
  public init(
    residuals: [Double], speeds: [Double], leverages: [Double], floor: Double, least: Double = 0
  ) {
    let squares = zip(residuals, leverages).map { $0 * $0 / max(0.05, 1 - $1) }
    let speedSquares = speeds.map { $0 * $0 }
    let floorSquare = max(floor * floor, .leastNormalMagnitude)
    /// Log likelihood at the best s for a ratio sigma^2 / s^2.
    func likelihood(_ ratio: Double) -> (value: Double, base: Double) {
      Self.likelihood(ratio, squares: squares, speedSquares: speedSquares, floorSquare: floorSquare)
    }
    let still = likelihood(0)
    base = still.base.squareRoot()
    timeError = 0
    likelihoodRatio = 0
    let fastest = speeds.max() ?? 0
    guard fastest > 0, squares.count > 4 else { return }
    // Over ln ratio: a coarse scan, then bisection in the best cell.
    let unit = Double.log(1 / (fastest * fastest))
    var bestLog = 0.0
    var best = -Double.infinity
    for step in Self.scan {
      let value = likelihood(Double.exp(unit + Double(step) / 2)).value
      if value > best {
        best = value
        bestLog = unit + Double(step) / 2
      }
    }
    if least > 0 {
      let highest = Self.highest(near: bestLog, best) { likelihood(Double.exp($0)).value }
      // Below the ratio by more than the accuracy of this search.
      if 2 * (highest - still.value) < least - 1e-3 { return }
    }
    var low = bestLog - 0.5
    var high = bestLog + 0.5
    // By the sign of the derivative: values of the likelihood locate a maximum only to the square root of their
    // rounding.
    for _ in 0..<48 {
      let middle = (low + high) / 2
      let rises = Self.rises(
        Double.exp(middle), squares: squares, speedSquares: speedSquares, floorSquare: floorSquare)
      if rises { low = middle } else { high = middle }
    }
    let ratio = Double.exp((low + high) / 2)
    let found = likelihood(ratio)
    guard found.value > still.value else { return }
    base = found.base.squareRoot()
    timeError = (ratio * found.base).squareRoot()
    likelihoodRatio = 2 * (found.value - still.value)
  }

  /// The log likelihood at the best s for a ratio sigma^2 / s^2, and that s^2. Sums of logarithms are computed as the
  /// logarithm of a product.
  private static func likelihood(
    _ ratio: Double, squares: [Double], speedSquares: [Double], floorSquare: Double
  ) -> (value: Double, base: Double) {
    let n = Double(squares.count)
    var mean = 0.0
    var logs = 0.0
    var product = 1.0
    for index in squares.indices {
      let growth = 1 + ratio * speedSquares[index]
      mean += squares[index] / growth
      // A single factor could overflow the product.
      if growth > 1e100 {
        logs += Double.log(growth)
        continue
      }
      product *= growth
      if product > 1e200 {
        logs += Double.log(product)
        product = 1
      }
    }
    let base = n > 0 ? max(mean / n, floorSquare) : floorSquare
    return (-(n * Double.log(base) + logs + Double.log(product) + mean / base) / 2, base)
  }

  /// Whether the likelihood increases with the ratio. The best s does not contribute to the derivative: either the
  /// derivative with respect to s is 0, or s is fixed at the floor.
  private static func rises(
    _ ratio: Double, squares: [Double], speedSquares: [Double], floorSquare: Double
  ) -> Bool {
    // The sum of v^2 / growth (r^2 / (growth s^2) - 1), with one division per sample.
    var (mean, gain, loss) = (0.0, 0.0, 0.0)
    for index in squares.indices {
      let share = 1 / (1 + ratio * speedSquares[index])
      let square = squares[index] * share
      let speed = speedSquares[index] * share
      mean += square
      gain += speed * square
      loss += speed
    }
    return gain > loss * max(mean / Double(squares.count), floorSquare)
  }

  /// The scan of ln ratio in half units, relative to 1 / (largest speed)^2.
  private static let scan = -8...24

  /// The maximum of a likelihood within half a unit of the best point of a scan, to about 1e-6.
  private static func highest(
    near place: Double, _ found: Double, _ likelihood: (Double) -> Double
  ) -> Double {
    max(
      found,
      -GoldenSection.minimum(from: place - 0.5, to: place + 0.5, steps: 20) { -likelihood($0) }
        .value)
  }

  /// Twice the gain in log likelihood of a given sigma over sigma = 0, each with the best s. The more negative it is,
  /// the less probable are such errors of the times.
  ///
  /// - Parameters:
  ///   - timeError: sigma, in s.
  ///   - residuals: observed - fitted.
  ///   - speeds: |v| of the curve at each sample.
  ///   - leverages: h of each sample.
  ///   - floor: the minimum of s, such as quantum / sqrt 12; above 0.
  public static func gain(
    ofTimeError timeError: Double, residuals: [Double], speeds: [Double], leverages: [Double],
    floor: Double
  ) -> Double {
    let squares = zip(residuals, leverages).map { $0 * $0 / max(0.05, 1 - $1) }
    let floorSquare = max(floor * floor, .leastNormalMagnitude)
    func likelihood(_ base: Double, _ timeError: Double) -> Double {
      var sum = 0.0
      for (square, speed) in zip(squares, speeds) {
        let slip = timeError * speed
        let variance = base + slip * slip
        sum -= Double.log(variance) + square / variance
      }
      return sum
    }
    let still = max(squares.reduce(0, +) / Double(max(1, squares.count)), floorSquare)
    // Over ln s^2, between the floor and the largest residual: a coarse scan, then golden section in the best cell.
    let span = Double.log(max(squares.max() ?? 0, floorSquare) / floorSquare)
    func at(_ place: Double) -> Double {
      likelihood(floorSquare * Double.exp(place), timeError)
    }
    let places = (0...20).map { Double($0) / 20 * span }
    return -GoldenSection.minimum(scanning: places, steps: 30) { -at($0) }.value
      - likelihood(still, 0)
  }

  /// The weight s^2 / V of a sample, at most 1.
  public func weight(speed: Double) -> Double {
    let ratio = timeError * speed / base
    return 1 / (1 + ratio * ratio)
  }
}
