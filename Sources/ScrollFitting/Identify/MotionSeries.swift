/// The samples of a motion and the fitted curve at the same times, for plots.
public struct MotionSeries: Sendable, Hashable {
  /// Times in s on the clock of the recording; frame times if the motion was fitted at frame times instead of stamps.
  public var times: [Double]
  /// Offsets in pt, as recorded.
  public var offsets: [Double]
  /// Values of the fitted law in pt; empty if no law could be fitted.
  public var curve: [Double]

  init(_ window: MotionWindow, _ answer: CandidateFit?) {
    func offset(_ value: Double) -> Double {
      window.edge.map { $0.position + $0.sign * value } ?? window.origin + value
    }
    times = window.times.map { window.start + $0 }
    offsets = window.values.map(offset)
    let residuals = answer?.residuals ?? []
    curve =
      residuals.count == window.count ? zip(window.values, residuals).map { offset($0 - $1) } : []
  }
}
