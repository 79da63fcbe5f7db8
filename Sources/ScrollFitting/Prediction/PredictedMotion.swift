internal import ScrollPhysics

/// The laws that predictions support.
public enum PredictedLaw: String, Sendable, Hashable, CaseIterable {
  case decelerate, bounce, spring, fling, transfer
  case rubberBand = "rubber-band"
  case gravity, collision, resistance, stretch, force, push

  /// The formula, with the names of its constants.
  public func formula(isDiscrete: Bool) -> String {
    switch self {
    case .decelerate, .fling:
      (isDiscrete
        ? "x = x0 + v0 / 1000 d (1 - d^n) / (1 - d), n milliseconds"
        : "x = x0 + v0 (1 - e^(-k t)) / k")
        + (self == .fling ? ", then y'' + 2 delta y' + omega^2 y = 0" : "")
    case .bounce: "y = (y0 + (v0 + delta y0) t) e^(-delta t)"
    case .spring: "y'' + 2 delta y' + omega^2 y = 0, kappa = omega^2 - delta^2"
    case .rubberBand: "s = d (1 - 1 / (x c / d + 1))"
    case .gravity: "y = y0 + v0 t + g t^2 / 2"
    case .collision: "speed after a contact = e times the speed before"
    case .resistance: "x = x0 + v0 (1 - e^(-r t)) / r"
    case .stretch: "height = intercept + gain max(0, breakpoint - offset)"
    case .force: "a = 100 F / mass, mass = density width height / 10^4"
    case .push: "v = 100 F / mass, mass = density width height / 10^4"
    case .transfer:
      "v_rest = v0 - k distance, v_inner = v_rest m_outer / m_inner"
    }
  }
}

/// A quantity before its uncertainty is known.
struct PredictedValue {
  var key: String
  var name: String
  var unit: String
  var value: Double?
  var reason: String?

  init(
    _ key: String, _ unit: String, _ name: String, _ value: Double?, reason: String? = nil
  ) {
    self.key = key
    self.unit = unit
    self.name = name
    self.value = value.flatMap { $0.isFinite ? $0 : nil }
    if self.value == nil {
      self.reason = value == nil ? reason ?? "not known" : "beyond the range of numbers"
    }
  }
}

/// The results for given values of constants: the constants in every notation, and the motion.
struct PredictedMotion {
  var constants: [PredictedValue] = []
  var predicted: [PredictedValue] = []

  /// A pure function of the values, so that numerical differentiation can call it again.
  init(
    _ law: PredictedLaw, _ values: [String: Double], isDiscrete: Bool
  ) throws(PredictionError) {
    switch law {
    case .decelerate: try decelerate(values, isDiscrete)
    case .bounce, .spring: try bounce(values, isCritical: law == .bounce)
    case .fling: try fling(values, isDiscrete)
    case .rubberBand: try pull(values)
    case .gravity: try fall(values)
    case .collision: try rebounds(values)
    case .resistance: try coast(values)
    case .stretch: try stretch(values)
    case .force, .push: try drive(values, isPush: law == .push)
    case .transfer: try transfer(values, isDiscrete)
    }
  }

  // MARK: - Laws

  private mutating func decelerate(
    _ values: [String: Double], _ isDiscrete: Bool
  ) throws(PredictionError) {
    let glide = try glide(values, isDiscrete)
    let epsilon = values["epsilon"] ?? 0.1
    let near = "within \(Printed.short(epsilon)) pt"
    guard let stop = values["stop"] else {
      predicted = [
        PredictedValue("distance", "pt", "distance", glide.limitDistance),
        PredictedValue("rest_offset", "pt", "rest offset", glide.limitOffset),
        PredictedValue("duration", "s", "duration (\(near))", glide.duration(within: epsilon)),
      ]
      return
    }
    let distance = glide.distance(stopSpeed: stop)
    predicted = [
      PredictedValue("distance", "pt", "distance", distance),
      PredictedValue(
        "rest_offset", "pt", "rest offset", glide.position + glide.direction * distance),
      PredictedValue(
        "duration", "s", "duration (to \(Printed.short(stop)) pt/s)",
        glide.duration(stopSpeed: stop)),
      PredictedValue("limit_distance", "pt", "distance, no stop", glide.limitDistance),
      PredictedValue("limit_offset", "pt", "rest offset, no stop", glide.limitOffset),
      PredictedValue(
        "limit_duration", "s", "duration (\(near))", glide.duration(within: epsilon)),
    ]
  }

  private mutating func transfer(
    _ values: [String: Double], _ isDiscrete: Bool
  ) throws(PredictionError) {
    let glide = try glide(values, isDiscrete)
    let handover = try Notation.handover(values, glide)
    constants.append(PredictedValue("mass_ratio", "", "m_outer / m_inner", handover.massRatio))
    let received = handover.received
    let none = "the outer view rests before its edge"
    let epsilon = values["epsilon"] ?? 0.1
    let stop = values["stop"]
    let way = stop.map { speed in received.map { $0.distance(stopSpeed: speed) } }
    let duration =
      stop.map { speed in received.map { $0.duration(stopSpeed: speed) } }
      ?? received.map { $0.duration(within: epsilon) }
    let end = stop.map { "to \(Printed.short($0)) pt/s" } ?? "within \(Printed.short(epsilon)) pt"
    predicted = [
      PredictedValue("rest_velocity", "pt/s", "rest velocity", handover.restVelocity, reason: none),
      PredictedValue("inner_velocity", "pt/s", "inner velocity", received?.velocity, reason: none),
      PredictedValue("handover_time", "s", "handover time", handover.time, reason: none),
      PredictedValue(
        "inner_distance", "pt", "inner distance", way ?? received?.limitDistance, reason: none),
      PredictedValue(
        "duration", "s", "duration (\(end))",
        handover.time.flatMap { time in duration.map { time + $0 } }, reason: none),
    ]
  }

  private mutating func bounce(
    _ values: [String: Double], isCritical: Bool
  ) throws(PredictionError) {
    let spring = try Notation.spring(values, isCritical: isCritical)
    describe(spring, mass: values["mass"])
    predicted = bounceValues(
      Spring(spring, from: try Notation.start(values, spring)), threshold: values["settle"] ?? 0.5,
      isCritical: isCritical, reason: nil)
  }

  private mutating func fling(
    _ values: [String: Double], _ isDiscrete: Bool
  ) throws(PredictionError) {
    let glide = try glide(values, isDiscrete)
    let spring = try Notation.spring(values, isCritical: false)
    describe(spring, mass: values["mass"])
    let edge = try Notation.edge(values, glide)
    let fling = Fling(glide, edge: edge, constants: spring, stopSpeed: values["stop"])
    let threshold = values["settle"] ?? 0.5
    let short = glide.direction * (edge - fling.restOffset)
    let reason =
      fling.bounce == nil ? "it comes to rest \(Printed.short(short)) pt before the edge" : nil
    predicted = [
      PredictedValue(
        "edge_velocity", "pt/s", "speed at the edge", fling.edgeSpeed, reason: reason),
      PredictedValue(
        "time_to_edge", "s", "time to the edge", fling.timeOfEdge, reason: reason),
    ]
    predicted += bounceValues(
      fling.bounce, threshold: threshold, isCritical: spring.kappa == 0, reason: reason)
    let distance =
      fling.bounce == nil
      ? values["stop"].map { glide.distance(stopSpeed: $0) } ?? glide.limitDistance
      : (edge - glide.position).magnitude
    predicted += [
      PredictedValue("distance", "pt", "distance to rest", distance),
      PredictedValue("rest_offset", "pt", "rest offset", fling.restOffset),
      PredictedValue(
        "duration", "s", "duration of all",
        fling.duration(settleThreshold: threshold, epsilon: values["epsilon"] ?? 0.1)),
    ]
  }

  private mutating func pull(_ values: [String: Double]) throws(PredictionError) {
    let band = try Notation.rubberBand(values)
    constants = [
      PredictedValue("c", "", "slope at the edge", band.coefficient),
      PredictedValue("d", "pt", "size of the bounds", band.dimension),
      PredictedValue("half_travel", "pt", "travel to half of d", band.dimension / band.coefficient),
    ]
    let travel: Double?
    switch (values["travel"], values["overscroll"]) {
    case (let given?, nil):
      travel = given
      predicted = [
        PredictedValue("overscroll", "pt", "overscroll", band.overscroll(travel: given))
      ]
    case (nil, let overscroll?):
      travel = band.travel(overscroll: overscroll)
      predicted = [
        PredictedValue(
          "travel", "pt", "finger travel", travel,
          reason: "no travel reaches \(Printed.short(overscroll)) pt: the overscroll stays below d")
      ]
    case (nil, nil): throw PredictionError("Give travel or overscroll: the other one is predicted.")
    default:
      throw PredictionError("Give only one of travel and overscroll: the other is predicted.")
    }
    predicted.append(
      PredictedValue(
        "slope", "", "slope there", travel.map { band.slope(travel: $0) },
        reason: "there is no travel"))
  }

  private mutating func stretch(_ values: [String: Double]) throws(PredictionError) {
    let header = try Notation.header(values)
    constants = [
      PredictedValue("gain", "", "gain", header.gain),
      PredictedValue("intercept", "pt", "height at rest", header.intercept),
      PredictedValue("breakpoint", "pt", "breakpoint", header.breakpoint),
    ]
    switch (values["offset"], values["height"]) {
    case (let offset?, nil):
      predicted = [PredictedValue("height", "pt", "height", header.height(offset: offset))]
    case (nil, let height?):
      predicted = [
        PredictedValue(
          "offset", "pt", "offset", header.offset(height: height),
          reason: "no offset, or more than one, gives \(Printed.short(height)) pt")
      ]
    case (nil, nil): throw PredictionError("Give offset or height: the other one is predicted.")
    default: throw PredictionError("Give only one of offset and height: the other is predicted.")
    }
  }

  // MARK: - Parts

  private mutating func glide(
    _ values: [String: Double], _ isDiscrete: Bool
  ) throws(PredictionError) -> Deceleration {
    let glide = try Notation.glide(values, isDiscrete: isDiscrete)
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

  private mutating func describe(_ spring: SpringConstants, mass: Double?) {
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

  private func bounceValues(
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
}
