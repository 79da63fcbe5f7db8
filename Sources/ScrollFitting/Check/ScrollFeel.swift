public import ScrollPhysics

/// What a user notices of a scroll view: how far it glides and overscrolls from a given speed, and for how long.
public struct ScrollFeel: Sendable, Hashable {
  /// The decelerations, one for each law that recordings follow; empty if none is known.
  var glides: [Engine.Glide]
  /// The deceleration that is asked first; nil if unknown.
  public var glide: Engine.Glide? { glides.first }
  /// Whether the glide ends by the rule of an engine, so that no rule beside it is known better.
  var isEngine = false
  /// The behaviour at an edge; nil if unknown.
  public var edge: Engine.Edge?

  /// An animation of 500 pt; nil if unknown, or if there are several.
  public var animation: Tween?

  /// The effect of a motion with a given start in two scroll views.
  public struct Consequence: Sendable, Hashable {
    /// The start, such as `2000 pt/s at the edge`.
    public var start: String
    /// The compared quantity, such as `furthest overscroll`.
    public var quantity: String
    /// pt or s.
    public var unit: String
    /// The value in the first scroll view.
    public var first: Double
    /// The value in the second scroll view.
    public var second: Double
  }

  /// A motion with a given start over time in two scroll views.
  public struct Motions: Sendable, Hashable {
    /// The start, such as `2000 pt/s at the edge`.
    public var start: String
    /// `overscroll` or `distance`, in pt.
    public var quantity: String
    /// Times in s from the start.
    public var times: [Double]
    /// The values in the first scroll view.
    public var first: [Double]
    /// The values in the second scroll view.
    public var second: [Double]
  }

  /// The speeds in pt/s for which consequences are computed: a slow, a usual and a fast fling.
  public static let speeds = [500.0, 2000, 5000]
  /// A motion without an ending rule counts as ended within this distance of its end, in pt.
  public static let nearEnd = 0.5

  /// Pixels per point, used for rules in pixels: that of a phone.
  static let scale = 3.0

  /// A scroll view with known constants.
  public init(_ engine: Engine) {
    glides = engine.glide.map { [$0] } ?? []
    edge = engine.edge
    isEngine = true
  }

  /// A scroll view with measured constants: k with a stop velocity, delta, omega and zeta, or those of a rule per frame.
  ///
  /// - Parameter value: returns a constant by the key of its law and its own; nil if unknown.
  public init(_ value: (_ law: String, _ key: String) -> Double?) {
    glides = Self.glides(value)
    animation = Self.animation(value)
    let springs = SpringLaw.description.key
    if let omega = value(springs, "omega"), let zeta = value(springs, "zeta"), omega > 0, zeta > 0 {
      edge = .spring(SpringConstants(angularFrequency: omega, dampingRatio: zeta))
    } else if let delta = value(BounceLaw.description.key, "delta"), delta > 0 {
      edge = .spring(SpringConstants(decayRate: delta))
    } else {
      edge = Self.perFrame(value)
    }
  }

  /// An edge with a rule per frame, whose other constants `identify` takes as known.
  private static func perFrame(_ value: (_ law: String, _ key: String) -> Double?) -> Engine.Edge? {
    if let damping = value("stepped-return", "d"), let spring = value("stepped-return", "c") {
      var constants = SteppedReturn.Constants.kivy
      (constants.damping, constants.spring) = (damping, spring)
      return .stepped(constants)
    }
    let law = "framewise"
    guard let friction = value(law, "friction"), let outward = value(law, "outward"),
      let inward = value(law, "inward")
    else { return nil }
    return .framewise(
      FramewiseBounce.Constants(
        friction: friction, outward: outward, inward: inward, frameDuration: 1.0 / 60))
  }

  /// A scroll view with constants pooled from recordings. At an edge it has the law that most recordings follow; a
  /// spring of any damping if both laws have equally many. A constant that is not determined is unknown. Where recordings
  /// disagree on one, the other law does not replace it.
  ///
  /// - Parameters:
  ///   - pools: the constants.
  ///   - value: returns the value to use of a pooled constant; nil if unknown.
  public init(_ pools: [PooledConstant], _ value: (PooledConstant) -> Double?) {
    func pool(_ law: String, _ key: String) -> PooledConstant? {
      pools.first { $0.law == law && $0.key == key }
    }
    let springs = SpringLaw.description.key
    let isSpring = Self.isSpring(pools)
    self.init { law, key in
      guard law != springs || isSpring, let pool = pool(law, key), pool.isDetermined else {
        return nil
      }
      return value(pool)
    }
    // Where k is not known, glides by other laws do not replace it.
    if pool(DecelerationLaw.description.key, "k")?.isDetermined == false { glides = [] }
    let ofEdge = isSpring ? pools.filter { $0.law == springs } : []
    if ofEdge.contains(where: { $0.isHeterogeneous && !$0.isDetermined }) { edge = nil }
  }

  /// Whether recordings with these constants are felt as a spring of any damping at an edge.
  static func isSpring(_ pools: [PooledConstant]) -> Bool {
    func recordings(_ law: String, _ key: String) -> Int {
      pools.first { $0.law == law && $0.key == key }?.recordings ?? 0
    }
    return recordings(SpringLaw.description.key, "omega")
      >= recordings(BounceLaw.description.key, "delta")
  }

  /// The scroll view of a reference: an engine, else what the reference has of the constants of recordings.
  ///
  /// - Parameters:
  ///   - reference: the reference.
  ///   - group: the recordings.
  ///   - value: returns the value in the reference of a pooled constant; nil if it has none.
  public init(
    _ reference: Reference, of group: BatchSummary.Group, _ value: (PooledConstant) -> Double?
  ) {
    // An engine has more than constants to compare: how its glide ends, and laws that have none.
    if let engine = reference.engine {
      self.init(engine)
      return
    }
    self.init(group.pools, value)
    // Whether its k had a friction beside it is not known.
    if group.identified.haveFriction { glides = [] }
  }

  /// The scroll view of recordings by their pooled constants. A glide or an animation without these is that of the laws
  /// that were identified.
  public init(_ group: BatchSummary.Group) {
    self.init(group.pools) { $0.estimate.value }
    let identified = ScrollFeel { group.identified.value($0, $1) }
    setGlides(of: group, identified.glides)
    animation = animation ?? identified.animation
  }

  /// A bounce and a glide at the usual speed over time, each if both scroll views have one, until both have ended.
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
    if let (a, b) = glides(first, second) {
      result.append(
        motions(
          "at release", "distance", a.motion(speed: speed).position,
          b.motion(speed: speed).position))
    }
    return result
  }

  /// The consequences of a bounce and a glide at each of ``speeds``, and of an animation, each if both scroll views have
  /// one.
  ///
  /// Each side ends by its own rule, as in `predict`. Where the rule of one of two glides of a kind is not known, both
  /// end by the same one: the difference would be that of the rules.
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
    if let (a, b) = glides(first, second) {
      for speed in speeds {
        add(
          speed, "at release", ("distance", "duration"), a.path(speed: speed), b.path(speed: speed))
      }
    }
    return result + animated(first, second)
  }
}

extension Engine.Edge {
  /// The furthest overscroll in pt after the edge is met at a speed in pt/s, and the time in s after which it stays
  /// within ``ScrollFeel/nearEnd`` of where it rests; nil if that takes more than 10 s.
  fileprivate func overscroll(speed: Double) -> (furthest: Double, settled: Double?) {
    if case .spring(let constants, _) = self {
      let spring = Spring(constants, edgeVelocity: speed)
      return (spring.furthest.position, spring.settleTime(threshold: ScrollFeel.nearEnd))
    }
    let start = MotionState(position: 0, velocity: speed)
    var (furthest, settled) = (0.0, 0.0)
    // Some edges stop the content a few points before it is back.
    let last = position(from: start, at: 10)
    let rest = position(from: start, at: 9) == last ? last : 0
    // Rules per frame have no formula, so the motion is sampled in steps of 1 ms.
    for step in 1...10_000 {
      let overscroll = position(from: start, at: Double(step) / 1000)
      furthest = max(furthest, overscroll)
      if (overscroll - rest).magnitude >= ScrollFeel.nearEnd { settled = Double(step) / 1000 }
    }
    return (furthest, settled < 10 ? settled : nil)
  }
}
