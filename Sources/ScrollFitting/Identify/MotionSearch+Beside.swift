internal import ScrollRecordings

/// Free motion beside motions that are already known.
extension MotionSearch {
  /// Extends a motion back to the previous turning point if one law fits from there: an engine's return may have two
  /// parts.
  mutating func fromTurn(_ found: Found, in limits: Range<Int>) -> Found {
    let range = found.window.range
    let rests = RestLevels(before: false, after: found.window.endsAtRest)
    guard
      let turn = turns(limits.lowerBound..<range.upperBound).last(where: { $0 < range.lowerBound }),
      range.lowerBound - turn >= 3, let longer = moving(turn..<range.upperBound),
      follower(longer, rests: rests)?.canBeSure == true,
      let whole = compared(longer, rests: rests),
      [.sure, .likely].contains(whole.laws.confidence)
    else { return found }
    return whole
  }

  /// The known motions of a stretch, and those between them that a law fits exactly or with the confidence `sure`.
  mutating func beside(_ found: [Found], in part: SpringPart, smooth: SmoothMotion) -> [Found] {
    let known = found.map(\.window.range).sorted { $0.lowerBound < $1.lowerBound }
    guard !known.isEmpty else { return found }
    let starts = [part.range.lowerBound] + known.map(\.upperBound)
    let ends = known.map(\.lowerBound) + [part.range.upperBound]
    let edges = edges
    accepts = { _ in true }
    defer { accepts = nil }
    let more = zip(starts, ends).flatMap { start, end -> [Found] in
      guard end - start >= Self.least else { return [] }
      return motions(in: SpringPart(range: start..<end, edge: nil, rest: part.rest)).filter {
        let range = $0.window.range
        return $0.laws.isExact(extent: $0.window.extent) && $0.window.slowsDown
          || $0.laws.confidence == .sure
            && smooth.unexplained(of: range, edges: edges) <= max(2, range.count / 10)
      }
    }
    guard !more.isEmpty else { return found }
    return merged(
      (found + more).sorted { $0.window.range.lowerBound < $1.window.range.lowerBound })
  }
}
