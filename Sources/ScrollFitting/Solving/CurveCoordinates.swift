internal import CurveFitting

/// A law at given parameters, in the coordinates in which it is linearised.
protocol CurveCoordinates: Sendable {
  /// Number of free coordinates, at most 8.
  var count: Int { get }
  /// The curve in pt at a time in s since the start of the window.
  func value(at time: Double) -> Double
  /// |d(curve)/dt| at a time, in pt/s.
  func speed(at time: Double) -> Double
  /// d(curve)/d(coordinate) at a time, in the first `count` lanes.
  func jacobianRow(at time: Double) -> ParameterVector
  func values(at times: [Double]) -> [Double]
  /// `speed` at several times.
  func speeds(at times: [Double]) -> [Double]
  func curve(_ observations: Observations) -> [Double]
  /// The curve and its derivatives at all times.
  func tangents(_ observations: Observations) -> (curve: [Double], rows: [ParameterVector])
  /// The curve linearised at the observations; nil if the parameters cannot be distinguished.
  func linearised(_ observations: Observations) -> Linearisation?
}

extension CurveCoordinates {
  func values(at times: [Double]) -> [Double] { times.map { value(at: $0) } }

  func speeds(at times: [Double]) -> [Double] { times.map { speed(at: $0) } }

  func curve(_ observations: Observations) -> [Double] { values(at: observations.abscissae) }

  func tangents(_ observations: Observations) -> (curve: [Double], rows: [ParameterVector]) {
    (curve(observations), observations.abscissae.map { jacobianRow(at: $0) })
  }

  func linearised(_ observations: Observations) -> Linearisation? {
    guard count > 0 else { return nil }
    let (curve, rows) = tangents(observations)
    return Linearisation(observations, curve: curve, rows: rows, parameterCount: count)
  }
}

extension Linearisation {
  fileprivate init?(
    _ observations: Observations, curve: [Double], rows: [ParameterVector], parameterCount: Int
  ) {
    var residuals = curve
    for index in residuals.indices {
      residuals[index] = observations.values[index] - residuals[index]
    }
    self.init(
      jacobian: rows, residuals: residuals, weights: observations.weights,
      parameterCount: parameterCount)
  }
}
