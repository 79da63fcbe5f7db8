internal import CurveFitting

/// A law at definite parameters, in the coordinates in which it is linearised.
protocol CurveCoordinates: Sendable {
  /// Number of free coordinates, at most 8.
  var count: Int { get }
  /// The curve at a time in s from the window's start, in pt.
  func value(at time: Double) -> Double
  /// |d(curve)/dt| there, in pt/s.
  func speed(at time: Double) -> Double
  /// d(curve)/d(coordinate) there, in the first `count` lanes.
  func jacobianRow(at time: Double) -> ParameterVector
}

extension CurveCoordinates {
  /// The curve linearised on observations; nil when parameters cannot be told apart.
  func linearised(_ observations: Observations) -> Linearisation? {
    var rows: [ParameterVector] = []
    var residuals: [Double] = []
    rows.reserveCapacity(observations.count)
    residuals.reserveCapacity(observations.count)
    for index in 0..<observations.count {
      let time = observations.abscissae[index]
      rows.append(jacobianRow(at: time))
      residuals.append(observations.values[index] - value(at: time))
    }
    guard count > 0 else { return nil }
    return Linearisation(
      jacobian: rows, residuals: residuals, weights: observations.weights, parameterCount: count)
  }
}
