internal import ScrollPhysics

extension BounceLaw {
  /// Predictions from the constants of a critically damped bounce.
  public static let predicted: PredictedLaw? = PredictedLaw(
    description.key, formula: "y = (y0 + (v0 + delta y0) t) e^(-delta t)",
    constants: Notation.startConstants + Notation.stiffnessConstants + [Notation.settle],
    fittedLaws: [[description.key]], identified: Notation.identifiedCritical, curve: curve
  ) { values throws(PredictionError) in try PredictedMotion.bounce(values, isCritical: true) }

  private static func curve(
    _ values: ConstantValues
  ) throws(PredictionError) -> ConstantMotion {
    let spring = try Notation.spring(values.values, isCritical: true)
    return .bounce(
      Spring(spring, from: try Notation.start(values.values, spring)), settle: values.settle)
  }

  /// A simulated recording of a bounce from its crossing of the edge.
  public static let simulated: SimulatedLaw? = SimulatedLaw(
    description.key,
    [
      ConstantDescription("C", "pt/s", "speed at the edge", .notZero, isRequired: true)
    ] + Notation.stiffnessConstants + [
      ConstantDescription("phi", "s", "time since the edge at the first frame", standard: "0")
    ], oneOf: [Notation.stiffness], hasSettle: true, record: record)

  private static func record(
    _ values: inout SimulatedValues, _ setting: SimulationSetting
  ) throws(PredictionError) -> SimulatedMotion {
    let speed = values("C", 0)
    let spring = try Notation.spring(
      values.given(Notation.stiffness + ["mass"]), isCritical: true)
    let bounce = CriticalBounce(
      amplitude: speed, decayRate: spring.decayRate, phase: values("phi", 0))
    let settle = setting.settle ?? CriticalBounce.observedSettleThreshold
    let threshold = settle > 0 ? settle : SimulatedMotion.nearRest
    return SimulatedMotion(
      [
        .offset(
          of: bounce, edge: setting.edge ?? 0, offsetsGrowOutward: setting.offsetsGrowOutward,
          axis: setting.axis, settleThreshold: settle)
      ], end: bounce.settleTime(threshold: threshold) ?? 0,
      metadata: [setting.edgeEntry(setting.edge ?? 0)])
  }
}
