internal import CurveFitting
internal import RealModule
internal import ScrollPhysics

/// The momentum of a trackpad.
extension CandidateLaw {
  static let momenta: [CandidateLaw] = [
    CandidateLaw(
      "macos-momentum", "macOS trackpad momentum",
      formula: "v' = -k0 v / (1 + (|v| / v1)^p), k0 = 6.05, v1 = 6091, p = 1.49",
      command: "momentum"
    ) { $0.macOSMomentum($1) }
  ]

  /// The momentum of macOS with free velocity and position at the first sample.
  fileprivate func macOSMomentum(_ window: MotionWindow) -> CandidateFit? {
    let times = window.times
    let n = times.count
    let way = window.values[n - 1] - window.values[0]
    let direction: Double = way < 0 ? -1 : 1
    let early = min(n - 1, 3)
    let first = (window.values[early] - window.values[0]).magnitude / max(times[early], 1e-9)
    let starts = [first, TrackpadMomentum.macOS.rate * way.magnitude].map { [max($0, 1)] }
    let found = window.best(starts: starts) { window in
      let times = window.times
      let n = times.count
      return SampledModel(rowCount: n, linearCount: 1, hasOffset: true, sizes: [100]) {
        theta, curves in
        guard theta[0] > 0, theta[0] < 1e6 else { return false }
        let momentum = TrackpadMomentum(velocity: direction * theta[0])
        for row in 0..<n {
          curves[row] = 1
          curves[n + row] = momentum.position(at: times[row])
        }
        return true
      }
    }
    guard let found else { return nil }
    let momentum = TrackpadMomentum(velocity: direction * found.nonlinear[0])
    return made(
      window, parameters: 2,
      [("v0", momentum.velocity, "pt/s"), ("D", momentum.limitDistance, "pt")]
    ) { found.coefficients[0] + momentum.position(at: $0) }
  }
}
