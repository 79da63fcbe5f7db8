public import ScrollRecordings

/// The events of a trackpad or mouse wheel along one axis, divided into movement of the finger and momentum, with the
/// law of the momentum.
///
/// A recording of events has the changes of offset in the columns `delta_x` and `delta_y`, and
/// no rows without movement. The offset is the sum of the deltas up to and including an event.
public struct WheelStream: Sendable {
  /// The phases in time order; every sample is in exactly one. A pause is a rest without samples.
  public internal(set) var phases: [Phase]
  /// The axis.
  public let axis: Axis
  /// The sum of the deltas, in pt, one value per sample.
  public let offsets: Channel

  /// The recording to which its samples refer.
  let trace: Trace
  let events: WheelEvents
  /// The events of each phase.
  private(set) var ranges: [Range<Int>]

  /// Reads a recording in O(n); nil for a table, or without deltas along the axis.
  public init?(_ trace: Trace, axis: Axis) {
    guard !trace.isTable, trace.count > 0, let channel = trace.channel(.delta, axis: axis) else {
      return nil
    }
    self.trace = trace
    self.axis = axis
    offsets = channel.summed()
    events = WheelEvents(
      trace, deltas: channel, others: trace.channel(.delta, axis: axis == .y ? .x : .y))
    (phases, ranges) = Self.compose(WheelGestures(events, names: trace.phases).parts, events, axis)
  }

  // MARK: - Phases

  private static func compose(
    _ parts: [WheelGestures.Part], _ events: WheelEvents, _ axis: Axis
  ) -> ([Phase], [Range<Int>]) {
    var phases: [Phase] = []
    var ranges: [Range<Int>] = []
    func append(_ phase: Phase, _ range: Range<Int>) {
      if phase.kind == .rest, let last = phases.last, last.kind == .rest {
        phases[phases.count - 1].range = last.range.lowerBound..<phase.range.upperBound
        phases[phases.count - 1].end = phase.end
        ranges[ranges.count - 1] = ranges[ranges.count - 1].lowerBound..<range.upperBound
        if phase.confidence == .sure { phases[phases.count - 1].confidence = .sure }
      } else {
        phases.append(phase)
        ranges.append(range)
      }
    }
    var end = events.times.first ?? 0
    for (index, part) in parts.enumerated() {
      let range = part.events
      let rows =
        events.rows[range.lowerBound].lowerBound..<events.rows[range.upperBound - 1].upperBound
      let first = events.times[range.lowerBound]
      // The movement of the first event after a pause happened within one frame before it.
      let start = part.isFirst ? max(end, first - events.frame) : end
      if start > end {
        append(
          Phase(
            .rest, axis: axis, range: rows.lowerBound..<rows.lowerBound, start: end, end: start,
            confidence: .likely, evidence: "a pause without events"),
          range.lowerBound..<range.lowerBound)
      }
      let last = events.times[range.upperBound - 1]
      let next = index + 1 < parts.count ? parts[index + 1] : nil
      let (kind, evidence) = describe(part, next: next, events)
      append(
        Phase(
          kind, axis: axis, range: rows, start: start, end: last,
          confidence: part.isNamed ? .sure : .likely,
          evidence: part.isNamed ? "named in the recording" : evidence),
        range)
      end = last
    }
    return (phases, ranges)
  }

  /// The phase of a part along the axis, and the reason for it.
  private static func describe(
    _ part: WheelGestures.Part, next: WheelGestures.Part?, _ events: WheelEvents
  ) -> (Phase.Kind, String) {
    guard part.events.contains(where: { events.deltas[$0] != 0 }) else {
      return (.rest, "the events ask for nothing")
    }
    switch part.source {
    case .nothing: return (.rest, "the events ask for nothing")
    case .finger: return (.tracking, "deltas that follow a hand")
    case .notches: return (.tracking, "notches")
    case .other(let kind): return (kind, "named in the recording")
    case .momentum:
      if let next, !next.isFirst, next.source == .finger {
        return (.interrupted, "deltas that decay until a touch")
      }
      return (.deceleration, "deltas that decay")
    }
  }

  /// The quantisation step of deltas, in pt; 0 when there is none.
  var quantum: Double { events.quantum }

  // MARK: - Fits

  static let fitted: Set<Phase.Kind> = [.deceleration, .interrupted]

  /// Fits the momentum of each gesture by the law of macOS: see ``MomentumLaw``.
  ///
  /// - Throws: the first failure, if nothing could be fitted.
  func momenta(options: FitOptions) throws(FitFailure) -> [Fit] {
    let momenta = phases.indices.filter { Self.fitted.contains(phases[$0].kind) }
    guard !momenta.isEmpty else {
      throw FitFailure(
        .noGlide, "no part of the recording is a momentum: no deltas fall smoothly",
        help: "record flings, with every event; see 'scrollfit inspect FILE'")
    }
    return try Fit.each(momenta, of: ("momentum", "momenta")) { index throws(FitFailure) in
      try MomentumFit.momentum(
        events, ranges[index], offsets: offsets, trace: trace, options: options)
    }
  }

  /// Fits the momentum of each gesture: a viscous deceleration, with a constant friction if that describes the deltas
  /// better (an AICc lower by more than 2, a probability below 0.01 and a friction above 0), or the momentum of macOS
  /// if that does (an AICc lower by more than 4).
  ///
  /// Each phase gets the index of its fit in the list, or a remark why it has none. The fits are those of
  /// `decelerate` and `momentum`, with v0 and x0 at the first momentum event; `forms` contains the AICc of
  /// `viscous`, `viscous + coulomb` and `macOS`, `tests` the test of `coulomb = 0`.
  public mutating func fit(options: FitOptions = FitOptions()) -> [Fit] {
    var fits: [Fit] = []
    for index in phases.indices
    where Self.fitted.contains(phases[index].kind) {
      phases[index].fit = nil
      phases[index].remark = nil
      do throws(FitFailure) {
        let fit = try MomentumFit.fit(
          events, ranges[index], offsets: offsets, trace: trace, options: options)
        if !fit.search.converged {
          phases[index].remark = fit.search.reason
        } else if let floor = fit.residual.floor, fit.residual.rms <= 1.3 * floor {
          phases[index].confidence = .sure
        }
        phases[index].fit = fits.count
        fits.append(fit)
      } catch {
        phases[index].remark = error.message
      }
    }
    for index in phases.indices where phases[index].kind == .tracking {
      phases[index].remark =
        phases[index].evidence == "notches"
        ? "a wheel with notches has no momentum to fit" : "a finger's path follows no law"
    }
    return fits
  }
}
