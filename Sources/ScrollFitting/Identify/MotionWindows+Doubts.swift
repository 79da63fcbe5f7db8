internal import ScrollPhysics
internal import ScrollRecordings

/// Reasons to lower the confidence in a law that fits a motion.
extension MotionWindows {
  /// Replaces the motions by those found with an inferred edge if these explain over 5 % more samples. Otherwise,
  /// another law there that fits the same samples makes the answer open.
  static func takeBetter(_ own: inout [Found], _ other: [Found]) {
    guard other.contains(where: { $0.window.edge != nil && $0.laws.hasFollower }) else { return }
    guard 20 * followed(other) <= 21 * followed(own) else {
      own = other
      return
    }
    for index in own.indices {
      let range = own[index].window.range
      let rival = other.first {
        $0.window.edge != nil && 20 * $0.window.range.clamped(to: range).count >= 19 * range.count
          && $0.laws.hasFollower
      }?.laws.law
      let law = own[index].laws.law
      if let rival, rival != law, !rival.isSpecialCase(of: law), !law.isSpecialCase(of: rival) {
        own[index].laws.doubt(beside: rival)
      }
    }
  }

  /// Makes a law at an inferred edge open if another law fits with a free rest position. The inferred edge is wrong by
  /// up to half a step, which can favour the wrong law.
  static func doubtInferredEdge(
    _ found: inout Found, _ signal: SampledChannel, _ motion: Motion
  ) {
    let window = found.window
    guard window.edge?.source == .inferred, [.sure, .likely].contains(found.laws.confidence)
    else { return }
    var free = MotionWindow(
      signal, motion, range: window.range, edge: nil, kind: window.kind,
      endsAtRest: window.endsAtRest, startsAtRest: window.startsAtRest)
    free.candidates = window.candidates
    guard let other = MotionSearch.compared(free), other.laws.hasFollower,
      other.laws.law != found.laws.law
    else { return }
    found.laws.doubt(beside: other.laws.law)
  }

  /// Lowers the confidence in a law with a free form if the content was already moving before it, unless the recording
  /// calls that part a finger's: such a law fits the end of many motions that it did not produce.
  static func doubtLateStart(
    _ found: inout Found, _ signal: SampledChannel, _ phases: [Phase]
  ) {
    let start = found.window.range.lowerBound
    guard found.laws.law.hasFreeForm, found.window.edge == nil, start >= 2,
      signal.values[start - 2] != signal.values[start - 1],
      !phases.contains(where: {
        $0.evidence == NamedRuns.evidence && $0.range.contains(start - 1)
      })
    else { return }
    found.laws.doubt(.movesBefore)
  }

  /// Makes a glide open that goes outward from a known edge: a finger pulls content there, and nothing glides.
  static func doubtPull(_ found: inout Found, _ signal: SampledChannel, edges: [Edge]) {
    let window = found.window
    guard window.edge == nil, CandidateLaw.fixedGlides.contains(found.laws.law) else { return }
    let slack = signal.quantum ?? 0
    let isPulled = edges.contains { edge in
      let beyond = window.range.map { edge.overscroll(of: signal.values[$0]) }
      let (first, last) = (beyond[0], beyond[beyond.count - 1])
      return last > 8 * slack && first >= -slack && first < 0.1 * last + slack
    }
    if isPulled { found.laws.open() }
  }

  /// Makes a law open that follows only the later part of what another law follows: a spring that is damped far beyond the
  /// critical value and a symmetric ease speed up and slow down as a finger and a glide do.
  static func doubtLaterParts(_ own: inout [Found], _ parts: [SpringPart], _ search: MotionSearch) {
    for index in own.indices {
      let (window, law) = (own[index].window, own[index].laws.law)
      guard own[index].laws.confidence == .sure, window.edge == nil, !law.hasFreeForm,
        let part = parts.first(where: { $0.range.contains(window.range.lowerBound) })
      else { continue }
      let others = window.candidates.filter {
        $0 != law && ($0 == .spring || $0.canBeSure && !$0.hasFreeForm) && !$0.needsEveryFrame
      }
      let wider = wider(window, in: part, search)
      let other = others.first { other in
        wider.contains { window in
          // The search for an overdamped spring may fail on some of the samples.
          (other == .spring || MotionSearch.mayFollow(window, where: { $0 == other }))
            && other.fit(window).map { $0.follows && $0.isClean } ?? false
        }
      }
      if let other { own[index].laws.doubt(beside: other) }
    }
  }

  /// Windows with some of the samples before a window: with all of them, and without holds. The second half of a motion
  /// shows its law only with most of the first.
  private static func wider(
    _ window: MotionWindow, in part: SpringPart, _ search: MotionSearch
  ) -> [MotionWindow] {
    guard let moving = search.moving(part.range) else { return [] }
    let holds = holds(part.range, search)
    let held = Set(holds.flatMap { $0 })
    let before = moving.dropFirst().prefix { $0 < window.range.lowerBound }.reversed().filter {
      !held.contains($0)
    }
    guard before.count >= fewMore else { return [] }
    let most = min(before.count, max(fewMore, window.count * 3 / 4))
    return Set([fewMore, most]).sorted().flatMap { more -> [MotionWindow] in
      let first = before[more - 1]
      let end = min(window.range.upperBound, first + MotionSearch.enough)
      let wider = search.window(
        first..<end,
        rests: MotionSearch.RestLevels(
          before: false, after: window.endsAtRest && end == window.range.upperBound)
      ).with(jitter: window.jitter)
      return [wider] + without(holds, wider)
    }
  }

  /// No law has so many parameters more that it follows these samples of any motion.
  private static let fewMore = 5

  /// The part of its way that a tween has done at the last sample; nil for other laws.
  private static func progress(of found: Found) -> Double? {
    found.laws.answer?.done(at: found.window.start + found.window.span)
  }

  /// Number of samples after a tween that must be at rest.
  private static let rest = 4

  /// Sets the share of explained samples of each motion. Lowers the confidence of adjacent motions, and of tweens
  /// without a rest at the end.
  static func setShares(_ own: inout [Found], _ smooth: SmoothMotion, edges: [Edge]) {
    for index in own.indices {
      let range = own[index].window.range
      // Two laws that meet inside the edges, without a rest or a finger between them, may be one unknown law. An open
      // law beside an exact one may be the finger.
      let isExact = isExact(own[index])
      if own[index].window.edge == nil,
        own.contains(where: { other in
          other.window.edge == nil && other.window.range != range
            && !(isExact && other.laws.confidence == .open)
            && min(
              abs(other.window.range.upperBound - range.lowerBound),
              abs(range.upperBound - other.window.range.lowerBound)) <= 2
        })
      {
        own[index].laws.doubt(.neighbour)
      }
      // A tween ends at rest, and not before its end.
      if own[index].laws.law.easing != nil {
        let done = progress(of: own[index]) ?? 1
        if done < LawComparison.leastDone || !smooth.rests(after: range, count: rest) {
          own[index].laws.doubt(.end)
        }
        // The start of an ease is that of many others, and content that rests there is at the end of its own.
        let restsSoon = (range.upperBound...range.upperBound + 2).contains {
          smooth.rests(after: range.lowerBound..<$0, count: rest)
        }
        if done < 0.7, restsSoon {
          own[index].laws.doubt(beside: .anyBezier)
        }
      }
      // Only known edges separate laws, not an edge that was inferred from this motion.
      own[index].laws.setShare(
        of: range.count, unexplained: smooth.unexplained(of: range, edges: edges))
    }
  }
}
