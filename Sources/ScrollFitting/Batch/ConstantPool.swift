internal import CurveFitting
internal import RealModule

/// One constant of any number of recordings, in constant memory.
///
/// The 256 lowest and the 256 highest values are kept with the names of their recordings: among them are all that
/// lie off the others. What lies between is kept as sums of measurements with nearly the same error, an eighth of an
/// octave of variance, so that up to 512 recordings are pooled exactly and more of them as if errors that near
/// were one. The result depends on the order of the recordings only in the last digits.
///
/// Values are weighted by their errors; where they differ by more than these, their spread counts too.
public struct ConstantPool: Sendable {
  /// A recording whose value is kept as it is.
  private struct Member: Sendable {
    var source: BatchSource
    var measurement: Measurement
    var noise: Int
    var gestures: Int
  }

  /// Where the sums of a measurement are.
  private struct Bin: Hashable {
    /// Its rounding.
    var noise: Int
    /// The eighth of an octave of its working variance.
    var octave: Int
  }

  /// Values that are kept, half of them at either end.
  private static let kept = 512
  /// Ways of rounding that are told apart.
  private static let levels = 32
  /// The probability of a distance from the others by chance below which a recording lies off them.
  private static let outlierLevel = 1e-6
  /// By how many median distances of the others it must lie off them: five standard deviations.
  private static let farOff = 7.5

  private let law: String
  private let key: String
  private var unit = ""
  private var members: [Member] = []
  /// The members in the order of values.
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

  /// Takes what a recording says.
  public mutating func add(_ constant: TraceConstant, of source: BatchSource) {
    if unit.isEmpty { unit = constant.estimate.unit }
    guard var measurement = constant.measurement else {
      omit(constant.estimate.reason ?? "no error is known")
      return
    }
    count += 1
    gestures += constant.gestures
    var level = -1
    if let noise = constant.noise, noise.size > 0, let index = index(of: noise) {
      level = index
      noises[index].add(size: noise.size, degrees: noise.degrees)
      // At a noise of 1 pt: what that of all recordings with this rounding is comes out at the end.
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
    // The one in the middle of all goes: this one, or its neighbour on the side of this one.
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

  /// Where a value belongs, behind those equal to it.
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

  /// What all recordings so far say together.
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
    // In an order that no run changes: sums must not differ in their last digits.
    for (bin, group) in bins.sorted(by: {
      ($0.key.noise, $0.key.octave) < ($1.key.noise, $1.key.octave)
    }) {
      var group = group
      group.workingVariance = scaled(group.workingVariance, bin.noise)
      between.append(group)
    }
    var result = PooledConstant(law: law, key: key, unit: unit)
    result.gestures = gestures
    // The most frequent reason first, whichever recording came first.
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

  /// Of five and more, the measurement furthest off the weighted median of the others in its errors, where chance
  /// does not put it there and the others lie nowhere near.
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
          // Half of a group lies within two thirds of its standard deviation.
          ? 0.6745 * (between[index].squares / between[index].count).squareRoot()
          : (items[index].value - median).magnitude
      }
      return (median, Pool.weightedMedian(items))
    }
    // Of many, one more or less moves no median.
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
  /// A recording that lies off the others, and is not in the pooled value.
  public struct Outlier: Sendable, Hashable {
    /// The recording.
    public var source: BatchSource
    /// Its value.
    public var value: Double
    /// The standard error of that.
    public var standardError: Double
    /// The weighted median of the others.
    public var median: Double
  }

  /// Recordings that could not be compared with the others.
  public struct Omission: Sendable, Hashable {
    /// Why.
    public var reason: String
    /// How many.
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
  /// The pooled value; nil inside with a reason when there is none.
  public var estimate: Estimate
  /// The recordings that it rests on.
  public var count = 0
  /// The gestures in them.
  public var gestures = 0
  /// Cochran's Q, scaled to a mean of count - 1 where all measure one constant; nil for fewer than two.
  public var q: Double?
  /// The probability of a larger Q by chance.
  public var probability: Double?
  /// tau: the standard deviation between recordings beyond their errors; 0 when Q shows none.
  public var spread: Double?
  /// Whether the recordings differ by more than their errors, at a probability of 0.01: then the value is
  /// their random-effects mean and its interval holds the spread of recordings.
  public var isHeterogeneous = false
  /// The recordings that lie off the others, the furthest first.
  public var outliers: [Outlier] = []
  /// The recordings that could not be compared.
  public var leftOut: [Omission] = []

  /// A pool without recordings.
  public init(law: String, key: String, unit: String) {
    self.law = law
    self.key = key
    estimate = Estimate(key: key, value: nil, unit: unit, reason: "no recording tells it")
  }

  /// Whether recordings often do not show it, so that those left out say nothing.
  public var isIncidental: Bool { Laws.description(law)?.shared(key)?.isIncidental ?? false }

}
