internal import ScrollRecordings

/// Another time than the one in the plan.
extension ColumnPlan {
  /// Uses another column for the time; the one before, if there is one, is passed over.
  mutating func take(time index: Int, _ options: ReadingOptions) {
    if let slot = timeSlot { columns[numeric[slot]].isUsed = false }
    columns[index].isUsed = true
    if columns[index].role != .time {
      (columns[index].role, columns[index].unit) = (.time, .seconds)
    }
    numeric = columns.indices.filter { columns[$0].isUsed && columns[$0].role?.isText == false }
    for column in columns.indices {
      if let place = numeric.firstIndex(of: column) {
        cells[column] = place
      } else if cells[column] >= 0 {
        cells[column] = Self.ignored
      }
    }
    timeSlot = numeric.firstIndex(of: index)
    if options.timeUnit?.dimension != .time {
      isTimeUnitOpen = ColumnName.unit(of: columns[index].name)?.dimension != .time
    }
  }
}
