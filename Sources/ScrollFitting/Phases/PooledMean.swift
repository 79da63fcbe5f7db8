internal import CurveFitting

/// One gesture's measurement of a constant that all gestures share.
struct Measurement: Sendable, Hashable {
  /// The value.
  var value: Double
  /// The square of its standard error.
  var variance: Double
  /// Degrees of freedom of `variance`.
  var degrees: Double
  /// The variance that its samples allow at the noise of all gestures: what it is weighted by.
  ///
  /// `variance` would not do: it rests on the residuals, whose luck goes together with that of the value.
  var workingVariance: Double
}

/// Measurements of one constant with nearly the same working variance, as the sums that their mean needs.
struct MeasurementGroup: Sendable, Hashable {
  /// How many there are.
  private(set) var count = 0.0
  /// Their plain mean.
  private(set) var mean = 0.0
  /// Sum of (value - mean)^2.
  private(set) var squares = 0.0
  /// Sum of the variances s^2.
  private(set) var variance = 0.0
  /// Sum of s^4 d / (d + 2): of the squares of variances with d degrees of freedom, without what their
  /// scatter, 2 / d of each square, adds to it on average.
  private(set) var correctedSquares = 0.0
  /// Sum of s^4 / (d + 2).
  private(set) var scatter = 0.0
  /// The fewest degrees of freedom of a variance.
  private(set) var leastDegrees = Double.infinity
  /// The mean of the working variances.
  var workingVariance = 0.0

  /// A group of one.
  init(_ measurement: Measurement) { add(measurement) }

  /// Takes another, whose working variance should be near that of the others.
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

/// The mean of measurements of one constant, with an error that does not trust their weights.
///
/// - With weights w = 1 / working variance the mean is that of one least-squares fit of all gestures
///   with the constant shared and all amplitudes free, linearised.
/// - Its variance is sum w^2 s^2 / (sum w)^2 with each gesture's own variance s^2, and has Satterthwaite's
///   degrees of freedom.
/// - Cochran's Q = sum w (x - mean)^2 is compared with its own mean under the variances s^2,
///   E = sum s^2 w (1 - w / sum w): Q / E has Box's F distribution, with (tr AS)^2 / tr ASAS degrees of freedom
///   above and those of E below, A = diag w - w w' / sum w. Quoted is q = (m - 1) Q / E, which is m - 1 on average
///   where all measure one constant.
/// - Where Q is beyond chance at `level`, the gestures differ by more than their errors: weights are
///   1 / (working variance + tau^2), tau by Paule and Mandel (1982), and the variance is that of Hartung
///   and Knapp (2001), sum w (x - mean)^2 / ((m - 1) sum w) with m - 1 degrees of freedom, but no
///   smaller than the one above.
struct PooledMean: Sendable, Hashable {
  var value: Double
  var variance: Double
  var degrees: Double
  /// 1 / sum w: the variance of one least-squares fit.
  var workingVariance: Double
  /// Shares of the value, of sum 1.
  var weights: [Double]
  /// Cochran's Q, scaled to a mean of m - 1; nil for one measurement.
  var q: Double?
  /// The probability of a larger one by chance.
  var probability: Double?
  /// tau, the standard deviation between gestures beyond their errors.
  var spread: Double?

  /// The probability of Q below which gestures are said to differ.
  ///
  /// A recording has six pools and more: at 0.05 one in four without fault would be called heterogeneous.
  static let level = 0.01

  /// Whether the gestures differ by more than their errors.
  var isHeterogeneous: Bool { probability.map { $0 < Self.level } ?? false }

  /// Pools measurements; nil when there are none.
  init?(_ measurements: [Measurement]) {
    self.init(measurements.map { MeasurementGroup($0) })
  }

  /// Pools groups of measurements, each as if its members had one weight; nil when there are none.
  ///
  /// `weights` holds the share of one member of each group.
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
    // tr ASAS, the squares of the diagonal without what the scatter of s^2 adds to them on average.
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

    // The working variances at the size that the gestures' own errors have.
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
    // From the first value: no digits are lost where all are alike.
    let first = groups.first?.mean ?? 0
    return first + sum(weights) { $0 * $1.count * ($1.mean - first) } / total(weights)
  }

  func squares(_ weights: [Double], about mean: Double) -> Double {
    sum(weights) { $0 * ($1.squares + $1.count * ($1.mean - mean) * ($1.mean - mean)) }
  }

  /// Satterthwaite's degrees of freedom of sum p s^2, (sum p s^2)^2 / sum p^2 s^4 / (d + 2) - 2: the scatter
  /// of the parts themselves taken off again; no fewer than those of the least known part.
  func degrees(_ parts: [Double]) -> Double {
    let least = groups.reduce(.infinity) { min($0, $1.leastDegrees) }
    guard count > 1 else { return least }
    let whole = sum(parts) { $0 * $1.variance }
    return max(least, whole * whole / sum(parts) { $0 * $0 * $1.scatter } - 2)
  }

  /// The variance of the mean from the measurements' own, and its degrees of freedom.
  func sandwich(_ weights: [Double]) -> (variance: Double, degrees: Double) {
    let total = total(weights)
    let parts = weights.map { $0 * $0 / (total * total) }
    return (sum(parts) { $0 * $1.variance }, degrees(parts))
  }

  /// 1 / (scale working variance + tau^2).
  func weights(scale: Double, between: Double) -> [Double] {
    groups.map { 1 / (scale * $0.workingVariance + between) }
  }

  /// tau^2 by Paule and Mandel: at its weights Q is as large as its degrees of freedom.
  ///
  /// - Parameter value: the mean without it, from which the search starts.
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
  /// The mean of measurements as a quantity.
  init(_ mean: PooledMean, key: String, unit: String, confidence: Double) {
    self.init(key: key, value: mean.value, unit: unit)
    setErrors(variance: mean.variance, degrees: mean.degrees, confidence: confidence)
    classicalError = mean.workingVariance.squareRoot()
  }
}
