internal import CurveFitting
public import ScrollRecordings

/// The gain of a wheel: the change of the offset divided by the sum of the deltas, from a recording that has both.
///
/// Between two rests of the content, A is the sum of the deltas in pt and M the change of the offset in pt. The gain g
/// is the least-squares slope of **M = g A**. It is 1 if the content moves by exactly the deltas. With acceleration it
/// varies between scrolls, and its interval is wide.
public struct WheelGain: Sendable, Hashable {
  /// The deltas and the movement between two rests of the content.
  public struct Scroll: Sendable, Hashable {
    /// The time of the first event, in s.
    public var time: Double
    /// The number of events with a delta other than 0.
    public var events: Int
    /// The sum of their deltas, in pt.
    public var asked: Double
    /// The change of the offset, in pt.
    public var moved: Double
    /// The time from the first event to the first sample with another offset, in s; nil if the offset does not change.
    public var delay: Double?
    /// Whether it ended at an edge; such a scroll is not used for the gain.
    public var endsAtEdge: Bool
  }

  /// The axis.
  public var axis: Axis
  /// All scrolls in order, also those that ended at an edge.
  public var scrolls: [Scroll]
  /// g. Its error comes from the scatter of the scrolls, and is at least that of rounding; a single scroll has no
  /// error.
  public var gain: Estimate
  /// M of one event, in pt; nil if the deltas differ in size.
  public var notch: Estimate?

  /// The longest time in s between an event and its movement; an earlier event did not move the content.
  private static let longestDelay = 0.25

  /// The gain along an axis.
  ///
  /// - Parameters:
  ///   - trace: the recording.
  ///   - axis: the axis.
  ///   - phases: its phases, of which the rests are used.
  ///   - confidence: the confidence of the intervals.
  /// - Returns: nil without deltas beside offsets, or if every scroll ended at an edge.
  init?(_ trace: Trace, axis: Axis, phases: [Phase], confidence: Double) {
    let asked = trace.reading([.delta], axis: axis)
    let shown = trace.reading([.offset], axis: axis)
    guard let deltas = asked.channel(.delta, axis: axis)?.values,
      let offset = shown.channel(.offset, axis: axis)
    else { return nil }
    let events = zip(asked.times, deltas).filter { $0.1 != 0 }.map { (time: $0.0, delta: $0.1) }
    let rests = phases.filter { $0.axis == axis && $0.kind == .rest }
    let quantum = SampledChannel(shown, channel: offset).quantum ?? 0
    var scrolls = Self.scrolls(
      events, between: rests, times: shown.times, values: offset.values, quantum: quantum)
    Self.markEdges(
      &scrolls, Edge.known(in: trace.metadata, axis: axis).map(\.position),
      values: offset.values, quantum: quantum)
    self.axis = axis
    self.scrolls = scrolls.map(\.scroll)
    let free = self.scrolls.filter { !$0.endsAtEdge }
    guard
      let gain = Self.slope(
        free.map { ($0.asked, $0.moved) }, key: "wheel_gain", unit: "", quantum, confidence)
    else { return nil }
    self.gain = gain
    let sizes = Set(events.map { $0.delta.magnitude })
    if sizes.count == 1, let size = sizes.first {
      notch = Self.slope(
        free.map { ($0.asked / size, $0.moved) }, key: "notch", unit: "pt", quantum, confidence)
    }
  }

  /// A scroll, and the offset at the rest after it.
  private typealias Placed = (scroll: Scroll, end: Double)

  /// The scrolls between rests. O(n).
  private static func scrolls(
    _ events: [(time: Double, delta: Double)], between rests: [Phase], times: [Double],
    values: [Double], quantum: Double
  ) -> [Placed] {
    var result: [Placed] = []
    var (next, row) = (0, 0)
    /// Advances to the first sample at or after a time.
    func reach(_ time: Double) { while row < times.count - 1, times[row] < time { row += 1 } }
    for (before, after) in zip(rests, rests.dropFirst()) {
      while next < events.count, events[next].time < before.end - longestDelay { next += 1 }
      let first = next
      while next < events.count, events[next].time < after.start { next += 1 }
      guard next > first else { continue }
      let time = events[first].time
      reach(time)
      let level = values[max(0, row - 1)]
      while row < times.count - 1, (values[row] - level).magnitude <= 0.5 * quantum { row += 1 }
      let moving = times[row]
      reach(after.end)
      let last = times[row] > after.end ? max(0, row - 1) : row
      let scroll = Scroll(
        time: time, events: next - first,
        asked: events[first..<next].reduce(0) { $0 + $1.delta }, moved: values[last] - level,
        delay: moving < after.start ? moving - time : nil, endsAtEdge: false)
      result.append((scroll, values[last]))
    }
    return result
  }

  /// Marks the scrolls that ended at an edge: a known one, or the smallest or largest offset if the scroll was shorter
  /// than 0.9 times the distance by the usual gain.
  private static func markEdges(
    _ scrolls: inout [Placed], _ edges: [Double], values: [Double], quantum: Double
  ) {
    let gains = scrolls.filter { $0.scroll.asked != 0 }.map { $0.scroll.moved / $0.scroll.asked }
    guard !gains.isEmpty, let low = values.min(), let high = values.max() else { return }
    let usual = gains.sorted()[gains.count / 2]
    for index in scrolls.indices {
      let (scroll, end) = scrolls[index]
      let isShort = (scroll.moved / scroll.asked / usual) < 0.9
      scrolls[index].scroll.endsAtEdge =
        edges.contains { (end - $0).magnitude <= 0.75 * quantum }
        || (isShort && (end == low || end == high))
    }
  }

  /// The slope of a line through the origin; nil if all deltas are 0.
  private static func slope(
    _ points: [(x: Double, y: Double)], key: String, unit: String, _ quantum: Double,
    _ confidence: Double
  ) -> Estimate? {
    let moves = Observations(abscissae: points.map(\.x), values: points.map(\.y))
    guard let line = StraightLine(moves, intercept: 0) else { return nil }
    guard points.count > 1 else {
      return Estimate(
        key: key, value: line.slope, unit: unit,
        reason: "one scroll has no scatter to tell an error by")
    }
    let degrees = Double(points.count - 1)
    var result = Estimate(key: key, value: line.slope, unit: unit)
    // Both ends of a scroll are rounded.
    result.setErrors(
      variance: max(line.sumOfSquares(moves) / degrees, quantum * quantum / 6) / line.spread,
      degrees: degrees, confidence: confidence)
    return result
  }
}

extension TraceResult {
  /// Adds the gain of a wheel if the recording has deltas and offsets.
  ///
  /// - Parameter isAll: whether all results of the recording were requested, so that a gain is a result even without a
  ///   fit.
  mutating func findWheelGains(
    _ trace: Trace, of axes: [Axis], isAll: Bool, options: FitOptions
  ) {
    let gains = axes.compactMap {
      WheelGain(trace, axis: $0, phases: phases, confidence: options.confidence)
    }
    joined?.wheelGains = gains
    if isAll, !gains.isEmpty, failure?.code == .nothingToFit { failure = nil }
  }
}
