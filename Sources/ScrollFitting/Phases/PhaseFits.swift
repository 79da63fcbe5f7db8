internal import ScrollPhysics
internal import ScrollRecordings

/// Fits each phase of a recording with its law.
struct PhaseFits {
  private let recording: SampledChannels
  private let options: FitOptions
  private(set) var fits: [Fit] = []
  /// The positions of inferred edges, by axis and side.
  private var places: [Place: Edge] = [:]

  /// Fits phases of some kinds, and sets in each the index of its fit or the reason why there is none.
  ///
  /// - Parameter kinds: the kinds to fit; nil for all fitted kinds.
  init(
    _ recording: SampledChannels, phases: inout [Phase], kinds: Set<Phase.Kind>?,
    options: FitOptions
  ) {
    self.recording = recording
    self.options = options
    places = Self.places(phases, recording, options: options)
    var budget = FitBudget()
    var left = 0
    for index in phases.indices {
      let phase = phases[index]
      guard phase.law == nil, kinds?.contains(phase.kind) ?? true else { continue }
      guard budget.hasLeft || !phase.kind.isFitted else {
        phases[index].remark = FitBudget.reason
        left += 1
        continue
      }
      let (before, after) = Self.neighbours(of: index, in: phases)
      guard let signal = recording.signal(along: phase.axis) else {
        continue
      }
      do throws(FitFailure) {
        guard let fit = try fit(phase, signal, before: before, after: after) else { continue }
        phases[index].fit = fits.count
        if phase.kind == .deceleration, after?.kind == .rest,
          fit.warnings.contains(where: { $0.code == .interrupted })
        {
          phases[index].kind = .interrupted
        }
        fits.append(fit)
        budget.charge(fit)
      } catch {
        budget.charge(error)
        phases[index].remark = error.message
      }
    }
    fits.warn(leftOut: left, of: ("phase", "phases"))
    shareSpring(phases)
  }

  /// Fits all returns with the law of most of them, as an edge has one spring. A return that this law does not fit was
  /// disturbed; it stays a bounce, and W411 reports it.
  private mutating func shareSpring(_ phases: [Phase]) {
    let returns = phases.indices.filter {
      [.bounce, .release].contains(phases[$0].kind) && phases[$0].fit != nil
    }
    func fit(_ index: Int) -> Fit { fits[phases[index].fit ?? 0] }
    let springs = returns.filter { fit($0).law == SpringLaw.description.key }
    guard !springs.isEmpty else { return }
    let bounces = returns.filter { fit($0).law == BounceLaw.description.key }
    let followed = bounces.filter { fit($0).search.converged && LackOfFit(fit($0)) == nil }
    let isSpring = springs.count >= followed.count
    for index in isSpring ? bounces : springs {
      let phase = phases[index]
      guard let own = phase.fit, let edge = phase.edge,
        let signal = recording.signal(along: phase.axis)
      else { continue }
      let (before, after) = Self.neighbours(of: index, in: phases)
      let clear = Self.clear(phase, signal, before: before, after: after)
      let stretch = Self.stretch(
        clear, beyond: places[Place(phase)] ?? edge, restingIn: after, signal)
      let other =
        isSpring
        ? spring(stretch, signal) : try? BounceFit(stretch, signal: signal, options: options).fit
      if let other { fits[own] = other }
    }
  }

  /// The neighbouring phases on the same axis.
  private static func neighbours(
    of index: Int, in phases: [Phase]
  ) -> (before: Phase?, after: Phase?) {
    func phase(_ other: Int) -> Phase? {
      phases.indices.contains(other) && phases[other].axis == phases[index].axis
        ? phases[other] : nil
    }
    return (phase(index - 1), phase(index + 1))
  }

  /// An edge of a recording along one axis.
  private struct Place: Hashable {
    var axis: Axis
    var edge: Edge?

    init(_ phase: Phase) {
      axis = phase.axis
      edge = phase.edge
    }
  }

  /// The position of each inferred edge from all motions that end at it, as a recording has one position per edge.
  ///
  /// With noise, values at rest spread over several steps. Their mean is then better than any fit, and is kept.
  private static func places(
    _ phases: [Phase], _ recording: SampledChannels, options: FitOptions
  ) -> [Place: Edge] {
    var stretches: [Place: [Excursion]] = [:]
    for (index, phase) in phases.enumerated() where [.bounce, .release].contains(phase.kind) {
      guard let edge = phase.edge, edge.source == .inferred,
        let signal = recording.signal(along: phase.axis),
        signal.noise < 0.5 * (signal.quantum ?? 0)
      else { continue }
      let (before, after) = neighbours(of: index, in: phases)
      let clear = clear(phase, signal, before: before, after: after)
      stretches[Place(phase), default: []].append(
        stretch(clear, beyond: edge, restingIn: after, signal))
    }
    var result: [Place: Edge] = [:]
    for (place, stretches) in stretches {
      guard let edge = place.edge,
        let signal = recording.signal(along: place.axis)
      else { continue }
      result[place] = ExcursionDetector.placed(edge, by: stretches, signal, options: options)
    }
    return result
  }

  /// The samples of a return to an edge, including the first part of the rest after it.
  private static func stretch(
    _ phase: Phase, beyond edge: Edge, restingIn after: Phase?, _ signal: SampledChannel
  ) -> Excursion {
    let range = phase.range.lowerBound..<end(phase, restingIn: after, signal)
    return Excursion(
      range: range, edge: edge, times: Array(signal.times[range]),
      overscroll: range.map { edge.overscroll(of: signal.values[$0]) }, quantum: signal.quantum)
  }

  private func fit(
    _ phase: Phase, _ signal: SampledChannel, before: Phase?, after: Phase?
  ) throws(FitFailure) -> Fit? {
    let phase = Self.clear(phase, signal, before: before, after: after)
    switch phase.kind {
    case .rest, .tracking, .animation, .jump, .unknown: return nil
    case .deceleration, .interrupted:
      if let before, before.edge != nil, before.kind != .rest {
        throw FitFailure(
          .noGlide, "let go or caught beyond the edge, so not a free deceleration", help: "")
      }
      return try DecelerationFit.best(
        glide(phase, signal, after: after), signal: signal, options: options)
    case .bounce, .release:
      guard let edge = phase.edge else { return nil }
      let placed = places[Place(phase)] ?? edge
      return try returned(
        Self.stretch(phase, beyond: placed, restingIn: after, signal), signal)
    case .rubberBand:
      guard let finger = recording.trace.channel(.finger, axis: phase.axis) else {
        throw FitFailure(.noFinger, "no finger column", help: "")
      }
      guard let edge = phase.edge else { return nil }
      return try RubberBandLaw.fit(
        phase.range, edge: edge, content: signal, finger: finger, of: recording.trace,
        options: options)
    }
  }

  /// The fit of a return to an edge: a bounce, or a spring of another damping if the samples follow it and no bounce.
  private func returned(_ stretch: Excursion, _ signal: SampledChannel) throws(FitFailure) -> Fit {
    do throws(FitFailure) {
      let bounce = try BounceFit(stretch, signal: signal, options: options).fit
      // Times may seem to be in error only because the law is wrong.
      var isBlurred = false
      if case .weighted = bounce.stamps {
        isBlurred = bounce.residual.rms > 4 * (bounce.residual.floor ?? 0)
      }
      // Near critical damping, exact samples identify a spring; rounded ones do not exclude it.
      guard !bounce.search.converged || isBlurred || LackOfFit(bounce, above: 0) != nil,
        let spring = spring(stretch, signal)
      else { return bounce }
      let isBounce = LackOfFit(bounce) == nil
      let share =
        !bounce.search.converged ? .infinity : isBlurred ? 0.25 : isBounce ? 0.1 : 0.5
      return spring.residual.rms > share * bounce.residual.rms ? bounce : spring
    } catch {
      guard let spring = spring(stretch, signal) else { throw error }
      return spring
    }
  }

  /// The spring of any damping that a return follows; nil if there is none.
  private func spring(_ stretch: Excursion, _ signal: SampledChannel) -> Fit? {
    guard options.fixed.isEmpty else { return nil }
    let fit = try? SpringFit(SpringPart(stretch), signal: signal, options: options).fit
    guard let fit, fit.search.converged, fit.samples.used >= PhaseFinder.leastDamped,
      LackOfFit(fit) == nil, let delta = fit["delta"]?.value,
      let kappa = fit["kappa"]?.value,
      FreeMotion.isPlausible(SpringConstants(decayRate: delta, kappa: kappa))
    else { return nil }
    return fit
  }

  /// A free phase without samples next to a finger that may belong to the finger.
  ///
  /// A finger's path next to a free motion differs from it by half the change of acceleration times t^2. This is less
  /// than a step q of the values until t = sqrt(2 q / a), with a = delta^2 y after a hold and k v after a release,
  /// delta 11 1/s and k 2 1/s. Such samples would bias k and delta by half a standard error.
  private static func clear(_ phase: Phase, _ signal: SampledChannel, before: Phase?, after: Phase?)
    -> Phase
  {
    guard phase.kind != .rubberBand, phase.range.count >= 10,
      phase.evidence != NamedRuns.evidence
    else { return phase }
    let finger: Set<Phase.Kind> = [.tracking, .rubberBand]
    let unit =
      (signal.quantum ?? 0) + 4 * (signal.noise > 0.5 * (signal.quantum ?? 0) ? signal.noise : 0)
    let frame = signal.facts.medianInterval ?? 1.0 / 60
    /// The number of samples from `index` on that may belong to the finger.
    func margin(_ index: Int, inward: Int) -> Int {
      let other = index + 3 * inward
      let acceleration: Double
      if let edge = phase.edge {
        acceleration = 121 * edge.overscroll(of: signal.values[index])
      } else {
        let span = (signal.times[other] - signal.times[index]).magnitude
        guard span > 0 else { return 0 }
        acceleration = 2 * (signal.values[other] - signal.values[index]).magnitude / span
      }
      guard acceleration > 0, frame > 0 else { return 0 }
      let time = (2 * unit / acceleration).squareRoot()
      return min(phase.range.count / 5, Int(min((time / frame).rounded(.up), 1e6)) + 1)
    }
    var phase = phase
    let isAfterFinger = before.map { finger.contains($0.kind) } ?? false
    let isBeforeFinger = after.map { finger.contains($0.kind) } ?? false
    let low = isAfterFinger ? margin(phase.range.lowerBound, inward: 1) : 0
    let high = isBeforeFinger ? margin(phase.range.upperBound - 1, inward: -1) : 0
    phase.range = phase.range.lowerBound + low..<phase.range.upperBound - high
    return phase
  }

  /// The largest number of samples of a rest that the fit of the preceding motion uses.
  private static let longestRest = 240

  /// The end of the samples for a fit: after the first samples of the following rest that stay at one level, as a named
  /// rest may contain motion.
  private static func end(_ phase: Phase, restingIn after: Phase?, _ signal: SampledChannel) -> Int
  {
    guard let after, after.kind == .rest, !after.range.isEmpty else {
      return phase.range.upperBound
    }
    let rest = after.range.prefix(longestRest)
    let level = signal.values[rest.lowerBound]
    let band = 3 * (signal.quantum ?? 0) + 8 * signal.noise
    return rest.first { (signal.values[$0] - level).magnitude > band } ?? rest.upperBound
  }

  private func glide(_ phase: Phase, _ signal: SampledChannel, after: Phase?) -> DecelerationSegment
  {
    let rest =
      after.flatMap { $0.kind == .rest && !$0.range.isEmpty ? $0.range : nil }
      .map { DecelerationSegment.settling(signal, $0) }
    var glide = DecelerationSegment(
      range: phase.range.lowerBound..<(rest?.upperBound ?? phase.range.upperBound),
      restCount: rest?.count ?? 0)
    if let after, after.kind == .bounce { glide.edge = after.edge }
    glide.setLevel(signal)
    return glide
  }
}
