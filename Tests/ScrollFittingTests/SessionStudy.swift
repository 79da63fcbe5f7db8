import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces

/// Many simulated sessions with known phases, and how well a finder finds them.
struct SessionStudy {
  typealias Finder = (SimulatedRecording, Axis) -> [Phase]

  /// How many phases, and how many of them were found.
  struct Count {
    var all = 0
    var exact = 0
    var hidden = 0

    var right: Int { exact + hidden }
    var rate: Double { all == 0 ? 1 : Double(right) / Double(all) }

    mutating func add(_ verdict: PhaseComparison.Verdict) {
      all += 1
      if verdict == .exact { exact += 1 }
      if verdict == .hidden { hidden += 1 }
    }

    var text: String {
      lead("\(all)", 8) + lead(percent(exact, of: all), 9) + lead(percent(right, of: all), 9)
    }
  }

  var total = Count()
  var kinds: [Phase.Kind: Count] = [:]
  var traits: [String: Count] = [:]
  /// True kind, found kind: how often.
  var confusion: [Phase.Kind: [Phase.Kind?: Int]] = [:]
  var falseAlarms: [Phase.Kind: Int] = [:]
  var jumps = (true: 0, found: 0, false: 0)
  var wrongEdges = 0
  /// Axes whose samples are not covered once and in order.
  var uncovered = 0
  var axes = 0
  /// Sessions in which every phase was found and nothing else.
  var perfect = 0
  var sessions = 0
  var samples = 0
  var seconds = 0.0
  /// The sessions with phases that were not found, and how many.
  var misses: [(seed: UInt64, count: Int)] = []

  /// Compares sessions of the seeds `first`, `first` + 1 ...
  init(
    sessions: Int, first: UInt64 = 1, find: Finder = { Phases.find($0.trace, axis: $1) }
  ) {
    for index in 0..<UInt64(sessions) { add(SimulatedRecording(seed: first + index), find) }
  }

  /// Compares recordings that are made already.
  init(_ recordings: [SimulatedRecording], find: Finder = { Phases.find($0.trace, axis: $1) }) {
    for recording in recordings { add(recording, find) }
  }

  private mutating func add(_ recording: SimulatedRecording, _ find: Finder) {
    sessions += 1
    var missed = 0
    for view in recording.session.axes {
      var found: [Phase] = []
      let duration = ContinuousClock().measure { found = find(recording, view.axis) }
      seconds +=
        Double(duration.components.attoseconds) * 1e-18 + Double(duration.components.seconds)
      axes += 1
      samples += recording.trace.count
      let comparison = PhaseComparison(recording, axis: view.axis, found: found)
      missed += add(comparison)
    }
    if missed == 0 { perfect += 1 } else { misses.append((recording.seed, missed)) }
  }

  /// Returns how many errors there are.
  private mutating func add(_ comparison: PhaseComparison) -> Int {
    var missed = 0
    for (index, verdict) in comparison.verdicts.enumerated() where verdict != .brief {
      let kind = comparison.truth[index].kind
      total.add(verdict)
      kinds[kind, default: Count()].add(verdict)
      for trait in comparison.recording.traits { traits[trait, default: Count()].add(verdict) }
      confusion[kind, default: [:]][comparison.foundInMiddle(of: index)?.kind, default: 0] += 1
      if verdict == .wrong { missed += 1 }
    }
    for index in comparison.falseAlarms {
      falseAlarms[comparison.found[index].kind, default: 0] += 1
      missed += 1
    }
    jumps.true += comparison.jumps.true
    jumps.found += comparison.jumps.found
    jumps.false += comparison.jumps.false
    wrongEdges += comparison.wrongEdges.count
    if !comparison.isCovering { uncovered += 1 }
    return missed
  }

  var report: String {
    var lines = [
      "\(sessions) sessions, \(perfect) without error; \(axes) axes, \(uncovered) not covered; "
        + "\(samples) samples, \(rounded(seconds)) s",
      pad("", 14) + lead("phases", 8) + lead("exact", 9) + lead("+hidden", 9),
    ]
    for kind in Phase.Kind.allCases where kinds[kind] != nil {
      lines.append(pad(kind.rawValue, 14) + (kinds[kind] ?? Count()).text)
    }
    lines.append(pad("all", 14) + total.text)
    let alarms = Phase.Kind.allCases.compactMap { kind in
      falseAlarms[kind].map { "\(kind.rawValue) \($0)" }
    }
    lines.append("false alarms: " + (alarms.isEmpty ? "none" : alarms.joined(separator: ", ")))
    lines.append(
      "jumps: \(jumps.found) of \(jumps.true) found, \(jumps.false) false; wrong edges: \(wrongEdges)"
    )
    lines += ["", "true \\ found in the middle"]
    let columns = Phase.Kind.allCases.map(Optional.some) + [nil]
    lines.append(
      pad("", 14) + columns.map { lead(String($0?.rawValue.prefix(8) ?? "none"), 9) }.joined())
    for kind in Phase.Kind.allCases {
      guard let row = confusion[kind] else { continue }
      lines.append(
        pad(kind.rawValue, 14) + columns.map { lead("\(row[$0] ?? 0)", 9) }.joined())
    }
    lines += ["", "by trait"]
    for (trait, count) in traits.sorted(by: { $0.key < $1.key }) {
      lines.append(pad(trait, 14) + count.text)
    }
    let worst = misses.sorted { ($0.count, $1.seed) > ($1.count, $0.seed) }.prefix(12)
    lines += [
      "", "most errors: " + worst.map { "seed \($0.seed): \($0.count)" }.joined(separator: ", "),
    ]
    return lines.joined(separator: "\n")
  }

  /// All phases of one session.
  static func listing(
    seed: UInt64, find: Finder = { Phases.find($0.trace, axis: $1) }
  ) -> String {
    let recording = SimulatedRecording(seed: seed)
    var text =
      "seed \(seed): \(recording.traits.joined(separator: ", ")); \(recording.trace.count) samples, "
      + "drop \(rounded(recording.recorder.dropRate))"
    for pause in recording.pauses.pauses {
      text += ", \(rounded(pause.length)) s of rest at \(rounded(pause.time)) s"
    }
    for view in recording.session.axes {
      text +=
        "\n\(view.axis.rawValue): edges \(rounded(view.lowEdge)) and \(rounded(view.highEdge)), "
        + "d \(rounded(view.rubberBand.dimension)), k \(rounded(view.rate)), "
        + "delta \(rounded(view.bounceDecayRate)), release \(rounded(view.releaseRate)); jumps at "
        + recording.jumps(along: view.axis).map { "\(rounded($0))" }.joined(separator: " ") + "\n"
        + PhaseComparison(recording, axis: view.axis, found: find(recording, view.axis))
        .listing
    }
    return text
  }
}
