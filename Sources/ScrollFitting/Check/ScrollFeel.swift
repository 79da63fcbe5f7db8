public import ScrollPhysics

/// What a user feels of a scroll view: how far it glides and overscrolls from a given speed, and how long that takes.
public struct ScrollFeel: Sendable, Hashable {
  /// How it slows down; nil where that is not known.
  public var glide: Engine.Glide?
  /// What it does at an edge; nil where that is not known.
  public var edge: Engine.Edge?

  /// What a motion of a given start does in two scroll views.
  public struct Consequence: Sendable, Hashable {
    /// The start, such as `2000 pt/s at the edge`.
    public var start: String
    /// What is compared, such as `furthest overscroll`.
    public var quantity: String
    /// pt or s.
    public var unit: String
    /// Of the first scroll view.
    public var first: Double
    /// Of the second one.
    public var second: Double
  }

  /// What a motion of a given start does over time in two scroll views.
  public struct Motions: Sendable, Hashable {
    /// The start, such as `2000 pt/s at the edge`.
    public var start: String
    /// `overscroll` or `distance`, in pt.
    public var quantity: String
    /// In s from the start.
    public var times: [Double]
    /// Of the first scroll view.
    public var first: [Double]
    /// Of the second one.
    public var second: [Double]
  }

  /// The speeds in pt/s of which consequences are computed: a slow, a usual and a fast fling.
  public static let speeds = [500.0, 2000, 5000]
  /// A motion that no rule ends counts as ended when it is this near to its end, in pt.
  public static let nearEnd = 0.5

  /// Pixels in a point of the screen for which rules in pixels are taken: a phone's.
  static let scale = 3.0

  /// A scroll view whose constants are known.
  public init(_ engine: Engine) {
    glide = engine.glide
    edge = engine.edge
  }

  /// A scroll view of which constants were measured: k with a stopping speed, delta, or omega and zeta.
  ///
  /// - Parameter value: the constant of a law's key and its own; nil where it is not known.
  public init(_ value: (_ law: String, _ key: String) -> Double?) {
    glide = Self.glide(value)
    let springs = SpringLaw.description.key
    if let omega = value(springs, "omega"), let zeta = value(springs, "zeta"), omega > 0, zeta > 0 {
      edge = .spring(SpringConstants(angularFrequency: omega, dampingRatio: zeta))
    } else if let delta = value(BounceLaw.description.key, "delta"), delta > 0 {
      edge = .spring(SpringConstants(decayRate: delta))
    }
  }

  /// How it slows down by the law that one constant tells whole; nil where none is known.
  private static func glide(_ value: (_ law: String, _ key: String) -> Double?) -> Engine.Glide? {
    func positive(_ law: String, _ key: String) -> Double? {
      value(law, key).flatMap { $0 > 0 ? $0 : nil }
    }
    let law = DecelerationLaw.description.key
    let ending = value(law, "stop_velocity").map { Engine.Ending.speed(.points($0)) }
    if let rate = positive(law, "k") {
      return .exponential(DecelerationRate(perSecond: rate), ending: ending)
    }
    if let deceleration = positive("constant-deceleration", "deceleration") {
      return .constant(deceleration: deceleration)
    }
    if let friction = positive("android-spline", "friction") {
      return .spline(FlingFriction(friction))
    }
    if let friction = positive("android-power-law", "friction") {
      return .powerLaw(FlingFriction(friction))
    }
    if let rate = positive("stepped-viscous", "r") {
      return .stepped(DecelerationRate(perSecond: rate))
    }
    // Its one constant says how sure the curve is, which all speeds share.
    return positive("bezier-fling", "deceleration") == nil ? nil : .bezier
  }

  /// A scroll view of which recordings share constants: at an edge those of the law that most recordings follow, a spring of
  /// any damping where as many follow both.
  ///
  /// - Parameters:
  ///   - pools: the constants.
  ///   - value: what is taken of a pooled constant; nil where it is not known.
  public init(_ pools: [PooledConstant], _ value: (PooledConstant) -> Double?) {
    func pool(_ law: String, _ key: String) -> PooledConstant? {
      pools.first { $0.law == law && $0.key == key }
    }
    let springs = SpringLaw.description.key
    let bounces = pool(BounceLaw.description.key, "delta")?.count ?? 0
    let isSpring = pool(springs, "omega")?.count ?? 0 >= bounces
    self.init { law, key in law == springs && !isSpring ? nil : pool(law, key).flatMap(value) }
  }

  /// A bounce and a glide of a usual speed in both over time, where both have one, until both have ended.
  public static func motions(_ first: ScrollFeel, _ second: ScrollFeel) -> [Motions] {
    let speed = speeds[1]
    let consequences = consequences(first, second)
    func motions(
      _ place: String, _ quantity: String, _ one: (Double) -> Double, _ other: (Double) -> Double
    ) -> Motions {
      let start = "\(Printed.short(speed)) pt/s \(place)"
      let ends = consequences.filter { $0.start == start && $0.unit == "s" }
      let end = 1.1 * (ends.map { max($0.first, $0.second) }.max() ?? 2)
      let times = (0...120).map { end * Double($0) / 120 }
      return Motions(
        start: start, quantity: quantity, times: times, first: times.map(one),
        second: times.map(other))
    }
    var result: [Motions] = []
    if let a = first.edge, let b = second.edge {
      let start = MotionState(position: 0, velocity: speed)
      result.append(
        motions("at the edge", "overscroll") {
          a.position(from: start, at: $0)
        } _: {
          b.position(from: start, at: $0)
        })
    }
    if let a = first.glide, let b = second.glide {
      let (stopA, stopB) = (
        a.path(speed: speed, isEnded: true), b.path(speed: speed, isEnded: true)
      )
      let isEnded = a.stop != nil && b.stop != nil
      func way(_ glide: Engine.Glide, _ end: Double?, _ time: Double) -> Double {
        glide.distance(speed: speed, at: isEnded ? min(time, end ?? time) : time)
      }
      result.append(
        motions("at release", "distance") {
          way(a, stopA.duration, $0)
        } _: {
          way(b, stopB.duration, $0)
        })
    }
    return result
  }

  /// What a bounce and a glide of each of ``speeds`` do in both, where both have one.
  public static func consequences(_ first: ScrollFeel, _ second: ScrollFeel) -> [Consequence] {
    var result: [Consequence] = []
    func add(
      _ speed: Double, _ place: String, _ quantities: (String, String), _ one: (Double, Double?),
      _ other: (Double, Double?)
    ) {
      let start = "\(Printed.short(speed)) pt/s \(place)"
      result.append(
        Consequence(
          start: start, quantity: quantities.0, unit: "pt", first: one.0, second: other.0))
      guard let a = one.1, let b = other.1 else { return }
      result.append(
        Consequence(start: start, quantity: quantities.1, unit: "s", first: a, second: b))
    }
    if let a = first.edge, let b = second.edge {
      for speed in speeds {
        add(
          speed, "at the edge", ("furthest overscroll", "settle time"), a.overscroll(speed: speed),
          b.overscroll(speed: speed))
      }
    }
    if let a = first.glide, let b = second.glide {
      // A rule that one of them is not known to have would say more of what was measured than of how it feels.
      let isEnded = a.stop != nil && b.stop != nil
      for speed in speeds {
        add(
          speed, "at release", ("distance", "duration"), a.path(speed: speed, isEnded: isEnded),
          b.path(speed: speed, isEnded: isEnded))
      }
    }
    return result
  }
}

extension Engine.Edge {
  /// The furthest overscroll in pt after the edge is met with a speed in pt/s, and the time in s from which on it is
  /// below ``ScrollFeel/nearEnd``; that is nil where it is not within 10 s.
  fileprivate func overscroll(speed: Double) -> (furthest: Double, settled: Double?) {
    if case .spring(let constants, _) = self {
      let spring = Spring(constants, edgeVelocity: speed)
      return (spring.furthest.position, spring.settleTime(threshold: ScrollFeel.nearEnd))
    }
    let start = MotionState(position: 0, velocity: speed)
    var (furthest, settled) = (0.0, 0.0)
    // Rules by frame have no formula: in steps of 1 ms.
    for step in 1...10_000 {
      let overscroll = position(from: start, at: Double(step) / 1000)
      furthest = max(furthest, overscroll)
      if overscroll.magnitude >= ScrollFeel.nearEnd { settled = Double(step) / 1000 }
    }
    return (furthest, settled < 10 ? settled : nil)
  }
}

extension Engine.Glide {
  /// The speed in pt/s below which it is ended; nil without such a rule.
  fileprivate var stop: Double? {
    guard case .speed(let threshold)? = ending else { return nil }
    return threshold.points(scale: ScrollFeel.scale)
  }

  /// How far a release with a speed in pt/s goes in pt, and for how many s: until a speed ends it, or until
  /// ``ScrollFeel/nearEnd`` of its way is left.
  fileprivate func path(speed: Double, isEnded: Bool) -> (distance: Double, duration: Double?) {
    if case .exponential(let rate, _) = self {
      let glide = Deceleration(velocity: speed, rate: rate.perSecond)
      return isEnded
        ? (glide.distance(stopSpeed: stop ?? 0), glide.duration(stopSpeed: stop ?? 0))
        : (glide.limitDistance, glide.duration(within: ScrollFeel.nearEnd))
    }
    let whole = distance(speed: speed)
    let step = 1e-4
    func goesOn(_ time: Double) -> Bool {
      if isEnded, let stop {
        let next = distance(speed: speed, at: time + step)
        return (next - distance(speed: speed, at: time)) / step > stop
      }
      return whole - distance(speed: speed, at: time) > ScrollFeel.nearEnd
    }
    // Both fall with time.
    var (low, high) = (0.0, 60.0)
    guard goesOn(low), !goesOn(high) else { return (whole, goesOn(low) ? nil : 0) }
    while high - low > 1e-9 {
      let middle = (low + high) / 2
      if goesOn(middle) { low = middle } else { high = middle }
    }
    return (isEnded && stop != nil ? distance(speed: speed, at: high) : whole, high)
  }
}
