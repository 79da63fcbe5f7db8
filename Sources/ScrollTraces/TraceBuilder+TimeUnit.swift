extension TraceBuilder {
  /// The stamps of a recording that begins are taken as they stand until their unit is known.
  mutating func openTimeUnit() {
    isTimeUnitOpen = plan.isTimeUnitOpen && canRest
    guard isTimeUnitOpen else { return }
    slots[timeSlot].setTimeUnit(.seconds)
    inferredTimeUnit = nil
    lines.removeAll(keepingCapacity: true)
  }

  /// Tells the unit of the stamps by those of the first samples, and converts what has been read.
  ///
  /// A file is read once and may be longer than memory, so a span of it is cut out as soon as these samples are there.
  mutating func settleTimeUnit() {
    isTimeUnitOpen = false
    let stamps = UnsafeBufferPointer(
      start: samples.base + samples.capacity * timeColumn, count: min(count, Limit.unitSamples))
    let unit = ColumnUnit.ofTime(stamps, refreshRate: prototype.metadata.refreshRate)
    if unit != .seconds {
      inferredTimeUnit = unit
      slots[timeSlot].setTimeUnit(unit)
      let divisor = unit.divisor(scale: 1)
      for index in 0..<count { samples[timeColumn, index] /= divisor }
      firstTime /= divisor
      previousTime /= divisor
    }
    if hasWindow { cutWindow() }
  }

  /// Whether a time lies before or behind the span that is wanted.
  func isOutside(_ time: Double) -> Bool {
    hasWindow && (time < options.from ?? time || time > options.to ?? time)
  }

  /// Leaves of the samples read so far those that reading would have kept, had the unit been known.
  private mutating func cutWindow() {
    let inside = (0..<count).filter { !isOutside(samples[timeColumn, $0]) }
    // Times never decrease.
    let kept = (inside.first ?? 0)..<(inside.last ?? -1) + 1
    if plan.hasPhases { phases.keep(kept, of: count) }
    samples.moveToFront(kept)
    count = kept.count
    if !kept.isEmpty { line = lines[kept.lowerBound] }
    repeats = max(0, min(repeats, count - 1))
  }
}

extension ColumnUnit {
  /// The unit of stamps whose column names none: that in which they are as far apart as samples of a motion can be.
  ///
  /// Half of the distances between neighbours with different stamps are shorter than the median. Seconds are up to 2, or
  /// two frames of a slower display, milliseconds up to 800, microseconds up to 800 000; beyond are nanoseconds. So
  /// frames that are 0.8 ms to 0.8 s apart are recognised in each unit but the first. Stamps that tell nothing are seconds.
  static func ofTime(
    _ stamps: UnsafeBufferPointer<Double>, refreshRate: Double?
  ) -> ColumnUnit {
    let slowest = Swift.max(2, refreshRate.map { 2 / $0 } ?? 0)
    var count = 0
    var long = 0
    for index in stamps.indices.dropFirst() where stamps[index] > stamps[index - 1] {
      count += 1
      if stamps[index] - stamps[index - 1] > slowest { long += 1 }
    }
    // Nearly always: no memory is needed to see it.
    guard 2 * long > count else { return .seconds }
    let intervals = stamps.indices.dropFirst().map { stamps[$0] - stamps[$0 - 1] }.filter { $0 > 0 }
    let median = intervals.sorted()[count / 2]
    if median <= 800 { return .milliseconds }
    return median <= 800_000 ? .microseconds : .nanoseconds
  }
}
