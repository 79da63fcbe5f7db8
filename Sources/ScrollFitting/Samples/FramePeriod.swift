internal import CurveFitting

/// Whether frame times are as far apart as the stamps of one motion.
///
/// Frame times have one period for a whole recording. It is wrong in a motion if a finger's events have another clock
/// than the engine's frames, or if the engine begins its frames anew with each motion.
enum FramePeriod {
  /// The line of stamps against frame times, in s, if its slope refutes the period; nil if they agree.
  static func refuted(_ frameTimes: [Double], by stamps: [Double]) -> StraightLine? {
    let samples = Observations(abscissae: frameTimes, values: stamps)
    guard frameTimes.count >= 12, let line = StraightLine(samples) else { return nil }
    let error =
      (line.sumOfSquares(samples) / Double(frameTimes.count - 2) / line.spread).squareRoot()
    return (line.slope - 1).magnitude > max(4 * error, leastError) ? line : nil
  }

  /// The smallest relative error of a period that matters.
  private static let leastError = 5e-4
}
