internal import RealModule
public import ScrollPhysics
public import ScrollRecordings

/// One channel of a recording: its role, and its true value over time.
public struct RecordedQuantity: Sendable {
  /// The role of the channel.
  public var role: Role
  /// The axis of the channel.
  public var axis: Axis
  /// Whether noise and outliers apply; a finger has neither.
  public var isDisturbed: Bool
  /// The true value in pt at a time in s.
  public var value: @Sendable (Double) -> Double

  /// Creates a quantity.
  public init(
    _ role: Role, axis: Axis = .y, isDisturbed: Bool = true,
    value: @escaping @Sendable (Double) -> Double
  ) {
    self.role = role
    self.axis = axis
    self.isDisturbed = isDisturbed
    self.value = value
  }

  /// The offset during a bounce.
  ///
  /// - Parameters:
  ///   - bounce: the motion; its overscroll is positive outward.
  ///   - edge: the offset at rest, in pt.
  ///   - offsetsGrowOutward: false at a top or left edge, true at a bottom or right one.
  ///   - axis: of the offset.
  ///   - settleThreshold: overscroll in pt below which the system ends the motion, or 0 for never.
  public static func offset(
    of bounce: CriticalBounce, edge: Double = 0, offsetsGrowOutward: Bool = false, axis: Axis = .y,
    settleThreshold: Double = 0
  ) -> RecordedQuantity {
    offset(
      edge: edge, offsetsGrowOutward, axis,
      settleTime: settleThreshold > 0 ? bounce.settleTime(threshold: settleThreshold) : nil,
      position: bounce.position)
  }

  /// The offset during the motion of a spring of any damping, including swings across the rest position.
  ///
  /// - Parameters:
  ///   - spring: the motion; its displacement from rest is positive outward.
  ///   - edge: the offset at rest, in pt.
  ///   - offsetsGrowOutward: false at a top or left edge, true at a bottom or right one.
  ///   - axis: of the offset.
  ///   - settleThreshold: displacement in pt below which the system ends the motion, or 0 for never.
  public static func offset(
    of spring: Spring, edge: Double = 0, offsetsGrowOutward: Bool = false, axis: Axis = .y,
    settleThreshold: Double = 0
  ) -> RecordedQuantity {
    offset(
      edge: edge, offsetsGrowOutward, axis,
      settleTime: settleThreshold > 0 ? spring.settleTime(threshold: settleThreshold) : nil,
      position: spring.position)
  }

  /// The offset of a return to an edge: at rest there from `settleTime` on.
  private static func offset(
    edge: Double, _ offsetsGrowOutward: Bool, _ axis: Axis, settleTime: Double?,
    position: @escaping @Sendable (Double) -> Double
  ) -> RecordedQuantity {
    let sign = offsetsGrowOutward ? 1.0 : -1.0
    let end = settleTime ?? .infinity
    return RecordedQuantity(.offset, axis: axis) {
      $0 >= end ? edge : edge + sign * position($0)
    }
  }

  /// The offset during a deceleration.
  ///
  /// - Parameters:
  ///   - deceleration: the motion.
  ///   - axis: of the offset.
  ///   - stopSpeed: the speed in pt/s below which the system ends the motion, or 0 for never.
  ///   - stopDistance: the distance in pt from the limit below which the system ends it, or 0 for never.
  public static func offset(
    of deceleration: Deceleration, axis: Axis = .y, stopSpeed: Double = 0,
    stopDistance: Double = 0
  ) -> RecordedQuantity {
    let end = deceleration.end(stopSpeed: stopSpeed, stopDistance: stopDistance)
    return RecordedQuantity(.offset, axis: axis) { deceleration.position(at: min($0, end)) }
  }

  /// The offset of a free item under linear drag; it rests until the motion begins.
  ///
  /// - Parameters:
  ///   - motion: the motion, from its beginning.
  ///   - axis: of the offset.
  ///   - wait: the time at which the motion begins, in s.
  public static func offset(
    of motion: Deceleration, axis: Axis = .y, after wait: Double
  ) -> RecordedQuantity {
    RecordedQuantity(.offset, axis: axis) { motion.position(at: max($0 - wait, 0)) }
  }

  /// The offset of an item that falls onto a floor, with rebounds unless its elasticity is 0.
  ///
  /// It rests until the motion begins.
  ///
  /// - Parameters:
  ///   - collision: the motion, from its beginning.
  ///   - position: an offset in pt that is added to the motion.
  ///   - axis: of the offset.
  ///   - wait: the time at which the motion begins, in s.
  public static func offset(
    of collision: Collision, from position: Double = 0, axis: Axis = .y, after wait: Double = 0
  ) -> RecordedQuantity {
    RecordedQuantity(.offset, axis: axis) {
      position + collision.position(at: max($0 - wait, 0))
    }
  }

  /// Finger and overscroll while a finger drags beyond an edge at constant speed and then holds still: two
  /// quantities.
  ///
  /// - Parameters:
  ///   - rubberBand: the resistance.
  ///   - travel: the distance of the finger beyond the edge, in pt.
  ///   - duration: the time of the movement, in s, above 0.
  ///   - axis: of both quantities.
  public static func pull(
    of rubberBand: RubberBand, travel: Double, over duration: Double, axis: Axis = .y
  ) -> [RecordedQuantity] {
    pull(travel: travel, over: duration, axis: axis) { rubberBand.overscroll(travel: $0) }
  }

  /// The same for any resistance, as the overscroll of a finger travel in pt.
  public static func pull(
    travel: Double, over duration: Double, axis: Axis = .y,
    overscroll: @escaping @Sendable (Double) -> Double
  ) -> [RecordedQuantity] {
    let finger: @Sendable (Double) -> Double = { travel * min(max($0 / duration, 0), 1) }
    return [
      RecordedQuantity(.finger, axis: axis, isDisturbed: false, value: finger),
      RecordedQuantity(.overscroll, axis: axis) { overscroll(finger($0)) },
    ]
  }

  /// Offset and header height while the content is pulled and released once: two quantities.
  ///
  /// The offset goes from `lead` before the breakpoint to `pull` beyond it and back, as a cosine.
  ///
  /// - Parameters:
  ///   - header: the law of the header.
  ///   - pull: the maximum distance of the offset beyond the breakpoint, in pt.
  ///   - lead: the distance before the breakpoint at which the offset starts and ends, in pt.
  ///   - duration: the time of the whole movement, in s, above 0.
  ///   - axis: the axis of both.
  public static func stretch(
    of header: HeaderStretch, pull: Double, lead: Double, over duration: Double, axis: Axis = .y
  ) -> [RecordedQuantity] {
    let outward = header.isFooter ? 1.0 : -1.0
    let offset: @Sendable (Double) -> Double = {
      let turn = min(max($0 / duration, 0), 1)
      let way = (pull + lead) * (1 - Double.cos(2 * Double.pi * turn)) / 2
      return header.breakpoint + outward * (way - lead)
    }
    return [
      RecordedQuantity(.offset, axis: axis, value: offset),
      RecordedQuantity(.height) { header.height(offset: offset($0)) },
    ]
  }

  /// The offsets of two nested views, where the outer view transfers its velocity to the inner one: two quantities.
  ///
  /// - Parameters:
  ///   - handover: the motion; without a transfer the inner view rests at 0.
  ///   - axis: of both views.
  ///   - stopSpeed: the speed in pt/s below which the system ends the inner glide, or 0 for never.
  public static func nestedOffsets(
    of handover: Handover, axis: Axis = .y, stopSpeed: Double = 0
  ) -> [RecordedQuantity] {
    [
      RecordedQuantity(.offset, axis: axis) { handover.firstPosition(at: $0) },
      RecordedQuantity(.inner, axis: axis) {
        handover.secondPosition(at: $0, stopSpeed: stopSpeed) ?? 0
      },
    ]
  }
}

extension Deceleration {
  /// The time at which the motion ends, in s: when the first of the two rules applies, or when friction stops it;
  /// infinite if it never ends.
  ///
  /// - Parameters:
  ///   - stopSpeed: the speed in pt/s below which it ends, or 0 for never.
  ///   - stopDistance: the distance in pt from the limit below which it ends, or 0 for never.
  public func end(stopSpeed: Double, stopDistance: Double = 0) -> Double {
    var end = standstill ?? .infinity
    if stopSpeed > 0 { end = min(end, duration(stopSpeed: stopSpeed)) }
    if stopDistance > 0 { end = min(end, duration(within: stopDistance)) }
    return end
  }
}
