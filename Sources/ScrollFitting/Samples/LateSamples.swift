internal import RealModule

/// Samples that show an earlier frame than their stamp, as a script of a browser sees some while the compositor scrolls.
struct LateSamples {
  /// How many show an earlier frame.
  let count: Int
  /// The number of fast samples, those that tell.
  let of: Int

  /// Fewer fast samples do not show a pattern.
  private static let least = 12
  /// Fewer changes between frames could be outliers.
  private static let leastChanges = 4
  /// The smallest step to the next frame of a fast sample, in rounding errors: its residual is known to 0.08 frames.
  private static let clear = 12.0
  /// The least mean cosine of the changes, and of those by a frame and more, where a frame is a full turn. Whole frames
  /// give nearly 1, errors of times with a scatter of a tenth of a frame 0.7, larger ones 0.
  private static let wholeness = (all: 0.9, moves: 0.8)

  /// The late samples of a fit; nil if its residuals do not change by whole frames.
  ///
  /// A residual over the step of the curve is a number of frames. The curve of a fit to all samples lies somewhere between
  /// the frames, so only the changes of these numbers are whole.
  ///
  /// - Parameters:
  ///   - series: the samples and the curve.
  ///   - floor: the residual that rounding alone leaves, in pt.
  init?(_ series: Series, floor: Double) {
    let (times, curve) = (series.fitTimes, series.fitted)
    guard times.count > Self.least, let start = times.first, let end = times.last else {
      return nil
    }
    let frame = (end - start) / Double(times.count - 1)
    let lags = times.indices.dropFirst().dropLast().compactMap { index -> Double? in
      let step =
        frame * (curve[index + 1] - curve[index - 1]) / (times[index + 1] - times[index - 1])
      return step.magnitude > Self.clear * floor
        ? (curve[index] - series.observed[index]) / step : nil
    }
    guard lags.count >= Self.least else { return nil }
    let changes = zip(lags.dropFirst(), lags).map { $0 - $1 }
    let moves = changes.filter { $0.rounded() != 0 }
    func wholeness(_ changes: [Double]) -> Double {
      changes.reduce(0) { $0 + .cos(2 * .pi * $1) } / Double(changes.count)
    }
    guard moves.count >= Self.leastChanges, wholeness(changes) >= Self.wholeness.all,
      wholeness(moves) >= Self.wholeness.moves
    else { return nil }
    var frames = [0.0]
    for change in changes { frames.append((frames.last ?? 0) + change.rounded()) }
    let onTime = frames.min() ?? 0
    let late = frames.count { $0 > onTime }
    // Where next to none is on time, a few samples are ahead of the others.
    guard 10 * late <= 9 * frames.count else { return nil }
    (count, of) = (late, frames.count)
  }
}

extension Fit {
  /// The samples that show an earlier frame; nil if there are none, or samples were not weighted for errors of times.
  var lateSamples: LateSamples? {
    guard case .weighted = stamps, let floor = residual.floor else { return nil }
    return LateSamples(series, floor: floor)
  }
}
