internal import CurveFitting
internal import ScrollPhysics
internal import ScrollRecordings

/// The first and the last sample of a motion from rest to rest.
extension MotionWindows {
  /// A motion with the sample before it too, if the law is the same and that sample is no further off than the others; else
  /// the motion as it is.
  static func withFirst(_ found: Found, _ whole: MotionWindow) -> Found {
    guard found.window.range == whole.range.dropFirst(), let more = compared(whole),
      more.laws.law == found.laws.law, let answer = more.laws.answer,
      let first = answer.residuals.first?.magnitude,
      let most = answer.residuals.dropFirst().map(\.magnitude).max(), first <= most
    else { return found }
    return more
  }

  /// A motion with the sample after it too, at which a tween comes to rest; other motions as they are.
  static func withEnd(_ found: Found, _ whole: MotionWindow) -> Found {
    let isFree = found.laws.law == .anyBezier
    func comesToRest(_ law: CandidateLaw) -> Bool {
      law.easing != nil || isFree && law == .anyBezier
    }
    // Most motions have another law: the tweens alone exclude that at little cost.
    guard MotionSearch.follows(whole, where: comesToRest),
      let longer = MotionSearch.compared(whole), let answer = longer.laws.answer,
      answer.follows, comesToRest(answer.law)
    else { return found }
    return longer
  }

  /// The laws compared on a window, if one fits it.
  static func compared(_ window: MotionWindow) -> Found? {
    // A finger moves most stretches: a few samples suffice to exclude all laws.
    guard MotionSearch.mayFollow(window, where: { _ in true }) else { return nil }
    return MotionSearch.compared(window).flatMap { $0.laws.hasFollower ? $0 : nil }
  }

  /// Whether a spring at a known edge fits a motion only without its first sample, which may be the offset at release.
  /// Fits of a bounce and of a spring use the same test.
  static func startsOffCurve(_ window: MotionWindow, _ rest: MotionWindow) -> Bool {
    // The floor contains only rounding, as the following samples measure the timing errors.
    let floor = (window.quantum ?? 0) / 12.0.squareRoot()
    let first = LeadingSamples(
      law: SearchedSolver<SpringCoordinates>.self,
      observations: window.observations, floor: floor, options: FitOptions(), most: 1,
      isSuspected: false)
    return first.count() == 1 && CandidateLaw.spring.fit(rest)?.follows == true
  }

  /// Whether the first step is about as large as the next one.
  static func startsMoving(_ range: Range<Int>, _ signal: SampledChannel) -> Bool {
    let first = range.lowerBound
    let step = (signal.values[first + 1] - signal.values[first]).magnitude
    let next = (signal.values[first + 2] - signal.values[first + 1]).magnitude
    return step > 0.5 * next && step > 2 * (signal.quantum ?? 0)
  }
}
