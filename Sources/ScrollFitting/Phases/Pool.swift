internal import CurveFitting

/// One constant from all gestures of a recording that share it.
///
/// Each gesture keeps its own amplitude, phase or release; the value is that of one least-squares fit of
/// all of them, linearised. See ``isHeterogeneous`` for gestures that do not agree.
public struct Pool: Sendable, Hashable {
  /// What one gesture says.
  public struct Member: Sendable, Hashable {
    /// The position of its fit in the result's list, or of its joint in a pool of joints.
    public var source: Int
    /// Its own value, in `unit`.
    public var value: Double
    /// The standard error of that.
    public var standardError: Double
    /// Its share of the pooled value; all shares add up to 1.
    public var weight: Double
  }

  /// A gesture that the pool does without.
  public struct Omission: Sendable, Hashable {
    /// The position of its fit in the result's list, or of its joint in a pool of joints.
    public var source: Int
    /// Why: a few words.
    public var reason: String
    /// Whether its value, far off all others, is the reason.
    public var isOutlier = false
  }

  /// Key of the law: `bounce`, `decelerate` or `rubber-band`.
  public var law: String
  /// Key of the quantity: `delta`, `k`, `c`, `d`, `stop_velocity` or `settle_threshold`.
  public var key: String
  /// The unit of all values, as printed.
  public var unit: String
  /// The gestures, in the order of the fits.
  public var members: [Member] = []
  /// The pooled value; nil inside with a reason when there is none.
  public var estimate: Estimate
  /// Cochran's Q of the members, scaled to a mean of `degrees` where they agree; nil for fewer than two.
  public var q: Double?
  /// m - 1.
  public var degrees = 0
  /// The probability of a larger Q by chance.
  public var probability: Double?
  /// tau: the standard deviation between gestures beyond their errors, in `unit`; 0 when Q shows none.
  public var spread: Double?
  /// Whether the members differ by more than their errors, at a probability of 0.01: then the value is
  /// their random-effects mean and its interval holds the spread of gestures.
  public var isHeterogeneous = false
  /// The gestures left out.
  public var leftOut: [Omission] = []
  /// The noise of all members' samples, which their weights rest on; nil where they were rounded in several
  /// ways, or where it cannot be told.
  public var noise: NoiseLevel?

  /// A pool without members yet.
  init(law: String, key: String, unit: String) {
    self.law = law
    self.key = key
    self.unit = unit
    estimate = Estimate(key: key, value: nil, unit: unit, reason: "no gesture tells it")
  }

  /// Takes the mean of measurements, one a member.
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
    // The shared part is no estimate from few members; beside exact ones it is all, and as good as known.
    let share = variance / (own * own)
    estimate.setErrors(
      variance: variance, degrees: min(degrees * share * share, 1e6), confidence: confidence)
  }

  /// What the reader should know of members that disagree.
  func warning(of gestures: String) -> Warning? {
    guard isHeterogeneous, let q, let probability else { return nil }
    return Warning(
      .heterogeneous,
      "the \(members.count) \(gestures) disagree: Q = \(Printed.short(q, digits: 1)) where \(degrees) is expected (p \(probability < 1e-12 ? "< 1e-12" : "= \(Printed.significant(probability, digits: 2))")); the pooled \(key) has the spread of gestures in it, \(Printed.significant(spread ?? 0)) \(unit)",
      remedy:
        "look at the fits one by one; a law that is not quite right or gestures of two kinds do this"
    )
  }
}

extension Pool {
  /// Pools a quantity of fits of one law, of one recording or of several.
  ///
  /// - Parameters:
  ///   - key: the quantity, such as `delta`.
  ///   - fits: what members and omissions refer to.
  ///   - leavesOutliers: whether to leave out a fit that is off the weighted median of the others by more than 5 of
  ///     its errors, by more than 3 %, and by more than 5 times their own median distance from it; at
  ///     most a third of three and more.
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
    /// The position of its fit in the result's list.
    var index: Int
    var fit: Fit
    /// Why it is no free motion, if the finder of phases said so.
    var remark: String?
    /// The noise of the recording beside its rounding, in pt.
    var noise = 0.0
  }

  /// Pools a quantity of fits.
  ///
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

  /// The noise of each fit's samples, in pt: that of all fits with the same rounding together, since one fit
  /// knows it from its own residuals only; nil where it cannot be told.
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

  /// The noise of fits with one rounding; nil where it is not one, or cannot be told of each.
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

  /// The measurement furthest off the weighted median of the others, when that is by more than 5 of its
  /// errors, by more than 3 % of the median, and by more than 5 times what lies between the others.
  static func outlier(_ measurements: [Measurement]) -> (position: Int, median: Double)? {
    guard measurements.count >= 3 else { return nil }
    func center(_ some: [Measurement]) -> (median: Double, typical: Double) {
      let median = weightedMedian(some.map { ($0.value, 1 / $0.workingVariance) })
      return (
        median,
        weightedMedian(some.map { (($0.value - median).magnitude, 1 / $0.workingVariance) })
      )
    }
    // Of many, one more or less moves no median.
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
  /// Why the fit's value of a quantity is not to be pooled; nil when it is.
  func disqualification(_ key: String) -> String? {
    fit.disqualification(key, remark: remark, noise: noise)
  }
}

extension Fit {
  /// Why its value of a quantity is not to be pooled; nil when it is.
  ///
  /// - Parameters:
  ///   - remark: why it is no free motion, if the finder of phases said so.
  ///   - noise: that of the recording beside its rounding, in pt.
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
    // What makes the value another one than the law's, not what makes its error large: that is in its weight.
    let hangsOnStart = key == "C" || key == "phi"
    for warning in warnings {
      switch warning.code {
      case .startsLate where hangsOnStart: return "the recording starts too late (W301)"
      case .lawRejected where !isExplained(by: noise) && isFarOff:
        return "the law does not describe it (W405)"
      case .implausible: return "not a scroll view's (W406)"
      case .atBound: return "at the limit of its range (W304)"
      case .secondMinimum: return "another minimum is nearly as good (W306)"
      case .autocorrelated where isFarOff: return "residuals resemble their neighbours (W401)"
      case .outliers where residual.loss == "linear": return "stray samples (W403)"
      default: continue
      }
    }
    return nil
  }

  /// Whether residuals are more than half a per cent of the motion: real scroll views differ from the laws by
  /// a fifth of that, which rounding shows, and their constants are to be had all the same.
  private var isFarOff: Bool {
    // Strays that a robust loss has set aside are no fault of the law.
    guard residual.loss == "linear" else { return false }
    guard let low = series.observed.min(), let high = series.observed.max() else {
      return true
    }
    return residual.rms > 0.005 * (high - low)
  }

  /// Whether noise explains residuals that rounding does not.
  private func isExplained(by noise: Double) -> Bool {
    let floor = residual.floor ?? 0
    return noise > 1.5 * floor
      && residual.rms < 1.5 * (noise * noise + floor * floor).squareRoot()
  }
}

/// The noise of samples that were rounded in one way: its size rests on residuals, and on more of them where
/// several fits are taken together.
public struct NoiseLevel: Sendable, Hashable {
  /// What rounding alone leaves, in pt.
  public var floor: Double
  /// Standard deviation of a sample, in pt.
  public var size = 0.0
  /// Degrees of freedom of the residuals that tell it.
  public var degrees = 0.0

  /// A level that nothing has told yet.
  public init(floor: Double) { self.floor = floor }

  /// Takes another estimate of the same noise.
  public mutating func add(size other: Double, degrees more: Double) {
    let sum = degrees * size * size + more * other * other
    degrees += more
    size = (sum / degrees).squareRoot()
  }
}

extension Fit {
  /// The noise in pt that its classical errors rest on; nil without a limit.
  fileprivate var ownNoise: Double? {
    guard let limit, limit.standardDeviation > 0, let classical = self[limit.key]?.classicalError
    else { return nil }
    return classical * limit.noise / limit.standardDeviation
  }

  /// The relative error with which a constant of exact samples is pooled: what arithmetic leaves of it, with room.
  private static let exactError = 1e-9

  /// An estimate as a measurement at a noise in pt that is known better than from this fit alone.
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
