/// Gathers the rows of one recording after the other.
struct TraceBuilder {
  let options: ReadingOptions
  let plan: ColumnPlan
  /// A recording with all that does not change from one to the next.
  let prototype: Trace
  private let interval: Double
  /// The columns of numbers, in the order of the file.
  let slots: UnsafeMutablePointer<NumberSlot>
  let slotCount: Int
  let channelCount: Int
  /// The slot of the time; -1 when no stamps were recorded.
  let timeSlot: Int
  /// The column of the samples' times, that of their slot if they have one.
  let timeColumn: Int
  /// The slots of the channels, and what is known of each before there are values.
  let channels: [(slot: Int, channel: Channel, unit: ColumnUnit)]
  private let deltaSlots: [Int]
  /// Whether rows are the events of a wheel, and nothing else was recorded.
  private let isEvents: Bool
  /// Whether equal rows are rest: gestures in a table are not, nor are deltas, unless they are 0.
  let canRest: Bool
  /// The repetitions in a row that are samples without further questions; -1 when no row is.
  private let simpleRepeats: Int
  /// Whether only a span of the recording is kept.
  let hasWindow: Bool
  private let emptyHash: ContentHash

  /// The recordings that are complete and not yet taken, and the faults of those that were given up.
  var completed: [Result<Trace, TraceError>] = []

  /// Whether any row has come.
  var hasRows = false
  var isOpen = false
  /// The name of the recording whose rows are passed over.
  var givenUp: [UInt8]?
  var name = LabelBuffer()
  var line = 0
  var hash = ContentHash()
  var samples: SampleColumns
  /// A simple row leaves fewer samples than this.
  private var room: Int
  var count = 0
  var phases = PhaseList()
  var rows = 0
  var duplicateRows = 0
  var duplicateStamps = 0
  var folded = 0
  var repeats = 0
  var previousTime = 0.0
  var firstTime = 0.0
  /// Whether the unit of the stamps is still to be told, and they stand as in the file.
  var isTimeUnitOpen = false
  /// The unit that the stamps told; nil where it is stated, or seconds.
  var inferredTimeUnit: ColumnUnit?
  /// The rows without a value, and those of them that are frames: behind the first sample.
  var lostRows = 0
  var lostFrames = 0
  /// The rows without some of their values.
  var gapRows = 0
  /// The names that came too late to be columns, once the file is at its end.
  var lateNames: [String] = []
  /// What the log holds besides samples, once it is at its end.
  var log: LogFacts?
  /// The lines of the samples, while a span of them waits to be cut out.
  var lines: [Int] = []

  init(
    path: String, options: ReadingOptions, plan: ColumnPlan, metadata: Metadata, dialect: Dialect
  ) {
    self.options = options
    self.plan = plan
    let timing = TraceBuilder.timing(plan, options, metadata)
    interval = if case .assumed(let interval, _) = timing { interval } else { 0 }
    slotCount = plan.numeric.count
    slots = .allocate(capacity: slotCount)
    samples = SampleColumns(columnCount: slotCount + (plan.timeSlot == nil ? 1 : 0))
    timeSlot = plan.timeSlot ?? -1
    timeColumn = plan.timeSlot ?? slotCount
    let columns = plan.numeric.map { plan.columns[$0] }
    for (slot, column) in columns.enumerated() {
      (slots + slot).initialize(
        to: NumberSlot(column.unit ?? .points, scale: plan.scale, column: samples.base))
    }
    channelCount = slotCount - (plan.timeSlot == nil ? 0 : 1)
    channels = columns.indices.compactMap { slot in
      guard slot != plan.timeSlot, let role = columns[slot].role, let unit = columns[slot].unit
      else { return nil }
      return (slot, Channel(role, axis: columns[slot].axis, values: []), unit)
    }
    deltaSlots = columns.indices.filter { columns[$0].role == .delta }
    isEvents = !deltaSlots.isEmpty && deltaSlots.count == channelCount
    canRest = !columns.contains { $0.role?.isTable == true }
    // The rows of a table have no times.
    if plan.timeSlot == nil || plan.hasPhases || options.from != nil || options.to != nil {
      simpleRepeats = -1
    } else {
      simpleRepeats = canRest && deltaSlots.isEmpty ? Limit.restSamples : 0
    }
    hasWindow = canRest && (options.from != nil || options.to != nil)
    emptyHash = ContentHash(metadata: metadata, columns: plan.columns)
    room = 0
    var prototype = Trace(path: path, metadata: metadata, times: [], timing: timing, channels: [])
    prototype.scale = options.scale
    prototype.columns = plan.columns
    prototype.dialect = dialect
    self.prototype = prototype
    pointToSamples()
  }

  func deallocate() {
    slots.deallocate()
    name.deallocate()
    phases.deallocate()
    samples.deallocate()
  }

  private static func timing(
    _ plan: ColumnPlan, _ options: ReadingOptions, _ metadata: Metadata
  ) -> Timing {
    if let slot = plan.timeSlot { return .stamps(column: plan.columns[plan.numeric[slot]].name) }
    if let interval = options.interval { return .assumed(interval: interval, source: .option) }
    if let interval = metadata.interval { return .assumed(interval: interval, source: .metadata) }
    if let rate = metadata.refreshRate { return .assumed(interval: 1 / rate, source: .metadata) }
    return .assumed(interval: 1 / 60, source: .standard)
  }

  /// What a row is to the one before it.
  struct Step {
    var time: Double
    var timeBefore: Double
    /// Whether all values are those of the row before, if there was one.
    var isRepeated: Bool
    /// Whether the row is a sample without further questions, as most are; it has been kept then.
    var isSimple: Bool
  }

  /// Takes the numbers in `slots` as a row of the open recording; `append` must follow unless it is simple.
  @inline(__always)
  mutating func takeNumbers() -> Step {
    let count = count
    var hash = hash
    var equalCount = 0
    var digitsToSpare = 0
    var number = slots
    let end = slots + slotCount
    while number < end {
      hash.combine(number.pointee.raw)
      let value = number.pointee.converted
      // There is always room for one, whether it is kept or not.
      number.pointee.column[count] = value
      equalCount &+= value == number.pointee.previous ? 1 : 0
      number.pointee.previous = value
      // Negative once any is.
      digitsToSpare |= number.pointee.decimals &- number.pointee.digits
      number += 1
    }
    self.hash = hash
    let time: Double
    if timeSlot >= 0 {
      time = slots[timeSlot].converted
      // No time is equal: that values are is what counts.
      slots[timeSlot].previous = .nan
    } else {
      time = Double(rows) * interval
    }
    rows &+= 1
    let isRepeated = equalCount == channelCount
    let repeats = isRepeated ? self.repeats &+ 1 : 0
    let step = Step(
      time: time, timeBefore: previousTime, isRepeated: isRepeated,
      isSimple: time > previousTime && digitsToSpare >= 0 && count &+ 1 < room
        && repeats <= simpleRepeats)
    previousTime = time
    if step.isSimple {
      self.repeats = repeats
      self.count = count &+ 1
    }
    return step
  }

  /// Takes what is not simple about a row.
  mutating func append(_ step: Step, phase rowPhase: LabelBuffer, line: Int) throws(Fault) {
    let timeBefore = step.timeBefore
    let isFirst = rows == 1
    let time = isFirst ? step.time : inOrder(step.time, after: timeBefore)
    let isRepeated =
      step.isRepeated && !isFirst && (!plan.hasPhases || rowPhase.equals(phases.label))
    if isFirst {
      firstTime = time
    } else if time < timeBefore {
      throw backwards(to: time, from: timeBefore)
    } else if timeSlot >= 0, time == timeBefore {
      // Two events of a wheel may be alike.
      if isRepeated, !isEvents {
        duplicateRows += 1
        return
      }
      duplicateStamps += 1
    }
    for slot in 0..<slotCount where slots[slot].digits > slots[slot].decimals {
      slots[slot].decimals = slots[slot].digits
    }
    if isOutside(time), !isTimeUnitOpen { return }
    if isRepeated, canRest, count > 0, deltaSlots.allSatisfy({ slots[$0].converted == 0 }) {
      repeats += 1
    } else {
      repeats = 0
    }
    if repeats > Limit.restSamples + 1 {
      samples[timeColumn, count - 1] = time
      folded += 1
      for slot in 0..<slotCount where slots[slot].raw == NumberSlot.missing {
        slots[slot].foldedGaps += 1
      }
      return
    }
    if count >= Limit.samples { throw tooMany() }
    if plan.hasPhases { try phases.add(rowPhase, at: count) }
    if count == 0 { self.line = line }
    samples[timeColumn, count] = time
    count += 1
    if hasWindow, isTimeUnitOpen {
      lines.append(line)
      if count == Limit.unitSamples { settleTimeUnit() }
    }
    if count == samples.capacity {
      samples.grow()
      pointToSamples()
    }
  }

  /// Maximum time by which an event may be stamped before the one that was delivered before it, in s.
  private static let latestDelivery = 0.02

  /// The time of a row; that of the row before for an event whose stamp is a little earlier.
  ///
  /// Browsers stamp the events of a wheel as they deliver them, some of them out of order. While the unit of stamps
  /// is open a little is three mean intervals.
  private mutating func inOrder(_ time: Double, after timeBefore: Double) -> Double {
    guard time < timeBefore, isEvents else { return time }
    let latest =
      isTimeUnitOpen ? 3 * (timeBefore - firstTime) / Double(rows) : Self.latestDelivery
    guard timeBefore - time <= latest else { return time }
    previousTime = timeBefore
    return timeBefore
  }

  /// Tells the slots where their columns are now.
  private mutating func pointToSamples() {
    for slot in 0..<slotCount { slots[slot].column = samples.base + samples.capacity * slot }
    room = min(samples.capacity, Limit.samples)
  }

  /// Opens the recording of a row unless it is open; false when its rows are passed over.
  mutating func open(name rowName: LabelBuffer, line: Int) throws(Fault) -> Bool {
    if let passedOver = givenUp {
      if rowName.content.elementsEqual(passedOver) { return false }
      givenUp = nil
    }
    if isOpen, !plan.hasNames || rowName.equals(name) { return true }
    try finishOrReport()
    isOpen = true
    hasRows = true
    name.set(rowName.content)
    self.line = line
    hash = emptyHash
    count = 0
    for slot in 0..<slotCount { (slots[slot].decimals, slots[slot].foldedGaps) = (0, 0) }
    phases.clear()
    rows = 0
    // The first row is not simple.
    previousTime = .infinity
    duplicateRows = 0
    duplicateStamps = 0
    folded = 0
    lostRows = 0
    lostFrames = 0
    gapRows = 0
    repeats = 0
    openTimeUnit()
    return true
  }

  /// The recording being read; nil between recordings.
  var openName: [UInt8]? { isOpen ? Array(name.content) : nil }

  /// Completes the recording being read unless a row with this name, which has a fault, belongs to it.
  mutating func finishTrace(before rowName: LabelBuffer) throws(Fault) {
    if isOpen, !rowName.equals(name) { try finishOrReport() }
  }
}
