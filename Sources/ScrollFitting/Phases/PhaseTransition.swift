internal import CurveFitting
public import ScrollRecordings

/// A comparison of two neighbouring phases of an axis: a quantity by the law of each phase, and whether the two values
/// agree.
public struct PhaseTransition: Sendable, Hashable {
  /// The quantity that is compared.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The speed at which the content crosses its edge, in pt/s: |v0| - k x by the deceleration, x from x0 to the edge,
    /// and C by the bounce. The ratio is 1 if the bounce takes over the whole speed.
    case edgeVelocity = "edge_velocity"
    /// The share of the speed at the first sample of a deceleration that remains at the edge: e^(-k t) at the crossing.
    /// There is no test.
    case edgeShare = "edge_share"
    /// The time at which the content crosses its edge, in s of the recording: by the deceleration, and by the bounce as
    /// its window's start - phi. The difference is 0 if no time is lost between the two.
    case crossingTime = "crossing_time"
    /// The speed at a release in pt/s: of the content under the finger in its last samples, and |v0| e^(k s) by the
    /// deceleration, s from the release to the first sample. The ratio is 1 if the content keeps the finger's speed.
    case releaseVelocity = "release_velocity"

    /// The value of the comparison without an effect; nil if there is no test.
    public var hypothesis: Double? {
      switch self {
      case .edgeVelocity, .releaseVelocity: 1
      case .crossingTime: 0
      case .edgeShare: nil
      }
    }
  }

  /// The quantity that is compared.
  public var kind: Kind
  /// The axis.
  public var axis: Axis
  /// The index of the earlier phase in the list of phases.
  public var before: Int
  /// The index of the later phase in the list of phases.
  public var after: Int
  /// The value by the earlier phase; for a share the speed at its first sample.
  public var expected: Estimate
  /// The value by the later phase; for a share the speed at the edge.
  public var found: Estimate
  /// found / expected, or found - expected in s for times. The errors of the two are independent.
  public var comparison: Estimate
  /// The test of the comparison against 1, or 0 for times.
  public var test: HypothesisTest?

  /// Compares two independent estimates; nil if one has no error.
  init?(
    _ kind: Kind, axis: Axis, before: Int, after: Int, expected: Estimate, found: Estimate,
    confidence: Double
  ) {
    guard let first = expected.measurement, let second = found.measurement else { return nil }
    self.kind = kind
    self.axis = axis
    self.before = before
    self.after = after
    self.expected = expected
    self.found = found
    let isDifference = kind == .crossingTime
    guard isDifference || (first.value > 0 && second.value > 0) else { return nil }
    let ratio = second.value / first.value
    // d(ratio) = d(found) / expected - ratio d(expected) / expected.
    let slopes = isDifference ? (1.0, 1.0) : (ratio / first.value, 1 / first.value)
    let parts = (
      slopes.0 * slopes.0 * first.variance, slopes.1 * slopes.1 * second.variance
    )
    let variance = parts.0 + parts.1
    comparison = Estimate(
      key: kind.rawValue, value: isDifference ? second.value - first.value : ratio,
      unit: isDifference ? "s" : "")
    comparison.setErrors(
      variance: variance,
      degrees: variance * variance
        / (parts.0 * parts.0 / first.degrees + parts.1 * parts.1 / second.degrees),
      confidence: confidence)
    comparison.classicalError =
      (slopes.0 * slopes.0 * first.workingVariance + slopes.1 * slopes.1 * second.workingVariance)
      .squareRoot()
    test = comparison.test(against: kind.hypothesis)
  }

  /// A share, for which both estimates come from one fit.
  init(
    share: Estimate, axis: Axis, before: Int, after: Int, expected: Estimate, found: Estimate
  ) {
    kind = .edgeShare
    self.axis = axis
    self.before = before
    self.after = after
    self.expected = expected
    self.found = found
    comparison = share
  }
}

/// All joints of one kind, pooled.
public struct JointPool: Sendable, Hashable {
  /// The quantity that is compared.
  public var kind: PhaseTransition.Kind
  /// The pooled comparisons; the sources of its members are indices in the list of joints.
  public var pool: Pool
  /// The test of the pooled comparison against 1, or 0 for times.
  public var test: HypothesisTest?

  /// Pools the joints of a kind; nil if there are none, or if the kind has no test.
  init?(_ kind: PhaseTransition.Kind, of joints: [PhaseTransition], confidence: Double) {
    guard let hypothesis = kind.hypothesis else { return nil }
    let measurements = joints.enumerated().compactMap { index, joint in
      joint.kind == kind ? joint.comparison.measurement.map { (index: index, $0) } : nil
    }
    guard let first = measurements.first else { return nil }
    self.kind = kind
    pool = Pool(law: "joint", key: kind.rawValue, unit: joints[first.index].comparison.unit)
    pool.take(measurements, confidence: confidence)
    test = pool.estimate.test(against: hypothesis)
  }
}

extension Estimate {
  /// The estimate as a measurement; nil without an error.
  var measurement: Measurement? {
    guard let value, let error = standardError, error > 0, let degrees = intervalDegrees else {
      return nil
    }
    let working = classicalError ?? error
    return Measurement(
      value: value, variance: error * error, degrees: degrees, workingVariance: working * working)
  }

  /// The t test of the estimate against a value; nil without an error.
  func test(against hypothesis: Double?) -> HypothesisTest? {
    guard let hypothesis, let measurement else { return nil }
    let statistic = (measurement.value - hypothesis) / measurement.variance.squareRoot()
    return HypothesisTest(
      hypothesis: "\(key) = \(Printed.short(hypothesis))", statistic: statistic,
      probability: Distribution.studentTwoSidedTail(statistic, degrees: measurement.degrees))
  }
}
