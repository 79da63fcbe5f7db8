internal import RealModule

/// A critically damped bounce at an edge: **y = (a + b t) e^(-delta t)**.
///
/// `y` is the overscroll in points, positive outward, `t` the time in seconds. The same motion reads
/// **y = C (t + phi) e^(-delta (t + phi))** with C = b e^(delta phi) and phi = a / b; C is the speed at
/// which the content crossed the edge, phi the time since then at t = 0. The (a, b) form is regular
/// everywhere and is the one stored; the (C, phi) form does not exist where b = 0.
///
/// It solves y'' + 2 delta y' + delta^2 y = 0: a mass on a spring in a viscous fluid with
/// k/m = delta^2 and c/m = 2 delta.
///
/// Source: the critically damped oscillator of any mechanics text; that UIScrollView follows it is a
/// hypothesis, first published with the constant 10.9 in 2021.
public struct CriticalBounce: Sendable, Hashable {
  /// Decay rate delta in 1/s. A larger one pulls back sooner and reaches less far.
  public var decayRate: Double
  /// a = y(0) in points.
  public var displacement: Double
  /// b = v(0) + delta y(0) in points per second.
  public var slope: Double

  /// The bounce (a + b t) e^(-delta t).
  ///
  /// - Parameters:
  ///   - decayRate: delta in 1/s.
  ///   - displacement: a in points.
  ///   - slope: b in points per second.
  public init(decayRate: Double, displacement: Double, slope: Double) {
    self.decayRate = decayRate
    self.displacement = displacement
    self.slope = slope
  }

  /// The bounce C (t + phi) e^(-delta (t + phi)).
  ///
  /// - Parameters:
  ///   - amplitude: C, the speed at the edge, in points per second.
  ///   - decayRate: delta in 1/s.
  ///   - phase: phi in seconds; 0 when t = 0 is the crossing itself.
  public init(amplitude: Double, decayRate: Double, phase: Double = 0) {
    let slope = amplitude * Double.exp(-decayRate * phase)
    self.init(decayRate: decayRate, displacement: slope * phase, slope: slope)
  }

  /// The bounce that passes through a state at t = 0.
  ///
  /// a = y and b = v + delta y: no state is singular.
  public init(decayRate: Double, from state: MotionState) {
    self.init(
      decayRate: decayRate, displacement: state.position,
      slope: state.velocity.addingProduct(decayRate, state.position))
  }

  /// k/m = delta^2 in 1/s^2.
  public var stiffnessPerMass: Double { decayRate * decayRate }
  /// c/m = 2 delta in 1/s.
  public var dampingPerMass: Double { 2 * decayRate }

  /// phi = a / b in seconds, or nil where b = 0 and the motion never crosses the edge.
  public var phase: Double? {
    slope == 0 ? nil : displacement / slope
  }

  /// C = b e^(delta a / b) in points per second, or nil where it does not exist or overflows.
  ///
  /// For a motion that started beyond the edge it is the speed at which a crossing would have led here.
  public var amplitude: Double? {
    guard let phase else { return nil }
    let value = slope * Double.exp(decayRate * phase)
    return value.isFinite ? value : nil
  }

  /// y = (a + b t) e^(-delta t) in points, at any time t in seconds.
  public func position(at time: Double) -> Double {
    displacement.addingProduct(slope, time) * Double.exp(-decayRate * time)
  }

  /// v = (b - delta (a + b t)) e^(-delta t) in points per second.
  public func velocity(at time: Double) -> Double {
    let line = displacement.addingProduct(slope, time)
    return slope.addingProduct(-decayRate, line) * Double.exp(-decayRate * time)
  }

  /// Position and velocity at a time in seconds.
  public func state(at time: Double) -> MotionState {
    MotionState(position: position(at: time), velocity: velocity(at: time))
  }

  /// The same motion with its time origin moved by `time` seconds: what was t is now t - `time`.
  public func shifted(by time: Double) -> CriticalBounce {
    CriticalBounce(decayRate: decayRate, from: state(at: time))
  }

  /// Time of the furthest point in seconds from t = 0: 1/delta - phi; nil where b = 0.
  ///
  /// From the crossing it is 1/delta at any speed. Negative when the motion starts after it.
  public var timeOfFurthest: Double? {
    phase.map { 1 / decayRate - $0 }
  }

  /// Overscroll at the furthest point in points, C / (delta e), with the sign of C; nil where b = 0.
  ///
  /// Computed as (b / delta) e^(-delta t) at the time of the furthest point: no amplitude that could overflow.
  public var furthest: Double? {
    guard let time = timeOfFurthest else { return nil }
    let value = slope / decayRate * Double.exp(-decayRate * time)
    return value.isFinite ? value : nil
  }

  /// The state after a step of `h` seconds from any state, exactly.
  ///
  /// y' = e^(-delta h) [y (1 + delta h) + v h],
  /// v' = e^(-delta h) [v (1 - delta h) - delta^2 h y].
  public static func step(_ state: MotionState, by h: Double, decayRate: Double) -> MotionState {
    let decay = Double.exp(-decayRate * h)
    let turn = decayRate * h
    return MotionState(
      position: decay * (state.position * (1 + turn) + state.velocity * h),
      velocity: decay * (state.velocity * (1 - turn) - decayRate * turn * state.position))
  }
}
