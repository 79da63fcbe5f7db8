internal import ScrollTraces

/// The channels that laws are fitted to, with failures if they are missing.
extension Trace {
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

  /// The offset along an axis.
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
      throw FitFailure(
        .noChannel, "no \(name) along \(axis.rawValue)",
        help: "name the column with --offset, or another axis with --axis")
    }
    return found
  }
}
