internal import ScrollPhysics

extension StretchLaw {
  /// Predicts the height of a header from the offset, or the offset from the height.
  public static let predicted: PredictedLaw? = PredictedLaw(
    description.key, formula: description.formula,
    constants: [
      ConstantDescription("gain", "", "growth of the height per point of offset", .notZero),
      ConstantDescription("intercept", "pt", "height where nothing is stretched"),
      ConstantDescription("breakpoint", "pt", "offset at which it stretches", standard: "0"),
      ConstantDescription("offset", "pt", "offset of the scroll view"),
      ConstantDescription("height", "pt", "height, instead of offset"),
    ], questions: ["height"], fittedLaws: [[description.key]], curve: curve, predict: predict)

  private static func curve(_ values: ConstantValues) throws(PredictionError) -> ConstantMotion {
    .stretch(try Notation.header(values.values), offset: values["offset"])
  }

  private static func predict(_ values: ConstantValues) throws(PredictionError) -> PredictedMotion {
    var motion = PredictedMotion()
    let header = try Notation.header(values.values)
    motion.constants = [
      PredictedValue("gain", "", "gain", header.gain),
      PredictedValue("intercept", "pt", "height at rest", header.intercept),
      PredictedValue("breakpoint", "pt", "breakpoint", header.breakpoint),
    ]
    switch (values["offset"], values["height"]) {
    case (let offset?, nil):
      motion.predicted = [PredictedValue("height", "pt", "height", header.height(offset: offset))]
    case (nil, let height?):
      motion.predicted = [
        PredictedValue(
          "offset", "pt", "offset", header.offset(height: height),
          reason: "no offset, or more than one, gives \(Printed.short(height)) pt")
      ]
    case (nil, nil):
      throw PredictionError(
        "Give offset or height: the other one is predicted.", missing: ["offset=50"])
    default: throw PredictionError("Give only one of offset and height: the other is predicted.")
    }
    return motion
  }

  /// A simulated recording of a header while the content is pulled and released once.
  public static let simulated: SimulatedLaw? = SimulatedLaw(
    description.key,
    [
      ConstantDescription("gain", "", "growth per point of offset", .notZero, isRequired: true),
      ConstantDescription("intercept", "pt", "height not stretched", isRequired: true),
      ConstantDescription("breakpoint", "pt", "offset at which it stretches", standard: "0"),
      ConstantDescription(
        "pull", "pt", "furthest pull beyond the breakpoint", .positive, standard: "120"),
      ConstantDescription(
        "lead", "pt", "distance before the breakpoint, there and back", .notNegative,
        standard: "60"),
    ], refusesEdge: "stretch takes no --edge: breakpoint says where it is.",
    refusesTwoAxes: "A header has one height: give one --axis.", record: record)

  private static func record(
    _ values: inout SimulatedValues, _ setting: SimulationSetting
  ) throws(PredictionError) -> SimulatedMotion {
    let header = HeaderStretch(
      gain: values("gain", 1), intercept: values("intercept", 0),
      breakpoint: values("breakpoint", 0))
    let pull = values("pull", 120)
    let lead = values("lead", 60)
    let time = setting.duration ?? 2
    return SimulatedMotion(
      RecordedQuantity.stretch(
        of: header, pull: pull, lead: lead, over: time, axis: setting.axis), end: time)
  }
}
