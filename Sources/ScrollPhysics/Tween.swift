/// A motion that takes a fixed time: **x = x0 + D ease(t / T)**, at rest from T on.
///
/// What an ease makes of a scrollTo, a key, a notch of a wheel, a return to an edge, and of the flings that engines play as
/// curves: Android's spline, Chromium's Bezier curve. Lengths in pt, times in s, T above 0; before 0 it waits at x0.
public struct Tween: Sendable, Hashable {
  /// x0 in pt.
  public var position: Double
  /// D in pt, with its sign.
  public var distance: Double
  /// T in s.
  public var duration: Double
  /// The ease.
  public var easing: Easing

  /// A motion by its distance and duration.
  public init(position: Double = 0, distance: Double, duration: Double, easing: Easing) {
    self.position = position
    self.distance = distance
    self.duration = duration
    self.easing = easing
  }

  /// x in pt at a time in s.
  public func position(at time: Double) -> Double {
    position + distance * easing.value(at: duration > 0 ? time / duration : 1)
  }

  /// v = D ease'(t / T) / T in pt/s at a time in s; 0 before 0 and from T on.
  public func velocity(at time: Double) -> Double {
    guard distance != 0, duration > 0 else { return 0 }
    return distance / duration * easing.slope(at: time / duration)
  }

  /// The time in s from which on less than a distance in pt is left, or from which on it rests.
  public func settleTime(within threshold: Double) -> Double {
    func isOpen(_ u: Double) -> Bool {
      (distance * (1 - easing.value(at: u))).magnitude >= threshold
    }
    let steps = 1000
    guard let last = (0..<steps).last(where: { isOpen(Double($0) / Double(steps)) }) else {
      return 0
    }
    var (low, high) = (Double(last) / Double(steps), Double(last + 1) / Double(steps))
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if isOpen(middle) { low = middle } else { high = middle }
    }
    return duration * high
  }
}

extension SplineFling {
  /// The same motion as a tween along Android's spline.
  public var tween: Tween {
    Tween(position: position, distance: distance, duration: duration, easing: .androidSpline)
  }
}

extension BezierFling {
  /// The same motion as a tween along its Bezier curve.
  public var tween: Tween {
    Tween(position: position, distance: distance, duration: duration, easing: easing)
  }
}
