/// A separable model whose derivatives are computed by finite differences.
///
/// The step is a millionth of each parameter's size. Central differences are accurate to about 1e-9 of the curve;
/// one-sided differences, used at the border of the model's range, to about 1e-6. This is enough to find a minimum,
/// but not for the last digits of standard errors.
public struct SampledModel: SeparableModel {
  /// Number of rows n.
  public let rowCount: Int
  /// Number of nonlinear parameters.
  public let nonlinearCount: Int
  /// Number of linear coefficients m.
  public let linearCount: Int
  /// Whether the curve has a part without coefficient.
  public let hasOffset: Bool
  private let sizes: [Double]
  private let fill: @Sendable (_ theta: [Double], _ curves: inout [Double]) -> Bool

  /// Creates a model from a function.
  ///
  /// - Parameters:
  ///   - rowCount: n.
  ///   - linearCount: m.
  ///   - hasOffset: whether a part without coefficient follows the m columns.
  ///   - sizes: the minimum size of each nonlinear parameter for the finite-difference step; above 0.
  ///   - fill: writes the m columns, and the offset if there is one, with n numbers each; returns false if the
  ///     curve does not exist.
  public init(
    rowCount: Int, linearCount: Int, hasOffset: Bool = false, sizes: [Double],
    fill: @escaping @Sendable (_ theta: [Double], _ curves: inout [Double]) -> Bool
  ) {
    self.rowCount = rowCount
    self.linearCount = linearCount
    self.hasOffset = hasOffset
    nonlinearCount = sizes.count
    self.sizes = sizes
    self.fill = fill
  }

  /// Writes the curves and their finite differences.
  public func evaluate(at theta: [Double], into matrices: inout SeparableMatrices) -> Bool {
    let size = rowCount * linearCount
    var curves = [Double](repeating: 0, count: size + (hasOffset ? rowCount : 0))
    guard fill(theta, &curves) else { return false }
    for index in 0..<size { matrices.columns[index] = curves[index] }
    if hasOffset {
      for row in 0..<rowCount { matrices.offset[row] = curves[size + row] }
    }
    var above = curves
    var below = curves
    for parameter in sizes.indices {
      let step = 1e-6 * max(theta[parameter].magnitude, sizes[parameter])
      var moved = theta
      moved[parameter] = theta[parameter] + step
      let hasAbove = fill(moved, &above)
      moved[parameter] = theta[parameter] - step
      let hasBelow = fill(moved, &below)
      guard hasAbove || hasBelow else { return false }
      if !hasAbove { above = curves }
      if !hasBelow { below = curves }
      let width = (hasAbove ? step : 0) + (hasBelow ? step : 0)
      for index in 0..<size {
        matrices.slopes[parameter * size + index] = (above[index] - below[index]) / width
      }
      if hasOffset {
        for row in 0..<rowCount {
          matrices.offsetSlopes[parameter * rowCount + row] =
            (above[size + row] - below[size + row]) / width
        }
      }
    }
    return true
  }
}
