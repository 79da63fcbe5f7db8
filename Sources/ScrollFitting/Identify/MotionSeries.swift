/// The samples of a motion and the curve of its law at the same times, for plots.
public struct MotionSeries: Sendable, Hashable {
  /// Times in s of the recording: those of the frames, where the stamps are off them.
  public var times: [Double]
  /// Offsets in pt, as recorded.
  public var offsets: [Double]
  /// What the law says, in pt; empty where no law could be laid through the motion.
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
