/// A recording of changes with its missing frames filled in, each with the values of the row before it.
///
/// Other recorders write such frames, and they are as valid as their neighbours: the content was shown, and its value
/// was rounded to the same step.
package struct GapFilledTrace: Sendable {
  /// The recording; inserted rows are on the refresh grid.
  package var trace: Trace

  /// For each row of `trace` the row of the original recording that it is or repeats.
  package var rows: [Int]

  /// The sampling of the original recording, with its grid extended by the inserted frames.
  package var facts: SamplingFacts

  /// The number of inserted rows in a range.
  package func putBack(in range: Range<Int>) -> Int {
    range.count { $0 > 0 && rows[$0] == rows[$0 - 1] }
  }
}

extension GapFilledTrace {
  /// The maximum time after a row, and before the next one, for which frames are inserted, in s.
  ///
  /// It is long enough to detect a rest on both sides of a pause. The middle of a longer pause stays a gap, so that
  /// minutes without motion cost no more than a second.
  package static let longestHold = 0.6

  /// Number of rows before a gap from which the frame spacing of a display with variable rate is determined.
  private static let neighbours = 16

  /// Inserts the frames that a recording of changes omits.
  ///
  /// Frames are inserted where the content was at rest: no channel changes by more than 1.5 quanta across the gap, or
  /// none did in a frame just before it and the motion did not continue. Elsewhere frames were lost during motion and
  /// stay missing. The spacing is that of the last 16 rows: the largest number of grid frames that divides their steps,
  /// so that 60 Hz on a 120 Hz grid stays 60 Hz. Nothing is inserted after the last row, since the end of the recording
  /// is unknown.
  ///
  /// - Parameters:
  ///   - trace: the recording.
  ///   - facts: the sampling of one of its channels.
  /// - Returns: nil if the recording is not one of changes, its stamps fit no grid, or nothing is missing.
  package init?(_ trace: Trace, facts: SamplingFacts) {
    guard facts.isChangeOnlyLogSuspected, let grid = facts.grid, trace.timing.isRecorded,
      grid.frameNumbers.count == trace.count
    else { return nil }
    let holds = Self.holds(in: trace, facts: facts, grid: grid)
    let count = holds.reduce(trace.count) { $0 + $1.after + $1.before }
    guard !holds.isEmpty, count <= Limit.samples else { return nil }
    self.trace = trace
    self.facts = facts
    rows = []
    let (held, places) = putBack(holds, grid: grid, count: count)
    for index in trace.channels.indices {
      self.trace.channels[index].values = filled(trace.channels[index])
    }
    self.trace.phases = trace.phases?.flatMap { Self.filled($0, places: places) }
    self.facts.sampleCount = count
    self.facts.grid = held
    self.facts.gaps = SamplingFacts.gaps(
      self.trace.times, grid: held, median: facts.medianInterval)
    self.facts.missingFrames = self.facts.gaps.reduce(0) { $0 + $1.missingFrames }
  }

  /// Frames to insert after a row with a spacing in grid frames: those that follow it, and those that precede the next
  /// row.
  private struct Hold {
    var row: Int
    var spacing: Int
    var after: Int
    var before: Int
  }

  /// The pauses in which the content was at rest.
  private static func holds(
    in trace: Trace, facts: SamplingFacts, grid: RefreshGrid
  ) -> [Hold] {
    let tolerances = trace.channels.map {
      1.5 * (facts.looking(at: $0, of: trace).quantum?.value ?? 0)
    }
    /// Whether a step between rows changes every channel by at most its tolerance per frame.
    func isWithin(_ index: Int, frames: Int) -> Bool {
      zip(trace.channels, tolerances).allSatisfy { channel, tolerance in
        let before = channel.role == .delta ? 0 : channel.values[index]
        let change = (channel.values[index + 1] - before).magnitude
        // Allows one quantum, including truncated digits, but not two.
        return change <= tolerance * Double(frames)
      }
    }
    func step(_ index: Int) -> Int { grid.frameNumbers[index + 1] - grid.frameNumbers[index] }
    let longest = max(1, RefreshGrid.wholeNumber(longestHold / grid.period))

    var holds: [Hold] = []
    for row in 0..<max(0, trace.count - 1) where step(row) > 1 {
      let spacing = spacing(of: grid, around: row, longest: longest)
      let missing = step(row) / spacing - 1
      guard missing > 0 else { continue }
      let frames = row > 0 ? step(row - 1) / spacing : 0
      let isStill =
        frames > 0 && isWithin(row - 1, frames: frames)
        && !zip(trace.channels, tolerances).allSatisfy {
          SamplingFacts.goesOn(
            $0.values, across: row, frames: (Double(frames), Double(missing + 1)), tolerance: $1)
        }
      // Nothing is known before the first row, but five frames or more are not lost at once.
      let isStart = row == 0 && missing >= 5
      guard isWithin(row, frames: 1) || isStill || isStart else { continue }
      let most = max(1, longest / spacing)
      let after = min(missing, most)
      holds.append(
        Hold(row: row, spacing: spacing, after: after, before: min(missing - after, most)))
    }
    return holds
  }

  /// Sets `rows` and the times of `trace`, which then has `count` rows.
  ///
  /// - Returns: the grid with the inserted frames, and the new index of each original row, followed by the end.
  private mutating func putBack(
    _ holds: [Hold], grid: RefreshGrid, count: Int
  ) -> (grid: RefreshGrid, places: [Int]) {
    rows.reserveCapacity(count)
    var times: [Double] = []
    times.reserveCapacity(count)
    var held = grid
    held.frameNumbers = []
    held.frameTimes = []
    var places: [Int] = []
    places.reserveCapacity(trace.count)
    var next = holds.startIndex
    for row in trace.times.indices {
      places.append(rows.count)
      rows.append(row)
      times.append(trace.times[row])
      held.frameNumbers.append(grid.frameNumbers[row])
      held.frameTimes.append(grid.frameTimes[row])
      guard next < holds.endIndex, holds[next].row == row else { continue }
      let hold = holds[next]
      next += 1
      func putBack(_ frames: Int, from place: Int) {
        let time = grid.frameTimes[place] + Double(frames) * grid.period
        rows.append(row)
        held.frameNumbers.append(grid.frameNumbers[place] + frames)
        held.frameTimes.append(time)
        // The stamp of a row with jitter must not be earlier than that of an inserted one.
        times.append(min(max(time, times[times.count - 1]), trace.times[row + 1]))
      }
      for frame in 0..<hold.after { putBack((frame + 1) * hold.spacing, from: row) }
      for frame in 0..<hold.before {
        putBack((frame - hold.before) * hold.spacing, from: row + 1)
      }
    }
    places.append(rows.count)
    trace.times = times
    return (held, places)
  }

  /// The values of an original channel, repeated in inserted frames.
  private func filled(_ channel: Channel) -> [Double] {
    var previous = -1
    return rows.map { row in
      defer { previous = row }
      // A frame without an event has delta 0.
      return channel.role == .delta && row == previous ? 0 : channel.values[row]
    }
  }

  /// A phase of the original recording with its new range.
  ///
  /// An inserted frame between two phases can belong to either, or to a rest without rows, so it has no label.
  private static func filled(_ span: PhaseSpan, places: [Int]) -> [PhaseSpan] {
    let end = span.range.upperBound
    let whole = places[span.range.lowerBound]..<places[end]
    guard end < places.count - 1, !span.range.isEmpty else {
      return [PhaseSpan(label: span.label, range: whole)]
    }
    let last = places[end - 1] + 1
    return [
      PhaseSpan(label: span.label, range: whole.lowerBound..<last),
      PhaseSpan(label: "", range: last..<whole.upperBound),
    ].filter { !$0.range.isEmpty }
  }

  /// The frame spacing before the step after a row, in grid frames: the greatest common divisor of the preceding steps
  /// without pauses; at the start of a recording also of the following steps.
  private static func spacing(of grid: RefreshGrid, around row: Int, longest: Int) -> Int {
    var result = 0
    let end = row < 4 ? min(grid.frameNumbers.count - 2, row + neighbours) : row
    let near = max(0, row - neighbours)...end
    for index in near {
      var step = grid.frameNumbers[index + 1] - grid.frameNumbers[index]
      guard step <= longest else { continue }
      while step > 0 { (result, step) = (step, result % step) }
    }
    return max(1, result)
  }
}
