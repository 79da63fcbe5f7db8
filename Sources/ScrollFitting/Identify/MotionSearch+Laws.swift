internal import ScrollTraces

/// Laws laid through parts of a stretch.
extension MotionSearch {
  /// The samples of a part, with one or two at rest where it ends so, that its end is seen; its first is the last at rest.
  func window(_ range: Range<Int>, rests: RestLevels) -> MotionWindow {
    let end = rests.after ? min(range.upperBound + 2, signal.values.count) : range.upperBound
    let used = range.lowerBound..<end
    let edge = edges.first { edge in
      let beyond = range.map { edge.overscroll(of: signal.values[$0]) }
      let peak = beyond.max() ?? 0
      return peak > 4 * motion.quantum && beyond[0] > -motion.quantum
        && (beyond.last ?? 0).magnitude
          <= max(2 * motion.quantum, 3 * motion.noise, 0.02 * peak, min(0.6, 0.5 * peak))
    }
    var window = MotionWindow(
      signal, motion, range: used, edge: edge, kind: nil, endsAtRest: rests.after,
      startsAtRest: rests.before, onFrames: isExact)
    window.largestJitter = largestJitter
    window.candidates = laws
    if isExact { return window.with(jitter: 0) }
    return jitter.map { window.with(jitter: max($0, window.jitter)) } ?? window
  }

  /// A law that follows a part; nil where none does.
  mutating func follower(_ range: Range<Int>, rests: RestLevels) -> CandidateLaw? {
    let whole = window(range, rests: rests)
    var thinned = whole.thinned(to: Self.trialSize)
    thinned.isTrial = true
    func samples(of law: CandidateLaw) -> MotionWindow { law.needsEveryFrame ? whole : thinned }
    // What a hand may have moved is not asked for other laws.
    if accepts != nil, CandidateLaw.leastJerk.fit(thinned)?.follows == true { return nil }
    let fits = (accepts == nil && !isExact ? laws : wanted).compactMap {
      $0.fit(samples(of: $0))
    }
    let following = fits.filter(\.follows)
    if let least = following.map(\.bic).min() {
      // A simple law goes on as far as it is the right one; one with a free shape goes further.
      let good = following.filter { $0.bic <= least + 6 }
      return good.min {
        $0.law.canBeSure == $1.law.canBeSure
          ? $0.parameterCount < $1.parameterCount : $0.law.canBeSure
      }?.law
    }
    guard !isExact else { return nil }
    // Errors of the times may be what keeps the right law from following.
    let least = fits.map(\.rms).min() ?? 0
    let explained = fits.compactMap { fit -> (fit: CandidateFit, jitter: Double)? in
      guard fit.rms <= 2 * least, fit.law.canBeSure else { return nil }
      let window = samples(of: fit.law)
      func jitter(_ fit: CandidateFit?) -> Double? {
        fit.flatMap {
          window.jitter(explaining: $0.residuals, parameters: $0.parameterCount)
        }
      }
      // A fit in which all samples count alike leaves more where the content is slow.
      guard let jitter = jitter(fit) ?? jitter(fit.law.fit(window.with(jitter: largestJitter))),
        fit.law.fit(window.with(jitter: jitter))?.follows == true
      else { return nil }
      return (fit, jitter)
    }
    // The simplest law of those that need next to the smallest error.
    let smallest = explained.map(\.jitter).min() ?? 0
    guard
      let best = explained.filter({ $0.jitter <= 1.25 * smallest }).min(by: {
        $0.fit.parameterCount < $1.fit.parameterCount
      })
    else { return nil }
    jitter = max(jitter ?? 0, best.jitter)
    return best.fit.law
  }

  /// Whether a law without a free shape follows a few of the samples of a window.
  private func mayFollow(_ whole: MotionWindow) -> Bool {
    var trial = whole.thinned(to: Self.trialSize)
    trial.isTrial = true
    return whole.candidates.contains {
      $0.canBeSure && $0.fit($0.needsEveryFrame ? whole : trial)?.follows == true
    }
  }

  /// Whether a law follows a few samples of a stretch: one of a glide from a little after the greatest speed to the end, or
  /// any from rest to rest. Most stretches are a finger's, which few samples and laws tell at little cost.
  func mayMove(_ range: Range<Int>, rests: RestLevels) -> Bool {
    guard let moving = moving(range), moving.count > Self.least else { return false }
    let peak = fastest(moving.lowerBound...moving.upperBound - 1)
    let start = peak + (moving.upperBound - peak) / 8
    let part = RestLevels(before: false, after: rests.after)
    var trial = window(start..<moving.upperBound, rests: part).thinned(to: Self.trialSize / 2)
    trial.isTrial = true
    if moving.upperBound - start >= Self.least,
      CandidateLaw.fixedGlides.contains(where: { $0.fit(trial)?.follows == true })
    {
      return CandidateLaw.leastJerk.fit(trial)?.follows != true
    }
    guard rests.before, rests.after, moving.count <= 2 * Self.trialSize else { return false }
    let whole = window(moving, rests: rests)
    return CandidateLaw.leastJerk.fit(whole)?.follows != true && mayFollow(whole)
  }

  /// All of a stretch that ends at rest, where one law that is no hand's follows it.
  func whole(_ range: Range<Int>, startsAtRest: Bool) -> Found? {
    guard let moving = moving(range), moving.count > Self.least, isWide(moving) else { return nil }
    let rests = RestLevels(before: startsAtRest, after: true)
    // What starts at full speed between two frames was at rest in the first sample, which is on no curve then.
    for part in [moving, moving.dropFirst()] {
      // Most are a finger's: few samples tell that no law follows them.
      guard mayFollow(window(part, rests: rests)), let found = compared(part, rests: rests),
        found.laws.law.canBeSure,
        found.laws.confidence == .sure || found.laws.confidence == .likely
      else { continue }
      return found
    }
    return nil
  }

  /// The laws compared on all samples of a part.
  func compared(_ range: Range<Int>, rests: RestLevels) -> Found? {
    let found = Self.compared(window(range, rests: rests))
    return found?.laws.hasFollower == true ? found : nil
  }

  /// The laws compared on a window. Content that was at rest may have started at full speed between two frames: where
  /// a simpler law follows all but the last sample at rest, that one is the answer.
  static func compared(_ window: MotionWindow) -> Found? {
    guard var found = comparedAsItIs(window) else { return nil }
    guard window.startsAtRest else { return withoutFinger(found) ?? found }
    guard window.count > least, let answer = found.laws.answer,
      answer.follows, answer.parameterCount > 3,
      let later = comparedAsItIs(window.withoutFirst), let other = later.laws.answer,
      later.laws.confidence != .none, other.parameterCount <= answer.parameterCount
    else { return found }
    if other.law == answer.law {
      // That sample is off the curve where all others are off it by far less.
      guard 3 * other.max < answer.max else { return found }
      // The error of the times was that sample's.
      let exact = comparedAsItIs(window.withoutFirst.with(jitter: 0))
      return exact.flatMap { $0.laws.hasFollower && $0.laws.law == other.law ? $0 : nil } ?? later
    }
    if other.parameterCount < answer.parameterCount,
      other.parameterCount <= 4 || [.sure, .likely].contains(later.laws.confidence)
    {
      return later
    }
    found.laws.doubt(beside: other.law)
    return found
  }

  /// A motion whose first samples may be a finger's, which a law with a free form follows with them, or another with far
  /// larger residuals: a simpler law that follows the others; nil where none does.
  private static func withoutFinger(_ found: Found) -> Found? {
    guard let answer = found.laws.answer, answer.follows, answer.parameterCount > 3,
      found.window.edge == nil, found.window.count > 12
    else { return nil }
    var window = found.window
    for _ in 0..<5 {
      window = window.withoutFirst
      guard let later = comparedAsItIs(window), let other = later.laws.answer,
        !other.law.hasFreeForm, other.parameterCount < answer.parameterCount,
        [.sure, .likely].contains(later.laws.confidence)
      else { continue }
      if answer.law.hasFreeForm && found.window.count > 20 || other.rms < 0.1 * answer.rms {
        return later
      }
    }
    return nil
  }

  /// The laws compared on a window. Where the answer leaves far less than the error of the times would, that was not of
  /// the times, and the laws are compared again with the error that the answer asks for. What goes at one speed follows
  /// none.
  private static func comparedAsItIs(_ window: MotionWindow) -> Found? {
    guard !window.isStraight, let laws = laws(of: window) else { return nil }
    if laws.law.needsEveryFrame, let stamped = window.asStamped,
      laws.answer.map({ $0.rms <= stamped.leftByDigits }) ?? false,
      let own = LawComparison(stamped), own.law == laws.law, own.hasFollower
    {
      return (stamped, own)
    }
    guard window.jitter > 0, let answer = laws.answer else { return (window, laws) }
    let degrees = Double(window.count - answer.parameterCount)
    guard answer.sumOfSquares < 0.5 * degrees * window.weightedVariance else {
      return (window, laws)
    }
    let smaller = window.with(
      jitter: window.jitter(explaining: answer.residuals, parameters: answer.parameterCount) ?? 0)
    return LawComparison(smaller).map { (smaller, $0) }
  }

  /// So many samples tell which laws are worth more.
  static let enough = 400

  /// The laws compared on a window. Of a long one only those that follow some of its samples are fitted to all; nil where
  /// none does.
  private static func laws(of window: MotionWindow) -> LawComparison? {
    guard window.count > enough else { return LawComparison(window) }
    let thinned = window.thinned(to: enough)
    let following = window.candidates.filter { law in
      law.needsEveryFrame ? window.count <= 4 * enough : law.fit(thinned)?.follows == true
    }
    return following.isEmpty ? nil : LawComparison(window, laws: following)
  }

  /// A part as far as its law goes on to both sides.
  func extended(
    _ core: Range<Int>, _ law: CandidateLaw, within limits: Range<Int>, _ rests: RestLevels
  ) -> Range<Int> {
    func follows(_ range: Range<Int>) -> Bool {
      guard let fit = law.fit(window(range, rests: restsOf(range, in: limits, rests))) else {
        return false
      }
      return fit.follows && fit.isClean
    }
    var range = core
    let room = (range.lowerBound - limits.lowerBound, limits.upperBound - range.upperBound)
    let back = Self.furthest(room.0) { follows(core.lowerBound - $0..<core.upperBound) }
    range = core.lowerBound - back..<core.upperBound
    let on = Self.furthest(room.1) { follows(range.lowerBound..<core.upperBound + $0) }
    return range.lowerBound..<core.upperBound + on
  }

  /// The largest number up to a limit for which something holds that holds for all smaller ones: doubling, then halving.
  private static func furthest(_ limit: Int, _ holds: (Int) -> Bool) -> Int {
    guard limit > 0 else { return 0 }
    if holds(limit) { return limit }
    var (known, step) = (0, 1)
    while known + step < limit, holds(known + step) {
      known += step
      step *= 2
    }
    var failed = min(limit, known + step)
    while failed - known > 1 {
      let middle = (known + failed) / 2
      if holds(middle) { known = middle } else { failed = middle }
    }
    return known
  }
}
