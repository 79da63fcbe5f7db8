internal import CurveFitting

/// A rubber band in the coordinates (c, d): s = d c x / (c x + d).
struct RubberBandCoordinates: MovableCoordinates {
  /// c, the slope at the edge.
  var coefficient: Double
  /// d, the maximum overscroll, in pt.
  var dimension: Double
  var isFree: (coefficient: Bool, dimension: Bool)

  var allKeys: [String] { ["c", "d"] }

  var keys: [String] {
    (isFree.coefficient ? ["c"] : []) + (isFree.dimension ? ["d"] : [])
  }

  var count: Int { (isFree.coefficient ? 1 : 0) + (isFree.dimension ? 1 : 0) }

  private func packed(_ coefficient: Double, _ dimension: Double) -> ParameterVector {
    isFree.coefficient
      ? ParameterVector(coefficient, isFree.dimension ? dimension : 0, 0, 0)
      : ParameterVector(isFree.dimension ? dimension : 0, 0, 0, 0)
  }

  var lanes: ParameterVector { packed(coefficient, dimension) }
  var scales: ParameterVector { packed(max(coefficient, 1e-6), max(dimension, 1e-6)) }
  var quoted: [Double] { [coefficient, dimension] }
  var isValid: Bool { coefficient > 0 && dimension > 0 }

  func moved(by step: ParameterVector) -> RubberBandCoordinates {
    var result = self
    if isFree.coefficient { result.coefficient += step[0] }
    if isFree.dimension { result.dimension += isFree.coefficient ? step[1] : step[0] }
    return result
  }

  func value(at travel: Double) -> Double {
    dimension * coefficient * travel / (coefficient * travel + dimension)
  }

  /// ds/dx = c (d / (c x + d))^2.
  func speed(at travel: Double) -> Double {
    let part = dimension / (coefficient * travel + dimension)
    return coefficient * part * part
  }

  /// ds/dc = x (d / (c x + d))^2, ds/dd = (c x / (c x + d))^2.
  func jacobianRow(at travel: Double) -> ParameterVector {
    let part = dimension / (coefficient * travel + dimension)
    return packed(travel * part * part, (1 - part) * (1 - part))
  }
}
