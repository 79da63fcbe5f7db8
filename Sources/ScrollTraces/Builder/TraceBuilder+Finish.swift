internal import ScrollRecordings

extension TraceBuilder {
  /// Whether the rows are lines of a log, and not of a table.
  var isLog: Bool { log.map { !$0.isTable } ?? false }

  /// Adds a row without a value: a lost sample.
  mutating func loseRow() {
    lostRows += 1
    // Any word, so that the row changes the hash.
    hash.combine(.max)
    // Without stamps it counts as a frame, but not before the first sample, whose time is unknown.
    guard rows > 0 else { return }
    rows += 1
    lostFrames += 1
  }

  /// Abandons the recording with this name: the fault replaces it, and its further rows are ignored.
  mutating func giveUp(_ rowName: LabelBuffer, _ error: TraceError) {
    var error = error
    error.trace = Text.utf8(rowName.content)
    completed.append(.failure(error))
    hasRows = true
    isOpen = false
    givenUp = Array(rowName.content)
  }

  /// Completes the current recording. If other recordings are still read after a fault, the fault replaces it.
  mutating func finishOrReport() throws(Fault) {
    guard options.readsOnAfterFaults, plan.hasNames else { return try finishTrace() }
    do throws(Fault) {
      try finishTrace()
    } catch {
      var failure = TraceError(
        error.code, path: prototype.path, message: error.message, help: error.help)
      failure.line = line > 0 ? line : nil
      failure.trace = Text.utf8(name.content)
      completed.append(.failure(failure))
    }
  }

  /// Completes the current recording, if there is one.
  mutating func finishTrace() throws(Fault) {
    guard isOpen else { return }
    isOpen = false
    if let doubt { throw doubt }
    if isTimeUnitOpen { settleTimeUnit() }
    try takeRate()
    try checkClock()
    try checkContent()
    if count == 0 { throw rows == 0 && lostRows > 0 ? noValue(channels) : nothingInWindow() }
    let rowCount = rows + lostRows - lostFrames
    let channels = try channelsWithValues()
    var trace = prototype
    for channel in self.channels where !channels.contains(where: { $0.slot == channel.slot }) {
      let index = plan.numeric[channel.slot]
      trace.columns[index].isUsed = false
      trace.columns[index].isEmpty = isWanted(trace.columns[index])
    }
    if let unit = inferredTimeUnit {
      trace.columns[plan.numeric[timeSlot]].unit = unit
      trace.columns[plan.numeric[timeSlot]].isUnitInferred = true
    } else if plan.isTimeUnitOpen {
      trace.columns[plan.numeric[timeSlot]].isUnitAssumed = true
    }
    trace.timing = timing
    if timeSlot >= 0, !timing.isRecorded {
      trace.columns[plan.numeric[timeSlot]].isUsed = false
    }
    trace.columns += lateNames.map { Column(name: $0, isLate: true) }
    if plan.hasNames { trace.name = try name.text() }
    trace.line = line
    trace.times = samples.values(timeColumn, count: count)
    trace.channels = channels.map { slot, template, unit in
      var channel = template
      channel.values = samples.values(slot, count: count)
      let decimals = slots[slot].decimals
      if decimals < DecimalNumber.unknownDigits {
        channel.decimals = decimals
        channel.resolution =
          unit.multiplier
          / (DecimalNumber.powerOfTen(decimals) * unit.divisor(scale: plan.scale))
      }
      return channel
    }
    if plan.hasPhases {
      trace.phases = phases.spans(sampleCount: count)
    }
    trace.rowsRead = rowCount
    trace.lostRows = lostRows
    trace.decimalComma = commas.first?.text
    trace.log = log
    trace.duplicateRows = duplicateRows
    trace.duplicateStamps = duplicateStamps
    trace.restSamplesFolded = folded
    trace.contentHash = hash.value
    if gapRows > 0 { try takeOutGaps(of: &trace, channels) }
    trace.leaveOutHeldSamples()
    completed.append(.success(trace))
    freeLong()
  }

  /// Throws for rows that are no samples of one offset in time.
  private func checkContent() throws(Fault) {
    try checkThousands()
    try checkEvents()
    try checkTurns()
    try checkItems()
    try checkShare()
    try checkSlowness()
    try checkGestures()
  }

  /// Frees the samples of a long recording, which would lie beside their copy while it is fitted.
  private mutating func freeLong() {
    guard count > Self.mostKept else { return }
    samples.clear()
    pointToSamples()
  }

  /// The number of samples of a recording above which their memory is not kept for the next one.
  private static let mostKept = 65_536
}
