/// A glide that meets an edge, or stops before it.
///
/// The content decelerates; at the edge a spring takes it with the speed left, |v0| - k x for a distance
/// x without friction, and brings it back to rest there. With a stop speed the glide ends where the speed
/// falls below it, and the edge is met only before. Lengths in pt, times in s from the release, velocities
/// in pt/s.
///
/// In the discrete form the spring begins at the first whole millisecond at or beyond the edge.
public struct Fling: Sendable, Hashable {
  /// The glide from the release.
  public let glide: Deceleration
  /// Offset of the edge in pt.
  public let edge: Double
  /// The spring at the edge.
  public let constants: SpringConstants
  /// The speed in pt/s below which a glide ends; nil when it goes on to its limit.
  public let stopSpeed: Double?
  /// When it meets the edge, in s; nil when it comes to rest before. 0 when it is released beyond it.
  public let timeOfEdge: Double?
  /// The bounce from then on, outward positive; nil when it comes to rest before.
  public let bounce: Spring?

  /// A fling towards an edge that lies in its direction; one that lies behind has been passed already, so
  /// that the bounce begins at once.
  public init(
    _ glide: Deceleration, edge: Double, constants: SpringConstants, stopSpeed: Double? = nil
  ) {
    self.glide = glide
    self.edge = edge
    self.constants = constants
    self.stopSpeed = stopSpeed
    let distance = glide.direction * (edge - glide.position)
    guard distance > 0 else {
      timeOfEdge = 0
      bounce = Spring(
        constants, from: MotionState(position: -distance, velocity: glide.velocity.magnitude))
      return
    }
    guard let time = glide.time(after: distance), let speed = glide.speed(after: distance),
      stopSpeed.map({ time <= glide.duration(stopSpeed: $0) }) ?? true
    else {
      timeOfEdge = nil
      bounce = nil
      return
    }
    timeOfEdge = time
    let beyond = glide.form == .discrete ? glide.distance(at: time) - distance : 0
    bounce = Spring(constants, from: MotionState(position: beyond, velocity: speed))
  }

  /// The speed with which it meets the edge, in pt/s; nil when it comes to rest before.
  ///
  /// What a view hands on to the one it lies in.
  public var edgeSpeed: Double? { bounce?.initialState.velocity }

  /// Where it comes to rest, in pt.
  public var restOffset: Double {
    if bounce != nil { return edge }
    guard let stopSpeed else { return glide.limitOffset }
    return glide.position + glide.direction * glide.distance(stopSpeed: stopSpeed)
  }

  /// The furthest overscroll in pt, outward positive, and when, in s from the release; nil without a bounce.
  public var furthest: (time: Double, position: Double)? {
    guard let bounce, let timeOfEdge else { return nil }
    let furthest = bounce.furthest
    return (timeOfEdge + furthest.time, furthest.position)
  }

  /// When all is at rest, in s: the end of the bounce by its settle threshold in pt, or of the glide by its
  /// stop speed, or, without one, within `epsilon` pt of its limit. Nil where the spring never rests.
  public func duration(
    settleThreshold: Double = CriticalBounce.observedSettleThreshold, epsilon: Double = 0.1
  ) -> Double? {
    if let bounce, let timeOfEdge {
      return bounce.settleTime(threshold: settleThreshold).map { timeOfEdge + $0 }
    }
    return stopSpeed.map { glide.duration(stopSpeed: $0) } ?? glide.duration(within: epsilon)
  }

  /// Offset in pt at a time in s.
  public func position(at time: Double) -> Double {
    if let bounce, let timeOfEdge, time >= timeOfEdge {
      return edge + glide.direction * bounce.position(at: time - timeOfEdge)
    }
    return glide.position(at: min(time, end))
  }

  /// Velocity in pt/s at a time in s; 0 after a stop.
  public func velocity(at time: Double) -> Double {
    if let bounce, let timeOfEdge, time >= timeOfEdge {
      return glide.direction * bounce.velocity(at: time - timeOfEdge)
    }
    return time > end ? 0 : glide.velocity(at: time)
  }

  /// When a glide that meets no edge is stopped, in s.
  private var end: Double {
    bounce == nil ? stopSpeed.map { glide.duration(stopSpeed: $0) } ?? .infinity : .infinity
  }
}
