public import ScrollTraces

/// The samples along one axis that a recording was split by, a log of changes with its frames put back.
public struct SplitOffsets: Sendable, Hashable {
  /// The axis.
  public var axis: Axis
  /// What was recorded: the offset, or the overscroll where there is no offset.
  public var quantity: SeriesQuantity
  /// Times in s of the recording, in their order.
  public var times: [Double]
  /// Values in pt, one a time.
  public var values: [Double]

  /// Samples; the two arrays must be equally long.
  public init(axis: Axis, quantity: SeriesQuantity, times: [Double], values: [Double]) {
    precondition(times.count == values.count, "one value a time")
    self.axis = axis
    self.quantity = quantity
    self.times = times
    self.values = values
  }

  init(times: [Double], channel: Channel) {
    // The sum of a wheel's deltas is an offset.
    self.init(
      axis: channel.axis, quantity: channel.role == .overscroll ? .overscroll : .offset,
      times: times, values: channel.values)
  }
}
