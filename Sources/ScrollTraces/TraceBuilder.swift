/// Gathers the rows of one recording after the other.
struct TraceBuilder {
  let path: String
  let options: ReadingOptions
  let plan: ColumnPlan
  let metadata: Metadata
  let dialect: Dialect
  private let timing: Timing
  private let interval: Double
  private let channelSlots: [Int]
  /// Whether equal rows are rest: gestures in a table are not, nor are deltas, unless they are 0.
  private let deltaChannels: [Int]
  private let canRest: Bool
  private let emptyHash: ContentHash

  /// The recordings that are complete and not yet taken, and the faults of those that were given up.
  var completed: [Result<Trace, TraceError>] = []

  /// Whether any row has come.
  private(set) var hasRows = false
  private var isOpen = false
  /// The name of the recording whose rows are passed over.
  private var givenUp: [UInt8]?
  private var name: [UInt8] = []
  private var line = 0
  private var hash = ContentHash()
  private var times: [Double] = []
  private var values: [[Double]] = []
  private var decimals: [Int] = []
  private var phases: [PhaseSpan] = []
  private var phase: [UInt8] = []
  private var rows = 0
  private var duplicateRows = 0
  private var duplicateStamps = 0
  private var folded = 0
  private var repeats = 0
  private var previousTime = 0.0
  private var previous: [Double] = []
  private var firstTime = 0.0

  init(
    path: String, options: ReadingOptions, plan: ColumnPlan, metadata: Metadata, dialect: Dialect
  ) {
    self.path = path
    self.options = options
    self.plan = plan
    self.metadata = metadata
    self.dialect = dialect
    timing = TraceBuilder.timing(plan, options, metadata)
    interval = if case .assumed(let interval, _) = timing { interval } else { 0 }
    channelSlots = plan.numeric.indices.filter { $0 != plan.timeSlot }
    let roles = channelSlots.map { plan.columns[plan.numeric[$0]].role }
    deltaChannels = roles.indices.filter { roles[$0] == .delta }
    canRest = !roles.contains { $0?.isTable == true }
    emptyHash = ContentHash(metadata: metadata, columns: plan.columns)
    previous = Array(repeating: 0, count: channelSlots.count)
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

  /// Takes a row.
  ///
  /// - Parameters:
  ///   - raw: the numbers as they stand in the file, by slot.
  ///   - converted: the same in s, pt and pt/s.
  ///   - digits: the digits that each has after its point.
  @inline(__always)
  mutating func append(
    raw: UnsafeMutablePointer<Double>, converted: UnsafeMutablePointer<Double>,
    digits: UnsafeMutablePointer<Int>, name rowName: [UInt8], phase rowPhase: [UInt8], line: Int
  ) throws(Fault) {
    if givenUp != nil {
      if rowName == givenUp { return }
      givenUp = nil
    }
    if !isOpen || (plan.hasNames && rowName != name) {
      try finishOrReport()
      open(name: rowName, line: line)
    }
    for slot in plan.numeric.indices { hash.combine(raw[slot]) }
    let time = plan.timeSlot.map { converted[$0] } ?? Double(rows) * interval
    defer {
      rows += 1
      previousTime = time
    }
    let isFirst = rows == 0
    if isFirst { firstTime = time }
    if !isFirst, time < previousTime { throw backwards(to: time) }

    var isRepeated = !isFirst && (!plan.hasPhases || rowPhase == phase)
    for (index, slot) in channelSlots.enumerated() {
      if converted[slot] != previous[index] {
        isRepeated = false
        previous[index] = converted[slot]
      }
    }
    if plan.timeSlot != nil, !isFirst, time == previousTime {
      if isRepeated {
        duplicateRows += 1
        return
      }
      duplicateStamps += 1
    }
    // The rows of a table have no times.
    if canRest, let from = options.from, time < from { return }
    if canRest, let to = options.to, time > to { return }
    for (index, slot) in channelSlots.enumerated() where digits[slot] > decimals[index] {
      decimals[index] = digits[slot]
    }

    repeats = isRepeated && canRest && isDeltaZero(converted) && !times.isEmpty ? repeats + 1 : 0
    if repeats > Limit.restSamples + 1 {
      times[times.count - 1] = time
      folded += 1
      return
    }
    if times.count >= Limit.samples { throw tooMany() }
    if plan.hasPhases { try addPhase(rowPhase) }
    if times.isEmpty { self.line = line }
    times.append(time)
    for (index, slot) in channelSlots.enumerated() { values[index].append(converted[slot]) }
  }

  private func isDeltaZero(_ converted: UnsafeMutablePointer<Double>) -> Bool {
    deltaChannels.allSatisfy { converted[channelSlots[$0]] == 0 }
  }

  private mutating func open(name rowName: [UInt8], line: Int) {
    isOpen = true
    hasRows = true
    name = rowName
    self.line = line
    hash = emptyHash
    times = []
    values = Array(repeating: [], count: channelSlots.count)
    decimals = Array(repeating: 0, count: channelSlots.count)
    phases = []
    phase = []
    rows = 0
    duplicateRows = 0
    duplicateStamps = 0
    folded = 0
    repeats = 0
  }

  private mutating func addPhase(_ label: [UInt8]) throws(Fault) {
    let index = times.count
    if !phases.isEmpty, label == phase {
      phases[phases.count - 1].range = phases[phases.count - 1].range.lowerBound..<index + 1
      return
    }
    guard phases.count < Limit.phases else {
      throw Fault(
        code: .tooManyPhases, field: nil,
        message: "the recording has more than \(Limit.phases) phases",
        help: "a column \"phase\" names what happens, such as drag or bounce, not the sample")
    }
    phase = label
    phases.append(PhaseSpan(label: try text(label), range: index..<index + 1))
  }

  private func text(_ bytes: [UInt8]) throws(Fault) -> String {
    if let text = Text.utf8(bytes) { return text }
    throw Fault(
      code: .notUTF8, field: nil, message: "the label \(PrintedText.quoted(bytes)) is not UTF-8",
      help: "save the file as UTF-8")
  }

  /// Completes the recording being read unless a row with this name, which has a fault, belongs to it.
  mutating func finishTrace(before rowName: [UInt8]) throws(Fault) {
    if isOpen, rowName != name { try finishOrReport() }
  }

  /// Gives up the recording of this name: the fault takes its place, and its other rows are passed over.
  mutating func giveUp(_ rowName: [UInt8], _ error: TraceError) {
    var error = error
    error.trace = Text.utf8(rowName)
    completed.append(.failure(error))
    hasRows = true
    isOpen = false
    givenUp = rowName
  }

  /// Completes the recording being read; where others are read on, its fault takes its place.
  private mutating func finishOrReport() throws(Fault) {
    guard options.readsOnAfterFaults, plan.hasNames else { return try finishTrace() }
    do throws(Fault) {
      try finishTrace()
    } catch {
      var failure = TraceError(error.code, path: path, message: error.message, help: error.help)
      failure.line = line > 0 ? line : nil
      failure.trace = Text.utf8(name)
      completed.append(.failure(failure))
    }
  }

  /// Completes the recording being read, if there is one.
  mutating func finishTrace() throws(Fault) {
    guard isOpen else { return }
    isOpen = false
    if times.isEmpty { throw nothingInWindow() }
    var channels: [Channel] = []
    for (index, slot) in channelSlots.enumerated() {
      let column = plan.columns[plan.numeric[slot]]
      guard let role = column.role, let unit = column.unit else { continue }
      let known = decimals[index] < DecimalNumber.unknownDigits ? decimals[index] : nil
      channels.append(
        Channel(
          role, axis: column.axis, values: values[index], decimals: known,
          resolution: known.map {
            unit.multiplier / (DecimalNumber.powerOfTen($0) * unit.divisor(scale: plan.scale))
          }))
    }
    var trace = Trace(
      path: path, name: plan.hasNames ? try text(name) : nil, metadata: metadata, times: [],
      timing: timing, channels: [])
    trace.line = line
    trace.scale = options.scale
    trace.times = times
    trace.channels = channels
    trace.phases = plan.hasPhases ? phases : nil
    trace.columns = plan.columns
    trace.dialect = dialect
    trace.rowsRead = rows
    trace.duplicateRows = duplicateRows
    trace.duplicateStamps = duplicateStamps
    trace.restSamplesFolded = folded
    trace.contentHash = hash.value
    completed.append(.success(trace))
    times = []
    values = []
  }
}

extension TraceBuilder {
  private func backwards(to time: Double) -> Fault {
    let column = plan.timeSlot.map { plan.numeric[$0] }
    let header = column.map { plan.columns[$0].name } ?? ""
    return Fault(
      code: .timeBackwards, field: column,
      message: "time goes back from \(previousTime) s to \(time) s in column "
        + PrintedText.named(header),
      help: "sort the rows, or tell recordings apart with a column \"trace\"")
  }

  private func tooMany() -> Fault {
    Fault(
      code: .tooManySamples, field: nil,
      message: "the recording has more than \(Limit.samples) samples",
      help: "read a part of it with --from and --to, or tell recordings apart with a column"
        + " \"trace\"")
  }

  private func nothingInWindow() -> Fault {
    Fault(
      code: .nothingInWindow, field: nil,
      message: "no sample lies in the chosen span: the recording runs from \(firstTime) s to"
        + " \(previousTime) s",
      help: "change --from or --to")
  }
}
