internal import ScrollFitting
internal import ScrollFormats
internal import ScrollTraces

/// The text about a whole recording: phases, the constants that its gestures share, and the transitions between phases.
struct PhaseReport {
  let style: TextStyle
  let options: FitOptions
  /// Whether standard errors are shown beside intervals.
  let showsDetails: Bool
  /// Draws the recording; nil for a timeline of its phases.
  let plot: TerminalPlot?

  func lines(_ result: TraceResult) -> [String] {
    var lines: [String] = []
    for axis in [Axis.y, .x] {
      let phases = result.phases.filter { $0.axis == axis }
      guard !phases.isEmpty else { continue }
      if !lines.isEmpty { lines.append("") }
      lines += style.lines(summary(phases, axis, result))
      lines += [""] + timeline(phases, axis, result)
      lines += TextLayout.wrap(PhaseTable.legend(phases), width: style.width - 4).map {
        "  " + style.faint($0)
      }
    }
    if let joined = result.joined {
      let table = constants(joined)
      if !table.isEmpty { lines += ["", "  " + style.heading("constants")] + table }
      let laws = laws(joined)
      if !laws.isEmpty { lines += ["", "  " + style.heading("from phase to phase")] + laws }
      lines += FlingText.lines(
        joined, result.flings, style: style, showsDetails: showsDetails)
      let wheel = WheelText.lines(result, style: style, labelWidth: 10)
      lines += (wheel.isEmpty ? [] : [""]) + wheel
      lines += omissions(joined, result)
    }
    for axis in [Axis.y, .x] {
      let phases = result.phases.filter { $0.axis == axis }
      guard !phases.isEmpty else { continue }
      let count = Set(result.phases.map(\.axis)).count
      lines += ["", "  " + style.heading(count > 1 ? "phases along \(axis.rawValue)" : "phases")]
      lines += table(phases, result)
    }
    return lines
  }

  private func timeline(_ phases: [Phase], _ axis: Axis, _ result: TraceResult) -> [String] {
    if let plot, let offsets = result.offsets.first(where: { $0.axis == axis }) {
      let drawing = plot.lines(offsets, phases: phases)
      if !drawing.isEmpty { return drawing }
    }
    return ["  " + PhaseTable.timeline(phases, width: style.width - 4)]
  }

  private func summary(_ phases: [Phase], _ axis: Axis, _ result: TraceResult) -> String {
    let fitted = phases.count { $0.fit != nil }
    var text =
      "along \(axis.rawValue): \(PooledText.count(phases.count, "phase")) in "
      + "\(NumberText.short((phases.last?.end ?? 0) - (phases.first?.start ?? 0), digits: 2)) s, \(fitted) fitted"
    for edge in phases.compactMap(\.edge).firstOfEach.sorted(by: { $0.position < $1.position }) {
      text += "; \(FitText.describe(edge))"
    }
    return text
  }

  // MARK: - Constants

  private static let gestures = [
    "bounce": ("bounce", "bounces"), "decelerate": ("deceleration", "decelerations"),
    "rubber-band": ("pull", "pulls"), "spring": ("spring", "springs"),
  ]

  private func constants(_ joined: CrossPhaseAnalysis) -> [String] {
    var table = ConstantTable(showsStatistics: showsDetails)
    for pool in joined.pools where !pool.members.isEmpty {
      let law = Laws.description(pool.law)
      let isLetter = law?.parameters.contains { $0.key == pool.key } ?? false
      let name = isLetter ? pool.key : law?.quantity(pool.key)?.name ?? pool.key
      table.add(pool.estimate, label: name, note: note(pool))
    }
    return table.lines(style: style)
  }

  /// The number of gestures in a pool, and whether they agree.
  private func note(_ pool: Pool) -> String {
    let names = Self.gestures[pool.law] ?? ("gesture", "gestures")
    let count = pool.members.count
    return "\(count) \(count == 1 ? names.0 : names.1)" + agreement(pool)
  }

  private func agreement(_ pool: Pool) -> String {
    FitText.agreement(pool).map { "; " + $0 } ?? ""
  }

  private func laws(_ joined: CrossPhaseAnalysis) -> [String] {
    var table = ConstantTable(showsStatistics: showsDetails)
    for joint in joined.jointPools where joint.pool.estimate.value != nil {
      let count = joint.pool.members.count
      var note =
        joint.kind == .releaseVelocity
        ? PooledText.count(count, "release") : PooledText.count(count, "crossing")
      if let test = joint.test, let hypothesis = joint.kind.hypothesis {
        note +=
          "; against \(NumberText.short(hypothesis)): \(FitText.probability(test.probability))"
      }
      note += agreement(joint.pool)
      table.add(joint.pool.estimate, label: Self.name(joint.kind), note: note)
    }
    return table.lines(style: style)
  }

  private static func name(_ kind: PhaseTransition.Kind) -> String {
    switch kind {
    case .edgeVelocity: "C / edge speed"
    case .edgeShare: "share of speed left"
    case .crossingTime: "crossing delay"
    case .releaseVelocity: "v0 / finger speed"
    }
  }

  /// The gestures that are excluded from a pool, grouped by reason.
  private func omissions(_ joined: CrossPhaseAnalysis, _ result: TraceResult) -> [String] {
    var lines: [String] = []
    for pool in joined.pools where ["delta", "k", "c"].contains(pool.key) {
      var reasons: [(text: String, phases: [String])] = []
      for omission in pool.leftOut {
        guard let number = result.phases.firstIndex(where: { $0.fit == omission.source }) else {
          continue
        }
        let phase = label(number, result)
        if let index = reasons.firstIndex(where: { $0.text == omission.reason }) {
          reasons[index].phases.append(phase)
        } else {
          reasons.append((omission.reason, [phase]))
        }
      }
      for (reason, phases) in reasons {
        lines += style.item(
          "left out",
          "\(pool.key) of phase\(phases.count == 1 ? "" : "s") \(phases.joined(separator: ", ")): \(escapedForTerminal(reason))",
          10)
      }
    }
    return lines.isEmpty ? [] : [""] + lines
  }

  /// The number of a phase in its table.
  private func label(_ index: Int, _ result: TraceResult) -> String {
    let axis = result.phases[index].axis
    let number = index - (result.phases.firstIndex { $0.axis == axis } ?? 0) + 1
    return Set(result.phases.map(\.axis)).count > 1 ? "\(axis.rawValue) \(number)" : "\(number)"
  }

  // MARK: - Phases

  private func table(_ phases: [Phase], _ result: TraceResult) -> [String] {
    PhaseTable.lines(phases, style: style) { phase in
      var parts: [String] = []
      if let index = phase.fit, result.fits.indices.contains(index) {
        parts.append(FitText.brief(result.fits[index]))
      }
      if let share = share(of: phase, result) {
        parts.append(
          "\(NumberText.fixed(100 * share, decimals: 0)) % of its speed left at the edge")
      }
      if let remark = phase.remark { parts.append(escapedForTerminal(remark)) }
      return parts.joined(separator: "; ")
    }
  }

  /// The fraction of its initial speed that a deceleration still has when it reaches the edge.
  private func share(of phase: Phase, _ result: TraceResult) -> Double? {
    guard phase.fit != nil else { return nil }
    return result.joined?.joints.first {
      $0.kind == .edgeShare && result.phases.indices.contains($0.before)
        && result.phases[$0.before] == phase
    }?.comparison.value
  }
}
