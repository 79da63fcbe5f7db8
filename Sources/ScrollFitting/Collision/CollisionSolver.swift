internal import CurveFitting

/// Fits rebounds to observations.
///
/// The sum of squares has a kink wherever a contact crosses a sample, and its minimum may lie on one. Therefore
/// the last step fixes the assignment of samples to flights and solves the remaining smooth problem. It repeats
/// until the contacts agree with the assignment. When a sample next to a contact alternates between two flights, both
/// are valid, and the repetition stops after a few rounds.
struct CollisionSolver: LawSolver {
  var coordinates: CollisionCoordinates
  var outcome: SolverOutcome
  var nonlinear: Double { coordinates.searched }

  init?(_ observations: Observations, options: FitOptions, near: CollisionCoordinates?) {
    guard
      let search = SearchedSolver<CollisionCoordinates>(
        observations, options: options, near: near)
    else { return nil }
    coordinates = search.coordinates
    outcome = search.outcome
    let times = observations.abscissae
    var numbers = times.map { coordinates.flight(at: $0)?.number }
    for _ in 0..<6 {
      coordinates.divide(until: times.last ?? 0)
      minimise(observations)
      var free = coordinates
      free.divisions = []
      let found = times.map { free.flight(at: $0)?.number }
      if found == numbers { break }
      numbers = found
    }
  }
}
