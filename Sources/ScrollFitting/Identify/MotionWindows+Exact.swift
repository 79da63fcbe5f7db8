/// Motions that laws fit to the precision of the arithmetic. No timing error makes a wrong law exact.
extension MotionWindows {
  /// Whether a law leaves only the rounding of the arithmetic.
  static func isExact(_ found: Found) -> Bool {
    found.laws.isExact(extent: found.window.extent)
  }

  /// The searches for exact motions: an engine may use the frames or the stamps.
  static func exactly(_ search: MotionSearch) -> [MotionSearch] {
    guard !search.motion.isStamped else { return [search] }
    let stamped = SmoothMotion.stamped(search.signal, like: search.motion)
    return [search, search.renewed(stamped, largestJitter: search.largestJitter)]
  }

  /// The motions of a part, of which exact ones take the place of those that they overlap by half, if they explain at least
  /// 80 % as many samples. Nothing is replaced beside a motion that is sure or exact.
  static func exact(
    _ found: [Found], in part: SpringPart, _ searches: inout [MotionSearch]
  ) -> [Found] {
    guard !found.contains(where: { $0.laws.confidence == .sure || isExact($0) }) else {
      return found
    }
    for index in searches.indices {
      let exact = searches[index].exactMotions(in: part)
      func isReplaced(_ one: Found) -> Bool {
        let range = one.window.range
        return exact.contains { 2 * $0.window.range.clamped(to: range).count > range.count }
      }
      if !exact.isEmpty, 5 * explained(exact) >= 4 * explained(found.filter(isReplaced)) {
        return (found.filter { !isReplaced($0) } + exact).sorted {
          $0.window.range.lowerBound < $1.window.range.lowerBound
        }
      }
    }
    return found
  }
}
