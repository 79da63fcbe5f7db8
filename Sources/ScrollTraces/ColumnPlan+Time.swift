/// Another time than the one in the plan.
extension ColumnPlan {
  /// Uses another column for the time; the one before is passed over.
  mutating func take(time index: Int, _ options: ReadingOptions) {
    guard let slot = timeSlot else { return }
    columns[numeric[slot]].isUsed = false
    columns[index].isUsed = true
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
