/// What a curve is fitted to: values over abscissae, with weights where samples differ in precision.
public struct Observations: Sendable {
  /// Abscissae; for a motion, seconds from the window's start, ascending. Only `IntegralStart` needs
  /// the order.
  public var abscissae: [Double] {
    didSet { uniformStep = Self.uniformStep(of: abscissae) }
  }
  /// Observed values, one an abscissa.
  public var values: [Double]
  /// Weights w >= 0 of the squared residuals, or empty when all are 1.
  public var weights: [Double]
  /// The step of a uniform grid that starts at 0, or nil. Kernels then use a recurrence.
  public var uniformStep: Double?

  /// Observations on any abscissae.
  ///
  /// - Precondition: the arrays have one length; `weights` may be empty instead.
  public init(abscissae: [Double], values: [Double], weights: [Double] = []) {
    precondition(abscissae.count == values.count, "one value an abscissa")
    precondition(weights.isEmpty || weights.count == values.count, "one weight a value")
    self.abscissae = abscissae
    self.values = values
    self.weights = weights
    self.uniformStep = Self.uniformStep(of: abscissae)
  }

  /// Number of observations.
  public var count: Int { values.count }

  /// The weight of one observation.
  @inlinable
  public func weight(_ index: Int) -> Double { weights.isEmpty ? 1 : weights[index] }

  /// The step when the abscissae are 0, h, 2h, ... to 4 units in the last place of the last one.
  ///
  /// The recurrence on such a grid differs from the exponentials of the stamps by less than rounding.
  package static func uniformStep(of abscissae: [Double]) -> Double? {
    guard abscissae.count > 2, abscissae[0] == 0, let last = abscissae.last, last > 0 else {
      return nil
    }
    let step = last / Double(abscissae.count - 1)
    let tolerance = 4 * last.ulp
    for index in abscissae.indices
    where !((abscissae[index] - Double(index) * step).magnitude <= tolerance) {
      return nil
    }
    return step
  }
}
