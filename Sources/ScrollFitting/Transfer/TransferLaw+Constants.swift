internal import ScrollPhysics

extension TransferLaw {
  /// Predictions for the velocity that one view transfers to another at its edge.
  public static let predicted: PredictedLaw? = PredictedLaw(
    description.key, formula: "v_rest = v0 - k distance, v_inner = v_rest m_outer / m_inner",
    constants: Notation.glideConstants + Notation.massConstants,
    fittedLaws: [[DecelerationLaw.description.key], [description.key]],
    curve: curve, predict: predict)

  private static func curve(_ values: ConstantValues) throws(PredictionError) -> ConstantMotion {
    let glide = try Notation.glide(values.values, isDiscrete: values.isDiscrete)
    return .transfer(
      try Notation.handover(values.values, glide), stopSpeed: values["stop"],
      epsilon: values.epsilon)
  }

  private static func predict(_ values: ConstantValues) throws(PredictionError) -> PredictedMotion {
    var motion = PredictedMotion()
    let glide = try motion.glide(values)
    let handover = try Notation.handover(values.values, glide)
    motion.constants.append(
      PredictedValue("mass_ratio", "", "m_outer / m_inner", handover.massRatio))
    let received = handover.received
    let none = "the outer view rests before its edge"
    let epsilon = values.epsilon
    let stop = values["stop"]
    let distance = stop.map { speed in received.map { $0.distance(stopSpeed: speed) } }
    let duration =
      stop.map { speed in received.map { $0.duration(stopSpeed: speed) } }
      ?? received.map { $0.duration(within: epsilon) }
    let end = stop.map { "to \(Printed.short($0)) pt/s" } ?? "within \(Printed.short(epsilon)) pt"
    motion.predicted = [
      PredictedValue("rest_velocity", "pt/s", "rest velocity", handover.restVelocity, reason: none),
      PredictedValue("inner_velocity", "pt/s", "inner velocity", received?.velocity, reason: none),
      PredictedValue("handover_time", "s", "handover time", handover.time, reason: none),
      PredictedValue(
        "inner_distance", "pt", "inner distance", distance ?? received?.limitDistance, reason: none),
      PredictedValue(
        "duration", "s", "duration (\(end))",
        handover.time.flatMap { time in duration.map { time + $0 } }, reason: none),
    ]
    return motion
  }

  /// A simulated recording of two nested views.
  public static let simulated: SimulatedLaw? = SimulatedLaw(
    description.key,
    [
      ConstantDescription("v0", "pt/s", "velocity at release", .notZero, isRequired: true)
    ] + Notation.rateConstants + Notation.massConstants + [
      ConstantDescription(
        "k_inner", "1/s", "decay rate of the inner view", .positive, standard: "k"),
      ConstantDescription("x0", "pt", "outer offset at release", standard: "0"),
      Notation.simulatedStop,
    ], oneOf: [Notation.rate],
    refusesEdge: "transfer takes no --edge: x0 and distance say where it is.", record: record)

  private static func record(
    _ values: inout SimulatedValues, _ setting: SimulationSetting
  ) throws(PredictionError) -> SimulatedMotion {
    let speed = values("v0", 0)
    let rate = try Notation.rate(values.given(Notation.rate + ["fps"])).perSecond
    var masses = values.given(["distance", "mass_ratio"])
    if masses["mass_ratio"] == nil {
      masses["m_outer"] = values("m_outer", 1)
      masses["m_inner"] = values("m_inner", 1)
    }
    let innerRate = values.given(["k_inner"])["k_inner"]
    let glide = Deceleration(position: values("x0", 0), velocity: speed, rate: rate)
    var handover = try Notation.handover(masses, glide)
    if let innerRate {
      handover = Handover(
        glide, distance: masses["distance"] ?? 0, massRatio: handover.massRatio, rate: innerRate)
    }
    let stop = values("stop", 10)
    guard let received = handover.received, let time = handover.time else {
      throw PredictionError(
        "The outer view rests after \(LawConstants.short(glide.limitDistance)) pt, before its edge: give a smaller distance."
      )
    }
    let duration =
      stop > 0
      ? received.duration(stopSpeed: stop) : received.duration(within: SimulatedMotion.nearRest)
    return SimulatedMotion(
      RecordedQuantity.nestedOffsets(of: handover, axis: setting.axis, stopSpeed: stop),
      end: time + duration,
      metadata: [setting.edgeEntry(handover.edge, offsetsGrowOutward: speed > 0)])
  }
}
