/// A curve that is linear in some of its parameters, with its derivatives by the others.
///
/// curve_i = o_i(theta) + sum over k of beta_k g_ik(theta), rows i = 0..<n. The coefficients beta need
/// no start values. A curve without linear coefficients, such as exp(-a x) / (b + c x), consists of the offset o only.
public protocol SeparableModel: Sendable {
  /// Number of rows n.
  var rowCount: Int { get }
  /// Number of nonlinear parameters theta; with 0 the fit is linear least squares.
  var nonlinearCount: Int { get }
  /// Number of linear coefficients beta; may be 0.
  var linearCount: Int { get }
  /// Whether the curve has a part o(theta) without coefficient; default false.
  var hasOffset: Bool { get }

  /// Writes all columns and derivatives at theta; called once per evaluation.
  ///
  /// - Returns: false if theta lies outside the model's range; the search then takes a shorter step.
  ///   Non-finite numbers have the same effect.
  func evaluate(at theta: [Double], into matrices: inout SeparableMatrices) -> Bool
}

extension SeparableModel {
  /// No offset.
  public var hasOffset: Bool { false }
}

/// The columns g_ik and offsets o_i of a separable model and their derivatives, stored by columns.
///
/// All elements are 0 at first and keep the value last written, so constant zeros need no writing.
public struct SeparableMatrices: Sendable {
  /// Number of rows n.
  public let rowCount: Int
  /// Number of nonlinear parameters.
  public let nonlinearCount: Int
  /// Number of linear coefficients m.
  public let linearCount: Int
  /// g_ik at index k n + i.
  public var columns: [Double]
  /// d g_ik / d theta_j at index (j m + k) n + i.
  public var slopes: [Double]
  /// o_i at index i; empty without offset.
  public var offset: [Double]
  /// d o_i / d theta_j at index j n + i; empty without offset.
  public var offsetSlopes: [Double]

  /// Creates zero matrices of a model's size.
  public init(_ model: some SeparableModel) {
    rowCount = model.rowCount
    nonlinearCount = model.nonlinearCount
    linearCount = model.linearCount
    columns = [Double](repeating: 0, count: rowCount * linearCount)
    slopes = [Double](repeating: 0, count: rowCount * linearCount * nonlinearCount)
    offset = [Double](repeating: 0, count: model.hasOffset ? rowCount : 0)
    offsetSlopes = [Double](repeating: 0, count: offset.count * nonlinearCount)
  }

  /// g_ik.
  @inlinable
  public subscript(row: Int, column: Int) -> Double {
    get { columns[column * rowCount + row] }
    set { columns[column * rowCount + row] = newValue }
  }

  /// d g_ik / d theta_j.
  @inlinable
  public subscript(row: Int, column: Int, by parameter: Int) -> Double {
    get { slopes[(parameter * linearCount + column) * rowCount + row] }
    set { slopes[(parameter * linearCount + column) * rowCount + row] = newValue }
  }

  /// d o_i / d theta_j.
  @inlinable
  public subscript(offset row: Int, by parameter: Int) -> Double {
    get { offsetSlopes[parameter * rowCount + row] }
    set { offsetSlopes[parameter * rowCount + row] = newValue }
  }

  var isFinite: Bool {
    func check(_ values: [Double]) -> Bool {
      values.withUnsafeBufferPointer { CurveFitting.isFinite($0) }
    }
    return check(columns) && check(slopes) && check(offset) && check(offsetSlopes)
  }

  /// sqrt(w) (do/dtheta_j + sum of beta_k dg_k/dtheta_j): the derivative of the weighted curve by theta_j.
  func slope(
    by parameter: Int, coefficients: [Double], roots: [Double], into target: inout [Double]
  ) {
    let n = rowCount
    for row in 0..<n { target[row] = offset.isEmpty ? 0 : offsetSlopes[parameter * n + row] }
    for column in 0..<linearCount where coefficients[column] != 0 {
      let factor = coefficients[column]
      let start = (parameter * linearCount + column) * n
      for row in 0..<n { target[row] += factor * slopes[start + row] }
    }
    for row in roots.indices { target[row] *= roots[row] }
  }
}
