public import ScrollRecordings

/// Finds the phases of a recording.
public enum Phases {
  /// The phases along an axis, in order of time; each sample is in exactly one. O(n).
  ///
  /// Names in a `phase` column and a recorded finger are used. Edges in the metadata or the options are taken as known;
  /// others are inferred.
  ///
  /// - Returns: an empty list for a table, a recording without samples, or one without an offset along the axis.
  public static func find(
    _ trace: Trace, axis: Axis, options: FitOptions = FitOptions()
  ) -> [Phase] {
    all(trace, options: options).first { $0.axis == axis }?.phases ?? []
  }

  /// The phases along each recorded axis, vertical first.
  public static func all(
    _ trace: Trace, options: FitOptions = FitOptions()
  ) -> [(axis: Axis, phases: [Phase])] {
    let wheels = wheels(trace, axis: nil)
    if !wheels.isEmpty { return wheels.map { ($0.axis, $0.phases) } }
    return SampledChannels.all(trace).flatMap { recording in
      named(recording, options: options).map { axis, phases in
        (axis, recording.asRecorded(phases))
      }
    }
  }

  /// The phases along each recorded axis as `fit` has them: motions of all laws take the place of phases that no fit
  /// describes.
  package static func identified(_ trace: Trace) -> [(axis: Axis, phases: [Phase])] {
    guard wheels(trace, axis: nil).isEmpty else { return all(trace) }
    return SampledChannels.all(trace).flatMap { recording in
      let found = IdentifiedPhases.fitted(recording, kinds: nil, options: FitOptions()).phases
      return recording.signals.map { signal in
        let axis = signal.channel.axis
        return (axis, recording.asRecorded(found.filter { $0.axis == axis }))
      }
    }
  }

  /// The phases along each axis, including those with a law that `fit` does not have.
  static func named(
    _ recording: SampledChannels, options: FitOptions
  ) -> [(axis: Axis, phases: [Phase])] {
    let found = find(recording, options: options)
    // With a finger, the offset is not only the content's own motion.
    guard !recording.trace.channels.contains(where: { $0.role == .finger }) else { return found }
    return zip(recording.signals, found).map { signal, found in
      let phases = OtherLaws.named(
        found.phases, signal: signal, trace: recording.trace, options: options)
      return (found.axis, phases.map { steadied($0, signal) })
    }
  }

  /// A phase that seemed to slow down, but moves at one speed, with evidence that says so.
  private static func steadied(_ phase: Phase, _ signal: SampledChannel) -> Phase {
    guard phase.remark == PhaseFinder.slowing,
      MotionWindow(moving: signal, phase.range)?.isStraight == true
    else { return phase }
    var phase = phase
    (phase.evidence, phase.remark) = (PhaseFinder.steady, PhaseFinder.steady)
    return phase
  }

  /// The wheel events along each axis, vertical first; empty if offsets were recorded.
  static func wheels(_ trace: Trace, axis: Axis?) -> [WheelStream] {
    guard !trace.recorded.contains(where: { $0.role == .offset || $0.role == .overscroll }) else {
      return []
    }
    return [Axis.y, .x].filter { axis == nil || $0 == axis }.compactMap {
      WheelStream(trace.reading([.delta], axis: $0), axis: $0)
    }
  }

  /// The phases along each axis. Rates found along one axis are used along the other.
  ///
  /// - Returns: phases with ranges that refer to the signals, in which a log of changes has its frames filled in.
  static func find(
    _ recording: SampledChannels, options: FitOptions
  ) -> [(axis: Axis, phases: [Phase])] {
    let trace = recording.trace
    var finders = recording.signals.map { signal in
      PhaseFinder(
        signal, known: edges(signal, trace: trace, options: options),
        finger: trace.channel(.finger, axis: signal.channel.axis))
    }
    for index in finders.indices { finders[index].look() }
    let first = finders
    for index in finders.indices { finders[index].refine(first) }
    return finders.map { finder in
      let runs = NamedRuns.replacing(finder.runs, in: trace, finder: finder) ?? finder.runs
      var phases = compose(runs, finder.motion, axis: finder.axis)
      // In the times of the recording, even if the laws were fitted at other times.
      if let last = phases.indices.last {
        phases[0].start = min(trace.times[0], phases[0].end)
        phases[last].end = max(trace.times[trace.count - 1], phases[last].start)
      }
      return (finder.axis, phases)
    }
  }

  /// The edges that are known without inference.
  private static func edges(_ signal: SampledChannel, trace: Trace, options: FitOptions) -> [Edge] {
    let axis = signal.channel.axis
    let known = Edge.known(in: trace.metadata, axis: axis)
    if signal.channel.role == .overscroll {
      let largest = signal.values.max { $0.magnitude < $1.magnitude } ?? 0
      return [
        Edge(
          position: 0, side: Edge.side(axis: axis, offsetsGrowOutward: largest > 0),
          source: .column)
      ]
    }
    guard let position = options.edge else { return known }
    let given = ExcursionDetector.oneEdge(signal, position: position, source: .option)
    return [given] + known.filter { $0.side != given.side }
  }

  /// Derives the kind of each run from its neighbours.
  private static func compose(_ runs: [MotionRun], _ motion: Motion, axis: Axis) -> [Phase] {
    var result: [Phase] = []
    for (index, run) in runs.enumerated() {
      let before = result.last
      let kind = kind(run, after: before, next: index + 1 < runs.count ? runs[index + 1] : nil)
      if let before, before.kind == kind, before.edge == run.edge, !run.isFree, kind != .jump {
        // Successive runs of one finger, or of one rest.
        result[result.count - 1].range = before.range.lowerBound..<run.range.upperBound
        continue
      }
      var phase = Phase(
        kind, axis: axis, range: run.range, start: 0, end: 0, edge: run.edge,
        confidence: run.confidence, evidence: run.evidence)
      if [PhaseFinder.slowing, PhaseFinder.returning].contains(run.evidence) {
        phase.remark = run.evidence
      }
      if case .free(let law?) = run.control, kind == .bounce, let crossing = law.crossing {
        phase.start = crossing
      } else {
        phase.start = .nan
      }
      result.append(phase)
    }
    markCaught(&result, runs, motion)
    holdCaught(&result, motion)
    rate(&result)
    setTimes(&result, motion)
    return result
  }

  /// Marks glides that a touch stopped and held: they end faster than glides that end by themselves.
  private static func markCaught(_ phases: inout [Phase], _ runs: [MotionRun], _ motion: Motion) {
    var ends: [(index: Int, speed: Double, unit: Double)] = []
    var next = 0
    for index in phases.indices where phases[index].kind == .deceleration {
      while runs[next].range.lowerBound < phases[index].range.lowerBound { next += 1 }
      guard index + 1 < phases.count, phases[index + 1].kind == .rest,
        case .free(let law?) = runs[next].control
      else { continue }
      let last = motion.times[phases[index].range.upperBound - 1]
      ends.append((index, law.velocity(at: last).magnitude, law.rate * motion.quantum))
    }
    let speeds = ends.map(\.speed).sorted()
    // Most glides end by themselves, at low speed.
    let usual = speeds.count >= 3 ? min(15, speeds[speeds.count / 3]) : 15
    for end in ends where end.speed > max(1.6 * usual, usual + 3 * end.unit) {
      phases[end.index].kind = .interrupted
    }
  }

  private static func kind(
    _ run: MotionRun, after before: Phase?, next: MotionRun?
  ) -> Phase.Kind {
    switch run.control {
    case .still: return .rest
    case .jump: return .jump
    case .unseen: return .unknown
    case .finger: return run.edge == nil ? .tracking : .rubberBand
    case .free:
      if run.edge == nil {
        if let next, next.edge == nil, case .finger = next.control { return .interrupted }
        return .deceleration
      }
      return before?.kind == .rubberBand ? .release : .bounce
    }
  }

  /// Sets the confidence of likely phases. Beyond an edge only a finger moves content off the spring's curve; a few
  /// samples inside the edges do not identify anything.
  private static func rate(_ phases: inout [Phase]) {
    for index in phases.indices where phases[index].confidence == .likely {
      let count = phases[index].range.count
      switch phases[index].kind {
      case .rubberBand where count >= 5: phases[index].confidence = .sure
      case .tracking where count < 4: phases[index].confidence = .unsure
      default: continue
      }
    }
  }

  /// The longest time in s for which a touch is assumed to hold stopped content before a drag.
  private static let longestHold = 0.4

  /// Joins a short rest between an interrupted glide and a drag to the drag: the touch held the content.
  private static func holdCaught(_ phases: inout [Phase], _ motion: Motion) {
    var index = 2
    while index < phases.count {
      let rest = phases[index - 1]
      if phases[index - 2].kind == .interrupted, rest.kind == .rest,
        phases[index].kind == .tracking,
        motion.times[rest.range.upperBound - 1] - motion.times[rest.range.lowerBound]
          < longestHold - RestDetector.slack
      {
        phases[index].range = rest.range.lowerBound..<phases[index].range.upperBound
        phases.remove(at: index - 1)
      } else {
        index += 1
      }
    }
  }

  /// Sets the times of phases between samples where no law gives better ones.
  private static func setTimes(_ phases: inout [Phase], _ motion: Motion) {
    for index in phases.indices {
      let first = phases[index].range.lowerBound
      let own = motion.times[first]
      guard index > 0 else {
        phases[index].start = own
        continue
      }
      let before = motion.times[max(0, first - 1)]
      let start = phases[index].start
      phases[index].start =
        start > before - motion.frame / 2 && start < own + motion.frame / 2
        ? min(max(start, before), own) : (before + own) / 2
      phases[index - 1].end = phases[index].start
    }
    if let last = phases.indices.last { phases[last].end = motion.times[motion.times.count - 1] }
  }
}
