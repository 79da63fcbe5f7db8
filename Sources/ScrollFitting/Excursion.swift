public import ScrollTraces

/// A part of a recording beyond an edge, as `inspect` lists it.
public struct Excursion: Sendable, Hashable {
  /// The edge.
  public var edge: Edge
  /// The axis.
  public var axis: Axis
  /// First and last time, the settled end left out, in s.
  public var window: ClosedRange<Double>
  /// Samples in the window.
  public var sampleCount: Int
  /// The largest recorded overscroll, in pt.
  public var furthest: Double

  /// The excursions of a recording on an axis, in the order of time; none when there is no offset.
  public static func all(in trace: Trace, axis: Axis, options: FitOptions = FitOptions())
    -> [Excursion]
  {
    guard !trace.isTable,
      let channel = trace.channel(.overscroll, axis: axis) ?? trace.channel(.offset, axis: axis),
      channel.values.count > 1,
      let stretches = try? Stretches.find(
        Signal(trace, channel: channel), trace: trace, options: options)
    else { return [] }
    // An edge that could only be fitted is a guess that needs the fit's errors beside it.
    return stretches.filter { $0.edge.source != .fitted }.compactMap { stretch in
      let used = Segment.unsettled(stretch.overscroll, quantum: stretch.quantum)
      guard !used.isEmpty else { return nil }
      return Excursion(
        edge: stretch.edge, axis: axis,
        window: stretch.times[used.lowerBound]...stretch.times[used.upperBound - 1],
        sampleCount: used.count, furthest: stretch.overscroll.max() ?? 0)
    }
  }
}
