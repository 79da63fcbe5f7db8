internal import ScrollRecordings

/// Stamps without a unit that are no seconds, milliseconds, microseconds or nanoseconds.
extension TraceBuilder {
  /// The longest distance of samples in s, in a unit that is told from it: ten samples a second.
  private static let longest = 0.115

  /// What counts faster than a second, and who has it.
  private static let counters: [(rate: Double, text: String)] = [
    (1e7, "100 ns, as Windows and .NET do"), (24e6, "ticks of 24 MHz, as Macs and iPhones do"),
  ]

  /// Throws if stamps of no stated unit would be less than ten samples a second, in any unit but seconds, are frames in
  /// ticks of a known clock, or count the rows.
  func checkSlowness() throws(Fault) {
    guard timeSlot >= 0, plan.isTimeUnitOpen, timing.isRecorded, canRest, !isEvents, count > 16,
      !hasTimesOfDay, log?.hasClock != true, !plan.hasTimeSteps,
      prototype.metadata.refreshRate ?? 60 > 1 / Self.longest
    else { return }
    let steps = samples.values(timeColumn, count: min(count, 64)).steps
    let median = steps.sorted()[steps.count / 2]
    let index = plan.numeric[timeSlot]
    let name = PrintedText.named(plan.columns[index].name)
    guard let unit = inferredTimeUnit else {
      guard firstTime == firstTime.rounded(), steps.allSatisfy({ $0 == 1 }) else { return }
      throw Fault(
        code: .unclearTime, field: index,
        message: "column \(name) counts the rows, and seconds would be too far apart",
        help: slowHelp(index, 60, "frames, at 60 Hz", .seconds))
    }
    let step = median * unit.divisor(scale: 1)
    let likely = Self.counter(ofFrames: step)
    guard median > Self.longest || likely != nil else { return }
    throw Fault(
      code: .unclearTime, field: index,
      message:
        "column \(name) has no unit, and its steps of \(Self.shown(step)) are no frames in s, ms, us or ns",
      help: slowHelp(index, likely?.rate, likely?.text ?? "TICKS a second", unit))
  }

  /// What counts as much as this in a frame at 60 or 120 Hz; nil if nothing that is known does.
  static func counter(ofFrames step: Double) -> (rate: Double, text: String)? {
    [60.0, 120].lazy.compactMap { rate in
      counters.first { ($0.rate / step / rate - 1).magnitude < 0.01 }
    }.first
  }

  private static func shown(_ value: Double) -> String {
    var bytes: [UInt8] = []
    NumberText.appendShortest((value * 1000).rounded() / 1000, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func slowHelp(
    _ index: Int, _ rate: Double?, _ text: String, _ unit: ColumnUnit
  ) -> String {
    let divisor = rate.map { "\(Int($0))" } ?? "TICKS"
    let change = scaled(index, "/ \(divisor)").map {
      "type \($0) | scrollfit \(command) --time-unit s -"
    }
    return
      "if it counts \(text), \(change ?? "print it in s"); else say what it is: --time-unit \(unit.rawValue)"
  }
}
