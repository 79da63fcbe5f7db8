/// The data of a fit: values over abscissae, with optional weights for samples of different precision.
public struct Observations: Sendable {
  /// Abscissae; for a motion, seconds from the start of the window. They must ascend only for `IntegralStart`.
  public var abscissae: [Double] {
    didSet { uniformStep = Self.uniformStep(of: abscissae) }
  }
  /// Observed values, one per abscissa.
  public var values: [Double]
  /// Weights w >= 0 of the squared residuals, or empty if all are 1.
  public var weights: [Double]
  /// The step of a uniform grid that starts at 0, or nil. With a step, kernels use a recurrence.
  public var uniformStep: Double?

  /// Creates observations.
  ///
  /// - Precondition: the arrays have the same length; `weights` may be empty instead.
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

  /// Calls `body` with abscissae, values and weights in memory, whose elements need no checks.
  @inline(__always)
  func withElements<Result>(
    _ body: (
      _ x: UnsafeBufferPointer<Double>, _ y: UnsafeBufferPointer<Double>,
      _ weights: UnsafeBufferPointer<Double>
    ) -> Result
  ) -> Result {
    abscissae.withUnsafeBufferPointer { x in
      values.withUnsafeBufferPointer { y in
        weights.withUnsafeBufferPointer { body(x, y, $0) }
      }
    }
  }

  /// e^(-rate x) at all abscissae, to 2 units in the last place.
  public func decays(_ rate: Double) -> [Double] {
    abscissae.withUnsafeBufferPointer { x in
      [Double](unsafeUninitializedCapacity: x.count) { memory, count in
        count = x.count
        for first in stride(from: 0, to: count, by: 4) {
          // The last sample also fills the rest of its block.
          func time(_ lane: Int) -> Double { x[min(first + lane, x.count - 1)] }
          let decays = VectorExponential.clamped(-rate * Block(time(0), time(1), time(2), time(3)))
          for lane in 0..<min(4, count - first) { memory[first + lane] = decays[lane] }
        }
      }
    }
  }

  /// The step h when the abscissae are 0, h, 2h, ... to 4 units in the last place of the last one.
  ///
  /// On such a grid the recurrence and the exponentials of the time stamps agree within rounding.
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
