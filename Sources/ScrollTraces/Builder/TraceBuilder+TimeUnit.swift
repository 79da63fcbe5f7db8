internal import ScrollRecordings

extension TraceBuilder {
  /// Stores the stamps of a new recording unconverted until their unit is known.
  mutating func openTimeUnit() {
    isTimeUnitOpen = plan.isTimeUnitOpen && canRest
    guard isTimeUnitOpen else { return }
    slots[timeSlot].setTimeUnit(.seconds)
    inferredTimeUnit = nil
    lines.removeAll(keepingCapacity: true)
  }

  /// Determines the unit of the stamps from the first samples, and converts the stamps read so far.
  ///
  /// A file is read once and may be larger than memory, so samples outside the requested times are removed as soon as
  /// the unit is known.
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

  /// Whether a time is outside the requested span.
  func isOutside(_ time: Double) -> Bool {
    hasWindow && (time < options.from ?? time || time > options.to ?? time)
  }

  /// Removes the samples that would not have been kept if the unit had been known.
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
  /// The unit of stamps whose column names none: the one in which their intervals are plausible for a motion.
  ///
  /// It is determined from the median of the nonzero intervals. In seconds this is up to 2, or two frames of a slower
  /// display; in milliseconds up to 800, in microseconds up to 800 000; above that in nanoseconds. Frame intervals from
  /// 0.8 ms to 0.8 s are therefore recognised in each unit but seconds. Without evidence the unit is seconds.
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
    // The usual case needs no memory.
    guard 2 * long > count else { return .seconds }
    let intervals = stamps.indices.dropFirst().map { stamps[$0] - stamps[$0 - 1] }.filter { $0 > 0 }
    let median = intervals.sorted()[count / 2]
    if median <= 800 { return .milliseconds }
    return median <= 800_000 ? .microseconds : .nanoseconds
  }
}
