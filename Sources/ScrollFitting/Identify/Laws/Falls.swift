internal import CurveFitting
internal import RealModule
internal import ScrollPhysics

/// Laws of items in free fall.
extension CandidateLaw {
  static let falls: [CandidateLaw] = [
    CandidateLaw(
      "gravity", "free fall", formula: "y = y0 + v0 t + g t^2 / 2", command: "gravity",
      specialCaseOf: ["collision"]
    ) { $0.gravity($1) },
    CandidateLaw(
      "collision", "fall and rebounds",
      formula: "free falls, each speed after a contact e times that before",
      command: "collision"
    ) { $0.collision($1) },
  ]

  fileprivate func gravity(_ window: MotionWindow) -> CandidateFit? {
    let rows = window.times.map { ParameterVector(1, $0, $0 * $0 / 2) }
    guard
      let linear = Linearisation(
        jacobian: rows, residuals: window.values, weights: [], parameterCount: 3)
    else { return nil }
    let solution = linear.remainingStep
    return made(
      window, parameters: 3, [("g", solution[2], "pt/s^2"), ("v0", solution[1], "pt/s")]
    ) { solution[0] + $0 * (solution[1] + $0 * solution[2] / 2) }
  }

  /// How far from the floor an item may come to rest, as a share of its way.
  private static let restShare = 0.02

  fileprivate func collision(_ window: MotionWindow) -> CandidateFit? {
    guard
      let solver = SearchedSolver<CollisionCoordinates>(
        window.observations, options: FitOptions(), near: nil)
    else { return nil }
    let found = solver.coordinates
    guard solver.converged, found.contactTime > 0, found.contactTime < window.span else {
      return nil
    }
    // It comes to rest where it bounced, not at the furthest point of its last rebound.
    let rest = window.edge == nil ? window.rest : 0
    if let last = rest ?? (window.endsAtRest ? window.values.last : nil) {
      let floor = found.value(at: found.contactTime)
      let allowed = 2 * (window.quantum ?? 0) + 4 * window.expected
      guard (last - floor).magnitude <= max(allowed, Self.restShare * window.extent) else {
        return nil
      }
    }
    return made(
      window, parameters: found.count,
      [("e", found.elasticity, "1"), ("g", found.gravity, "pt/s^2")], found.value(at:))
  }
}
