extension LawComparison {
  /// Why a law that follows a motion is likely instead of sure: the first reason that was found.
  public enum Doubt: String, Sendable, Hashable {
    /// Fewer samples than a law needs to be told from others.
    case fewSamples
    /// Other laws are one in a hundred as likely, or more.
    case rivals
    /// The law has a free shape, or a free shape describes the samples better.
    case freeForm
    /// Times are in error, and other laws are not unlikely enough for that.
    case timeErrors
    /// The samples have no times, and no rate is stated: the usual one may be another.
    case assumedTimes
    /// The residuals have a pattern, or some are too large.
    case residuals
    /// No curve of the law gives every sample within its rounding.
    case rounding
    /// Samples that continue the motion smoothly are not explained.
    case unexplained
    /// Another law follows right before or after, without a rest or a finger between.
    case neighbour
    /// The content moved before, and the law has a form that fits the end of many motions.
    case movesBefore
    /// The content does not rest where the law ends.
    case end
    /// A sample is repeated, or jumps, where the motion begins.
    case start
    /// The law itself decided which samples or times are its own.
    case ownSamples
  }

  /// Whether a law without a free shape fits samples of an extent in pt to the precision of the arithmetic: then few
  /// samples suffice.
  func isExact(extent: Double) -> Bool {
    guard let answer, answer.follows, answer.law.canBeSure, answer.parameterCount <= 4 else {
      return false
    }
    return answer.max <= 1e-9 * (1 + extent)
  }

  /// Whether an ease has nearly ended at the last sample of a window; nil for other laws.
  static func hasEnded(_ fit: CandidateFit, in window: MotionWindow) -> Bool? {
    fit.done(at: window.start + window.span).map { $0 >= leastDone }
  }

  /// The part of its way that an ease has done where it is said to end.
  static let leastDone = 0.95
}
