public import ScrollPhysics

extension Engine {
  /// Whether its edge is a spring that is not critically damped, so that only a spring of any damping describes it.
  public var needsSprings: Bool { edge?.spring.map { !$0.isCritical } ?? false }
}

extension SpringConstants {
  /// Whether it is critically damped: zeta = 1 within 1e-9.
  fileprivate var isCritical: Bool { (dampingRatio - 1).magnitude <= 1e-9 }
}

extension Reference {
  /// The known constants of a scroll view: exact, and the same for every recording.
  ///
  /// - The rate k of a deceleration that is exponential, in time or per frame. A deceleration with a constant part, or
  ///   of another form, has no rate that a fitted k should equal.
  /// - delta of an edge that is a critically damped spring; for one that is nearly critical, such as SmoothDamp, that
  ///   of the spring.
  /// - omega and zeta of an edge that is another spring; with `usesSprings` of every spring.
  /// - c of a hyperbolic rubber band.
  /// - The constants of other laws that recordings identify by name: Android's friction, constant decelerations,
  ///   stepped edges, and the durations of animations with a fixed duration and easing.
  ///
  /// Thresholds are left out: most are in pixels or are distances, which a fit does not measure.
  ///
  /// - Parameters:
  ///   - engine: the scroll view.
  ///   - usesSprings: whether bounces are fitted as springs of any damping.
  public init(_ engine: Engine, usesSprings: Bool = false) {
    self.init(kind: .engine, name: engine.key)
    self.engine = engine
    func add(_ law: any Law.Type, _ key: String, _ value: Double) {
      let words = law.description
      everywhere.append(
        ReferenceConstant(
          law: words.key, key: key, unit: words.quantity(key)?.unit ?? "", value: value))
    }
    if let spring = engine.edge?.spring {
      if spring.isCritical { add(BounceLaw.self, "delta", spring.decayRate) }
      if usesSprings || !spring.isCritical {
        add(SpringLaw.self, "omega", spring.angularFrequency)
        add(SpringLaw.self, "zeta", spring.dampingRatio)
      }
    }
    switch engine.glide {
    case .exponential, .discrete, .perFrame, .projected:
      if let rate = engine.glide?.rate { add(DecelerationLaw.self, "k", rate.perSecond) }
    case .superposed, .coulomb, .curve, .constant, .eased, .powerLaw, .spline, .stepped,
      .growingFriction, .bezier, .momentum, nil:
      break
    }
    if case .hyperbolic(let coefficient) = engine.drag {
      add(RubberBandLaw.self, "c", coefficient)
    }
    everywhere += NamedLaws.constants(of: engine)
  }
}
