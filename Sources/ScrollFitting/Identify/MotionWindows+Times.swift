internal import ScrollPhysics
internal import ScrollTraces

/// Motions at other times than the frames or stamps of the recording.
extension MotionWindows {
  /// Replaces the motions in parts of which no law explains 80 %, where the times of an engine's clock lead to one that
  /// explains more; returns whether there was such a part.
  static func takeClocked(
    _ own: inout [Found], _ parts: [SpringPart], _ search: MotionSearch
  ) -> Bool {
    var isAny = false
    for part in parts {
      let known = explained(own.filter { part.range.overlaps($0.window.range) })
      let windows = [true, false].lazy.compactMap { search.widest([part], isWhole: $0) }
      let found = windows.compactMap { window -> Found? in
        guard 5 * known < 4 * window.count, let found = EngineClock(window: window).found,
          5 * found.window.range.count > 6 * known
        else { return nil }
        return found
      }.first
      guard let found else { continue }
      own.removeAll { part.range.overlaps($0.window.range) }
      own.append(found)
      isAny = true
    }
    own.sort { $0.window.range.lowerBound < $1.window.range.lowerBound }
    return isAny
  }

  /// After how many parts in a row for which it was in vain no other is tried again.
  private static let mostFailures = 4
  /// No law of a motion has fewer parameters.
  private static let fewestParameters = 3

  /// Replaces motions with samples of unsure times of which no law is sure, where laws without a free shape explain more
  /// once these samples count less, or laws with fewer parameters explain as much.
  static func takeUnsure(
    _ own: inout [Found], _ parts: [SpringPart], _ phases: [Phase], _ search: MotionSearch
  ) {
    let motion = search.motion.withUnsureTimes(of: search.signal)
    guard !motion.unsure.isEmpty else { return }
    func parameters(_ found: [Found]) -> Int {
      found.filter(\.laws.hasFollower).compactMap(\.laws.answer?.parameterCount).max() ?? 0
    }
    // No law follows the many parts of a path that a hand made, whatever the times.
    var patience = mostFailures
    for part in parts where patience > 0 {
      let known = own.filter { part.range.overlaps($0.window.range) }
      let before = followed(known)
      guard !known.contains(where: { $0.laws.confidence == .sure }),
        let moving = search.moving(part.range), moving.contains(where: { motion.unsure[$0] > 0 }),
        5 * moving.count > 6 * before || parameters(known) > fewestParameters
      else { continue }
      var other = MotionSearch(
        search.signal, motion, edges: search.edges, largestJitter: search.largestJitter,
        laws: search.laws)
      let found = motions([part], phases, &other, isByFinger: false)
      let now = followed(found)
      let isSimpler = now > 0 && 20 * now >= 19 * before && parameters(found) < parameters(known)
      guard 5 * now > 6 * before || isSimpler else {
        patience -= 1
        continue
      }
      patience = mostFailures
      own.removeAll { part.range.overlaps($0.window.range) }
      own += found
    }
    own.sort { $0.window.range.lowerBound < $1.window.range.lowerBound }
  }

  /// The motions with timing errors of up to a third of a frame, as an engine with its own timer causes; empty unless a
  /// law is likely for at least 80 % of the moving samples.
  static func rough(
    _ parts: [SpringPart], _ phases: [Phase], _ search: inout MotionSearch
  ) -> [Found] {
    var found = motions(parts, phases, &search, isByFinger: false)
    for index in found.indices { found[index].laws.doubt() }
    // With such large errors, it is unknown whether samples beside a part belong to it.
    let moving = search.widest(parts, isWhole: true)?.count ?? 0
    let isLikely = found.contains {
      $0.laws.confidence == .likely && 5 * $0.window.range.count >= 4 * moving
    }
    return isLikely ? found : []
  }
}
