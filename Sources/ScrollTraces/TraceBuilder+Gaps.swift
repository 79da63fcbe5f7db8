/// Rows without some of their values.
extension TraceBuilder {
  typealias SlotChannel = (slot: Int, channel: Channel, unit: ColumnUnit)

  /// Whether the axis of a column is one that is asked for, by itself or by its offset; gestures in a table have none.
  func isWanted(_ column: Column) -> Bool {
    guard let axis = options.axis ?? plan.askedAxis else { return true }
    return column.axis == axis || column.role?.isTable == true
  }

  private func column(_ channel: SlotChannel) -> Column { plan.columns[plan.numeric[channel.slot]] }

  /// The channels that are read, once the recording is complete.
  ///
  /// One without any value is passed over, and so is one that has gaps on an axis that is not asked for. A row that lacks
  /// a value of another one is a lost sample, and is taken out.
  mutating func channelsWithValues() throws(Fault) -> [SlotChannel] {
    guard gapRows > 0 else { return channels }
    let kept = channels.filter { channel in
      let found = (0..<count).count { samples[channel.slot, $0] != NumberSlot.missing }
      return isWanted(column(channel)) ? found > 0 : found == count
    }
    let wanted = channels.filter { isWanted(column($0)) }
    let asked = channels.first { plan.askedColumn == plan.numeric[$0.slot] }
    if let asked, !kept.contains(where: { $0.slot == asked.slot }) { throw noValue([asked]) }
    guard kept.contains(where: { isWanted(column($0)) }) || wanted.isEmpty else {
      throw noValue(wanted)
    }
    loseGaps(of: kept)
    guard count > 0 else { throw noValue(kept) }
    return kept
  }

  /// Takes out the rows that lack a value of one of these channels.
  private mutating func loseGaps(of kept: [SlotChannel]) {
    let isWhole = (0..<count).map { index in
      kept.allSatisfy { samples[$0.slot, index] != NumberSlot.missing }
    }
    let lost = isWhole.count { !$0 }
    guard lost > 0 else { return }
    if plan.hasPhases { phases.keep(isWhole) }
    samples.moveToFront(isWhole)
    count -= lost
    lostRows += lost + foldedGapRows
    folded -= foldedGapRows
    let times = samples.values(timeColumn, count: count)
    duplicateStamps = timeSlot < 0 ? 0 : zip(times, times.dropFirst()).count { $0 == $1 }
  }
}
