internal import RealModule

/// How fast a decelerating scroll view loses its velocity, in the five ways in which people write it.
///
/// All are one number: v(t) = v0 e^(-k t) with k in 1/s. Factors lie between 0 and 1, times above 0; a
/// factor of 1 is k = 0, which never stops.
public struct DecelerationRate: Sendable, Hashable {
  /// k in 1/s; 2.0020 for UIScrollView's normal rate, 10.0503 for its fast one.
  public var perSecond: Double

  /// A rate by k in 1/s.
  public init(perSecond: Double) { self.perSecond = perSecond }

  /// A rate by d, the factor of the velocity per millisecond, as `decelerationRate` has it:
  /// k = -1000 ln d.
  public init(perMillisecond d: Double) {
    // 0 - x: a factor of 1 is k = 0, not -0, whose reciprocal is negative.
    perSecond = 0 - 1000 * Double.log(d)
  }

  /// A rate by the time in s after which the velocity has fallen to 1/e: k = 1 / tau.
  public init(timeConstant: Double) { perSecond = 1 / timeConstant }

  /// A rate by the time in s after which the velocity has halved: k = ln 2 / T.
  public init(halfLife: Double) { perSecond = Double.log(2) / halfLife }

  /// A rate by the factor of the velocity per frame: k = -f ln r for f frames per second.
  public init(perFrame factor: Double, framesPerSecond: Double) {
    perSecond = 0 - framesPerSecond * Double.log(factor)
  }

  /// d = e^(-k / 1000), the factor per millisecond.
  public var perMillisecond: Double { Double.exp(-perSecond / 1000) }

  /// 1 - d, exact also where d is next to 1.
  public var lossPerMillisecond: Double { -Double.expMinusOne(-perSecond / 1000) }

  /// 1 / k in s.
  public var timeConstant: Double { 1 / perSecond }

  /// ln 2 / k in s.
  public var halfLife: Double { Double.log(2) / perSecond }

  /// e^(-k / f), the factor per frame at f frames per second.
  public func perFrame(framesPerSecond: Double) -> Double {
    Double.exp(-perSecond / framesPerSecond)
  }
}
