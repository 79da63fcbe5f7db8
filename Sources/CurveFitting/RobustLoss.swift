internal import RealModule

/// A loss rho(u) of the standardised residual u = r / scale, defined by its weight w(u) = rho'(u) / u.
public enum RobustLoss: Sendable, Hashable {
  /// u^2 / 2: least squares.
  case linear
  /// Quadratic up to 1.345, linear above: 95 % efficient for Gaussian errors (Huber 1964).
  case huber
  /// Tukey's bisquare with 4.685: residuals beyond it have weight 0 (Beaton & Tukey 1974).
  case tukey

  /// The tuning constant, in scales.
  public var tuning: Double {
    switch self {
    case .linear: .infinity
    case .huber: 1.345
    case .tukey: 4.685
    }
  }

  /// w(u) = rho'(u) / u, in [0, 1].
  public func weight(_ u: Double) -> Double {
    switch self {
    case .linear: return 1
    case .huber: return u.magnitude <= tuning ? 1 : tuning / u.magnitude
    case .tukey:
      guard u.magnitude < tuning else { return 0 }
      let free = 1 - (u / tuning) * (u / tuning)
      return free * free
    }
  }

  /// rho(u): u^2 / 2 near 0; beyond the tuning constant linear for Huber, constant for Tukey.
  public func value(_ u: Double) -> Double {
    switch self {
    case .linear: return u * u / 2
    case .huber:
      return u.magnitude <= tuning ? u * u / 2 : tuning * (u.magnitude - tuning / 2)
    case .tukey:
      let limit = tuning * tuning / 6
      guard u.magnitude < tuning else { return limit }
      let free = 1 - (u / tuning) * (u / tuning)
      return limit * (1 - free * free * free)
    }
  }

  /// rho''(u), the derivative of w(u) u.
  public func curvature(_ u: Double) -> Double {
    switch self {
    case .linear: return 1
    case .huber: return u.magnitude <= tuning ? 1 : 0
    case .tukey:
      guard u.magnitude < tuning else { return 0 }
      let square = (u / tuning) * (u / tuning)
      return (1 - square) * (1 - 5 * square)
    }
  }

  /// 1.4826 times the median of |r|: an estimate of the standard deviation with a breakdown point of 50 %.
  ///
  /// - Returns: 0 for no residuals.
  public static func scale(_ residuals: [Double]) -> Double {
    guard !residuals.isEmpty else { return 0 }
    let sorted = residuals.map(\.magnitude).sorted()
    let middle = sorted.count / 2
    let median = sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    return 1.4826 * median
  }
}

extension RobustLoss {
  /// The name in options and output.
  public var name: String {
    switch self {
    case .linear: "linear"
    case .huber: "huber"
    case .tukey: "tukey"
    }
  }
}
