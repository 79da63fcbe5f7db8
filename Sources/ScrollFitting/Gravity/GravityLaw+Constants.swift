internal import ScrollPhysics

extension GravityLaw {
  /// Predicts a fall from a height.
  public static let predicted: PredictedLaw? = PredictedLaw(
    description.key, formula: description.formula, constants: Notation.fallConstants,
    fittedLaws: [[description.key, CollisionLaw.description.key]],
    identified: [description.key: ["g": "g"]], curve: curve, predict: predict)

  private static func curve(_ values: ConstantValues) throws(PredictionError) -> ConstantMotion {
    let fall = try Notation.freeFall(values.values)
    return .fall(fall, height: try Notation.height(values.values))
  }

  private static func predict(_ values: ConstantValues) throws(PredictionError) -> PredictedMotion {
    var motion = PredictedMotion()
    let fall = try Notation.freeFall(values.values)
    motion.describe(fall)
    let height = try Notation.height(values.values)
    let time = fall.time(falling: height)
    let never = "it never gets there"
    motion.predicted = [
      PredictedValue("fall_time", "s", "fall time", time, reason: never),
      PredictedValue(
        "landing_velocity", "pt/s", "velocity at the end", time.map { fall.velocity(at: $0) },
        reason: never),
    ]
    guard let turn = fall.timeOfTurn else { return motion }
    motion.predicted += [
      PredictedValue("turning_time", "s", "turning time", turn),
      PredictedValue(
        "turning_height", "pt", "rise to there", fall.position(at: turn).magnitude),
    ]
    return motion
  }

  /// Simulates a fall onto a floor.
  public static let simulated: SimulatedLaw? = SimulatedLaw(
    description.key, simulatedConstants, oneOf: [Notation.gravity],
    refusesEdge: "gravity has no edge; the constants set its start."
  ) { values, setting throws(PredictionError) in
    try record(&values, setting, elasticity: 0)
  }

  /// The constants of a simulated fall, with or without rebounds.
  static let simulatedConstants =
    Notation.gravityConstants + [
      ConstantDescription("height", "pt", "fall to the floor", .positive, isRequired: true),
      ConstantDescription("v0", "pt/s", "velocity at the start", standard: "0"),
      ConstantDescription("y0", "pt", "offset at the start", standard: "0"),
      Notation.wait,
    ]

  /// Simulates a fall with rebounds; one that never rests is recorded for ten contacts.
  static func record(
    _ values: inout SimulatedValues, _ setting: SimulationSetting, elasticity: Double
  ) throws(PredictionError) -> SimulatedMotion {
    var constants = values.given(Notation.gravity)
    let height = values("height", 0)
    let start = values("y0", 0)
    constants["height"] = height
    constants["v0"] = values("v0", 0)
    constants["e"] = elasticity
    let collision = try Notation.collision(constants)
    let wait = values("wait", 0)
    let rest = collision.restTime
    return SimulatedMotion(
      [.offset(of: collision, from: start, axis: setting.axis, after: wait)],
      end: wait + (rest.isFinite ? rest : collision.contactTime(10) ?? 0))
  }
}
