internal import ScrollPhysics

/// Parts of predictions that several laws share.
extension PredictedMotion {
  /// Reads a deceleration and lists its rate in every notation.
  mutating func glide(_ values: ConstantValues) throws(PredictionError) -> Deceleration {
    let glide = try Notation.glide(values.values, isDiscrete: values.isDiscrete)
    let rate = DecelerationRate(perSecond: glide.rate)
    let fps = values["fps"] ?? 60
    let unit = 1000 / rate.perSecond
    constants = [
      PredictedValue("k", "1/s", "decay rate k", rate.perSecond),
      PredictedValue(
        "deceleration_rate", "per ms", "factor per millisecond", rate.perMillisecond),
      PredictedValue("time_constant", "s", "time constant", rate.timeConstant),
      PredictedValue("half_life", "s", "half-life", rate.halfLife),
      PredictedValue(
        "factor", "", "factor per frame (\(Printed.short(fps)) Hz)",
        rate.perFrame(framesPerSecond: fps)),
      PredictedValue("distance_per_speed", "ms", "pt per pt/ms, continuous", unit),
      PredictedValue(
        "distance_per_speed_discrete", "ms", "pt per pt/ms, discrete",
        rate.perMillisecond / rate.lossPerMillisecond),
    ]
    return glide
  }

  /// Lists a spring in every notation.
  mutating func describe(_ spring: SpringConstants, mass: Double?) {
    constants += [
      PredictedValue("delta", "1/s", "decay rate delta", spring.decayRate),
      PredictedValue("kappa", "1/s^2", "kappa", spring.kappa),
      PredictedValue("omega", "1/s", "omega", spring.angularFrequency),
      PredictedValue("zeta", "", "damping ratio", spring.dampingRatio),
      PredictedValue("stiffness_per_mass", "1/s^2", "stiffness / mass", spring.stiffnessPerMass),
      PredictedValue("damping_per_mass", "1/s", "damping / mass", spring.dampingPerMass),
      PredictedValue("response", "s", "response, duration", spring.response),
      PredictedValue("bounce", "", "bounce", spring.bounce),
    ]
    guard let mass else { return }
    let name = "(mass \(Printed.short(mass)))"
    constants += [
      PredictedValue("stiffness", "", "stiffness \(name)", spring.stiffness(mass: mass)),
      PredictedValue("damping", "", "damping \(name)", spring.damping(mass: mass)),
    ]
  }

  /// The predicted values of a spring motion from its start.
  static func bounceValues(
    _ motion: Spring?, threshold: Double, isCritical: Bool, reason: String?
  ) -> [PredictedValue] {
    let furthest = motion?.furthest
    let settle = motion?.settleTime(threshold: threshold)
    var result = [
      PredictedValue(
        "max_overscroll", "pt", "furthest overscroll", furthest?.position, reason: reason),
      PredictedValue("time_to_max", "s", "time to furthest", furthest?.time, reason: reason),
      PredictedValue(
        "settle_time", "s", "settle time (\(Printed.short(threshold)) pt)", settle, reason: reason),
    ]
    if !isCritical {
      result.append(
        PredictedValue(
          "swing_back", "pt", "swing back", motion?.swingBack,
          reason: reason ?? "it does not pass the edge again"))
    }
    return result
  }

  /// The prediction for a spring that returns from beyond an edge.
  static func bounce(
    _ values: ConstantValues, isCritical: Bool
  ) throws(PredictionError) -> PredictedMotion {
    var motion = PredictedMotion()
    let spring = try Notation.spring(values.values, isCritical: isCritical)
    motion.describe(spring, mass: values["mass"])
    motion.predicted = bounceValues(
      Spring(spring, from: try Notation.start(values.values, spring)), threshold: values.settle,
      isCritical: isCritical, reason: nil)
    return motion
  }

  /// The predicted values of a motion that approaches a limit: the limit, and the state at the requested time.
  static func coasting(
    _ values: ConstantValues, distance: Double, limit: Double, duration: Double,
    velocity: (Double) -> Double, position: (Double) -> Double
  ) -> [PredictedValue] {
    let limits = [
      PredictedValue("distance", "pt", "distance", distance),
      PredictedValue("limit_offset", "pt", "limit offset", limit),
      PredictedValue(
        "duration", "s", "duration (within \(Printed.short(values.epsilon)) pt)", duration),
    ]
    return limits + state(values, velocity: velocity, position: position)
  }

  /// Velocity and position at the requested time; empty without one.
  static func state(
    _ values: ConstantValues, velocity: (Double) -> Double, _ name: String = "offset",
    position: (Double) -> Double
  ) -> [PredictedValue] {
    guard let time = values["time"] else { return [] }
    return [
      PredictedValue("velocity", "pt/s", "velocity at time", velocity(time)),
      PredictedValue(name, "pt", "\(name) at time", position(time)),
    ]
  }

  /// Lists gravity in every notation.
  mutating func describe(_ fall: FreeFall) {
    constants = [
      PredictedValue("g", "pt/s^2", "gravity", fall.gravity),
      PredictedValue(
        "gravity_magnitude", "", "gravity magnitude", FreeFall.magnitude(gravity: fall.gravity)),
    ]
  }
}
