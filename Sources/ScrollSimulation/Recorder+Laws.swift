internal import ScrollFitting
public import ScrollPhysics
public import ScrollRecordings

extension Recorder {
  /// Records a bounce beyond an edge; the first frame is `phase` seconds after the crossing.
  ///
  /// - Parameters:
  ///   - bounce: the motion; its overscroll is positive outward.
  ///   - edge: the offset at rest, in pt.
  ///   - offsetsGrowOutward: false at a top or left edge, true at a bottom or right one.
  ///   - axis: the axis of the offset.
  ///   - settleThreshold: overscroll in pt below which the system ends the motion, or 0 for never.
  ///   - random: the source of all random numbers.
  /// - Returns: a recording whose metadata contain the edge.
  public func record(
    _ bounce: CriticalBounce, edge: Double = 0, offsetsGrowOutward: Bool = false,
    axis: Axis = .y, settleThreshold: Double = 0, random: inout RandomSource
  ) -> Trace {
    let key = Metadata.edgeKey(axis: axis, offsetsGrowOutward: offsetsGrowOutward)
    let quantity = RecordedQuantity.offset(
      of: bounce, edge: edge, offsetsGrowOutward: offsetsGrowOutward, axis: axis,
      settleThreshold: settleThreshold)
    return record(
      [quantity], metadata: Metadata([.init(key, LawConstants.short(edge))]), random: &random)
  }

  /// Records a deceleration from its release.
  ///
  /// - Parameters:
  ///   - deceleration: the motion.
  ///   - axis: the axis of the offset.
  ///   - stopSpeed: the speed in pt/s below which the system ends the motion, or 0 for never.
  ///   - stopDistance: the distance in pt from the limit below which the system ends it, or 0 for never.
  ///   - random: the source of all random numbers.
  public func record(
    _ deceleration: Deceleration, axis: Axis = .y, stopSpeed: Double = 0,
    stopDistance: Double = 0, random: inout RandomSource
  ) -> Trace {
    let quantity = RecordedQuantity.offset(
      of: deceleration, axis: axis, stopSpeed: stopSpeed, stopDistance: stopDistance)
    return record([quantity], random: &random)
  }

  /// Records a finger that drags beyond an edge at constant speed, in columns for finger and overscroll.
  ///
  /// - Parameters:
  ///   - rubberBand: the resistance.
  ///   - travel: the distance of the finger beyond the edge, in pt.
  ///   - duration: the time of the movement, in s; nil for the whole recording.
  ///   - axis: the axis of both columns.
  ///   - random: the source of all random numbers.
  /// - Returns: a recording whose metadata contain the bounds.
  public func record(
    _ rubberBand: RubberBand, travel: Double, over duration: Double? = nil, axis: Axis = .y,
    random: inout RandomSource
  ) -> Trace {
    let quantities = RecordedQuantity.pull(
      of: rubberBand, travel: travel, over: duration ?? Double(max(frameCount - 1, 1)) / rate,
      axis: axis)
    let metadata = Metadata([
      .init(Metadata.boundsKey(axis: axis), LawConstants.short(rubberBand.dimension))
    ])
    return record(quantities, metadata: metadata, random: &random)
  }

  /// Records a session on all its axes, with the phase name at each sample.
  ///
  /// - Returns: a recording whose metadata contain the edges and the bounds.
  public func record(
    _ session: ScrollSession, metadata: Metadata = Metadata(), random: inout RandomSource
  ) -> Trace {
    var metadata = metadata
    for axis in session.axes { metadata.entries += axis.metadata }
    let quantities = session.axes.map { axis in
      RecordedQuantity(.offset, axis: axis.axis) {
        session.state(at: $0, along: axis.axis).position
      }
    }
    return record(
      quantities, metadata: metadata, phase: { session.phase(at: $0).rawValue }, random: &random)
  }
}
