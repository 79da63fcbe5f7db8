/// A log of changes with the frames put back that it left out, each with the values of the row before it.
///
/// Every other recorder writes such frames, and they are as true as their neighbours: the content was
/// shown, and its value rounded to the same step.
package struct GapFilledTrace: Sendable {
  /// The recording; rows put back stand on the refresh grid.
  package var trace: Trace

  /// For each row of `trace` the row of the log that it is, or whose values it repeats.
  package var rows: [Int]

  /// The facts about the log, its grid extended by the frames put back.
  package var facts: SamplingFacts

  /// How many rows of a range were put back.
  package func putBack(in range: Range<Int>) -> Int {
    range.count { $0 > 0 && rows[$0] == rows[$0 - 1] }
  }
}

extension GapFilledTrace {
  /// The longest time after a row, and before the next one, for which frames are put back, in s.
  ///
  /// It is enough to see a rest on both sides of a pause. The middle of a longer pause stays a gap, so
  /// that minutes without motion cost no more than a second.
  package static let longestHold = 0.6

  /// Rows before a gap whose distances tell how far apart the frames of a display were that changes its rate.
  private static let neighbours = 16

  /// Puts back the frames that a log of changes left out.
  ///
  /// Frames are put back where the content really stood still: where no channel changes by more than 1.5
  /// quanta across the gap, or none moved by as much in a frame just before it, and they did not go on so. Elsewhere frames were lost
  /// in motion, and stay lost. Frames are as far apart as those just before: by the largest number of frames
  /// of the grid that divides the steps of the last 16 rows, so that 60 Hz within 120 Hz stay 60 Hz. Nothing
  /// is put behind the last row, for nobody knows how long the recorder still ran.
  ///
  /// - Parameters:
  ///   - trace: the recording.
  ///   - facts: of one of its channels.
  /// - Returns: nil where the recording is no log of changes, its stamps fit no grid, or nothing is missing.
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

  /// Frames put back after a row, so many frames of the grid apart: those that follow it, and those that lead to the
  /// next.
  private struct Hold {
    var row: Int
    var spacing: Int
    var after: Int
    var before: Int
  }

  /// The pauses in which the content stood still.
  private static func holds(
    in trace: Trace, facts: SamplingFacts, grid: RefreshGrid
  ) -> [Hold] {
    let tolerances = trace.channels.map {
      1.5 * (facts.looking(at: $0, of: trace).quantum?.value ?? 0)
    }
    /// A value on both sides of a step between rows may differ by this much in each channel.
    func isWithin(_ index: Int, frames: Int) -> Bool {
      zip(trace.channels, tolerances).allSatisfy { channel, tolerance in
        let before = channel.role == .delta ? 0 : channel.values[index]
        let change = (channel.values[index + 1] - before).magnitude
        // One quantum, with room for the digits that were cut off; two are more.
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
      // Before the first row nothing is known; so many frames are not lost at once.
      let isStart = row == 0 && missing >= 5
      guard isWithin(row, frames: 1) || isStill || isStart else { continue }
      let most = max(1, longest / spacing)
      let after = min(missing, most)
      holds.append(
        Hold(row: row, spacing: spacing, after: after, before: min(missing - after, most)))
    }
    return holds
  }

  /// Sets `rows` and the times of `trace`, of which there are `count` then.
  ///
  /// - Returns: the grid with the frames put back, and where each row of the log has gone; last, the end.
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
        // A jittered neighbour must not run ahead of it.
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

  /// The values of a channel of the log, repeated where frames were put back.
  private func filled(_ channel: Channel) -> [Double] {
    var previous = -1
    return rows.map { row in
      defer { previous = row }
      // A frame without an event asks for no change.
      return channel.role == .delta && row == previous ? 0 : channel.values[row]
    }
  }

  /// A phase of the log, from where its rows have gone to.
  ///
  /// A frame put back between two names may belong to either, or to a rest without a row: it has none.
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

  /// How many frames of the grid neighbours are apart before the step after a row: the greatest common divisor
  /// of the steps up to it, pauses left out; at the start of a recording of those that follow as well.
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
