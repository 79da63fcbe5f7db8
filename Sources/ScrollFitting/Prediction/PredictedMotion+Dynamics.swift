internal import ScrollPhysics

/// The laws of free items.
extension PredictedMotion {
  /// The most rebounds that are listed.
  private static let mostRebounds = 100

  mutating func fall(_ values: [String: Double]) throws(PredictionError) {
    let fall = try freeFall(values)
    let height = try height(values)
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
    guard let elasticity = values["e"] else {
      throw PredictionError("Give e, the speed after a contact over the speed before.")
    }
    guard values["v1"] == nil || values["height"] == nil && values["v0"] == nil else {
      throw PredictionError(
        "Give the speed at the first contact as v1, or height and v0: each says how it falls.")
    }
    var values = values
    var height = 0.0
    if let speed = values["v1"] {
      // It is at the floor already: t counts from the first contact.
      values["v0"] = speed.magnitude * ((values["g"] ?? values["magnitude"] ?? 1) < 0 ? -1 : 1)
    } else {
      height = try self.height(values)
    }
    let fall = try freeFall(values)
    constants.append(PredictedValue("e", "", "elasticity", elasticity))
    guard
      let collision = Collision(
        fall, floor: fall.direction * height, elasticity: elasticity)
    else { throw PredictionError("The item never gets to the floor: check v0, height and e.") }
    predicted = [
      PredictedValue(
        "rest_time", "s", "time of rest", collision.restTime,
        reason: "with an e of 1 it never rests"),
      PredictedValue("v1", "pt/s", "speed at contact 1", collision.contactSpeed),
    ]
    let count = Int(values["rebounds"] ?? 5)
    let flights = elasticity > 0 ? max(min(count, Self.mostRebounds), 1) : 1
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
    guard let speed = values["v0"] else { throw PredictionError("Give v0, the first velocity.") }
    guard let resistance = values["r"] else { throw PredictionError("Give r, the resistance.") }
    let rate = DecelerationRate(perSecond: resistance)
    let motion = Deceleration(
      position: values["x0"] ?? 0, velocity: speed, rate: resistance)
    let epsilon = values["epsilon"] ?? 0.1
    constants = [
      PredictedValue("r", "1/s", "resistance", resistance),
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
    // Evenly accelerated, as by a gravity.
    let motion = FreeFall(gravity: item.acceleration(force: force))
    predicted = [PredictedValue("acceleration", "pt/s^2", "acceleration", motion.gravity)]
    if let time = values["time"] {
      predicted += [
        PredictedValue("velocity", "pt/s", "velocity at time", motion.velocity(at: time)),
        PredictedValue("distance", "pt", "distance at time", motion.position(at: time)),
      ]
    }
  }

  // MARK: - Parts

  private func height(_ values: [String: Double]) throws(PredictionError) -> Double {
    guard let height = values["height"] else {
      throw PredictionError("Give height, how far it falls.")
    }
    return height
  }

  /// A fall from 0, g given in pt/s^2 or as the magnitude of a gravity behaviour.
  private mutating func freeFall(
    _ values: [String: Double]
  ) throws(PredictionError) -> FreeFall {
    let fall: FreeFall
    switch (values["g"], values["magnitude"]) {
    case (let gravity?, nil): fall = FreeFall(velocity: values["v0"] ?? 0, gravity: gravity)
    case (nil, let magnitude?):
      fall = FreeFall(velocity: values["v0"] ?? 0, magnitude: magnitude)
    case (nil, nil):
      throw PredictionError("Give g, or magnitude in units of 1000 pt/s^2: how strong gravity is.")
    default:
      throw PredictionError("Give only one of g and magnitude: each says how strong gravity is.")
    }
    constants = [
      PredictedValue("g", "pt/s^2", "gravity", fall.gravity),
      PredictedValue(
        "gravity_magnitude", "", "gravity magnitude", FreeFall.magnitude(gravity: fall.gravity)),
    ]
    return fall
  }
}
