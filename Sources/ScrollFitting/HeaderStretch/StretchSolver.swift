internal import CurveFitting

/// Fits gain, intercept and breakpoint.
///
/// The first two have a closed form at each breakpoint of a scan. Golden-section search and Gauss-Newton iterations in
/// all three then refine the best breakpoint. Between two samples the sum of squares is smooth in the breakpoint and
/// may have a local minimum (Hudson 1966); the scan over all intervals finds the lowest.
struct StretchSolver: LawSolver {
  var coordinates: StretchCoordinates
  var outcome = SolverOutcome(startSource: "grid")
  /// The breakpoint; solving a slightly changed problem starts near it.
  var nonlinear: Double { coordinates.breakpoint }

  init?(_ observations: Observations, options: FitOptions, near: StretchCoordinates?) {
    let shape = options.stretchShape
    let fixed = options.fixed
    let isHeld = fixed["breakpoint"] != nil || shape.isStraight
    let place = isHeld ? fixed["breakpoint"] ?? 0 : near?.breakpoint
    let found =
      place.flatMap {
        StretchCoordinates.solved(observations, breakpoint: $0, shape: shape, fixed: fixed)
      }
      ?? (isHeld
        ? nil
        : Self.scan(observations, shape: shape, fixed: fixed, evaluations: &outcome.evaluations))
    guard let found, found.coordinates.isValid else { return nil }
    coordinates = found.coordinates
    if fixed["gain"] == nil { outcome.start = coordinates.gain }
    minimise(observations)
    guard !converged, !isHeld else { return }
    // A sharp bend may be best exactly at a sample, where the derivative of the sum jumps.
    func sum(_ breakpoint: Double) -> Double {
      StretchCoordinates.solved(observations, breakpoint: breakpoint, shape: shape, fixed: fixed)?
        .sum ?? .infinity
    }
    let step = 1e-6 * max(1, coordinates.breakpoint.magnitude)
    let here = coordinates.sumOfSquares(observations)
    if sum(coordinates.breakpoint - step) >= here, sum(coordinates.breakpoint + step) >= here {
      outcome.converged = true
      outcome.reason = "the sum of squares is least where a sample meets the breakpoint"
    }
  }

  /// The best law over all breakpoints, including both ends of the recording.
  static func scan(
    _ observations: Observations, shape: StretchShape, fixed: [String: Double],
    evaluations: inout Int
  ) -> (coordinates: StretchCoordinates, sum: Double)? {
    var offsets: [Double] = []
    for offset in observations.abscissae.sorted() where offset != offsets.last {
      offsets.append(offset)
    }
    guard let first = offsets.first, let last = offsets.last, first < last else { return nil }
    var places = [first]
    // With more than 256 breakpoints, the golden section covers those skipped.
    let stride = max(1, offsets.count / 256)
    for index in Swift.stride(from: 1, to: offsets.count, by: stride) {
      places.append((offsets[index - 1] + offsets[index]) / 2)
    }
    places.append(last)
    var count = 0
    func law(_ place: Double) -> (coordinates: StretchCoordinates, sum: Double)? {
      count += 1
      return StretchCoordinates.solved(
        observations, breakpoint: place, shape: shape, fixed: fixed)
    }
    defer { evaluations += count }
    let best = GoldenSection.minimum(scanning: places, steps: 60, width: 1e-9 * (last - first)) {
      law($0)?.sum ?? .infinity
    }
    return best.value.isFinite ? law(best.place) : nil
  }
}
