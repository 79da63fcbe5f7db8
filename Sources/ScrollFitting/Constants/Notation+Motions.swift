internal import ScrollPhysics

/// The motions that constants describe.
extension Notation {
  /// A deceleration from its release.
  static func glide(
    _ values: [String: Double], isDiscrete: Bool
  ) throws(PredictionError) -> Deceleration {
    guard let speed = values["v0"] else {
      throw PredictionError("Give v0, the velocity at release.", missing: ["v0=2000"])
    }
    let rate = try rate(values)
    let coulomb = values["coulomb"] ?? 0
    guard !isDiscrete || coulomb == 0 else {
      throw PredictionError("The discrete form has no friction: leave coulomb out.")
    }
    guard rate.perSecond > 0, rate.perSecond.isFinite else {
      throw PredictionError("The rate of deceleration is \(rate.perSecond) 1/s: this never stops.")
    }
    return Deceleration(
      position: values["x0"] ?? 0, velocity: speed, rate: rate.perSecond, coulomb: coulomb,
      form: isDiscrete ? .discrete : .continuous)
  }

  /// An item that linear drag slows down.
  static func coast(_ values: [String: Double]) throws(PredictionError) -> Deceleration {
    guard let speed = values["v0"] else {
      throw PredictionError("Give v0, the first velocity.", missing: ["v0=2000"])
    }
    guard let resistance = values["r"] else {
      throw PredictionError("Give r, the resistance.", missing: ["r=2"])
    }
    return Deceleration(position: values["x0"] ?? 0, velocity: speed, rate: resistance)
  }

  static func start(
    _ values: [String: Double], _ spring: SpringConstants
  ) throws(PredictionError) -> MotionState {
    let given = ["C", "v0", "b"].filter { values[$0] != nil }
    // A pull that is let go begins without a velocity.
    if given.isEmpty, values["a"] == nil, let overscroll = values["y0"] {
      return MotionState(position: overscroll, velocity: 0)
    }
    guard given.count == 1, let name = given.first, let value = values[name] else {
      throw PredictionError(
        given.isEmpty
          ? "Give C or v0: the speed at the edge."
          : "Give only one of \(LawConstants.list(given, "and")): each says how it begins.",
        missing: given.isEmpty ? ["v0=2000"] : [])
    }
    guard values["y0"] == nil || name == "v0" else {
      throw PredictionError("y0, the overscroll at the start, goes with v0, the velocity there.")
    }
    guard values["a"] == nil || name == "b" else { throw PredictionError("a goes with b.") }
    if name == "b" {
      let motion = Spring(spring, displacement: values["a"] ?? 0, slope: value)
      return motion.initialState
    }
    return MotionState(position: values["y0"] ?? 0, velocity: value)
  }

  /// The offset of the edge that a fling reaches.
  static func edge(
    _ values: [String: Double], _ glide: Deceleration
  ) throws(PredictionError) -> Double {
    switch (values["edge"], values["distance"]) {
    case (let offset?, nil): return offset
    case (nil, let distance?): return glide.position + glide.direction * distance
    case (nil, nil):
      throw PredictionError(
        "Give the edge: its offset as edge, or how far it is as distance.",
        missing: ["distance=500"])
    default:
      throw PredictionError("Give only one of edge and distance: each says where the edge is.")
    }
  }

  /// The velocity transfer from a view at its edge to another view.
  static func handover(
    _ values: [String: Double], _ glide: Deceleration
  ) throws(PredictionError) -> Handover {
    guard let distance = values["distance"] else {
      throw PredictionError(
        "Give distance, from the release to the edge of the outer view.",
        missing: ["distance=500"])
    }
    guard values["mass_ratio"] == nil || (values["m_outer"] == nil && values["m_inner"] == nil)
    else { throw PredictionError("Give mass_ratio or m_outer and m_inner, not both.") }
    let ratio = values["mass_ratio"] ?? (values["m_outer"] ?? 1) / (values["m_inner"] ?? 1)
    return Handover(glide, distance: distance, massRatio: ratio)
  }

  /// The resistance beyond an edge.
  static func rubberBand(_ values: [String: Double]) throws(PredictionError) -> RubberBand {
    guard let coefficient = values["c"], let dimension = values["d"] else {
      throw PredictionError(
        "A rubber band needs c, its slope at the edge, and d, the size of the bounds.",
        missing: [("c", "c=0.55"), ("d", "d=844")].filter { values[$0.0] == nil }.map(\.1))
    }
    return RubberBand(coefficient: coefficient, dimension: dimension)
  }

  static func header(_ values: [String: Double]) throws(PredictionError) -> HeaderStretch {
    guard let gain = values["gain"], let intercept = values["intercept"] else {
      throw PredictionError(
        "A stretch needs gain, its growth per point of offset, and intercept, its height at rest.",
        missing: [("gain", "gain=1.2"), ("intercept", "intercept=200")].filter {
          values[$0.0] == nil
        }.map(\.1))
    }
    return HeaderStretch(
      gain: gain, intercept: intercept, breakpoint: values["breakpoint"] ?? 0)
  }

  static func height(_ values: [String: Double]) throws(PredictionError) -> Double {
    guard let height = values["height"] else {
      throw PredictionError("Give height, how far it falls.", missing: ["height=480"])
    }
    return height
  }

  /// A fall from 0, with g in pt/s^2 or as the magnitude of a gravity behaviour.
  static func freeFall(_ values: [String: Double]) throws(PredictionError) -> FreeFall {
    switch (values["g"], values["magnitude"]) {
    case (let gravity?, nil): return FreeFall(velocity: values["v0"] ?? 0, gravity: gravity)
    case (nil, let magnitude?):
      return FreeFall(velocity: values["v0"] ?? 0, magnitude: magnitude)
    case (nil, nil):
      throw PredictionError(
        "Give g, or magnitude in units of 1000 pt/s^2: how strong gravity is.", missing: ["g=1000"])
    default:
      throw PredictionError("Give only one of g and magnitude: each says how strong gravity is.")
    }
  }

  /// A fall onto a floor.
  static func collision(_ values: [String: Double]) throws(PredictionError) -> Collision {
    guard let elasticity = values["e"] else {
      throw PredictionError(
        "Give e, the speed after a contact over the speed before.", missing: ["e=0.6"])
    }
    guard values["v1"] == nil || values["height"] == nil && values["v0"] == nil else {
      throw PredictionError(
        "Give the speed at the first contact as v1, or height and v0: each says how it falls.")
    }
    var values = values
    var height = 0.0
    if let speed = values["v1"] {
      // The item is at the floor already: t counts from the first contact.
      values["v0"] = speed.magnitude * ((values["g"] ?? values["magnitude"] ?? 1) < 0 ? -1 : 1)
    } else {
      height = try self.height(values)
    }
    let fall = try freeFall(values)
    guard
      let collision = Collision(
        fall, floor: fall.direction * height, elasticity: elasticity)
    else { throw PredictionError("The item never gets to the floor: check v0, height and e.") }
    return collision
  }
}
