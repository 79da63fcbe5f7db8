internal import CurveFitting
internal import ScrollPhysics
internal import ScrollRecordings

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
  static let fewest = 6

  // MARK: - Deltas

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

  /// A solved form: deltas per usual interval, at the times at which the law has their mean speed.
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

  typealias Clock = (stamps: StampTreatment, times: [Double])

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
    if let clock = FrameClock(events, range) {
      result.append((.snapped(jitter: clock.jitter), clock.times))
    }
    return result.isEmpty ? [recorded] : result
  }

  /// All forms at given times, for the deltas that are fast enough by the more flexible viscous form.
  private func solve(_ clock: Clock, momentum: FitOptions) -> Solutions? {
    guard let deltas = MomentumDeltas(self, clock: clock), let used = deltas.fastEnough(),
      used.count >= Self.fewest, let viscous = deltas.solve(used, coulomb: false)
    else { return nil }
    return (
      viscous, deltas.solve(used, coulomb: true), deltas.solve(used, momentum: momentum)
    )
  }

  var floor: Double? { events.quantum > 0 ? events.quantum / 12.0.squareRoot() : nil }
}
