internal import RealModule

extension Engine {
  /// A motion from rest to rest that no finger makes: `scrollTo`, a key, a notch of a wheel.
  public struct Animation: Sendable, Hashable {
    /// What starts it.
    public var name: String
    /// How it spends its time.
    public var easing: Easing
    /// How long it takes.
    public var duration: Duration

    /// An animation.
    public init(_ name: String, _ easing: Easing, _ duration: Duration) {
      self.name = name
      self.easing = easing
      self.duration = duration
    }

    /// How long an animation takes, in s.
    public enum Duration: Sendable, Hashable {
      /// Always as long.
      case fixed(Double)
      /// A coefficient in s / sqrt(pt) times the root of the distance in pt, but at most so many s.
      case root(Double, maximum: Double)
      /// It depends on what went before, within limits in s.
      case between(Double, Double)

      /// The shortest and the longest duration in s for a distance in pt.
      public func range(distance: Double) -> ClosedRange<Double> {
        switch self {
        case .fixed(let value): value...value
        case .root(let coefficient, let maximum):
          min(
            maximum, coefficient * distance.magnitude.squareRoot())...min(
              maximum, coefficient * distance.magnitude.squareRoot())
        case .between(let low, let high): low...high
        }
      }
    }
  }
}
