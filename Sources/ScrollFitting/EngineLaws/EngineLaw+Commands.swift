internal import ScrollPhysics
internal import ScrollRecordings

/// The laws of engines in `predict`, `export` and `simulate`.
extension EngineLaw {
  /// The laws that are not in ``Laws``, which have their own prediction.
  private static let listed = all.filter { law in
    !Laws.all.contains { $0.description.key == law.key }
  }

  static let predicted = listed.map(\.predicted) + EngineBand.all.map(\.predicted)

  static let simulated = listed.map(\.simulated) + EngineBand.all.map(\.simulated)

  private var predicted: PredictedLaw {
    PredictedLaw(
      key, formula: formula, constants: constants, questions: [Self.time.name],
      fittedLaws: identified.isEmpty && part != .animation ? [] : [[key]],
      curve: { values throws(PredictionError) in
        let threshold = part == .edge ? values.settle : values.epsilon
        return .engine(try motion(values), isReturn: part == .edge, threshold: threshold)
      },
      predict: { values throws(PredictionError) in
        let motion = try motion(values)
        var result = PredictedMotion()
        result.constants = values.predicted(own)
        result.predicted = part == .edge ? back(motion, values) : forth(motion, values)
        return result
      })
  }

  /// The predicted values of a motion inside the content.
  private func forth(_ motion: EngineMotion, _ values: ConstantValues) -> [PredictedValue] {
    let start = motion.position(at: 0)
    let near = "duration (within \(Printed.short(values.epsilon)) pt)"
    var list = [
      PredictedValue("distance", "pt", "distance", (motion.restPosition - start).magnitude),
      PredictedValue("rest_offset", "pt", "rest offset", motion.restPosition),
      motion.end < .infinity
        ? PredictedValue("duration", "s", "duration", motion.end)
        : PredictedValue("duration", "s", near, motion.duration(within: values.epsilon)),
    ]
    if motion.end < .infinity, motion.end < motion.curve.standstill {
      list += [
        PredictedValue(
          "limit_distance", "pt", "distance, no stop", (motion.curve.limit - start).magnitude),
        PredictedValue("limit_offset", "pt", "rest offset, no stop", motion.curve.limit),
      ]
    }
    return list
      + PredictedMotion.state(
        values, velocity: motion.velocity, position: motion.position)
  }

  /// The predicted values of a return to the edge.
  private func back(_ motion: EngineMotion, _ values: ConstantValues) -> [PredictedValue] {
    let furthest = motion.furthest
    let settle = values.settle
    var list = [
      PredictedValue("max_overscroll", "pt", "furthest overscroll", furthest?.position),
      PredictedValue("time_to_max", "s", "time to furthest", furthest?.time),
      PredictedValue(
        "settle_time", "s", "settle time (\(Printed.short(settle)) pt)",
        motion.duration(within: settle)),
    ]
    if motion.end < .infinity {
      list.append(PredictedValue("duration", "s", "duration", motion.end))
    }
    return list
      + PredictedMotion.state(
        values, velocity: motion.velocity, "overscroll", position: motion.position)
  }

  // MARK: - Simulation

  private var simulated: SimulatedLaw {
    let taken = constants.filter { ![Self.time.name, Notation.settle.name].contains($0.name) }
    let easing = Notation.easing
    return SimulatedLaw(
      key,
      taken.map { constant in
        // The law itself checks constants with defaults or alternative notations.
        part == .glide && constant.name == "v0" ? constant.required : constant
      } + [wait],
      refusesEdge: part == .edge
        ? nil : "\(key) has no edge; \(part == .glide ? "x0=" : "from=") sets its start.",
      hasFrames: own.contains { $0.name == Self.fps.name }
    ) { values, setting throws(PredictionError) in
      let numbers = values.given(
        taken.map(\.name).filter { !easing.contains($0) } + easing.dropFirst())
      var given = ConstantValues(values: numbers, frameRate: setting.rate)
      for name in [easing[0], Self.order.name] { given.words[name] = values.word(name) }
      let wait = values("wait", part == .animation ? Self.restBefore : 0)
      let motion = try motion(given)
      return recorded(motion, wait: wait, epsilon: given["epsilon"], setting)
    }
  }

  /// The time at rest in a recording before a motion from rest to rest, in s.
  private static let restBefore = 0.2

  private var wait: ConstantDescription {
    var wait = Notation.wait
    if part == .animation { wait.standard = Printed.short(Self.restBefore) }
    return wait
  }

  private func recorded(
    _ motion: EngineMotion, wait: Double, epsilon: Double?, _ setting: SimulationSetting
  ) -> SimulatedMotion {
    let end = min(motion.end, motion.duration(within: epsilon ?? SimulatedMotion.nearRest))
    guard part == .edge else {
      return SimulatedMotion(
        [
          RecordedQuantity(.offset, axis: setting.axis) {
            motion.position(at: max(0, $0 - wait))
          }
        ], end: wait + end)
    }
    let edge = setting.edge ?? 0
    let sign = setting.offsetsGrowOutward ? 1.0 : -1.0
    return SimulatedMotion(
      [
        RecordedQuantity(.offset, axis: setting.axis) {
          edge + sign * motion.position(at: max(0, $0 - wait))
        }
      ], end: wait + end, metadata: [setting.edgeEntry(edge)])
  }
}
