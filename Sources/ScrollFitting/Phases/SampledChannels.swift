internal import ScrollTraces

/// The offsets of a recording along its axes, a log of changes with its frames put back.
struct SampledChannels {
  /// The recording that the signals count in.
  let trace: Trace
  /// The offset or overscroll along each axis, vertical first.
  let signals: [SampledChannel]
  /// For each sample the row of the recording that it is or repeats; nil where every sample is one.
  private let rows: [Int]?
  /// The facts about the recording as it was written; nil when nothing was.
  let facts: SamplingFacts?

  /// A recording in one where all channels share their rows, else one for each axis, vertical first.
  ///
  /// - Parameters:
  ///   - recorded: the recording.
  ///   - axis: the only axis to look at; nil for every one.
  static func all(_ recorded: Trace, axis only: Axis? = nil) -> [SampledChannels] {
    guard recorded.hasGaps else { return [SampledChannels(recorded, axis: only)] }
    let apart = [Axis.y, .x].filter { only == nil || $0 == only }.map { axis in
      let isOffset = recorded.recorded.contains { $0 == (.offset, axis) }
      return SampledChannels(
        recorded.reading([isOffset ? .offset : .overscroll], axis: axis), axis: axis)
    }
    let found = apart.filter { !$0.signals.isEmpty }
    return found.isEmpty ? Array(apart.prefix(1)) : found
  }

  /// - Parameter axis: the only axis to look at; nil for every one.
  init(_ recorded: Trace, axis only: Axis? = nil) {
    func channels(_ trace: Trace) -> [Channel] {
      guard !trace.isTable else { return [] }
      // Most recordings have nothing else than y.
      return [Axis.y, .x].filter { only == nil || $0 == only }.compactMap { axis in
        trace.channel(.offset, axis: axis) ?? trace.channel(.overscroll, axis: axis)
      }.filter { $0.values.count > 1 }
    }
    guard let first = channels(recorded).first else {
      (trace, signals, rows, facts) = (recorded, [], nil, nil)
      return
    }
    let facts = SamplingFacts(recorded, channel: first)
    self.facts = facts
    let held = GapFilledTrace(recorded, facts: facts)
    let trace = held?.trace ?? recorded
    self.trace = trace
    rows = held?.rows
    signals = channels(trace).map { channel in
      SampledChannel(
        trace, channel: channel,
        facts: (held?.facts ?? facts).looking(at: channel, of: trace), held: held)
    }
  }

  /// Phases whose samples count in the recording: a frame put back is none of its samples.
  func asRecorded(_ phases: [Phase]) -> [Phase] {
    guard let rows else { return phases }
    func recorded(_ sample: Int) -> Int {
      guard sample < rows.count else { return (rows.last ?? -1) + 1 }
      // A sample that repeats the row before it comes after that row.
      return sample > 0 && rows[sample] == rows[sample - 1] ? rows[sample] + 1 : rows[sample]
    }
    return phases.map { phase in
      var phase = phase
      phase.range = recorded(phase.range.lowerBound)..<recorded(phase.range.upperBound)
      return phase
    }
  }
}
