internal import CurveFitting
internal import ScrollRecordings

/// Finds the end of the samples of a motion that comes to rest.
extension SegmentFit {
  /// The number of samples after the used ones, up to `end`, that a curve fitted without them predicts within rounding.
  ///
  /// It is 0 if the system ends a motion before the law does, as UIScrollView does.
  func continued(_ solution: SolvedStretch, to end: Int) -> Int {
    guard let bound = segment.roundingBound, let floor = segment.floor else {
      return end - used.upperBound
    }
    let observations = solution.observations
    let curve = solution.coordinates.values(at: observations.abscissae)
    let squares = curve.indices.reduce(0.0) {
      let miss = observations.values[$1] - curve[$1]
      return $0 + miss * miss
    }
    let variance = squares / Double(observations.count)
    // With 20 samples or more, rounding alone gives up to 1.6 times its variance by chance.
    let noise = variance > 1.6 * floor * floor ? (variance - floor * floor).squareRoot() : 0
    for index in used.upperBound..<end {
      let miss = segment.values[index] - solution.coordinates.value(at: time(index, solution))
      if miss.magnitude > 1.1 * bound + 3 * noise { return index - used.upperBound }
    }
    return end - used.upperBound
  }

  /// Ends the window where the motion comes to rest, and solves again.
  ///
  /// - Parameter rest: the rest position if it is fitted; nil if it is known.
  mutating func end(
    _ solution: inout SolvedStretch, rest: ((any SteppedCoordinates) -> Double)?
  ) throws(FitFailure) {
    guard !options.keepsSettled, let quantum = segment.quantum else { return }
    if let rest {
      try endByLaw(&solution, quantum: quantum, rest: rest)
    } else {
      try balance(&solution)
    }
  }

  /// Adds a few samples after the last that differs from rest.
  ///
  /// The window keeps values that round up to the last quantum. Without some that round down to 0, a decay rate would
  /// be too small by up to 0.08 standard errors. If the rest position is known and on a pixel, these samples scatter as
  /// much as rounding does. A window that ended by the law, within the last step, would keep the smaller half of that
  /// step's errors and give too small standard errors.
  private mutating func balance(
    _ solution: inout SolvedStretch
  ) throws(FitFailure) {
    let balanced = min(used.upperBound + BounceFit.balancingSamples, segment.values.count)
    guard balanced > used.upperBound,
      continued(solution, to: balanced) == balanced - used.upperBound
    else { return }
    use(used.lowerBound..<balanced)
    solution = try solve(again: solution)
  }

  /// Ends the window a few samples after the last at which the fitted curve differs from its rest position by 0.75
  /// quanta.
  ///
  /// `Segment.unsettled` ends at the last value that rounding raised. Where the motion is slow, that would bias a
  /// fitted rest position by up to one standard error, and the damping by half of one.
  private mutating func endByLaw(
    _ solution: inout SolvedStretch, quantum: Double,
    rest: (any SteppedCoordinates) -> Double
  ) throws(FitFailure) {
    for _ in 0..<3 {
      let coordinates = solution.coordinates
      let level = rest(coordinates)
      let last = segment.values.indices.last {
        (coordinates.value(at: time($0, solution)) - level).magnitude >= 0.75 * quantum
      }
      var end = min((last ?? 0) + 1 + BounceFit.balancingSamples, segment.values.count)
      if end > used.upperBound { end = used.upperBound + continued(solution, to: end) }
      guard end != used.upperBound, end - used.lowerBound > coordinates.count + 2 else { return }
      use(used.lowerBound..<end)
      solution = try solve(again: solution)
    }
  }

  /// The abscissa of any sample of the segment, in s since the start of the window.
  private func time(_ index: Int, _ solution: SolvedStretch) -> Double {
    let known = solution.observations.abscissae
    if used.contains(index) { return known[index - used.lowerBound] }
    guard case .assumed(let interval, _) = segment.timing else {
      return segment.times[index] - segment.times[used.lowerBound]
    }
    return assumedTime(index, from: used.lowerBound, interval)
  }
}
