internal import CurveFitting

/// A rubber band in the coordinates (c, d): s = d c x / (c x + d).
struct RubberBandCoordinates: ParameterCoordinates {
  /// c, the slope at the edge.
  var coefficient: Double
  /// d, the maximum overscroll, in pt.
  var dimension: Double
  var free: FreeParameters

  var allKeys: [String] { ["c", "d"] }

  var parameters: ParameterVector {
    get { ParameterVector(coefficient, dimension) }
    set { (coefficient, dimension) = (newValue[0], newValue[1]) }
  }
  var sizes: ParameterVector { ParameterVector(max(coefficient, 1e-6), max(dimension, 1e-6)) }
  var isValid: Bool { coefficient > 0 && dimension > 0 }

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
    return free.packed(ParameterVector(travel * part * part, (1 - part) * (1 - part)))
  }
}
