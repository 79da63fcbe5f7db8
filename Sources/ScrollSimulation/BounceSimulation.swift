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
    let key =
      switch (axis, offsetsGrowOutward) {
      case (.y, false): "edge_top"
      case (.y, true): "edge_bottom"
      case (.x, false): "edge_left"
      case (.x, true): "edge_right"
      }
    let sign = offsetsGrowOutward ? 1.0 : -1.0
    let end =
      settleThreshold > 0
      ? bounce.settleTime(threshold: settleThreshold) ?? .infinity : .infinity
    return record(axis: axis, metadata: Metadata([.init(key, "\(edge)")]), random: &random) {
      $0 >= end ? edge : edge + sign * bounce.position(at: $0)
    }
  }
}
