internal import ScrollRecordings

/// Wheel events as a recording of offsets, in which the laws of other motions are searched.
extension WheelStream {
  /// The offset at each event, with the phases named. The momenta have the times of the display's frames if their events
  /// are delivered late.
  var summed: Trace {
    var result = trace
    var channel = offsets
    channel.values = events.rows.map { offsets.values[$0.upperBound - 1] }
    result.channels = [channel]
    result.times = events.times
    result.phases = zip(phases, ranges).compactMap { phase, range in
      guard !range.isEmpty else { return nil }
      let isMomentum = Self.fitted.contains(phase.kind)
      if isMomentum, let times = frameTimes(range) {
        result.times.replaceSubrange(range, with: times)
      }
      return PhaseSpan(label: isMomentum ? "deceleration" : "tracking", range: range)
    }
    return result
  }

  /// The times of the frames of a momentum whose events have irregular stamps; nil if these are regular, or if the times
  /// would pass those of the events beside it.
  private func frameTimes(_ range: Range<Int>) -> [Double]? {
    guard let clock = FrameClock(events, range), clock.jitter > Self.regular,
      let first = clock.times.first, let last = clock.times.last,
      range.lowerBound == 0 || events.times[range.lowerBound - 1] < first,
      range.upperBound == events.count || events.times[range.upperBound] > last
    else { return nil }
    return clock.times
  }

  /// The largest error in s of stamps that are used as they are.
  private static let regular = 1e-4
}
