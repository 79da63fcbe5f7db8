public import ScrollPhysics

/// Two sets of recordings, or one and a known scroll view, side by side: the constants of each, their differences, and what a user feels of them.
public struct RecordingComparison: Sendable {
  /// A constant that both sets have.
  public struct Constant: Sendable {
    /// Key of the law.
    public var law: String
    /// The pool of the first set.
    public var first: Estimate
    /// The pool of the second set.
    public var second: Estimate
    /// Second minus first; nil where one has no value.
    public var difference: Double?
    /// Half of the 95 % interval of the difference: the root of the sum of squares of both halves; nil where one has none.
    public var halfWidth: Double?

    /// Whether the difference is more than its interval; nil where that is not known.
    public var differs: Bool? {
      guard let difference, let halfWidth else { return nil }
      return difference.magnitude > halfWidth
    }
  }

  /// One of the two.
  public enum Side: Sendable {
    /// What recordings say together.
    case recordings(BatchSummary)
    /// A scroll view whose constants are known.
    case engine(Engine)
  }

  /// The constants of both sets, in the order of laws.
  public private(set) var constants: [Constant] = []
  /// What follows from them.
  public private(set) var consequences: [ScrollFeel.Consequence] = []
  /// The motions of a usual speed in both over time.
  public private(set) var motions: [ScrollFeel.Motions] = []
  /// Constants of one set alone, as `law.key`.
  public private(set) var onlyFirst: [String] = []
  /// Those of the second set.
  public private(set) var onlySecond: [String] = []

  /// Constants of the first set on which its recordings disagree, as `law.key`.
  public private(set) var disagreeFirst: [String] = []
  /// Those of the second set.
  public private(set) var disagreeSecond: [String] = []

  /// Compares two scroll views.
  ///
  /// - Parameters:
  ///   - first: A.
  ///   - second: B, of which A is taken off.
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
    case .recordings(let summary):
      (summary.grouped().first?.pools ?? []).filter { $0.estimate.value != nil }.map {
        ($0.law, $0.estimate)
      }
    case .engine(let engine):
      Reference(engine, usesSprings: true).everywhere.map {
        var estimate = Estimate(key: $0.key, value: $0.value, unit: $0.unit)
        estimate.isFixed = true
        return ($0.law, estimate)
      }
    }
  }

  /// What recordings tell that the other side does not have; what an engine has beside is no news.
  fileprivate func alone(beside others: [(law: String, estimate: Estimate)]) -> [String] {
    guard case .recordings = self else { return [] }
    return constants.filter { own in
      !others.contains { $0.law == own.law && $0.estimate.key == own.estimate.key }
    }.map { "\($0.law).\($0.estimate.key)" }
  }

  /// The constants that its recordings do not share by more than their errors.
  fileprivate var disagreeing: [String] {
    guard case .recordings(let summary) = self else { return [] }
    return (summary.grouped().first?.pools ?? []).filter(\.isHeterogeneous).map {
      "\($0.law).\($0.key)"
    }
  }

  fileprivate var feel: ScrollFeel {
    switch self {
    case .recordings(let summary):
      ScrollFeel(summary.grouped().first?.pools ?? []) { $0.estimate.value }
    case .engine(let engine): ScrollFeel(engine)
    }
  }
}
