internal import ScrollFitting
public import ScrollPhysics
public import ScrollRecordings

/// One axis of a scroll view: its edges, and the constants of its laws of motion.
///
/// The defaults are the constants of UIScrollView as measured in recordings, except that the bounce has the published,
/// critically damped form; `SpringConstants.uiScrollView` has the measured spring.
public struct ScrollAxis: Sendable, Hashable {
  /// The axis.
  public var axis: Axis
  /// The offset at rest at the top or left edge, in pt.
  public var lowEdge: Double
  /// The distance to the other edge, in pt, above 0: the size of content and insets, minus that of the bounds.
  public var length: Double
  /// The resistance beyond an edge; its dimension is the size of the bounds.
  public var rubberBand: RubberBand
  /// The decay rate k of the deceleration, in 1/s.
  public var rate = 2.002
  /// The speed in pt/s below which a deceleration ends, above 0.
  public var stopSpeed = 10.0
  /// The decay rate delta of the bounce, in 1/s.
  public var bounceDecayRate = 10.93
  /// kappa = omega^2 - delta^2 of the bounce in 1/s^2, above -delta^2: 0 at critical damping, positive if underdamped.
  public var bounceKappa = 0.0
  /// The overscroll in pt below which a bounce ends, above 0.
  public var settleThreshold = CriticalBounce.observedSettleThreshold
  /// The rate r in 1/s of the inward velocity v(0) = -r y(0) at which a pull that was held still starts its return from
  /// the overscroll y(0).
  ///
  /// 0 for a release from rest; about 7.3 on iOS 26.5. Below `largestReleaseRate`, so that the content does not cross
  /// its edge.
  public var releaseRate = 0.0
  /// The scroll view whose laws replace the constants above, for the parts in ``engineParts``.
  public var engine: Engine?
  /// The parts of the motion that follow the engine's laws.
  ///
  /// Without a deceleration law in the engine, the content rests at the position where the finger lifts; without an
  /// edge law, it stops at the edge; without a drag law, a drag does not move it beyond the edge.
  public var engineParts: Set<EnginePart> = []
  /// Pixels per point, for rules of the engine in pixels.
  public var scale = 3.0
  /// Frames per second, for laws that are computed frame by frame.
  public var frameRate = 60.0

  /// A part of the motion that can follow an engine's law.
  public enum EnginePart: Sendable, Hashable, CaseIterable {
    /// The deceleration after a release between the edges.
    case glide
    /// The return from beyond an edge.
    case edge
    /// The motion of the content while a finger drags it beyond an edge.
    case drag
  }

  /// Creates an axis with the constants of UIScrollView.
  public init(
    _ axis: Axis = .y, lowEdge: Double = 0, length: Double = 1500,
    rubberBand: RubberBand? = nil
  ) {
    self.axis = axis
    self.lowEdge = lowEdge
    self.length = length
    self.rubberBand =
      rubberBand ?? RubberBand(coefficient: 0.55, dimension: axis == .y ? 844 : 390)
  }

  /// The spring at both edges.
  var spring: SpringConstants { SpringConstants(decayRate: bounceDecayRate, kappa: bounceKappa) }

  /// The release rate in 1/s at and above which a pull would cross its edge: delta + sqrt(-kappa), the faster rate of
  /// the spring.
  ///
  /// Infinite if the spring is underdamped: it crosses the edge at every rate.
  public var largestReleaseRate: Double {
    bounceKappa > 0 ? .infinity : bounceDecayRate + (-bounceKappa).squareRoot()
  }

  /// The offset at rest at the bottom or right edge, in pt.
  public var highEdge: Double { lowEdge + length }

  /// The edge that an offset is beyond, and +1 if offsets grow outward there, else -1; nil between the edges.
  func edge(beyond offset: Double) -> (edge: Double, sign: Double)? {
    if offset < lowEdge { return (lowEdge, -1) }
    return offset > highEdge ? (highEdge, 1) : nil
  }

  /// The edge that a velocity leads to, and +1 if offsets grow outward there, else -1.
  func edge(towards velocity: Double) -> (edge: Double, sign: Double) {
    velocity < 0 ? (lowEdge, -1) : (highEdge, 1)
  }

  /// The position that the content at an offset would have without the resistance beyond an edge.
  ///
  /// Nil for an overscroll of d or more, which no finger can reach, and beyond an edge with an engine's drag law.
  func unresisted(_ offset: Double) -> Double? {
    guard let (edge, _) = edge(beyond: offset) else { return offset }
    guard !engineParts.contains(.drag) else { return nil }
    return rubberBand.travel(overscroll: offset - edge).map { edge + $0 }
  }

  /// The resistance to a drag beyond an edge.
  var resistance: Resistance {
    engineParts.contains(.drag)
      ? .engine(engine?.drag ?? .proportional(coefficient: 0), dimension: rubberBand.dimension)
      : .rubberBand(rubberBand)
  }

  /// Whether a finger can pull the content beyond an edge, and the content then returns.
  var isElastic: Bool {
    (resistance.slope(travel: 0) > 0)
      && (!engineParts.contains(.edge) || engine?.edge.map { $0 != .clamped } ?? false)
  }

  /// Whether any motion follows a law or an animation of the engine.
  public var usesEngine: Bool {
    !engineParts.isEmpty || engine.map { !$0.animations.isEmpty } ?? false
  }

  /// Whether the content decelerates after a moving finger lifts.
  var glides: Bool { !engineParts.contains(.glide) || engine?.glide != nil }

  /// Whether a deceleration continues beyond an edge: false if the edge stops it, or if the return ignores the speed.
  var bouncesOffEdges: Bool {
    guard engineParts.contains(.edge) else { return true }
    switch engine?.edge {
    case nil, .clamped, .eased: return false
    case .spring, .smoothDamp, .elastic, .framewise, .stepped: return true
    }
  }

  /// The deceleration by the engine's law; nil if the constants describe it, or if the engine has no such law.
  func engineGlide(from state: MotionState) -> EngineMotion? {
    guard engineParts.contains(.glide) else { return nil }
    return engine?.glide?.motion(from: state, scale: scale, frameRate: frameRate)
  }

  /// The return by the engine's law from an overscroll in pt, outward positive; nil if the edge stops the content.
  func engineReturn(from state: MotionState) -> EngineMotion? {
    engine?.edge?.curve(from: state, frameRate: frameRate).map { EngineMotion($0) }
  }

  /// The distance in pt of a deceleration between the edges from an initial speed in pt/s.
  func reach(speed: Double) -> Double {
    let state = MotionState(position: 0, velocity: speed)
    guard let motion = engineGlide(from: state) else {
      return max(0, speed - stopSpeed) / rate
    }
    return motion.restPosition
  }

  /// The metadata lines of the edges and the bounds.
  public var metadata: [Metadata.Entry] {
    [
      .init(Metadata.edgeKey(axis: axis, offsetsGrowOutward: false), LawConstants.short(lowEdge)),
      .init(Metadata.edgeKey(axis: axis, offsetsGrowOutward: true), LawConstants.short(highEdge)),
      .init(Metadata.boundsKey(axis: axis), LawConstants.short(rubberBand.dimension)),
    ]
  }
}
