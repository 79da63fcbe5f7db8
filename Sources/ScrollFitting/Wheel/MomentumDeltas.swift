internal import CurveFitting
internal import ScrollPhysics
internal import ScrollRecordings

/// The deltas of a gesture's momentum at given times, to be fitted by the speed of a law.
struct MomentumDeltas {
  private let fit: MomentumFit
  private let stamps: StampTreatment
  /// The times of the events and the steps between them, in s.
  private let times: [Double]
  private let steps: [Double]
  /// The delta of event i, in pt, is the change from event i - 1 to i.
  private let deltas: [Double]
  /// The median step, in s: the solvers' unit of time.
  private let usual: Double
  /// Whether all steps are equal.
  private let isEven: Bool

  /// - Returns: nil unless times increase.
  init?(_ fit: MomentumFit, clock: MomentumFit.Clock) {
    self.fit = fit
    (stamps, times) = clock
    steps = zip(times.dropFirst(), times).map { $0 - $1 }
    guard steps.allSatisfy({ $0 > 0 }) else { return nil }
    let usual = steps.sorted()[steps.count / 2]
    self.usual = usual
    isEven = steps.allSatisfy { ($0 - usual).magnitude < 1e-3 * usual }
    deltas = fit.range.map { fit.events.deltas[$0] }
  }

  // MARK: - Selection

  /// Minimum delta per frame, in quanta, of the fit. At slower speeds neighbouring deltas have equal rounding errors.
  ///
  /// If too few deltas remain, the limit is half a quantum: there, the rounding errors of a step run from half
  /// a quantum above a delta to half a quantum below it and nearly cancel.
  private static let slowest = (usual: 1.5, fewest: 0.5)
  /// With fewer deltas than this, slower ones are used too.
  private static let enough = 15
  /// Number of initial deltas that may contain movement of the finger.
  private static let doubtful = 4

  /// The events whose deltas are fast enough and free of the finger's movement; nil when too few determine a curve.
  func fastEnough() -> Range<Int>? {
    // The first event may be the last of the finger and contain a part of the second event's movement.
    let all = (deltas.count > Self.enough ? 2 : 1)..<deltas.count
    guard let slow = ended(all, at: Self.slowest.fewest) else { return nil }
    let fast = ended(slow, at: Self.slowest.usual)
    let used = fast.flatMap { $0.count >= Self.enough ? $0 : nil } ?? slow
    return used.count >= Self.enough ? withoutFinger(used) : used
  }

  /// A range up to the first delta that is slower by the fitted curve.
  private func ended(_ used: Range<Int>, at slowest: Double) -> Range<Int>? {
    var used = used
    for _ in 0..<5 {
      let flexible =
        solve(used, coulomb: true, passes: 1) ?? solve(used, coulomb: false, passes: 1)
      guard let curve = flexible?.solution.coordinates else { return nil }
      let start = start(of: used)
      var end = used.lowerBound
      while end < deltas.count,
        curve.motion.direction * curve.value(at: middle(end) - start)
          >= slowest * fit.events.quantum
      { end += 1 }
      guard end != used.upperBound, end - used.lowerBound >= MomentumFit.fewest else { break }
      used = used.lowerBound..<end
    }
    return used
  }

  /// A range without first deltas that do not lie on the curve of the others: they contain movement of the finger.
  private func withoutFinger(_ used: Range<Int>) -> Range<Int> {
    guard
      let later = solve(
        used.lowerBound + Self.doubtful..<used.upperBound, coulomb: true, passes: 1)
    else { return used }
    let curve = later.solution.coordinates
    let start = start(of: later.used)
    func miss(_ event: Int) -> Double {
      (deltas[event] * usual / steps[event - 1] - curve.value(at: middle(event) - start))
        .magnitude
    }
    let largest = later.used.reduce(0) { max($0, miss($1)) }
    var first = later.used.lowerBound
    while first > used.lowerBound, miss(first - 1) <= 1.3 * largest { first -= 1 }
    return first..<used.upperBound
  }

  // MARK: - Fits

  /// The viscous form, with or without constant friction.
  func solve(_ used: Range<Int>, coulomb: Bool, passes: Int = 3) -> MomentumFit.Viscous? {
    var options = fit.options
    options.coulomb = coulomb
    // Velocities are per usual interval, the solver's unit of time.
    for key in ["v0", "coulomb"] { options.fixed[key] = options.fixed[key].map { $0 * usual } }
    var result: LawSolution<SpeedSolver>?
    for _ in 0..<passes {
      let rate = result?.coordinates.motion.rate ?? 0
      guard
        let next = LawSolution<SpeedSolver>(
          observations(used) { _ in rate }, stamps: stamps, options: options, floor: fit.floor)
      else { return nil }
      result = next
    }
    guard var result else { return nil }
    result.coordinates.interval = usual
    result.coordinates.motion.velocity /= usual
    result.coordinates.motion.coulomb /= usual
    return MomentumFit.Viscous(
      solution: result, options: options, used: used, isEven: isEven, start: start(of: used))
  }

  /// The law of macOS.
  func solve(_ used: Range<Int>, momentum options: FitOptions) -> MomentumFit.Momentum? {
    typealias Solution = LawSolution<SearchedSolver<MomentumCoordinates<MomentumSpeeds>>>
    var result: Solution?
    for _ in 0..<3 {
      let motion = result?.coordinates.motion
      var speeds = observations(used) { time in
        motion.map { $0.rate(speed: $0.velocity(at: time)) } ?? 0
      }
      // The law has speeds of its own, in pt/s.
      speeds.values = speeds.values.map { $0 / usual }
      guard let next = Solution(speeds, stamps: stamps, options: options, floor: nil),
        next.solver.converged
      else { return nil }
      result = next
    }
    guard var result else { return nil }
    result.coordinates.interval = usual
    result.observations.values = result.observations.values.map { $0 * usual }
    return MomentumFit.Momentum(
      solution: result, options: options, used: used, isEven: isEven, start: start(of: used))
  }

  /// Mean speeds per usual step; the one over a step h is the speed at k h^2 / 24 before its middle.
  ///
  /// - Parameter rate: k at a time in s.
  private func observations(_ used: Range<Int>, rate: (Double) -> Double) -> Observations {
    let start = start(of: used)
    return Observations(
      abscissae: used.map {
        let time = middle($0) - start
        return time - rate(time) * steps[$0 - 1] * steps[$0 - 1] / 24
      },
      values: used.map { deltas[$0] * usual / steps[$0 - 1] },
      weights: isEven ? [] : used.map { (steps[$0 - 1] / usual) * (steps[$0 - 1] / usual) })
  }

  /// The time of the event before a range, from which abscissae count, in s.
  private func start(of used: Range<Int>) -> Double { times[used.lowerBound - 1] }

  /// The middle of the step before an event, in s.
  private func middle(_ event: Int) -> Double { times[event] - steps[event - 1] / 2 }
}
