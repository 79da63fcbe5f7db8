internal import CurveFitting
internal import RealModule
internal import ScrollPhysics

/// What is quoted of a deceleration: k, v0, x0, the friction, and what follows from them.
struct DecelerationQuantities {
  let coordinates: DecelerationCoordinates
  let options: FitOptions
  /// The offset at which the content was seen to rest, in pt.
  let rest: Double?
  /// Its standard error by rounding and noise, in pt.
  let restError: Double
  /// The step that it was rounded to, in pt, where rounding is all of that error; else 0.
  var restQuantum = 0.0
  /// From the window's start to its last sample, in s.
  let span: Double
  /// The time between frames, in s: the system ends a motion at one of them.
  var frame = 0.0
  /// What it is quoted as.
  var viscous = ViscousLaw.deceleration

  /// What ends the motion: the user's speed, the rest that was seen, or the last epsilon.
  var stop: StopRule {
    if let speed = options.stopSpeed { return .given(speed: speed) }
    if let rest, let speed = stopSpeed(coordinates, rest: rest),
      speed > 2 * coordinates.rate * restError, speed > 1e-3 * coordinates.velocity.magnitude
    {
      return .seen
    }
    return .epsilon(options.epsilon)
  }

  var all: FitQuantities {
    FitQuantities(
      parameters: parameters, derived: viscous == .resistance ? coasting : derived,
      nonlinear: viscous.rateKey,
      userStart: options.start.flatMap { $0.first })
  }

  private var parameters: [FitQuantity] {
    var result = [
      coordinates.parameter(viscous.rateKey, "1/s", coordinates.rate),
      coordinates.parameter("v0", "pt/s", coordinates.velocity),
      coordinates.parameter("x0", "pt", coordinates.quoted[2]),
    ]
    if options.coulomb {
      result.append(coordinates.parameter("coulomb", "pt/s^2", coordinates.coulomb))
    }
    return result
  }

  /// The distance from the window's start to an offset, in the direction of the motion.
  private static func distance(_ coordinates: DecelerationCoordinates, to offset: Double) -> Double
  {
    coordinates.direction * (offset - coordinates.quoted[2])
  }

  /// |v| where the content rests; in the plain form below 0 when it rests beyond the limit.
  private func stopSpeed(_ coordinates: DecelerationCoordinates, rest: Double) -> Double? {
    let distance = Self.distance(coordinates, to: rest)
    guard coordinates.coulomb != 0 else {
      return coordinates.velocity.magnitude - distance / coordinates.reach
    }
    return coordinates.law.speed(after: distance)
  }

  /// A quantity of the coordinates and the place of rest, whose rounding adds to its variance.
  private func quantity(
    _ key: String, _ unit: String, missing: String? = nil,
    _ value: (DecelerationCoordinates, Double) -> Double?
  ) -> FitQuantity {
    let place = rest ?? 0
    guard
      coordinates.coulomb >= 0
        || ["deceleration_rate", "time_constant", "half_life", "end_velocity"].contains(key)
    else {
      return FitQuantity(
        key: key, unit: unit, value: nil,
        reason: "a friction below 0 never ends the motion: fit without --coulomb")
    }
    let number = value(coordinates, place).flatMap { $0.isFinite ? $0 : nil }
    var result = FitQuantity(
      key: key, unit: unit, value: number,
      gradient: number == nil ? nil : coordinates.gradient { value($0, place) },
      isFixed: number != nil && coordinates.count == 0 && rest == nil,
      reason: number == nil ? missing ?? "not a finite number" : nil)
    if rest != nil, restError > 0, number != nil {
      let step = 1e-3 * restError
      if let above = value(coordinates, place + step), let below = value(coordinates, place - step)
      {
        let slope = (above - below) / (2 * step)
        result.extraVariance = slope * slope * restError * restError
        result.uniformBound = slope.magnitude * restQuantum / 2
      }
    }
    return result
  }

  /// What follows where nothing but the drag ends the motion.
  private var coasting: [FitQuantity] {
    [
      quantity("time_constant", "s") { at, _ in 1 / at.rate },
      quantity("half_life", "s") { at, _ in DecelerationRate(perSecond: at.rate).halfLife },
      quantity("limit_offset", "pt") { at, _ in at.law.limitOffset },
      quantity("distance", "pt") { at, _ in at.law.limitDistance },
    ]
  }

  private var derived: [FitQuantity] {
    let notSeen =
      "not seen: the recording does not show the content at rest after the motion"
    var result = [
      quantity("deceleration_rate", "per ms") { at, _ in
        DecelerationRate(perSecond: at.rate).perMillisecond
      },
      quantity("time_constant", "s") { at, _ in 1 / at.rate },
      quantity("half_life", "s") { at, _ in DecelerationRate(perSecond: at.rate).halfLife },
      quantity("limit_offset", "pt") { at, _ in at.law.limitOffset },
    ]
    if rest != nil, options.stopSpeed == nil {
      result += [
        quantity("rest_offset", "pt") { _, rest in rest },
        quantity("distance", "pt") { at, rest in Self.distance(at, to: rest) },
      ]
    }
    switch stop {
    case .seen:
      result.append(
        quantity("duration", "s") { at, rest in
          at.law.time(after: Self.distance(at, to: rest))
        })
    case .epsilon(let epsilon) where rest != nil:
      result.append(quantity("duration", "s") { at, _ in at.law.duration(within: epsilon) })
    case .given(let speed):
      result += [
        quantity("rest_offset", "pt") { at, _ in
          at.quoted[2] + at.direction * at.law.distance(stopSpeed: speed)
        },
        quantity("distance", "pt") { at, _ in at.law.distance(stopSpeed: speed) },
        quantity("duration", "s") { at, _ in at.law.duration(stopSpeed: speed) },
      ]
    case .epsilon(let epsilon):
      result += [
        quantity("rest_offset", "pt") { at, _ in at.law.limitOffset },
        quantity("distance", "pt") { at, _ in at.law.limitDistance },
        quantity("duration", "s") { at, _ in at.law.duration(within: epsilon) },
      ]
    }
    result.append(quantity("end_velocity", "pt/s") { at, _ in at.speed(at: span) })
    if rest == nil {
      result.append(
        FitQuantity(key: "stop_velocity", unit: "pt/s", value: nil, reason: notSeen))
    } else {
      var stop = quantity(
        "stop_velocity", "pt/s", missing: "the content rests beyond where the law ends",
        stopSpeed)
      // The speed changes by k v within a frame, and a system may rest in the one before it is reached or after it.
      let change = coordinates.rate * (stop.value ?? 0) * frame
      stop.extraVariance += change * change / 3
      stop.uniformBound = max(stop.uniformBound, change.magnitude)
      result.append(stop)
    }
    return result
  }
}
