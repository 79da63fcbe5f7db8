internal import ScrollPhysics

/// Where a finger is, as a displacement of the content in pt, from when it comes down.
struct FingerPath: Sendable, Hashable {
  /// Where the content would be without an edge when it comes down.
  var origin: Double
  /// How far it goes, with its sign.
  var distance: Double
  /// How long it moves, in s.
  var duration: Double
  /// Whether it comes to rest; else it is fastest at the end, 2 distance / duration.
  var isHeld: Bool

  /// Where the content would be without an edge.
  func place(at time: Double) -> MotionState {
    let state = state(at: time)
    return MotionState(position: origin + state.position, velocity: state.velocity)
  }

  /// With u = t / duration: 10 u^3 - 15 u^4 + 6 u^5 of the distance when it comes to rest (least jerk),
  /// else 2 u^3 - u^4, whose acceleration is 0 at both ends.
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

  /// When it has gone `room` pt, by bisection to rounding; 0 without room, nil when it does not get there.
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
