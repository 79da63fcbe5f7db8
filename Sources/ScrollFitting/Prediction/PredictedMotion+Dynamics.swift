internal import ScrollPhysics

/// The laws of free items.
extension PredictedMotion {
  /// Maximum number of rebounds that are listed.
  private static let mostRebounds = 100

  mutating func fall(_ values: [String: Double]) throws(PredictionError) {
    let fall = try Notation.freeFall(values)
    describe(fall)
    let height = try Notation.height(values)
    let time = fall.time(falling: height)
    let never = "it never gets there"
    predicted = [
      PredictedValue("fall_time", "s", "fall time", time, reason: never),
      PredictedValue(
        "landing_velocity", "pt/s", "velocity at the end", time.map { fall.velocity(at: $0) },
        reason: never),
    ]
    guard let turn = fall.timeOfTurn else { return }
    predicted += [
      PredictedValue("turning_time", "s", "turning time", turn),
      PredictedValue(
        "turning_height", "pt", "rise to there", fall.position(at: turn).magnitude),
    ]
  }

  mutating func rebounds(_ values: [String: Double]) throws(PredictionError) {
    let collision = try Notation.collision(values)
    describe(collision.fall)
    constants.append(PredictedValue("e", "", "elasticity", collision.elasticity))
    predicted = [
      PredictedValue(
        "rest_time", "s", "time of rest",
        collision.elasticity == 1 && collision.restTime.isInfinite ? nil : collision.restTime,
        reason: "with an e of 1 it never rests"),
      PredictedValue("v1", "pt/s", "speed at contact 1", collision.contactSpeed),
    ]
    let count = Int(values["rebounds"] ?? 5)
    let flights = collision.elasticity > 0 ? max(min(count, Self.mostRebounds), 1) : 1
    for number in 1...flights {
      predicted += [
        PredictedValue(
          "contact_time_\(number)", "s", "contact \(number)", collision.contactTime(number)),
        PredictedValue(
          "rebound_height_\(number)", "pt", "rebound height \(number)",
          collision.reboundHeight(afterContact: number)),
        PredictedValue(
          "flight_time_\(number)", "s", "flight time \(number)",
          collision.flightTime(afterContact: number)),
      ]
    }
  }

  mutating func coast(_ values: [String: Double]) throws(PredictionError) {
    let motion = try Notation.coast(values)
    let rate = DecelerationRate(perSecond: motion.rate)
    let epsilon = values["epsilon"] ?? 0.1
    constants = [
      PredictedValue("r", "1/s", "resistance", motion.rate),
      PredictedValue("time_constant", "s", "time constant", rate.timeConstant),
      PredictedValue("half_life", "s", "half-life", rate.halfLife),
    ]
    predicted = [
      PredictedValue("distance", "pt", "distance", motion.limitDistance),
      PredictedValue("limit_offset", "pt", "limit offset", motion.limitOffset),
      PredictedValue(
        "duration", "s", "duration (within \(Printed.short(epsilon)) pt)",
        motion.duration(within: epsilon)),
    ]
    guard let time = values["time"] else { return }
    predicted += [
      PredictedValue("velocity", "pt/s", "velocity at time", motion.velocity(at: time)),
      PredictedValue("offset", "pt", "offset at time", motion.position(at: time)),
    ]
  }

  mutating func drive(_ values: [String: Double], isPush: Bool) throws(PredictionError) {
    guard let force = values["F"] else {
      throw PredictionError(
        isPush ? "Give F, the magnitude of the push." : "Give F, the magnitude of the force.")
    }
    guard let width = values["width"], let height = values["height"] else {
      throw PredictionError("Give the size of the item: width and height.")
    }
    let item = DynamicsItem(width: width, height: height, density: values["density"] ?? 1)
    constants = [
      PredictedValue("F", "", isPush ? "push" : "force", force),
      PredictedValue("mass", "", "mass", item.mass),
    ]
    if isPush {
      let speed = item.velocity(push: force)
      predicted = [PredictedValue("velocity", "pt/s", "velocity", speed)]
      if let time = values["time"] {
        predicted.append(PredictedValue("distance", "pt", "distance at time", speed * time))
      }
      return
    }
    // Constant acceleration, as under gravity.
    let motion = FreeFall(gravity: item.acceleration(force: force))
    predicted = [PredictedValue("acceleration", "pt/s^2", "acceleration", motion.gravity)]
    if let time = values["time"] {
      predicted += [
        PredictedValue("velocity", "pt/s", "velocity at time", motion.velocity(at: time)),
        PredictedValue("distance", "pt", "distance at time", motion.position(at: time)),
      ]
    }
  }

  private mutating func describe(_ fall: FreeFall) {
    constants = [
      PredictedValue("g", "pt/s^2", "gravity", fall.gravity),
      PredictedValue(
        "gravity_magnitude", "", "gravity magnitude", FreeFall.magnitude(gravity: fall.gravity)),
    ]
  }
}
