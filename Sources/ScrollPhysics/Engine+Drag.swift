internal import RealModule

extension Engine {
  /// How content follows a finger that drags it beyond an edge.
  public enum Drag: Sendable, Hashable {
    /// s = d c x / (c x + d), ``RubberBand``.
    case hyperbolic(coefficient: Double)
    /// s = c x, without an end.
    case proportional(coefficient: Double)
    /// ds/dx = c (1 - s/d), so s = d (1 - e^(-c x / d)).
    case tapered(coefficient: Double)
    /// ds/dx = c - p s - q s^2, for any size of the view, until it follows no more.
    case quadratic(coefficient: Double, linear: Double, quadratic: Double)

    /// c, how much of a movement the content follows at the edge.
    public var coefficient: Double {
      switch self {
      case .hyperbolic(let c), .proportional(let c), .tapered(let c), .quadratic(let c, _, _): c
      }
    }

    /// s in pt after a finger travel of 0 or more pt beyond the edge of a view of `dimension` pt.
    public func overscroll(travel: Double, dimension: Double) -> Double {
      switch self {
      case .hyperbolic(let c):
        return RubberBand(coefficient: c, dimension: dimension).overscroll(travel: travel)
      case .proportional(let c): return c * travel
      case .tapered(let c): return -dimension * Double.expMinusOne(-c * travel / dimension)
      case .quadratic(let c, let p, let q):
        // The Riccati equation with w = sqrt(c q + p^2 / 4): s = c tanh(w x) / (w + p/2 tanh(w x)).
        let w = (c * q + p * p / 4).squareRoot()
        guard w > 0 else { return c * travel }
        let turn = Double.tanh(w * travel)
        return c * turn / (w + p / 2 * turn)
      }
    }

    /// ds/dx after a finger travel of 0 or more pt: how much of a further movement the content follows.
    public func slope(travel: Double, dimension: Double) -> Double {
      switch self {
      case .hyperbolic(let c):
        return RubberBand(coefficient: c, dimension: dimension).slope(travel: travel)
      case .proportional(let c): return c
      case .tapered(let c): return c * Double.exp(-c * travel / dimension)
      case .quadratic(let c, let p, let q):
        let s = overscroll(travel: travel, dimension: dimension)
        return max(0, c - p * s - q * s * s)
      }
    }
  }
}
