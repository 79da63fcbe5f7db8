internal import ScrollRecordings

/// Rows without some of their values.
extension TraceBuilder {
  typealias SlotChannel = (slot: Int, channel: Channel, unit: ColumnUnit)

  /// Whether the axis of a column is requested, directly or through its offset; always true for gestures in a table.
  func isWanted(_ column: Column) -> Bool {
    guard let axis = options.axis ?? plan.askedAxis else { return true }
    return column.axis == axis || column.role?.isTable == true
  }

  private func column(_ channel: SlotChannel) -> Column { plan.columns[plan.numeric[channel.slot]] }

  /// The channels of the completed recording.
  ///
  /// A channel without any value is ignored, and so is one with gaps on an axis that is not requested.
  func channelsWithValues() throws(Fault) -> [SlotChannel] {
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
    return kept
  }

  /// Keeps in a recording only the rows with a value of every channel, and stores all rows as sparse rows.
  ///
  /// If no row has all values, the rows of the first channel are kept, preferably the offset along y. A table keeps
  /// only complete rows.
  func takeOutGaps(of trace: inout Trace, _ kept: [SlotChannel]) throws(Fault) {
    let isWhole = (0..<count).map { index in
      kept.allSatisfy { samples[$0.slot, index] != NumberSlot.missing }
    }
    guard isWhole.contains(false) else { return }
    trace.sparse = SparseRows(
      times: trace.times, channels: trace.channels, phases: trace.phases,
      folded: kept.map { slots[$0.slot].foldedGaps }, restSamplesFolded: folded,
      emptyRows: lostRows)
    let roles = Set(trace.channels.map(\.role))
    let whole = trace.reading(Array(roles), in: Axis.allCases)
    if isWhole.contains(true) {
      trace = whole
    } else if canRest, let first = Self.first(of: trace.channels) {
      trace = trace.reading([first.role], axis: first.axis)
    } else {
      throw noValue(kept)
    }
    if !canRest { trace.sparse = nil }
  }

  /// The channel that most laws are fitted to.
  private static func first(of channels: [Channel]) -> Channel? {
    let order: [(Role, Axis)] = [
      (.offset, .y), (.overscroll, .y), (.offset, .x), (.overscroll, .x),
    ]
    let found = order.lazy.compactMap { role, axis in
      channels.first { $0.role == role && $0.axis == axis }
    }.first
    return found ?? channels.first
  }
}
