/// Neighbouring motions that are one.
extension MotionSearch {
  /// Joins neighbours that the law of one of them fits together, now that the timing error is known: free content does
  /// not change its law.
  func merged(_ found: [Found]) -> [Found] {
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

  /// The largest number of late samples in a row.
  private static let mostLate = 4

  /// Two motions as one; nil if they are not adjacent, or if neither law fits both.
  private func joined(_ last: Found, _ next: Found) -> Found? {
    let isSame = last.laws.law == next.laws.law
    guard
      next.window.range.lowerBound - last.window.range.upperBound <= (isSame ? Self.mostLate : 2),
      isSame || last.window.edge == nil && next.window.edge == nil,
      let range = moving(last.window.range.lowerBound..<next.window.range.upperBound)
    else { return nil }
    // Without the samples between, exact motions stay exact.
    if isSame, [last, next].allSatisfy(MotionWindows.isExact),
      let both = joinedWithoutBetween(last, next)
    {
      return both
    }
    let whole = window(
      range, rests: RestLevels(before: last.window.startsAtRest, after: next.window.endsAtRest))
    let known = max(last.window.jitter, next.window.jitter)
    func mayJoin(_ law: CandidateLaw) -> Bool {
      [last.laws.law, next.laws.law].contains(law) && (isSame || law.canBeSure)
    }
    for jitter in [known, largestJitter] {
      let window = whole.with(jitter: jitter)
      guard Self.follows(window, where: mayJoin), let both = Self.compared(window),
        both.laws.confidence != .none, mayJoin(both.laws.law)
      else { continue }
      return both
    }
    return isSame ? joinedWithoutBetween(last, next) : nil
  }

  /// Two motions of one law as one, without the samples between them; nil if the law does not fit both.
  ///
  /// After a late frame, the content continues as if it had been on time, so the late samples are on no curve. If there
  /// are no samples between the motions, a late sample was taken for an end, and two samples on each side are left out.
  private func joinedWithoutBetween(_ last: Found, _ next: Found) -> Found? {
    var (end, start) = (last.window.range.upperBound, next.window.range.lowerBound)
    if end >= start { (end, start) = (start - Self.mostLate / 2, end + Self.mostLate / 2) }
    guard start - end <= Self.mostLate,
      last.window.range.contains(end - 1), next.window.range.contains(start)
    else { return nil }
    let steps = (end...start).map { signal.values[$0] - signal.values[$0 - 1] }
    guard steps.allSatisfy({ $0 >= 0 }) || steps.allSatisfy({ $0 <= 0 }) else { return nil }
    var search = self
    search.isExact = [last, next].allSatisfy(MotionWindows.isExact)
    let all = search.window(
      last.window.range.lowerBound..<next.window.range.upperBound,
      rests: RestLevels(before: last.window.startsAtRest, after: next.window.endsAtRest))
    var used = all.keeping(
      (0..<all.count).filter { !(end..<start).contains(all.range.lowerBound + $0) })
    used.late = start - end
    guard var both = Self.compared(used), both.laws.confidence != .none,
      both.laws.law == last.laws.law
    else { return nil }
    // The law itself selected the late samples, so its fit without them is not independent evidence. An exact fit of
    // the others is sufficient evidence.
    if !search.isExact { both.laws.doubt(.ownSamples) }
    return both
  }
}
