internal import CurveFitting

/// Finds the rebounds that fit a set of observations.
///
/// The sum of squares has a kink wherever a contact passes a sample, and its minimum may lie on one. So the
/// samples of each flight are held at the end of the search, and the smooth problem that is left is solved
/// until its contacts divide the samples as they were held, or take turns at a sample next to a contact,
/// which belongs to both flights.
struct CollisionSolver: LawSolver {
  var coordinates: CollisionCoordinates
  var evaluations: Int
  var converged: Bool
  var reason: String
  var start: Double?
  var startSource: String
  var secondMinimum: SecondMinimum?
  var nonlinear: Double { coordinates.searched }

  init?(_ observations: Observations, options: FitOptions, near: Double?) {
    guard
      let search = SearchedSolver<CollisionCoordinates>(
        observations, options: options, near: near)
    else { return nil }
    coordinates = search.coordinates
    evaluations = search.evaluations
    converged = search.converged
    reason = search.reason
    start = search.start
    startSource = search.startSource
    secondMinimum = search.secondMinimum
    let times = observations.abscissae
    var numbers = times.map { coordinates.flight(at: $0)?.number }
    for _ in 0..<6 {
      coordinates.divide(until: times.last ?? 0)
      (converged, reason) = GaussNewton.minimise(
        &coordinates, observations, evaluations: &evaluations)
      var free = coordinates
      free.divisions = []
      let found = times.map { free.flight(at: $0)?.number }
      if found == numbers { break }
      numbers = found
    }
  }
}
