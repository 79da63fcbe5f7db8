/// Unity's `SmoothDamp` towards 0: a critically damped spring of omega = 2 / T, stepped with a rational
/// approximation of its exponential.
///
/// A step of h, with x = omega h and E = 1 / (1 + x + 0.48 x^2 + 0.235 x^3) in place of e^(-x):
/// **y' = (y + (v + omega y) h) E**, **v' = (v - omega (v + omega y) h) E**. That is the exact step of
/// ``CriticalBounce`` with delta = omega but for E, which up to x = 1/3, a frame of 1/60 s at T = 0.1 s, is
/// at most 0.028 % above e^(-x); so the motion is nearly that bounce. A step that would cross the
/// target ends there at rest: from y >= 0 also one to y' = 0 or from 0 inward.
///
/// y in pt, times in s, T above 0. Without its limit of speed, which scroll views do not use.
///
/// Source: Lowe, "Critically Damped Ease-In/Ease-Out Smoothing", Game Programming Gems 4 (2004);
/// Unity-Technologies/UnityCsReference, Runtime/Export/Math/Mathf.cs, `SmoothDamp`.
public struct SmoothDamp: FramewiseMotion, Hashable {
  /// T in s, `ScrollRect.elasticity`.
  public var smoothTime: Double
  /// Overscroll in pt and velocity in pt/s at frame 0.
  public var initialState: MotionState
  /// h in s.
  public var frameDuration: Double

  /// A return to 0 from a state.
  public init(smoothTime: Double, from state: MotionState, frameDuration: Double = 1.0 / 60) {
    self.smoothTime = smoothTime
    initialState = state
    self.frameDuration = frameDuration
  }

  /// omega = 2 / T in 1/s, the delta of the spring it approximates.
  public static func decayRate(smoothTime: Double) -> Double { 2 / smoothTime }

  /// The critical bounce it approximates.
  public var criticalBounce: CriticalBounce {
    CriticalBounce(decayRate: Self.decayRate(smoothTime: smoothTime), from: initialState)
  }

  /// The state after a step of `h` seconds.
  public static func step(_ state: MotionState, by h: Double, smoothTime: Double) -> MotionState {
    let omega = decayRate(smoothTime: smoothTime)
    let x = omega * h
    let decay = 1 / (1 + x * (1 + x * (0.48 + x * 0.235)))
    let way = state.velocity.addingProduct(omega, state.position) * h
    let next = MotionState(
      position: (state.position + way) * decay,
      velocity: state.velocity.addingProduct(-omega, way) * decay)
    // As Unity has it, which counts a start at the target to the side beyond 0.
    guard (state.position < 0) != (next.position > 0) else {
      return MotionState(position: 0, velocity: 0)
    }
    return next
  }

  /// The state one frame later.
  public func next(_ state: MotionState) -> MotionState {
    Self.step(state, by: frameDuration, smoothTime: smoothTime)
  }
}
