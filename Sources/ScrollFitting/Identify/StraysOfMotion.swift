internal import ScrollRecordings

/// A motion of which single samples are off the curve of its law, as a busy processor leaves them: the content was drawn
/// late, or the sample taken late.
///
/// A law is fitted to the samples without those that are furthest off, until these stay the same. They must be few and far
/// off, and the others must follow the law with errors of their times that no frame refutes.
struct StraysOfMotion {
  let window: MotionWindow

  /// Fewer samples do not show which of them are off.
  private static let least = 20
  /// The largest share of samples that are off.
  private static let largestShare = 1.0 / 12
  /// The smallest residual of a sample that is off, in standard deviations.
  private static let far = 5.0
  private static let rounds = 8
  /// A law is tried if its residuals are at most this many times the smallest ones.
  private static let near = 3.0

  /// The laws of the other samples; nil if no law fits these.
  var found: MotionSearch.Found? {
    guard window.count >= Self.least, window.count <= MotionSearch.mostFrames else { return nil }
    let trial = window.with(jitter: window.largestJitter).asTrial
    let fits = window.candidates.filter { $0.canBeSure && !$0.needsEveryFrame && !$0.hasFreeForm }
      .compactMap { $0.fit(trial) }
    guard let least = fits.map(\.sumOfSquares).min() else { return nil }
    let tried = fits.filter { $0.sumOfSquares <= Self.near * Self.near * least }.sorted {
      ($0.parameterCount, $0.sumOfSquares) < ($1.parameterCount, $1.sumOfSquares)
    }
    return tried.lazy.compactMap { found(by: $0) }.first
  }

  private func found(by first: CandidateFit) -> MotionSearch.Found? {
    let blurred = window.with(jitter: window.largestJitter)
    let scales = blurred.deviations(jitter: window.largestJitter)
    let most = max(1, Int(Self.largestShare * Double(window.count)))
    func furthest(_ fit: CandidateFit) -> Set<Int> {
      Set(
        fit.residuals.indices.sorted {
          fit.residuals[$0].magnitude / scales[$0] > fit.residuals[$1].magnitude / scales[$1]
        }.prefix(most))
    }
    var (fit, left) = (first, Set<Int>())
    for _ in 0..<Self.rounds {
      let next = furthest(fit)
      guard next != left, let again = fit.law.fit(blurred.leavingOut(next)) else { break }
      (fit, left) = (again, next)
    }
    let kept = window.times.indices.filter { !left.contains($0) }
    let rest = window.keeping(kept)
    guard let own = fit.law.fit(rest),
      let jitter = own.follows
        ? rest.jitter
        : rest.jitter(explaining: own.residuals, parameters: own.parameterCount)
    else { return nil }
    // Samples that are not far off belong to the motion.
    let deviations = window.deviations(jitter: jitter)
    guard let all = fit.law.fit(window.with(jitter: jitter).leavingOut(left)) else { return nil }
    let off = left.filter { all.residuals[$0].magnitude > Self.far * deviations[$0] }
    guard !off.isEmpty else { return nil }
    // The first may be at rest, before a motion that starts at full speed between two frames.
    let first = off.contains(0) ? 1 : 0
    var used = window.keeping(window.times.indices.filter { $0 == 0 || !off.contains($0) })
      .withoutFirst(first).with(jitter: jitter)
    used.strays = off.count - first
    guard let compared = MotionSearch.comparedAsItIs(used), compared.laws.hasFollower,
      compared.laws.law == fit.law
    else { return nil }
    var found = compared
    // The law itself decided which samples are off.
    found.laws.doubt(.ownSamples)
    return found
  }
}
