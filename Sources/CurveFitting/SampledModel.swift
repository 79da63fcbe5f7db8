/// A separable model whose slopes are taken from its curves a little to either side.
///
/// Central differences in steps of a millionth of each parameter's size are exact to about 1e-9 of the
/// curve, one-sided ones next to where it ends to about 1e-6: enough to find a minimum, not for the last
/// digits of an error.
public struct SampledModel: SeparableModel {
  /// n.
  public let rowCount: Int
  /// Number of nonlinear parameters.
  public let nonlinearCount: Int
  /// m.
  public let linearCount: Int
  /// Whether there is a part without coefficient.
  public let hasOffset: Bool
  private let sizes: [Double]
  private let fill: @Sendable (_ theta: [Double], _ curves: inout [Double]) -> Bool

  /// A model by a function.
  ///
  /// - Parameters:
  ///   - rowCount: n.
  ///   - linearCount: m.
  ///   - hasOffset: whether a part without coefficient follows the m columns.
  ///   - sizes: what a step of each nonlinear parameter is relative to, at least; above 0.
  ///   - fill: writes the m columns, and the offset if there is one, n numbers each; false where the curve
  ///     does not exist.
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

  /// Writes the curves, and their central differences as slopes.
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
