internal import ScrollRecordings

/// Offsets inside the items of a list, such as `firstVisibleItemScrollOffset`.
extension TraceBuilder {
  /// Throws if offsets start anew again and again while the content moves on, by as much as they reach: those are offsets
  /// inside an item of a list.
  func checkItems() throws(Fault) {
    guard canRest, count > 16 else { return }
    for (slot, channel, _) in channels where channel.role == .offset {
      guard let height = firstValues(slot).itemHeight else { continue }
      let name = PrintedText.named(plan.columns[plan.numeric[slot]].name)
      throw Fault(
        code: .mixedRows, field: nil,
        message:
          "the offset in column \(name) starts anew after about \(height), as one inside an item does",
        help:
          "print the offset of the content: the index of the item, times its height, and the offset inside it"
      )
    }
  }

  /// The first values of a channel, without missing ones, which are infinite.
  private func firstValues(_ slot: Int) -> [Double] {
    let values = samples.values(slot, count: min(count, Limit.unitSamples))
    return gapRows > 0 ? values.filter { $0.isFinite } : values
  }
}

/// Shares of the way in place of offsets.
extension TraceBuilder {
  /// Throws if all offsets lie between 0 and 1, or little beyond as at an edge, as the positions of scroll bars do, unless
  /// an option or the unit in the name says what they are.
  func checkShare() throws(Fault) {
    guard canRest, count > 16, plan.askedColumn == nil else { return }
    for (slot, channel, _) in channels where channel.role == .offset {
      let name = plan.columns[plan.numeric[slot]].name
      guard firstValues(slot).areShares, ColumnName.unit(of: name) == nil else { continue }
      throw Fault(
        code: .noKnownColumn, field: nil,
        message:
          "the offsets in column \(PrintedText.named(name)) lie between 0 and 1, as a share of the way does",
        help: "print the offset in points; to take the share for points, type scrollfit"
          + " \(log?.command ?? "fit") --offset \(PrintedText.argument(name)) FILE")
    }
  }
}

extension [Double] {
  /// Whether values are shares of the way, which are from 0 to 1, and beyond by at most half of the way at an edge.
  var areShares: Bool {
    allSatisfy { (-0.5...1.5).contains($0) } && Set(self).count > 16
  }
}
