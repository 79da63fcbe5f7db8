internal import ScrollPhysics

/// The displacement of the content by a finger, in pt, over the time since the finger came down.
struct FingerPath: Sendable, Hashable {
  /// The position that the content would have without an edge when the finger comes down, in pt.
  var origin: Double
  /// The signed distance of the movement, in pt.
  var distance: Double
  /// The duration of the movement, in s.
  var duration: Double
  /// Whether the finger comes to rest; otherwise its speed is highest at the end, 2 distance / duration.
  var isHeld: Bool

  /// The state that the content would have without an edge.
  func place(at time: Double) -> MotionState {
    let state = state(at: time)
    return MotionState(position: origin + state.position, velocity: state.velocity)
  }

  /// Displacement and velocity.
  ///
  /// With u = t / duration: if the finger comes to rest, 10 u^3 - 15 u^4 + 6 u^5 of the distance (minimum jerk);
  /// otherwise 2 u^3 - u^4, whose acceleration is 0 at both ends.
  func state(at time: Double) -> MotionState {
    let u = min(max(time / duration, 0), 1)
    if isHeld {
      return MotionState(
        position: distance * u * u * u * (10 - u * (15 - 6 * u)),
        velocity: distance / duration * 30 * u * u * (1 - u) * (1 - u))
    }
    return MotionState(
      position: distance * u * u * u * (2 - u),
      velocity: distance / duration * 2 * u * u * (3 - 2 * u))
  }

  /// The time at which the finger has moved `room` pt, by bisection to rounding.
  ///
  /// 0 if `room` is not above 0; nil if the finger does not move that far.
  func time(to room: Double) -> Double? {
    guard room > 0 else { return 0 }
    guard room < distance.magnitude else { return nil }
    var low = 0.0
    var high = duration
    while true {
      let middle = (low + high) / 2
      guard middle > low, middle < high else { return high }
      if state(at: middle).position.magnitude < room { low = middle } else { high = middle }
    }
  }
}
