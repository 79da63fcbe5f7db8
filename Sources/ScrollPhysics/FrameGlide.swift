internal import RealModule

/// A glide of which each frame moves by a factor of the way of the frame before: **v <- f v** each frame of h s.
///
/// After n frames the velocity is v0 f^n, and x = x0 + v0 h (1 - f^n) / (1 - f), or f times that way where the factor acts
/// before a frame moves. Between frames the last one is held; a hair before a frame counts as that frame. 0 < f < 1.
public struct FrameGlide: Sendable, Hashable {
  /// x0 in pt.
  public var position: Double
  /// v0 in pt/s, with its sign: h v0 is the way of the first frame, or the way before friction has first slowed it.
  public var velocity: Double
  /// f.
  public var factor: Double
  /// Whether the factor acts before the frame moves.
  public var slowsFirst: Bool
  /// h in s.
  public var frameDuration: Double

  /// A glide from a release.
  public init(
    position: Double = 0, velocity: Double, factor: Double, slowsFirst: Bool = false,
    frameDuration: Double = 1.0 / 60
  ) {
    self.position = position
    self.velocity = velocity
    self.factor = factor
    self.slowsFirst = slowsFirst
    self.frameDuration = frameDuration
  }

  /// A release that loses r v h of its velocity in a frame before it moves: f = 1 - r h, r h below 1.
  public init(
    position: Double = 0, velocity: Double, stepped rate: Double, frameDuration: Double
  ) {
    self.init(
      position: position, velocity: velocity, factor: 1 - rate * frameDuration, slowsFirst: true,
      frameDuration: frameDuration)
  }

  /// How many frames a time in s has; 0 before the first.
  public func frames(at time: Double) -> Double {
    ScrollPhysics.frames(of: frameDuration, at: time)
  }

  /// x in pt at a time in s.
  public func position(at time: Double) -> Double {
    let sum = -Double.expMinusOne(frames(at: time) * Double.log(factor)) / (1 - factor)
    return position + velocity * frameDuration * (slowsFirst ? factor : 1) * sum
  }

  /// v0 f^n in pt/s at a time in s, held since the last frame.
  public func velocity(at time: Double) -> Double {
    velocity * Double.exp(frames(at: time) * Double.log(factor))
  }

  /// Where it would come to rest, in pt.
  public var limitOffset: Double { position(at: .infinity) }
}
