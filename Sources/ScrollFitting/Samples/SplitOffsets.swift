public import ScrollRecordings

/// The samples of one axis that were split into phases, with the missing frames of a recording of changes filled in.
public struct SplitOffsets: Sendable, Hashable {
  /// The axis.
  public var axis: Axis
  /// The recorded quantity: the offset, or the overscroll if there is no offset.
  public var quantity: SeriesQuantity
  /// Times in s, in the recording's own time.
  public var times: [Double]
  /// Values in pt, one per time.
  public var values: [Double]

  /// Samples; both arrays must have the same length.
  public init(axis: Axis, quantity: SeriesQuantity, times: [Double], values: [Double]) {
    precondition(times.count == values.count, "one value a time")
    self.axis = axis
    self.quantity = quantity
    self.times = times
    self.values = values
  }

  init(times: [Double], channel: Channel) {
    // Summed wheel deltas are an offset.
    self.init(
      axis: channel.axis, quantity: channel.role == .overscroll ? .overscroll : .offset,
      times: times, values: channel.values)
  }
}
