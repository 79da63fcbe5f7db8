internal import ScrollPhysics

/// Samples in fast motion that repeat the one before: the recorder saw a frame again, or the content stood still.
extension MotionWindows {
  /// The longest hold in samples. Content that stands still for longer has stopped.
  private static let longest = 4
  /// The largest number of samples between a hold and a motion that may begin at it.
  private static let soon = 1
  /// The number of samples before a motion that show how a finger moved.
  private static let fewSamples = 8
  /// The number of samples after a jump that show that no finger moves the content.
  private static let fewSteady = 4

  /// The repeated samples of a range, each group between two steps that are far above a pixel, in the same direction, and half
  /// a percent of the way.
  static func holds(_ range: Range<Int>, _ search: MotionSearch) -> [Range<Int>] {
    let values = search.signal.values
    let fast = max(
      0.005 * search.extent(range), 6 * search.motion.quantum + 6 * search.motion.noise)
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

  /// Lowers the confidence in a law inside the edges that begins soon after a hold or a jump: it may be the end of a motion of
  /// another law. And in one at the ticks of a slow timer with a single hold, which content that stood still once has too.
  static func doubtAfterFaults(_ own: inout [Found], _ parts: [SpringPart], _ search: MotionSearch)
  {
    for index in own.indices where own[index].window.edge == nil {
      let (range, clock) = (own[index].window.range, own[index].window.clock ?? 0)
      guard let part = parts.first(where: { $0.range.contains(range.lowerBound) }) else { continue }
      let holds = holds(part.range, search)
      // Several holds are those of a finger whose moves come more seldom than frames.
      let last = holds.filter {
        (range.lowerBound - fewSamples...range.lowerBound + 1).contains($0.lowerBound)
      }
      let isSoon = last.count == 1 && range.lowerBound <= last[0].upperBound + soon
      let isTick = clock <= search.motion.frame || holds.count { $0.overlaps(range) } != 1
      if isSoon || !isTick || jumps(before: range, search) { own[index].laws.doubt(.start) }
    }
  }

  /// Whether the content jumped, and then sped up evenly until a motion began: no finger made the samples between them. A
  /// jump at the start itself is usual, as a release moves content by a step of the finger and one of the glide.
  private static func jumps(before range: Range<Int>, _ search: MotionSearch) -> Bool {
    let values = search.signal.values
    let slack = 6 * search.motion.quantum + 6 * search.motion.noise
    func step(_ index: Int) -> Double { values[index] - values[index - 1] }
    var index = range.lowerBound - soon - 1
    while index >= max(2, range.lowerBound - range.count) {
      let (before, own, after) = (step(index - 1), step(index), step(index + 1))
      guard before * after > 0, min(before.magnitude, after.magnitude) > slack else { return false }
      if own * after < 0 || own.magnitude > 2 * max(before.magnitude, after.magnitude) {
        return own.magnitude > slack && index <= range.lowerBound - fewSteady
      }
      let gain = after.magnitude - own.magnitude
      guard -slack / 3 <= gain, gain <= 0.15 * after.magnitude + slack / 3 else { return false }
      index -= 1
    }
    return false
  }

  /// Replaces motions where one law explains far more without holds: with all samples at their times, as after a frame that
  /// was seen twice, or with the later ones earlier by the holds, as after a pause of the content's clock.
  static func takeHeld(_ own: inout [Found], _ parts: [SpringPart], _ search: MotionSearch) {
    replace(&own, in: parts, search) { part, moving, known in
      let holds = holds(part.range, search)
      guard !holds.isEmpty, isPartly(moving, known),
        let window = search.widest([part], isWhole: true),
        window.count == window.range.count
      else { return nil }
      let found = without(holds, window).compactMap { MotionSearch.compared($0) }.filter {
        $0.laws.hasFollower && $0.laws.law.canBeSure && !$0.laws.law.hasFreeForm
      }
      guard var best = found.min(by: { $0.laws.answer?.rms ?? 0 < $1.laws.answer?.rms ?? 0 })
      else { return [] }
      best.laws.doubt(.ownSamples)
      return isBetter([best], than: known) ? [best] : []
    }
  }

  /// A window without the repeated samples: with the others at their times, and with the later ones earlier by the holds.
  /// Empty if the window has no holds.
  static func without(_ holds: [Range<Int>], _ window: MotionWindow) -> [MotionWindow] {
    let first = window.range.lowerBound
    let holds = holds.filter { $0.lowerBound > first && $0.upperBound <= window.range.upperBound }
      .map { $0.lowerBound - first..<$0.upperBound - first }
    guard !holds.isEmpty, window.count == window.range.count else { return [] }
    let held = Set(holds.flatMap { $0 })
    let kept = window.times.indices.filter { !held.contains($0) }
    var whole = window.keeping(kept)
    whole.strays = held.count
    let pauses = kept.map { sample in
      holds.filter { $0.lowerBound < sample }.reduce(0) { sum, hold in
        sum + window.times[hold.upperBound - 1] - window.times[hold.lowerBound - 1]
      }
    }
    return [whole, whole.at(zip(whole.times, pauses).map { $0 - $1 })]
  }
}
