internal import ScrollRecordings

/// The rate of samples without stamps of their own, where the rows tell it.
extension TraceBuilder {
  /// Drops a row that repeats the one before it.
  mutating func drop() {
    duplicateRows += 1
    // Only stamps in whole seconds or tenths may need it again.
    guard slots[timeSlot].decimals <= 1, count > 0 else { return }
    if dropped.last?.sample == count - 1 {
      dropped[dropped.count - 1].count += 1
    } else {
      dropped.append((count - 1, 1))
    }
  }

  /// Takes the rate that a constant column states, or the samples in each second of stamps in whole seconds.
  mutating func takeRate() throws(Fault) {
    guard canRest else { return }
    if timeSlot >= 0 { return try takeCoarseStamps() }
    guard case .assumed(_, .standard) = timing else { return }
    let rate = statedRate
    if let rate = rate ?? log?.coarse?.rate {
      try space(1 / rate, rate == statedRate ? .metadata : .counted)
    }
  }

  /// The rate in a column such as `fps` beside a count of frames; nil if there is none, or if it changes.
  private var statedRate: Double? {
    watched.keys.sorted().lazy.compactMap { index -> Double? in
      guard MetadataKey.isRate(plan.columns[index].name), let values = watched[index],
        let rate = values.first, values.allSatisfy({ $0 == rate }),
        MetadataKey.refreshRate.allowed.contains(rate)
      else { return nil }
      return rate
    }.first
  }

  private mutating func takeCoarseStamps() throws(Fault) {
    guard !isEvents, slots[timeSlot].decimals <= 1, rows > 8,
      4 * (rows - duplicateStamps - duplicateRows) < rows
    else { return }
    let times = zip(samples.values(timeSlot, count: count), copies).flatMap {
      Array(repeating: $0, count: $1)
    }
    guard let stamps = CoarseStamps(times) else { return }
    guard let rate = options.interval.map({ 1 / $0 }) ?? stamps.rate else {
      // Fits bear times that are off by tenths.
      if stamps.width == 1 { throw tooCoarse(stamps) }
      return
    }
    try restoreDropped()
    try space(1 / rate, options.interval == nil ? .counted : .option)
  }

  /// Puts the rows at even distances from 0 on.
  private mutating func space(_ interval: Double, _ source: IntervalSource) throws(Fault) {
    guard !hasWindow else {
      throw Fault(
        code: .unclearTime, field: timeSlot >= 0 ? plan.numeric[timeSlot] : nil,
        message: "the samples have no stamps of their own, which --from and --to need",
        help: "leave these out, and cut the file")
    }
    let before = self.interval
    for index in 0..<count {
      let row = timeSlot >= 0 ? Double(index) : (samples[timeColumn, index] / before).rounded()
      samples[timeColumn, index] = row * interval
    }
    firstTime = samples[timeColumn, 0]
    previousTime = samples[timeColumn, max(count - 1, 0)]
    timing = .assumed(interval: interval, source: source)
    inferredTimeUnit = nil
    if timeSlot >= 0 { (duplicateStamps, duplicateRows) = (0, 0) }
  }

  private func tooCoarse(_ stamps: CoarseStamps) -> Fault {
    let column = plan.numeric[timeSlot]
    let rows = stamps.perSecond.map { "\(Int($0.rounded()))" }
    return Fault(
      code: .unclearTime, field: column,
      message:
        "the times in column \(PrintedText.named(plan.columns[column].name)) are whole seconds, too coarse"
        + " for samples",
      help: "say how far apart the rows are"
        + (rows.map { ", of which full seconds hold \(stamps.differ ? "up to " : "")\($0)" } ?? "")
        + ": scrollfit fit --interval 1/\(rows ?? "60") FILE")
  }

  /// How often each sample stood in the file: the rows that were dropped as repetitions count.
  private var copies: [Int] {
    var copies = [Int](repeating: 1, count: count)
    for rows in dropped { copies[rows.sample] += rows.count }
    return copies
  }

  /// Inserts the rows again that were dropped as repetitions.
  private mutating func restoreDropped() throws(Fault) {
    let copies = copies
    var target = copies.reduce(0, +)
    guard target > count else { return }
    guard target < Limit.samples else { throw tooMany() }
    while target >= samples.capacity { samples.grow() }
    pointToSamples()
    if plan.hasPhases { phases.repeatSamples(copies) }
    let whole = target
    for source in stride(from: count - 1, through: 0, by: -1) {
      for _ in 0..<copies[source] {
        target -= 1
        for column in 0..<slotCount { samples[column, target] = samples[column, source] }
      }
    }
    count = whole
  }
}
