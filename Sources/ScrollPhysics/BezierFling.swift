/// Chromium's physics-based fling: **x = x0 + D B(t / T)**, B the cubic Bezier curve with the control points
/// (0.2, 0.2 s) and (0.55, 1), at rest from T on.
///
/// A release at speed v lasts **T = min(2 s, v / 2300)** and goes **D = v^2 / 5291** unless the view limits it;
/// **s = v T / D** makes the curve start at v. Where 0.2 s is above 1 the first control point is (1/s, 1). Lengths in
/// px, times in s, velocities in px/s. Times before 0 give the start.
///
/// Source: chromium/chromium, ui/events/gestures/physics_based_fling_curve.cc; D limited to about three heights of the
/// view is measured.
public struct BezierFling: Sendable, Hashable {
  /// x0.
  public var position: Double
  /// D, with its sign.
  public var distance: Double
  /// T in s.
  public var duration: Double
  /// s = v T / D, the slope at the start.
  public var slope: Double

  /// 2 a, a = 2.7559e-5 in/ms^2 at 96 px/in: v^2 over it is the distance, in px/s^2.
  public static let doubleDeceleration = 5291.3
  /// v / T in px/s^2 below the longest duration.
  public static let speedPerSecond = 2300.0
  /// The longest duration in s.
  public static let longest = 2.0

  /// A fling by its distance, duration and first slope.
  public init(position: Double = 0, distance: Double, duration: Double, slope: Double) {
    self.position = position
    self.distance = distance
    self.duration = duration
    self.slope = slope
  }

  /// The fling of a release velocity, in a view that does not limit it.
  public init(position: Double = 0, velocity: Double) {
    let speed = velocity.magnitude
    let duration = Self.duration(speed: speed)
    let way = speed * speed / Self.doubleDeceleration
    self.init(
      position: position, distance: velocity < 0 ? -way : way, duration: duration,
      slope: way > 0 ? speed * duration / way : 0)
  }

  /// The fling of a release velocity whose distance the view has limited to v T / s; nil where that is longer than the
  /// fling itself, s below that of ``init(position:velocity:)``.
  public init?(position: Double = 0, velocity: Double, slope: Double) {
    let free = BezierFling(velocity: velocity)
    guard slope >= free.slope, free.slope > 0 else { return nil }
    self.init(
      position: position, distance: velocity * free.duration / slope, duration: free.duration,
      slope: slope)
  }

  /// T in s of a release speed.
  public static func duration(speed: Double) -> Double { min(longest, speed / speedPerSecond) }

  /// B.
  public var easing: Easing {
    0.2 * slope > 1
      ? .bezier(x1: 1 / slope, y1: 1, x2: 0.55, y2: 1)
      : .bezier(x1: 0.2, y1: 0.2 * slope, x2: 0.55, y2: 1)
  }

  /// Position at a time in s.
  public func position(at time: Double) -> Double {
    guard duration > 0 else { return position + distance }
    return position + distance * easing.value(at: time / duration)
  }

  /// v0 = s D / T, with the sign of D; 0 for a fling of no duration.
  public var velocity: Double { duration > 0 ? slope * distance / duration : 0 }
}
