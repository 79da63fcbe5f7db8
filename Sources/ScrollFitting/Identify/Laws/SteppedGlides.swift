internal import CurveFitting
internal import RealModule

/// Glides that an engine steps once a frame by the length of the frame.
extension CandidateLaw {
  /// Euler steps at the recorded frames: the curve depends on the frame rate. Kivy's frames take r v dt off the velocity,
  /// Unity's multiply it by a power of dt.
  func stepped(_ window: MotionWindow) -> CandidateFit? {
    guard let linear = stepped(window, "r", factor: { 1 - $0 * $1 }) else { return nil }
    let power = stepped(window, "k") { .exp(-$0 * $1) }
    return power.flatMap { $0.bic < linear.bic - Self.clearly ? $0 : nil } ?? linear
  }

  /// The difference of BIC from which on the form of the steps is seen.
  private static let clearly = 6.0

  /// - Parameters:
  ///   - key: the constant.
  ///   - factor: of the velocity in a frame, by the constant and the length of the frame in s.
  private func stepped(
    _ window: MotionWindow, _ key: String,
    factor: @escaping @Sendable (_ rate: Double, _ step: Double) -> Double
  ) -> CandidateFit? {
    let times = window.times
    let n = times.count
    @Sendable func fill(_ rate: Double, _ curves: inout [Double]) {
      var velocity = 1.0
      var travelled = 0.0
      for row in 0..<n {
        let step = row > 0 ? times[row] - times[row - 1] : 0
        velocity *= factor(rate, step)
        travelled += velocity * step
        curves[row] = travelled
        curves[n + row] = 1
      }
    }
    let longest = zip(times.dropFirst(), times).reduce(0) { max($0, $1.0 - $1.1) }
    let model = SampledModel(rowCount: n, linearCount: 2, sizes: [1 / window.span]) {
      theta, curves in
      guard theta[0] > 0, theta[0] * longest < 0.9 else { return false }
      fill(theta[0], &curves)
      return true
    }
    guard let found = window.best(model, starts: [1.0, 3, 8].map { [$0 / window.span] }) else {
      return nil
    }
    var curves = [Double](repeating: 0, count: 2 * n)
    fill(found.nonlinear[0], &curves)
    let curve = (0..<n).map { found.coefficients[0] * curves[$0] + found.coefficients[1] }
    guard curve.allSatisfy(\.isFinite) else { return nil }
    // With even frames it is the viscous law itself.
    if let viscous = exponential(window) {
      let difference = (0..<n).reduce(0.0) { sum, row in
        let step = curve[row] - (window.values[row] - viscous.residuals[row])
        return sum + step * step
      }
      let least = max(
        1e-18 * (1 + window.extent * window.extent), window.expected * window.expected)
      guard difference > 0.25 * Double(n) * least else { return nil }
    }
    return CandidateFit(
      self, parameters: 3,
      constants: [(key, found.nonlinear[0], "1/s"), ("v0", found.coefficients[0], "pt/s")],
      curve: curve, window: window)
  }
}
