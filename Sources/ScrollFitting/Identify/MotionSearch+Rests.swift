internal import ScrollRecordings

/// Where the samples of a stretch move, and whether they begin and end at rest.
extension MotionSearch {
  /// The moving samples of a stretch, and whether they begin and end at rest.
  func bounds(of part: SpringPart) -> (moving: Range<Int>, rests: RestLevels)? {
    guard let moving = moving(part.range) else { return nil }
    let rests = RestLevels(
      before: isAtRest(moving.lowerBound, next: moving.lowerBound - 1),
      after: moving.upperBound < part.range.upperBound
        || isAtRest(moving.upperBound - 1, next: moving.upperBound))
    guard rests.after, endsAbruptly(moving) else { return (moving, rests) }
    return (moving.dropLast(), RestLevels(before: rests.before, after: false))
  }

  /// Whether a sample equals its neighbour, but for noise.
  private func isAtRest(_ index: Int, next: Int) -> Bool {
    signal.values.indices.contains(next) && motion.isSteady(index, next)
  }

  /// Whether the last step follows a rest and is many times the step before: the engine corrects the final position.
  private func endsAbruptly(_ range: Range<Int>) -> Bool {
    guard range.count > Self.least + 3 else { return false }
    let steps = (range.upperBound - 3..<range.upperBound).map {
      (signal.values[$0] - signal.values[$0 - 1]).magnitude
    }
    return steps[1] == 0 && steps[2] > 4 * steps[0] + 2 * motion.quantum
  }

  /// The samples from the last one before the first change to the last change, beyond noise; nil if nothing changes.
  func moving(_ range: Range<Int>) -> Range<Int>? {
    let values = signal.values
    // Nine samples show a rest in noise.
    let (start, end) = (range.lowerBound, range.upperBound)
    let before = level(of: start - 8..<start + 1) ?? level(of: start..<min(start + 9, end))
    let after = level(of: max(start, end - 9)..<end)
    func differs(_ index: Int, from level: Double?, or neighbour: Int) -> Bool {
      let other = level ?? values[neighbour]
      return (values[index] - other).magnitude > (level == nil ? 0 : 3 * motion.noiseAtRest)
    }
    guard
      let first = range.dropFirst().first(where: { differs($0, from: before, or: $0 - 1) }),
      let last = range.dropFirst().last(where: { differs($0 - 1, from: after, or: $0) }),
      first <= last
    else { return nil }
    return first - 1..<last + 1
  }

  /// The mean of nine samples or more that lie within noise; nil if they do not, or if there is none beside rounding.
  private func level(of range: Range<Int>) -> Double? {
    guard motion.noiseAtRest > 0, range.count >= 9, range.lowerBound >= 0,
      range.upperBound <= signal.values.count
    else { return nil }
    let values = signal.values[range]
    guard let low = values.min(), let high = values.max(), high - low <= 6 * motion.noiseAtRest
    else { return nil }
    return values.reduce(0, +) / Double(values.count)
  }
}
