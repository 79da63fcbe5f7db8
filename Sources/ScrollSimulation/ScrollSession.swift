public import ScrollPhysics
public import ScrollTraces

/// What happens to a scroll view during some gestures: one phase after the other, each by its law.
///
/// Every phase starts from the offset and the velocity in which the one before it ended, and is
/// evaluated by the exact step of its law from there. A gesture moves the content along one axis, as
/// with directional lock; the other axis rests.
///
/// The velocity is continuous where a moving finger lets go inside the content and where the content
/// crosses an edge. Where the finger crosses the edge it drops to c of what it was, and where a pull
/// beyond the edge is let go it is the content's own.
public struct ScrollSession: Sendable, Hashable {
  /// What happens.
  public enum Phase: String, Sendable, Hashable, CaseIterable {
    /// Nothing.
    case rest
    /// The content follows the finger 1 : 1.
    case tracking
    /// The content follows a finger beyond the edge.
    case rubberBand = "rubber-band"
    /// The content returns to the edge beyond which a finger let it go.
    case release
    /// The content glides inside its edges.
    case deceleration
    /// The content has crossed its edge by itself and returns to it.
    case bounce
  }

  /// A phase from its start to its end.
  public struct Segment: Sendable, Hashable {
    /// What happens.
    public var phase: Phase
    /// Along which axis.
    public var axis: Axis
    /// When it starts, in s.
    public var start: Double
    /// When it ends, in s, and the next starts.
    public var end: Double
    /// Offset in pt and velocity in pt/s, positive where offsets grow, at the start.
    public var initial: MotionState
    var motion: Motion

    /// Offset and velocity, `time` s from the beginning of the session.
    public func state(at time: Double) -> MotionState {
      let h = time - start
      switch motion {
      case .still:
        return MotionState(position: initial.position, velocity: 0)
      case .glide(let rate):
        return Deceleration.step(initial, by: h, rate: rate)
      case .spring(let edge, let sign, let decayRate):
        let state = CriticalBounce.step(
          MotionState(
            position: sign * (initial.position - edge), velocity: sign * initial.velocity),
          by: h, decayRate: decayRate)
        return MotionState(
          position: edge + sign * state.position, velocity: sign * state.velocity)
      case .finger(let path, let since):
        let finger = path.state(at: time - since)
        return MotionState(
          position: path.origin + finger.position, velocity: finger.velocity)
      case .pull(let path, let since, let edge, let band):
        let finger = path.state(at: time - since)
        let travel = path.origin + finger.position - edge
        return MotionState(
          position: edge + band.overscroll(travel: travel),
          velocity: band.slope(travel: travel) * finger.velocity)
      }
    }
  }

  enum Motion: Sendable, Hashable {
    case still
    case glide(rate: Double)
    /// `sign` is +1 where offsets grow outward.
    case spring(edge: Double, sign: Double, decayRate: Double)
    /// `since` is when the finger came down.
    case finger(FingerPath, since: Double)
    case pull(FingerPath, since: Double, edge: Double, RubberBand)
  }

  /// The axes of the scroll view.
  public let axes: [ScrollAxis]
  /// The phases, without gaps from 0 to `end`.
  public private(set) var segments: [Segment] = []
  /// For each segment, where the axes are that it does not move.
  private var resting: [[Axis: Double]] = []
  private var offsets: [Axis: Double] = [:]

  /// A session that has not begun: every axis rests at its top or left edge.
  public init(axes: [ScrollAxis]) {
    self.axes = axes
    for axis in axes { offsets[axis.axis] = axis.lowEdge }
  }

  /// When the last phase ends, in s.
  public var end: Double { segments.last?.end ?? 0 }

  /// The offset in pt at which an axis is after the last phase.
  public func offset(along axis: Axis) -> Double { offsets[axis] ?? 0 }

  /// Offset and velocity at a time in s; before the first phase and after the last one at rest.
  public func state(at time: Double, along axis: Axis) -> MotionState {
    let index = segmentIndex(at: time)
    guard let index, time < segments[index].end else {
      return MotionState(position: offset(along: axis), velocity: 0)
    }
    let segment = segments[index]
    if segment.axis == axis { return segment.state(at: max(time, 0)) }
    return MotionState(position: resting[index][axis] ?? 0, velocity: 0)
  }

  /// What happens at a time in s.
  public func phase(at time: Double) -> Phase {
    guard let index = segmentIndex(at: time), time < segments[index].end else { return .rest }
    return segments[index].phase
  }

  /// The last segment that has begun; the first one before its start.
  private func segmentIndex(at time: Double) -> Int? {
    guard !segments.isEmpty else { return nil }
    var low = 0
    var high = segments.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if segments[middle].start <= time { low = middle } else { high = middle }
    }
    return low
  }

  private mutating func append(
    _ phase: Phase, _ axis: Axis, for duration: Double, from state: MotionState, _ motion: Motion
  ) {
    guard duration > 0 else { return }
    segments.append(
      Segment(
        phase: phase, axis: axis, start: end, end: end + duration, initial: state, motion: motion))
    resting.append(offsets)
  }
}

extension ScrollSession {
  /// Nothing happens for a time in s.
  public mutating func rest(for duration: Double) {
    guard let axis = axes.first?.axis else { return }
    append(
      .rest, axis, for: duration, from: MotionState(position: offset(along: axis), velocity: 0),
      .still)
  }

  /// A finger drags the content and lets go; what follows is up to the laws: rest, a deceleration that
  /// stops or reaches an edge and bounces there, or the return from beyond an edge.
  ///
  /// - Parameters:
  ///   - axis: along which it goes.
  ///   - distance: how far the content would go without an edge, in pt, positive where offsets grow;
  ///     the finger goes the other way.
  ///   - duration: how long the finger moves, in s, above 0.
  ///   - hold: how long it then stays still, in s; nil lets go while it moves, at 2 distance / duration.
  public mutating func drag(
    along axis: Axis = .y, by distance: Double, over duration: Double, hold: Double? = nil
  ) {
    guard let view = axes.first(where: { $0.axis == axis }), distance != 0, duration > 0 else {
      return
    }
    let path = FingerPath(
      origin: offset(along: axis), distance: distance, duration: duration, isHeld: hold != nil)
    let since = end
    let finish = duration + (hold ?? 0)
    let sign = distance < 0 ? -1.0 : 1.0
    let edge = sign < 0 ? view.lowEdge : view.highEdge
    let room = max(sign * (edge - path.origin), 0)
    let crossing = path.time(to: room) ?? finish
    append(
      .tracking, axis, for: crossing, from: MotionState(position: path.origin, velocity: 0),
      .finger(path, since: since))
    guard crossing < finish else {
      let finger = path.state(at: duration)
      return glide(
        view, from: MotionState(position: path.origin + finger.position, velocity: finger.velocity)
      )
    }
    append(
      .rubberBand, axis, for: finish - crossing, from: MotionState(position: edge, velocity: 0),
      .pull(path, since: since, edge: edge, view.rubberBand))
    let finger = path.state(at: duration)
    let travel = path.origin + finger.position - edge
    let overscroll = view.rubberBand.overscroll(travel: travel)
    let velocity =
      path.isHeld
      ? -view.releaseRate * overscroll : view.rubberBand.slope(travel: travel) * finger.velocity
    spring(
      .release, view, edge: edge, sign: sign,
      from: MotionState(position: edge + overscroll, velocity: velocity))
  }

  /// The content glides until it stops or meets an edge, where it bounces with the speed left.
  private mutating func glide(_ view: ScrollAxis, from state: MotionState) {
    offsets[view.axis] = state.position
    guard state.velocity.magnitude > view.stopSpeed else { return }
    let motion = Deceleration(from: state, rate: view.rate)
    let stop = motion.duration(stopSpeed: view.stopSpeed)
    let sign = motion.direction
    let edge = sign < 0 ? view.lowEdge : view.highEdge
    let arrival = motion.time(after: sign * (edge - state.position)) ?? .infinity
    append(.deceleration, view.axis, for: min(stop, arrival), from: state, .glide(rate: view.rate))
    let last = Deceleration.step(state, by: min(stop, arrival), rate: view.rate)
    guard arrival < stop else {
      offsets[view.axis] = last.position
      return
    }
    spring(
      .bounce, view, edge: edge, sign: sign,
      from: MotionState(position: edge, velocity: last.velocity))
  }

  /// The content returns to an edge.
  private mutating func spring(
    _ phase: Phase, _ view: ScrollAxis, edge: Double, sign: Double, from state: MotionState
  ) {
    let bounce = CriticalBounce(
      decayRate: view.bounceDecayRate,
      from: MotionState(
        position: sign * (state.position - edge), velocity: sign * state.velocity))
    append(
      phase, view.axis, for: bounce.settleTime(threshold: view.settleThreshold) ?? 0, from: state,
      .spring(edge: edge, sign: sign, decayRate: view.bounceDecayRate))
    offsets[view.axis] = edge
  }
}

/// Where a finger is, as a displacement of the content in pt, from when it comes down.
struct FingerPath: Sendable, Hashable {
  /// The offset at which it comes down.
  var origin: Double
  /// How far it goes, with its sign.
  var distance: Double
  /// How long it moves, in s.
  var duration: Double
  /// Whether it comes to rest; else it is fastest at the end, 2 distance / duration.
  var isHeld: Bool

  /// With u = t / duration: 10 u^3 - 15 u^4 + 6 u^5 of the distance when it comes to rest (least jerk),
  /// else 2 u^3 - u^4, whose acceleration is 0 at both ends.
  func state(at time: Double) -> MotionState {
    let u = min(max(time / duration, 0), 1)
    if isHeld {
      return MotionState(
        position: distance * u * u * u * (10 - u * (15 - 6 * u)),
        velocity: distance / duration * 30 * u * u * (1 - u) * (1 - u))
    }
    return MotionState(
      position: distance * u * u * u * (2 - u),
      velocity: distance / duration * 2 * u * u * (3 - 2 * u))
  }

  /// When it has gone `room` pt, by bisection to rounding; 0 without room, nil when it does not get there.
  func time(to room: Double) -> Double? {
    guard room > 0 else { return 0 }
    guard room < distance.magnitude else { return nil }
    var low = 0.0
    var high = duration
    while true {
      let middle = (low + high) / 2
      guard middle > low, middle < high else { return high }
      if state(at: middle).position.magnitude < room { low = middle } else { high = middle }
    }
  }
}
