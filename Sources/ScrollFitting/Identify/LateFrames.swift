/// A motion in which some samples show the content one to three frames earlier: a script in a browser reads an offset
/// that the compositor has not updated yet.
struct LateFrames {
  let window: MotionWindow

  init(_ window: MotionWindow) { self.window = window }

  /// Minimum number of samples. With fewer, too few remain beside the late ones.
  private static let least = 15
  /// The minimum share of samples that are on time.
  private static let leastOnTime = 0.7

  /// The laws of the samples that are on time; nil if no law fits enough of them, or if another sample is not on the
  /// curve a few frames before.
  var found: MotionSearch.Found? {
    guard window.count >= Self.least else { return nil }
    let laws = window.candidates.filter { $0.canBeSure && !$0.needsEveryFrame }
    let fits = laws.compactMap { $0.fit(window) }
    guard let least = fits.map(\.rms).min() else { return nil }
    let kept = fits.filter { $0.rms <= 3 * least }.compactMap { onTime(by: $0) }
    guard let most = kept.max(by: { $0.count < $1.count }), most.count < window.count else {
      return nil
    }
    var used = window.keeping(most)
    used.late = window.count - most.count
    guard !used.isStraight, var laws = LawComparison(used), laws.hasFollower else { return nil }
    // The law itself selected the late samples, so its fit without them is not independent evidence.
    laws.doubt()
    return (used, laws)
  }

  /// The samples on a law fitted to most of them; nil unless all others are late.
  private func onTime(by first: CandidateFit) -> [Int]? {
    let count = window.count
    let quorum = Int((Self.leastOnTime * Double(count)).rounded(.up))
    var residuals = first.residuals
    let direction: Double = window.values[count - 1] < window.values[0] ? -1 : 1
    // Late samples lag behind the motion. So the first rounds refit the samples furthest ahead of the curve, later
    // rounds those closest to it.
    for round in 0..<10 {
      let nearest = residuals.indices.sorted { one, other in
        round < 2
          ? direction * residuals[one] > direction * residuals[other]
          : residuals[one].magnitude < residuals[other].magnitude
      }
      guard let fit = first.law.fit(window.counting(nearest.prefix(quorum))) else { return nil }
      let change = zip(fit.residuals, residuals).reduce(0) { max($0, ($1.0 - $1.1).magnitude) }
      residuals = fit.residuals
      if round > 2, change <= 1e-3 * window.expected { break }
    }
    let deviations = window.deviations(jitter: window.jitter)
    let kept = residuals.indices.filter { residuals[$0].magnitude <= 3.5 * deviations[$0] }
    let curve = zip(window.values, residuals).map { $0 - $1 }
    guard kept.count >= quorum, first.law.fit(window.keeping(kept))?.follows == true,
      Set(curve.indices).subtracting(kept).allSatisfy({ isLate($0, curve, deviations[$0]) })
    else { return nil }
    return kept
  }

  /// Whether a sample lies on the curve at a time one to three frames before.
  private func isLate(_ index: Int, _ curve: [Double], _ deviation: Double) -> Bool {
    (1...3).contains { frames in
      let earlier = max(0, index - frames)
      let step = (curve[min(earlier + 1, curve.count - 1)] - curve[earlier]).magnitude
      return (window.values[index] - curve[earlier]).magnitude <= 3.5 * deviation + 0.25 * step
    }
  }
}
