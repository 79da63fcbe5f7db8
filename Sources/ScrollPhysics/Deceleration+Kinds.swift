extension Deceleration {
  /// An item of UIKit Dynamics with a resistance r in 1/s: v' = -r v. 0, the default of UIKit, never slows.
  public init(position: Double = 0, velocity: Double, resistance: Double) {
    self.init(position: position, velocity: velocity, rate: resistance)
  }

  /// A glide that slows by the same a in pt/s^2, above 0, all the time: **x = x0 + v0 t - s a t^2 / 2**,
  /// s the sign of v0, until v = 0 at t = |v0| / a, |v0|^2 / 2a pt away.
  ///
  /// The limit k = 0 of friction, and what several scroll views ship.
  public init(position: Double = 0, velocity: Double, constant deceleration: Double) {
    self.init(position: position, velocity: velocity, rate: 0, coulomb: deceleration)
  }

  /// a in pt/s^2 of an even deceleration that stops a speed in pt/s in a time in s: |v0| / T.
  public static func constant(speed: Double, duration: Double) -> Double { speed / duration }

  /// a in pt/s^2 of an even deceleration that stops a speed in pt/s within pt: |v0|^2 / 2D.
  public static func constant(speed: Double, distance: Double) -> Double {
    speed / distance * speed / 2
  }
}

/// Chromium's fling curve: one curve **x = alpha e^(-gamma t) - beta t - alpha**, entered where it has the
/// speed of the release.
///
/// v = -alpha gamma e^(-gamma t) - beta solves v' = -gamma v - beta gamma: it is viscous drag with a
/// constant friction, k = gamma and c = beta gamma for every release. A release faster than the
/// start of the curve scales all of it. alpha in pt below 0, beta in pt/s, gamma in 1/s.
///
/// Source: chromium/chromium, ui/events/gestures/fling_curve.cc.
public struct FlingCurve: Sendable, Hashable {
  /// alpha in pt, below 0.
  public var alpha: Double
  /// beta in pt/s.
  public var beta: Double
  /// gamma in 1/s.
  public var gamma: Double

  /// A curve by its constants; without arguments the one that ships.
  public init(alpha: Double = -5707.62, beta: Double = 172, gamma: Double = 3.7) {
    self.alpha = alpha
    self.beta = beta
    self.gamma = gamma
  }

  /// The speed at its start in pt/s: -alpha gamma - beta.
  public var startSpeed: Double { -alpha * gamma - beta }

  /// c = beta gamma in pt/s^2.
  public var coulomb: Double { beta * gamma }

  /// The glide from a release, velocity in pt/s.
  ///
  /// Beyond the curve's own start speed friction grows with the release, c |v0| / v_start.
  public func glide(position: Double = 0, velocity: Double) -> Deceleration {
    Deceleration(
      position: position, velocity: velocity, rate: gamma,
      coulomb: coulomb * max(1, velocity.magnitude / startSpeed))
  }
}
