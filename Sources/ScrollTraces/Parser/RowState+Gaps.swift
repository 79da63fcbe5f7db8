internal import ScrollRecordings

/// The empty numeric cells of a row.
struct RowGap {
  /// The column of a missing time.
  var time: Int?
  /// The number of missing values.
  var valueCount = 0

  /// Whether anything is missing.
  var isOpen: Bool { valueCount > 0 || time != nil }
}

extension RowState {
  /// Reads a cell that may be empty; false if it is not.
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

  /// The fault for a missing time or finger position.
  func emptyCell(_ index: Int) -> Fault {
    let column = builder?.pointee.plan.columns[index]
    return Fault(
      code: .emptyCell, field: index,
      message: "a number is missing in column \(PrintedText.named(column?.name ?? ""))",
      help: column?.role == .finger
        ? "write the last position of the finger there"
        : "fill in the cell, or remove the row: a value without its time has no place")
  }

  /// Counts a row without a value as lost.
  mutating func loseRow(_ row: Int) {
    guard let builder, !isNameNew && builder.pointee.isOpen || open(row) else { return }
    builder.pointee.loseRow()
  }

  /// Whether a completed row does not meet the conditions; the content of its cells is then ignored.
  mutating func isPassedOver() -> Bool {
    defer {
      filter.beginRow()
      unread.removeAll(keepingCapacity: true)
    }
    // A fault of an earlier row ends the reading.
    guard faultRow == nil, !filter.isChosen else {
      for (cell, index) in unread { cell.withUnsafeBytes { examine($0, index) } }
      days = builder?.pointee.days ?? days
      return false
    }
    fault = nil
    gap = RowGap()
    hasSurplus = false
    builder?.pointee.days = days
    return true
  }
}
