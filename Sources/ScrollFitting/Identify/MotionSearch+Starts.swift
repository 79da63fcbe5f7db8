internal import CurveFitting
internal import RealModule

/// First samples that do not belong to a motion.
extension MotionSearch {
  /// A motion without first samples that make its residuals far larger than those of the others; nil if there are none.
  ///
  /// Where errors of the times are estimated from the residuals of a law, an error that explains a finger's last samples
  /// explains all. An F test compares the residuals with and without them, and they must be on one side of the curve of the
  /// others, the first the furthest, as errors of times seldom are.
  static func withoutOtherStart(_ found: Found) -> Found? {
    let window = found.window
    guard window.jitter > 0, !window.isExact, let answer = found.laws.answer, answer.follows,
      answer.law.canBeSure, !answer.law.hasFreeForm
    else { return nil }
    let whole = answer.sumOfSquares / window.weightedVariance
    let other = (2...mostOfStart).compactMap { dropped -> (dropped: Int, chance: Double)? in
      let count = window.count - dropped
      guard count >= leastAfterStart, let fit = answer.law.fit(window.leavingOut(0..<dropped)),
        leaves(fit.residuals.prefix(dropped))
      else { return nil }
      let degrees = Double(count - answer.parameterCount)
      let rest = fit.sumOfSquares / window.weightedVariance
      guard rest > 0, whole > rest else { return nil }
      let ratio = (whole - rest) / Double(dropped) / (rest / degrees)
      return (dropped, Distribution.fTail(ratio, Double(dropped), degrees))
    }.min { $0.chance < $1.chance }
    guard let other, other.chance < levelOfStart,
      var later = comparedAsItIs(window.withoutFirst(other.dropped)), later.laws.hasFollower
    else { return nil }
    // The law itself decided which samples are not its own.
    later.laws.doubt(.ownSamples)
    return later
  }

  /// Whether residuals have one sign, and the first is the largest.
  private static func leaves(_ residuals: ArraySlice<Double>) -> Bool {
    guard let first = residuals.first else { return false }
    return residuals.allSatisfy { $0 * first >= 0 && $0.magnitude <= first.magnitude }
  }

  private static let mostOfStart = 6
  private static let leastAfterStart = 10
  /// Errors of times come in runs, so that large ones side by side are no rare chance.
  private static let levelOfStart = 1e-5
}
