internal import ScrollRecordings

/// The channels that laws are fitted to, with failures if they are missing.
extension Trace {
  /// The failure of an analysis of whole recordings if the rows are gestures, or a number is too large; nil otherwise.
  func refusal(_ options: FitOptions) -> FitFailure? {
    isTable
      ? FitFailure(
        .isTable, "the rows are one gesture each, not samples of a recording",
        help: "fit a table with 'scrollfit bounce FILE' or 'scrollfit decelerate FILE'")
      : FitFailure(sizesOf: self, options)
  }

  /// Throws if the recording is a table.
  ///
  /// - Parameters:
  ///   - samples: the motion that samples are expected of.
  ///   - help: what the user can do instead.
  func refuseTable(asSamplesOf samples: String, help: String) throws(FitFailure) {
    guard isTable else { return }
    throw FitFailure(
      .isTable, "the rows are one gesture each, not samples of \(samples)", help: help)
  }

  func offset(along axis: Axis) throws(FitFailure) -> Channel {
    try offset(axis, channel(.offset, axis: axis), "offset")
  }

  /// The overscroll along an axis if it was recorded, else the offset.
  func overscrollOrOffset(along axis: Axis) throws(FitFailure) -> Channel {
    try offset(
      axis, channel(.overscroll, axis: axis) ?? channel(.offset, axis: axis),
      "offset or overscroll")
  }

  private func offset(
    _ axis: Axis, _ found: Channel?, _ name: String
  ) throws(FitFailure) -> Channel {
    guard let found else {
      throw .noChannel("\(name) along \(axis.rawValue)")
    }
    return found
  }
}
