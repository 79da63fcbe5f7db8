public import ScrollPhysics

/// A comparison of two scroll views, from recordings or known engines: their constants, the differences, and what a
/// user notices.
public struct RecordingComparison: Sendable {
  /// A constant that both sets have.
  public struct Constant: Sendable {
    /// Key of the law.
    public var law: String
    /// The pooled value of the first set.
    public var first: Estimate
    /// The pooled value of the second set.
    public var second: Estimate
    /// Second minus first; nil if a value is missing.
    public var difference: Double?
    /// Half of the 95 % interval of the difference, sqrt(a^2 + b^2) of both half widths; nil if one is missing.
    public var halfWidth: Double?

    /// Whether the difference exceeds its interval; nil if unknown.
    public var differs: Bool? {
      guard let difference, let halfWidth else { return nil }
      return difference.magnitude > halfWidth
    }
  }

  /// One of the two scroll views.
  public enum Side: Sendable {
    /// The pooled constants of recordings.
    case recordings(BatchSummary)
    /// A scroll view with known constants.
    case engine(Engine)
  }

  /// The constants of both sets, in order of laws.
  public private(set) var constants: [Constant] = []
  /// The differences that a user notices.
  public private(set) var consequences: [ScrollFeel.Consequence] = []
  /// Motions at the usual speed in both, over time.
  public private(set) var motions: [ScrollFeel.Motions] = []
  /// Constants that only the first set has, as `law.key`.
  public private(set) var onlyFirst: [String] = []
  /// Constants that only the second set has, as `law.key`.
  public private(set) var onlySecond: [String] = []

  /// Constants on which the first set's recordings disagree, as `law.key`.
  public private(set) var disagreeFirst: [String] = []
  /// Constants on which the second set's recordings disagree, as `law.key`.
  public private(set) var disagreeSecond: [String] = []

  /// Constants of the first set that make what is felt doubtful: its recordings disagree on them; as `law.key`.
  public private(set) var doubtFirst: [String] = []
  /// Constants of the second set that make what is felt doubtful: its recordings disagree on them; as `law.key`.
  public private(set) var doubtSecond: [String] = []

  /// Constants of the first set whose value leaves out recordings that are off.
  public private(set) var offFirst: [PooledConstant] = []
  /// Constants of the second set whose value leaves out recordings that are off.
  public private(set) var offSecond: [PooledConstant] = []

  /// Compares two scroll views.
  ///
  /// - Parameters:
  ///   - first: A.
  ///   - second: B; differences are B - A.
  public init(_ first: Side, _ second: Side) {
    let (a, b) = (first.constants, second.constants)
    for own in a {
      guard let other = b.first(where: { $0.law == own.law && $0.estimate.key == own.estimate.key })
      else { continue }
      constants.append(Self.constant(own.law, own.estimate, other.estimate))
    }
    onlyFirst = first.alone(beside: b)
    onlySecond = second.alone(beside: a)
    (disagreeFirst, disagreeSecond) = (first.disagreeing, second.disagreeing)
    (doubtFirst, doubtSecond) = (first.doubtful, second.doubtful)
    (offFirst, offSecond) = (first.off, second.off)
    consequences = ScrollFeel.consequences(first.feel, second.feel)
    motions = ScrollFeel.motions(first.feel, second.feel)
  }

  private static func constant(_ law: String, _ first: Estimate, _ second: Estimate) -> Constant {
    var result = Constant(law: law, first: first, second: second)
    if let a = first.value, let b = second.value { result.difference = b - a }
    func half(_ estimate: Estimate) -> Double? { estimate.isFixed ? 0 : estimate.halfWidth }
    if let a = half(first), let b = half(second) {
      result.halfWidth = (a * a + b * b).squareRoot()
    }
    return result
  }
}

extension RecordingComparison.Side {
  fileprivate var constants: [(law: String, estimate: Estimate)] {
    switch self {
    case .recordings:
      pools.filter { $0.estimate.value != nil }.map { ($0.law, $0.estimate) }
    case .engine(let engine):
      Reference(engine, usesSprings: true).everywhere.map {
        var estimate = Estimate(key: $0.key, value: $0.value, unit: $0.unit)
        estimate.isFixed = true
        return ($0.law, estimate)
      }
    }
  }

  /// Constants of recordings that the other side lacks; empty for an engine.
  fileprivate func alone(beside others: [(law: String, estimate: Estimate)]) -> [String] {
    guard case .recordings = self else { return [] }
    return constants.filter { own in
      !others.contains { $0.law == own.law && $0.estimate.key == own.estimate.key }
    }.map { "\($0.law).\($0.estimate.key)" }
  }

  /// The constants on which its recordings differ by more than their errors.
  fileprivate var disagreeing: [String] {
    pools.filter(\.isHeterogeneous).map(\.name)
  }

  /// Those of them on which felt motions depend.
  fileprivate var doubtful: [String] { ScrollFeel.doubtful(pools).map(\.name) }

  /// The constants whose value leaves out recordings.
  fileprivate var off: [PooledConstant] { pools.filter { !$0.outliers.isEmpty } }

  /// The pooled constants of recordings; empty for an engine.
  private var pools: [PooledConstant] {
    guard case .recordings(let summary) = self else { return [] }
    return summary.grouped().first?.pools ?? []
  }

  fileprivate var feel: ScrollFeel {
    switch self {
    case .recordings(let summary):
      ScrollFeel(summary.felt().first ?? BatchSummary.Group(values: []))
    case .engine(let engine): ScrollFeel(engine)
    }
  }
}
