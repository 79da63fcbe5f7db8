extension Deceleration {
  /// The glide from a state: an offset in pt and a velocity in pt/s.
  public init(from state: MotionState, rate: Double, coulomb: Double = 0) {
    self.init(
      position: state.position, velocity: state.velocity, rate: rate, coulomb: coulomb)
  }

  /// Offset and velocity at a time in seconds.
  public func state(at time: Double) -> MotionState {
    MotionState(position: position(at: time), velocity: velocity(at: time))
  }

  /// The state after a step of `h` seconds from any state, exactly: steps add up to the closed form.
  ///
  /// x' = x + v (1 - e^(-k h)) / k, v' = v e^(-k h); with friction c the motion stops at
  /// h = ln(1 + k |v| / c) / k and stays. The continuous form only: the discrete one has no state
  /// between whole milliseconds.
  public static func step(
    _ state: MotionState, by h: Double, rate: Double, coulomb: Double = 0
  ) -> MotionState {
    Deceleration(from: state, rate: rate, coulomb: coulomb).state(at: h)
  }
}
