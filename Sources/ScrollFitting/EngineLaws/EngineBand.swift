internal import ScrollPhysics

/// A rubber band of engines that is not hyperbolic: its prediction and its simulation.
struct EngineBand: Sendable {
  let key: String
  private let formula: String
  /// Whether it depends on the size of the bounds.
  private let hasDimension: Bool
  private let own: [ConstantDescription]
  private let drag: @Sendable (Double, ConstantValues) -> Engine.Drag

  static let all = [proportional, tapered, quadratic]

  private static let proportional = EngineBand(
    key: "proportional-band", formula: "s = c x", hasDimension: false, own: []
  ) { c, _ in .proportional(coefficient: c) }

  private static let tapered = EngineBand(
    key: "tapered-band", formula: "ds/dx = c (1 - s/d), so s = d (1 - e^(-c x / d))",
    hasDimension: true, own: []
  ) { c, _ in .tapered(coefficient: c) }

  private static let quadratic = EngineBand(
    key: "quadratic-band", formula: "ds/dx = c - p s - q s^2", hasDimension: false,
    own: [
      ConstantDescription("linear", "1/pt", "p", .notNegative, standard: "0"),
      ConstantDescription("quadratic", "1/pt^2", "q", .notNegative, standard: "0"),
    ]
  ) { c, values in
    .quadratic(coefficient: c, linear: values["linear"] ?? 0, quadratic: values["quadratic"] ?? 0)
  }

  /// The key of the law of an engine's rubber band, and its constants; nil if the engine has none.
  static func band(of engine: Engine) -> (key: String, numbers: [(name: String, value: Double)])? {
    switch engine.drag {
    case .hyperbolic(let c): (RubberBandLaw.description.key, [("c", c)])
    case .proportional(let c): (proportional.key, [("c", c)])
    case .tapered(let c): (tapered.key, [("c", c)])
    case .quadratic(let c, let p, let q):
      (quadratic.key, [("c", c), ("linear", p), ("quadratic", q)])
    case nil: nil
    }
  }

  private var constants: [ConstantDescription] {
    [
      ConstantDescription("c", "", "slope at the edge", .positive),
      ConstantDescription("d", "pt", "size of the bounds", .between(1e-3, 1e12)),
    ] + own
  }

  private func read(
    _ values: ConstantValues
  ) throws(PredictionError) -> (drag: Engine.Drag, dimension: Double) {
    let c = try values.need("c", "the slope at the edge")
    guard hasDimension else { return (drag(c, values), values["d"] ?? 1) }
    return (drag(c, values), try values.need("d", "the size of the bounds in pt"))
  }

  var predicted: PredictedLaw {
    let travel = ConstantDescription("travel", "pt", "finger travel beyond the edge", .notNegative)
    return PredictedLaw(
      key, formula: formula, constants: constants + [travel], fittedLaws: [],
      curve: { values throws(PredictionError) in
        let (drag, dimension) = try read(values)
        return .drag(drag, dimension: dimension, travel: values["travel"])
      },
      predict: { values throws(PredictionError) in
        let (drag, dimension) = try read(values)
        let travel = try values.need("travel", "how far the finger goes beyond the edge, in pt")
        var motion = PredictedMotion()
        motion.constants = values.predicted(constants)
        motion.predicted = [
          PredictedValue(
            "overscroll", "pt", "overscroll",
            drag.overscroll(travel: travel, dimension: dimension)),
          PredictedValue(
            "slope", "", "slope there", drag.slope(travel: travel, dimension: dimension)),
        ]
        return motion
      })
  }

  /// A recording of a finger that pulls beyond an edge at constant speed.
  var simulated: SimulatedLaw {
    SimulatedLaw(
      key,
      constants + Self.pullConstants, refusesEdge: Self.refusal(key)
    ) { values, setting throws(PredictionError) in
      let given = ConstantValues(values: values.given(constants.map(\.name)))
      let (drag, dimension) = try read(given)
      return Self.pull(&values, setting, dimension: given["d"]) {
        drag.overscroll(travel: $0, dimension: dimension)
      }
    }
  }

  // MARK: - A pull

  /// The constants of a simulated pull, beside those of the band.
  static let pullConstants = [
    ConstantDescription("travel", "pt", "furthest finger travel", .positive, standard: "300"),
    ConstantDescription("step", "pt", "finger travel per frame", .positive, standard: "in 1 s"),
  ]

  static func refusal(_ key: String) -> String {
    "\(key) records the overscroll, which needs no --edge."
  }

  /// A finger that pulls beyond an edge at constant speed.
  ///
  /// - Parameter dimension: the size of the bounds to record, in pt; nil for none.
  static func pull(
    _ values: inout SimulatedValues, _ setting: SimulationSetting, dimension: Double?,
    overscroll: @escaping @Sendable (Double) -> Double
  ) -> SimulatedMotion {
    let travel = values("travel", 300)
    let step = values.given(["step"])["step"]
    let time = step.map { travel / ($0 * setting.rate) } ?? setting.duration ?? 1
    return SimulatedMotion(
      RecordedQuantity.pull(
        travel: travel, over: time, axis: setting.axis, overscroll: overscroll),
      end: time, metadata: dimension.map { [setting.boundsEntry($0)] } ?? [])
  }
}
