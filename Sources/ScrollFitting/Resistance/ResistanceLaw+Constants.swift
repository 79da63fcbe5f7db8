internal import ScrollPhysics

extension ResistanceLaw {
  /// Predicts a free item under linear drag.
  public static let predicted: PredictedLaw? = PredictedLaw(
    description.key, formula: description.formula,
    constants: [
      ConstantDescription("v0", "pt/s", "velocity at the start"),
      ConstantDescription("r", "1/s", "resistance", .positive),
      ConstantDescription("x0", "pt", "offset at the start", standard: "0"),
      Notation.epsilon, EngineLaw.time,
    ], questions: ["time"], fittedLaws: [[description.key]], curve: curve, predict: predict)

  private static func curve(_ values: ConstantValues) throws(PredictionError) -> ConstantMotion {
    .coast(try Notation.coast(values.values), epsilon: values.epsilon)
  }

  private static func predict(_ values: ConstantValues) throws(PredictionError) -> PredictedMotion {
    let glide = try Notation.coast(values.values)
    let rate = DecelerationRate(perSecond: glide.rate)
    return PredictedMotion(
      constants: [
        PredictedValue("r", "1/s", "resistance", glide.rate),
        PredictedValue("time_constant", "s", "time constant", rate.timeConstant),
        PredictedValue("half_life", "s", "half-life", rate.halfLife),
      ],
      predicted: PredictedMotion.coasting(
        values, distance: glide.limitDistance, limit: glide.limitOffset,
        duration: glide.duration(within: values.epsilon), velocity: glide.velocity,
        position: glide.position))
  }

  /// Simulates a free item at rest, then moving under linear drag.
  public static let simulated: SimulatedLaw? = SimulatedLaw(
    description.key,
    [
      ConstantDescription("v0", "pt/s", "velocity at the start", .notZero, isRequired: true),
      ConstantDescription("r", "1/s", "resistance", .positive, isRequired: true),
      ConstantDescription("x0", "pt", "offset at the start", standard: "0"),
      Notation.wait,
    ], refusesEdge: "resistance has no edge; x0= sets its start.", record: record)

  private static func record(
    _ values: inout SimulatedValues, _ setting: SimulationSetting
  ) throws(PredictionError) -> SimulatedMotion {
    let motion = Deceleration(
      position: values("x0", 0), velocity: values("v0", 0), rate: values("r", 1))
    let wait = values("wait", 0)
    return SimulatedMotion(
      [.offset(of: motion, axis: setting.axis, after: wait)],
      end: wait + motion.duration(within: SimulatedMotion.nearRest))
  }
}
