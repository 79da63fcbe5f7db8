extension TraceBuilder {
  func backwards(to time: Double, from previousTime: Double) -> Fault {
    let column = plan.timeSlot.map { plan.numeric[$0] }
    let header = column.map { plan.columns[$0].name } ?? ""
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
    for (slot, _, _) in channels where max(slots[slot].decimals, slots[slot].digits) == 3 {
      let values = samples.values(slot, count: count)
      let jump = zip(values, values.dropFirst()).first { before, after in
        [(before, after), (after, before)].contains { large, small in
          let isWhole = large == large.rounded() && small != small.rounded()
          return isWhole && large.magnitude >= 500 && (1..<10).contains(small.magnitude)
            && (1000 * small - large).magnitude <= 200
        }
      }
      guard let (before, after) = jump else { continue }
      let index = plan.numeric[slot]
      throw Fault(
        code: .notANumber, field: index,
        message: "points seem to separate thousands in column"
          + " \(PrintedText.named(plan.columns[index].name)): \(before) stands beside \(after)",
        help: DecimalNumber.thousandsHelp)
    }
  }
}
