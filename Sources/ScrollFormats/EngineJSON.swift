internal import ScrollPhysics

/// Writes engines in the format that ``EngineFile`` reads.
enum EngineJSON {
  /// The members that are written but not read, because they are derived from the constants.
  static let unread = ["formula", "derived"]

  static func write(_ engine: Engine, to json: inout JSONWriter) {
    json.member("key", engine.key)
    json.member("name", engine.name)
    // An engine with the key of a built-in one but other constants must say so to be readable.
    if let known = Engines.engine(engine.key), known != engine { json.member("replaces", true) }
    json.member("source", engine.source)
    json.member("notes", engine.notes)
    json.object("deceleration", engine.glide, write)
    json.object("edge", engine.edge, write)
    json.object("rubber_band", engine.drag, write)
    if !engine.animations.isEmpty { json.objects("animations", engine.animations, write) }
  }

  // MARK: - Deceleration

  private static func write(_ glide: Engine.Glide, to json: inout JSONWriter) {
    json.member("law", law(of: glide))
    json.member("formula", glide.formula)
    var derived: [(String, Double, String)] = []
    func rate(_ rate: DecelerationRate) {
      json.quantity("k", rate.perSecond, "1/s")
      derived = [
        ("deceleration_rate", rate.perMillisecond, "1"), ("time_constant", rate.timeConstant, "s"),
        ("half_life", rate.halfLife, "s"),
      ]
    }
    func deceleration(_ value: Double) { json.quantity("deceleration", value, "pt/s^2") }
    switch glide {
    case .exponential(let value, _), .discrete(let value), .stepped(let value, _): rate(value)
    case .perFrame(let factor, let slowsFirst, let frame, _):
      json.member("factor_per_frame", factor)
      json.quantity("frame_rate", reciprocal(frame), "Hz")
      json.member("slows_first", slowsFirst)
    case .projected(let power, let time, _):
      json.quantity("power", power, "s")
      json.member("time_constant_s", time)
    case .superposed(let value, let friction, _), .coulomb(let value, let friction, _):
      rate(value)
      deceleration(friction)
    case .curve(let curve):
      json.quantity("alpha", curve.alpha, "pt")
      json.quantity("beta", curve.beta, "pt/s")
      json.quantity("gamma", curve.gamma, "1/s")
      derived = [("deceleration", curve.coulomb, "pt/s^2")]
    case .constant(let value, _): deceleration(value)
    case .eased(let value, let maximum, let easing):
      deceleration(value)
      json.member("maximum_duration_s", maximum)
      write(easing, to: &json)
    case .powerLaw(let friction), .spline(let friction):
      json.member("friction", friction.value)
      derived = [
        ("exponent", FlingFriction.exponent, "1"),
        ("reference_speed", friction.referenceSpeed, "pt/s"),
      ]
    case .growingFriction(let growth, _): json.quantity("c", growth, "1/s")
    case .bezier: break
    case .momentum(let rate, let reference, let exponent):
      json.quantity("k0", rate, "1/s")
      json.quantity("v1", reference, "pt/s")
      json.member("exponent", exponent)
    }
    if derived.isEmpty, let rate = glide.rate { derived = [("k", rate.perSecond, "1/s")] }
    if let ending = glide.ending { write(ending, to: &json) }
    write(derived, to: &json)
  }

  /// The name of a law, as read by `EngineLawReader`.
  private static func law(of glide: Engine.Glide) -> String {
    switch glide {
    case .exponential: "exponential"
    case .discrete: "discrete"
    case .perFrame: "framewise"
    case .projected: "projected"
    case .superposed: "superposed"
    case .coulomb: "coulomb"
    case .curve: "curve"
    case .constant: "constant"
    case .eased: "eased"
    case .powerLaw: "power-law"
    case .spline: "spline"
    case .stepped: "stepped"
    case .growingFriction: "growing-friction"
    case .bezier: "bezier-fling"
    case .momentum: "momentum"
    }
  }

  private static func write(_ ending: Engine.Ending, to json: inout JSONWriter) {
    switch ending {
    case .speed(let threshold): write("stop_velocity", threshold, per: "/s", to: &json)
    case .distance(let threshold): write("stop_distance", threshold, per: "", to: &json)
    case .frame(let threshold): write("stop_step", threshold, per: "", to: &json)
    }
  }

  private static func write(
    _ key: String, _ threshold: Engine.Threshold, per: String, to json: inout JSONWriter
  ) {
    switch threshold {
    case .points(let value): json.quantity(key, value, "pt" + per)
    case .pixels(let value): json.quantity(key, value, "px" + per)
    }
  }

  // MARK: - Edge

  private static func write(_ edge: Engine.Edge, to json: inout JSONWriter) {
    func head(_ law: String) {
      json.member("law", law)
      json.member("formula", edge.formula)
    }
    var written: [(key: String, Double, String)] = []
    switch edge {
    case .spring(let constants, _):
      head("spring")
      written = notation(of: constants)
      for (key, value, unit) in written { json.quantity(key, value, unit) }
    case .smoothDamp(let time):
      head("smooth-damp")
      json.member("smooth_time_s", time)
    case .elastic(let constants, _):
      head("elastic")
      json.member("amplitude", constants.amplitude)
      json.member("stiffness", constants.stiffness)
      json.member("period_s", constants.period)
    case .framewise(let constants):
      head("framewise")
      json.member("friction", constants.friction)
      json.member("outward", constants.outward)
      json.member("inward", constants.inward)
      json.member("overshoot_pt", constants.overshoot)
      json.member("slows_first", constants.slowsFirst)
      json.member("stop_step_pt", constants.restWay)
      json.quantity("frame_rate", reciprocal(constants.frameDuration), "Hz")
    case .stepped(let constants):
      head("stepped")
      json.quantity("friction", constants.friction, "1/s")
      json.member("damping", constants.damping)
      json.quantity("spring", constants.spring, "1/s")
      json.member("roundness_pt", constants.roundness)
      json.member("dead_zone_pt", constants.deadZone)
      json.member("stop_step_pt", constants.restStep)
    case .eased(let easing, let duration):
      head("eased")
      write(easing, to: &json)
      json.member("duration_s", duration)
    case .clamped: head("clamped")
    }
    switch edge.settles {
    case .points(let value)?: json.member("settle_pt", value)
    case .pixels(let value)?: json.member("settle_px", value)
    case nil: break
    }
    guard let spring = edge.spring else { return }
    write(
      [
        ("delta", spring.decayRate, "1/s"), ("zeta", spring.dampingRatio, "1"),
        ("omega", spring.angularFrequency, "1/s"),
        ("stiffness_per_mass", spring.stiffnessPerMass, "1/s^2"),
        ("damping_per_mass", spring.dampingPerMass, "1/s"), ("response", spring.response, "s"),
      ].filter { derived in !written.contains { $0.key == derived.0 } }, to: &json)
  }

  /// The constants of a spring in the first notation that reads back exactly. Without one, delta and kappa, whose
  /// omega^2 may differ by one rounding.
  private static func notation(of spring: SpringConstants) -> [(key: String, Double, String)] {
    let square = spring.stiffnessPerMass
    if SpringConstants(decayRate: spring.decayRate) == spring {
      return [("delta", spring.decayRate, "1/s")]
    }
    // Rounding restores a ratio that was given with few digits.
    for zeta in [(spring.dampingRatio * 1e12).rounded() / 1e12, spring.dampingRatio] {
      if SpringConstants(stiffness: square, dampingRatio: zeta) == spring {
        return [("stiffness", square, "1/s^2"), ("zeta", zeta, "1")]
      }
      if SpringConstants(angularFrequency: spring.angularFrequency, dampingRatio: zeta) == spring {
        return [("omega", spring.angularFrequency, "1/s"), ("zeta", zeta, "1")]
      }
    }
    if SpringConstants(mass: 1, stiffness: square, damping: spring.dampingPerMass) == spring {
      return [("stiffness", square, "1/s^2"), ("damping", spring.dampingPerMass, "1/s")]
    }
    return [("delta", spring.decayRate, "1/s"), ("kappa", spring.kappa, "1/s^2")]
  }

  private static func write(_ easing: Easing, to json: inout JSONWriter) {
    if case .bezier(let x1, let y1, let x2, let y2) = easing {
      json.member("easing", [x1, y1, x2, y2])
    } else {
      json.member("easing", Easing.named.first { $0.easing == easing }?.name)
    }
  }

  /// 1 / x, rounded if the rounded number reads back as x: 60 instead of 60.00000000000001.
  private static func reciprocal(_ x: Double) -> Double {
    let rounded = (1e9 / x).rounded() / 1e9
    return 1 / rounded == x ? rounded : 1 / x
  }

  // MARK: - Rubber band

  private static func write(_ drag: Engine.Drag, to json: inout JSONWriter) {
    let law =
      switch drag {
      case .hyperbolic: "hyperbolic"
      case .proportional: "proportional"
      case .tapered: "tapered"
      case .quadratic: "quadratic"
      }
    json.member("law", law)
    json.member("formula", drag.formula)
    json.quantity("c", drag.coefficient, "1")
    if case .quadratic(_, let linear, let quadratic) = drag {
      json.quantity("linear", linear, "1/pt")
      json.quantity("quadratic", quadratic, "1/pt^2")
    }
  }

  // MARK: - Animations

  private static func write(_ animation: Engine.Animation, to json: inout JSONWriter) {
    json.member("name", animation.name)
    json.member("formula", animation.formula)
    write(animation.easing, to: &json)
    switch animation.duration {
    case .fixed(let value): json.member("duration_s", value)
    case .root(let coefficient, let maximum):
      json.quantity("duration_per_root", coefficient, "s/sqrt(pt)")
      json.member("maximum_duration_s", maximum)
    case .between(let low, let high):
      json.member("minimum_duration_s", low)
      json.member("maximum_duration_s", high)
    }
  }

  private static func write(_ derived: [(String, Double, String)], to json: inout JSONWriter) {
    guard !derived.isEmpty else { return }
    json.object("derived") { object in
      for (key, value, unit) in derived { object.quantity(key, value, unit) }
    }
  }
}

extension JSONWriter {
  /// A member with a number and its unit, on one line.
  fileprivate mutating func quantity(_ name: String, _ number: Double, _ unit: String) {
    line(name) {
      $0.member("value", number)
      $0.member("unit", unit)
    }
  }
}
