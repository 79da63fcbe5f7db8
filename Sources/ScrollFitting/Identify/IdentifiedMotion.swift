internal import ScrollPhysics
public import ScrollTraces

/// One motion of a recording: which law it follows, and which engines come near.
public struct IdentifiedMotion: Sendable {
  /// Along which axis.
  public var axis: Axis
  /// The first and the last time of its samples, in s of the recording.
  public var window: ClosedRange<Double>
  /// Its samples.
  public var count: Int
  /// Samples beside these that show the content as it was one to three frames before, as scripts of browsers see it.
  public var lateSamples: Int
  /// The unit in s of the clock at which an engine reads its law, where the samples tell its times; nil where times are those
  /// of frames or stamps.
  public var clock: Double?
  /// The edge beyond which it takes place; nil where there is none, or none is known.
  public var edge: Edge?
  /// What kind of phase it is; nil for a motion that is no part of scrolling, or a whole one.
  public var kind: Phase.Kind?
  /// The steps of the values in pt; nil when they have none.
  public var quantum: Double?
  /// The root mean square that rounding, noise and errors of the times leave of a true law, in pt.
  public var expected: Double
  /// The standard deviation of the errors of the times in s, as the samples tell it; 0 where they tell none.
  public var timeError: Double
  /// Whether they are so large that no engine can be told.
  public var isCoarse: Bool
  /// The laws.
  public var laws: LawComparison
  /// The engines that have a law for it, the smallest root mean square first.
  public var engines: [EngineScore]
  /// Its samples and the curve of its law, for plots.
  public var series: MotionSeries

  /// Below this share of the moving samples no engine is named.
  static let leastShare = 0.8

  init(_ window: MotionWindow, laws: LawComparison, engines all: [Engine]) {
    axis = window.axis
    self.window = window.start...(window.start + window.span)
    count = window.count
    lateSamples = window.late
    clock = window.clock
    edge = window.edge
    kind = window.kind
    quantum = window.quantum
    expected = window.expected
    timeError = window.jitter
    isCoarse = window.isCoarse
    var laws = laws
    laws.addErrors(window)
    self.laws = laws
    series = MotionSeries(window, laws.answer)
    engines = Self.scores(window, laws: laws, engines: all)
  }

  /// The engines again, with the error that a timer of whole milliseconds makes of values that are not rounded.
  mutating func allowTimers(_ window: MotionWindow, engines all: [Engine]) {
    guard window.isExact, window.jitter < Self.timer else { return }
    engines = Self.scores(window.with(jitter: Self.timer), laws: laws, engines: all)
  }

  /// The standard deviation of times in whole milliseconds, in s.
  private static let timer = 1e-3 / 12.0.squareRoot()

  /// The error of an engine's times in s: what its arithmetic makes of a whole microsecond.
  private static let clock = 3e-6

  private static func scores(
    _ window: MotionWindow, laws: LawComparison, engines all: [Engine]
  ) -> [EngineScore] {
    // Of a part of a motion no engine is named.
    guard laws.share >= leastShare, !window.isCoarse else { return [] }
    let slowsDown = window.slowsDown
    // Shipped constants are not fitted to the stamps: of exact values their last digit shows.
    // An engine reads its law in whole microseconds at best.
    let digit = window.isExact ? max(clock, 0.3 * MotionSearch.lastDigit(window.times)) : clock
    let isFine = window.isExact || (window.quantum ?? 0) < clock * (window.speeds.max() ?? 0)
    let window = isFine && window.jitter < digit ? window.with(jitter: digit) : window
    let isAnimation = window.startsAtRest && window.endsAtRest
    return all.compactMap { engine in
      if window.edge != nil { return EngineScore(edge: engine, window) }
      let scores = [
        slowsDown
          ? EngineScore(
            glide: engine, window, isShortened: laws.law == CandidateLaw.shortenedFling) : nil,
        isAnimation ? EngineScore(animation: engine, window) : nil,
      ]
      return scores.compactMap { $0 }.min { $0.sumOfSquares < $1.sumOfSquares }
    }.sorted { $0.sumOfSquares < $1.sumOfSquares }
  }
}
