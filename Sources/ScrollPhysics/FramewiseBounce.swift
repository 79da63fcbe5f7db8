internal import RealModule

/// The bounce of the script scrollers: one rule on the way out and another on the way back, per frame.
///
/// With w = v h, the way of one frame, each frame does
/// - s <- s + w, and w <- f w (`slowsFirst`: the other way round);
/// - beyond the edge, s > 0, while it still goes out (w >= 0): **w <- w - a s**;
/// - beyond the edge and on its way back: **w <- -b (s + o)**; friction has no effect.
///
/// Inside, s <= 0, it glides by f alone, until the way of a frame is at most `restWay`. So it returns as
/// s (1 - b)^n, or (1 - f b)^n with `slowsFirst`, and with o = 0 never crosses the edge; with o > 0 it passes
/// it and rests inside. s is the overscroll in pt, positive outward.
///
/// Source: jimeh/PastryKit, mobile/dist/PastryKit.js, `stepThroughDecelerationAnimation`; pbakaus/scroller,
/// src/Scroller.js, `__stepThroughDeceleration`; chrisbateman/impetus, src/Impetus.js, `stepDecelAnim`.
public struct FramewiseBounce: FramewiseMotion, Hashable {
  /// What a frame does.
  public struct Constants: Sendable, Hashable {
    /// f, the factor of the velocity per frame.
    public var friction: Double
    /// a: how much of the overscroll is taken from the way of a frame, going out.
    public var outward: Double
    /// b: how much of the overscroll is gone back in a frame.
    public var inward: Double
    /// o in pt: how far behind the edge the way back aims.
    public var overshoot: Double
    /// Whether friction acts before the frame moves.
    public var slowsFirst: Bool
    /// The way of a frame in pt at which it rests inside the edge.
    public var restWay: Double
    /// h in s.
    public var frameDuration: Double

    /// Constants of a frame.
    public init(
      friction: Double, outward: Double, inward: Double, overshoot: Double = 0,
      slowsFirst: Bool = false, restWay: Double = 0, frameDuration: Double = 1.0 / 60
    ) {
      self.friction = friction
      self.outward = outward
      self.inward = inward
      self.overshoot = overshoot
      self.slowsFirst = slowsFirst
      self.restWay = restWay
      self.frameDuration = frameDuration
    }

    /// Those of PastryKit and, but for a rest at 0.001, of Zynga's scroller.
    public static let pastryKit = Constants(
      friction: 0.95, outward: 0.03, inward: 0.08, restWay: 0.01)
    /// Those of impetus.
    public static let impetus = Constants(
      friction: 0.92, outward: 0.04, inward: 0.11, overshoot: 2.5, slowsFirst: true,
      restWay: 0.3)

    /// The rate in 1/s at which it returns: -ln(1 - b) / h, with friction first -ln(1 - f b) / h.
    public var returnRate: Double {
      -Double.log(onePlus: slowsFirst ? -friction * inward : -inward) / frameDuration
    }
  }

  /// What a frame does.
  public var constants: Constants
  /// Overscroll in pt and velocity in pt/s at frame 0.
  public var initialState: MotionState

  /// A bounce from a state.
  public init(_ constants: Constants, from state: MotionState) {
    self.constants = constants
    initialState = state
  }

  /// h in s.
  public var frameDuration: Double { constants.frameDuration }

  /// The state one frame later.
  public func next(_ state: MotionState) -> MotionState {
    let h = constants.frameDuration
    var way = state.velocity * h
    if constants.slowsFirst { way *= constants.friction }
    let position = state.position + way
    if !constants.slowsFirst { way *= constants.friction }
    if position > 0 {
      way =
        way >= 0
        ? way - constants.outward * position
        : -constants.inward * (position + constants.overshoot)
    } else if way.magnitude <= constants.restWay {
      way = 0
    }
    return MotionState(position: position, velocity: way / h)
  }
}
