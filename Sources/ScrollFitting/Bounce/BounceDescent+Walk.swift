internal import CurveFitting
internal import ScrollPhysics

extension LawSolution where Solver == BounceSolver {
  /// Runs the coordinate search of the article from the minimum or from the user's start, and records the result.
  mutating func descend(_ options: FitOptions, _ fit: inout Fit) {
    let free = coordinates.isFree
    let fromUser = options.start != nil
    fit.search.startSource = fromUser ? "user" : self.solver.outcome.startSource
    guard self.solver.converged || fromUser else { return }
    var start: ParameterVector
    if let given = options.start {
      start = ParameterVector(given[0], given[1], given[2], 0)
      if let value = options.fixed["C"] { start[0] = value }
      if let value = options.fixed["delta"] { start[1] = value }
      if let value = options.fixed["phi"] { start[2] = value }
    } else {
      guard let minimum = minimum(reason: &fit.search.reason) else { return }
      start = minimum
    }
    let isFree = [free.amplitude, free.decayRate, free.phase, free.restOffset]
    guard isFree.contains(true) else { return }
    var objective = BounceDescent(self.observations, start: start, free: isFree)
    let names = ["C", "delta", "phi", "rest_offset"]
    let axes = isFree.indices.filter { isFree[$0] }
    if options.recordsPath, objective.sum.isFinite {
      fit.path.append(
        SearchMove(
          evaluation: 0, point: (0..<4).map { start[$0] }, sum: objective.sum, moved: "start",
          step: 0))
    }
    // From the minimum: 1e-6 of each coordinate, halved until 1e-9.
    let given = options.steps ?? [1, 0.01, 0.001]
    let first: ParameterVector =
      fromUser
      ? ParameterVector(
        axes.map { ($0 < 3 ? given[$0] : 1) }
          + [Double](repeating: 0, count: 8 - axes.count))
      : objective.scale() * 1e-6
    let tolerance = 1e-9
    let scaleOf = objective
    let walk = CoordinateDescent(
      &objective, steps: first, tolerance: tolerance,
      scale: { point in scaleOf.scale(at: point) },
      budget: NumericLimits.descent(
        fromUser ? 2_000_000 : 20_000, samples: observations.count),
      recordsPath: options.recordsPath)
    fit.search.evaluations += walk.evaluations
    fit.search.moves = walk.accepted
    for move in walk.path {
      var full = start
      for (lane, axis) in axes.enumerated() { full[axis] = move.point[lane] }
      fit.path.append(
        SearchMove(
          evaluation: move.evaluation, point: (0..<4).map { full[$0] }, sum: move.sum,
          moved: names[axes[move.axis]], step: move.step))
    }
    let end = objective.coordinates
    var reached = coordinates
    reached.bounce = CriticalBounce(amplitude: end[0], decayRate: end[1], phase: end[2])
    reached.restOffset = end[3]
    update { $0.take(reached, walk, tolerance: tolerance, &fit) }
  }

  /// C, delta, phi and the rest offset of the minimum; nil if C and phi do not exist.
  ///
  /// - Parameter reason: set to the reason why the search is left out.
  private func minimum(reason: inout String) -> ParameterVector? {
    let bounce = coordinates.bounce
    guard let amplitude = bounce.amplitude, let phase = bounce.phase else {
      reason = "b = 0: C and phi do not exist, the search over them was left out"
      return nil
    }
    // If C underflows or overflows, (C, phi) do not reproduce the curve.
    let again = CriticalBounce(
      amplitude: amplitude, decayRate: bounce.decayRate, phase: phase)
    let isSame =
      (again.displacement - bounce.displacement).magnitude <= 1e-9 * bounce.displacement.magnitude
      && (again.slope - bounce.slope).magnitude <= 1e-9 * bounce.slope.magnitude
    guard isSame else {
      reason = "C and phi are beyond the range of numbers, the search over them was left out"
      return nil
    }
    return ParameterVector(amplitude, bounce.decayRate, phase, coordinates.restOffset)
  }
}
