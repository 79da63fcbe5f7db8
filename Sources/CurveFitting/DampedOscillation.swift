internal import RealModule

/// The two curves e^(-delta t) c(t) and e^(-delta t) s(t) of a damped oscillation, and their derivatives.
///
/// c = cos(w t), s = sin(w t) / w with w = sqrt(kappa) where kappa > 0; cosh and sinh of sqrt(-kappa) where
/// kappa < 0; 1 and t where kappa = 0. Both are entire functions of kappa t^2, so critical damping is not a
/// singularity: near it the power series gives the derivatives.
///
/// The derivatives: by delta -t times the curve; dc/dkappa = -t s / 2, ds/dkappa = (t c - s) / (2 kappa).
public struct DampedOscillation: Sendable {
  /// delta in 1/s.
  public let decayRate: Double
  /// kappa = omega^2 - delta^2 in 1/s^2.
  public let kappa: Double
  private let split: Double
  /// The slower of the two decay rates where kappa < 0.
  private let slowRate: Double

  /// Curves for a decay rate and a kappa of either sign.
  public init(decayRate: Double, kappa: Double) {
    self.decayRate = decayRate
    self.kappa = kappa
    split = kappa.magnitude.squareRoot()
    // As omega^2 / (delta + sqrt(-kappa)): far from critical damping delta - sqrt(-kappa) cancels all digits.
    slowRate =
      decayRate > 0
      ? kappa.addingProduct(decayRate, decayRate) / (decayRate + split) : decayRate - split
  }

  /// e^(-delta t) c and e^(-delta t) s at a time in s.
  public func curves(at time: Double) -> (c: Double, s: Double) {
    guard kappa < 0 else {
      let decay = Double.exp(-decayRate * time)
      let angle = split * time
      guard angle.magnitude > 1e-4 else {
        let z = kappa * time * time
        return (decay * (1 - z / 2), decay * time * (1 - z / 6))
      }
      return (decay * Double.cos(angle), decay * Double.sin(angle) / split)
    }
    // The slower exponential times (1 - e^(-2 sqrt(-kappa) t)): neither factor overflows.
    let slow = Double.exp(-slowRate * time)
    let gone = -Double.expMinusOne(-2 * split * time)
    return (slow * (1 - gone / 2), slow * gone / (2 * split))
  }

  /// Both curves at many times.
  ///
  /// On the grid 0, h, 2h, ... by the addition theorems c(t + h) = c(t) c(h) - kappa s(t) s(h) and
  /// s(t + h) = s(t) c(h) + c(t) s(h), with e^(-delta h) in c(h) and s(h). Every 16th sample is computed directly, so
  /// that at most 16 rounding errors accumulate.
  ///
  /// - Parameters:
  ///   - times: times in s.
  ///   - uniformStep: h if the times are such a grid; else nil.
  public func curves(at times: [Double], uniformStep: Double?) -> [SIMD2<Double>] {
    guard let uniformStep else {
      return times.map {
        let (c, s) = curves(at: $0)
        return SIMD2(c, s)
      }
    }
    let next = curves(at: uniformStep)
    return [SIMD2<Double>](unsafeUninitializedCapacity: times.count) { buffer, count in
      var (c, s) = (1.0, 0.0)
      for index in times.indices {
        if index & 15 == 0 { (c, s) = curves(at: times[index]) }
        buffer.initializeElement(at: index, to: SIMD2(c, s))
        (c, s) = (c * next.c - kappa * s * next.s, s * next.c + c * next.s)
      }
      count = times.count
    }
  }

  /// The derivatives of both curves with respect to kappa, at a time at which the curves are known.
  public func slopesByKappa(
    at time: Double, _ curves: (c: Double, s: Double)
  ) -> (c: Double, s: Double) {
    let z = kappa * time * time
    guard z.magnitude < 0.5 else {
      return (-time * curves.s / 2, (time * curves.c - curves.s) / (2 * kappa))
    }
    // d(sin(sqrt z) / sqrt z)/dz = sum_(n >= 1) (-1)^n n z^(n-1) / (2n + 1)!
    var term = -1.0 / 6
    var sum = term
    var n = 1.0
    while term.magnitude > 1e-17 {
      term *= -z * (n + 1) / (n * (2 * n + 2) * (2 * n + 3))
      sum += term
      n += 1
    }
    let decay = Double.exp(-decayRate * time)
    return (-time * curves.s / 2, decay * time * time * time * sum)
  }
}
