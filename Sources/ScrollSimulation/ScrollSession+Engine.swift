public import ScrollPhysics
public import ScrollTraces

/// How content follows a finger beyond an edge.
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

/// What moves by the laws of an engine.
extension ScrollSession {
  /// How near to its rest in pixels a motion ends that goes on for ever, and whose engine says nothing of it: nobody sees
  /// the rest of it.
  private static let unseen = 0.5

  /// The content moves from rest to rest by one of the engine's animations.
  ///
  /// - Parameters:
  ///   - axis: the axis of the movement.
  ///   - distance: how far, in pt, positive where offsets grow.
  ///   - animation: how.
  ///   - part: where in the range of its durations it lies, from 0 to 1.
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

  /// Appends a glide by the engine's law, which stops or reaches an edge.
  mutating func engineGlide(_ view: ScrollAxis, from state: MotionState) {
    guard let motion = view.engineGlide(from: state), motion.end > 0, state.velocity != 0 else {
      return
    }
    holdUntilFrame(of: motion.curve, view, at: state.position)
    let (edge, sign) = view.edge(towards: state.velocity)
    let arrival = motion.curve.time(passing: edge)
    // A law without an end is over where it cannot be seen to go on.
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
      // A frame may end beyond the edge.
      from: MotionState(
        position: motion.curve.frameDuration == nil ? edge : motion.position(at: arrival),
        velocity: motion.curve.velocity(at: arrival)))
  }

  /// Appends the return by the engine's law; an edge that knows none holds the content.
  ///
  /// - Parameter state: overscroll and velocity, outward positive.
  mutating func engineReturn(
    _ phase: Phase, _ view: ScrollAxis, edge: Double, sign: Double, from state: MotionState
  ) {
    offsets[view.axis] = edge
    guard view.bouncesOffEdges || state.position != 0,
      let motion = view.engineReturn(from: state)
    else { return }
    // Some rules rest a little inside.
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

  /// What is computed frame by frame begins with a frame: until then the content lies still.
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
