internal import CurveFitting
internal import ScrollPhysics

/// The reported quantities of a deceleration: k, v0, x0, the friction, and derived quantities.
struct DecelerationQuantities {
  let coordinates: DecelerationCoordinates
  let options: FitOptions
  /// What is known about the end of the motion.
  let ending: Ending
  /// From the window's start to its last sample, in s.
  let span: Double
  /// The time between frames, in s, at which the system can end a motion.
  var frame = 0.0
  /// The law that it is reported as.
  var viscous = ViscousLaw.deceleration

  /// What is known about the end of the motion.
  enum Ending {
    /// No end was recorded: reports are those of the law alone.
    case law
    /// The result of the samples, and the level at which they end, in pt from the fit's origin.
    case recorded(GlideRest, level: GlideRest.Level?)
  }

  /// The position in pt at which the content stopped, and its level; nil if no stop was recorded.
  private var stopped: (place: Double, level: GlideRest.Level)? {
    guard case .recorded(.stopped, let level?) = ending else { return nil }
    return (level.value + coordinates.origin, level)
  }

  /// What ends the motion: the speed in the options, a recorded stop, or the distance epsilon.
  var stop: StopRule {
    if let speed = options.stopSpeed { return .given(speed: speed) }
    if let stopped, let speed = stopSpeed(coordinates, rest: stopped.place), speed > 0 {
      return .seen
    }
    return .epsilon(options.epsilon)
  }

  var all: FitQuantities {
    FitQuantities(
      parameters: parameters, derived: viscous == .resistance ? coasting : derived,
      nonlinear: viscous.rateKey,
      userStart: options.start.flatMap { $0.first }, judgedPairs: [])
  }

  /// Derived quantities whose errors are needed for pools and warnings.
  private static let judged = ["stop_velocity", "limit_offset"]

  /// Whether the error of a derived quantity is computed. With a fixed parameter or friction, all errors are computed.
  private func wantsError(of key: String) -> Bool {
    options.detail.contains(.derived) || Self.judged.contains(key)
      || coordinates.count < 3 || options.coulomb
  }

  private var parameters: [FitQuantity] {
    Array(coordinates.parameters(of: viscous.description).prefix(options.coulomb ? 4 : 3))
  }

  /// The distance in pt from the window's start to an offset, in the direction of the motion.
  private static func distance(_ coordinates: DecelerationCoordinates, to offset: Double) -> Double
  {
    coordinates.direction * (offset - coordinates.quoted[2])
  }

  /// v| at the rest position; without friction it is below 0 if the content rests beyond the limit.
  private func stopSpeed(_ coordinates: DecelerationCoordinates, rest: Double) -> Double? {
    let distance = Self.distance(coordinates, to: rest)
    guard coordinates.coulomb != 0 else {
      return coordinates.velocity.magnitude - distance / coordinates.reach
    }
    return coordinates.law.speed(after: distance)
  }

  /// A quantity of the coordinates and the rest position, whose rounding adds to the variance.
  private func quantity(
    _ key: String, _ unit: String, missing: String? = nil,
    _ value: (DecelerationCoordinates, Double) -> Double?
  ) -> FitQuantity {
    let place = stopped?.place ?? 0
    guard
      coordinates.coulomb >= 0
        || ["deceleration_rate", "time_constant", "half_life", "end_velocity"].contains(key)
    else {
      return FitQuantity(
        key: key, unit: unit, value: nil,
        reason: "a friction below 0 never ends the motion: fit without --coulomb")
    }
    let number = value(coordinates, place).flatMap { $0.isFinite ? $0 : nil }
    if let number, !wantsError(of: key) {
      if case .recorded(.limit, _) = ending, ["rest_offset", "distance"].contains(key) {
        // The reported rest position on its last step depends on the errors.
        return FitQuantity(key: key, unit: unit, value: nil, reason: FitQuantity.notAsked)
      }
      return FitQuantity(key: key, unit: unit, value: number, reason: FitQuantity.notAsked)
    }
    var result = FitQuantity(
      key: key, unit: unit, value: number,
      gradient: number == nil ? nil : coordinates.gradient { value($0, place) },
      isFixed: number != nil && coordinates.count == 0 && stopped == nil,
      reason: number == nil ? missing ?? "not a finite number" : nil)
    if let level = stopped?.level, level.error > 0, number != nil {
      let step = 1e-3 * level.error
      if let above = value(coordinates, place + step), let below = value(coordinates, place - step)
      {
        let slope = (above - below) / (2 * step)
        result.extraVariance = slope * slope * level.error * level.error
        result.uniformBound = slope.magnitude * level.halfStep
      }
    }
    return result
  }

  /// The derived quantities of any deceleration.
  private var common: [FitQuantity] {
    [
      quantity("time_constant", "s") { at, _ in 1 / at.rate },
      quantity("half_life", "s") { at, _ in DecelerationRate(perSecond: at.rate).halfLife },
      quantity("limit_offset", "pt") { at, _ in at.law.limitOffset },
    ]
  }

  /// The derived quantities if only the drag ends the motion.
  private var coasting: [FitQuantity] {
    common + [quantity("distance", "pt") { at, _ in at.law.limitDistance }]
  }

  private var derived: [FitQuantity] {
    [
      quantity("deceleration_rate", "per ms") { at, _ in
        DecelerationRate(perSecond: at.rate).perMillisecond
      }
    ] + common + end + [
      quantity("end_velocity", "pt/s") { at, _ in at.speed(at: span) }, stopVelocity,
    ]
  }

  /// The position and time at which the motion ends.
  private var end: [FitQuantity] {
    if let speed = options.stopSpeed {
      return [
        quantity("rest_offset", "pt") { at, _ in
          at.quoted[2] + at.direction * at.law.distance(stopSpeed: speed)
        },
        quantity("distance", "pt") { at, _ in at.law.distance(stopSpeed: speed) },
        quantity("duration", "s") { at, _ in at.law.duration(stopSpeed: speed) },
      ]
    }
    let epsilon = options.epsilon
    var limit = [
      quantity("rest_offset", "pt") { at, _ in at.law.limitOffset },
      quantity("distance", "pt") { at, _ in at.law.limitDistance },
      quantity("duration", "s") { at, _ in at.law.duration(within: epsilon) },
    ]
    switch ending {
    case .law: return limit
    case .recorded(.stopped, _):
      return [
        quantity("rest_offset", "pt") { _, rest in rest },
        quantity("distance", "pt") { at, rest in Self.distance(at, to: rest) },
        quantity("duration", "s", missing: Self.beyond) { at, rest in
          at.law.time(after: Self.distance(at, to: rest))
        },
      ]
    case .recorded(.limit(let lower, _), _):
      if coordinates.law.limitDistance - lower > epsilon {
        limit[2] = FitQuantity(
          key: "duration", unit: "s", value: nil,
          reason:
            "not measured: within its last step the content may be more than \(Printed.short(epsilon)) pt from its limit; set --epsilon"
        )
      }
      return limit
    case .recorded(.open, _):
      return [
        ("rest_offset", "pt", Self.notSeen), ("distance", "pt", Self.noRest),
        ("duration", "s", Self.noRest),
      ].map { FitQuantity(key: $0, unit: $1, value: nil, reason: $2) }
    }
  }

  private static let notSeen =
    "not seen: the recording does not show the content at rest after the motion"
  private static let noRest = "unknown without a recorded rest; --stop gives the speed at the end"
  private static let beyond = "the content rests beyond where the law ends"

  private var stopVelocity: FitQuantity {
    let key = "stop_velocity"
    switch ending {
    case .recorded(.stopped, _):
      var stop = quantity(key, "pt/s", missing: Self.beyond) { at, rest in
        stopSpeed(at, rest: rest).flatMap { $0 > 0 ? $0 : nil }
      }
      // The speed changes by k v within a frame, and a system may stop in the frame before or after the threshold is
      // passed.
      let change = coordinates.rate * (stop.value ?? 0) * frame
      stop.extraVariance += change * change / 3
      stop.uniformBound = max(stop.uniformBound, change.magnitude)
      return stop
    case .recorded(.limit(let lower, _), _):
      let speed = coordinates.law.speed(after: lower) ?? 0
      return FitQuantity(
        key: key, unit: "pt/s", value: nil,
        reason:
          "not measured: the law itself rests within the last step; a stop below \(Printed.significant(speed, digits: 2)) pt/s would look the same"
      )
    case .law, .recorded(.open, _):
      return FitQuantity(key: key, unit: "pt/s", value: nil, reason: Self.notSeen)
    }
  }

  // MARK: - Intervals beyond standard errors

  /// Bounds the end of the motion if the rest position leaves it open: the time of a stop is not linear in the rest
  /// position, and content on its last step may have stopped anywhere on it.
  func boundRest(_ fit: inout Fit) {
    guard options.stopSpeed == nil, case .recorded(let rest, _) = ending else { return }
    switch rest {
    case .stopped: boundDuration(&fit)
    case .limit(let lower, let upper): boundPlace(&fit, from: lower, to: upper)
    case .open: break
    }
  }

  /// Bounds the rest position by the last step, and by the law's limit if that lies within it.
  private func boundPlace(_ fit: inout Fit, from lower: Double, to upper: Double) {
    // The start of the distance has the error of x0.
    let start = fit["x0"].flatMap(Self.halfWidth) ?? 0
    let limit = coordinates.law.limitDistance
    for (key, slack) in [("rest_offset", 0), ("distance", start)] {
      fit.update(key) {
        guard let own = $0.standardError, let half = Self.halfWidth($0) else { return }
        let place = Swift.min(limit, upper)
        let least = Swift.min(place - half, lower - slack)
        let most = Swift.max(place, Swift.min(limit + half, upper + slack))
        let gap = place - lower
        func quoted(_ distance: Double) -> Double {
          key == "distance" ? distance : coordinates.quoted[2] + coordinates.direction * distance
        }
        $0.value = quoted(place)
        $0.standardError = (own * own + gap * gap / 3).squareRoot()
        let ends = [quoted(least), quoted(most)].sorted()
        $0.interval = Interval(lower: ends[0], upper: ends[1])
        $0.intervalFactor = nil
      }
    }
  }

  private static func halfWidth(_ estimate: Estimate) -> Double? {
    guard let interval = estimate.interval, let lower = interval.lower, let upper = interval.upper
    else { return nil }
    return (upper - lower) / 2
  }

  /// Makes the interval of the duration asymmetric: the slower the motion, the longer it takes for the same distance.
  private func boundDuration(_ fit: inout Fit) {
    guard let stopped, let speed = stopSpeed(coordinates, rest: stopped.place), speed > 0 else {
      return
    }
    let law = coordinates.law
    let middle = law.duration(stopSpeed: speed)
    // dv/dt|, which converts the half width from time to speed.
    let pull = law.rate * speed + law.coulomb
    fit.update("duration") {
      guard let time = $0.value, let half = Self.halfWidth($0) else { return }
      let (least, most) = (speed - half * pull, speed + half * pull)
      $0.interval = Interval(
        lower: time - (middle - law.duration(stopSpeed: most)),
        upper: least > 0 ? time + (law.duration(stopSpeed: least) - middle) : nil)
      $0.intervalFactor = nil
    }
  }
}
