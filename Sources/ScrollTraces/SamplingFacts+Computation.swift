extension SamplingFacts {
  /// Looks at a recording.
  ///
  /// - Parameters:
  ///   - trace: the recording.
  ///   - channel: the quantity whose values are looked at; nil for the first one.
  ///   - scale: pixels in a point; nil to take the reader's, or the metadata's.
  ///
  /// Cost: a few passes over the samples and one sorting of their distances.
  public init(_ trace: Trace, channel: Channel? = nil, scale: Double? = nil) {
    let times = trace.times
    let channel = channel ?? trace.channels.first
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }
    let sorted = steps.filter { $0 > 0 }.sorted()
    let median = sorted.isEmpty ? nil : SamplingFacts.median(sorted)

    sampleCount = times.count
    duration = (times.last ?? 0) - (times.first ?? 0)
    medianInterval = median
    duplicateStamps = steps.count { $0 == 0 }

    switch trace.timing {
    case .assumed(let interval, _):
      let grid = RefreshGrid.assumed(times, interval: interval)
      self.grid = grid
      refreshRate = trace.metadata.refreshRate ?? grid.rate
    case .stamps:
      grid = median.flatMap {
        RefreshGrid.detect(in: times, rate: trace.metadata.refreshRate, medianInterval: $0)
      }
      refreshRate = trace.metadata.refreshRate ?? grid?.rate
    }
    jitter = grid?.jitter
    isIrregular =
      trace.timing.isRecorded && grid == nil && SamplingFacts.spread(sorted) > 0.1 * (median ?? 0)

    // Steps of assumed times are longer only where a rest was folded.
    gaps =
      trace.timing.isRecorded
      ? SamplingFacts.gaps(times, steps: steps, grid: grid, median: median) : []
    missingFrames = gaps.reduce(0) { $0 + $1.missingFrames }
    let quantum = channel.flatMap {
      Quantum.detect(in: $0, scale: scale ?? trace.scale ?? trace.metadata.scale)
    }
    self.quantum = quantum
    isChangeOnlyLogSuspected = SamplingFacts.isChangeOnly(
      channel?.values ?? [], count: times.count, gaps: gaps, quantum: quantum?.value ?? 0)
    droppedFrames = isChangeOnlyLogSuspected ? 0 : missingFrames
    settledTail = SamplingFacts.settledTail(channel?.values ?? [], times: times)
    valueRange = SamplingFacts.range(channel?.values ?? [])
  }

  private static func median(_ sorted: [Double]) -> Double {
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// From the first decile to the last.
  private static func spread(_ sorted: [Double]) -> Double {
    guard sorted.count >= 3 else { return 0 }
    let tenth = sorted.count / 10
    return sorted[sorted.count - 1 - tenth] - sorted[tenth]
  }

  /// The steps that are longer than one and a half usual ones: the median number of frames on a
  /// grid, the median distance otherwise.
  private static func gaps(
    _ times: [Double], steps: [Double], grid: RefreshGrid?, median: Double?
  ) -> [Gap] {
    guard let median else { return [] }
    let usual = grid.map { max(1, (median / $0.period).rounded()) } ?? median
    return steps.indices.compactMap { index in
      let step =
        grid.map { Double($0.frameNumbers[index + 1] - $0.frameNumbers[index]) } ?? steps[index]
      guard step > 1.5 * usual else { return nil }
      return Gap(
        index: index, start: times[index], end: times[index + 1],
        missingFrames: max(1, RefreshGrid.wholeNumber(step / usual) - 1))
    }
  }

  /// Whether two gaps at least, all of them across a step or less, stand in a recording whose
  /// values never repeat. The last sample may: recorders close with it.
  private static func isChangeOnly(_ values: [Double], count: Int, gaps: [Gap], quantum: Double)
    -> Bool
  {
    guard values.count == count, gaps.count >= 2, values.count >= 8, let range = range(values)
    else { return false }
    let largest = max(1.5 * quantum, 0.005 * (range.upperBound - range.lowerBound))
    let repeats = values.indices.dropFirst().dropLast().count { values[$0] == values[$0 - 1] }
    return repeats == 0
      && gaps.allSatisfy { abs(values[$0.index + 1] - values[$0.index]) <= largest }
  }

  private static func settledTail(_ values: [Double], times: [Double]) -> SettledTail? {
    guard let last = values.last, values.count == times.count else { return nil }
    let start = (values.lastIndex { $0 != last } ?? -1) + 1
    return SettledTail(sampleCount: values.count - start, start: times[start])
  }

  private static func range(_ values: [Double]) -> ClosedRange<Double>? {
    guard let first = values.first else { return nil }
    var low = first
    var high = first
    for value in values {
      low = min(low, value)
      high = max(high, value)
    }
    return low...high
  }

  /// The times of the display frames that the samples belong to, s; the stamps where no grid fits.
  public func frameTimes(of trace: Trace) -> [Double] { grid?.frameTimes ?? trace.times }
}
