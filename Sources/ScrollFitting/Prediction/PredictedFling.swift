internal import ScrollPhysics

extension PredictedLaw {
  /// A deceleration followed by the spring at an edge.
  static let fling = PredictedLaw(
    "fling",
    formula: DecelerationLaw.description.formula + beyond,
    discreteFormula: DecelerationLaw.discreteFormula + beyond,
    constants: Notation.glideConstants + [
      ConstantDescription("edge", "pt", "offset of the edge"),
      ConstantDescription("distance", "pt", "distance to the edge, instead of edge", .notNegative),
    ] + Notation.stiffnessConstants + Notation.dampingConstants + [Notation.settle],
    fittedLaws: [
      [DecelerationLaw.description.key], [BounceLaw.description.key, SpringLaw.description.key],
    ], takesStart: false,
    curve: flingCurve, predict: predictFling)

  private static let beyond = ", then y'' + 2 delta y' + omega^2 y = 0"

  private static func flingCurve(
    _ values: ConstantValues
  ) throws(PredictionError) -> ConstantMotion {
    let glide = try Notation.glide(values.values, isDiscrete: values.isDiscrete)
    let spring = try Notation.spring(values.values, isCritical: false)
    let edge = try Notation.edge(values.values, glide)
    return .fling(
      Fling(glide, edge: edge, constants: spring, stopSpeed: values["stop"]),
      settle: values.settle, epsilon: values.epsilon)
  }

  private static func predictFling(
    _ values: ConstantValues
  ) throws(PredictionError) -> PredictedMotion {
    var motion = PredictedMotion()
    let glide = try motion.glide(values)
    let spring = try Notation.spring(values.values, isCritical: false)
    motion.describe(spring, mass: values["mass"])
    let edge = try Notation.edge(values.values, glide)
    let fling = Fling(glide, edge: edge, constants: spring, stopSpeed: values["stop"])
    let threshold = values.settle
    let short = glide.direction * (edge - fling.restOffset)
    let reason =
      fling.bounce == nil ? "it comes to rest \(Printed.short(short)) pt before the edge" : nil
    motion.predicted = [
      PredictedValue(
        "edge_velocity", "pt/s", "speed at the edge", fling.edgeSpeed, reason: reason),
      PredictedValue(
        "time_to_edge", "s", "time to the edge", fling.timeOfEdge, reason: reason),
    ]
    motion.predicted += PredictedMotion.bounceValues(
      fling.bounce, threshold: threshold, isCritical: spring.kappa == 0, reason: reason)
    let distance =
      fling.bounce == nil
      ? values["stop"].map { glide.distance(stopSpeed: $0) } ?? glide.limitDistance
      : (edge - glide.position).magnitude
    motion.predicted += [
      PredictedValue("distance", "pt", "distance to rest", distance),
      PredictedValue("rest_offset", "pt", "rest offset", fling.restOffset),
      PredictedValue(
        "duration", "s", "duration of all",
        fling.duration(settleThreshold: threshold, epsilon: values.epsilon)),
    ]
    return motion
  }
}
