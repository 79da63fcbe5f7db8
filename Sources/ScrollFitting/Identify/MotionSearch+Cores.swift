internal import ScrollRecordings

/// The candidate parts of a moving stretch.
extension MotionSearch {
  /// The parts on which laws are tried, the most likely first.
  func cores(_ range: Range<Int>, _ rests: RestLevels) -> [Range<Int>] {
    let crossings = crossings(range)
    var result = [range]
    // The law changes at an edge.
    let bounds = [range.lowerBound] + crossings + [range.upperBound]
    if !crossings.isEmpty { result += zip(bounds, bounds.dropFirst()).map { $0..<$1 } }
    let turns = Array(Set(turns(range) + crossings)).sorted()
    let pieces = zip([range.lowerBound] + turns, turns + [range.upperBound - 1]).map { $0...$1 }
    // From each turning point to the end: an oscillation turns more than once.
    for turn in turns.prefix(6) { result.append(turn..<range.upperBound) }
    for piece in pieces.sorted(by: { $0.count > $1.count }).prefix(8) {
      let end = piece.upperBound + 1
      result.append(piece.lowerBound..<end)
      let peak = fastest(piece)
      // A motion that speeds up as it slows down, after another one.
      let mirrored = 2 * peak - end + max(2, (end - peak) / 8)
      if mirrored > piece.lowerBound { result.append(mirrored..<end) }
      for share in [0, 0.12, 0.3, 0.5] {
        let start = peak + Int(share * Double(end - peak))
        result.append(start..<end)
        if stopsAtOnce(piece), start < end - 1 { result.append(start..<end - 1) }
      }
      // An engine may correct the last position.
      if piece.count > 24 { result.append(peak + (end - peak) / 8..<end - 3) }
      for share in [0.75, 0.5] {
        result.append(peak + 1..<peak + 1 + Int(share * Double(end - peak - 1)))
      }
      // Without the first samples, which a finger may have moved, and without the last, at which an edge may have
      // stopped the motion.
      result.append(peak + 2..<max(peak + 2, end - 2))
      result.append(
        peak + (end - peak) / 8..<max(peak + (end - peak) / 8, end - (end - peak) / 4))
    }
    var seen: Set<Range<Int>> = []
    return result.filter {
      (moving($0)?.count ?? 0) >= Self.least && isWide($0) && seen.insert($0).inserted
    }
  }

  /// The first sample after each crossing of a known edge.
  private func crossings(_ range: Range<Int>) -> [Int] {
    edges.flatMap { edge in
      range.dropFirst().filter {
        (edge.overscroll(of: signal.values[$0]) > 0)
          != (edge.overscroll(of: signal.values[$0 - 1]) > 0)
      }
    }.sorted().prefix(8).map { $0 }
  }

  /// Whether the content keeps its speed up to a sample at rest: an edge stopped it between two frames.
  private func stopsAtOnce(_ piece: ClosedRange<Int>) -> Bool {
    let (last, values) = (piece.upperBound, signal.values)
    guard piece.count > 3, last + 1 < values.count, values[last + 1] == values[last] else {
      return false
    }
    let step = (values[last - 1] - values[last - 2]).magnitude
    return (values[last] - values[last - 1]).magnitude > 2 * motion.quantum
      || step > 4 * motion.quantum
  }

  /// Whether the content moves far enough to distinguish laws, and not longer than one motion.
  func isWide(_ range: Range<Int>) -> Bool {
    range.count <= NumericLimits.samplesOfMotion
      && extent(range) > 8 * motion.quantum + 24 * motion.noise
  }

  /// Turning points beyond rounding and noise, and the samples after the pauses of a log of changes.
  func turns(_ range: Range<Int>) -> [Int] {
    let pause = max(0.15, 6 * motion.frame)
    let pauses = range.dropFirst().filter { motion.times[$0] - motion.times[$0 - 1] > pause }
    return pauses.isEmpty ? reversals(range) : Set(reversals(range) + pauses).sorted()
  }

  /// Turning points beyond rounding and noise.
  private func reversals(_ range: Range<Int>) -> [Int] {
    let values = signal.values
    let slack = max(2.5 * motion.quantum + 6 * motion.noise, 1e-9)
    var result: [Int] = []
    var extreme = range.lowerBound
    var direction = 0.0
    for index in range {
      let step = values[index] - values[extreme]
      if direction == 0 {
        if step.magnitude > slack { (direction, extreme) = (step < 0 ? -1 : 1, index) }
      } else if step * direction > 0 {
        extreme = index
      } else if step.magnitude > slack {
        result.append(extreme)
        (direction, extreme) = (-direction, index)
      }
    }
    return result
  }

  /// The sample at which the content is fastest, measured over three frames.
  func fastest(_ piece: ClosedRange<Int>) -> Int {
    var best = piece.lowerBound
    var greatest = 0.0
    for index in piece.dropLast(3) {
      let span = motion.times[index + 3] - motion.times[index]
      let speed = (signal.values[index + 3] - signal.values[index]).magnitude / max(span, 1e-9)
      if speed > greatest { (best, greatest) = (index, speed) }
    }
    return best
  }
}
