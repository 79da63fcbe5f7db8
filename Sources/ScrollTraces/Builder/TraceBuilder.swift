internal import ScrollRecordings

/// Collects the rows of successive recordings.
struct TraceBuilder {
  let options: ReadingOptions
  let plan: ColumnPlan
  /// A recording with everything that all recordings of the file share.
  let prototype: Trace
  let interval: Double
  /// The source of the times of the open recording.
  var timing: Timing
  /// The rows that were dropped as repetitions: behind which sample, and how many.
  var dropped: [(sample: Int, count: Int)] = []
  /// The words in a column of events, and the number of rows with each.
  var events: [(word: [UInt8], count: Int)] = []
  /// The numeric columns, in the order of the file.
  let slots: UnsafeMutablePointer<NumberSlot>
  let slotCount: Int
  let channelCount: Int
  /// The slot of the time; -1 without stamps.
  let timeSlot: Int
  /// Whether the stamps are times since the row before.
  private let hasTimeSteps: Bool
  /// The column of the samples' times, which is that of their slot if there are stamps.
  let timeColumn: Int
  /// The slots of the channels, with their properties before there are values.
  let channels: [(slot: Int, channel: Channel, unit: ColumnUnit)]
  private let deltaSlots: [Int]
  /// Whether the rows are wheel events and nothing else was recorded.
  let isEvents: Bool
  /// Whether equal rows mean rest. Gestures in a table do not, nor do deltas other than 0.
  let canRest: Bool
  /// The number of successive repetitions that can be stored as simple rows; -1 if no row is simple.
  private let simpleRepeats: Int
  /// Whether only a span of the recording is kept.
  let hasWindow: Bool
  private let emptyHash: ContentHash

  /// The recordings that are complete but not yet taken, and the faults of abandoned ones.
  var completed: [Result<Trace, TraceError>] = []

  /// Whether any row has been read.
  var hasRows = false
  var isOpen = false
  /// The name of the recording whose rows are ignored.
  var givenUp: [UInt8]?
  var name = LabelBuffer()
  var line = 0
  var hash = ContentHash()
  var samples: SampleColumns
  /// The limit of the number of samples for simple rows.
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
  /// Whether the unit of the stamps is unknown, and they are stored unconverted.
  var isTimeUnitOpen = false
  /// What is known about decimal commas in the file.
  var commas = DecimalCommas()
  /// Why the recording cannot be read, if its commas may separate thousands.
  var doubt: Fault? { commas.doubt(plan.columns) }
  /// Whether a number so far has a decimal point; times of day have one beside decimal commas, too.
  var hasDecimalPoints: Bool {
    (0..<slotCount).contains { slot in
      let digits = max(slots[slot].digits, slots[slot].decimals)
      return digits > 0 && digits < DecimalNumber.unknownDigits
        && !(slot == timeSlot && hasTimesOfDay)
    }
  }
  /// Whether a time is one of ISO 8601.
  var hasTimesOfDay = false
  /// Continues times of day after midnight.
  var days = ClockDays()
  /// The unit inferred from the stamps; nil if it is stated, or seconds.
  var inferredTimeUnit: ColumnUnit?
  /// The number of rows without a value, and of those after the first sample, which count as frames.
  var lostRows = 0
  var lostFrames = 0
  /// The number of rows with missing values.
  var gapRows = 0
  /// The names that occurred too late to be columns; set at the end of the file.
  var lateNames: [String] = []
  /// The content of a log besides samples; set at the end of the file.
  var log: LogFacts?
  /// The first numbers in columns without a known name, by their index, where no column is a time.
  var watched: [Int: [Double]] = [:]
  /// The same of all rows, where conditions choose some.
  var watchedBefore: [Int: [Double]] = [:]
  /// The lines of the samples, until samples outside the requested span are removed.
  var lines: [Int] = []

  init(
    path: String, options: ReadingOptions, plan: ColumnPlan, metadata: Metadata, dialect: Dialect
  ) {
    self.options = options
    self.plan = plan
    let timing = TraceBuilder.timing(plan, options, metadata)
    self.timing = timing
    interval = if case .assumed(let interval, _) = timing { interval } else { 0 }
    slotCount = plan.numeric.count
    slots = .allocate(capacity: slotCount)
    samples = SampleColumns(columnCount: slotCount + (plan.timeSlot == nil ? 1 : 0))
    timeSlot = plan.timeSlot ?? -1
    hasTimeSteps = plan.hasTimeSteps
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
    prototype.isOffsetUnitStated = options.offsetUnit != nil
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
    if let rate = metadata.refreshRate ?? metadata.ratesInComments.ofSamples {
      return .assumed(interval: 1 / rate, source: .metadata)
    }
    return .assumed(interval: 1 / 60, source: .standard)
  }

  /// The relation of a row to the previous one.
  struct Step {
    var time: Double
    var timeBefore: Double
    /// Whether all values equal those of the previous row.
    var isRepeated: Bool
    /// Whether the row is an ordinary sample, which most rows are; it is then already stored.
    var isSimple: Bool
  }

  /// Stores the numbers in `slots` as a row of the open recording; `append` must follow unless the row is simple.
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
      // There is always room for one more sample, whether it is kept or not.
      number.pointee.column[count] = value
      equalCount &+= value == number.pointee.previous ? 1 : 0
      number.pointee.previous = value
      // Negative as soon as one difference is.
      digitsToSpare |= number.pointee.decimals &- number.pointee.digits
      number += 1
    }
    self.hash = hash
    let time: Double
    if timeSlot >= 0 {
      time = hasTimeSteps ? takeTimeStep() : slots[timeSlot].converted
      // NaN, so that equal times do not count as repeated values.
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

  /// The time after one more step; NaN beyond the largest number, so that the row is not simple.
  private func takeTimeStep() -> Double {
    let time = slots[timeSlot].converted + (rows > 0 ? previousTime : 0)
    slots[timeSlot].column[count] = time
    return time.isFinite ? time : .nan
  }

  /// Handles a row that is not simple.
  mutating func append(_ step: Step, phase rowPhase: LabelBuffer, line: Int) throws(Fault) {
    let timeBefore = step.timeBefore
    guard !step.time.isNaN else { throw tooLate() }
    let isFirst = rows == 1
    let time = isFirst ? step.time : inOrder(step.time, after: timeBefore)
    let isRepeated =
      step.isRepeated && !isFirst && (!plan.hasPhases || rowPhase.equals(phases.label))
    if isFirst {
      firstTime = time
    } else if time < timeBefore {
      throw lasting(until: time) ?? backwards(to: time, from: timeBefore)
    } else if timeSlot >= 0, time == timeBefore {
      // Two wheel events may be equal.
      if isRepeated, !isEvents { return drop() }
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

  /// The time of a row; for an event stamped slightly too early, that of the previous row.
  ///
  /// Browsers stamp wheel events when they deliver them, sometimes out of order. While the unit of the stamps is
  /// unknown, "slightly" means three mean intervals.
  private mutating func inOrder(_ time: Double, after timeBefore: Double) -> Double {
    guard time < timeBefore, isEvents else { return time }
    let latest =
      isTimeUnitOpen ? 3 * (timeBefore - firstTime) / Double(rows) : Self.latestDelivery
    guard timeBefore - time <= latest else { return time }
    previousTime = timeBefore
    return timeBefore
  }

  /// Updates the column pointers of the slots.
  mutating func pointToSamples() {
    for slot in 0..<slotCount { slots[slot].column = samples.base + samples.capacity * slot }
    room = min(samples.capacity, Limit.samples)
  }

  /// Opens the recording of a row unless it is open; false if its rows are ignored.
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
    watched.removeAll(keepingCapacity: true)
    watchedBefore.removeAll(keepingCapacity: true)
    dropped.removeAll(keepingCapacity: true)
    events.removeAll(keepingCapacity: true)
    timing = prototype.timing
    for slot in 0..<slotCount { (slots[slot].decimals, slots[slot].foldedGaps) = (0, 0) }
    phases.clear()
    rows = 0
    // Infinite, so that the first row is not simple.
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

  /// The name of the current recording; nil between recordings.
  var openName: [UInt8]? { isOpen ? Array(name.content) : nil }

  /// Completes the current recording unless a row with a fault, which has this name, belongs to it.
  mutating func finishTrace(before rowName: LabelBuffer) throws(Fault) {
    if isOpen, !rowName.equals(name) { try finishOrReport() }
  }
}
