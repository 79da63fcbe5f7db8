internal import ScrollPhysics

extension RubberBandLaw {
  /// Predicts overscroll from finger travel, and the reverse.
  public static let predicted: PredictedLaw? = PredictedLaw(
    description.key, formula: "s = d (1 - 1 / (x c / d + 1))",
    constants: [
      ConstantDescription("c", "", "slope at the edge", .positive),
      ConstantDescription("d", "pt", "size of the bounds", .positive),
      ConstantDescription("travel", "pt", "finger travel beyond the edge"),
      ConstantDescription("overscroll", "pt", "overscroll, instead of travel"),
    ], questions: ["overscroll"], fittedLaws: [[description.key]], curve: curve, predict: predict)

  private static func curve(_ values: ConstantValues) throws(PredictionError) -> ConstantMotion {
    .rubberBand(try Notation.rubberBand(values.values), travel: values["travel"])
  }

  private static func predict(_ values: ConstantValues) throws(PredictionError) -> PredictedMotion {
    var motion = PredictedMotion()
    let band = try Notation.rubberBand(values.values)
    motion.constants = [
      PredictedValue("c", "", "slope at the edge", band.coefficient),
      PredictedValue("d", "pt", "size of the bounds", band.dimension),
      PredictedValue("half_travel", "pt", "travel to half of d", band.dimension / band.coefficient),
    ]
    let travel: Double?
    switch (values["travel"], values["overscroll"]) {
    case (let given?, nil):
      travel = given
      motion.predicted = [
        PredictedValue("overscroll", "pt", "overscroll", band.overscroll(travel: given))
      ]
    case (nil, let overscroll?):
      travel = band.travel(overscroll: overscroll)
      motion.predicted = [
        PredictedValue(
          "travel", "pt", "finger travel", travel,
          reason: "no travel reaches \(Printed.short(overscroll)) pt: the overscroll stays below d")
      ]
    case (nil, nil):
      throw PredictionError(
        "Give travel or overscroll: the other one is predicted.", missing: ["travel=200"])
    default:
      throw PredictionError("Give only one of travel and overscroll: the other is predicted.")
    }
    motion.predicted.append(
      PredictedValue(
        "slope", "", "slope there", travel.map { band.slope(travel: $0) },
        reason: "there is no travel"))
    return motion
  }

  /// Simulates a finger that pulls beyond an edge at constant speed.
  public static let simulated: SimulatedLaw? = SimulatedLaw(
    description.key,
    [
      ConstantDescription("c", "", "slope at the edge", .positive, isRequired: true),
      ConstantDescription("d", "pt", "size of the bounds", .between(1e-3, 1e12), isRequired: true),
    ] + EngineBand.pullConstants, refusesEdge: EngineBand.refusal(description.key), record: record)

  private static func record(
    _ values: inout SimulatedValues, _ setting: SimulationSetting
  ) throws(PredictionError) -> SimulatedMotion {
    let band = RubberBand(coefficient: values("c", 0), dimension: values("d", 0))
    return EngineBand.pull(&values, setting, dimension: band.dimension) {
      band.overscroll(travel: $0)
    }
  }
}
