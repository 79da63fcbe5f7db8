public import ScrollPhysics
public import ScrollRecordings

/// One motion of a recording: its law, and the engines that match it.
public struct IdentifiedMotion: Sendable {
  /// The axis.
  public var axis: Axis
  /// The times of the first and the last sample, in s of the recording.
  public var window: ClosedRange<Double>
  /// Number of samples used.
  public var count: Int
  /// Number of samples left out because they show the content some frames before, as scripts in browsers see it.
  public var lateSamples: Int
  /// Number of samples left out because they are far off the curve that the others follow.
  public var straySamples: Int
  /// The unit in s of the clock at which the engine evaluates its law, if the samples determine it: 1 ms, or the period of
  /// a timer. Nil if the times are frame times or stamps.
  public var clock: Double?
  /// The edge beyond which the motion takes place; nil if there is none or it is unknown.
  public var edge: Edge?
  /// The kind of its phase; nil if the motion was not found as a phase.
  public var kind: Phase.Kind?
  /// The step of the values in pt; nil if they are not rounded.
  public var quantum: Double?
  /// The rms residual to expect from a true law, in pt: rounding, noise and timing errors.
  public var expected: Double
  /// The standard deviation of the timing errors in s, estimated from the samples; 0 if none is detected.
  public var timeError: Double
  /// Whether the timing errors are too large to identify an engine.
  public var isCoarse: Bool
  /// The comparison of laws.
  public var laws: LawComparison
  /// The scores of the engines that have a law for it, the smallest weighted sum of squares first.
  public var engines: [EngineScore]
  /// Its samples and the fitted curve, for plots.
  public var series: MotionSeries

  /// The fitted tween, from its start on; nil for other laws, and if it is in doubt.
  public var tween: Tween? {
    guard laws.confidence == .sure || laws.confidence == .likely, let answer = laws.answer,
      let easing = answer.law.easing, let duration = answer["T"],
      let first = series.curve.first, let last = series.curve.last,
      let begin = series.times.first.flatMap(answer.done),
      let end = series.times.last.flatMap(answer.done)
    else { return nil }
    // The recording may begin behind the start, and end before the end.
    let done = end - begin
    guard done > 0.05 else { return nil }
    return Tween(distance: (last - first) / done, duration: duration, easing: easing)
  }

  /// Whether the content moves from rest to rest, not at an edge.
  let isAnimation: Bool

  /// A log of scroll events has no rest: then a law from rest tells, of which nearly all of the way was recorded.
  private static func isAnimation(_ window: MotionWindow, _ laws: LawComparison) -> Bool {
    guard window.edge == nil else { return false }
    if window.startsAtRest && window.endsAtRest { return true }
    guard let answer = laws.answer, answer.follows else { return false }
    if answer.law == .criticalFromRest { return true }
    guard let begin = answer.done(at: window.start),
      let end = answer.done(at: window.start + window.span)
    else { return false }
    return end - begin > wholeWay
  }

  /// The part of its way from which on a tween was recorded from rest to rest.
  private static let wholeWay = 0.98

  init(_ window: MotionWindow, laws: LawComparison, engines all: [Engine]) {
    axis = window.axis
    self.window = window.start...(window.start + window.span)
    count = window.count
    lateSamples = window.late
    straySamples = window.strays
    clock = window.clock
    edge = window.edge
    kind = window.kind
    quantum = window.quantum
    expected = window.expected
    timeError = window.jitter
    isCoarse = window.isCoarse
    isAnimation = Self.isAnimation(window, laws)
    var laws = laws
    laws.addErrors(window)
    self.laws = laws
    series = MotionSeries(window, laws.answer)
    engines = Self.scores(window, laws: laws, engines: all)
  }

  /// Scores the engines again for unrounded values, allowing the timing error of a timer with whole milliseconds.
  mutating func allowTimers(_ window: MotionWindow, engines all: [Engine]) {
    guard window.isExact, window.jitter < Self.timer else { return }
    engines = Self.scores(window.with(jitter: Self.timer), laws: laws, engines: all)
  }

  /// The standard deviation of times rounded to whole milliseconds, in s.
  private static let timer = 1e-3 / 12.0.squareRoot()

  /// The timing error of an engine with whole microseconds, in s.
  private static let clock = 3e-6

  /// The largest sum of squares of an engine where times have errors, as a multiple of that of the law.
  private static let mostOff = 9.0

  private static func scores(
    _ window: MotionWindow, laws: LawComparison, engines all: [Engine]
  ) -> [EngineScore] {
    // A part of a motion does not identify an engine, nor does one that many laws fit.
    guard laws.share >= LawComparison.leastShare,
      !window.isCoarse || laws.confidence == .likely
    else { return [] }
    let slowsDown = window.slowsDown
    // Errors of the times that let the law through explain no engine that is far more off.
    let most =
      window.hasTimeErrors && !window.isExact && laws.hasFollower
      ? mostOff * max(laws.answer?.sumOfSquares ?? 0, Double(window.count) * window.variance)
      : .infinity
    // Shipped constants are not fitted to the stamps, so the last digit of the stamps shows in exact values. Engines
    // evaluate their laws at whole microseconds at best.
    let digit = window.isExact ? max(clock, 0.3 * MotionSearch.lastDigit(window.times)) : clock
    let isFine = window.isExact || (window.quantum ?? 0) < clock * (window.speeds.max() ?? 0)
    let window = isFine && window.jitter < digit ? window.with(jitter: digit) : window
    let isAnimation = isAnimation(window, laws)
    // Many engines share a curve.
    var glides: [Engine.Glide: EngineScore?] = [:]
    func glide(_ engine: Engine) -> EngineScore? {
      guard slowsDown, let glide = engine.glide else { return nil }
      if !engine.stepsGlide, let known = glides[glide] { return known?.of(engine) }
      let score = EngineScore(
        glide: engine, window, isShortened: laws.law == CandidateLaw.shortenedFling)
      if !engine.stepsGlide { glides[glide] = .some(score) }
      return score
    }
    return all.compactMap { engine in
      if window.edge != nil { return EngineScore(edge: engine, window) }
      let scores = [
        glide(engine),
        isAnimation ? EngineScore(animation: engine, window) : nil,
      ]
      return scores.compactMap { $0 }.min { $0.sumOfSquares < $1.sumOfSquares }
    }.sorted { $0.sumOfSquares < $1.sumOfSquares }.map { score in
      var score = score
      if score.sumOfSquares > most || !laws.allows(all.first { $0.key == score.engine }) {
        score.follows = false
      }
      return score
    }
  }
}
