/// Kivy's return from beyond an edge: a damped spring stepped once a frame, in steps that shrink with the overscroll.
///
/// A frame of dt s changes the velocity v and the overscroll s, positive outward, by
/// - **v <- v - r v dt - d v - c s** (the last two terms while |s| is above the dead zone),
/// - **s <- s + v dt / (1 + |s| / R)**, with |s| before the step.
///
/// A step below the rest step is the last. Content that comes back over the edge stops there. d and c are per frame:
/// another frame rate is another motion.
///
/// As a ``FramewiseMotion`` it has frames of one length; a recording's own frames are those of ``positions(at:)``.
///
/// Source: kivy/kivy 2.3, kivy/effects/dampedscroll.py and kivy/effects/kinetic.py.
public struct SteppedReturn: FramewiseMotion, Hashable {
  /// What a frame does.
  public struct Constants: Sendable, Hashable {
    /// r in 1/s, the friction of a glide.
    public var friction: Double
    /// d: the share of the velocity that a frame takes off beyond the edge.
    public var damping: Double
    /// c in 1/s: the velocity in pt/s that a frame adds inward for each pt of overscroll.
    public var spring: Double
    /// R in pt: the overscroll at which a step is halved.
    public var roundness: Double
    /// The overscroll in pt up to which content glides as inside.
    public var deadZone: Double
    /// The step in pt below which it rests.
    public var restStep: Double

    /// Constants of a frame.
    public init(
      friction: Double, damping: Double, spring: Double, roundness: Double, deadZone: Double,
      restStep: Double
    ) {
      self.friction = friction
      self.damping = damping
      self.spring = spring
      self.roundness = roundness
      self.deadZone = deadZone
      self.restStep = restStep
    }

    /// Those of Kivy 1 and 2.
    public static let kivy = Constants(
      friction: 0.05 / 0.017, damping: 0.25, spring: 2, roundness: 200, deadZone: 0.5,
      restStep: 0.1)
  }

  /// What a frame does.
  public var constants: Constants
  /// Overscroll in pt and velocity in pt/s at the first frame.
  public var initialState: MotionState
  /// h in s.
  public var frameDuration: Double

  /// A return from a state.
  public init(
    _ constants: Constants, from state: MotionState, frameDuration: Double = 1.0 / 60
  ) {
    self.constants = constants
    initialState = state
    self.frameDuration = frameDuration
  }

  /// The state one frame later.
  public func next(_ state: MotionState) -> MotionState { next(state, after: frameDuration) }

  /// The state one frame of so many s later.
  public func next(_ state: MotionState, after step: Double) -> MotionState {
    var (position, velocity) = (state.position, state.velocity)
    let isBeyond = position.magnitude > constants.deadZone && position > 0
    let isInward = isBeyond && velocity < 0
    let overscroll = isBeyond ? position : 0
    velocity -=
      constants.friction * velocity * step
      + (isBeyond ? constants.damping * velocity + constants.spring * overscroll : 0)
    let way = velocity * step / (1 + overscroll / constants.roundness)
    position += way
    if way.magnitude < constants.restStep { velocity = 0 }
    if isInward, position < 0 { (position, velocity) = (0, 0) }
    return MotionState(position: position, velocity: velocity)
  }

  /// The overscroll in pt at frames, by their times in s; the first is where it begins.
  public func positions(at times: [Double]) -> [Double] {
    var state = initialState
    var last = times.first ?? 0
    return times.map { time in
      if time > last { state = next(state, after: time - last) }
      last = time
      return state.position
    }
  }
}
