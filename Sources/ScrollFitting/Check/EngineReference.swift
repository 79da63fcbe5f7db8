public import ScrollPhysics

extension Engine {
  /// Whether only a spring of any damping describes its edge: one that is not critically damped.
  public var needsSprings: Bool { edge?.spring.map { !$0.isCritical } ?? false }
}

extension SpringConstants {
  /// Whether it is critically damped to rounding: zeta = 1 within 1e-9.
  fileprivate var isCritical: Bool { (dampingRatio - 1).magnitude <= 1e-9 }
}

extension Reference {
  /// The constants of a scroll view that is known; exact, and the same for every recording.
  ///
  /// - The rate k of a deceleration that is exponential or is so by its frames. One with a constant part, or
  ///   of another form, has no rate that a fitted k should equal.
  /// - delta of an edge that is a critically damped spring; of one that is nearly one, as SmoothDamp, that of
  ///   the spring.
  /// - omega and zeta of an edge that is another spring, and with `usesSprings` of every one.
  /// - c of a hyperbolic rubber band.
  /// - The constants of the other laws that recordings tell by name: of Android's friction, of constant decelerations,
  ///   of stepped edges, and the durations of animations that always take as long, of an ease that has one.
  ///
  /// Thresholds are left out: they are pixels, or distances, more often than they are what a fit measures.
  ///
  /// - Parameters:
  ///   - engine: the scroll view.
  ///   - usesSprings: whether bounces are fitted as springs of any damping.
  public init(_ engine: Engine, usesSprings: Bool = false) {
    self.init(kind: .engine, name: engine.key)
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
    case .superposed, .coulomb, .curve, .constant, .eased, .powerLaw, .spline, .stepped, .bezier,
      .momentum,
      nil:
      break
    }
    if case .hyperbolic(let coefficient) = engine.drag {
      add(RubberBandLaw.self, "c", coefficient)
    }
    everywhere += NamedLaws.constants(of: engine)
  }
}
