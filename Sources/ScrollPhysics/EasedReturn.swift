/// A return to the edge by a tween: **y = s0 (1 - ease(t / T))**, at rest from T on.
///
/// It takes T whatever the distance and forgets the velocity it is released with. y in pt, positive
/// outward, t and T in s, T above 0; before 0 it waits at s0.
///
/// Source: cubiq/iscroll, src/core.js, `resetPosition`; ustbhuangyi/better-scroll.
public struct EasedReturn: Sendable, Hashable {
  /// s0 in pt.
  public var displacement: Double
  /// T in s.
  public var duration: Double
  /// The ease.
  public var easing: Easing

  /// A return.
  public init(displacement: Double, duration: Double, easing: Easing) {
    self.displacement = displacement
    self.duration = duration
    self.easing = easing
  }

  /// y in pt at a time in s.
  public func position(at time: Double) -> Double {
    displacement * (1 - easing.value(at: time / duration))
  }

  /// v = -s0 ease'(t / T) / T in pt/s at a time in s; 0 before 0 and from T on.
  public func velocity(at time: Double) -> Double {
    guard displacement != 0 else { return 0 }
    return 0 - displacement / duration * easing.slope(at: time / duration)
  }

  /// The time in s from which on |y| is below `threshold` pt, to rounding; 0 when it is from the start,
  /// T for a threshold of 0.
  public func settleTime(threshold: Double) -> Double {
    guard displacement.magnitude >= threshold else { return 0 }
    var (low, high) = (0.0, duration)
    // What goes past the edge is within the threshold there for a while only.
    if let turn = easing.turn {
      let isBeyond = position(at: turn * duration).magnitude >= threshold
      (low, high) = isBeyond ? (turn * duration, duration) : (0, turn * duration)
    }
    while true {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { return high }
      if position(at: middle).magnitude < threshold { high = middle } else { low = middle }
    }
  }
}
