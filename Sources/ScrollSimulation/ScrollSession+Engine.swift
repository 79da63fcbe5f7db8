public import ScrollPhysics
public import ScrollRecordings

/// The resistance of the content to a finger that drags it beyond an edge.
enum Resistance: Sendable, Hashable {
  case rubberBand(RubberBand)
  case engine(Engine.Drag, dimension: Double)

  /// The overscroll in pt at a travel of the finger beyond the edge, with its sign.
  func overscroll(travel: Double) -> Double {
    switch self {
    case .rubberBand(let band): band.overscroll(travel: travel)
    case .engine(let drag, let dimension):
      (travel < 0 ? -1 : 1) * drag.overscroll(travel: travel.magnitude, dimension: dimension)
    }
  }

  /// The velocity of the content over that of the finger.
  func slope(travel: Double) -> Double {
    switch self {
    case .rubberBand(let band): band.slope(travel: travel)
    case .engine(let drag, let dimension):
      drag.slope(travel: travel.magnitude, dimension: dimension)
    }
  }
}

/// Motions that follow the laws of an engine.
extension ScrollSession {
  /// The distance from rest in pixels at which a motion ends that never ends by its law, if the engine has no
  /// threshold: the remaining motion is not visible.
  private static let unseen = 0.5

  /// Moves the content from rest to rest by an animation of the engine.
  ///
  /// - Parameters:
  ///   - axis: the axis of the movement.
  ///   - distance: the distance in pt, positive where offsets grow.
  ///   - animation: the animation.
  ///   - part: the position of the duration in its range, from 0 for the shortest to 1 for the longest.
  public mutating func animate(
    along axis: Axis = .y, by distance: Double, _ animation: Engine.Animation, part: Double = 1
  ) {
    let range = animation.duration.range(distance: distance)
    let duration = range.lowerBound + part * (range.upperBound - range.lowerBound)
    guard distance != 0, duration > 0 else { return }
    let start = offset(along: axis)
    let motion = EngineMotion(
      .tween(
        Tween(position: start, distance: distance, duration: duration, easing: animation.easing)))
    append(
      .animation, axis, for: duration, from: MotionState(position: start, velocity: 0),
      .engine(motion, from: 0, sign: 1))
    offsets[axis] = start + distance
  }

  /// Appends a deceleration by the engine's law, which stops or reaches an edge.
  mutating func engineGlide(_ view: ScrollAxis, from state: MotionState) {
    guard let motion = view.engineGlide(from: state), motion.end > 0, state.velocity != 0 else {
      return
    }
    holdUntilFrame(of: motion.curve, view, at: state.position)
    let (edge, sign) = view.edge(towards: state.velocity)
    let arrival = motion.curve.time(passing: edge)
    // A law without an end stops when the rest of the motion is not visible.
    let stop =
      motion.end < .infinity ? motion.end : motion.duration(within: Self.unseen / view.scale)
    append(
      .deceleration, view.axis, for: min(stop, arrival), from: state,
      .engine(motion, from: 0, sign: 1))
    guard arrival < stop else {
      offsets[view.axis] = motion.restPosition
      return
    }
    spring(
      .bounce, view, edge: edge, sign: sign,
      // The last frame before the bounce may be beyond the edge.
      from: MotionState(
        position: motion.curve.frameDuration == nil ? edge : motion.position(at: arrival),
        velocity: motion.curve.velocity(at: arrival)))
  }

  /// Appends the return by the engine's law; without an edge law the content stays at the edge.
  ///
  /// - Parameter state: overscroll in pt and velocity in pt/s, outward positive.
  mutating func engineReturn(
    _ phase: Phase, _ view: ScrollAxis, edge: Double, sign: Double, from state: MotionState
  ) {
    offsets[view.axis] = edge
    guard view.bouncesOffEdges || state.position != 0,
      let motion = view.engineReturn(from: state)
    else { return }
    // The rest position of some laws is not exactly at the edge.
    let rest = motion.curve.limit
    offsets[view.axis] = edge + sign * rest
    holdUntilFrame(of: motion.curve, view, at: edge + sign * state.position)
    let threshold =
      view.engine?.edge?.settles?.points(scale: view.scale) ?? Self.unseen / view.scale
    let settle =
      motion.end < .infinity ? motion.end : motion.duration(within: threshold + rest.magnitude)
    append(
      phase, view.axis, for: settle < .infinity ? settle : 0,
      from: MotionState(position: edge + sign * state.position, velocity: sign * state.velocity),
      .engine(motion, from: edge, sign: sign))
  }

  /// Keeps the content still until the next frame, if the law is computed frame by frame and so starts at a frame.
  private mutating func holdUntilFrame(
    of curve: EngineMotion.Curve, _ view: ScrollAxis, at position: Double
  ) {
    guard let frame = curve.frameDuration else { return }
    let wait = ((end / frame - 1e-6).rounded(.up) * frame) - end
    let phase = segments.last?.phase ?? .tracking
    guard wait > 1e-9 else { return }
    append(
      phase, view.axis, for: wait, from: MotionState(position: position, velocity: 0), .still)
  }
}
