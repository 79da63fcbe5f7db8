internal import ScrollPhysics

/// Motions of a program from rest, of which late samples hide the fast part.
extension MotionWindows {
  /// Motions with more of the way of their part are not questioned.
  private static let mostOfWay = 0.6

  /// The largest timing error in s with which a free shape is taken for the law of a part, where otherwise an ease follows
  /// its end: with more, and beside a glide, it follows a finger too.
  private static let largestOfFreeForm = 1.5e-3

  /// Replaces motions that make less than 60 % of the way of their part, where one law from rest follows all of it with
  /// timing errors of up to a third of a frame. At the slow end, which the laws of many glides fit, these errors move
  /// samples hardly, so that it must fit there too. What a law fits exactly stays.
  static func takeFromRest(_ own: inout [Found], _ parts: [SpringPart], _ search: MotionSearch) {
    for part in parts {
      let known = own.filter { isMotion($0, of: part) }
      guard let moving = search.moving(part.range), !known.isEmpty,
        known.allSatisfy({
          $0.window.edge == nil && $0.laws.confidence != .none && !isExact($0)
        }),
        known.reduce(0, { $0 + search.extent($1.window.range) })
          < mostOfWay * search.extent(moving),
        let found = fromRest(part, search, beside: known) ?? lateFromRest(part, search)
      else { continue }
      own.removeAll { isMotion($0, of: part) }
      own.append(found)
    }
    own.sort { $0.window.range.lowerBound < $1.window.range.lowerBound }
  }

  /// All of a part by one law from rest whose frames are seen late; nil if none follows it.
  private static func lateFromRest(_ part: SpringPart, _ search: MotionSearch) -> Found? {
    var search = search
    return search.late(in: part, beside: []).flatMap {
      $0.laws.law.startsFromRest ? $0 : nil
    }
  }

  /// All of a part by one law from rest with timing errors; nil if none follows it.
  private static func fromRest(
    _ part: SpringPart, _ search: MotionSearch, beside known: [Found]
  ) -> Found? {
    let coarse = search.renewed(
      search.motion, largestJitter: 0.35 * search.motion.frame, isCoarse: true)
    guard let widest = coarse.widest([part], isWhole: true), widest.count <= MotionSearch.enough
    else { return nil }
    let window = widest.with(jitter: coarse.largestJitter)
    let laws = window.candidates.filter { $0.startsFromRest }
    let fits = laws.fits(to: window).filter { $0.follows && $0.isClean }
    guard let best = fits.min(by: { $0.bic < $1.bic }) else { return nil }
    let jitter =
      window.jitter(explaining: best.residuals, parameters: best.parameterCount) ?? 0
    let mayBeFree = jitter <= largestOfFreeForm && known.allSatisfy { $0.laws.law.easing != nil }
    guard best.law.canBeSure || mayBeFree,
      var found = MotionSearch.compared(window.with(jitter: max(jitter, search.motion.jitter))),
      found.laws.hasFollower, found.laws.law.startsFromRest,
      found.laws.law.canBeSure || mayBeFree
    else { return nil }
    found.laws.doubt(.timeErrors)
    return found
  }
}

extension CandidateLaw {
  /// Whether it moves content from rest.
  fileprivate var startsFromRest: Bool {
    easing != nil || self == .anyBezier || self == .criticalFromRest
  }
}
