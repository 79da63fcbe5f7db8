internal import ScrollRecordings

/// The offsets of a recording along its axes; for a log of changes with the left-out frames filled in.
struct SampledChannels {
  /// The recording to whose rows the signals refer.
  let trace: Trace
  /// The offset or overscroll along each axis, vertical first.
  let signals: [SampledChannel]
  /// For each sample, the row of the recording that it is or repeats; nil if no frames were filled in.
  private let rows: [Int]?
  /// The facts about the recording before frames were filled in; nil without a channel.
  let facts: SamplingFacts?

  /// The offset or overscroll along an axis; nil if none is recorded.
  func signal(along axis: Axis) -> SampledChannel? { signals.first { $0.channel.axis == axis } }

  /// One value for a recording in which all channels share their rows; otherwise one per axis, vertical first.
  ///
  /// - Parameters:
  ///   - recorded: the recording.
  ///   - axis: the only axis to use; nil for all axes.
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

  /// - Parameter axis: the only axis to use; nil for all axes.
  init(_ recorded: Trace, axis only: Axis? = nil) {
    func channels(_ trace: Trace) -> [Channel] {
      guard !trace.isTable else { return [] }
      // Most recordings contain only y.
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

  /// The phases with ranges in rows of the recording, without the frames that were filled in.
  func asRecorded(_ phases: [Phase]) -> [Phase] {
    guard let rows else { return phases }
    func recorded(_ sample: Int) -> Int {
      guard sample < rows.count else { return (rows.last ?? -1) + 1 }
      // A sample that repeats a row comes after that row.
      return sample > 0 && rows[sample] == rows[sample - 1] ? rows[sample] + 1 : rows[sample]
    }
    return phases.map { phase in
      var phase = phase
      phase.range = recorded(phase.range.lowerBound)..<recorded(phase.range.upperBound)
      return phase
    }
  }
}
