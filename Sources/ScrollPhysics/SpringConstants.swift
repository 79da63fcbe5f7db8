internal import RealModule

/// A damped spring, in all the ways in which people write it.
///
/// m y'' + c y' + k y = 0, or **y'' + 2 delta y' + omega^2 y = 0** with delta = c / 2m, omega^2 = k / m,
/// kappa = omega^2 - delta^2 and damping ratio zeta = delta / omega. Critically damped where kappa = 0,
/// overdamped below (zeta > 1), underdamped above: there it rings.
///
/// Every way of writing keeps the digits it has: kappa, which is next to nothing near critical damping,
/// is computed from what was given and never as a difference of rounded squares where that can be avoided.
///
/// Source: the harmonic oscillator of any mechanics text; response, duration and bounce as in SwiftUI's
/// `Spring`.
public struct SpringConstants: Sendable, Hashable {
  /// delta in 1/s, half the damping per mass. A larger one pulls back with less swing.
  public let decayRate: Double
  /// kappa = omega^2 - delta^2 in 1/s^2: 0 at critical damping, positive where it rings.
  public let kappa: Double
  /// omega^2 = k / m in 1/s^2.
  public let stiffnessPerMass: Double

  private init(decayRate: Double, kappa: Double, stiffnessPerMass: Double) {
    self.decayRate = decayRate
    self.kappa = kappa
    self.stiffnessPerMass = stiffnessPerMass
  }

  /// The spring with a decay rate delta in 1/s and kappa in 1/s^2, above -delta^2; critically damped
  /// without kappa.
  public init(decayRate: Double, kappa: Double = 0) {
    self.init(
      decayRate: decayRate, kappa: kappa,
      stiffnessPerMass: kappa.addingProduct(decayRate, decayRate))
  }

  /// The spring with an angular frequency omega in 1/s and a damping ratio zeta.
  ///
  /// delta = zeta omega, kappa = omega^2 (1 - zeta) (1 + zeta).
  public init(angularFrequency: Double, dampingRatio: Double) {
    let square = angularFrequency * angularFrequency
    self.init(
      decayRate: dampingRatio * angularFrequency,
      // (1 - z)(1 + z), not 1 - z^2: half the digits vanish next to critical damping.
      kappa: square * (1 - dampingRatio) * (1 + dampingRatio), stiffnessPerMass: square)
  }

  /// The spring with a mass, a stiffness k and a damping coefficient c, in units that fit together.
  public init(mass: Double, stiffness: Double, damping: Double) {
    let decayRate = damping / mass / 2
    let square = stiffness / mass
    // One rounding: the product is not rounded before it is subtracted.
    self.init(
      decayRate: decayRate, kappa: square.addingProduct(-decayRate, decayRate),
      stiffnessPerMass: square)
  }

  /// The spring with a stiffness k, a damping ratio zeta and a mass.
  public init(stiffness: Double, dampingRatio: Double, mass: Double = 1) {
    let square = stiffness / mass
    self.init(
      decayRate: dampingRatio * square.squareRoot(),
      kappa: square * (1 - dampingRatio) * (1 + dampingRatio), stiffnessPerMass: square)
  }

  /// The spring with SwiftUI's response in s, omega = 2 pi / response, and damping fraction zeta.
  public init(response: Double, dampingFraction: Double) {
    self.init(angularFrequency: 2 * .pi / response, dampingRatio: dampingFraction)
  }

  /// The spring with SwiftUI's duration in s and bounce above -1, at most 1.
  ///
  /// The duration is the response; zeta = 1 - bounce, and 1 / (1 + bounce) for a bounce below 0.
  public init(duration: Double, bounce: Double) {
    let frequency = 2 * .pi / duration
    let square = frequency * frequency
    let ratio = bounce < 0 ? 1 / (1 + bounce) : 1 - bounce
    // 1 - zeta by the bounce itself, which zeta next to 1 has lost.
    let lack = bounce < 0 ? bounce * ratio : bounce
    self.init(
      decayRate: ratio * frequency, kappa: square * lack * (1 + ratio), stiffnessPerMass: square)
  }

  /// Whether it is a spring that comes to rest: delta and omega^2 above 0, all finite.
  public var settles: Bool {
    decayRate > 0 && stiffnessPerMass > 0 && decayRate.isFinite && stiffnessPerMass.isFinite
      && kappa.isFinite
  }

  /// omega = sqrt(k / m) in 1/s; NaN for a negative stiffness.
  public var angularFrequency: Double { stiffnessPerMass.squareRoot() }

  /// zeta = delta / omega.
  public var dampingRatio: Double { decayRate / angularFrequency }

  /// 2 delta = c / m in 1/s.
  public var dampingPerMass: Double { 2 * decayRate }

  /// 2 pi / omega in s, SwiftUI's response and duration.
  public var response: Double { 2 * .pi / angularFrequency }

  /// SwiftUI's bounce: 1 - zeta, and 1 / zeta - 1 where it is overdamped.
  ///
  /// By way of kappa = omega^2 (1 - zeta) (1 + zeta), which keeps the digits next to critical damping.
  public var bounce: Double {
    let lack = kappa / stiffnessPerMass / (1 + dampingRatio)
    return kappa < 0 ? lack / dampingRatio : lack
  }

  /// k for a mass, in the units of the mass.
  public func stiffness(mass: Double) -> Double { stiffnessPerMass * mass }

  /// c for a mass, in the units of the mass.
  public func damping(mass: Double) -> Double { dampingPerMass * mass }

  /// sqrt(|kappa|): the frequency at which it rings, or half the distance of its two rates.
  var split: Double { kappa.magnitude.squareRoot() }

  /// The slower of the two rates of an overdamped spring, delta - sqrt(-kappa), in 1/s; delta otherwise.
  ///
  /// As omega^2 / (delta + sqrt(-kappa)): far from critical damping the difference has no digits.
  public var slowRate: Double {
    kappa < 0 ? stiffnessPerMass / (decayRate + split) : decayRate
  }

  /// Half a period of ringing in s, pi / sqrt(kappa); nil where it does not ring.
  public var halfPeriod: Double? { kappa > 0 ? .pi / split : nil }
}
