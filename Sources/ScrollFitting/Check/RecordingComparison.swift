internal import RealModule
internal import ScrollPhysics

/// Two sets of recordings side by side: the constants of each, their differences, and what a user feels of them.
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

  /// What a motion of a given start does in both.
  public struct Consequence: Sendable {
    /// The start, such as `3000 pt/s at the edge`.
    public var start: String
    /// What is compared, such as `furthest overscroll`.
    public var quantity: String
    /// pt or s.
    public var unit: String
    /// Of the first set.
    public var first: Double
    /// Of the second set.
    public var second: Double
  }

  /// The constants of both sets, in the order of laws.
  public private(set) var constants: [Constant] = []
  /// What follows from them.
  public private(set) var consequences: [Consequence] = []
  /// Constants of one set alone, as `law.key`.
  public private(set) var onlyFirst: [String] = []
  /// Those of the second set.
  public private(set) var onlySecond: [String] = []

  /// The speeds in pt/s for which consequences are computed: a slow, a usual and a fast fling.
  public static let speeds = [500.0, 2000, 5000]
  /// A motion counts as ended when it is this near to its end, in pt.
  public static let nearEnd = 0.5

  /// Compares the pools of two summaries without groups.
  public init(_ first: BatchSummary, _ second: BatchSummary) {
    let a = Self.pools(first)
    let b = Self.pools(second)
    for pool in a {
      guard let other = b.first(where: { $0.law == pool.law && $0.key == pool.key }) else {
        onlyFirst.append("\(pool.law).\(pool.key)")
        continue
      }
      constants.append(Self.constant(pool.law, pool.estimate, other.estimate))
    }
    onlySecond = b.filter { pool in
      !a.contains { $0.law == pool.law && $0.key == pool.key }
    }.map { "\($0.law).\($0.key)" }
    consequences = bounces() + glides()
  }

  private static func pools(_ summary: BatchSummary) -> [PooledConstant] {
    (summary.grouped().first?.pools ?? []).filter { $0.estimate.value != nil }
  }

  private static func constant(_ law: String, _ first: Estimate, _ second: Estimate) -> Constant {
    var result = Constant(law: law, first: first, second: second)
    if let a = first.value, let b = second.value { result.difference = b - a }
    func half(_ estimate: Estimate) -> Double? {
      guard let low = estimate.interval?.lower, let high = estimate.interval?.upper else {
        return nil
      }
      return (high - low) / 2
    }
    if let a = half(first), let b = half(second) {
      result.halfWidth = (a * a + b * b).squareRoot()
    }
    return result
  }

  private func values(_ law: String, _ key: String) -> (Double, Double)? {
    guard let constant = constants.first(where: { $0.law == law && $0.first.key == key }),
      let a = constant.first.value, let b = constant.second.value
    else { return nil }
    return (a, b)
  }

  private func bounces() -> [Consequence] {
    guard let (a, b) = values(BounceLaw.description.key, "delta") else { return [] }
    return Self.speeds.flatMap { speed -> [Consequence] in
      let first = CriticalBounce(amplitude: speed, decayRate: a)
      let second = CriticalBounce(amplitude: speed, decayRate: b)
      var result = [
        Consequence(
          start: Self.start(speed, "at the edge"), quantity: "furthest overscroll", unit: "pt",
          first: first.furthest ?? 0, second: second.furthest ?? 0)
      ]
      if let one = first.settleTime(threshold: Self.nearEnd),
        let other = second.settleTime(threshold: Self.nearEnd)
      {
        result.append(
          Consequence(
            start: Self.start(speed, "at the edge"), quantity: "settle time", unit: "s", first: one,
            second: other))
      }
      return result
    }
  }

  private func glides() -> [Consequence] {
    guard let (a, b) = values(DecelerationLaw.description.key, "k") else { return [] }
    return Self.speeds.flatMap { speed in
      let glides = (
        Deceleration(position: 0, velocity: speed, rate: a),
        Deceleration(position: 0, velocity: speed, rate: b)
      )
      return [
        Consequence(
          start: Self.start(speed, "at release"), quantity: "distance", unit: "pt",
          first: glides.0.limitDistance, second: glides.1.limitDistance),
        Consequence(
          start: Self.start(speed, "at release"), quantity: "duration", unit: "s",
          first: glides.0.duration(within: Self.nearEnd),
          second: glides.1.duration(within: Self.nearEnd)),
      ]
    }
  }

  private static func start(_ speed: Double, _ place: String) -> String {
    "\(Printed.short(speed)) pt/s \(place)"
  }
}
