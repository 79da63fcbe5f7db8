internal import ScrollRecordings

/// Fits of laws to parts of a stretch.
extension MotionSearch {
  /// The samples of a part, with up to two samples of a rest at the end, so that the end is visible.
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
    window.threads = threads
    if isExact { return window.with(jitter: 0) }
    return jitter.map { window.with(jitter: max($0, window.jitter)) } ?? window
  }

  /// A law that fits a part; nil if none does.
  mutating func follower(_ range: Range<Int>, rests: RestLevels) -> CandidateLaw? {
    let whole = window(range, rests: rests)
    guard !whole.isStraight else { return nil }
    let thinned = whole.thinned(to: Self.trialSize).asTrial
    @Sendable func samples(of law: CandidateLaw) -> MotionWindow {
      law.needsEveryFrame ? whole : thinned
    }
    // A part that a hand may have moved is not compared further.
    if accepts != nil, CandidateLaw.leastJerk.fit(thinned)?.follows == true { return nil }
    let fits = (accepts == nil && !isExact ? laws : wanted).fits(
      threads: threads, to: samples)
    let following = fits.filter(\.follows)
    if let least = following.map(\.bic).min() {
      // A simple law extends only as far as it is right; a law with a free shape extends further.
      let good = following.filter { $0.bic <= least + 6 }
      return good.min {
        $0.law.canBeSure == $1.law.canBeSure
          ? $0.parameterCount < $1.parameterCount : $0.law.canBeSure
      }?.law
    }
    guard !isExact else { return nil }
    // Timing errors may prevent the right law from fitting.
    let least = fits.map(\.rms).min() ?? 0
    let explained = fits.compactMap { fit -> (fit: CandidateFit, jitter: Double)? in
      guard fit.rms <= 2 * least, fit.law.canBeSure else { return nil }
      let window = samples(of: fit.law)
      func jitter(_ fit: CandidateFit?) -> Double? {
        fit.flatMap {
          window.jitter(explaining: $0.residuals, parameters: $0.parameterCount)
        }
      }
      // An unweighted fit has larger residuals where the content is slow, so try again with weights.
      guard let jitter = jitter(fit) ?? jitter(fit.law.fit(window.with(jitter: largestJitter))),
        fit.law.fit(window.with(jitter: jitter))?.follows == true
      else { return nil }
      return (fit, jitter)
    }
    // The simplest law among those with nearly the smallest timing error.
    let smallest = explained.map(\.jitter).min() ?? 0
    guard
      let best = explained.filter({ $0.jitter <= 1.25 * smallest }).min(by: {
        $0.fit.parameterCount < $1.fit.parameterCount
      })
    else { return nil }
    jitter = max(jitter ?? 0, best.jitter)
    return best.fit.law
  }

  /// Whether a law fits some samples of a window.
  ///
  /// - Parameters:
  ///   - isWanted: which laws count; those without a free shape if it is missing.
  ///   - isRight: which fits count.
  static func mayFollow(
    _ whole: MotionWindow, where isWanted: (CandidateLaw) -> Bool = { $0.canBeSure },
    as isRight: (CandidateFit) -> Bool = { _ in true }
  ) -> Bool {
    // No law needs more samples: any Bezier curve needs as many.
    let trial = whole.thinned(to: trialSize / 2).asTrial
    return whole.candidates.contains { law in
      guard isWanted(law), let fit = law.fit(law.needsEveryFrame ? whole : trial) else {
        return false
      }
      return fit.follows && isRight(fit)
    }
  }

  /// Whether a law fits some samples of a window, and then all.
  static func follows(
    _ whole: MotionWindow, where isWanted: (CandidateLaw) -> Bool,
    as isRight: (CandidateFit) -> Bool = { _ in true }
  ) -> Bool {
    func isFit(_ law: CandidateLaw) -> Bool {
      law.fit(whole).map { $0.follows && isRight($0) } ?? false
    }
    return mayFollow(whole, where: isWanted) { isFit($0.law) }
  }

  /// Whether a law may fit a stretch: a glide from shortly after the highest speed to the end, or any law from rest to
  /// rest. A finger moves most stretches; a few samples and laws exclude these at little cost.
  func mayMove(_ range: Range<Int>, rests: RestLevels) -> Bool {
    guard let moving = moving(range), moving.count > Self.least,
      moving.count <= NumericLimits.samplesOfMotion
    else { return false }
    let peak = fastest(moving.lowerBound...moving.upperBound - 1)
    let start = peak + (moving.upperBound - peak) / 8
    let part = RestLevels(before: false, after: rests.after)
    let trial = window(start..<moving.upperBound, rests: part).thinned(to: Self.trialSize / 2)
      .asTrial
    if moving.upperBound - start >= Self.least,
      CandidateLaw.fixedGlides.contains(where: { $0.fit(trial)?.follows == true })
    {
      return CandidateLaw.leastJerk.fit(trial)?.follows != true
    }
    guard rests.before, rests.after, moving.count <= 2 * Self.trialSize else { return false }
    let whole = window(moving, rests: rests)
    return CandidateLaw.leastJerk.fit(whole)?.follows != true && Self.mayFollow(whole)
  }

  /// Whether some law may fit a stretch from shortly after the highest speed to the end, and no hand's path does.
  ///
  /// - Parameter glide: where the last part begins that a law is known to fit; false if that is not much later.
  func mayEndFreely(_ range: Range<Int>, before glide: Int) -> Bool {
    guard let moving = moving(range), moving.count <= NumericLimits.samplesOfMotion else {
      return false
    }
    let peak = fastest(moving.lowerBound...moving.upperBound - 1)
    let start = peak + (moving.upperBound - peak) / 8
    guard moving.upperBound - start >= Self.least, start + 2 < glide else { return false }
    let end = window(start..<moving.upperBound, rests: RestLevels(before: false, after: true))
      .thinned(to: Self.trialSize / 2).asTrial
    return CandidateLaw.leastJerk.fit(end)?.follows != true && Self.mayFollow(end)
  }

  /// All of a stretch that ends at rest, if a law fits it that no hand's path follows; nil otherwise.
  func whole(_ range: Range<Int>, startsAtRest: Bool) -> Found? {
    guard let moving = moving(range), moving.count > Self.least, isWide(moving) else { return nil }
    let rests = RestLevels(before: startsAtRest, after: true)
    // If the motion started at full speed between two frames, the first sample was at rest and is on no curve.
    for part in [moving, moving.dropFirst()] {
      // A finger moves most stretches: a few samples suffice to exclude all laws.
      let window = window(part, rests: rests)
      guard !window.isStraight, Self.mayFollow(window), let found = compared(part, rests: rests),
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

  /// Compares laws on a window. If the content was at rest before, it may have started at full speed between two
  /// frames: the window without the sample at rest is preferred if a simpler law fits it.
  static func compared(_ window: MotionWindow) -> Found? {
    guard var found = comparedAsItIs(window) else { return nil }
    if let later = withoutOtherStart(found) { return later }
    guard window.startsAtRest else { return withoutFinger(found) ?? found }
    doubtOverdamped(&found)
    guard window.count > least, let answer = found.laws.answer,
      answer.follows, answer.parameterCount > 3,
      let later = comparedAsItIs(window.withoutFirst()), let other = later.laws.answer,
      later.laws.confidence != .none, other.parameterCount <= answer.parameterCount
    else { return found }
    if other.law == answer.law {
      // The first sample is off the curve if the other samples are much closer to it.
      guard 3 * other.max < answer.max else { return found }
      // Only that sample needed a timing error.
      let exact = comparedAsItIs(window.withoutFirst().with(jitter: 0))
      return exact.flatMap { $0.laws.hasFollower && $0.laws.law == other.law ? $0 : nil } ?? later
    }
    if other.parameterCount < answer.parameterCount,
      other.parameterCount <= 4 || [.sure, .likely].contains(later.laws.confidence)
    {
      return later
    }
    // A free start is no other law.
    if !answer.law.isSpecialCase(of: other.law) { found.laws.doubt(beside: other.law) }
    return found
  }

  /// A motion without first samples that a finger may have moved, if a simpler law then fits; nil otherwise. Applies if
  /// the answer has a free form, or has far larger residuals than the simpler law.
  private static func withoutFinger(_ found: Found) -> Found? {
    guard let answer = found.laws.answer, answer.follows, answer.parameterCount > 3,
      found.window.edge == nil, found.window.count > 12
    else { return nil }
    let isFree =
      (answer.law.hasFreeForm || !answer.law.canBeSure) && found.window.count > 20
    func isFixed(_ law: CandidateLaw) -> Bool { law.canBeSure && !law.hasFreeForm }
    func isSimpler(_ fit: CandidateFit) -> Bool {
      isFixed(fit.law) && fit.parameterCount < answer.parameterCount
    }
    func simpler(without dropped: Int) -> Found? {
      let window = found.window.withoutFirst(dropped)
      guard follows(window, where: isFixed, as: isSimpler), let later = comparedAsItIs(window),
        let other = later.laws.answer, isSimpler(other),
        [.sure, .likely].contains(later.laws.confidence)
      else { return nil }
      return isFree || other.rms < 0.1 * answer.rms ? later : nil
    }
    var kept = 0
    for dropped in fingers where dropped <= (isFree ? max(5, found.window.count / 8) : 5) {
      if let later = simpler(without: dropped) {
        return (kept + 1..<dropped).lazy.compactMap(simpler).first ?? later
      }
      kept = dropped
    }
    return nil
  }

  /// Lowers the confidence in an overdamped spring that speeds up for a few samples and then follows a glide with fewer
  /// parameters: a finger may have moved those, but for values so fine that no finger's path is a spring's by chance.
  private static func doubtOverdamped(_ found: inout Found) {
    let window = found.window
    guard [.sure, .likely].contains(found.laws.confidence), let answer = found.laws.answer,
      answer.law == .spring, answer["zeta"] ?? 0 > slowestZeta,
      window.expected > 1e-5 * window.extent
    else { return }
    for dropped in fingers where dropped > 2 && 10 * dropped <= 3 * window.count {
      let later = window.withoutFirst(dropped)
      let glide = CandidateLaw.fixedGlides.first { law in
        law.fit(later).map { $0.follows && $0.parameterCount < answer.parameterCount } ?? false
      }
      if let glide { return found.laws.doubt(beside: glide) }
    }
  }

  /// Springs of engines with a larger zeta are rare.
  private static let slowestZeta = 1.3

  /// Numbers of first samples that a finger may have moved. A free form follows even a long path of a finger that let
  /// go at the speed of the motion.
  private static let fingers = [1, 2, 3, 4, 5, 8, 12, 18, 27]

  /// Compares laws on a window; nil for motion at constant speed. If the residuals are far below the assumed timing
  /// error, the laws are compared again with the timing error that the answer needs.
  static func comparedAsItIs(_ window: MotionWindow) -> Found? {
    guard !window.isStraight, let (laws, considered) = laws(of: window) else { return nil }
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
    return LawComparison(smaller, laws: considered).map { (smaller, $0) }
  }

  /// This many samples suffice to rank laws.
  static let enough = 400

  /// The maximum number of samples for laws that need every frame, and for late frames: far more than a motion has.
  static let mostFrames = 4 * enough

  /// Compares laws on a window, and tells which. For a long window, only laws that fit some of the samples are fitted to
  /// all of them; nil if there are none.
  private static func laws(
    of window: MotionWindow
  ) -> (comparison: LawComparison, considered: [CandidateLaw])? {
    if window.count > enough {
      let thinned = window.thinned(to: enough)
      let following = window.candidates.filter { law in
        law.needsEveryFrame || law.fit(thinned)?.follows == true
      }
      guard !following.isEmpty else { return nil }
      return LawComparison(window, laws: following).map { ($0, following) }
    }
    return LawComparison(window).map { ($0, window.candidates) }
  }

  /// Extends a part on both sides as far as its law fits.
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
    let most = max(0, NumericLimits.samplesOfMotion - core.count)
    let room = (
      min(range.lowerBound - limits.lowerBound, most),
      min(limits.upperBound - range.upperBound, most)
    )
    let back = Self.furthest(room.0) { follows(core.lowerBound - $0..<core.upperBound) }
    range = core.lowerBound - back..<core.upperBound
    let on = Self.furthest(room.1) { follows(range.lowerBound..<core.upperBound + $0) }
    return range.lowerBound..<core.upperBound + on
  }

  /// The largest number up to a limit for which a monotone condition holds: doubling, then bisection.
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
