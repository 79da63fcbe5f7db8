internal import CurveFitting

/// A constant that several gestures share, estimated from all of them.
///
/// Each gesture keeps its own amplitude, phase or release. The value is that of one linearised least-squares fit to all
/// gestures. See ``isHeterogeneous`` for gestures that disagree.
public struct Pool: Sendable, Hashable {
  /// The estimate of one gesture.
  public struct Member: Sendable, Hashable {
    /// The index of its fit in the result's list, or of its joint in a pool of joints.
    public var source: Int
    /// Its own value, in `unit`.
    public var value: Double
    /// The standard error of `value`.
    public var standardError: Double
    /// Its weight in the pooled value; all weights add up to 1.
    public var weight: Double
  }

  /// A gesture that the pool leaves out.
  public struct Omission: Sendable, Hashable {
    /// The index of its fit in the result's list, or of its joint in a pool of joints.
    public var source: Int
    /// The reason, in a few words.
    public var reason: String
    /// Whether it is left out because its value is an outlier.
    public var isOutlier = false
  }

  /// Key of the law, such as `bounce`; `joint` for a pool of joints.
  public var law: String
  /// Key of the quantity, such as `delta`, `k` or `stop_velocity`.
  public var key: String
  /// The unit of all values, as printed.
  public var unit: String
  /// The gestures, in order of the fits.
  public var members: [Member] = []
  /// The pooled value; without members its value is nil and it has a reason.
  public var estimate: Estimate
  /// Cochran's Q of the members, scaled to a mean of `degrees` if they agree; nil for fewer than two members.
  public var q: Double?
  /// m - 1.
  public var degrees = 0
  /// The probability of a larger Q by chance.
  public var probability: Double?
  /// tau: the standard deviation between gestures beyond their errors, in `unit`; 0 if Q shows none.
  public var spread: Double?
  /// Whether the members differ by more than their errors, at a probability of 0.01. The value is then their
  /// random-effects mean, and its interval includes the spread of gestures.
  public var isHeterogeneous = false
  /// The gestures left out.
  public var leftOut: [Omission] = []
  /// The noise of all members' samples, on which their weights are based; nil if their rounding differs, or if it is
  /// unknown.
  public var noise: NoiseLevel?

  /// A pool without members.
  init(law: String, key: String, unit: String) {
    self.law = law
    self.key = key
    self.unit = unit
    estimate = Estimate(key: key, value: nil, unit: unit, reason: "no gesture determines it")
  }

  /// Sets the pooled mean of measurements, one per member.
  mutating func take(_ measurements: [(index: Int, Measurement)], confidence: Double) {
    guard let mean = PooledMean(measurements.map(\.1)) else { return }
    members = zip(measurements, mean.weights).map {
      Member(
        source: $0.index, value: $0.1.value, standardError: $0.1.variance.squareRoot(), weight: $1)
    }
    degrees = members.count - 1
    estimate = Estimate(mean, key: key, unit: unit, confidence: confidence)
    q = mean.q
    probability = mean.probability
    spread = mean.spread
    isHeterogeneous = mean.isHeterogeneous
  }

  /// Adds an error that all members share, in `unit`.
  mutating func widen(by error: Double, confidence: Double) {
    guard error > 0, let own = estimate.standardError, let degrees = estimate.intervalDegrees else {
      return
    }
    let variance = own * own + error * error
    // The shared error is not estimated from the members, so it adds degrees of freedom.
    let share = variance / (own * own)
    estimate.setErrors(
      variance: variance, degrees: min(degrees * share * share, 1e6), confidence: confidence)
  }

  /// A warning about members that disagree; nil if they agree.
  func warning(of gestures: String) -> Warning? {
    guard isHeterogeneous, let q, let probability else { return nil }
    return Warning(
      .heterogeneous,
      "the \(members.count) \(gestures) disagree: Q = \(Printed.short(q, digits: 1)) where \(degrees) is expected (p \(probability < 1e-12 ? "< 1e-12" : "= \(Printed.significant(probability, digits: 2))")); the interval of the pooled \(key) includes the spread of gestures, \(Printed.significant(spread ?? 0)) \(unit)",
      remedy:
        "check each fit; the law may not fit, or there are two kinds of gestures"
    )
  }
}

extension Pool {
  /// Pools a quantity of fits of one law, from one recording or several.
  ///
  /// - Parameters:
  ///   - key: the quantity, such as `delta`.
  ///   - fits: the fits; members and omissions refer to their indices.
  ///   - leavesOutliers: whether to leave out a fit that differs from the weighted median of the others by more than 5
  ///     of its errors, by more than 3 %, and by more than 5 times their own median distance from it; at most a third
  ///     of three or more fits.
  ///   - confidence: of the interval.
  public init(
    _ key: String, of fits: [Fit], leavesOutliers: Bool = false, confidence: Double = 0.95
  ) {
    self.init(
      law: fits.first?.law ?? "", key: key, unit: fits.first?[key]?.unit ?? "",
      of: fits.enumerated().map { Candidate(index: $0, fit: $1) }, leavesOutliers: leavesOutliers,
      confidence: confidence)
  }

  /// A gesture that may belong to a pool.
  struct Candidate {
    /// The index of its fit in the result's list.
    var index: Int
    var fit: Fit
    /// Why it is no free motion, according to the phase finder.
    var remark: String?
    /// The noise of the recording beyond rounding, in pt.
    var noise = 0.0
  }

  /// Pools a quantity of candidates.
  init(
    law: String, key: String, unit: String, of candidates: [Candidate],
    leavesOutliers: Bool = false, confidence: Double
  ) {
    self.init(law: law, key: key, unit: unit)
    var used: [(Candidate, Estimate)] = []
    for candidate in candidates {
      if let reason = candidate.disqualification(key) {
        leftOut.append(Omission(source: candidate.index, reason: reason))
      } else if let estimate = candidate.fit[key] {
        used.append((candidate, estimate))
      }
    }
    let noise = Self.noise(used.map(\.0.fit))
    self.noise = Self.level(used.map(\.0.fit))
    var measurements = zip(used, noise).compactMap { member, noise in
      member.0.fit.measurement(of: member.1, noise: noise).map { (member.0.index, $0) }
    }
    let most = leavesOutliers ? measurements.count / 3 : 0
    for _ in 0..<most {
      guard let found = Self.outlier(measurements.map(\.1)) else { break }
      leftOut.append(
        Omission(
          source: measurements[found.position].0,
          reason:
            "\(key) = \(Printed.significant(measurements[found.position].1.value, digits: 4)) \(unit) where the others have \(Printed.significant(found.median, digits: 4))",
          isOutlier: true))
      measurements.remove(at: found.position)
    }
    take(measurements.map { (index: $0.0, $0.1) }, confidence: confidence)
    leftOut = leftOut.ordered { Double($0.source) }
  }

  /// The noise of each fit's samples, in pt, estimated from all fits with the same rounding; nil if it is unknown.
  private static func noise(_ fits: [Fit]) -> [Double?] {
    fits.map { fit in
      var squares = 0.0
      var degrees = 0.0
      for other in fits where other.residual.floor == fit.residual.floor {
        guard let noise = other.ownNoise else { continue }
        squares += Double(other.degreesOfFreedom) * noise * noise
        degrees += Double(other.degreesOfFreedom)
      }
      return fit.ownNoise == nil || degrees == 0 ? nil : (squares / degrees).squareRoot()
    }
  }

  /// The noise of fits with the same rounding; nil if their rounding differs, or if the noise of one is unknown.
  private static func level(_ fits: [Fit]) -> NoiseLevel? {
    guard let floor = fits.first?.residual.floor,
      fits.allSatisfy({
        $0.residual.floor == floor && $0.ownNoise != nil && $0.degreesOfFreedom > 0
      })
    else { return nil }
    return fits.reduce(into: NoiseLevel(floor: floor)) {
      $0.add(size: $1.ownNoise ?? 0, degrees: Double($1.degreesOfFreedom))
    }
  }

  /// The measurement furthest from the weighted median of the others. It must differ by more than 5 of its errors, by
  /// more than 3 % of the median, and by more than 5 times the others' median distance from it; otherwise nil.
  static func outlier(_ measurements: [Measurement]) -> (position: Int, median: Double)? {
    guard measurements.count >= 3 else { return nil }
    func center(_ some: [Measurement]) -> (median: Double, typical: Double) {
      let median = weightedMedian(some.map { ($0.value, 1 / $0.workingVariance) })
      return (
        median,
        weightedMedian(some.map { (($0.value - median).magnitude, 1 / $0.workingVariance) })
      )
    }
    // With many measurements, one more or less does not change the median.
    let common = measurements.count > 40 ? center(measurements) : nil
    var worst: (position: Int, median: Double, score: Double)?
    for (position, tested) in measurements.enumerated() {
      let (median, typical) =
        common ?? center(Array(measurements[..<position] + measurements[(position + 1)...]))
      let distance = (tested.value - median).magnitude
      let score = distance / tested.variance.squareRoot()
      guard score > 5, distance > 0.03 * median.magnitude, distance > 5 * typical,
        score > worst?.score ?? 0
      else { continue }
      worst = (position, median, score)
    }
    return worst.map { ($0.position, $0.median) }
  }

  /// The value with half of all weight on either side.
  static func weightedMedian(_ values: [(value: Double, weight: Double)]) -> Double {
    let sorted = values.ordered(by: \.value)
    let half = sorted.reduce(0) { $0 + $1.weight } / 2
    var sum = 0.0
    for (index, item) in sorted.enumerated() {
      sum += item.weight
      if sum > half { return item.value }
      if sum == half, index + 1 < sorted.count { return (item.value + sorted[index + 1].value) / 2 }
    }
    return sorted.last?.value ?? .nan
  }
}

extension Pool.Candidate {
  /// Why the fit's value of a quantity is not pooled; nil if it is.
  func disqualification(_ key: String) -> String? {
    fit.disqualification(key, remark: remark, noise: noise)
  }
}

extension Fit {
  /// Why its value of a quantity is not pooled; nil if it is.
  ///
  /// - Parameters:
  ///   - remark: why it is no free motion, according to the phase finder.
  ///   - noise: that of the recording beyond rounding, in pt.
  func disqualification(_ key: String, remark: String? = nil, noise: Double = 0) -> String? {
    guard let estimate = self[key], estimate.value != nil else {
      return self[key]?.reason ?? "the fit has no \(key)"
    }
    if let remark { return remark }
    if estimate.isFixed { return "\(key) is fixed" }
    guard search.converged else { return "the search did not converge" }
    guard estimate.isExact || estimate.standardError ?? 0 > 0 else {
      return estimate.reason ?? "no standard error"
    }
    // Only faults that bias the value count. A large error only lowers its weight.
    let hangsOnStart = key == "C" || key == "phi"
    for warning in warnings {
      switch warning.code {
      case .startsLate where hangsOnStart: return "the recording starts too late (W301)"
      // In more samples another law shows as a pattern, which W401 and W411 tell; noise shows none.
      case .lawRejected
      where !isExplained(by: noise) && isFarOff && series.observed.count < Self.telling:
        return "the law does not describe it (W405)"
      case .implausible: return "not a scroll view's (W406)"
      case .atBound: return "at the limit of its range (W304)"
      case .secondMinimum: return "another minimum is nearly as good (W306)"
      case .autocorrelated where isFarOff: return "neighbouring residuals are correlated (W401)"
      case .outliers where residual.loss == "linear": return "outliers (W403)"
      default: continue
      }
    }
    return nil
  }

  /// Whether residuals exceed 0.5 % of the motion. Real scroll views differ from the laws by a fifth of that; their
  /// constants are still usable.
  var isFarOff: Bool {
    // Outliers that a robust loss has rejected are no evidence against the law.
    guard residual.loss == "linear" else { return false }
    guard let low = series.observed.min(), let high = series.observed.max() else {
      return true
    }
    return residual.rms > 0.005 * (high - low)
  }

  /// The least number of samples in which residuals show whether they follow a pattern.
  private static let telling = 20

  /// Whether noise explains residuals that exceed rounding.
  private func isExplained(by noise: Double) -> Bool {
    let floor = residual.floor ?? 0
    return noise > 1.5 * floor
      && residual.rms < 1.5 * (noise * noise + floor * floor).squareRoot()
  }
}

/// The noise of samples with one rounding, estimated from residuals of one fit or several.
public struct NoiseLevel: Sendable, Hashable {
  /// The standard deviation of rounding alone, in pt.
  public var floor: Double
  /// Standard deviation of a sample, in pt.
  public var size = 0.0
  /// Degrees of freedom of the residuals.
  public var degrees = 0.0

  /// A level without an estimate.
  public init(floor: Double) { self.floor = floor }

  /// Adds another estimate of the same noise.
  public mutating func add(size other: Double, degrees more: Double) {
    let sum = degrees * size * size + more * other * other
    degrees += more
    size = (sum / degrees).squareRoot()
  }
}

extension Fit {
  /// The noise in pt on which its classical errors are based; nil without a limit.
  fileprivate var ownNoise: Double? {
    guard let limit, limit.standardDeviation > 0, let classical = self[limit.key]?.classicalError
    else { return nil }
    return classical * limit.noise / limit.standardDeviation
  }

  /// The relative error assigned to a constant of exact samples: the error of the arithmetic, with a margin.
  private static let exactError = 1e-9

  /// An estimate as a measurement. `noise` is a better estimate of the noise in pt than that of this fit alone.
  func measurement(of estimate: Estimate, noise: Double?) -> Measurement? {
    if estimate.isExact, let value = estimate.value, degreesOfFreedom > 0 {
      let error = max(value.magnitude, 1) * Self.exactError
      return Measurement(
        value: value, variance: error * error, degrees: Double(degreesOfFreedom),
        workingVariance: error * error)
    }
    guard let value = estimate.value, let error = estimate.standardError,
      let degrees = estimate.intervalDegrees ?? estimate.errorDegrees
    else { return nil }
    var working = estimate.classicalError ?? error
    if let noise, let own = ownNoise { working *= noise / own }
    return Measurement(
      value: value, variance: error * error, degrees: degrees, workingVariance: working * working)
  }
}
