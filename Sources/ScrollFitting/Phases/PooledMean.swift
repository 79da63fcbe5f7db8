internal import CurveFitting

/// One gesture's measurement of a constant that all gestures share.
struct Measurement: Sendable, Hashable {
  /// The value.
  var value: Double
  /// The square of its standard error.
  var variance: Double
  /// Degrees of freedom of `variance`.
  var degrees: Double
  /// The variance of its samples at the noise of all gestures; weights are its inverse.
  ///
  /// `variance` is not used for weights: it depends on the residuals, whose random errors correlate with that of the
  /// value.
  var workingVariance: Double
}

/// Measurements of one constant with nearly the same working variance, as the sums that their mean needs.
struct MeasurementGroup: Sendable, Hashable {
  /// Number of measurements.
  private(set) var count = 0.0
  /// Unweighted mean.
  private(set) var mean = 0.0
  /// Sum of (value - mean)^2.
  private(set) var squares = 0.0
  /// Sum of the variances s^2.
  private(set) var variance = 0.0
  /// Sum of s^4 d / (d + 2): the squared variances, corrected for the mean effect of their scatter, 2 / d of each
  /// square for d degrees of freedom.
  private(set) var correctedSquares = 0.0
  /// Sum of s^4 / (d + 2).
  private(set) var scatter = 0.0
  /// The smallest degrees of freedom of a variance.
  private(set) var leastDegrees = Double.infinity
  /// Mean of the working variances.
  var workingVariance = 0.0

  /// A group of one.
  init(_ measurement: Measurement) { add(measurement) }

  /// Adds a measurement with a similar working variance.
  mutating func add(_ measurement: Measurement) {
    count += 1
    let distance = measurement.value - mean
    mean += distance / count
    squares += distance * (measurement.value - mean)
    workingVariance += (measurement.workingVariance - workingVariance) / count
    let square = measurement.variance * measurement.variance
    variance += measurement.variance
    correctedSquares += square / (1 + 2 / measurement.degrees)
    scatter += square / (measurement.degrees + 2)
    leastDegrees = min(leastDegrees, measurement.degrees)
  }
}

/// The mean of measurements of one constant, with an error that does not depend on the correctness of their weights.
///
/// - With weights w = 1 / working variance the mean is that of one least-squares fit of all gestures with the constant
///   shared and all amplitudes free, linearised.
/// - Its variance is sum w^2 s^2 / (sum w)^2 with each gesture's own variance s^2, and has Satterthwaite's degrees of
///   freedom.
/// - Cochran's Q = sum w (x - mean)^2 is compared with its own mean under the variances s^2, E = sum s^2 w (1 - w / sum
///   w). Q / E has Box's F distribution, with (tr AS)^2 / tr ASAS degrees of freedom in the numerator and those of E in
///   the denominator, A = diag w - w w' / sum w. The reported value is q = (m - 1) Q / E, with mean m - 1 if all
///   measure one constant.
/// - If Q is significant at `level`, the gestures differ by more than their errors. Weights are then 1 / (working
///   variance + tau^2), tau by Paule and Mandel (1982), and the variance is that of Hartung and Knapp (2001), sum w (x
///   - mean)^2 / ((m - 1) sum w) with m - 1 degrees of freedom, but no smaller than the one above.
struct PooledMean: Sendable, Hashable {
  var value: Double
  var variance: Double
  var degrees: Double
  /// 1 / sum w: the variance of one least-squares fit.
  var workingVariance: Double
  /// Normalised weights, of sum 1.
  var weights: [Double]
  /// Cochran's Q, scaled to a mean of m - 1 if the gestures agree; nil for one measurement.
  var q: Double?
  /// The probability of a larger Q by chance.
  var probability: Double?
  /// tau, the standard deviation between gestures beyond their errors.
  var spread: Double?

  /// The probability of Q below which gestures are reported as different.
  ///
  /// A recording has at least six pools: at 0.05, one recording in four would be reported without cause.
  static let level = 0.01

  /// Whether the gestures differ by more than their errors.
  var isHeterogeneous: Bool { probability.map { $0 < Self.level } ?? false }

  /// Pools measurements; nil if there are none.
  init?(_ measurements: [Measurement]) {
    self.init(measurements.map { MeasurementGroup($0) })
  }

  /// Pools groups of measurements, each with one weight for all its members; nil if there are none.
  ///
  /// `weights` contains the share of one member of each group.
  init?(_ groups: [MeasurementGroup]) {
    let sums = GroupSums(groups)
    let count = sums.count
    var weights = groups.map { 1 / $0.workingVariance }
    let total = sums.total(weights)
    guard total > 0, total.isFinite else { return nil }
    value = sums.mean(weights)
    (variance, degrees) = sums.sandwich(weights)
    workingVariance = 1 / total
    self.weights = weights.map { $0 / total }
    guard count > 1 else { return }

    let parts = weights.map { $0 * (1 - $0 / total) }
    let expected = sums.sum(parts) { $0 * $1.variance }
    // tr ASAS. The squares of the diagonal are corrected for the mean effect of the scatter of s^2.
    let cross = weights.map { $0 * $0 / total }
    let crossed = sums.sum(cross) { $0 * $1.variance }
    let product =
      sums.sum(parts) { $0 * $0 * $1.correctedSquares } + crossed * crossed
      - sums.sum(cross) { $0 * $0 * $1.correctedSquares }
    guard expected > 0, product > 0 else { return }
    let ratio = sums.squares(weights, about: value) / expected
    q = (count - 1) * ratio
    probability = Distribution.fTail(
      ratio, min(count - 1, expected * expected / product), sums.degrees(parts))

    // Scales the working variances to the gestures' own errors.
    let scale = expected / (count - 1)
    let between = sums.varianceBetween(scale: scale, from: value)
    spread = between.squareRoot()
    guard isHeterogeneous else { return }
    weights = sums.weights(scale: scale, between: between)
    let weight = sums.total(weights)
    value = sums.mean(weights)
    variance = max(
      sums.squares(weights, about: value) / ((count - 1) * weight), sums.sandwich(weights).variance)
    degrees = count - 1
    self.weights = weights.map { $0 / weight }
  }
}

/// Weighted sums over groups of measurements; weights are those of one member of each group.
private struct GroupSums {
  let groups: [MeasurementGroup]
  /// The number of measurements.
  let count: Double

  init(_ groups: [MeasurementGroup]) {
    self.groups = groups
    count = groups.reduce(0) { $0 + $1.count }
  }

  /// sum f over all groups.
  func sum(_ weights: [Double], _ term: (Double, MeasurementGroup) -> Double) -> Double {
    zip(weights, groups).reduce(0) { $0 + term($1.0, $1.1) }
  }

  /// sum w over all members.
  func total(_ weights: [Double]) -> Double { sum(weights) { $0 * $1.count } }

  func mean(_ weights: [Double]) -> Double {
    // Relative to the first value, so that nearly equal values lose no digits.
    let first = groups.first?.mean ?? 0
    return first + sum(weights) { $0 * $1.count * ($1.mean - first) } / total(weights)
  }

  func squares(_ weights: [Double], about mean: Double) -> Double {
    sum(weights) { $0 * ($1.squares + $1.count * ($1.mean - mean) * ($1.mean - mean)) }
  }

  /// Satterthwaite's degrees of freedom of sum p s^2: (sum p s^2)^2 / sum p^2 s^4 / (d + 2) - 2, corrected for the
  /// scatter of the parts; at least those of the least known part.
  func degrees(_ parts: [Double]) -> Double {
    let least = groups.reduce(.infinity) { min($0, $1.leastDegrees) }
    guard count > 1 else { return least }
    let whole = sum(parts) { $0 * $1.variance }
    return max(least, whole * whole / sum(parts) { $0 * $0 * $1.scatter } - 2)
  }

  /// The variance of the mean from the measurements' own variances, and its degrees of freedom.
  func sandwich(_ weights: [Double]) -> (variance: Double, degrees: Double) {
    let total = total(weights)
    let parts = weights.map { $0 * $0 / (total * total) }
    return (sum(parts) { $0 * $1.variance }, degrees(parts))
  }

  /// 1 / (scale working variance + tau^2).
  func weights(scale: Double, between: Double) -> [Double] {
    groups.map { 1 / (scale * $0.workingVariance + between) }
  }

  /// tau^2 by Paule and Mandel: with its weights, Q equals its degrees of freedom.
  ///
  /// - Parameter value: the mean for tau = 0, where the search starts.
  func varianceBetween(scale: Double, from value: Double) -> Double {
    func excess(_ between: Double) -> Double {
      let weights = weights(scale: scale, between: between)
      return squares(weights, about: mean(weights)) - (count - 1)
    }
    guard excess(0) > 0 else { return 0 }
    var high = squares(groups.map { _ in 1 }, about: value)
    var low = 0.0
    while excess(high) > 0, high.isFinite { high *= 2 }
    for _ in 0..<200 where high - low > 1e-12 * high {
      let middle = (low + high) / 2
      if excess(middle) > 0 { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}

extension Estimate {
  /// The mean of measurements as an estimate.
  init(_ mean: PooledMean, key: String, unit: String, confidence: Double) {
    self.init(key: key, value: mean.value, unit: unit)
    setErrors(variance: mean.variance, degrees: mean.degrees, confidence: confidence)
    classicalError = mean.workingVariance.squareRoot()
  }
}
