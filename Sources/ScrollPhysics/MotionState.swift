/// Where a moving thing is and how fast it moves, along one axis.
public struct MotionState: Sendable, Hashable {
  /// Distance from the resting place in points; for a bounce the overscroll, positive outward.
  public var position: Double
  /// Velocity in points per second, positive in the direction of `position`.
  public var velocity: Double

  /// A state from its two numbers, in points and points per second.
  public init(position: Double, velocity: Double) {
    self.position = position
    self.velocity = velocity
  }
}
