internal import ScrollRecordings

extension TraceBuilder {
  func backwards(to time: Double, from previousTime: Double) -> Fault {
    let column = plan.timeSlot.map { plan.numeric[$0] }
    let header = column.map { plan.columns[$0].name } ?? ""
    let divisor = column.flatMap { plan.columns[$0].unit }?.divisor(scale: 1) ?? 1
    let (whole, other) = ((previousTime * divisor).rounded(), time * divisor)
    if timeSlot >= 0, slots[timeSlot].digits == 3, !commas.isFound, whole >= 500,
      (1..<10).contains(other), (1000 * other - whole).magnitude <= 200
    {
      return Fault(
        code: .notANumber, field: column,
        message:
          "points seem to separate thousands in column \(PrintedText.named(header)), where time goes back",
        help: DecimalNumber.thousandsHelp)
    }
    return Fault(
      code: .timeBackwards, field: column,
      message: "time goes back from \(previousTime) s to \(time) s in column "
        + PrintedText.named(header),
      help: "sort the rows, or tell recordings apart with a column \"trace\"")
  }

  func tooLate() -> Fault {
    Fault(
      code: .numberTooLarge, field: plan.timeSlot.map { plan.numeric[$0] },
      message: "the times since the row before add up to too large a number",
      help: "numbers reach to 1.8e308")
  }

  func tooMany() -> Fault {
    Fault(
      code: .tooManySamples, field: nil,
      message: "the recording has more than \(Limit.samples) samples",
      help: "read a part of it with --from and --to, or tell recordings apart with a column"
        + " \"trace\"")
  }

  func noValue(_ channels: [SlotChannel]) -> Fault {
    let names = channels.map { PrintedText.named(plan.columns[plan.numeric[$0.slot]].name) }
    return Fault(
      code: .emptyCell, field: nil,
      message: "no row has a number in \(names.count == 1 ? "column" : "each of the columns")"
        + " \(names.prefix(8).joined(separator: ", "))",
      help: "an empty cell is a lost sample; name another column with --offset")
  }

  func nothingInWindow() -> Fault {
    Fault(
      code: .nothingInWindow, field: nil,
      message: "no sample lies in the chosen span: the recording runs from \(firstTime) s to"
        + " \(previousTime) s",
      help: "change --from or --to")
  }

  /// Throws for points that separate thousands in whole numbers: `999` and then `1.001`.
  func checkThousands() throws(Fault) {
    for (slot, _, _) in channels where slots[slot].decimals == 3 && count > 1 {
      let values = UnsafeBufferPointer(start: slots[slot].column, count: count)
      guard
        let index = (1..<count).first(where: {
          Self.areThousands(values[$0 - 1], values[$0])
            || Self.areThousands(values[$0], values[$0 - 1])
        })
      else { continue }
      let field = plan.numeric[slot]
      throw Fault(
        code: .notANumber, field: field,
        message: "points seem to separate thousands in column"
          + " \(PrintedText.named(plan.columns[field].name)): \(values[index - 1]) stands beside"
          + " \(values[index])",
        help: DecimalNumber.thousandsHelp)
    }
  }

  /// Whether a whole number stands beside one that is near it only if its point separates thousands.
  @inline(__always)
  private static func areThousands(_ whole: Double, _ other: Double) -> Bool {
    whole.magnitude >= 500 && (1..<10).contains(other.magnitude)
      && (1000 * other - whole).magnitude <= 200 && whole == whole.rounded()
      && other != other.rounded()
  }
}
