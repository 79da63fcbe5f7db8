internal import ScrollPhysics

extension DecelerationLaw {
  /// Predictions from the constants of a glide.
  public static let predicted: PredictedLaw? = PredictedLaw(
    description.key, formula: description.formula, discreteFormula: discreteFormula,
    constants: Notation.glideConstants, fittedLaws: [[description.key]],
    identified: [
      "exponential": ["k": "k"], "exponential-coulomb": ["k": "k", "coulomb": "coulomb"],
    ],
    curve: curve, predict: predict)

  /// The formula of the discrete form, a sum over whole milliseconds.
  static let discreteFormula = "x = x0 + v0 / 1000 d (1 - d^n) / (1 - d), n milliseconds"

  private static func curve(_ values: ConstantValues) throws(PredictionError) -> ConstantMotion {
    .glide(
      try Notation.glide(values.values, isDiscrete: values.isDiscrete), stopSpeed: values["stop"],
      epsilon: values.epsilon)
  }

  private static func predict(_ values: ConstantValues) throws(PredictionError) -> PredictedMotion {
    var motion = PredictedMotion()
    let glide = try motion.glide(values)
    let epsilon = values.epsilon
    let near = "within \(Printed.short(epsilon)) pt"
    guard let stop = values["stop"] else {
      motion.predicted = [
        PredictedValue("distance", "pt", "distance", glide.limitDistance),
        PredictedValue("rest_offset", "pt", "rest offset", glide.limitOffset),
        // A constant friction stops it.
        glide.standstill.flatMap { end in
          values["epsilon"] == nil ? PredictedValue("duration", "s", "duration", end) : nil
        } ?? PredictedValue("duration", "s", "duration (\(near))", glide.duration(within: epsilon)),
      ]
      return motion
    }
    let distance = glide.distance(stopSpeed: stop)
    motion.predicted = [
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
    return motion
  }

  /// A simulated recording of a glide from its release.
  public static let simulated: SimulatedLaw? = SimulatedLaw(
    description.key,
    [
      ConstantDescription("v0", "pt/s", "velocity at release", isRequired: true),
      ConstantDescription("x0", "pt", "offset at release", standard: "0"),
    ] + Notation.rateConstants + [
      ConstantDescription("coulomb", "pt/s^2", "constant friction", .notNegative, standard: "0"),
      Notation.simulatedStop,
      ConstantDescription(
        "epsilon", "pt", "ends so close to the limit, 0 for never", .notNegative, standard: "0"),
      Notation.form,
    ], oneOf: [Notation.rate],
    refusesEdge: "decelerate has no edge; x0= sets its start. Try session.", record: record)

  private static func record(
    _ values: inout SimulatedValues, _ setting: SimulationSetting
  ) throws(PredictionError) -> SimulatedMotion {
    let speed = values("v0", 0)
    let rate = try Notation.rate(values.given(Notation.rate + ["fps"]))
    let start = values("x0", 0)
    let coulomb = values("coulomb", 0)
    let stop = values("stop", 10)
    let epsilon = values("epsilon", 0)
    let form = values.form
    guard form == .continuous || coulomb == 0 else {
      throw PredictionError("The discrete form has no friction: leave coulomb= out.")
    }
    let motion = Deceleration(
      position: start, velocity: speed, rate: rate.perSecond, coulomb: coulomb, form: form)
    let ends = motion.end(stopSpeed: stop, stopDistance: epsilon)
    return SimulatedMotion(
      [.offset(of: motion, axis: setting.axis, stopSpeed: stop, stopDistance: epsilon)],
      end: ends.isFinite ? ends : motion.duration(within: SimulatedMotion.nearRest))
  }
}
