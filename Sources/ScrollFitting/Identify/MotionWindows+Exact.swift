/// Motions that laws fit to the precision of the arithmetic. No timing error makes a wrong law exact.
extension MotionWindows {
  /// Whether a law leaves only the rounding of the arithmetic.
  static func isExact(_ found: Found) -> Bool {
    found.laws.isExact(extent: found.window.extent)
  }

  /// The searches for exact motions: an engine may use the frames or the stamps. None if the offsets are rounded.
  static func exactly(_ search: MotionSearch) -> [MotionSearch] {
    guard search.isUnrounded(search.signal.values.indices) else { return [] }
    guard !search.motion.isStamped else { return [search] }
    let stamped = SmoothMotion.stamped(search.signal, like: search.motion)
    return [search, search.renewed(stamped, largestJitter: search.largestJitter)]
  }

  /// The motions of a part, of which exact ones take the place of those that they overlap by half, if they explain at least
  /// 80 % as many samples as laws without a free shape did. Nothing is replaced beside an exact motion.
  static func exact(
    _ found: [Found], in part: SpringPart, _ searches: inout [MotionSearch]
  ) -> [Found] {
    guard !found.contains(where: isExact) else { return found }
    for index in searches.indices {
      let exact = searches[index].exactMotions(in: part)
      func isReplaced(_ one: Found) -> Bool {
        let range = one.window.range
        return exact.contains { 2 * $0.window.range.clamped(to: range).count > range.count }
      }
      if !exact.isEmpty, 5 * explained(exact) >= 4 * followed(found.filter(isReplaced)) {
        return (found.filter { !isReplaced($0) } + exact).sorted {
          $0.window.range.lowerBound < $1.window.range.lowerBound
        }
      }
    }
    return found
  }
}
