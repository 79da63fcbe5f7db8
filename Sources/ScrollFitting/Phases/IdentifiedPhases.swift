internal import ScrollRecordings

/// The motions that `identify` finds, in place of phases that no fit describes.
///
/// A search of all laws takes far longer than the fits, so it is made only if a phase is in doubt: its fit does not
/// follow the samples, it slows down by no law of `fit` but may do so by another, or nothing in the recording moves
/// freely. If most phases follow their fits, only those in doubt are searched.
struct IdentifiedPhases {
  private let phases: [Phase]
  /// Whether each phase follows its fit, or a law that is not in doubt.
  private let isValid: [Bool]
  private let recording: SampledChannels

  /// - Parameters:
  ///   - phases: the phases of a recording, with the indices of their fits.
  ///   - fits: the fits.
  private init(_ phases: [Phase], _ fits: [Fit], of recording: SampledChannels) {
    self.phases = phases
    isValid = phases.indices.map {
      Self.isValid(phases[$0], fits) && !Self.startsLate(phases, $0, in: recording)
    }
    self.recording = recording
  }

  /// Longer motions do not belong to a scroll view.
  private static let mostSamples = 3000

  /// The phases of a recording with their fits, and the motions of all laws; nil if it was not searched for these.
  static func fitted(
    _ recording: SampledChannels, kinds: Set<Phase.Kind>?, options: FitOptions
  ) -> (phases: [Phase], fits: [Fit], motions: [MotionSearch.Found]?) {
    var phases = Phases.named(recording, options: options).flatMap(\.phases)
    let fits = PhaseFits(recording, phases: &phases, kinds: kinds, options: options).fits
    let own = IdentifiedPhases(phases, fits, of: recording)
    let doubtful = own.doubtful
    guard !doubtful.isEmpty else { return (phases, fits, nil) }
    let motions = MotionWindows.find(
      recording, laws: CandidateLaw.all, options: options, within: own.areKnown ? doubtful : nil)
    guard var others = own.replaced(by: motions) else { return (phases, fits, motions) }
    let better = PhaseFits(recording, phases: &others, kinds: kinds, options: options).fits
    return (others, better, motions)
  }

  /// The samples along each axis of the groups with a phase in doubt; empty if the recording is too long for a search.
  private var doubtful: [Axis: [Range<Int>]] {
    // With a finger, the offset is not only the content's own motion.
    guard !recording.trace.channels.contains(where: { $0.role == .finger }) else { return [:] }
    let groups = OtherLaws.groups(phases).filter { OtherLaws.isMoving(phases[$0.lowerBound]) }
    guard groups.reduce(0, { $0 + range(of: $1).count }) <= Self.mostSamples else { return [:] }
    return Dictionary(grouping: groups.filter(isDoubtful)) { phases[$0.lowerBound].axis }
      .mapValues { $0.map(range) }
  }

  /// Whether most phases follow their fits, and so many that the laws of the recording are known: then only phases in
  /// doubt may have others.
  private var areKnown: Bool {
    let fitted = phases.indices.filter { phases[$0].fit != nil || phases[$0].law != nil }
    let valid = fitted.count { isValid[$0] }
    return valid >= Self.fewValid && 3 * valid >= 2 * fitted.count
  }

  private static let fewValid = 6

  /// Whether a phase of a group is in doubt.
  private func isDoubtful(_ part: Range<Int>) -> Bool {
    guard !isUnknown else { return true }
    let group = Array(phases[part])
    guard let signal = recording.signal(along: group[0].axis) else { return false }
    let glides = glides(group)
    return zip(group, isValid[part]).contains { hasWrongLaw($0, isValid: $1) }
      || isAnyCut(glides, signal) || mayEndFreely(group, glides, signal)
  }

  private func range(of part: Range<Int>) -> Range<Int> {
    phases[part.lowerBound].range.lowerBound..<phases[part.upperBound - 1].range.upperBound
  }

  /// The phases with the motions that explain more of their groups; nil if none does.
  private func replaced(by motions: [MotionSearch.Found]) -> [Phase]? {
    let plain = phases.map { phase in
      var phase = phase
      phase.fit = nil
      return phase
    }
    let usual = usual(motions)
    var isReplaced = false
    let result = OtherLaws.groups(plain).flatMap { part -> [Phase] in
      let group = Array(plain[part])
      let own = accepted(motions, in: part, usual: usual)
      guard OtherLaws.isMoving(group[0]), !own.isEmpty,
        let signal = recording.signal(along: group[0].axis)
      else { return group }
      isReplaced = true
      guard !group.contains(where: { $0.evidence == NamedRuns.evidence }) else {
        return group.map { named($0, by: own) }
      }
      return OtherLaws.split(group, own, signal, times: Motion(signal).times).map(trusted)
    }
    return isReplaced ? result : nil
  }

  /// The motions in a group of phases whose law is known, if they explain more of it than its fits.
  private func accepted(
    _ motions: [MotionSearch.Found], in part: Range<Int>, usual: [CandidateLaw]
  ) -> [MotionSearch.Found] {
    let group = Array(phases[part])
    let whole = range(of: part)
    let valid = part.reduce(0) { $0 + (isValid[$1] ? phases[$1].range.count : 0) }
    // A finger's path may follow some law: a group without free motion needs a law that is likely.
    let hasFreeMotion = group.contains { OtherLaws.free.contains($0.kind) }
    let mayBeOpen = valid == 0 && (hasFreeMotion || isUnknown)
    let own = motions.filter { found in
      let (range, laws) = (found.window.range, found.laws)
      let isOpen = laws.confidence == .open
      return found.window.axis == group[0].axis
        && whole.contains((range.lowerBound + range.upperBound) / 2)
        && !isPull(found.window, beyond: group[0].edge)
        && (isUsual(found, usual)
          || laws.isDetermined && laws.law.canBeSure && (mayBeOpen || !isOpen)
            && laws.share >= (isOpen ? 0.95 : LawComparison.leastShare))
    }
    let named = group.reduce(0) { $0 + ($1.law == nil ? 0 : $1.range.count) }
    return OtherLaws.explained(own) > max(1.2 * Double(valid), 0.9 * Double(named))
      ? own.ordered { Double($0.window.range.lowerBound) } : []
  }

  /// The laws of glides, without a free shape, that several motions of the recording clearly follow.
  private func usual(_ motions: [MotionSearch.Found]) -> [CandidateLaw] {
    let found = motions.filter {
      [.sure, .likely].contains($0.laws.confidence) && $0.laws.share >= LawComparison.leastShare
    }.map(\.laws.law.key)
    // A phase that was searched again is among the motions.
    let known = zip(phases, isValid).filter { phase, isValid in
      isValid
        && !motions.contains {
          $0.window.axis == phase.axis && $0.window.range.overlaps(phase.range)
        }
    }.compactMap { phase, _ in phase.law }
    let counts = (found + known).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    return CandidateLaw.fixedGlides.filter { counts[$0.key, default: 0] >= Self.fewMotions }
  }

  /// Number of motions that make a law usual.
  private static let fewMotions = 3
  /// The share of the moving samples that a usual law must explain.
  private static let leastShareOfUsual = 0.5

  /// Whether a motion follows a glide's law that several others clearly follow: an engine glides by one law, and a finger
  /// moved what is as smooth before.
  private func isUsual(_ found: MotionSearch.Found, _ usual: [CandidateLaw]) -> Bool {
    found.window.edge == nil && found.window.endsAtRest
      && found.window.count >= LawComparison.shortest && found.laws.hasFollower
      && found.laws.share >= Self.leastShareOfUsual && usual.contains(found.laws.law)
  }

  /// Whether a motion beyond an edge ends further out than it starts, as only a finger moves content there.
  private func isPull(_ window: MotionWindow, beyond edge: Edge?) -> Bool {
    guard let edge, let signal = recording.signal(along: window.axis) else { return false }
    return edge.overscroll(of: signal.values[window.range.upperBound - 1])
      > edge.overscroll(of: signal.values[window.range.lowerBound])
  }

  /// A phase that the recording names, with the law of a motion that covers it.
  private func named(_ phase: Phase, by motions: [MotionSearch.Found]) -> Phase {
    guard OtherLaws.free.contains(phase.kind),
      let found = motions.first(where: {
        10 * $0.window.range.clamped(to: phase.range).count >= 9 * phase.range.count
      })
    else { return phase }
    var result = OtherLaws.named(found, phase)
    (result.kind, result.evidence) = (phase.kind, phase.evidence)
    return result
  }

  /// A phase whose constants are determined, with the confidence of one: no better stretch was found.
  private func trusted(_ phase: Phase) -> Phase {
    var phase = phase
    if isUnknown, phase.isDetermined, phase.confidence == .unsure { phase.confidence = .likely }
    return phase
  }

  /// Whether nothing moves by a law that is known.
  private var isUnknown: Bool { !isValid.contains(true) }

  /// Whether a phase follows its fit, or a law that is not in doubt.
  private static func isValid(_ phase: Phase, _ fits: [Fit]) -> Bool {
    guard let fit = phase.fit else { return phase.law != nil && phase.confidence != .unsure }
    return fits[fit].search.converged && !fits[fit].leavesTooMuch
  }

  /// Whether a return is fitted from far behind its turn on: the samples before it may follow the law of the whole.
  private static func startsLate(
    _ phases: [Phase], _ index: Int, in recording: SampledChannels
  ) -> Bool {
    guard index > 0, case let (pull, phase) = (phases[index - 1], phases[index]),
      let edge = phase.edge,
      phase.fit != nil, pull.edge == edge, pull.kind == .rubberBand,
      pull.evidence != NamedRuns.evidence, pull.range.upperBound == phase.range.lowerBound,
      let signal = recording.signal(along: phase.axis)
    else { return false }
    func over(_ index: Int) -> Double { edge.overscroll(of: signal.values[index]) }
    let height = pull.range.reduce(0) { max($0, over($1)) }
    let back = pull.range.reversed().prefix { over($0) < 0.98 * height }.count
    return back >= nearTurn && over(phase.range.lowerBound) < 0.85 * height
  }

  /// The least number of samples between the turn of a return and its fit.
  private static let nearTurn = 4

  private func hasWrongLaw(_ phase: Phase, isValid: Bool) -> Bool {
    OtherLaws.isMoving(phase) && (phase.fit != nil || phase.law != nil) && !isValid
  }

  /// A finger's phase and the fitted glide right behind it, unless the recording names them.
  private typealias Release = (finger: Range<Int>, glide: Range<Int>)

  private func glides(_ phases: [Phase]) -> [Release] {
    zip(phases, phases.dropFirst()).compactMap { finger, glide in
      finger.kind == .tracking && finger.evidence != NamedRuns.evidence && glide.fit != nil
        && finger.range.upperBound == glide.range.lowerBound && glide.edge == nil
        ? (finger.range, glide.range) : nil
    }
  }

  /// Whether the curve of a glide goes on before it, at times that are off by up to 2 ms: a finger's samples are on it only
  /// near the release.
  private func isAnyCut(_ releases: [Release], _ signal: SampledChannel) -> Bool {
    guard !releases.isEmpty else { return false }
    let motion = Motion(signal)
    let slack = 2 * motion.quantum + 3 * motion.noise
    return releases.contains { finger, range in
      guard let glide = FreeMotion(.glide, motion, range) else { return false }
      let before = finger.reversed().prefix { index in
        let time = motion.times[index]
        let difference = motion.values[index] - motion.level - glide.value(at: time)
        return difference.magnitude <= slack + Self.lateness * glide.velocity(at: time).magnitude
      }
      return before.count > Self.nearRelease
    }
  }

  /// The largest error of a stamp in s, and the number of a finger's samples that may be on the curve of its glide.
  private static let (lateness, nearRelease) = (0.002, 6)

  /// Whether some phase that slows down by no law of `fit`, or a glide with what is before it, may follow another law.
  private func mayEndFreely(
    _ phases: [Phase], _ releases: [Release], _ signal: SampledChannel
  ) -> Bool {
    let slowing = phases.filter {
      $0.fit == nil && $0.law == nil && $0.range.count >= OtherLaws.usual
        && [PhaseFinder.slowing, PhaseFinder.returning].contains($0.remark)
    }
    let fast = phases.filter { $0.fit == nil && $0.law == nil && startsFast($0, signal) }
    guard !slowing.isEmpty || !releases.isEmpty || !fast.isEmpty else { return false }
    let (motion, largestJitter) = SmoothMotion.motion(of: signal)
    let search = MotionSearch(
      signal, motion, edges: phases.compactMap(\.edge), largestJitter: largestJitter)
    return slowing.contains { search.mayEndFreely($0.range, before: $0.range.upperBound) }
      || releases.contains { finger, glide in
        search.mayEndFreely(finger.lowerBound..<glide.upperBound, before: glide.lowerBound)
      }
      || fast.contains {
        let end = min($0.range.upperBound + 2, signal.values.count)
        return search.whole($0.range.lowerBound - 1..<end, startsAtRest: true) != nil
      }
  }

  /// Whether content at rest reaches its highest speed at once, and slows down to a rest within half a second: a hand
  /// speeds up for about as long as it slows down.
  private func startsFast(_ phase: Phase, _ signal: SampledChannel) -> Bool {
    let range = phase.range
    guard phase.kind == .tracking, phase.evidence != NamedRuns.evidence, range.lowerBound > 0,
      range.count >= MotionSearch.least, range.upperBound < signal.values.count,
      signal.times[range.upperBound - 1] - signal.times[range.lowerBound] < 0.5
    else { return false }
    let steps = range.map { (signal.values[$0] - signal.values[$0 - 1]).magnitude }
    let fastest = steps.indices.max { steps[$0] < steps[$1] } ?? 0
    return fastest <= steps.count / 3 && steps[steps.count - 1] < 0.3 * steps[fastest]
  }
}
