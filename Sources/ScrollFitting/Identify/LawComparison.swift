internal import CurveFitting
internal import RealModule

/// The law that a motion follows, among all laws it is compared with.
public struct LawComparison: Sendable, Hashable {
  /// Confidence in the answer.
  public enum Confidence: String, Sendable, Hashable {
    /// The law fits the samples to their rounding, and no other law is one in a hundred as likely.
    case sure
    /// The law fits the samples, and no other law is one in ten as likely.
    case likely
    /// Another law fits as well: the samples do not distinguish them.
    case open
    /// No law fits; the closest one is reported.
    case none
  }

  /// An F test of a special case against a more general law.
  public struct NestedTest: Sendable, Hashable {
    /// The special case.
    public var special: CandidateLaw
    /// The general law, which has more parameters.
    public var general: CandidateLaw
    /// F, with `numerator` and `denominator` degrees of freedom.
    public var statistic: Double
    /// Number of additional parameters of the general law.
    public var numerator: Double
    /// n - p of the general law.
    public var denominator: Double
    /// The probability of a larger F if the special case is true.
    public var probability: Double
  }

  /// All laws that could be fitted to the motion, the lowest AICc first.
  public var candidates: [CandidateFit]
  /// The tests of all special cases among them.
  public var tests: [NestedTest]
  /// The law of the answer.
  public var law: CandidateLaw
  /// Confidence in the answer.
  public var confidence: Confidence
  /// The weight of the answer among itself and its rivals, by BIC; 1 without rivals.
  public var probability: Double
  /// The other laws that the samples do not exclude. Special cases of the answer were rejected and are not listed. A
  /// more general law is listed only if it has a lower BIC.
  public var rivals: [CandidateLaw]
  /// Why the answer is not sure although no other law is one in ten as likely; nil for other answers.
  public private(set) var doubt: Doubt?
  /// The share of the moving samples that the law explains: its own samples, relative to these and the unexplained
  /// samples that continue the motion smoothly, as a finger's samples do not.
  public private(set) var share = 1.0

  /// Lowers `sure` to `likely`.
  mutating func doubt(_ reason: Doubt) {
    guard confidence == .sure else { return }
    confidence = .likely
    doubt = reason
  }

  /// Adds another law as the first rival and lowers the confidence to `open`.
  mutating func doubt(beside other: CandidateLaw) {
    guard confidence == .sure || confidence == .likely else { return }
    open()
    rivals = [other] + rivals.filter { $0 != other }
  }

  /// Sets the share of the moving samples that the law explains. The answer is not sure if more than 1 % of the samples
  /// are unexplained; one unexplained sample, which may be the finger's, is allowed.
  ///
  /// - Parameter unexplained: samples beside the motion's `count` that continue it smoothly, but that the law does not
  ///   fit.
  mutating func setShare(of count: Int, unexplained: Int) {
    share = Double(count) / Double(count + unexplained)
    if unexplained > max(1, count / 100) { doubt(.unexplained) }
  }

  /// Lowers `likely` to `open` if the law explains less than ``leastShare``: it follows a piece of a motion that has
  /// another law. Of a glide of a fixed shape it is 60 %, as a finger may move as smoothly before.
  mutating func doubtPiece() {
    let least = CandidateLaw.fixedGlides.contains(law) ? Self.leastShareOfGlide : Self.leastShare
    if share < least, confidence == .likely { open() }
  }

  /// Takes over the share and the doubt of another comparison of the same samples.
  mutating func inherit(_ other: LawComparison) {
    share = other.share
    if let reason = other.doubt { doubt(reason) }
  }

  /// Lowers `sure` and `likely` to `open`.
  mutating func open() {
    guard confidence != .none else { return }
    confidence = .open
    doubt = nil
  }

  /// The minimum share of a law that is likely, and of a motion whose engine is named.
  package static let leastShare = 0.8
  private static let leastShareOfGlide = 0.6

  /// Minimum number of moving samples for a sure answer.
  package static let shortest = 15
  /// The same if timing errors exceed rounding.
  static let shortestBlurred = 40

  /// A special case is rejected in favour of a more general law if the probability of F is below this level.
  static let level = 0.01

  /// The same if samples have timing errors.
  static let levelOfTimes = 1e-5

  /// Whether the constants of the answer are those of the motion: the answer is sure or likely, or all its rivals are
  /// more general laws, of which it is a special case that F does not reject.
  var isDetermined: Bool {
    switch confidence {
    case .sure, .likely: true
    case .open:
      law.canBeSure && !rivals.isEmpty
        && rivals.allSatisfy { law.isSpecialCase(of: $0) }
    case .none: false
    }
  }

  /// Whether at least one law fits the motion.
  var hasFollower: Bool { candidates.contains(where: \.follows) }

  /// Compares laws; nil if none could be fitted.
  ///
  /// - Parameter some: the laws to compare; nil for all candidates of the window.
  init?(_ window: MotionWindow, laws some: [CandidateLaw]? = nil) {
    let laws = some ?? window.candidates
    var found = laws.fits(to: window)
    Self.tellFalls(&found, in: window)
    guard !found.isEmpty else { return nil }
    Self.weigh(&found)
    found.sort { $0.aicc < $1.aicc }
    candidates = found
    tests = Self.tests(found, in: window)
    let answer = Self.answer(of: found, laws, tests, in: window)
    law = answer.law
    // A more general law always fits at least as well and cannot be excluded. It is a rival only if its BIC is lower,
    // although F does not reject the answer. Special cases of the answer were rejected.
    let others = found.filter {
      $0.law != answer.law && !Self.isSpecialCase($0, of: answer, in: window)
        && ($0.bic < answer.bic || !Self.isSpecialCase(answer, of: $0, in: window))
        && !Self.isSameCurve($0, as: answer)
    }
    let weights = others.map { other -> Double in
      Double.exp(-(other.bic - answer.bic) / 2)
    }
    probability = 1 / (1 + weights.reduce(0, +))
    rivals = zip(others, weights).filter { $0.1 > 0.01 }.map(\.0.law)
    // A free shape fits most motions that slow down; only for an animation is it a likely law.
    let isTween = window.startsAtRest && window.endsAtRest
    let reason = Self.doubt(of: answer, probability, tests, in: window)
    if !answer.follows {
      confidence = .none
    } else if window.mayBeStraight || Self.keepsSpeed(answer, in: window) {
      confidence = .open
    } else if reason == nil {
      confidence = .sure
    } else {
      confidence = probability >= 0.9 && (answer.law.canBeSure || isTween) ? .likely : .open
    }
    doubt = confidence == .likely ? reason : nil
  }

  /// Why an answer that follows the samples is not sure; nil if it is.
  private static func doubt(
    of answer: CandidateFit, _ probability: Double, _ tests: [NestedTest], in window: MotionWindow
  ) -> Doubt? {
    if !answer.law.canBeSure { return .freeForm }
    // Many laws fit few samples, even more so with timing errors.
    if window.movingCount < shortest { return .fewSamples }
    if window.isBlurred, window.movingCount < shortestBlurred { return .timeErrors }
    if probability < window.leastProbability { return window.hasTimeErrors ? .timeErrors : .rivals }
    if !answer.isClean { return .residuals }
    if !window.hasTimeErrors, isDisputed(answer.law, tests) { return .freeForm }
    return RoundingTest(answer.law, window)?.isPassed() == false ? .rounding : nil
  }

  /// Whether a law has the same speed to a tenth in each third of rounded samples, as a finger may.
  private static func keepsSpeed(_ answer: CandidateFit, in window: MotionWindow) -> Bool {
    let last = window.count - 1
    guard !window.isExact, last >= 3 else { return false }
    // Not from sample to sample, as single stamps may be late.
    let ends = [0, last / 3, last - last / 3, last]
    let speeds = zip(ends.dropFirst(), ends).map { end, start in
      let way =
        window.values[end] - answer.residuals[end] - window.values[start]
        + answer.residuals[start]
      return window.direction * way / (window.times[end] - window.times[start])
    }
    return (speeds.min() ?? 0) > 0.9 * (speeds.max() ?? 0)
  }

  /// The level of F below which a law with a free shape disputes the shape of a law that is sure.
  private static let levelOfShapes = 0.05

  /// Whether a free shape describes the samples better than chance allows in most motions: their shape may be that of a
  /// similar law, which is not in the list.
  private static func isDisputed(_ law: CandidateLaw, _ tests: [NestedTest]) -> Bool {
    tests.contains {
      $0.special == law && !$0.general.canBeSure && $0.probability < levelOfShapes
    }
  }

  /// Removes either the fall or the constant deceleration, as both are parabolas.
  private static func tellFalls(_ found: inout [CandidateFit], in window: MotionWindow) {
    // A parabola that ends at rest is a deceleration; one that speeds up or turns is a fall.
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
        // The residuals of the special case are already far below rounding: a further reduction is no evidence.
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
    // Start from the lowest BIC: at sixty samples AICc selects a needless parameter in one of ten recordings.
    var answer = found.min { $0.bic < $1.bic } ?? found[0]
    // Among laws with equally many parameters that the samples do not distinguish, take the first in the list: presets
    // of browsers are listed before curves of scripts.
    if let first = laws.lazy.compactMap({ law in
      found.first {
        $0.law == law && $0.bic < answer.bic + 2 && $0.parameterCount == answer.parameterCount
      }
    }).first {
      answer = first
    }
    // Timing errors are correlated, rounding errors are not. So the test needs a stricter level.
    let level = window.hasTimeErrors ? Self.levelOfTimes : Self.level
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
      // Another law with no more parameters may fit better than a special case of the best law.
      if let better = found.filter({
        $0.follows && $0.law.canBeSure && $0.parameterCount <= simplest.parameterCount
      }).min(by: { $0.bic < $1.bic }), better.bic < simplest.bic - 2 {
        answer = better
      }
    }
    // What stops where another ease ends is not the first part of an ease, which a finger would have had to stop.
    if window.endsAtRest, hasEnded(answer, in: window) == false,
      let ended = found.filter({ $0.follows && hasEnded($0, in: window) == true }).min(by: {
        $0.bic < $1.bic
      })
    {
      answer = ended
    }
    // A law with a fixed shape is preferred to a free shape that fits only slightly better.
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
    // Laws of deceleration have a free rest position; returns to a known edge do not.
    return window.edge == nil
      || !(special.law.key == "exponential" && ["critical", "spring"].contains(general.law.key))
  }

  /// Whether a fit is the curve of a special case of its law: a start that is fitted takes as many parameters as a first
  /// speed.
  private static func isSameCurve(_ general: CandidateFit, as special: CandidateFit) -> Bool {
    special.law.isSpecialCase(of: general.law)
      && general.parameterCount == special.parameterCount
      && (general.bic - special.bic).magnitude < 2
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
