internal import ScrollPhysics

extension CollisionLaw {
  /// Predictions for a fall on a floor and its rebounds.
  public static let predicted: PredictedLaw? = PredictedLaw(
    description.key, formula: "speed after a contact = e times the speed before",
    constants: [elasticity] + Notation.fallConstants + [
      ConstantDescription("v1", "pt/s", "speed at contact 1, instead of height and v0", .notZero),
      ConstantDescription(
        "rebounds", "", "how many to list", .count(upTo: mostRebounds), standard: "5"),
    ], fittedLaws: [[description.key]], identified: [description.key: ["e": "e", "g": "g"]],
    curve: curve, predict: predict)

  private static let elasticity = ConstantDescription(
    "e", "", "speed after a contact over before", .probability)

  /// Maximum number of rebounds in the list.
  private static let mostRebounds = 100

  private static func curve(_ values: ConstantValues) throws(PredictionError) -> ConstantMotion {
    .collision(try Notation.collision(values.values), rebounds: Int(values["rebounds"] ?? 5))
  }

  private static func predict(_ values: ConstantValues) throws(PredictionError) -> PredictedMotion {
    var motion = PredictedMotion()
    let collision = try Notation.collision(values.values)
    motion.describe(collision.fall)
    motion.constants.append(PredictedValue("e", "", "elasticity", collision.elasticity))
    motion.predicted = [
      PredictedValue(
        "rest_time", "s", "time of rest",
        collision.elasticity == 1 && collision.restTime.isInfinite ? nil : collision.restTime,
        reason: "with an e of 1 it never rests"),
      PredictedValue("v1", "pt/s", "speed at contact 1", collision.contactSpeed),
    ]
    let count = Int(values["rebounds"] ?? 5)
    let flights = collision.elasticity > 0 ? max(min(count, mostRebounds), 1) : 1
    for number in 1...flights {
      motion.predicted += [
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
    return motion
  }

  /// A simulated recording of a fall with its rebounds.
  public static let simulated: SimulatedLaw? = SimulatedLaw(
    description.key, [elasticity.required] + GravityLaw.simulatedConstants,
    oneOf: [Notation.gravity],
    refusesEdge: "collision has no edge; the constants set its start."
  ) { values, setting throws(PredictionError) in
    try GravityLaw.record(&values, setting, elasticity: values("e", 0))
  }
}
