internal import ScrollPhysics

extension SpringLaw {
  /// Predictions from the constants of a spring.
  public static let predicted: PredictedLaw? = PredictedLaw(
    description.key, formula: "y'' + 2 delta y' + omega^2 y = 0, kappa = omega^2 - delta^2",
    constants: Notation.startConstants + [
      ConstantDescription("a", "pt", "overscroll at t = 0, beside b", standard: "0"),
      ConstantDescription("b", "pt/s", "v + delta y at t = 0, instead of C or v0"),
    ] + Notation.stiffnessConstants + Notation.dampingConstants + [Notation.settle],
    fittedLaws: [[description.key]],
    identified: Notation.identifiedCritical.merging(
      [description.key: ["zeta": "zeta", "omega": "omega"]]) { own, _ in own },
    curve: curve
  ) { values throws(PredictionError) in try PredictedMotion.bounce(values, isCritical: false) }

  private static func curve(_ values: ConstantValues) throws(PredictionError) -> ConstantMotion {
    let spring = try Notation.spring(values.values, isCritical: false)
    return .spring(
      Spring(spring, from: try Notation.start(values.values, spring)), settle: values.settle)
  }

  /// A simulated recording of a spring from its first frame.
  public static let simulated: SimulatedLaw? = SimulatedLaw(
    description.key,
    Notation.stiffnessConstants + Notation.dampingConstants + [
      ConstantDescription("y0", "pt", "distance from rest at the first frame", standard: "0"),
      ConstantDescription("v0", "pt/s", "velocity at the first frame", standard: "0"),
    ], oneOf: [Notation.stiffness, Notation.damping], hasSettle: true, record: record)

  private static func record(
    _ values: inout SimulatedValues, _ setting: SimulationSetting
  ) throws(PredictionError) -> SimulatedMotion {
    let constants = values.given(Notation.damping + Notation.stiffness + ["mass"])
    let spring = try Notation.spring(constants, isCritical: false)
    let motion = Spring(
      spring, from: MotionState(position: values("y0", 0), velocity: values("v0", 0)))
    guard motion.initialState.position != 0 || motion.initialState.velocity != 0 else {
      throw PredictionError("A spring at rest does not move: give y0= or v0=.")
    }
    let settle = setting.settle ?? 0
    return SimulatedMotion(
      [
        .offset(
          of: motion, edge: setting.edge ?? 0, offsetsGrowOutward: setting.offsetsGrowOutward,
          axis: setting.axis, settleThreshold: settle)
      ],
      end: motion.settleTime(threshold: settle > 0 ? settle : SimulatedMotion.nearRest) ?? 0,
      // An item on a spring has no edge; the edge of a scroll view is given.
      metadata: setting.edge.map { [setting.edgeEntry($0)] } ?? [])
  }
}
