internal import ScrollFitting
public import ScrollPhysics
public import ScrollTraces

extension Recorder {
  /// Records a bounce beyond an edge: the first frame comes `phase` seconds after the crossing.
  ///
  /// - Parameters:
  ///   - bounce: the motion; its overscroll is positive outward.
  ///   - edge: the offset at rest, in pt.
  ///   - offsetsGrowOutward: false at a top or left edge, true at a bottom or right one.
  ///   - axis: of the offset.
  ///   - settleThreshold: overscroll in pt below which the system ends the motion for good, or 0.
  ///   - random: the source of all faults.
  /// - Returns: a recording whose metadata name the edge.
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

  /// Records a deceleration from its release on.
  ///
  /// - Parameters:
  ///   - deceleration: the motion.
  ///   - axis: of the offset.
  ///   - stopSpeed: the speed in pt/s below which the system ends the motion, or 0.
  ///   - stopDistance: the distance in pt from the limit below which the system ends it, or 0.
  ///   - random: the source of all faults.
  public func record(
    _ deceleration: Deceleration, axis: Axis = .y, stopSpeed: Double = 0,
    stopDistance: Double = 0, random: inout RandomSource
  ) -> Trace {
    let quantity = RecordedQuantity.offset(
      of: deceleration, axis: axis, stopSpeed: stopSpeed, stopDistance: stopDistance)
    return record([quantity], random: &random)
  }

  /// Records a finger that drags beyond an edge at constant speed: columns of finger and overscroll.
  ///
  /// - Parameters:
  ///   - rubberBand: what resists.
  ///   - travel: how far the finger goes beyond the edge, in pt.
  ///   - duration: how long it takes to get there, in s; nil for the whole recording.
  ///   - axis: of both.
  ///   - random: the source of all faults.
  /// - Returns: a recording whose metadata name the bounds.
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

  /// Records a session on the axes of its scroll view, each sample with the name of its phase.
  ///
  /// - Returns: a recording whose metadata name the edges and the bounds.
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
