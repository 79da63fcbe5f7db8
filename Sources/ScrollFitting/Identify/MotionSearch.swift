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
  var jitter: Double?
  /// Whether laws are asked for that leave nothing but the digits of arithmetic, with the times as they are.
  var isExact = false
  /// How many parts more may be tried for an exact law.
  private var exactBudget = 80
  /// How many more parts may be tried: a finger's path has many. A part of many samples counts for several.
  private var budget = 160
  /// How many more may be tried in a row that no law follows: in noise there is none.
  private var patience = mostFailures
  private static let mostFailures = 40

  /// A motion with the laws that were compared.
  typealias Found = (window: MotionWindow, laws: LawComparison)

  /// Samples of a part on which laws are tried before all of it is fitted.
  static let trialSize = 40
  /// A part of fewer samples is not looked at.
  static let least = 8

  /// The largest error of the times that a law may ask for, in s.
  let largestJitter: Double
  /// Whether a part that a law follows is to be looked at further. Where this is set, most is a finger's: free shapes and
  /// late frames are not asked for, and the search gives up sooner.
  var accepts: ((Range<Int>) -> Bool)? {
    didSet { patience = accepts == nil ? Self.mostFailures : Self.fewFailures }
  }
  private static let fewFailures = 6
  /// The laws to compare.
  let laws: [CandidateLaw]
  /// The laws that are asked for then: free shapes and a spring of any damping follow a hand, too.
  let wanted: [CandidateLaw]

  /// - Parameters:
  ///   - largestJitter: the error of the times that the samples allow beside any law, in s; nil where too few say.
  ///   - isCoarse: whether it may be a third of a frame, as of an engine with a timer of its own.
  init(
    _ signal: SampledChannel, _ motion: Motion, edges: [Edge], largestJitter: Double?,
    isCoarse: Bool = false, laws: [CandidateLaw] = CandidateLaw.all
  ) {
    self.laws = laws
    wanted = laws.filter { $0.canBeSure && $0.key != CandidateLaw.spring.key }
    self.signal = signal
    self.motion = motion
    self.edges = edges
    // A law's own sample is off by no more; stamps are never better than their last digit.
    let most = isCoarse ? 0.35 * motion.frame : min(1.5e-3, 0.1 * motion.frame)
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
    // What a finger did before says nothing of this stretch.
    if accepts != nil { patience = Self.fewFailures }
    let found = merged(explain(moving, rests: rests, depth: 0))
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

  /// Neighbours that the law of one of them follows together, now that it is known how far the times are off, are one
  /// motion: content that nobody touches does not change its law.
  private func merged(_ found: [Found]) -> [Found] {
    var result: [Found] = []
    for next in found {
      guard let last = result.last, let both = joined(last, next) else {
        result.append(next)
        continue
      }
      result[result.count - 1] = both
    }
    return result
  }

  /// A few samples of a motion may be late in a row.
  private static let mostLate = 4

  /// Two motions as one; nil where they do not meet, or no law of theirs follows both.
  private func joined(_ last: Found, _ next: Found) -> Found? {
    let isSame = last.laws.law == next.laws.law
    guard
      next.window.range.lowerBound - last.window.range.upperBound <= (isSame ? Self.mostLate : 2),
      isSame || last.window.edge == nil && next.window.edge == nil,
      let range = moving(last.window.range.lowerBound..<next.window.range.upperBound)
    else { return nil }
    let whole = window(
      range, rests: RestLevels(before: last.window.startsAtRest, after: next.window.endsAtRest))
    let known = max(last.window.jitter, next.window.jitter)
    for jitter in [known, largestJitter] {
      guard let both = Self.compared(whole.with(jitter: jitter)), both.laws.confidence != .none,
        both.laws.law == last.laws.law || both.laws.law == next.laws.law,
        isSame || both.laws.law.canBeSure
      else { continue }
      return both
    }
    return isSame ? joinedWithoutBetween(last, next) : nil
  }

  /// Two motions of one law as one, without the samples between them: content that an engine moved late for a frame is on no
  /// curve there, and goes on where it would have been. Where none is between, two on either side are left out: the late one
  /// has been taken for an end. Nil where the law does not follow both.
  private func joinedWithoutBetween(_ last: Found, _ next: Found) -> Found? {
    var (end, start) = (last.window.range.upperBound, next.window.range.lowerBound)
    if end >= start { (end, start) = (start - Self.mostLate / 2, end + Self.mostLate / 2) }
    guard start - end <= Self.mostLate,
      last.window.range.contains(end - 1), next.window.range.contains(start)
    else { return nil }
    let steps = (end...start).map { signal.values[$0] - signal.values[$0 - 1] }
    guard steps.allSatisfy({ $0 >= 0 }) || steps.allSatisfy({ $0 <= 0 }) else { return nil }
    var search = self
    search.isExact = [last, next].allSatisfy { $0.laws.isExact(extent: $0.window.extent) }
    let all = search.window(
      last.window.range.lowerBound..<next.window.range.upperBound,
      rests: RestLevels(before: last.window.startsAtRest, after: next.window.endsAtRest))
    var used = all.keeping(
      (0..<all.count).filter { !(end..<start).contains(all.range.lowerBound + $0) })
    used.late = start - end
    guard var both = Self.compared(used), both.laws.confidence != .none,
      both.laws.law == last.laws.law
    else { return nil }
    // Which samples are late was told by the law that they then do not speak against; all digits of the others are enough.
    if !search.isExact { both.laws.doubt() }
    return both
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

  /// The widest of several stretches, without a finger's first part or all of it; nil where none moves far enough.
  func widest(_ parts: [SpringPart], isWhole: Bool = false) -> MotionWindow? {
    let ranges = parts.compactMap { part -> (moving: Range<Int>, rests: RestLevels)? in
      guard let moving = moving(part.range), isWide(moving) else { return nil }
      if isWhole { return bounds(of: part) }
      let last = (turns(moving).last ?? moving.lowerBound)...(moving.upperBound - 1)
      let start = last.lowerBound == moving.lowerBound ? fastest(last) : last.lowerBound
      guard moving.upperBound - start >= 10 else { return nil }
      return (
        start..<moving.upperBound,
        RestLevels(before: false, after: moving.upperBound < part.range.upperBound)
      )
    }
    return ranges.max { extent($0.0) < extent($1.0) }.map { window($0.0, rests: $0.1) }
  }

  func extent(_ range: Range<Int>) -> Double {
    let values = signal.values[range]
    return (values.max() ?? 0) - (values.min() ?? 0)
  }

  // MARK: - Explaining a range

  /// Where values are not rounded, a part that a law follows exactly comes before a longer one that a law follows by errors
  /// of the times.
  private mutating func explain(_ range: Range<Int>, rests: RestLevels, depth: Int) -> [Found] {
    guard range.count >= Self.least, depth < 6 else { return [] }
    if max(motion.quantum, motion.noise) < 1e-9 * (1 + extent(range)) {
      isExact = true
      let found = explained(range, rests: rests, depth: depth)
      isExact = false
      if !found.isEmpty { return found }
    }
    return explained(range, rests: rests, depth: depth)
  }

  private mutating func explained(_ range: Range<Int>, rests: RestLevels, depth: Int) -> [Found] {
    // A law with a free shape follows much, and one with many parameters follows few samples; it is taken only where no
    // other follows any part.
    var loose: Found?
    for core in cores(range, rests) {
      let cost = 1 + core.count / 400
      guard spend(cost), let law = follower(core, rests: restsOf(core, in: range, rests)) else {
        continue
      }
      // A law that is not wanted is one more failure.
      if accepts != nil, !law.canBeSure { continue }
      var wide = extended(core, law, within: range, rests)
      guard accepts?(wide) ?? true else { continue }
      // The laws are then compared on all samples.
      budget -= 3 * cost
      patience = accepts == nil ? Self.mostFailures : Self.fewFailures
      var all = compared(wide, rests: restsOf(wide, in: range, rests))
      if all == nil, wide != core {
        // The last sample that was added may be of another motion.
        wide = core
        all = compared(core, rests: restsOf(core, in: range, rests))
      }
      guard var found = all else { continue }
      guard law.canBeSure, let answer = found.laws.answer,
        isExact || found.window.count >= 3 * answer.parameterCount
      else {
        loose = loose ?? found
        continue
      }
      if isExact {
        guard found.laws.isExact(extent: found.window.extent) else { continue }
        if let more = beyondLateSamples(wide, law, within: range, rests) {
          (wide, found) = (more.window.range.clamped(to: range), more)
        }
      }
      let before = explain(
        range.lowerBound..<wide.lowerBound, rests: RestLevels(before: rests.before, after: false),
        depth: depth + 1)
      let after = explain(
        wide.upperBound..<range.upperBound, rests: RestLevels(before: false, after: rests.after),
        depth: depth + 1)
      let pieces = before + [found] + after
      return loose.flatMap { Self.isOne($0, insteadOf: pieces) ? [$0] : nil } ?? pieces
    }
    return loose.map { [$0] } ?? []
  }

  /// Whether a law with a free shape that follows all of what several others follow, each a piece that runs into the next, is
  /// the better answer: content that nobody touches does not change its law.
  private static func isOne(_ loose: Found, insteadOf pieces: [Found]) -> Bool {
    let own = pieces.filter { $0.window.range.overlaps(loose.window.range) }
    let meets = zip(own, own.dropFirst()).contains {
      $1.window.range.lowerBound - $0.window.range.upperBound <= 2
        && $0.window.edge == nil && $1.window.edge == nil
    }
    let explained = own.reduce(0) { $0 + $1.window.count }
    return meets && own.count == pieces.count && 20 * loose.window.count >= 19 * explained
  }

  /// An exact motion with what goes on after a sample that was taken late; nil where that is little.
  private func beyondLateSamples(
    _ part: Range<Int>, _ law: CandidateLaw, within range: Range<Int>, _ rests: RestLevels
  ) -> Found? {
    var search = self
    search.isExact = false
    search.jitter = largestJitter
    let more = search.extended(part, law, within: range, rests)
    guard more.count - part.count >= max(4, part.count / 4),
      let found = search.compared(more, rests: restsOf(more, in: range, rests)),
      found.laws.law == law
    else { return nil }
    return found
  }

  /// Whether one more part may be tried.
  private mutating func spend(_ cost: Int) -> Bool {
    if isExact {
      exactBudget -= cost
      return exactBudget >= 0
    }
    guard budget > 0, patience > 0 else { return false }
    budget -= cost
    patience -= cost
    return true
  }

  func restsOf(_ part: Range<Int>, in range: Range<Int>, _ rests: RestLevels) -> RestLevels {
    RestLevels(
      before: rests.before && part.lowerBound == range.lowerBound,
      after: rests.after && part.upperBound == range.upperBound)
  }
}
