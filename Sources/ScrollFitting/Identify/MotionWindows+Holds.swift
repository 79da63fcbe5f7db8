internal import ScrollPhysics

/// Samples in fast motion that repeat the one before: the recorder saw a frame again, or the content stood still.
extension MotionWindows {
  /// The longest hold in samples. Content that stands still for longer has stopped.
  private static let longest = 4
  /// The largest number of samples between a hold and a motion that may begin at it.
  private static let soon = 1
  /// The largest share of the samples that holds may have.
  private static let largestShare = 1.0 / 12

  /// The repeated samples of a range, each group between two steps that are far above a pixel, in the same direction, and 2 %
  /// of the way.
  private static func holds(_ range: Range<Int>, _ search: MotionSearch) -> [Range<Int>] {
    let values = search.signal.values
    let fast = max(0.02 * search.extent(range), 6 * search.motion.quantum + 6 * search.motion.noise)
    var found: [Range<Int>] = []
    var index = range.lowerBound + 2
    while index < range.upperBound {
      guard values[index] == values[index - 1] else {
        index += 1
        continue
      }
      let end = values[index..<range.upperBound].firstIndex { $0 != values[index] }
      guard let end else { break }
      let (before, after) = (
        values[index - 1] - values[index - 2], values[end] - values[end - 1]
      )
      if end - index <= longest, before.magnitude > fast, after.magnitude > fast, before * after > 0
      {
        found.append(index..<end)
      }
      index = end + 1
    }
    return found
  }

  /// Lowers the confidence in a law inside the edges that begins soon after a hold: it may be the end of a motion of another law.
  static func doubtAfterHolds(_ own: inout [Found], _ parts: [SpringPart], _ search: MotionSearch) {
    for index in own.indices where own[index].window.edge == nil {
      let start = own[index].window.range.lowerBound
      guard let part = parts.first(where: { $0.range.contains(start) }) else { continue }
      let isSoon = holds(part.range, search).contains { hold in
        hold.lowerBound - 1 <= start && start <= hold.upperBound + soon
      }
      if isSoon { own[index].laws.doubt() }
    }
  }

  /// Replaces motions where one law explains far more without holds: with all samples at their times, as after a frame that
  /// was seen twice, or with the later ones earlier by the holds, as after a pause of the content's clock.
  static func takeHeld(_ own: inout [Found], _ parts: [SpringPart], _ search: MotionSearch) {
    replace(&own, in: parts, search) { part, moving, known in
      let holds = holds(part.range, search)
      guard !holds.isEmpty, isPartly(moving, known),
        let window = search.widest([part], isWhole: true),
        case let held = Set(holds.flatMap { $0 }.map { $0 - window.range.lowerBound }),
        Double(held.count) <= largestShare * Double(window.count),
        window.count == window.range.count
      else { return nil }
      let kept = window.times.indices.filter { !held.contains($0) }
      var whole = window.keeping(kept)
      whole.strays = held.count
      // Each sample after a hold is earlier by the hold's length.
      let pauses = kept.map { sample in
        holds.filter { $0.lowerBound - window.range.lowerBound < sample }.reduce(0) { sum, hold in
          let first = hold.lowerBound - window.range.lowerBound
          return sum + window.times[first + hold.count - 1] - window.times[first - 1]
        }
      }
      let paused = whole.at(zip(whole.times, pauses).map { $0 - $1 })
      let found = [whole, paused].compactMap { MotionSearch.compared($0) }.filter {
        $0.laws.hasFollower && $0.laws.law.canBeSure && !$0.laws.law.hasFreeForm
          && !$0.window.hasTimeErrors
      }
      guard var best = found.min(by: { $0.laws.answer?.rms ?? 0 < $1.laws.answer?.rms ?? 0 })
      else { return [] }
      best.laws.doubt()
      return isBetter([best], than: known) ? [best] : []
    }
  }
}
