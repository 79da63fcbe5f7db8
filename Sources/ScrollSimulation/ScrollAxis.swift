internal import ScrollFitting
public import ScrollPhysics
public import ScrollTraces

/// One axis of a scroll view: its edges, and the constants of every law of its motion.
///
/// The defaults are UIScrollView's, as recordings show them, its edge in the critically damped form that
/// has been published; `SpringConstants.uiScrollView` has the measured one.
public struct ScrollAxis: Sendable, Hashable {
  /// The axis.
  public var axis: Axis
  /// The offset at rest at the top or left edge, in pt.
  public var lowEdge: Double
  /// The distance to the other edge, in pt, above 0: content and insets minus the bounds.
  public var length: Double
  /// The resistance beyond an edge; its dimension is the size of the bounds.
  public var rubberBand: RubberBand
  /// The decay rate k of the deceleration, in 1/s.
  public var rate = 2.002
  /// The speed in pt/s below which a deceleration ends, above 0.
  public var stopSpeed = 10.0
  /// The decay rate delta of the bounce, in 1/s.
  public var bounceDecayRate = 10.93
  /// kappa of the bounce in 1/s^2, above -delta^2: 0 at critical damping, positive where it rings.
  public var bounceKappa = 0.0
  /// The overscroll in pt below which a bounce ends, above 0.
  public var settleThreshold = CriticalBounce.observedSettleThreshold
  /// The inward speed with which a pull that was held still is let go, as a multiple of its overscroll,
  /// in 1/s and below `largestReleaseRate`, beyond which it would cross the edge: v(0) = -r y(0). 0 lets go
  /// from rest; iOS 26.5 shows 7.3.
  public var releaseRate = 0.0
  /// The scroll view whose laws take the place of constants above, in its ``engineParts``.
  public var engine: Engine?
  /// What moves by a law of the engine. A glide that it lacks lets the content rest where the finger lifts, an edge
  /// stops it, and a drag does not move it beyond the edge.
  public var engineParts: Set<EnginePart> = []
  /// Pixels in a point, for a rule of the engine in pixels.
  public var scale = 3.0
  /// Frames per second, for laws that are computed frame by frame.
  public var frameRate = 60.0

  /// What of a scroll view may follow an engine's law.
  public enum EnginePart: Sendable, Hashable, CaseIterable {
    /// A release inside the content.
    case glide
    /// A return from beyond an edge.
    case edge
    /// Content that follows a finger beyond an edge.
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

  /// The release rate in 1/s from which on a pull would cross its edge: delta + sqrt(-kappa), the faster of the two rates;
  /// infinite where it rings, and crosses in any case.
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

  /// The position that content at an offset would have without the resistance beyond an edge.
  ///
  /// Nil for an overscroll of d or more, which no finger can reach, and beyond an edge where another law resists.
  func unresisted(_ offset: Double) -> Double? {
    guard let (edge, _) = edge(beyond: offset) else { return offset }
    guard !engineParts.contains(.drag) else { return nil }
    return rubberBand.travel(overscroll: offset - edge).map { edge + $0 }
  }

  /// How the content follows a finger beyond an edge.
  var resistance: Resistance {
    engineParts.contains(.drag)
      ? .engine(engine?.drag ?? .proportional(coefficient: 0), dimension: rubberBand.dimension)
      : .rubberBand(rubberBand)
  }

  /// Whether a finger can pull the content beyond an edge, from where it returns.
  var isElastic: Bool {
    (resistance.slope(travel: 0) > 0)
      && (!engineParts.contains(.edge) || engine?.edge.map { $0 != .clamped } ?? false)
  }

  /// Whether anything moves by a law or an animation of the engine.
  public var usesEngine: Bool {
    !engineParts.isEmpty || engine.map { !$0.animations.isEmpty } ?? false
  }

  /// Whether the content moves on where a moving finger lifts.
  var glides: Bool { !engineParts.contains(.glide) || engine?.glide != nil }

  /// Whether a fling goes beyond the edge: not where it is stopped there, nor where the speed has no part in the return.
  var bouncesOffEdges: Bool {
    guard engineParts.contains(.edge) else { return true }
    switch engine?.edge {
    case nil, .clamped, .eased: return false
    case .spring, .smoothDamp, .elastic, .framewise, .stepped: return true
    }
  }

  /// The motion of a release by the engine's law; nil where the constants describe it, or nothing moves.
  func engineGlide(from state: MotionState) -> EngineMotion? {
    guard engineParts.contains(.glide) else { return nil }
    return engine?.glide?.motion(from: state, scale: scale, frameRate: frameRate)
  }

  /// The return by the engine's law from an overscroll in pt, outward positive; nil where the edge stops the content.
  func engineReturn(from state: MotionState) -> EngineMotion? {
    engine?.edge?.curve(from: state, frameRate: frameRate).map { EngineMotion($0) }
  }

  /// How far a release inside goes with a speed in pt/s until it ends, in pt.
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
