internal import CurveFitting
internal import RealModule
internal import ScrollPhysics
internal import ScrollTraces

/// Fits the momentum of one gesture by three laws, viscous with and without constant friction and that of macOS, and
/// reports the best fit.
///
/// Deltas that are rounded one by one have independent errors, and their sum has those of a random walk.
/// Deltas that carry the rounding remainder to the next are differences of an offset that is rounded once. The fit
/// uses the kind with the smaller residuals of the deceleration, and the deltas when the difference is small: in the
/// second kind errors from deltas are too large, but in the first kind errors from offsets are far too small.
struct MomentumFit {
  let events: WheelEvents
  let range: Range<Int>
  let options: FitOptions
  /// The offsets at the events, as a recording.
  let signal: SampledChannel

  /// The best of the fits; its `forms` and `tests` compare them.
  static func fit(
    _ events: WheelEvents, _ range: Range<Int>, offsets: Channel, trace: Trace,
    options: FitOptions
  ) throws(FitFailure) -> Fit {
    let work = try MomentumFit(events, range, offsets: offsets, trace: trace, options: options)
    let deltas = try work.fitDeltas()
    let chosen = work.fitOffsets(against: deltas) ?? deltas
    return chosen.quoted(isForced: options.fixed["coulomb"] != nil)
  }

  /// The fit of the law of macOS.
  static func momentum(
    _ events: WheelEvents, _ range: Range<Int>, offsets: Channel, trace: Trace,
    options: FitOptions
  ) throws(FitFailure) -> Fit {
    var plain = options
    plain.fixed = [:]
    let work = try MomentumFit(events, range, offsets: offsets, trace: trace, options: plain)
    let deltas = try work.fitDeltas(momentum: options)
    let chosen = work.fitOffsets(against: deltas, momentum: options) ?? deltas
    guard let fit = chosen.momentum else {
      throw FitFailure(
        .noConvergence, "the deltas do not determine the law", help: "free fewer parameters")
    }
    return fit
  }

  private init(
    _ events: WheelEvents, _ range: Range<Int>, offsets: Channel, trace: Trace,
    options: FitOptions
  ) throws(FitFailure) {
    self.events = events
    self.range = range
    var options = options
    // Each delta is the difference of two readings, so an outlier does not need another loss.
    options.loss = .linear
    options.form = .continuous
    options.comparesForms = false
    options.start = nil
    self.options = options
    var channel = offsets
    channel.values = range.map { offsets.values[events.rows[$0].upperBound - 1] }
    let momentum = Trace(
      path: trace.path, metadata: trace.metadata, times: Array(events.times[range]),
      timing: trace.timing, channels: [channel])
    signal = try SampledChannel(moving: channel, of: momentum)
  }

  /// Minimum number of deltas in a fit.
  private static let fewest = 6

  // MARK: - Deltas

  /// Minimum delta per frame, in quanta, of the fit. At slower speeds neighbouring deltas have equal rounding errors.
  ///
  /// If too few deltas remain, the limit is half a quantum: there, the rounding errors of a step run from half
  /// a quantum above a delta to half a quantum below it and nearly cancel.
  private static let slowest = (usual: 1.5, fewest: 0.5)
  /// With fewer deltas than this, slower ones are used too.
  private static let enough = 15

  /// - Parameter momentum: how to fit the law of macOS.
  private func fitDeltas(momentum: FitOptions = FitOptions()) throws(FitFailure) -> Forms {
    let few = FitFailure(
      .tooFewSamples,
      "\(range.count) momentum event\(range.count == 1 ? "" : "s"), and a fit needs \(Self.fewest + 1) that are not slow",
      help: "record flings, with every event")
    guard range.count > Self.fewest else { throw few }
    var best: Solutions?
    for clock in clocks() {
      guard let found = solve(clock, momentum: momentum),
        best.map({ found.viscous.variance < $0.viscous.variance }) ?? true
      else { continue }
      best = found
    }
    guard let best else { throw few }
    return Forms(
      viscous: state(best.viscous), coulomb: best.coulomb.map(state),
      momentum: best.momentum.map(state), used: best.viscous.used)
  }

  /// A solved form: deltas per usual interval, over the times at which the law has their mean speed.
  struct CandidateSolution<Solver: LawSolver> {
    var solution: LawSolution<Solver>
    var options: FitOptions
    /// The events whose deltas are fitted, as indices within the momentum.
    var used: Range<Int>
    /// Whether all intervals are equal.
    var isEven: Bool
    /// The time of the event before them, from which abscissae count, in s.
    var start: Double
    var count: Int { solution.observations.count }
    /// The mean of the squared residuals.
    var variance: Double {
      (solution.coordinates.linearised(solution.observations)?.sumOfSquares ?? 0) / Double(count)
    }
  }

  typealias Viscous = CandidateSolution<SpeedSolver>
  typealias Momentum = CandidateSolution<SearchedSolver<MomentumCoordinates<MomentumSpeeds>>>
  typealias Solutions = (viscous: Viscous, coulomb: Viscous?, momentum: Momentum?)

  private typealias Clock = (stamps: StampTreatment, times: [Double])

  /// The times of the events in s: on display frames, by even stamps or by the count of events that are
  /// delivered late, and as recorded.
  private func clocks() -> [Clock] {
    let recorded: Clock = (
      signal.timing.isRecorded ? .recorded : .assumed(interval: events.frame), signal.times
    )
    guard signal.timing.isRecorded, options.stamps == .auto || options.stamps == .snapped else {
      return [recorded]
    }
    var result: [Clock] = options.stamps == .auto ? [recorded] : []
    if let grid = signal.facts.grid, let jitter = grid.jitter {
      let snapped: Clock = (.snapped(jitter: jitter), grid.frameTimes)
      if jitter < NumericLimits.printedScatter { return [snapped] }
      result.append(snapped)
    }
    var frames = MomentumFinder(events: events).run(from: range.lowerBound, to: range.upperBound)
      .frames
    frames += [Int](repeating: 1, count: range.count - frames.count)
    if let clock = FrameClock(stamps: signal.times, frames: frames) {
      result.append((.snapped(jitter: clock.jitter), clock.times))
    }
    return result.isEmpty ? [recorded] : result
  }

  /// All forms at given times, for the deltas that are fast enough by the more flexible viscous form.
  private func solve(_ clock: Clock, momentum: FitOptions) -> Solutions? {
    let times = clock.times
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }
    guard steps.allSatisfy({ $0 > 0 }) else { return nil }
    let usual = steps.sorted()[steps.count / 2]
    let isEven = steps.allSatisfy { ($0 - usual).magnitude < 1e-3 * usual }
    let deltas = range.map { events.deltas[$0] }
    // The delta of event i is the change from event i - 1 to i.
    func middle(_ event: Int) -> Double {
      times[event] - steps[event - 1] / 2
    }
    // The mean speed over an interval h is the speed at k h^2 / 24 before its middle.
    func observations(_ used: Range<Int>, rate: (Double) -> Double) -> Observations {
      let start = times[used.lowerBound - 1]
      return Observations(
        abscissae: used.map {
          let time = middle($0) - start
          return time - rate(time) * steps[$0 - 1] * steps[$0 - 1] / 24
        },
        values: used.map { deltas[$0] * usual / steps[$0 - 1] },
        weights: isEven ? [] : used.map { (steps[$0 - 1] / usual) * (steps[$0 - 1] / usual) })
    }
    func solve(_ used: Range<Int>, coulomb: Bool, passes: Int = 3) -> Viscous? {
      var options = options
      options.coulomb = coulomb
      // Velocities are per usual interval, the solver's unit of time.
      for key in ["v0", "coulomb"] { options.fixed[key] = options.fixed[key].map { $0 * usual } }
      var result: LawSolution<SpeedSolver>?
      let start = times[used.lowerBound - 1]
      for _ in 0..<passes {
        let rate = result?.coordinates.motion.rate ?? 0
        guard
          let next = LawSolution<SpeedSolver>(
            observations(used) { _ in rate }, stamps: clock.stamps, options: options, floor: floor)
        else { return nil }
        result = next
      }
      guard var result else { return nil }
      result.coordinates.interval = usual
      result.coordinates.motion.velocity /= usual
      result.coordinates.motion.coulomb /= usual
      return Viscous(
        solution: result, options: options, used: used, isEven: isEven, start: start)
    }
    func solve(_ used: Range<Int>, momentum options: FitOptions) -> Momentum? {
      typealias Solution = LawSolution<SearchedSolver<MomentumCoordinates<MomentumSpeeds>>>
      var result: Solution?
      for _ in 0..<3 {
        let motion = result?.coordinates.motion
        var speeds = observations(used) { time in
          motion.map { $0.rate(speed: $0.velocity(at: time)) } ?? 0
        }
        // The law has speeds of its own, in pt/s.
        speeds.values = speeds.values.map { $0 / usual }
        guard
          let next = Solution(speeds, stamps: clock.stamps, options: options, floor: nil),
          next.solver.converged
        else { return nil }
        result = next
      }
      guard var result else { return nil }
      result.coordinates.interval = usual
      result.observations.values = result.observations.values.map { $0 * usual }
      return Momentum(
        solution: result, options: options, used: used, isEven: isEven,
        start: times[used.lowerBound - 1])
    }
    func flexible(_ used: Range<Int>) -> Viscous? {
      solve(used, coulomb: true, passes: 1) ?? solve(used, coulomb: false, passes: 1)
    }
    func ended(_ used: Range<Int>, at slowest: Double) -> Range<Int>? {
      var used = used
      for _ in 0..<5 {
        guard let curve = flexible(used)?.solution.coordinates else { return nil }
        let start = times[used.lowerBound - 1]
        var end = used.lowerBound
        while end < deltas.count,
          curve.motion.direction * curve.value(at: middle(end) - start)
            >= slowest * events.quantum
        { end += 1 }
        guard end != used.upperBound, end - used.lowerBound >= Self.fewest else { break }
        used = used.lowerBound..<end
      }
      return used
    }
    // The first event may be the last of the finger and contain a part of the second event's movement.
    let all = (deltas.count > Self.enough ? 2 : 1)..<deltas.count
    guard let slow = ended(all, at: Self.slowest.fewest) else { return nil }
    var used = slow
    if let fast = ended(slow, at: Self.slowest.usual), fast.count >= Self.enough { used = fast }
    // The first deltas may contain movement of the finger; keep those that lie on the curve of the others.
    if used.count >= Self.enough,
      let later = solve(
        used.lowerBound + Self.doubtful..<used.upperBound, coulomb: true, passes: 1)
    {
      let curve = later.solution.coordinates
      let start = times[later.used.lowerBound - 1]
      func miss(_ event: Int) -> Double {
        (deltas[event] * usual / steps[event - 1] - curve.value(at: middle(event) - start))
          .magnitude
      }
      let largest = later.used.reduce(0) { max($0, miss($1)) }
      var first = later.used.lowerBound
      while first > used.lowerBound, miss(first - 1) <= 1.3 * largest { first -= 1 }
      used = first..<used.upperBound
    }
    guard used.count >= Self.fewest, let viscous = solve(used, coulomb: false) else { return nil }
    return (viscous, solve(used, coulomb: true), solve(used, momentum: momentum))
  }

  /// Number of initial deltas that may contain movement of the finger.
  private static let doubtful = 4

  var floor: Double? { events.quantum > 0 ? events.quantum / 12.0.squareRoot() : nil }
}
