internal import ScrollPhysics
internal import ScrollRecordings

extension MomentumLaw {
  private static let constants = [
    ConstantDescription("v0", "pt/s", "velocity where the fingers lift", .notZero),
    ConstantDescription("k0", "1/s", "rate of a slow momentum", .positive, standard: "6.05"),
    ConstantDescription(
      "v1", "pt/s", "speed at which the rate is half of k0", .positive, standard: "6091"),
    ConstantDescription(
      "p", "", "how fast the rate falls with the speed", .between(0.05, 20), standard: "1.49"),
    ConstantDescription("x0", "pt", "offset at the start", standard: "0"),
  ]

  static func momentum(_ value: (String, Double) -> Double) -> TrackpadMomentum {
    let macOS = TrackpadMomentum.macOS
    return TrackpadMomentum(
      position: value("x0", 0), velocity: value("v0", 0), rate: value("k0", macOS.rate),
      referenceSpeed: value("v1", macOS.referenceSpeed), exponent: value("p", macOS.exponent))
  }

  private static func momentum(
    _ values: ConstantValues
  ) throws(PredictionError) -> TrackpadMomentum {
    guard values["v0"] != nil else {
      throw PredictionError("Give v0, the velocity at the start.", missing: ["v0=2000"])
    }
    return momentum { values[$0] ?? $1 }
  }

  /// Predicts the momentum of a trackpad.
  public static let predicted: PredictedLaw? = PredictedLaw(
    description.key, formula: description.formula,
    constants: constants + [
      Notation.epsilon, EngineLaw.time,
    ], questions: ["time"], fittedLaws: [[description.key]], curve: curve, predict: predict)

  private static func curve(_ values: ConstantValues) throws(PredictionError) -> ConstantMotion {
    .engine(
      EngineMotion(.momentum(try momentum(values))), isReturn: false, threshold: values.epsilon)
  }

  private static func predict(_ values: ConstantValues) throws(PredictionError) -> PredictedMotion {
    let momentum = try momentum(values)
    return PredictedMotion(
      constants: [
        PredictedValue("k0", "1/s", "rate of a slow momentum", momentum.rate),
        PredictedValue("v1", "pt/s", "speed of half the rate", momentum.referenceSpeed),
        PredictedValue("p", "", "p", momentum.exponent),
        PredictedValue(
          "initial_rate", "1/s", "rate at v0", momentum.rate(speed: momentum.velocity)),
      ],
      predicted: PredictedMotion.coasting(
        values, distance: momentum.limitDistance, limit: momentum.limitOffset,
        duration: momentum.duration(within: values.epsilon), velocity: momentum.velocity,
        position: momentum.position))
  }

  /// Simulates offsets at rest, then moved by a momentum.
  public static let simulated: SimulatedLaw? = SimulatedLaw(
    description.key, [constants[0].required] + constants.dropFirst() + [Notation.wait],
    refusesEdge: "a momentum has no edge; the constants set its start.", record: record)

  private static func record(
    _ values: inout SimulatedValues, _ setting: SimulationSetting
  ) throws(PredictionError) -> SimulatedMotion {
    let momentum = momentum { values($0, $1) }
    let wait = values("wait", 0)
    let start = momentum.position
    return SimulatedMotion(
      [
        RecordedQuantity(.offset, axis: setting.axis) {
          $0 < wait ? start : momentum.position(at: $0 - wait)
        }
      ], end: wait + momentum.duration(within: SimulatedMotion.nearRest))
  }
}
