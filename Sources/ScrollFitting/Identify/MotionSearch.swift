internal import ScrollPhysics
internal import ScrollTraces

/// Finds the parts of a moving stretch that one law each explains, among all laws.
///
/// A part is looked for where content may have been left to itself: from rest to rest, from the furthest point on, from a
/// greatest speed on. What some law follows there is extended to both sides as far as it goes on. What is left on either
/// side is searched in the same way. A finger is what no law explains.
struct MotionSearch {
  let signal: SampledChannel
  let motion: Motion
  let edges: [Edge]
  /// The error of the times that a law of the recording has asked for, in s; nil before one has.
  private var jitter: Double?
  /// How many more parts may be tried: a finger's path has many. A part of many samples counts for several.
  private var budget = 160
  /// How many more may be tried in a row that no law follows: in noise there is none.
  private var patience = mostFailures
  private static let mostFailures = 40

  /// A motion with the laws that were compared.
  typealias Found = (window: MotionWindow, laws: LawComparison)

  /// Samples of a part on which laws are tried before all of it is fitted.
  private static let trialSize = 40
  /// A part of fewer samples is not looked at.
  static let least = 8

  /// The largest error of the times that a law may ask for, in s.
  private let largestJitter: Double
  /// Whether a part that a law follows is to be looked at further. Where this is set, most is a finger's: free shapes and
  /// late frames are not asked for, and the search gives up sooner.
  var accepts: ((Range<Int>) -> Bool)? {
    didSet { patience = min(patience, Self.fewFailures) }
  }
  private static let fewFailures = 6
  /// The laws that are asked for then: free shapes and a spring of any damping follow a hand, too.
  private static let wanted = CandidateLaw.all.filter {
    $0.canBeSure && $0.key != CandidateLaw.spring.key
  }

  /// - Parameter largestJitter: the error of the times that the samples allow beside any law, in s; nil where too few say.
  init(_ signal: SampledChannel, _ motion: Motion, edges: [Edge], largestJitter: Double?) {
    self.signal = signal
    self.motion = motion
    self.edges = edges
    // A law's own sample is off by no more; stamps are never better than their last digit.
    let most = min(1.5e-3, 0.1 * motion.frame)
    let digit = Self.lastDigit(signal.times)
    self.largestJitter = largestJitter.map { min(max($0, 0.6 * digit, 2e-6), most) } ?? most
  }

  /// The power of ten in s of which all stamps are multiples, 0.1 ms for one; 1 us where none is.
  static func lastDigit(_ times: [Double]) -> Double {
    for digit in [1e-3, 1e-4, 1e-5] {
      if times.allSatisfy({ ($0 / digit - ($0 / digit).rounded()).magnitude < 1e-3 }) {
        return digit
      }
    }
    return 1e-6
  }

  /// The motions within a stretch between two rests, in order.
  mutating func motions(in part: SpringPart) -> [Found] {
    guard let (moving, rests) = bounds(of: part) else { return [] }
    let found = explain(moving, rests: rests, depth: 0)
    guard accepts == nil else { return found }
    return late(in: part, beside: found).map { [$0] } ?? found
  }

  /// The whole of a stretch from rest to rest, of which a few samples show an earlier frame; nil where it is not that, or
  /// where laws follow most of it as it is.
  func late(in part: SpringPart, beside found: [Found]) -> Found? {
    // Several pieces of other laws are no better than all of one.
    let explained = found.map(\.window.range.count).max() ?? 0
    guard let (moving, rests) = bounds(of: part), rests.before, rests.after,
      10 * explained < 7 * moving.count
    else { return nil }
    return LateFrames(window(moving, rests: rests)).found
  }

  /// The moving samples of a stretch, and whether they begin and end at rest.
  private func bounds(of part: SpringPart) -> (moving: Range<Int>, rests: RestLevels)? {
    guard let moving = moving(part.range) else { return nil }
    let rests = RestLevels(
      before: isAtRest(moving.lowerBound, next: moving.lowerBound - 1),
      after: moving.upperBound < part.range.upperBound
        || isAtRest(moving.upperBound - 1, next: moving.upperBound))
    guard rests.after, endsAbruptly(moving) else { return (moving, rests) }
    return (moving.dropLast(), RestLevels(before: rests.before, after: false))
  }

  /// Whether a sample is the same as the one beside it.
  private func isAtRest(_ index: Int, next: Int) -> Bool {
    signal.values.indices.contains(next) && signal.values[index] == signal.values[next]
  }

  /// Whether content that was at rest makes a last step, many times the one before: an engine sets its place right.
  private func endsAbruptly(_ range: Range<Int>) -> Bool {
    guard range.count > Self.least + 3 else { return false }
    let steps = (range.upperBound - 3..<range.upperBound).map {
      (signal.values[$0] - signal.values[$0 - 1]).magnitude
    }
    return steps[1] == 0 && steps[2] > 4 * steps[0] + 2 * motion.quantum
  }

  /// Which ends of a range are at rest.
  struct RestLevels {
    var before: Bool
    var after: Bool
  }

  /// From the last sample before the first change to the first sample after the last one.
  func moving(_ range: Range<Int>) -> Range<Int>? {
    let values = signal.values
    guard
      let first = range.dropFirst().first(where: { values[$0] != values[$0 - 1] }),
      let last = range.dropFirst().last(where: { values[$0] != values[$0 - 1] })
    else { return nil }
    return first - 1..<last + 1
  }

  /// What comes closest to the widest of several stretches, with no law that follows it; empty where none moves far
  /// enough. A finger's first part is left out.
  func nearest(_ parts: [SpringPart]) -> [Found] {
    let ranges = parts.compactMap { part -> (Range<Int>, RestLevels)? in
      guard let moving = moving(part.range), isWide(moving) else { return nil }
      let last = (turns(moving).last ?? moving.lowerBound)...(moving.upperBound - 1)
      let start = last.lowerBound == moving.lowerBound ? fastest(last) : last.lowerBound
      guard moving.upperBound - start >= 10 else { return nil }
      return (
        start..<moving.upperBound,
        RestLevels(before: false, after: moving.upperBound < part.range.upperBound)
      )
    }
    guard let widest = ranges.max(by: { extent($0.0) < extent($1.0) }) else { return [] }
    let window = window(widest.0, rests: widest.1).thinned(to: Self.enough)
    return Self.compared(window).map { [$0] } ?? []
  }

  func extent(_ range: Range<Int>) -> Double {
    let values = signal.values[range]
    return (values.max() ?? 0) - (values.min() ?? 0)
  }

  // MARK: - Explaining a range

  private mutating func explain(_ range: Range<Int>, rests: RestLevels, depth: Int) -> [Found] {
    guard range.count >= Self.least, depth < 6 else { return [] }
    // A law with a free shape follows much; it is taken only where no other follows any part.
    var loose: Found?
    for core in cores(range, rests) {
      guard budget > 0, patience > 0 else { break }
      let cost = 1 + core.count / 400
      budget -= cost
      patience -= cost
      guard let law = follower(core, rests: restsOf(core, in: range, rests)) else { continue }
      // A law that is not wanted is one more failure.
      if accepts != nil, !law.canBeSure { continue }
      let wide = extended(core, law, within: range, rests)
      guard accepts?(wide) ?? true else { continue }
      // The laws are then compared on all samples.
      budget -= 3 * cost
      patience = accepts == nil ? Self.mostFailures : Self.fewFailures
      guard let found = compared(wide, rests: restsOf(wide, in: range, rests)) else { continue }
      guard law.canBeSure else {
        loose = loose ?? found
        continue
      }
      let before = explain(
        range.lowerBound..<wide.lowerBound, rests: RestLevels(before: rests.before, after: false),
        depth: depth + 1)
      let after = explain(
        wide.upperBound..<range.upperBound, rests: RestLevels(before: false, after: rests.after),
        depth: depth + 1)
      return before + [found] + after
    }
    return loose.map { [$0] } ?? []
  }

  private func restsOf(_ part: Range<Int>, in range: Range<Int>, _ rests: RestLevels) -> RestLevels
  {
    RestLevels(
      before: rests.before && part.lowerBound == range.lowerBound,
      after: rests.after && part.upperBound == range.upperBound)
  }

  // MARK: - Laws

  /// The samples of a part, with one or two at rest where it ends so, that its end is seen; its first is the last at rest.
  private func window(_ range: Range<Int>, rests: RestLevels) -> MotionWindow {
    let end = rests.after ? min(range.upperBound + 2, signal.values.count) : range.upperBound
    let used = range.lowerBound..<end
    let edge = edges.first { edge in
      let beyond = range.map { edge.overscroll(of: signal.values[$0]) }
      let peak = beyond.max() ?? 0
      return peak > 4 * motion.quantum && beyond[0] > -motion.quantum
        && (beyond.last ?? 0).magnitude
          <= max(2 * motion.quantum, 3 * motion.noise, 0.02 * peak, min(0.6, 0.1 * peak))
    }
    var window = MotionWindow(
      signal, motion, range: used, edge: edge, kind: nil, endsAtRest: rests.after,
      startsAtRest: rests.before)
    window.largestJitter = largestJitter
    return jitter.map { window.with(jitter: max($0, window.jitter)) } ?? window
  }

  /// A law that follows a part; nil where none does.
  private mutating func follower(_ range: Range<Int>, rests: RestLevels) -> CandidateLaw? {
    let whole = window(range, rests: rests)
    var thinned = whole.thinned(to: Self.trialSize)
    thinned.isTrial = true
    func samples(of law: CandidateLaw) -> MotionWindow { law.needsEveryFrame ? whole : thinned }
    // What a hand may have moved is not asked for other laws.
    if accepts != nil, CandidateLaw.leastJerk.fit(thinned)?.follows == true { return nil }
    let fits = (accepts == nil ? CandidateLaw.all : Self.wanted).compactMap {
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

  /// All of a stretch that ends at rest, where one law that is no hand's follows it.
  func whole(_ range: Range<Int>, startsAtRest: Bool) -> Found? {
    guard let moving = moving(range), moving.count > Self.least, isWide(moving) else { return nil }
    let rests = RestLevels(before: startsAtRest, after: true)
    // What starts at full speed between two frames was at rest in the first sample, which is on no curve then.
    for part in [moving, moving.dropFirst()] {
      guard let found = compared(part, rests: rests), found.laws.law.canBeSure,
        found.laws.confidence == .sure || found.laws.confidence == .likely
      else { continue }
      return found
    }
    return nil
  }

  /// The laws compared on all samples of a part.
  private func compared(_ range: Range<Int>, rests: RestLevels) -> Found? {
    let found = Self.compared(window(range, rests: rests))
    return found?.laws.hasFollower == true ? found : nil
  }

  /// The laws compared on a window. Where the answer leaves far less than the error of the times would, that was not of
  /// the times, and the laws are compared again with the error that the answer asks for.
  static func compared(_ window: MotionWindow) -> Found? {
    guard let laws = laws(of: window) else { return nil }
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
  private static let enough = 400

  /// The laws compared on a window. Of a long one only those that follow some of its samples are fitted to all; nil where
  /// none does.
  private static func laws(of window: MotionWindow) -> LawComparison? {
    guard window.count > enough else { return LawComparison(window) }
    let thinned = window.thinned(to: enough)
    let following = CandidateLaw.all.filter { law in
      law.needsEveryFrame ? window.count <= 4 * enough : law.fit(thinned)?.follows == true
    }
    return following.isEmpty ? nil : LawComparison(window, laws: following)
  }

  /// A part as far as its law goes on to both sides.
  private func extended(
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
