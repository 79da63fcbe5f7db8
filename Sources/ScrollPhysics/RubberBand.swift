/// The resistance of content that a finger drags beyond its edge.
///
/// A finger travel x beyond the edge moves the content only **s = d c x / (c x + d)**, never as far as d:
/// s = d (1 - 1 / (x c / d + 1)). Slope c at the edge, d / 2 at x = d / c. Negative travel gives the
/// same inward.
///
/// Flutter adds 0.52 (1 - s / d)^2 of each movement instead; its curve is this one with c = 0.52, since
/// ds/dx = c (1 - s / d)^2 is the law's differential equation.
///
/// Source: the formula circulates since 2012; a recording of 2026 gives c = 0.5499, d the bounds.
public struct RubberBand: Sendable, Hashable {
  /// c, the slope at the edge, above 0; 0.55 for UIScrollView.
  public var coefficient: Double
  /// d in pt, above 0: the size of the bounds along the axis.
  public var dimension: Double

  /// A rubber band.
  public init(coefficient: Double, dimension: Double) {
    self.coefficient = coefficient
    self.dimension = dimension
  }

  /// s in pt for a finger travel in pt.
  ///
  /// Infinite travel gives d. No product overflows on the way.
  public func overscroll(travel: Double) -> Double {
    let pull = coefficient * travel
    guard pull.magnitude > dimension else { return pull / (1 + pull.magnitude / dimension) }
    return (pull < 0 ? -dimension : dimension) / (1 + dimension / pull.magnitude)
  }

  /// The finger travel in pt for an overscroll in pt, s d / (c (d - |s|)); nil where |s| >= d.
  public func travel(overscroll: Double) -> Double? {
    let size = overscroll.magnitude
    guard size < dimension else { return nil }
    return overscroll / coefficient / ((dimension - size) / dimension)
  }

  /// ds/dx at a finger travel in pt: c (d / (c |x| + d))^2, by how much of a movement the content follows.
  public func slope(travel: Double) -> Double {
    let part = 1 / (1 + coefficient * travel.magnitude / dimension)
    return coefficient * part * part
  }
}
