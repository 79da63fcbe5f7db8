internal import CurveFitting
internal import RealModule

/// Which law a motion follows, among all that it is compared with.
public struct LawComparison: Sendable, Hashable {
  /// How sure the answer is.
  public enum Confidence: String, Sendable, Hashable {
    /// Its samples follow the law to their rounding, and no other law is one in a hundred as likely.
    case sure
    /// They follow the law, and no other is one in ten as likely.
    case likely
    /// Another law does as well: the samples cannot tell them apart.
    case open
    /// No law follows them; the one named is the nearest.
    case none
  }

  /// A special case held against a more general law.
  public struct NestedTest: Sendable, Hashable {
    /// The special case and the law that holds it.
    public var special: CandidateLaw
    /// The law with the further parameters.
    public var general: CandidateLaw
    /// F, with the degrees of freedom above and below.
    public var statistic: Double
    /// Further parameters.
    public var numerator: Double
    /// n - p of the general law.
    public var denominator: Double
    /// The probability of a larger F where the special case holds.
    public var probability: Double
  }

  /// All laws that could be laid through the motion, the lowest AICc first.
  public var candidates: [CandidateFit]
  /// The tests of every special case among them.
  public var tests: [NestedTest]
  /// The answer.
  public var law: CandidateLaw
  /// How sure it is.
  public var confidence: Confidence
  /// The share of the answer's weight, by BIC, among it and its rivals: 1 when there is none.
  public var probability: Double
  /// The other laws that the samples do not exclude. A special case of the answer is none, as it was rejected;
  /// a law that holds the answer is one only where it has the lower BIC.
  public var rivals: [CandidateLaw]
  /// Whether all but this makes the answer sure: no curve of the law gives every sample to its rounding.
  public let leavesRounding: Bool
  /// The share of the moving samples that the law explains: of the motion's own and of those beside it that go
  /// smoothly into them, as no finger's do.
  public private(set) var share = 1.0

  /// Calls a sure answer likely.
  mutating func doubt() {
    if confidence == .sure { confidence = .likely }
  }

  /// Names a law of as many parameters that follows all but the first sample, which may be on no curve.
  mutating func doubt(beside other: CandidateLaw) {
    guard confidence == .sure || confidence == .likely else { return }
    confidence = .open
    rivals = [other] + rivals.filter { $0 != other }
  }

  /// Sets the share of the moving samples that the law explains. Nothing is sure of which more than one sample in a
  /// hundred is left unexplained, or more than the one that may be the finger's.
  ///
  /// - Parameter unexplained: samples that go smoothly into the motion's `count`, and do not follow.
  mutating func setShare(of count: Int, unexplained: Int) {
    share = Double(count) / Double(count + unexplained)
    if unexplained > max(1, count / 100) { doubt() }
  }

  /// A motion of fewer samples that move is never told for sure.
  static let shortest = 15
  /// The same where times are in error by more than rounding shows.
  static let shortestBlurred = 40

  /// A special case is given up for a law with more parameters below this probability of its F.
  static let level = 0.01

  /// The same where samples are off their times.
  static let levelOfTimes = 1e-5

  /// Whether a law without a free shape passes through samples of an extent in pt to the digits of arithmetic: a few of
  /// them tell it then.
  func isExact(extent: Double) -> Bool {
    guard let answer, answer.follows, answer.law.canBeSure, answer.parameterCount <= 4 else {
      return false
    }
    return answer.max <= 1e-9 * (1 + extent)
  }

  /// Whether some law follows the motion.
  var hasFollower: Bool { candidates.contains(where: \.follows) }

  /// Compares laws; nil when none could be laid through the motion.
  ///
  /// - Parameter some: those of the window's candidates to compare; nil for all.
  init?(_ window: MotionWindow, laws some: [CandidateLaw]? = nil) {
    let laws = some ?? window.candidates
    var found = laws.compactMap { $0.fit(window) }
    Self.tellFalls(&found, in: window)
    guard !found.isEmpty else { return nil }
    Self.weigh(&found)
    found.sort { $0.aicc < $1.aicc }
    candidates = found
    tests = Self.tests(found, in: window)
    let answer = Self.answer(of: found, laws, tests, in: window)
    law = answer.law
    // What contains the answer can never be excluded, only be needless: it is a rival where it needs its
    // further parameter by BIC, though F does not reject the answer. A special case of the answer was rejected.
    let others = found.filter {
      $0.law != answer.law && !Self.isSpecialCase($0, of: answer, in: window)
        && ($0.bic < answer.bic || !Self.isSpecialCase(answer, of: $0, in: window))
    }
    let weights = others.map { other -> Double in
      Double.exp(-(other.bic - answer.bic) / 2)
    }
    probability = 1 / (1 + weights.reduce(0, +))
    rivals = zip(others, weights).filter { $0.1 > 0.01 }.map(\.0.law)
    // Few samples are followed by many laws, the more the less is known of their times.
    let isShort = window.movingCount < (window.isBlurred ? Self.shortestBlurred : Self.shortest)
    // A free shape follows much of what slows down; only an animation is likely to have one.
    let isTween = window.startsAtRest && window.endsAtRest
    let isTold =
      probability >= 0.99 && !isShort && answer.follows && answer.law.canBeSure && answer.isClean
    leavesRounding = isTold && RoundingTest(answer.law, window)?.isPassed() == false
    confidence =
      !answer.follows
      ? .none
      : isTold && !leavesRounding
        ? .sure : probability >= 0.9 && (answer.law.canBeSure || isTween) ? .likely : .open
  }

  /// Keeps a fall or a deceleration where a parabola may be both.
  private static func tellFalls(_ found: inout [CandidateFit], in window: MotionWindow) {
    // A parabola that comes to rest where it ends is a deceleration; one that speeds up or turns is a fall.
    if let fall = found.first(where: { $0.law.key == "gravity" }), let g = fall["g"],
      let v = fall["v0"]
    {
      let end = v + g * window.span
      let slows = v * g < 0 && v * end >= -0.05 * v * v
      let stops = found.contains {
        $0.law.key == "constant-deceleration" && $0.sumOfSquares < 0.9 * fall.sumOfSquares
      }
      let isDrag = stops || slows && (window.endsAtRest || end.magnitude < 0.1 * v.magnitude)
      found.removeAll {
        isDrag ? $0.law.key == "gravity" : !slows && $0.law.key == "constant-deceleration"
      }
    }
  }

  /// The tests of special cases against the laws that contain them.
  private static func tests(_ found: [CandidateFit], in window: MotionWindow) -> [NestedTest] {
    var tests: [NestedTest] = []
    let variance = window.weightedVariance
    for general in found {
      for special in found
      where isSpecialCase(special, of: general, in: window) {
        let more = Double(general.parameterCount - special.parameterCount)
        let degrees = Double(window.count - general.parameterCount)
        guard more > 0, degrees > 0 else { continue }
        // Both far below what rounding leaves: what one has less than the other is no evidence.
        guard special.sumOfSquares > CandidateFit.leastShare * variance * Double(window.count)
        else {
          tests.append(
            NestedTest(
              special: special.law, general: general.law, statistic: 0, numerator: more,
              denominator: degrees, probability: 1))
          continue
        }
        let scale = max(general.sumOfSquares / degrees, 0.8 * variance)
        guard scale > 0 else { continue }
        let statistic = max(0, special.sumOfSquares - general.sumOfSquares) / more / scale
        tests.append(
          NestedTest(
            special: special.law, general: general.law, statistic: statistic, numerator: more,
            denominator: degrees, probability: Distribution.fTail(statistic, more, degrees)))
      }
    }
    return tests
  }

  /// The simplest law that fits as well as the best one.
  private static func answer(
    of found: [CandidateFit], _ laws: [CandidateLaw], _ tests: [NestedTest],
    in window: MotionWindow
  ) -> CandidateFit {
    // The simplest law that the best one does not reject. BIC names the best: at sixty samples AICc
    // takes a needless parameter in one of ten recordings.
    var answer = found.min { $0.bic < $1.bic } ?? found[0]
    // Of laws with as many parameters that the samples cannot tell apart, the one that stands first among all: presets
    // of browsers stand before curves of scripts.
    if let first = laws.lazy.compactMap({ law in
      found.first {
        $0.law == law && $0.bic < answer.bic + 2 && $0.parameterCount == answer.parameterCount
      }
    }).first {
      answer = first
    }
    // Errors of the times are not independent of each other as those of rounding are.
    let level = window.jitter > 0 ? Self.levelOfTimes : Self.level
    let simpler = tests.filter { $0.general == answer.law && $0.probability >= level }
    let mustFollow = answer.follows
    if let simplest = found.filter({ one in
      (one.follows || !mustFollow) && simpler.contains { $0.special == one.law }
    })
    .min(by: {
      $0.parameterCount == $1.parameterCount
        ? $0.aicc < $1.aicc : $0.parameterCount < $1.parameterCount
    }) {
      answer = simplest
      // Another law as simple may do better than what the best one holds.
      if let better = found.filter({
        $0.follows && $0.law.canBeSure && $0.parameterCount <= simplest.parameterCount
      }).min(by: { $0.bic < $1.bic }), better.bic < simplest.bic - 2 {
        answer = better
      }
    }
    // A free shape is no answer where a law follows nearly as well.
    if !answer.law.canBeSure,
      let plain = found.filter({ $0.law.canBeSure && $0.follows && $0.bic < answer.bic + 10 }).min(
        by: { $0.bic < $1.bic })
    {
      answer = plain
    }
    return answer
  }

  /// The fit of the answer.
  public var answer: CandidateFit? { candidates.first { $0.law == law } }

  private static func isSpecialCase(
    _ special: CandidateFit, of general: CandidateFit, in window: MotionWindow
  ) -> Bool {
    guard special.law.isSpecialCase(of: general.law),
      general.parameterCount > special.parameterCount
    else { return false }
    // Laws that slow down have a place of rest of their own; returns to a known edge have not.
    return window.edge == nil
      || !(special.law.key == "exponential" && ["critical", "spring"].contains(general.law.key))
  }

  private static func weigh(_ fits: inout [CandidateFit]) {
    func weights(_ criterion: (CandidateFit) -> Double) -> [Double] {
      let least = fits.map(criterion).min() ?? 0
      let raw = fits.map {
        criterion($0).isFinite ? Double.exp(-(criterion($0) - least) / 2) : 0
      }
      let sum = raw.reduce(0, +)
      return raw.map { sum > 0 ? $0 / sum : 0 }
    }
    let aicc = weights(\.aicc)
    let bic = weights(\.bic)
    for index in fits.indices {
      fits[index].aiccWeight = aicc[index]
      fits[index].bicWeight = bic[index]
    }
  }
}
