public import ScrollFitting
public import ScrollPhysics

extension ScrollSession {
  /// The key of a session among the laws that can be simulated.
  public static let key = "session"

  /// The constants of a session, in the order of the help text.
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
  /// Creates an axis with the constants of a session.
  ///
  /// - Parameters:
  ///   - values: the given constants; those that are used are marked.
  ///   - setting: the axis, edge, frame rate and settle threshold.
  ///   - engine: the scroll view whose laws replace those of the constants k, delta and c that are not given; its
  ///     animations are gestures of the session.
  ///   - scale: pixels per point, for rules of the engine in pixels.
  /// - Throws: one sentence that says why no session has these constants.
  public init(
    _ values: inout SimulatedValues, _ setting: SimulationSetting, engine: Engine? = nil,
    scale: Double = 3
  ) throws(PredictionError) {
    self.init(setting.axis, lowEdge: setting.edge ?? 0)
    self.engine = engine
    self.scale = scale
    frameRate = setting.rate
    func isOfEngine(_ part: EnginePart, _ constant: String) -> Bool {
      guard engine != nil, !values.has(constant) else { return false }
      engineParts.insert(part)
      return true
    }
    length = values("length", length)
    let coefficient =
      isOfEngine(.drag, "c") ? rubberBand.coefficient : values("c", rubberBand.coefficient)
    rubberBand = RubberBand(
      coefficient: coefficient, dimension: values("d", rubberBand.dimension))
    if !isOfEngine(.glide, "k") {
      rate = values("k", rate)
      stopSpeed = values("stop", stopSpeed)
    }
    settleThreshold = setting.settle ?? settleThreshold
    guard !isOfEngine(.edge, "delta") else { return }
    bounceDecayRate = values("delta", bounceDecayRate)
    // Older recordings have no kappa.
    if let kappa = values.given(["kappa"])["kappa"] { bounceKappa = kappa }
    releaseRate = values("release", releaseRate)
    guard bounceKappa > -bounceDecayRate * bounceDecayRate else {
      throw PredictionError("kappa must be above -delta^2: the spring would never rest.")
    }
    guard releaseRate < largestReleaseRate else {
      throw PredictionError("release must be below delta: the content would cross its edge.")
    }
  }
}
