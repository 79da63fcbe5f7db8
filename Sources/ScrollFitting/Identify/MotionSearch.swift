internal import ScrollPhysics
internal import ScrollRecordings

/// Finds the parts of a moving stretch that a single law explains, with all laws as candidates.
///
/// Candidate parts are those where the content may move freely: from rest to rest, from the furthest point on, from the
/// highest speed on. A part that a law fits is extended on both sides as far as the law fits. The remainder on each
/// side is searched in the same way. Samples that no law explains belong to a finger.
struct MotionSearch {
  let signal: SampledChannel
  let motion: Motion
  let edges: [Edge]
  /// The timing error that a law of the recording needed, in s; nil before one did.
  var jitter: Double?
  /// Whether laws must fit to the precision of the arithmetic, with the times as they are.
  var isExact = false
  /// How many more parts may be tried for an exact law before one is found.
  private var exactBudget = mostExact
  private static let mostExact = 80
  /// How many more parts may be tried before a motion is found, as a finger's path has many. A part with many samples
  /// counts as several.
  private var budget = most
  private static let most = 160
  /// How many more parts without a fitting law may be tried in a row: no law fits noise.
  private var patience = mostFailures
  private static let mostFailures = 40
  /// In how many more stretches late frames may be looked for. Where a compositor scrolls, most motions have some.
  private var latePatience = 8

  /// A motion and the comparison of laws for it.
  typealias Found = (window: MotionWindow, laws: LawComparison)

  /// Number of samples used to try laws on a part before all its samples are fitted.
  static let trialSize = 40
  /// Parts with fewer samples are ignored.
  static let least = 8

  /// Whether timing errors may be a third of a frame, as of an engine with its own timer: late frames are such errors.
  let isCoarse: Bool
  /// The largest timing error that a law may need, in s.
  let largestJitter: Double
  /// Whether to examine a part further that a law fits. If set, most of the recording is moved by a finger: laws with a
  /// free shape and late frames are not considered, and the search stops earlier.
  var accepts: ((Range<Int>) -> Bool)? {
    didSet { patience = accepts == nil ? Self.mostFailures : Self.fewFailures }
  }
  private static let fewFailures = 6
  /// The number of threads that compare laws.
  var threads = 1
  /// The laws to compare.
  let laws: [CandidateLaw]
  /// The laws compared if `accepts` is set: laws with a free shape and a spring of any damping also fit a hand's path.
  let wanted: [CandidateLaw]

  /// - Parameter largestJitter: the largest timing error that the samples allow for any law, in s; nil for too few
  ///   samples.
  init(
    _ signal: SampledChannel, _ motion: Motion, edges: [Edge], largestJitter: Double?,
    isCoarse: Bool = false, laws: [CandidateLaw] = CandidateLaw.all
  ) {
    self.laws = laws
    self.isCoarse = isCoarse
    wanted = laws.filter { $0.canBeSure && $0.key != CandidateLaw.spring.key }
    self.signal = signal
    self.motion = motion
    self.edges = edges
    // A larger error would fit wrong laws; stamps are never more accurate than their last digit.
    let most = isCoarse ? 0.35 * motion.frame : min(1.5e-3, 0.1 * motion.frame)
    let digit = Self.lastDigit(signal.times)
    self.largestJitter = largestJitter.map { min(max($0, 0.6 * digit, 2e-6), most) } ?? most
  }

  /// A new search of the same signal and laws with other times or tolerances.
  func renewed(
    _ motion: Motion, edges: [Edge]? = nil, largestJitter: Double?, isCoarse: Bool = false
  ) -> MotionSearch {
    var search = MotionSearch(
      signal, motion, edges: edges ?? self.edges, largestJitter: largestJitter,
      isCoarse: isCoarse, laws: laws)
    search.threads = threads
    return search
  }

  /// The power of ten in s of which all stamps are multiples, for example 0.1 ms; 1 us if there is none.
  static func lastDigit(_ times: [Double]) -> Double {
    [1e-3, 1e-4, 1e-5].first { areMultiples(times, of: $0) } ?? 1e-6
  }

  /// Whether times are multiples of a step, to a thousandth of it.
  static func areMultiples(_ times: [Double], of step: Double) -> Bool {
    times.allSatisfy { ($0 / step - ($0 / step).rounded()).magnitude < 1e-3 }
  }

  /// The motions within a stretch between two rests, in order.
  mutating func motions(in part: SpringPart) -> [Found] {
    guard let (moving, rests) = bounds(of: part) else { return [] }
    // Failures in earlier stretches do not count here.
    if accepts != nil { patience = Self.fewFailures }
    let found = explained(moving, rests: rests)
    if accepts == nil, !found.isEmpty { budget = Self.most }
    return found
  }

  /// The motions within a stretch that laws fit to the precision of the arithmetic, in order.
  mutating func exactMotions(in part: SpringPart) -> [Found] {
    guard let (moving, rests) = bounds(of: part) else { return [] }
    return merged(exact(moving, rests: rests, depth: 0))
  }

  /// The motions within the samples of a stretch. The timing error that another stretch needed is assumed only if laws
  /// fit less than 80 % without it: a busy processor delays some motions more than others, and with a large error other
  /// laws also fit a finger's path.
  private mutating func explained(_ moving: Range<Int>, rests: RestLevels) -> [Found] {
    let known = jitter
    jitter = nil
    defer { jitter = [known, jitter].compactMap { $0 }.max() }
    let found = merged(explain(moving, rests: rests, depth: 0))
    let count = MotionWindows.explained(found)
    guard known != nil, 5 * count < 4 * moving.count else { return found }
    jitter = known
    let other = merged(explain(moving, rests: rests, depth: 0))
    return MotionWindows.explained(other) > count ? other : found
  }

  /// A whole stretch from rest to rest in which a few samples show an earlier frame; nil if it is not such a stretch,
  /// or if laws already fit most of it.
  mutating func late(in part: SpringPart, beside found: [Found]) -> Found? {
    // One law for the whole stretch is preferred to several pieces with different laws.
    let explained = found.map(\.window.range.count).max() ?? 0
    guard latePatience > 0, !isCoarse, let (moving, rests) = bounds(of: part),
      rests.before, rests.after, 10 * explained < 7 * moving.count
    else { return nil }
    let late = LateFrames(window(moving, rests: rests)).found
    latePatience += late == nil ? -1 : 8
    return late
  }

  /// Which ends of a range are at rest.
  struct RestLevels {
    var before: Bool
    var after: Bool
  }

  /// The window of the stretch with the largest extent. Unless `isWhole`, it begins at the last turning point or the
  /// highest speed, as a finger may have made the part before. Nil if no stretch moves far enough.
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

  /// A part on which laws were compared, and the timing error in s that was assumed.
  private struct Compared: Hashable {
    var part: Range<Int>
    var jitter: Double?
  }

  /// For unrounded values, a part that a law fits exactly has priority over a longer part that a law fits only with
  /// timing errors.
  private mutating func explain(_ range: Range<Int>, rests: RestLevels, depth: Int) -> [Found] {
    guard range.count >= Self.least, depth < 6 else { return [] }
    let found = exact(range, rests: rests, depth: depth)
    return found.isEmpty ? explained(range, rests: rests, depth: depth) : found
  }

  /// Whether the rounding and the noise of the offsets are far below the extent of some samples.
  func isUnrounded(_ range: Range<Int>) -> Bool {
    max(motion.quantum, motion.noise) < 1e-9 * (1 + extent(range))
  }

  /// The motions that laws fit to the precision of the arithmetic; empty if the offsets are rounded.
  private mutating func exact(_ range: Range<Int>, rests: RestLevels, depth: Int) -> [Found] {
    guard isUnrounded(range) else { return [] }
    isExact = true
    defer { isExact = false }
    let found = explained(range, rests: rests, depth: depth)
    if !found.isEmpty { exactBudget = Self.mostExact }
    return found
  }

  private mutating func explained(_ range: Range<Int>, rests: RestLevels, depth: Int) -> [Found] {
    // A law with a free shape fits many motions, and one with many parameters fits any few samples. Such a fit is used
    // only if no other law fits any part.
    var loose: Found?
    // Many parts extend to the same one.
    var comparisons: [Compared: Found?] = [:]
    func compared(_ part: Range<Int>) -> Found? {
      let key = Compared(part: part, jitter: jitter)
      if let known = comparisons[key] { return known }
      let found = self.compared(part, rests: restsOf(part, in: range, rests))
      comparisons[key] = .some(found)
      return found
    }
    for core in cores(range, rests) {
      let cost = 1 + core.count / 400
      guard spend(cost), let law = follower(core, rests: restsOf(core, in: range, rests)) else {
        continue
      }
      var wide = extended(core, law, within: range, rests)
      guard accepts?(wide) ?? true else { continue }
      // Now compare the laws on all samples.
      budget -= 3 * cost
      patience = accepts == nil ? Self.mostFailures : Self.fewFailures
      var all = compared(wide)
      if all == nil, wide != core {
        // The last sample that was added may belong to another motion.
        wide = core
        all = compared(core)
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

  /// Whether one law with a free shape is better than several adjacent pieces with different laws: free content does
  /// not change its law. It must cover 95 % of their samples.
  private static func isOne(_ loose: Found, insteadOf pieces: [Found]) -> Bool {
    let own = pieces.filter { $0.window.range.overlaps(loose.window.range) }
    let meets = zip(own, own.dropFirst()).contains {
      $1.window.range.lowerBound - $0.window.range.upperBound <= 2
        && $0.window.edge == nil && $1.window.edge == nil
    }
    let explained = own.reduce(0) { $0 + $1.window.count }
    return meets && own.count == pieces.count && 20 * loose.window.count >= 19 * explained
  }

  /// An exact motion extended beyond a late sample; nil if the extension is short.
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
