internal import CurveFitting
internal import RealModule

/// One constant of any number of recordings, in constant memory.
///
/// The 256 lowest and 256 highest values are kept with their recordings: all outliers are among them. The values
/// between are kept as sums over measurements with similar errors, in bins of an eighth of an octave of variance. Up to
/// 512 recordings are therefore pooled exactly, and more with errors rounded to the bins. The order of the recordings
/// changes only the last digits of the result.
///
/// Values are weighted by their errors. If they differ by more than these, their spread is included.
public struct ConstantPool: Sendable {
  /// A recording whose value is kept.
  private struct Member: Sendable {
    var source: BatchSource
    var measurement: Measurement
    var noise: Int
    var gestures: Int
  }

  private struct Bin: Hashable {
    /// The index of its rounding.
    var noise: Int
    /// Its working variance in eighths of an octave.
    var octave: Int
  }

  /// The number of values kept, half of them at each end.
  private static let kept = 512
  /// The maximum number of distinct roundings.
  private static let levels = 32
  /// The probability below which a distance from the other recordings makes an outlier.
  private static let outlierLevel = 1e-6
  /// The minimum distance of an outlier in median distances of the others: five standard deviations.
  private static let farOff = 7.5

  private let law: String
  private let key: String
  private var unit = ""
  private var members: [Member] = []
  /// The indices of members in the order of their values.
  private var order: [Int] = []
  private var bins: [Bin: MeasurementGroup] = [:]
  private var noises: [NoiseLevel] = []
  private var count = 0
  private var gestures = 0
  private var leftOut: [(reason: String, count: Int)] = []

  /// An empty pool.
  public init(law: String, key: String) {
    self.law = law
    self.key = key
  }

  /// Adds the constant of a recording.
  public mutating func add(_ constant: TraceConstant, of source: BatchSource) {
    if unit.isEmpty { unit = constant.estimate.unit }
    guard var measurement = constant.measurement else {
      omit(constant.estimate.reason ?? "no standard error")
      return
    }
    count += 1
    gestures += constant.gestures
    var level = -1
    if let noise = constant.noise, noise.size > 0, let index = index(of: noise) {
      level = index
      noises[index].add(size: noise.size, degrees: noise.degrees)
      // Stored relative to a noise of 1 pt; `pooled` multiplies by the noise of all recordings with this rounding.
      measurement.workingVariance /= noise.size * noise.size
    }
    let member = Member(
      source: source, measurement: measurement, noise: level, gestures: constant.gestures)
    let place = position(of: measurement.value)
    guard members.count == Self.kept else {
      order.insert(members.count, at: place)
      members.append(member)
      return
    }
    // The middle value moves to its bin: the new one, or its neighbour.
    var middle = member
    let half = Self.kept / 2
    if place != half {
      let slot = order.remove(at: place < half ? half - 1 : half)
      order.insert(slot, at: place < half ? place : place - 1)
      swap(&members[slot], &middle)
    }
    let octave = (8 * Double.log2(middle.measurement.workingVariance)).rounded(.down)
    let bin = Bin(noise: middle.noise, octave: Int(octave))
    if bins[bin]?.add(middle.measurement) == nil {
      bins[bin] = MeasurementGroup(middle.measurement)
    }
  }

  private mutating func index(of noise: NoiseLevel) -> Int? {
    if let index = noises.firstIndex(where: { $0.floor == noise.floor }) { return index }
    guard noises.count < Self.levels else { return nil }
    noises.append(NoiseLevel(floor: noise.floor))
    return noises.count - 1
  }

  /// The index for a value in `order`, after equal ones.
  private func position(of value: Double) -> Int {
    var low = 0
    var high = order.count
    while low < high {
      let middle = (low + high) / 2
      if members[order[middle]].measurement.value <= value {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  private mutating func omit(_ reason: String) {
    if let index = leftOut.firstIndex(where: { $0.reason == reason }) {
      leftOut[index].count += 1
    } else if leftOut.count < 16 {
      leftOut.append((reason, 1))
    } else {
      leftOut[leftOut.count - 1].reason = "other reasons"
      leftOut[leftOut.count - 1].count += 1
    }
  }

  /// The pooled constant of all recordings so far.
  public func pooled(confidence: Double = 0.95) -> PooledConstant {
    func scaled(_ variance: Double, _ noise: Int) -> Double {
      noise < 0 ? variance : variance * noises[noise].size * noises[noise].size
    }
    var used = order.map { slot in
      var member = members[slot]
      member.measurement.workingVariance = scaled(
        member.measurement.workingVariance, member.noise)
      return member
    }
    var between: [MeasurementGroup] = []
    // In a fixed order, so that the last digits of the sums do not vary.
    for (bin, group) in bins.sorted(by: {
      ($0.key.noise, $0.key.octave) < ($1.key.noise, $1.key.octave)
    }) {
      var group = group
      group.workingVariance = scaled(group.workingVariance, bin.noise)
      between.append(group)
    }
    var result = PooledConstant(law: law, key: key, unit: unit)
    result.gestures = gestures
    // The most frequent reason first. The order of the recordings has no influence.
    let reasons = leftOut.sorted { ($1.count, $0.reason) < ($0.count, $1.reason) }
    result.leftOut = reasons.map { .init(reason: $0.reason, count: $0.count) }
    for _ in 0..<count / 3 {
      guard let found = Self.outlier(used.map(\.measurement), between) else { break }
      let member = used.remove(at: found.position)
      result.gestures -= member.gestures
      result.outliers.append(
        PooledConstant.Outlier(
          source: member.source, value: member.measurement.value,
          standardError: member.measurement.variance.squareRoot(), median: found.median))
    }
    result.count = count - result.outliers.count
    guard let mean = PooledMean(used.map { MeasurementGroup($0.measurement) } + between) else {
      result.estimate.reason = reasons.first?.reason
      return result
    }
    result.estimate = Estimate(mean, key: key, unit: unit, confidence: confidence)
    result.q = mean.q
    result.probability = mean.probability
    result.spread = mean.spread
    result.isHeterogeneous = mean.isHeterogeneous
    return result
  }

  /// The worst outlier, for five or more measurements: the one furthest from the weighted median of the others in units
  /// of its error. It must be improbable by chance, and far off compared with the scatter of the others.
  private static func outlier(
    _ measurements: [Measurement], _ between: [MeasurementGroup]
  ) -> (position: Int, median: Double)? {
    guard measurements.count >= 5 else { return nil }
    let middle = between.map { (value: $0.mean, weight: $0.count / $0.workingVariance) }
    let weights = measurements.map { 1 / $0.workingVariance }
    func center(without left: Int?) -> (median: Double, typical: Double) {
      var items = middle
      for index in measurements.indices where index != left {
        items.append((measurements[index].value, weights[index]))
      }
      let median = Pool.weightedMedian(items)
      for index in items.indices {
        items[index].value =
          index < between.count
          // Half of a normal distribution is within 0.6745 standard deviations.
          ? 0.6745 * (between[index].squares / between[index].count).squareRoot()
          : (items[index].value - median).magnitude
      }
      return (median, Pool.weightedMedian(items))
    }
    // With many measurements, one more or less hardly moves the median.
    let common = measurements.count > 40 ? center(without: nil) : nil
    var worst: (position: Int, median: Double, score: Double)?
    for (position, tested) in measurements.enumerated() {
      let (median, typical) = common ?? center(without: position)
      let distance = (tested.value - median).magnitude
      let score = distance / tested.variance.squareRoot()
      guard score > worst?.score ?? 4, distance > farOff * typical,
        Distribution.studentTwoSidedTail(score, degrees: tested.degrees) < outlierLevel
      else { continue }
      worst = (position, median, score)
    }
    return worst.map { ($0.position, $0.median) }
  }
}

/// A constant of many recordings.
public struct PooledConstant: Sendable, Hashable {
  /// An outlier, which is excluded from the pooled value.
  public struct Outlier: Sendable, Hashable {
    /// The recording.
    public var source: BatchSource
    /// Its value.
    public var value: Double
    /// The standard error of the value.
    public var standardError: Double
    /// The weighted median of the others.
    public var median: Double
  }

  /// Recordings that could not be compared, with one reason.
  public struct Omission: Sendable, Hashable {
    /// The reason.
    public var reason: String
    /// The number of recordings.
    public var count: Int

    /// An omission.
    public init(reason: String, count: Int) {
      self.reason = reason
      self.count = count
    }
  }

  /// Key of the law.
  public var law: String
  /// Key of the quantity.
  public var key: String
  /// The pooled value; if there is none its value is nil with a reason.
  public var estimate: Estimate
  /// The number of pooled recordings.
  public var count = 0
  /// The number of gestures in them.
  public var gestures = 0
  /// Cochran's Q, scaled to a mean of count - 1 if all measure the same constant; nil for fewer than two.
  public var q: Double?
  /// The probability of a larger Q by chance.
  public var probability: Double?
  /// tau: the standard deviation between recordings beyond their errors; 0 if Q shows none.
  public var spread: Double?
  /// Whether the recordings differ by more than their errors, at a probability of 0.01. The value is then their
  /// random-effects mean, and its interval includes the spread between recordings.
  public var isHeterogeneous = false
  /// The outliers, the furthest first.
  public var outliers: [Outlier] = []
  /// The recordings that could not be compared.
  public var leftOut: [Omission] = []

  /// A pool without recordings.
  public init(law: String, key: String, unit: String) {
    self.law = law
    self.key = key
    estimate = Estimate(key: key, value: nil, unit: unit, reason: "no recording determines it")
  }

  /// `law.key`.
  package var name: String { "\(law).\(key)" }

  /// The number of recordings that have it. Outliers follow the law as well, only with other constants.
  package var recordings: Int { count + outliers.count }

  /// Whether many recordings do not show it for ordinary reasons, so that omissions need no message.
  public var isIncidental: Bool { Laws.description(law)?.shared(key)?.isIncidental ?? false }

  /// Outliers in words: how many recordings they are, the first of them, and how far it is off; nil for none.
  ///
  /// - Parameters:
  ///   - off: outliers of this constant.
  ///   - expected: returns the value from which an outlier is off.
  package func saying(_ off: [Outlier], from expected: (Outlier) -> Double) -> String? {
    guard let first = off.first else { return nil }
    let value = expected(first)
    let distance = first.value - value
    let size =
      value == 0
      ? "\(Printed.significant(distance, digits: 2))\(estimate.unit.isEmpty ? "" : " \(estimate.unit)")"
      : "\(Printed.significant(100 * distance / value.magnitude, digits: 2)) %"
    let place = first.source.path + (first.source.trace.map { " \($0)" } ?? "")
    return "\(off.count) of \(recordings) recordings \(off.count == 1 ? "is" : "are")"
      + " off and left out of this value\(off.count == 1 ? ":" : ", first")"
      + " \(place) by \(distance < 0 ? "" : "+")\(size)"
  }
}
