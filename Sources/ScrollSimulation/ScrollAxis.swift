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

  /// The position that content at an offset would have without the resistance beyond an edge.
  ///
  /// Nil for an overscroll of d or more, which no finger can reach.
  func unresisted(_ offset: Double) -> Double? {
    guard let (edge, _) = edge(beyond: offset) else { return offset }
    return rubberBand.travel(overscroll: offset - edge).map { edge + $0 }
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
