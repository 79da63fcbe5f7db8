internal import CurveFitting
public import ScrollTraces

/// A law that ties two neighbouring phases of an axis together: what the one before says of a quantity,
/// what the one after says of it, and whether they agree.
public struct PhaseTransition: Sendable, Hashable {
  /// What is compared.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The speed at which the content crosses its edge in pt/s: |v0| - k x by the deceleration, x from x0 to
    /// the edge, and C by the bounce. Their ratio is 1 when the bounce takes up the whole speed.
    case edgeVelocity = "edge_velocity"
    /// The share of the speed at the first sample of a deceleration that is left at the edge: e^(-k t) at the
    /// crossing. Nothing is tested.
    case edgeShare = "edge_share"
    /// When the content crosses its edge, in s of the recording: by the deceleration, and by the bounce as
    /// its window's start - phi. Their difference is 0 when no time is lost between the two.
    case crossingTime = "crossing_time"
    /// The speed at a release in pt/s: that of the content under the finger in its last samples, and
    /// |v0| e^(k s) by the deceleration, s from the release to the first sample. Their ratio is 1 when the
    /// content goes on as the finger went.
    case releaseVelocity = "release_velocity"

    /// What the comparison is without any effect; nil where there is nothing to test.
    public var hypothesis: Double? {
      switch self {
      case .edgeVelocity, .releaseVelocity: 1
      case .crossingTime: 0
      case .edgeShare: nil
      }
    }
  }

  /// What is compared.
  public var kind: Kind
  /// Along which axis.
  public var axis: Axis
  /// The position of the earlier phase in the list of phases.
  public var before: Int
  /// The position of the later phase in the list of phases.
  public var after: Int
  /// What the earlier phase says; for a share the speed at its first sample.
  public var expected: Estimate
  /// What the later phase says; for a share the speed at the edge.
  public var found: Estimate
  /// found / expected, or found - expected in s for times; the errors of the two are independent.
  public var comparison: Estimate
  /// The comparison against 1, or 0 for times.
  public var test: HypothesisTest?

  /// Compares two independent estimates; nil when an error is missing.
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

  /// A share, which both of its estimates come from one fit.
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

/// All joints of one kind together.
public struct JointPool: Sendable, Hashable {
  /// What is compared.
  public var kind: PhaseTransition.Kind
  /// The comparisons, pooled; the sources of its members are positions in the list of joints.
  public var pool: Pool
  /// The pooled comparison against 1, or 0 for times.
  public var test: HypothesisTest?

  /// Pools the joints of a kind; nil when there are none or there is nothing to test.
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
