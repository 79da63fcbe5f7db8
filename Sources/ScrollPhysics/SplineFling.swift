/// A fling along Android's spline: **x = x0 + D S(t / T)**, at rest from T on.
///
/// S runs through 100 points and is straight between them. For a = i/100 it is
/// **3 z (1 - z) ((1 - z)/2 + z) + z^3**, where z solves 3 z (1 - z) ((1 - z) P1 + z P2) + z^3 = a with P1 = 0.175 and
/// P2 = 0.35. Distance and duration of a release follow from ``FlingFriction``: D = f C T^p.
/// Lengths in dp, times in s, velocities in dp/s. Times before 0 give the start.
///
/// Source: aosp-mirror/platform_frameworks_base, core/java/android/widget/OverScroller.java, `SplineOverScroller`.
public struct SplineFling: Sendable, Hashable {
  /// x0.
  public var position: Double
  /// D, with its sign.
  public var distance: Double
  /// T in s; 0 stands still at x0 + D.
  public var duration: Double

  /// A fling by its distance and duration.
  public init(position: Double = 0, distance: Double, duration: Double) {
    self.position = position
    self.distance = distance
    self.duration = duration
  }

  /// The fling of a release velocity.
  public init(position: Double = 0, velocity: Double, friction: FlingFriction = .android) {
    let speed = velocity.magnitude
    let way = speed > 0 ? friction.distance(speed: speed) : 0
    self.init(
      position: position, distance: velocity < 0 ? -way : way,
      duration: speed > 0 ? friction.splineDuration(speed: speed) : 0)
  }

  /// Position at a time in s.
  public func position(at time: Double) -> Double {
    position + distance * Self.part(duration > 0 ? time / duration : 1)
  }

  /// S(u): 0 up to u = 0, 1 from u = 1 on.
  public static func part(_ u: Double) -> Double {
    guard u > 0 else { return 0 }
    guard u < 1 else { return 1 }
    let index = Int(100 * u)
    let rest = 100 * u - Double(index)
    return points[index] + rest * (points[index + 1] - points[index])
  }

  /// S'(u) between two points; 0 before 0 and from 1 on.
  static func slope(_ u: Double) -> Double {
    guard u >= 0, u < 1 else { return 0 }
    let index = Int(100 * u)
    return 100 * (points[index + 1] - points[index])
  }

  /// S at i/100.
  private static let points: [Double] = (0...100).map { index in
    let target = Double(index) / 100
    guard index < 100 else { return 1 }
    var low = 0.0
    var high = 1.0
    while true {
      let z = low + (high - low) / 2
      guard z > low, z < high else {
        return 3 * z * (1 - z) * ((1 - z) * 0.5 + z) + z * z * z
      }
      let value = 3 * z * (1 - z) * ((1 - z) * 0.175 + z * 0.35) + z * z * z
      if value < target { low = z } else { high = z }
    }
  }
}
