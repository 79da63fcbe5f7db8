/// Two nested scroll views, of which one glides to its edge and hands on to the other what is left.
///
/// The first decelerates until its edge. At the distance D from its release it has the speed
/// **|v0| - k D**, and stops. The other goes on from then with the velocity
/// **v_rest m_first / m_second**, and decelerates by its own rate: equal masses hand on all of it.
///
/// Lengths in pt, times in s from the release, velocities in pt/s. A first view that comes to rest before
/// its edge hands on nothing.
///
/// Source: the momentum m v of the first view, given to the second; the speed left at an edge as in `Fling`.
public struct Handover: Sendable, Hashable {
  /// The glide of the view that moves first.
  public let glide: Deceleration
  /// The offset of its edge, in pt.
  public let edge: Double
  /// m_first / m_second.
  public let massRatio: Double
  /// When it meets its edge, in s; nil when it comes to rest before.
  public let time: Double?
  /// The glide of the other view from then on; nil when nothing is handed on.
  public let received: Deceleration?

  /// A handover.
  ///
  /// - Parameters:
  ///   - glide: the first view's, from its release.
  ///   - distance: from there to its edge, in pt, 0 or more.
  ///   - massRatio: m_first / m_second, above 0.
  ///   - start: the offset at which the second view rests, in pt.
  ///   - rate: the second view's k in 1/s; nil for that of the first.
  public init(
    _ glide: Deceleration, distance: Double, massRatio: Double = 1, start: Double = 0,
    rate: Double? = nil
  ) {
    self.glide = glide
    edge = glide.position + glide.direction * distance
    self.massRatio = massRatio
    guard let time = distance > 0 ? glide.time(after: distance) : 0,
      let speed = distance > 0 ? glide.speed(after: distance) : glide.velocity.magnitude, speed > 0
    else {
      self.time = nil
      received = nil
      return
    }
    self.time = time
    received = Deceleration(
      position: start, velocity: glide.direction * speed * massRatio, rate: rate ?? glide.rate,
      coulomb: glide.coulomb, form: glide.form)
  }

  /// v_rest, the velocity of the first view at its edge, in pt/s with its sign; nil when it does not get there.
  public var restVelocity: Double? { received.map { $0.velocity / massRatio } }

  /// The offset of the first view at a time in s.
  public func firstPosition(at time: Double) -> Double {
    if let end = self.time, time >= end { return edge }
    return glide.position(at: time)
  }

  /// The offset of the second view at a time in s.
  ///
  /// - Parameters:
  ///   - time: in s.
  ///   - stopSpeed: the speed in pt/s below which the system ends its glide, or 0.
  public func secondPosition(at time: Double, stopSpeed: Double = 0) -> Double? {
    guard let start = self.time, let received else { return nil }
    let end = stopSpeed > 0 ? received.duration(stopSpeed: stopSpeed) : .infinity
    return received.position(at: min(max(0, time - start), end))
  }
}
