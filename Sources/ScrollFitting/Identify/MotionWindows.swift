internal import ScrollPhysics
internal import ScrollRecordings

/// Finds the motions of a recording that a single law each may have produced.
enum MotionWindows {
  typealias Found = MotionSearch.Found

  /// The motions along all axes, the vertical axis first.
  ///
  /// - Parameter some: the samples along each axis whose motions are looked for; nil for all.
  static func find(
    _ recording: SampledChannels, laws: [CandidateLaw], options: FitOptions,
    within some: [Axis: [Range<Int>]]? = nil
  ) -> [Found] {
    var motions = zip(recording.signals, Phases.find(recording, options: options)).flatMap {
      signal, found in
      find(
        signal, found.phases, of: recording.trace, laws: laws, options: options,
        within: some.map { $0[found.axis] ?? [] })
    }
    if case .assumed(_, .standard) = recording.trace.timing {
      for index in motions.indices { motions[index].laws.doubt(.assumedTimes) }
    }
    return motions
  }

  /// The motions along one axis with known phases.
  static func find(
    _ signal: SampledChannel, _ phases: [Phase], of trace: Trace, laws: [CandidateLaw],
    options: FitOptions, within some: [Range<Int>]? = nil
  ) -> [Found] {
    // If a finger, an inner view or a height is recorded, the offset is not only the content's own motion.
    let isByFinger = trace.recorded.contains {
      $0.role == .finger || $0.role == .inner || $0.role == .height
    }
    let edges = ExcursionDetector.known(signal, trace: trace, options: options)
    let parts = ownParts(SpringPart.motions(signal), phases).filter { part in
      some?.contains { $0.overlaps(part.range) } ?? true && !jumps(in: part, signal)
        && MotionWindow(moving: signal, part.range)?.isStraight != true
    }
    let (motion, largestJitter) = SmoothMotion.motion(of: signal)
    var search = MotionSearch(
      signal, motion, edges: edges, largestJitter: largestJitter, laws: laws)
    search.threads = options.threads
    var own = motions(parts, phases, &search, isByFinger: isByFinger)
    if edges.isEmpty, !isByFinger, let edge = edge(of: parts, search) {
      // Some laws exist only at an edge. Elsewhere the same laws would be found again.
      let touched = parts.filter { part in
        part.range.contains { edge.overscroll(of: signal.values[$0]) > 0 }
      }
      var beyond = search.renewed(motion, edges: [edge], largestJitter: largestJitter)
      beyond.jitter = search.jitter
      let others = own.filter { found in
        !touched.contains { $0.range.contains(found.window.range.lowerBound) }
      }
      let there = motions(touched, phases, &beyond, isByFinger: false)
      takeBetter(&own, (others + there).ordered { Double($0.window.range.lowerBound) })
    }
    guard !isByFinger else { return own }
    SharedEdges(signal, motion, phases).take(&own)
    takeExactTimes(&own, parts, phases, search)
    takeTicked(&own, parts, phases, search)
    takeStamped(&own, parts, phases, search)
    takeUnsure(&own, parts, phases, search)
    takeFromRest(&own, parts, search)
    doubtAfterFaults(&own, parts, search)
    doubtLaterParts(&own, parts, search)
    takeHeld(&own, parts, search)
    takeStrays(&own, parts, search)
    takeCoarse(&own, parts, phases, search, largestJitter: largestJitter)
    // An edge parts two laws; but any curve that passes its end and comes back has one to infer.
    for index in own.indices {
      let edge = own[index].window.edge
      if edge == nil || edge?.source == .inferred && own[index].laws.law.easing != nil {
        own[index].laws.doubtPiece()
      }
    }
    guard own.isEmpty else { return own }
    // If nothing was found, the closest law for the widest motion is reported.
    let widest = search.widest(parts)?.thinned(to: MotionSearch.enough)
    own = widest.flatMap { MotionSearch.compared($0) }.map { [$0] } ?? []
    setShares(&own, SmoothMotion(signal, motion), edges: edges)
    return own
  }

  /// The rest position of content that moved past it and returned, as at an edge that the recording does not name; nil
  /// if there is no such return.
  private static func edge(of parts: [SpringPart], _ search: MotionSearch) -> Edge? {
    let values = search.signal.values
    for part in parts where part.hasRest {
      let beyond = part.range.map { values[$0] - part.rest }
      let slack = 2 * search.motion.quantum + 6 * search.motion.noise
      guard let last = beyond.last(where: { $0.magnitude > slack }) else { continue }
      let way: Double = last < 0 ? -1 : 1
      // From the last sample on the other side of the rest position, or from the start.
      let first = beyond.lastIndex { $0 * way < -slack } ?? 0
      let furthest = (first..<beyond.count).max { beyond[$0] * way < beyond[$1] * way } ?? first
      let start = beyond[first...furthest].map { $0 * way }.min() ?? 0
      guard beyond[furthest] * way > 8 * slack + 4 * search.motion.quantum,
        start < 0.5 * beyond[furthest] * way
      else { continue }
      let axis = search.signal.channel.axis
      return Edge(
        position: part.rest, side: Edge.side(axis: axis, offsetsGrowOutward: way > 0),
        source: .inferred)
    }
    return nil
  }

  /// Each part as one motion, if some law fits all of it.
  private static func wholes(_ parts: [SpringPart], _ search: MotionSearch) -> [Found?] {
    let (signal, edges, laws) = (search.signal, search.edges, search.laws)
    // A return to a known edge uses the same times as a fit of a bounce.
    let motion = edges.isEmpty ? search.motion : Motion(signal).with(unsure: search.motion.unsure)
    // One motion has its laws on several threads, several motions are on one each.
    let inner = parts.count == 1 ? search.threads : 1
    return parts.map(threads: search.threads) { part in
      whole(part, signal, motion, edges: edges, laws: laws, threads: inner)
    }
  }

  /// The motions in the parts of a signal.
  static func motions(
    _ parts: [SpringPart], _ phases: [Phase], _ search: inout MotionSearch, isByFinger: Bool
  ) -> [Found] {
    let (signal, motion, edges) = (search.signal, search.motion, search.edges)
    let smooth = SmoothMotion(signal, motion)
    var exactly = exactly(search)
    var own: [Found] = []
    let wholes: [Found?] = isByFinger ? parts.map { _ in nil } : wholes(parts, search)
    for (part, whole) in zip(parts, wholes) {
      if let whole {
        own += exact([better(whole, in: part, &search)], in: part, &exactly)
        continue
      }
      // No single law fits: use the phases or the search over all laws.
      let free = free(phases, in: part.range, search).compactMap { window in
        MotionSearch.compared(window).map { search.fromTurn($0, in: part.range) }
      }
      own +=
        isByFinger ? free : exact(better(free, in: part, &search, smooth), in: part, &exactly)
    }
    if !motion.unsure.isEmpty { own = own.map { withoutUnsureEnds($0, search) } }
    for index in own.indices {
      doubtInferredEdge(&own[index], signal, motion)
      doubtLateStart(&own[index], signal, phases)
      doubtPull(&own[index], signal, edges: edges)
    }
    setShares(&own, smooth, edges: edges)
    return own
  }

  /// The motion of a whole part, or a law without a free shape for some of it, whichever is better.
  private static func better(
    _ whole: Found, in part: SpringPart, _ search: inout MotionSearch
  ) -> Found {
    guard !whole.laws.law.canBeSure else { return whole }
    let found = search.motions(in: part)
    let any = (search.late(in: part, beside: found).map { [$0] } ?? found).filter {
      $0.laws.law.canBeSure
    }
    return any.count == 1 ? better(any[0], whole) : whole
  }

  /// The motions of the phases in a part, or others if they explain more samples.
  private static func better(
    _ free: [Found], in part: SpringPart, _ search: inout MotionSearch, _ smooth: SmoothMotion
  ) -> [Found] {
    let isExplained =
      !free.isEmpty
      && free.allSatisfy { found in
        found.laws.hasFollower
          && smooth.unexplained(
            of: found.window.range, edges: search.edges + free.compactMap(\.window.edge)) <= 1
      }
    let any = isExplained ? [] : search.motions(in: part)
    let best = explained(any) > explained(free) ? any : free
    if let clocked = clocked(part, search, beside: best) { return [clocked] }
    if let late = search.late(in: part, beside: best) { return [late] }
    let late = free.map { $0.laws.hasFollower ? $0 : LateFrames($0.window).found ?? $0 }
    return explained(any) > explained(late) ? any : search.beside(late, in: part, smooth: smooth)
  }

  /// Whether a part only jumps: fewer than four samples move by more than rounding and a thousandth of the largest step
  /// soon after another that does. No law has its shape in so few samples.
  private static func jumps(in part: SpringPart, _ signal: SampledChannel) -> Bool {
    let quantum = signal.quantum ?? 0
    let values = signal.values[part.range]
    let steps = zip(values.dropFirst(), values).map { ($0 - $1).magnitude }
    let largest = steps.max() ?? 0
    guard largest > 8 * quantum else { return false }
    let moving = steps.indices.filter { steps[$0] > max(1.5 * quantum, 1e-3 * largest) }
    let gaps = zip(moving.dropFirst(), moving).map { $0 - $1 }
    // Where offsets are read more often than frames are drawn, all gaps are about as long as a frame.
    let isEven = moving.count >= MotionSearch.least && gaps.max()! <= 4 * gaps.min()!
    return gaps.count { isEven || $0 <= 6 } < 3
  }

  /// The parts without the samples that the recording attributes to a finger.
  private static func ownParts(_ parts: [SpringPart], _ phases: [Phase]) -> [SpringPart] {
    let fingers = phases.filter {
      $0.evidence == NamedRuns.evidence && ($0.kind == .tracking || $0.kind == .rubberBand)
    }.map { $0.range }
    return parts.flatMap { part in
      var pieces: [SpringPart] = []
      var rest = part
      for finger in fingers where finger.overlaps(part.range) && !finger.isEmpty {
        var before = rest
        before.range = rest.range.lowerBound..<max(rest.range.lowerBound, finger.lowerBound)
        before.hasRest = false
        pieces.append(before)
        rest.range = min(finger.upperBound, rest.range.upperBound)..<rest.range.upperBound
      }
      return (pieces + [rest]).filter { $0.range.count >= MotionSearch.least }
    }
  }

  /// The better answer of a law for most of a motion and a free shape for all of it: the law if it covers all but the
  /// end, or if its residuals are far smaller; the free shape if it alone is exact, as no finger's path is. Otherwise it
  /// is open whether a finger made the rest of the motion. The law is named first if it covers 80 %: a free shape fits
  /// most motions that slow down.
  private static func better(_ found: Found, _ whole: Found) -> Found {
    let count = explained([found])
    if count + 3 >= whole.window.count { return found }
    if leavesRounding(whole), !leavesRounding(found) { return whole }
    if let rms = found.laws.answer?.rms, let free = whole.laws.answer?.rms,
      4 * count >= 3 * whole.window.count, 30 * rms < free
    {
      return found
    }
    guard [.sure, .likely].contains(found.laws.confidence), 2 * count >= whole.window.count else {
      return whole
    }
    let isMost = 5 * count >= 4 * whole.window.count
    var first = isMost ? found : whole
    first.laws.doubt(beside: isMost ? whole.laws.law : found.laws.law)
    return first
  }

  /// Whether a law leaves no more than the rounding of offsets that are finer than 1e-5 of the motion.
  private static func leavesRounding(_ found: Found) -> Bool {
    let (extent, quantum) = (found.window.extent, found.window.quantum ?? 0)
    return extent > 1e5 * quantum
      && found.laws.answer.map { $0.follows && $0.max <= max(quantum, 1e-9 * (1 + extent)) }
        ?? false
  }

  /// The number of samples that laws without a free shape explain.
  static func followed(_ found: [Found]) -> Int { explained(found.filter(\.laws.law.canBeSure)) }

  /// The number of samples that laws explain.
  static func explained(_ found: [Found]) -> Int {
    found.filter(\.laws.hasFollower).reduce(0) { $0 + $1.window.count }
  }

  /// The whole motion, if some law fits all of it.
  private static func whole(
    _ part: SpringPart, _ signal: SampledChannel, _ motion: Motion, edges: [Edge],
    laws: [CandidateLaw], threads: Int
  ) -> Found? {
    let quantum = signal.quantum ?? 0
    let values = part.range.map { signal.values[$0] - part.rest }
    let threshold = max(0.75 * quantum, 1.5 * motion.noise, 3 * motion.noiseAtRest)
    let unsettled =
      part.hasRest
      ? Segment.unsettled(values, quantum: nil, threshold: threshold > 0 ? threshold : nil)
      : values.indices
    guard (8...NumericLimits.samplesOfMotion).contains(unsettled.count) else { return nil }
    let end = part.range.lowerBound + unsettled.upperBound
    // One or two samples of the rest prevent that the rounding of the last value selects the law. None if the motion
    // stops abruptly.
    let last = values[unsettled.upperBound - 1]
    let step = (last - values[unsettled.upperBound - 2]).magnitude
    let isSlow = step <= 2 * quantum && last.magnitude <= 2 * quantum
    var range = part.range.lowerBound..<min(isSlow ? end + 2 : end, part.range.upperBound)
    let endsAtRest = end < part.range.upperBound
    let edge = edges.first { edge in
      let beyond = range.map { edge.overscroll(of: signal.values[$0]) }
      let peak = beyond.max() ?? 0
      // It begins beyond the edge and ends at the edge, or within its last points.
      return peak > 4 * quantum && beyond[0] > -quantum
        && (edge.position - part.rest).magnitude <= max(2 * quantum, 3 * motion.noise, 0.02 * peak)
    }
    let startsAtRest = range.lowerBound > 0
    func window(_ range: Range<Int>) -> MotionWindow {
      var window = MotionWindow(
        signal, motion, range: range, edge: edge, kind: nil, endsAtRest: endsAtRest,
        startsAtRest: startsAtRest)
      (window.candidates, window.threads) = (laws, threads)
      return window
    }
    if range.lowerBound == 0, range.count > 12,
      edge == nil
        ? startsMoving(range, signal) : startsOffCurve(window(range), window(range.dropFirst()))
    {
      // The first sample of a recording that begins in motion may belong to the finger, or have an inaccurate stamp.
      range = range.dropFirst()
    }
    // If the motion started between two frames, the first sample was at rest and is on no curve.
    let all = compared(window(range))
    let later =
      all == nil && startsAtRest && range.count > MotionSearch.least
      ? compared(window(range.dropFirst())).flatMap {
        $0.laws.answer?.movesFromRest == true ? $0 : nil
      } : nil
    guard var found = all ?? later else { return nil }
    if range.lowerBound > part.range.lowerBound {
      found = withFirst(found, window(part.range.lowerBound..<range.upperBound))
    }
    guard !isSlow, endsAtRest else { return found }
    return withEnd(found, window(found.window.range.lowerBound..<end + 1))
  }

  /// The free phases within a motion.
  private static func free(
    _ phases: [Phase], in range: Range<Int>, _ search: MotionSearch
  ) -> [MotionWindow] {
    let signal = search.signal
    return phases.enumerated().compactMap { index, phase in
      guard phase.range.overlaps(range) else { return nil }
      switch phase.kind {
      case .deceleration, .interrupted, .bounce, .release: break
      default: return nil
      }
      let edge = phase.kind == .bounce || phase.kind == .release ? phase.edge : nil
      let after = phases.indices.contains(index + 1) ? phases[index + 1] : nil
      // The first sample may still be moved by the finger.
      let margin = phase.range.count > 12 ? 1 : 0
      let used = phase.range.lowerBound + margin..<phase.range.upperBound
      guard used.count >= 10 else { return nil }
      let values = used.map { edge?.overscroll(of: signal.values[$0]) ?? signal.values[$0] }
      let unsettled =
        edge == nil ? 0..<used.count : Segment.unsettled(values, quantum: signal.quantum)
      guard unsettled.count >= 10 else { return nil }
      var window = MotionWindow(
        signal, search.motion,
        range: used.lowerBound..<used.lowerBound + unsettled.upperBound, edge: edge,
        kind: phase.kind, endsAtRest: after?.kind == .rest)
      window.candidates = search.laws
      window.threads = search.threads
      window.largestJitter = search.largestJitter
      return window
    }
  }
}
