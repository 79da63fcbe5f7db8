public import ScrollFitting
internal import ScrollPhysics

extension ScrollSession {
  /// The key of a session among the laws that can be simulated.
  public static let key = "session"

  /// The constants of a session, in the order of help.
  public static let constants = LawConstants(
    key,
    [
      ConstantDescription(
        "gestures", "", "how many", .count(upTo: 10_000), standard: "5", hasParts: false),
      ConstantDescription(
        "catches", "", "share of decelerations that a touch stops", .probability, standard: "0",
        hasParts: false),
      ConstantDescription(
        "jumps", "", "share of rests in which the offset is set", .probability, standard: "0",
        hasParts: false),
      ConstantDescription("length", "pt", "from edge to edge", .between(10, 1e9), standard: "1500"),
      ConstantDescription("c", "", "rubber band: slope at the edge", .positive, standard: "0.55"),
      ConstantDescription(
        "d", "pt", "size of the bounds", .between(1, 1e9), standard: "y 844, x 390"),
      ConstantDescription("k", "1/s", "decay rate of a deceleration", .positive, standard: "2.002"),
      ConstantDescription(
        "stop", "pt/s", "a deceleration ends below it", .positive, standard: "10"),
      ConstantDescription("delta", "1/s", "decay rate of a bounce", .positive, standard: "10.93"),
      ConstantDescription("kappa", "1/s^2", "omega^2 - delta^2 of a bounce", standard: "0"),
      ConstantDescription(
        "release", "1/s", "a held pull starts back at so many times y", .notNegative, standard: "0"),
    ])
}

extension ScrollAxis {
  /// An axis with the constants of a session.
  ///
  /// - Throws: one sentence that says why no session has these constants.
  public init(
    _ values: inout SimulatedValues, _ setting: SimulationSetting
  ) throws(PredictionError) {
    self.init(setting.axis, lowEdge: setting.edge ?? 0)
    length = values("length", length)
    rubberBand = RubberBand(
      coefficient: values("c", rubberBand.coefficient), dimension: values("d", rubberBand.dimension)
    )
    rate = values("k", rate)
    stopSpeed = values("stop", stopSpeed)
    bounceDecayRate = values("delta", bounceDecayRate)
    // Recordings from before kappa name none.
    if let kappa = values.given(["kappa"])["kappa"] { bounceKappa = kappa }
    releaseRate = values("release", releaseRate)
    settleThreshold = setting.settle ?? settleThreshold
    guard bounceKappa > -bounceDecayRate * bounceDecayRate else {
      throw PredictionError("kappa must be above -delta^2: the spring would never rest.")
    }
    guard releaseRate < largestReleaseRate else {
      throw PredictionError("release must be below delta: the content would cross its edge.")
    }
  }
}
