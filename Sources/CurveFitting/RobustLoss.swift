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
    let median = withUnsafeTemporaryAllocation(of: Double.self, capacity: residuals.count) {
      sizes in
      for index in residuals.indices {
        sizes.initializeElement(at: index, to: residuals[index].magnitude)
      }
      let middle = sizes.count / 2
      select(middle, of: sizes)
      guard sizes.count % 2 == 0 else { return sizes[middle] }
      return (sizes[..<middle].reduce(0, max) + sizes[middle]) / 2
    }
    return 1.4826 * median
  }

  /// Moves the element that sorting would put at a position there, with smaller ones before it and larger ones after it
  /// (Hoare 1961).
  private static func select(_ position: Int, of values: UnsafeMutableBufferPointer<Double>) {
    var low = 0
    var high = values.count - 1
    while low < high {
      let pivot = values[position]
      var (left, right) = (low, high)
      repeat {
        while values[left] < pivot { left += 1 }
        while pivot < values[right] { right -= 1 }
        if left <= right {
          values.swapAt(left, right)
          left += 1
          right -= 1
        }
      } while left <= right
      if right < position { low = left }
      if position < left { high = right }
    }
  }

  /// The name in options and output.
  public var name: String {
    switch self {
    case .linear: "linear"
    case .huber: "huber"
    case .tukey: "tukey"
    }
  }
}
