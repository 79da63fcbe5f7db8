internal import ScrollPhysics

/// The glides of two scroll views: which of their laws are compared, and when they end.
extension ScrollFeel {
  /// The decelerations by all laws that one known constant determines.
  static func glides(_ value: (_ law: String, _ key: String) -> Double?) -> [Engine.Glide] {
    func positive(_ law: String, _ key: String) -> Double? {
      value(law, key).flatMap { $0 > 0 ? $0 : nil }
    }
    let law = DecelerationLaw.description.key
    let ending = value(law, "stop_velocity").map { Engine.Ending.speed(.points($0)) }
    var result: [Engine.Glide] = []
    if let rate = positive(law, "k") {
      result.append(.exponential(DecelerationRate(perSecond: rate), ending: ending))
    }
    if let deceleration = positive("constant-deceleration", "deceleration") {
      result.append(.constant(deceleration: deceleration))
    }
    if let friction = positive("android-spline", "friction") {
      result.append(.spline(FlingFriction(friction)))
    }
    if let friction = positive("android-power-law", "friction") {
      result.append(.powerLaw(FlingFriction(friction)))
    }
    if let rate = positive("stepped-viscous", "r") {
      result.append(.stepped(DecelerationRate(perSecond: rate)))
    }
    if let growth = positive("growing-friction", "c") {
      result.append(.growingFriction(growth: growth))
    }
    let momentum = MomentumLaw.description.key
    if let rate = positive(momentum, "k0"), let speed = positive(momentum, "v1"),
      let exponent = positive(momentum, "p")
    {
      result.append(.momentum(rate: rate, referenceSpeed: speed, exponent: exponent))
    }
    // The constant only confirms the law: all other values of the curve are fixed.
    if positive("bezier-fling", "deceleration") != nil { result.append(.bezier) }
    return result
  }

  /// Sets the glides of recordings: those of their pooled constants, else of the laws that were identified.
  ///
  /// Where most of them have a constant friction, k alone does not say how far they go: they are felt with both
  /// constants, or not at all.
  mutating func setGlides(of group: BatchSummary.Group, _ identified: [Engine.Glide]) {
    let known = group.identified
    if known.haveFriction {
      glides = glides.filter { if case .exponential = $0 { false } else { true } }
      if let rate = known.value(NamedLaws.friction, "k"), rate > 0,
        let friction = known.value(NamedLaws.friction, "coulomb"), friction > 0
      {
        glides.insert(.coulomb(DecelerationRate(perSecond: rate), deceleration: friction), at: 0)
      }
      return
    }
    let rate = group.pools.first { $0.law == DecelerationLaw.description.key && $0.key == "k" }
    guard glides.isEmpty, rate?.isDetermined != false else { return }
    glides = identified
    if glides.isEmpty, let fixed = known.fixedGlide { glides = [fixed] }
  }

  /// The glides that are compared, nil if none are: two of one kind if there are, otherwise those of the only laws.
  ///
  /// Where only one of two of a kind has a rule that ends it, both have that rule. An engine keeps its own: beside one
  /// without a rule recordings have none either.
  static func glides(
    _ first: ScrollFeel, _ second: ScrollFeel
  ) -> (first: Engine.Glide, second: Engine.Glide)? {
    let pairs = first.glides.flatMap { a in second.glides.map { (a, $0) } }
    guard let alike = pairs.first(where: { $0.0.isOfKind($0.1) }) else {
      return pairs.count == 1 ? pairs[0] : nil
    }
    let (a, b) = alike
    guard (a.ending == nil) != (b.ending == nil), !(first.isEngine && second.isEngine) else {
      return alike
    }
    let isUnknownEngine = a.ending == nil ? first.isEngine : second.isEngine
    let ending = isUnknownEngine ? nil : a.ending ?? b.ending
    return (first.isEngine ? a : a.ended(ending), second.isEngine ? b : b.ended(ending))
  }
}

extension PooledConstant {
  /// Whether it is known to better than half of its value; also true without an error.
  var isDetermined: Bool {
    guard let value = estimate.value, let half = estimate.halfWidth else { return true }
    return half < 0.5 * value.magnitude
  }
}

extension Engine.Glide {
  /// Whether two are of one law, or both approach their limit exponentially, in time or by frames.
  fileprivate func isOfKind(_ other: Engine.Glide) -> Bool {
    switch (self, other) {
    case (.constant, .constant), (.coulomb, .coulomb), (.superposed, .superposed),
      (.curve, .curve), (.eased, .eased), (.powerLaw, .powerLaw), (.spline, .spline),
      (.growingFriction, .growingFriction), (.bezier, .bezier), (.momentum, .momentum):
      true
    default: isExponential && other.isExponential
    }
  }

  private var isExponential: Bool {
    switch self {
    case .exponential, .discrete, .perFrame, .projected, .stepped: true
    default: false
    }
  }

  /// The same glide with another rule that ends it, or none; itself where recordings determine no such rule.
  fileprivate func ended(_ ending: Engine.Ending?) -> Engine.Glide {
    switch self {
    case .exponential(let rate, _): .exponential(rate, ending: ending)
    case .stepped(let rate, _): .stepped(rate, ending: ending)
    case .growingFriction(let growth, _): .growingFriction(growth: growth, ending: ending)
    case .constant(let value, _): .constant(deceleration: value, ending: ending)
    case .coulomb(let rate, let value, _): .coulomb(rate, deceleration: value, ending: ending)
    default: self
    }
  }

  /// The motion of a release at a speed in pt/s, until the rule of the glide ends it.
  func motion(speed: Double) -> EngineMotion {
    motion(from: MotionState(position: 0, velocity: speed), scale: ScrollFeel.scale)
  }

  /// The distance in pt and the duration in s of a release at a speed in pt/s: until its rule ends it or it stands still
  /// by itself, else until the remaining distance is ``ScrollFeel/nearEnd``; nil if that is never.
  func path(speed: Double) -> (distance: Double, duration: Double?) {
    let motion = motion(speed: speed)
    guard motion.end < .infinity else {
      let near = motion.duration(within: ScrollFeel.nearEnd)
      return (motion.restPosition, near < .infinity ? near : nil)
    }
    // So near its limit an exponential glide counts as there, as `predict` has it.
    if case .exponential(_, .distance?) = self { return (motion.curve.limit, motion.end) }
    return (motion.restPosition, motion.end)
  }
}
