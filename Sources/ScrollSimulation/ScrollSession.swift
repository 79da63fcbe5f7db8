internal import RealModule
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
    /// Whether a touch has ended it before its law would.
    public var isInterrupted = false
    var motion: Motion

    /// Offset and velocity, `time` s from the beginning of the session.
    public func state(at time: Double) -> MotionState {
      let h = time - start
      switch motion {
      case .still:
        return MotionState(position: initial.position, velocity: 0)
      case .glide(let rate):
        return Deceleration.step(initial, by: h, rate: rate)
      case .spring(let edge, let sign, let spring):
        let begun = MotionState(
          position: sign * (initial.position - edge), velocity: sign * initial.velocity)
        let state =
          spring.kappa == 0
          ? CriticalBounce.step(begun, by: h, decayRate: spring.decayRate)
          : Spring(spring, from: begun).state(at: h)
        return MotionState(
          position: edge + sign * state.position, velocity: sign * state.velocity)
      case .finger(let path, let since): return path.place(at: time - since)
      case .pull(let path, let since, let edge, let band):
        let finger = path.place(at: time - since)
        let travel = finger.position - edge
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
    case spring(edge: Double, sign: Double, SpringConstants)
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

  /// A program sets the offset along an axis at once, which takes no time: the next phase starts there.
  ///
  /// - Precondition: the offset in pt is within the edges of the axis.
  public mutating func jump(along axis: Axis = .y, to offset: Double) {
    guard let view = axes.first(where: { $0.axis == axis }) else { return }
    precondition(
      (view.lowEdge...view.highEdge).contains(offset), "an offset beyond the edges of its axis")
    offsets[axis] = offset
  }

  /// A touch stops a deceleration, bounce or release at a time in s: it ends there, nothing follows,
  /// and the content stays where it is, beyond its edge if need be.
  ///
  /// The next gesture starts from there at once. Nothing changes at a time at which none of the three
  /// moves the content, or at which a bounce is further out than any finger can hold it: by d of the
  /// rubber band.
  public mutating func interrupt(at time: Double) {
    guard let index = segmentIndex(at: time) else { return }
    let segment = segments[index]
    guard segment.start < time, time < segment.end else { return }
    switch segment.phase {
    case .deceleration, .bounce, .release: break
    case .rest, .tracking, .rubberBand: return
    }
    let offset = segment.state(at: time).position
    guard axes.contains(where: { $0.axis == segment.axis && $0.unresisted(offset) != nil }) else {
      return
    }
    offsets = resting[index]
    offsets[segment.axis] = offset
    segments.removeSubrange((index + 1)...)
    resting.removeSubrange((index + 1)...)
    segments[index].end = time
    segments[index].isInterrupted = true
  }

  /// A finger drags the content and lets go; what follows is up to the laws: rest, a deceleration that
  /// stops or reaches an edge and bounces there, or the return from beyond an edge.
  ///
  /// Content that is beyond an edge when the finger comes down, after `interrupt(at:)`, follows the
  /// rubber band from the travel that belongs to its overscroll.
  ///
  /// - Parameters:
  ///   - axis: along which it goes.
  ///   - distance: how far the content would go without an edge, in pt, positive where offsets grow;
  ///     the finger goes the other way.
  ///   - duration: how long the finger moves, in s, above 0.
  ///   - hold: how long it then stays still, in s; nil lets go while it moves, at 2 distance / duration.
  ///   - wait: how long it stays still before it moves, in s.
  public mutating func drag(
    along axis: Axis = .y, by distance: Double, over duration: Double, hold: Double? = nil,
    wait: Double = 0
  ) {
    let start = offset(along: axis)
    guard let view = axes.first(where: { $0.axis == axis }), distance != 0, duration > 0,
      let origin = view.unresisted(start)
    else { return }
    let path = FingerPath(
      origin: origin, distance: distance, duration: duration, isHeld: hold != nil)
    append(
      view.edge(beyond: path.origin) == nil ? .tracking : .rubberBand, axis, for: wait,
      from: MotionState(position: start, velocity: 0), .still)
    let since = end
    let finish = duration + (hold ?? 0)
    var begun = 0.0
    if let (edge, _) = view.edge(beyond: path.origin) {
      let inward = (edge - path.origin) * (distance < 0 ? -1 : 1)
      begun = inward > 0 ? path.time(to: inward) ?? finish : finish
      append(
        .rubberBand, axis, for: begun, from: MotionState(position: start, velocity: 0),
        .pull(path, since: since, edge: edge, view.rubberBand))
    }
    let sign = distance < 0 ? -1.0 : 1.0
    let edge = sign < 0 ? view.lowEdge : view.highEdge
    let room = max(sign * (edge - path.origin), 0)
    let crossing = begun < finish ? path.time(to: room) ?? finish : finish
    append(
      .tracking, axis, for: crossing - begun, from: path.place(at: begun),
      .finger(path, since: since))
    if crossing < finish {
      append(
        .rubberBand, axis, for: finish - crossing, from: MotionState(position: edge, velocity: 0),
        .pull(path, since: since, edge: edge, view.rubberBand))
    }
    letGo(path, view)
  }

  /// What follows a drag: a deceleration inside the edges, the return from beyond one.
  private mutating func letGo(_ path: FingerPath, _ view: ScrollAxis) {
    let finger = path.place(at: path.duration)
    guard let (edge, sign) = view.edge(beyond: finger.position) else {
      return glide(view, from: finger)
    }
    let travel = finger.position - edge
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

  /// The content returns to an edge; with an inward speed above the faster rate times its overscroll, or where
  /// the spring rings, it crosses the edge and glides on, since no spring acts inside.
  private mutating func spring(
    _ phase: Phase, _ view: ScrollAxis, edge: Double, sign: Double, from state: MotionState
  ) {
    let begun = MotionState(
      position: sign * (state.position - edge), velocity: sign * state.velocity)
    let motion = Motion.spring(edge: edge, sign: sign, view.spring)
    let spring = Spring(view.spring, from: begun)
    if let crossing = Self.crossing(spring) {
      append(phase, view.axis, for: crossing, from: state, motion)
      return glide(
        view,
        from: MotionState(position: edge, velocity: sign * spring.velocity(at: crossing)))
    }
    let settle =
      view.bounceKappa == 0
      ? CriticalBounce(decayRate: view.bounceDecayRate, from: begun).settleTime(
        threshold: view.settleThreshold)
      : spring.settleTime(threshold: view.settleThreshold)
    append(phase, view.axis, for: settle ?? 0, from: state, motion)
    offsets[view.axis] = edge
  }

  /// When a spring first comes back to its edge from beyond, in s; nil where it never does.
  ///
  /// y = 0 where a c(t) + b s(t) = 0: a + b t, with tanh(w t) or tan(w t) over w in the place of t away
  /// from critical damping.
  private static func crossing(_ spring: Spring) -> Double? {
    let (a, b) = (spring.displacement, spring.slope)
    let kappa = spring.constants.kappa
    let w = kappa.magnitude.squareRoot()
    if kappa > 0 {
      let angle = Double.atan2(y: w * a, x: -b)
      return (angle > 0 ? angle : angle + .pi) / w
    }
    guard a > 0, b < 0 else { return nil }
    guard kappa < 0 else { return -a / b }
    return -a / b * w < 1 ? Double.atanh(-a / b * w) / w : nil
  }
}
