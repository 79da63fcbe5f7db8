public import ScrollPhysics
public import ScrollRecordings

/// What `identify` adds to the fits of a recording.
extension TraceResult {
  /// Identifies the law of each motion if no fit is valid, because other scroll views than UIKit's have further laws.
  /// Sessions of many motions are described by their phases instead. A failure names the closest law.
  public mutating func identifyUnfitted(_ trace: Trace, axis: Axis?, options: FitOptions) {
    guard failure.map({ $0.code == .nothingToFit }) ?? true, fits.allSatisfy(\.isOfWrongLaw) else {
      return
    }
    let found = Identification(trace, axis: axis, options: options, searched: searched)
    if failure != nil, found.isTooShort, !trace.lacksPrintedTimes { failure = found.failure }
    if failure != nil { failure?.message += found.closestLaw.map { "; \($0)" } ?? "" }
    guard failure == nil || found.fromColumns == nil else {
      identification = found
      return
    }
    // If no phase could be fitted, a law that fits only a part, perhaps by chance, is no result.
    let moving = phases.filter { $0.kind != .rest }.reduce(0) { $0 + $1.range.count }
    let widest = found.motions.map(\.count).max() ?? 0
    guard (1...2).contains(found.motions.count), failure == nil || 5 * widest >= 4 * moving,
      found.motions.contains(where: { $0.laws.confidence != .none })
    else { return }
    identification = found
    guard let tie = found.tie else { return }
    failure?.message = tie
    failure?.help = TypedCommand.named(
      "record a faster or longer motion, at each frame; 'scrollfit identify --details FILE' compares the laws",
      path: path)
  }

  /// Scores the engines frame by frame if a glide has the constants of none, or if no law fits: their steps and endings
  /// show in the samples, not in the constants. If every fit was rejected, the laws of the motions are the result.
  ///
  /// - Parameters:
  ///   - trace: the recording.
  ///   - axis: the axis; nil for all recorded axes.
  ///   - all: the engines to score.
  ///   - options: the options of the fits.
  public mutating func recognizeEngine(
    _ trace: Trace, axis: Axis?, engines all: [Engine] = Engines.all, options: FitOptions
  ) {
    let isUnfitted = fits.allSatisfy { $0.isOfWrongLaw || $0.isRejected && $0.isFarOff }
    let isGlide = fits.contains { $0.law == DecelerationLaw.description.key }
    let moving = phases.filter { $0.kind != .rest }.reduce(0) { $0 + $1.range.count }
    guard failure == nil, identification == nil, (1...Self.fewScored).contains(fits.count),
      isGlide || isUnfitted && !phases.isEmpty, moving <= Self.mostScored,
      !fits.contains(where: { $0.isFollowed && !EngineLikeness($0, all).inside.isEmpty })
    else { return }
    // The laws that fit find the same motions in less time.
    let laws = CandidateLaw.all.filter { law in
      isUnfitted || fits.contains { $0.law == law.command }
    }
    let found = Identification(trace, axis: axis, laws: laws, engines: all, options: options)
    guard let (nearest, alike) = found.nearest, nearest.follows else { return }
    engines = [nearest.engine] + alike
    if isUnfitted, !phases.isEmpty, found.motions.count <= 2 { identification = found }
  }

  /// The maximum number of fits and of moving samples for which engines are scored, so that the answer is at hand.
  private static let fewScored = 3
  private static let mostScored = 1000
}
