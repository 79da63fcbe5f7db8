internal import ScrollRecordings

/// Recordings without times beside a column that grows as a clock does.
extension TraceBuilder {
  /// Number of rows of which the columns without a known name are examined.
  private static let watchedRows = 64

  /// Keeps the number or the time in a cell of a column without a known name, where no column is a time.
  mutating func watch(_ bytes: UnsafeRawBufferPointer, _ index: Int) {
    Self.add(bytes, to: &watched[index, default: []])
  }

  /// Keeps such a number before it is known whether its row is read.
  mutating func watchBefore(_ bytes: UnsafeRawBufferPointer, _ index: Int) {
    Self.add(bytes, to: &watchedBefore[index, default: []])
  }

  private static func add(_ bytes: UnsafeRawBufferPointer, to numbers: inout [Double]) {
    guard numbers.count < watchedRows else { return }
    let number = DecimalNumber(bytes) ?? DecimalNumber(decimalComma: bytes)
    numbers.append(number?.value ?? ISOTime(bytes)?.seconds ?? ColumnUnit.time(bytes) ?? .nan)
  }

  /// Whether the numbers in a column count the rows, those that are read or all.
  private func counts(_ index: Int) -> Bool {
    [watched, watchedBefore].contains { watched in
      watched[index]?.steps.betweenTurns.allSatisfy { $0 == 1 } ?? false
    }
  }

  /// Throws if samples without times would be taken for frames although a column grows as a clock does: one without a
  /// known name, or the x beside a y, as chart libraries name the time.
  func checkClock() throws(Fault) {
    guard timeSlot < 0, canRest, case .assumed(_, let source) = timing, source != .option
    else { return timing.isRecorded ? try checkTimeSteps() : () }
    if let fault = plan.columns.indices.lazy.compactMap(parted).first { throw fault }
    for index in plan.columns.indices {
      if let fault = frameSteps(index) { throw fault }
      guard let steps = watched[index]?.steps.betweenTurns, steps.areEven, !counts(index)
      else { continue }
      throw clock(index, steps, "grows from row to row as a time does, and no column is the time")
    }
    let offsets = channels.filter { $0.channel.role == .offset }
    guard source == .standard, let x = offsets.first(where: { $0.channel.axis == .x }),
      let y = offsets.first(where: { $0.channel.axis == .y }), count > 8
    else { return }
    let steps = samples.values(x.slot, count: count).steps
    let others = samples.values(y.slot, count: count).steps
    if steps.areEven, steps.evenShare(within: 0.15) >= 0.8, others.evenShare(within: 0.15) < 0.5 {
      throw clock(
        plan.numeric[x.slot], steps,
        "grows in even steps, as a time does, and no column is the time")
    }
  }

  /// The fault of times that are all alike and as long as frames, which are how long each row lasted; nil for others.
  ///
  /// - Parameter time: an earlier time than the one before it; nil at the end of the recording.
  func lasting(until time: Double?) -> Fault? {
    guard timeSlot >= 0, canRest, !plan.hasTimeSteps, time != nil || rows > 8 && !isLog else {
      return nil
    }
    let values = samples.values(timeColumn, count: count) + (time.map { [$0] } ?? [])
    guard let least = values.min(), let most = values.max(), least > 0,
      time == nil ? least == most : most <= 2 * least,
      plan.isTimeUnitOpen ? values.areFrames : [Double].frames.contains(values.usual)
    else { return nil }
    // Times with the newest row first go back too, and are seldom what a frame of a usual rate lasts.
    if time != nil, plan.isTimeUnitOpen, !values.areUsualFrames { return nil }
    let index = plan.numeric[timeSlot]
    let unit = plan.isTimeUnitOpen ? nil : plan.columns[index].unit
    return duration(index, "dt" + (unit.map { "_" + $0.rawValue } ?? ""))
  }

  /// The fault of times in 1e-7 s, as Windows and .NET count them.
  private func ticks(_ index: Int) -> Fault {
    let name = plan.columns[index].name
    return Fault(
      code: .unclearTime, field: index,
      message:
        "the times in column \(PrintedText.named(name)) seem to count 100 ns, as Windows does",
      help: scaled(index, "/ 10000000").map {
        "make seconds of them: \($0) | scrollfit \(command) --time-unit s -"
      } ?? "print them in s")
  }

  /// The fault of a column of times that holds what a frame lasts, such as `delta`, `frame_ms` or `duration`; nil for others.
  private func frameSteps(_ index: Int) -> Fault? {
    let name = plan.columns[index].name
    // Late times are as even, and grow. The first row has none before it.
    guard let values = watched[index]?.dropFirst().map(\.self), ColumnName.canBeTimeStep(name),
      values.areEven, values.steps.contains(where: { $0 <= 0 })
    else { return nil }
    let unit = ColumnName.unit(of: name)
    let isFrame =
      unit.map { [Double].frames.contains(values.usual / $0.divisor(scale: 1)) } ?? values.areFrames
    return isFrame ? duration(index, "dt" + (unit.map { "_" + $0.rawValue } ?? "")) : nil
  }

  /// The fault of a column that goes on from the whole seconds in another one; nil for others.
  private func parted(_ index: Int) -> Fault? {
    let names = plan.columns.map(\.name)
    guard let time = TimeParts(part: names[index], in: names), let values = watched[index],
      time.isScale ? values.allSatisfy({ $0 > 0 }) : values.areMoving
    else { return nil }
    let isTable = log == nil && !prototype.dialect.isJSON
    return Fault(
      code: .unclearTime, field: index,
      message: "the time is in two columns, \(PrintedText.named(time.whole)) and"
        + " \(PrintedText.named(time.part))",
      help: isTable ? time.tableHelp(names, prototype.dialect.delimiter) : time.textHelp)
  }

  /// The fault of a column that holds what a frame lasts, and is to have another name.
  private func duration(_ index: Int, _ other: String) -> Fault {
    let name = plan.columns[index].name
    // JSON may repeat the name in one line.
    let key = prototype.dialect.isJSON ? name.split(separator: ".").last.map { "\"\($0)\"" } : nil
    let renaming =
      key.map { PrintedText.renaming($0, to: "\"\(other)\"", options: "g") }
      ?? PrintedText.renaming(name, to: other)
    return Fault(
      code: .unclearTime, field: index,
      message: "column \(PrintedText.named(name)) seems to hold the time since the row before",
      help:
        "if it does, name it \(other): sed \(renaming) FILE | scrollfit \(command) -; else say"
        + " how far apart the rows are: --interval 1/60"
    )
  }

  /// Throws if stamps are too close or too far apart for their unit: days or hours, as spreadsheets store times, and
  /// milliseconds in a column that states seconds.
  private func checkTimeSteps() throws(Fault) {
    // Microseconds since 1970 are 1.8e9 s, and 1e-7 s since 1601 or the year 1 would be taken for 1e11 s.
    if timeSlot >= 0, inferredTimeUnit == .microseconds, firstTime > 1e10 {
      throw ticks(plan.numeric[timeSlot])
    }
    if let fault = lasting(until: nil) { throw fault }
    guard timeSlot >= 0, canRest, count > 8, inferredTimeUnit == nil, !hasTimesOfDay,
      log?.hasClock != true
    else { return }
    let mean = (previousTime - firstTime) / Double(count)
    guard mean < 1e-4 || mean > 2 else { return }
    let times = samples.values(timeColumn, count: min(count, Self.watchedRows))
    let steps = times.steps
    let median = steps.usual
    guard plan.isTimeUnitOpen else { return try checkStatedUnit(median) }
    guard median > 0, median < 1e-4, ColumnUnit.longer(median) != nil else { return }
    throw clock(
      plan.numeric[timeSlot], steps, "grows by less than 0.0001 in a row, too little for s")
  }

  /// Throws if times are no frames in the unit that their column states, and are in another one.
  private func checkStatedUnit(_ median: Double) throws(Fault) {
    let column = plan.numeric[timeSlot]
    let stated = plan.columns[column].unit ?? .seconds
    let printed = median * stated.divisor(scale: 1)
    let units = [ColumnUnit.seconds, .milliseconds, .microseconds, .nanoseconds]
    let unit = units.first { (0.003...0.05).contains(printed / $0.divisor(scale: 1)) }
    let isStatedRate =
      prototype.metadata.refreshRate.map { (0.5...20).contains(median * $0) } ?? false
    guard let unit, unit != stated, median < 5e-5 || median >= 3, options.timeUnit == nil,
      !isStatedRate
    else { return }
    throw Fault(
      code: .unclearTime, field: column,
      message: "the times in column \(PrintedText.named(plan.columns[column].name)) seem to be in"
        + " \(unit.rawValue)",
      help:
        "if they are, type scrollfit fit --time-unit \(unit.rawValue) FILE; else say that they are"
        + " not: --time-unit \(stated.rawValue)")
  }

  private func clock(_ index: Int, _ steps: [Double], _ what: String) -> Fault {
    let step = steps.usual
    let named =
      "scrollfit \(command) --time \(PrintedText.argument(plan.columns[index].name))"
    // The unit of times of JSON may be in another value.
    let other = "if it is the time, print it in s, or type \(named) FILE"
    func help(_ unit: String, _ change: String) -> String {
      scaled(index, change).map { "if it \(unit), type \($0) | \(named) -" } ?? other
    }
    let how: String
    if let (unit, seconds) = ColumnUnit.longer(step) {
      how = help("counts \(unit)", "* \(seconds)")
    } else if steps.allSatisfy({ $0 == $0.rounded() }), step <= 4 {
      var rate = 60.0
      if case .assumed(let interval, _) = timing { rate = (1 / interval).rounded() }
      how = help("counts frames, at \(Int(rate)) Hz", "/ \(Int(rate))")
    } else if steps.areFrames {
      how = prototype.dialect.isJSON ? other : "if it is the time, type \(named) FILE"
    } else if let counter = Self.counter(ofFrames: step) {
      how = help("counts \(counter.text)", "/ \(Int(counter.rate))")
    } else {
      how = help("is the time, with what it counts in a second for TICKS", "/ TICKS")
    }
    return Fault(
      code: .unclearTime, field: index,
      message: "column \(PrintedText.named(plan.columns[index].name)) \(what)",
      help: how + "; else say how far apart the rows are: --interval 1/60")
  }

  /// What reads this file in a command to type.
  var command: String { isLog ? "--log" : "fit" }

  /// A command that changes the numbers in a column of a table or of a log; nil for JSON, for other text, and where no
  /// name tells which number of a line it is.
  func scaled(_ index: Int, _ change: String) -> String? {
    if let log {
      guard !log.isTable, log.isTimeInFront || !log.isTimeUnnamed else { return nil }
      return LogCommand.scaled(log.isTimeInFront ? nil : plan.columns[index].name, change)
    }
    guard !prototype.dialect.isJSON else { return nil }
    let mark = String(UnicodeScalar(prototype.dialect.delimiter.byte))
    let cell = "$\(index + 1)"
    // Numbers with decimal commas are none to awk, and would stand beside the points that it writes.
    return (commas.isFound ? "tr , . < FILE | " : "")
      + "awk -F '\(mark)' -v OFS='\(mark)' '\(cell) + 0 == \(cell) { \(cell) = sprintf(\"%.9f\", \(cell) \(change)) } 1'"
      + (commas.isFound ? "" : " FILE")
  }
}

extension ColumnUnit {
  /// The unit above seconds in which a distance is that of frames, and its length in s.
  fileprivate static func longer(_ distance: Double) -> (unit: String, seconds: Int)? {
    let units = [("days", 86_400), ("hours", 3600), ("minutes", 60)]
    return units.first { (0.003...0.05).contains(distance * Double($0.1)) }
  }
}
