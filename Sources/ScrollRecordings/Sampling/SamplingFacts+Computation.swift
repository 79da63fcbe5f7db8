extension SamplingFacts {
  /// Analyses the sampling of a recording.
  ///
  /// - Parameters:
  ///   - trace: the recording.
  ///   - channel: the channel whose values are analysed; nil for the first one.
  ///   - scale: pixels per point; nil to use that of the reader, or of the metadata.
  ///
  /// Cost: a few passes over the samples.
  public init(_ trace: Trace, channel: Channel? = nil, scale: Double? = nil) {
    let times = trace.times
    let steps = times.withUnsafeBufferPointer { StepFacts($0) }
    let median = steps.median

    sampleCount = times.count
    duration = (times.last ?? 0) - (times.first ?? 0)
    medianInterval = median
    duplicateStamps = steps.equalCount
    let rate = trace.metadata.refreshRate

    switch trace.timing {
    case .assumed(let interval, _):
      let grid = RefreshGrid.assumed(times, interval: interval)
      self.grid = grid
      refreshRate = rate ?? grid.rate
    case .stamps:
      grid = median.flatMap {
        RefreshGrid.detect(in: times, rate: rate, medianInterval: $0)
      }
      refreshRate = rate ?? grid?.rate
    }
    jitter = grid?.jitter
    isIrregular =
      trace.timing.isRecorded && grid == nil
      && SamplingFacts.spread(times) > 0.1 * (median ?? 0)

    // Assumed times have longer steps only where a rest was folded.
    gaps =
      trace.timing.isRecorded
      ? SamplingFacts.gaps(times, grid: grid, median: median) : []
    missingFrames = gaps.reduce(0) { $0 + $1.missingFrames }
    droppedFrames = missingFrames
    isChangeOnlyLogSuspected = false
    look(at: channel ?? trace.channels.first, of: trace, scale: scale)
  }

  /// The sampling of another channel of the same recording; the analysis of the stamps is reused.
  ///
  /// - Parameters:
  ///   - trace: the recording that this value belongs to.
  ///   - channel: the channel whose values are analysed.
  ///   - scale: pixels per point; nil to use that of the reader, or of the metadata.
  public func looking(at channel: Channel, of trace: Trace, scale: Double? = nil) -> SamplingFacts {
    var result = self
    result.look(at: channel, of: trace, scale: scale)
    return result
  }

  private mutating func look(at channel: Channel?, of trace: Trace, scale: Double?) {
    let values = channel?.values ?? []
    valueRange = SamplingFacts.range(values)
    quantum = channel.flatMap {
      Quantum.detect(in: $0, range: valueRange, scale: scale ?? trace.scale ?? trace.metadata.scale)
    }
    isChangeOnlyLogSuspected = SamplingFacts.isChangeOnly(
      values, of: trace, range: valueRange, gaps: gaps, quantum: quantum?.value ?? 0,
      median: medianInterval)
    droppedFrames = isChangeOnlyLogSuspected ? 0 : missingFrames
    settledTail = SamplingFacts.settledTail(values, times: trace.times)
  }

  /// The difference between the last and the first decile of the nonzero steps.
  private static func spread(_ times: [Double]) -> Double {
    let sorted = zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 > 0 }.sorted()
    guard sorted.count >= 3 else { return 0 }
    let tenth = sorted.count / 10
    return sorted[sorted.count - 1 - tenth] - sorted[tenth]
  }

  /// The steps that are longer than 1.5 times the usual one: the median number of frames on a grid, else the median
  /// interval.
  package static func gaps(_ times: [Double], grid: RefreshGrid?, median: Double?) -> [Gap] {
    guard let median else { return [] }
    let usual = grid.map { max(1, (median / $0.period).rounded()) } ?? median
    var gaps: [Gap] = []
    times.withUnsafeBufferPointer { times in
      func add(_ index: Int, _ step: Double) {
        gaps.append(
          Gap(
            index: index, start: times[index], end: times[index + 1],
            missingFrames: max(1, RefreshGrid.wholeNumber(step / usual) - 1)))
      }
      if let grid {
        grid.frameNumbers.withUnsafeBufferPointer { frames in
          for index in 0..<max(times.count - 1, 0) {
            let step = Double(frames[index + 1] &- frames[index])
            if step > 1.5 * usual { add(index, step) }
          }
        }
      } else {
        for index in 0..<max(times.count - 1, 0) {
          let step = times[index + 1] - times[index]
          if step > 1.5 * usual { add(index, step) }
        }
      }
    }
    return gaps
  }

  /// Whether a recording omits frames without change: its rows never repeat, and gaps of at least two frames in total
  /// occur only where the content hardly moved. That means a change across the gap of at most a step; or one before the
  /// gap, if the motion did not continue. Fewer frames may also be lost during motion. The last sample may repeat,
  /// because recorders write it at the end.
  private static func isChangeOnly(
    _ values: [Double], of trace: Trace, range: ClosedRange<Double>?, gaps: [Gap], quantum: Double,
    median: Double?
  ) -> Bool {
    let times = trace.times
    guard values.count == times.count, gaps.reduce(0, { $0 + $1.missingFrames }) >= 2,
      values.count >= 8, let range, let median
    else { return false }
    // Another axis may move while this one rests.
    let isRepeating = times.indices.dropFirst().dropLast().contains { index in
      values[index] == values[index - 1]
        && trace.channels.allSatisfy { $0.values[index] == $0.values[index - 1] }
    }
    guard !isRepeating else { return false }
    let largest = max(1.5 * quantum, 0.005 * (range.upperBound - range.lowerBound))
    func isStill(_ gap: Gap, within largest: Double) -> Bool {
      let index = gap.index
      if abs(values[index + 1] - values[index]) <= largest { return true }
      guard index > 0 else { return false }
      let before = max(1, ((times[index] - times[index - 1]) / median).rounded())
      let across = ((times[index + 1] - times[index]) / median).rounded()
      return abs(values[index] - values[index - 1]) <= 1.5 * quantum * before
        && !goesOn(values, across: index, frames: (before, across), tolerance: 1.5 * quantum)
    }
    if gaps.allSatisfy({ isStill($0, within: largest) }) { return true }
    // If frames were also lost during motion, only pauses are evidence of a recording of changes.
    let pauses = gaps.filter { $0.missingFrames >= 5 && isStill($0, within: 1.5 * quantum) }
    return pauses.count >= 2 && pauses.reduce(0) { $0 + $1.missingFrames } >= 20
  }

  /// Whether values change across the step after `index` at the same rate as before, as in a motion with lost frames.
  static func goesOn(
    _ values: [Double], across index: Int, frames: (before: Double, across: Double),
    tolerance: Double
  ) -> Bool {
    let before = (values[index] - values[index - 1]) / frames.before
    return abs(values[index + 1] - values[index] - before * frames.across) <= tolerance
  }

  private static func settledTail(_ values: [Double], times: [Double]) -> SettledTail? {
    guard let last = values.last, values.count == times.count else { return nil }
    let start = values.withUnsafeBufferPointer { values in
      var start = values.count - 1
      while start > 0, values[start - 1] == last { start -= 1 }
      return start
    }
    return SettledTail(sampleCount: values.count - start, start: times[start])
  }

  private static func range(_ values: [Double]) -> ClosedRange<Double>? {
    guard let first = values.first else { return nil }
    return values.withUnsafeBufferPointer { values in
      // Two independent halves, since each comparison depends on the previous one.
      var (low, high) = (first, first)
      var (otherLow, otherHigh) = (first, first)
      var index = 0
      while index + 1 < values.count {
        low = values[index] < low ? values[index] : low
        high = values[index] >= high ? values[index] : high
        otherLow = values[index + 1] < otherLow ? values[index + 1] : otherLow
        otherHigh = values[index + 1] >= otherHigh ? values[index + 1] : otherHigh
        index += 2
      }
      if index < values.count {
        low = min(low, values[index])
        high = max(high, values[index])
      }
      low = min(low, otherLow)
      high = max(high, otherHigh)
      // For zeros of either sign, the first is the smallest and the last the largest.
      if low == 0 { low = values.first { $0 == 0 } ?? low }
      if high == 0 { high = values.last { $0 == 0 } ?? high }
      return low...high
    }
  }

  /// The times of the samples' display frames, in s; the stamps if no grid fits.
  public func frameTimes(of trace: Trace) -> [Double] { grid?.frameTimes ?? trace.times }
}
