internal import ScrollPhysics
internal import ScrollRecordings

/// Motions at other times than the frames or stamps of the recording.
extension MotionWindows {
  /// The motion of a part at the times of an engine's clock, if the laws without these times explain less than 80 % of
  /// its moving samples, and less than the law there; nil otherwise.
  static func clocked(_ part: SpringPart, _ search: MotionSearch, beside found: [Found]) -> Found? {
    guard !search.isCoarse else { return nil }
    let known = explained(found)
    let windows = [true, false].lazy.compactMap { search.widest([part], isWhole: $0) }
    return windows.compactMap { window in
      guard 5 * known < 4 * window.count, let found = EngineClock(window: window).found,
        5 * found.window.range.count > 6 * known
      else { return nil }
      return found
    }.first
  }

  /// After how many parts in a row for which it was in vain no other is tried again.
  private static let mostFailures = 4
  /// No law of a motion has fewer parameters.
  private static let fewestParameters = 3

  /// Replaces the motions of parts. One that is sure stays, unless it is a part of another of the same law. None that is
  /// likely gives way to open ones alone.
  ///
  /// - Parameter better: other motions for a part with its moving samples and its present motions; empty if there are
  ///   none, nil if none were looked for.
  static func replace(
    _ own: inout [Found], in parts: [SpringPart], _ search: MotionSearch,
    by better: (SpringPart, Range<Int>, [Found]) -> [Found]?
  ) {
    // A hand's path has many parts, and no law fits any of them.
    var patience = mostFailures
    for part in parts where patience > 0 {
      let known = own.filter { isMotion($0, of: part) }
      guard let moving = search.moving(part.range), let found = better(part, moving, known)
      else { continue }
      let sure = known.filter { $0.laws.confidence == .sure }
      guard !found.isEmpty, !isLikely(known) || isLikely(found),
        sure.allSatisfy({ one in found.contains { isSame(one, $0) } })
      else {
        patience -= 1
        continue
      }
      patience = mostFailures
      own.removeAll { isMotion($0, of: part) }
      own += found
    }
    own.sort { $0.window.range.lowerBound < $1.window.range.lowerBound }
  }

  /// Whether a motion is one of a part. It may begin or end with the rest that its part shares with another.
  static func isMotion(_ found: Found, of part: SpringPart) -> Bool {
    let range = found.window.range
    return 2 * range.clamped(to: part.range).count > range.count
  }

  /// Whether one of some motions is sure or likely.
  private static func isLikely(_ found: [Found]) -> Bool {
    found.contains { [.sure, .likely].contains($0.laws.confidence) }
  }

  /// Whether two motions have the same law and nearly the same first constant.
  private static func isSame(_ one: Found, _ other: Found) -> Bool {
    guard one.laws.law == other.laws.law,
      let known = one.laws.answer?.constants.first?.value,
      let value = other.laws.answer?.constants.first?.value
    else { return false }
    return (value - known).magnitude <= 0.02 * known.magnitude
  }

  /// The number of samples from the first to the last of motions of a law that is likely or has no free shape. Samples
  /// between, which show an earlier frame or are off the curve, are explained.
  static func covered(_ found: [Found]) -> Int {
    found.filter(isExplained).reduce(0) { $0 + $1.window.range.count }
  }

  private static func isExplained(_ found: Found) -> Bool {
    found.laws.hasFollower && (found.laws.law.canBeSure || found.laws.confidence == .likely)
  }

  /// Whether laws explain less than 5/6 of the moving samples of a part, or only several motions together do, and none of
  /// them is sure.
  static func isPartly(_ moving: Range<Int>, _ known: [Found]) -> Bool {
    (5 * moving.count > 6 * covered(known) || known.count > 1)
      && !known.contains { $0.laws.confidence == .sure }
  }

  /// Replaces motions at frame times where laws explain far more at the stamps. Few samples do not show which of them the
  /// values belong to, and a timer may be late once and keep its frames from there on.
  static func takeStamped(
    _ own: inout [Found], _ parts: [SpringPart], _ phases: [Phase], _ search: MotionSearch
  ) {
    let stamped = SmoothMotion.stamped(search.signal, like: search.motion)
    let largestJitter = own.isEmpty ? nil : search.largestJitter
    replace(&own, in: parts, search) { part, moving, known in
      guard isPartly(moving, known) else { return nil }
      var other = search.renewed(stamped, largestJitter: largestJitter)
      let found = motions([part], phases, &other, isByFinger: false)
      return isBetter(found, than: known) ? found : []
    }
  }

  /// Replaces motions by those that are sure without the timing errors of the recording: a finger that trembles looks
  /// like such errors, content that moves by itself does not. They must explain half as many samples at least.
  static func takeExactTimes(
    _ own: inout [Found], _ parts: [SpringPart], _ phases: [Phase], _ search: MotionSearch
  ) {
    var exact = search.motion
    guard exact.jitter > 0 else { return }
    exact.jitter = 0
    replace(&own, in: parts, search) { part, moving, known in
      guard !known.contains(where: { $0.laws.confidence == .sure }) else { return nil }
      var other = search.renewed(exact, largestJitter: 0)
      let found = motions([part], phases, &other, isByFinger: false).filter {
        $0.laws.confidence == .sure
      }
      return 2 * covered(found) >= covered(known) ? found : []
    }
  }

  /// Replaces motions where laws explain as much at the ticks of a timer that moves the content, and more closely. An
  /// engine has one timer: if it shows in a motion, less evidence is needed in others.
  static func takeTicked(
    _ own: inout [Found], _ parts: [SpringPart], _ phases: [Phase], _ search: MotionSearch
  ) {
    let periods = takeTicked(&own, parts, phases, search, period: nil)
    if let least = periods.min(), let most = periods.max(), most < 1.01 * least {
      takeTicked(&own, parts, phases, search, period: (least + most) / 2)
    }
  }

  /// The periods in s of the timer of motions that are replaced.
  ///
  /// - Parameter period: the period of the timer in s, if it is known.
  @discardableResult
  private static func takeTicked(
    _ own: inout [Found], _ parts: [SpringPart], _ phases: [Phase], _ search: MotionSearch,
    period: Double?
  ) -> [Double] {
    var periods: [Double] = []
    replace(&own, in: parts, search) { part, moving, known in
      guard !known.contains(where: { $0.laws.confidence == .sure }),
        period == nil || known.allSatisfy({ $0.window.clock == nil }),
        period != nil || search.motion.mayHaveTicks(moving, of: search.signal)
      else { return nil }
      guard
        let motion = search.motion.onTicks(
          of: search.signal, in: part.range, moving: moving, period: period)
      else { return [] }
      let ticked = ticked(motion, part, moving, known, phases, search, isKnown: period != nil)
      if !ticked.isEmpty, let period = motion.ticks?.period { periods.append(period) }
      return ticked
    }
    return periods
  }

  /// The motions of a part at the ticks of a timer; empty if they are no better than those known.
  private static func ticked(
    _ motion: Motion, _ part: SpringPart, _ moving: Range<Int>, _ known: [Found],
    _ phases: [Phase], _ search: MotionSearch, isKnown: Bool
  ) -> [Found] {
    var other = search.renewed(motion, largestJitter: search.largestJitter)
    // A law of the recorded frames has no ticks.
    let found = motions([part], phases, &other, isByFinger: false).filter {
      !$0.laws.law.needsEveryFrame
    }
    let first = moving.lowerBound
    guard
      found.contains(where: { found in
        let range = found.window.range.clamped(to: moving)
        return found.laws.hasFollower
          && motion.ticks?.beat(in: range.lowerBound - first..<range.upperBound - first) == true
      })
    else { return [] }
    // What is open at the stamps may be a finger's beside it. Samples at rest do not count.
    func moved(_ found: Found) -> Int { found.window.range.clamped(to: moving).count }
    func longest(_ found: [Found]) -> Int { found.map(moved).max() ?? 0 }
    func explained(_ found: [Found]) -> Int { found.filter(isExplained).map(moved).reduce(0, +) }
    let before = isLikely(known) ? explained(known) : longest(known)
    // A law that is sure there, or far closer than at the stamps. Ticks need no law, as whole milliseconds of an engine's
    // clock do, and their period none.
    let isClear = motion.ticks?.isClear == true
    let isCloser =
      isClear
      && (known.allSatisfy { $0.window.clock != nil }
        || found.contains { $0.laws.confidence == .sure }
        || 2 * largestResidual(found) < largestResidual(known))
    // Ticks that are not clear must explain more, or those of a known timer be closer.
    let isMore =
      isLikely(found)
      && (5 * longest(found) > 6 * longest(known)
        || isKnown && largestResidual(found) < largestResidual(known))
    return (isCloser || isMore) && 10 * explained(found) >= 9 * before ? found : []
  }

  /// The largest rms residual of the answers to motions, in pt.
  private static func largestResidual(_ found: [Found]) -> Double {
    found.compactMap { $0.laws.answer?.rms }.max() ?? 0
  }

  /// Whether motions explain far more than others, or one nearly as much as several.
  static func isBetter(_ found: [Found], than known: [Found]) -> Bool {
    let (now, before) = (covered(found), covered(known))
    // Free content does not change its law.
    let isOne = found.count == 1 && known.count > 1 && 20 * now >= 19 * before
    // Several motions that are all open are pieces of another.
    let isMore = 5 * now > 6 * before && (isLikely(found) || found.count == 1)
    return isMore || isOne
  }

  /// Replaces motions with samples of unsure times where laws without a free shape explain more once these samples
  /// count less, or laws with fewer parameters explain as much.
  static func takeUnsure(
    _ own: inout [Found], _ parts: [SpringPart], _ phases: [Phase], _ search: MotionSearch
  ) {
    let motion = search.motion.withUnsureTimes(of: search.signal)
    guard !motion.unsure.isEmpty else { return }
    func parameters(_ found: [Found]) -> Int {
      found.filter(\.laws.hasFollower).compactMap(\.laws.answer?.parameterCount).max() ?? 0
    }
    replace(&own, in: parts, search) { part, moving, known in
      let before = followed(known)
      guard !known.contains(where: { $0.laws.confidence == .sure }),
        moving.contains(where: { motion.unsure[$0] > 0 }),
        5 * moving.count > 6 * before || parameters(known) > fewestParameters
      else { return nil }
      var other = search.renewed(motion, largestJitter: search.largestJitter)
      let found = motions([part], phases, &other, isByFinger: false)
      let now = followed(found)
      let isSimpler = now > 0 && 20 * now >= 19 * before && parameters(found) < parameters(known)
      return 5 * now > 6 * before || isSimpler ? found : []
    }
  }

  /// Replaces motions where one law explains far more, or all of them, without single samples that are off its curve.
  static func takeStrays(_ own: inout [Found], _ parts: [SpringPart], _ search: MotionSearch) {
    let stamped = SmoothMotion.stamped(search.signal, like: search.motion)
    let motions = search.motion.times == stamped.times ? [stamped] : [search.motion, stamped]
    replace(&own, in: parts, search) { part, moving, known in
      guard isPartly(moving, known) else { return nil }
      let found = motions.lazy.flatMap { motion in
        let other = search.renewed(motion, largestJitter: search.largestJitter)
        return [true, false].lazy.compactMap { other.widest([part], isWhole: $0) }
      }.filter { 6 * $0.count > 5 * moving.count }.compactMap { StraysOfMotion(window: $0).found }
      guard let best = found.first, isBetter([best], than: known) else { return [] }
      var taken = [best]
      setShares(&taken, SmoothMotion(search.signal, search.motion), edges: search.edges)
      return taken
    }
  }

  /// A motion without the samples of unsure times at its ends that its law explains only by their errors: a finger may
  /// have moved them, and they would count in the length of a frame.
  static func withoutUnsureEnds(_ found: Found, _ search: MotionSearch) -> Found {
    var found = found
    while let answer = found.laws.answer, answer.follows {
      let (first, last) = found.window.unsureEnds(of: answer)
      guard first + last > 0 else { return found }
      let range = found.window.range.dropFirst(first).dropLast(last)
      guard range.count >= MotionSearch.least,
        let other = search.compared(
          range,
          rests: MotionSearch.RestLevels(
            before: first == 0 && found.window.startsAtRest,
            after: last == 0 && found.window.endsAtRest))
      else {
        found.laws.doubt(.timeErrors)
        return found
      }
      found = other
    }
    return found
  }

  /// Replaces motions where one law explains far more with timing errors of up to a third of a frame, as an engine with
  /// its own timer causes: at least 60 % of the moving samples.
  ///
  /// - Parameter largestJitter: the largest timing error that local polynomials allow, in s.
  static func takeCoarse(
    _ own: inout [Found], _ parts: [SpringPart], _ phases: [Phase], _ search: MotionSearch,
    largestJitter: Double?
  ) {
    guard let largestJitter, largestJitter > search.largestJitter else { return }
    replace(&own, in: parts, search) { part, moving, known in
      let before = covered(known)
      // A pull beyond an edge and the return are two motions.
      let isBeyond = moving.contains { index in
        search.edges.contains { $0.overscroll(of: search.signal.values[index]) > 0 }
      }
      guard 5 * moving.count > 6 * before, known.isEmpty || !isBeyond else { return nil }
      var coarse = search.renewed(
        search.motion, largestJitter: largestJitter, isCoarse: true)
      var found = motions([part], phases, &coarse, isByFinger: false)
      for index in found.indices { found[index].laws.doubt(.timeErrors) }
      let explainsMore = found.contains {
        let count = $0.window.range.count
        return $0.laws.confidence != .none && $0.laws.law.canBeSure && 5 * count > 3 * moving.count
          && 5 * count > 6 * before
      }
      return explainsMore ? found : []
    }
  }
}
