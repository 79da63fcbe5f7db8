/// The cells of a row that are empty where numbers belong.
struct RowGap {
  /// The column of a time that is missing.
  var time: Int?
  /// How many values are missing.
  var valueCount = 0

  /// Whether anything is missing.
  var isOpen: Bool { valueCount > 0 || time != nil }
}

extension RowState {
  /// Takes a cell that may be empty; false where it is not.
  mutating func takeEmpty(
    _ bytes: UnsafeRawBufferPointer, _ number: UnsafeMutablePointer<NumberSlot>, _ index: Int
  ) -> Bool {
    guard Text.trimmed(bytes).isEmpty, let builder else { return false }
    let column = builder.pointee.plan.columns[index]
    number.pointee.takeEmpty()
    if column.role == .time {
      gap.time = index
    } else if column.role == .finger, builder.pointee.isWanted(column) {
      fault = emptyCell(index)
    } else {
      gap.valueCount += 1
    }
    return true
  }

  /// A time, or a position of the finger, that is missing.
  func emptyCell(_ index: Int) -> Fault {
    let column = builder?.pointee.plan.columns[index]
    return Fault(
      code: .emptyCell, field: index,
      message: "a number is missing in column \(PrintedText.named(column?.name ?? ""))",
      help: column?.role == .finger
        ? "write the last position of the finger there"
        : "fill in the cell, or remove the row: a value without its time has no place")
  }

  /// Passes over a row without a value.
  mutating func loseRow(_ row: Int) {
    guard let builder, !isNameNew && builder.pointee.isOpen || open(row) else { return }
    builder.pointee.loseRow()
  }

  /// Whether a row that ends is not as the conditions want it; nothing in its cells matters then.
  mutating func isPassedOver() -> Bool {
    defer { filter.beginRow() }
    // A fault of an earlier row ends the reading.
    guard faultRow == nil, !filter.isChosen else { return false }
    fault = nil
    gap = RowGap()
    return true
  }
}
