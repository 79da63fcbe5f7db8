internal import RealModule
public import ScrollPhysics
public import ScrollRecordings

/// The motion of a scroll view during some gestures, as a sequence of phases, each with its law.
///
/// Every phase starts at the final offset and velocity of the previous one and is computed in closed form. A gesture
/// moves the content along one axis, as with directional lock; the other axis rests.
///
/// The velocity is continuous when a moving finger lifts between the edges and when the content crosses an edge. It
/// falls to c times its value when the finger crosses the edge. After a release beyond the edge, the initial velocity
/// is that of the content, not of the finger.
public struct ScrollSession: Sendable, Hashable {
  /// The kind of a phase.
  public enum Phase: String, Sendable, Hashable, CaseIterable {
    /// The content does not move.
    case rest
    /// The content follows the finger 1 : 1.
    case tracking
    /// The content follows a finger beyond the edge.
    case rubberBand = "rubber-band"
    /// The content returns to the edge after a finger released it beyond the edge.
    case release
    /// The content decelerates between its edges.
    case deceleration
    /// The content has crossed its edge without a finger and returns to it.
    case bounce
    /// An animation moves the content from rest to rest.
    case animation
  }

  /// One phase.
  public struct Segment: Sendable, Hashable {
    /// Its kind.
    public var phase: Phase
    /// The axis of the movement.
    public var axis: Axis
    /// Its start, in s.
    public var start: Double
    /// Its end and the start of the next phase, in s.
    public var end: Double
    /// Offset in pt and velocity in pt/s, positive where offsets grow, at the start.
    public var initial: MotionState
    /// Whether a touch ended it early.
    public var isInterrupted = false
    var motion: Motion

    /// Offset and velocity at a time in s from the beginning of the session.
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
      case .engine(let motion, let edge, let sign):
        return MotionState(
          position: edge + sign * motion.position(at: h), velocity: sign * motion.velocity(at: h))
      }
    }
  }

  enum Motion: Sendable, Hashable {
    case still
    case glide(rate: Double)
    /// `sign` is +1 if offsets grow outward, else -1.
    case spring(edge: Double, sign: Double, SpringConstants)
    /// `since` is the time at which the finger came down.
    case finger(FingerPath, since: Double)
    case pull(FingerPath, since: Double, edge: Double, Resistance)
    /// `sign` is -1 if the motion is positive in the direction in which offsets decrease.
    case engine(EngineMotion, from: Double, sign: Double)
  }

  /// The axes of the scroll view.
  public let axes: [ScrollAxis]
  /// The phases, without gaps, from 0 to `end`.
  public private(set) var segments: [Segment] = []
  /// For each segment, the offsets of the axes that it does not move.
  private var resting: [[Axis: Double]] = []
  var offsets: [Axis: Double] = [:]

  /// Creates an empty session: every axis rests at its top or left edge.
  public init(axes: [ScrollAxis]) {
    self.axes = axes
    for axis in axes { offsets[axis.axis] = axis.lowEdge }
  }

  /// The end of the last phase, in s; 0 without phases.
  public var end: Double { segments.last?.end ?? 0 }

  /// The offset of an axis after the last phase, in pt.
  public func offset(along axis: Axis) -> Double { offsets[axis] ?? 0 }

  /// Offset and velocity at a time in s; at rest before the first and after the last phase.
  public func state(at time: Double, along axis: Axis) -> MotionState {
    let index = segmentIndex(at: time)
    guard let index, time < segments[index].end else {
      return MotionState(position: offset(along: axis), velocity: 0)
    }
    let segment = segments[index]
    if segment.axis == axis { return segment.state(at: max(time, 0)) }
    return MotionState(position: resting[index][axis] ?? 0, velocity: 0)
  }

  /// The kind of the phase at a time in s; `rest` outside all phases.
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

  mutating func append(
    _ phase: Phase, _ axis: Axis, for duration: Double, from state: MotionState, _ motion: Motion
  ) {
    guard duration > 0 else { return }
    segments.append(
      Segment(
        phase: phase, axis: axis, start: end, end: end + duration, initial: state, motion: motion))
    resting.append(offsets)
  }

  /// Appends a rest of a duration in s.
  public mutating func rest(for duration: Double) {
    guard let axis = axes.first?.axis else { return }
    append(
      .rest, axis, for: duration, from: MotionState(position: offset(along: axis), velocity: 0),
      .still)
  }

  /// Sets the offset along an axis, as a program does; this takes no time, and the next phase starts there.
  ///
  /// - Precondition: the offset in pt is within the edges of the axis.
  public mutating func jump(along axis: Axis = .y, to offset: Double) {
    guard let view = axes.first(where: { $0.axis == axis }) else { return }
    precondition(
      (view.lowEdge...view.highEdge).contains(offset), "an offset beyond the edges of its axis")
    offsets[axis] = offset
  }

  /// Stops a deceleration, bounce or release by a touch at a time in s; the stopped phase becomes the last one.
  ///
  /// The content keeps its position, also beyond its edge, and the next gesture starts from there at once. Nothing
  /// changes if none of these three phases contains the time, or if the overscroll is too large for a finger to hold: d
  /// of the rubber band or more.
  public mutating func interrupt(at time: Double) {
    guard let index = segmentIndex(at: time) else { return }
    let segment = segments[index]
    guard segment.start < time, time < segment.end else { return }
    switch segment.phase {
    case .deceleration, .bounce, .release: break
    case .rest, .tracking, .rubberBand, .animation: return
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

  /// A finger drags the content and lifts; the laws determine what follows: a rest, a deceleration that
  /// stops or reaches an edge and bounces there, or the return from beyond an edge.
  ///
  /// Content that is beyond an edge when the finger comes down, after `interrupt(at:)`, follows the
  /// rubber band from the travel that corresponds to its overscroll.
  ///
  /// - Parameters:
  ///   - axis: the axis of the movement.
  ///   - distance: the distance that the content would move without an edge, in pt, positive where offsets grow;
  ///     the finger moves in the opposite direction.
  ///   - duration: the time of the movement, in s, above 0.
  ///   - hold: the time for which the finger then holds still, in s; nil if it lifts while moving, at
  ///     2 distance / duration.
  ///   - wait: the time for which the finger holds still before it moves, in s.
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
        .pull(path, since: since, edge: edge, view.resistance))
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
        .pull(path, since: since, edge: edge, view.resistance))
    }
    letGo(path, view)
  }

  /// Appends the motion after a drag: a deceleration between the edges, or the return from beyond an edge.
  private mutating func letGo(_ path: FingerPath, _ view: ScrollAxis) {
    let finger = path.place(at: path.duration)
    guard let (edge, sign) = view.edge(beyond: finger.position) else {
      return glide(view, from: finger)
    }
    let travel = finger.position - edge
    let overscroll = view.resistance.overscroll(travel: travel)
    let velocity =
      path.isHeld
      ? -view.releaseRate * overscroll : view.resistance.slope(travel: travel) * finger.velocity
    spring(
      .release, view, edge: edge, sign: sign,
      from: MotionState(position: edge + overscroll, velocity: velocity))
  }

  /// Appends a deceleration that stops, or that reaches an edge and bounces there with the remaining speed.
  private mutating func glide(_ view: ScrollAxis, from state: MotionState) {
    offsets[view.axis] = state.position
    guard !view.engineParts.contains(.glide) else { return engineGlide(view, from: state) }
    guard state.velocity.magnitude > view.stopSpeed else { return }
    let motion = Deceleration(from: state, rate: view.rate)
    let stop = motion.duration(stopSpeed: view.stopSpeed)
    let (edge, sign) = view.edge(towards: state.velocity)
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

  /// Appends the return to an edge.
  ///
  /// The content crosses the edge if its inward speed exceeds the faster rate times its overscroll, or if the spring is
  /// underdamped; it then decelerates, because no spring acts between the edges.
  mutating func spring(
    _ phase: Phase, _ view: ScrollAxis, edge: Double, sign: Double, from state: MotionState
  ) {
    let begun = MotionState(
      position: sign * (state.position - edge), velocity: sign * state.velocity)
    guard !view.engineParts.contains(.edge) else {
      return engineReturn(phase, view, edge: edge, sign: sign, from: begun)
    }
    let motion = Motion.spring(edge: edge, sign: sign, view.spring)
    let spring = Spring(view.spring, from: begun)
    // The spring of an engine acts on both sides of its edge.
    if view.engine == nil, let crossing = Self.crossing(spring) {
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

  /// The time in s at which a spring first returns to its edge from beyond; nil if it never does.
  ///
  /// The solution of y = 0: a + b t = 0 at critical damping; tanh(w t) / w if overdamped, or tan(w t) / w if
  /// underdamped, replaces t.
  private static func crossing(_ spring: Spring) -> Double? {
    // + 0 turns -0 into 0: atan2 of -0 would give a crossing at time 0.
    let (a, b) = (spring.displacement + 0, spring.slope)
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
