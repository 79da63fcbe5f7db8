internal import RealModule
public import ScrollPhysics
public import ScrollRecordings

/// The laws compared for each motion of a recording, and the scores of the engines with their shipped constants.
public struct Identification: Sendable {
  /// The path of the file, as given.
  public var path: String
  /// The name of the recording in its file.
  public var name: String?
  /// The line of its first sample.
  public var line: Int
  /// The 64-bit hash of its content.
  public var contentHash: UInt64
  /// The samples along each axis in which motions were searched.
  public var offsets: [SplitOffsets] = []
  /// The motions, the vertical axis first.
  public var motions: [IdentifiedMotion] = []
  /// The fit of a law that needs another column beside the offset, such as a finger, a height or an inner view; nil for
  /// offsets alone.
  public var fromColumns: Fit?
  /// The scores of the engines' rubber bands for a pull recorded with its finger, the closest first.
  public var pulls: [EngineScore] = []
  /// The scores of the engines over all motions, the closest first; empty if no engine has a law for any motion.
  public var engines: [Overall] = []
  /// Warnings about the times of the recording, for example how the unit of the stamps was determined.
  public var warnings: [Warning] = []
  /// Why nothing was found.
  public var failure: FitFailure?
  /// The law that comes closest where nothing was found, in words; nil if that was not looked for.
  private var nearMiss: String?
  /// Whether nothing was found because too few samples move.
  private(set) var isTooShort = false

  /// An engine over all motions of a recording.
  public struct Overall: Sendable, Hashable {
    /// Its key.
    public var engine: String
    /// Number of motions for which it has a law.
    public var motions: Int
    /// The largest residual in pt.
    public var max: Double
    /// The mean of |residual| in pt, over all samples.
    public var mean: Double
    /// Whether it follows every motion to rounding.
    public var follows: Bool
    /// Number of motions that it follows to rounding.
    var followed: Int
    /// Its weight among the engines that follow every motion, the normalised exp(-chi^2/2); 0 for an engine that does
    /// not. chi^2 is scaled so that the closest engine has at most 1 per sample.
    public var weight: Double
  }

  /// Identifies the motions of a recording.
  ///
  /// - Parameters:
  ///   - trace: the recording.
  ///   - axis: the axis to search; nil for all recorded axes.
  ///   - laws: the laws to compare; of laws that the samples do not distinguish, the first is reported.
  ///   - all: the engines to score.
  ///   - options: options for edges and times, and the number of threads that compare laws.
  public init(
    _ trace: Trace, axis: Axis? = nil, laws: [CandidateLaw] = CandidateLaw.all,
    engines all: [Engine] = Engines.all, options: FitOptions = FitOptions()
  ) {
    self.init(trace, axis: axis, laws: laws, engines: all, options: options, searched: [])
  }

  /// - Parameter searched: the motions that a search with the same laws and options has found, for each recording of
  ///   offsets; another search is made if they are not as many.
  init(
    _ trace: Trace, axis: Axis?, laws: [CandidateLaw] = CandidateLaw.all,
    engines all: [Engine] = Engines.all, options: FitOptions, searched: [[MotionSearch.Found]]
  ) {
    path = trace.path
    name = trace.name
    line = trace.line
    contentHash = trace.contentHash
    if let refusal = trace.refusal(options) {
      failure = refusal
      failure?.nameFile(path)
      return
    }
    warnings = TraceWarnings.all(trace, facts: SamplingFacts(trace)).filter {
      TraceWarnings.ofTime.contains($0.code) || $0.code == .pixelsSuspected
    }
    // A start value belongs to one law.
    var options = options
    options.start = nil
    fromColumns = Self.lawOfColumns(trace, axis: axis, options: options)
    if let fit = fromColumns, fit.law == "rubber-band" {
      pulls = all.compactMap { EngineScore(drag: $0, fit) }.sorted {
        $0.sumOfSquares < $1.sumOfSquares
      }
    }
    let wheels = Phases.wheels(trace, axis: axis)
    let recordings =
      wheels.isEmpty
      ? SampledChannels.all(trace, axis: axis)
      : wheels.flatMap { SampledChannels.all($0.summed, axis: $0.axis) }
    let signals = recordings.flatMap(\.signals)
    offsets = signals.map { SplitOffsets(times: $0.times, channel: $0.channel) }
    var found =
      searched.count == recordings.count
      ? searched.flatMap { $0 }
      : recordings.flatMap {
        MotionWindows.find($0, laws: laws, options: options)
      }
    if !wheels.isEmpty { found = found.map(Self.ofWheel) }
    score(found, engines: all, threads: options.threads)
    // If no fit uses time, warnings about time are irrelevant.
    if motions.isEmpty, fromColumns?.stamps == .unused { warnings = [] }
    warnings.nameFile(path)
    if motions.isEmpty, fromColumns == nil {
      let moving = signals.compactMap { MotionWindow(moving: $0, $0.values.indices) }
      // Where the file names the phases, it says what moved the content.
      nearMiss =
        trace.phases == nil ? moving.max { $0.count < $1.count }.flatMap(Self.nearMiss) : nil
      isTooShort = moving.isEmpty
      let parts = signals.flatMap { signal in
        SpringPart.motions(signal).compactMap { MotionWindow(moving: signal, $0.range) }
      }
      failure = nothing(in: trace, parts.isEmpty ? moving : parts)
      failure?.nameFile(path)
    }
  }

  /// Compares the engines with the motions found. One that describes all decides between laws that the samples do not
  /// distinguish.
  private mutating func score(_ found: [MotionSearch.Found], engines all: [Engine], threads: Int) {
    motions = found.map(threads: threads) {
      IdentifiedMotion($0.window, laws: $0.laws, engines: all)
    }
    engines = Self.overall(motions)
    if engines.allSatisfy({ $0.weight == 0 }) {
      for index in motions.indices { motions[index].allowTimers(found[index].window, engines: all) }
      engines = Self.overall(motions)
    }
    if let best = engines.first, best.follows, best.weight >= Self.leastWeight,
      let engine = all.first(where: { $0.key == best.engine })
    {
      for index in motions.indices where motions[index].engines.contains(where: \.follows) {
        motions[index].laws.prefer(lawOf: engine)
      }
    }
  }

  /// A motion of wheel events. The sum of deltas that are rounded separately is off by more and more, so that the wrong
  /// curve may follow it: only the law of such events can be likely.
  private static func ofWheel(_ found: MotionSearch.Found) -> MotionSearch.Found {
    var found = found
    if !CandidateLaw.momenta.contains(found.laws.law) { found.laws.open() }
    return found
  }

  /// The reason why nothing was identified.
  private func nothing(in trace: Trace, _ moving: [MotionWindow]) -> FitFailure {
    guard trace.recorded.contains(where: { [.offset, .overscroll, .delta].contains($0.role) })
    else { return .noChannel("offset or overscroll") }
    return FitFailure(
      .nothingToFit,
      "no free motion found: \(Self.unexplained(moving))\(nearMiss.map { "; \($0)" } ?? "")",
      help: (isTooShort ? "record a faster or longer motion, at each frame; " : "")
        + "'scrollfit inspect FILE' lists the phases of the recording")
  }

  /// The closest engine, and the engines that the recording does not distinguish from it; nil without engines.
  public var nearest: (engine: Overall, alike: [String])? {
    guard let first = engines.first else { return nil }
    return (
      first,
      engines.dropFirst().filter { $0.motions == first.motions && $0.weight > 0.05 }.map(\.engine)
    )
  }

  /// The pixels in a point for which the friction of all flings is Android's; nil if no usual scale is, or if an engine
  /// describes the motions as they are. Apps on Android log pixels, and friction grows with these.
  public var pixelsOfAndroid: Double? {
    let flings = motions.compactMap { $0.laws.answer?["friction"] }
    guard !flings.isEmpty, flings.count == motions.count, nearest?.engine.follows == false else {
      return nil
    }
    return Quantum.knownScales.first { scale in
      scale > 1
        && flings.allSatisfy {
          ($0 / (scale * FlingFriction.android.value) - 1).magnitude < Self.errorOfScale
        }
    }
  }

  /// The largest relative error of a friction that tells the pixels in a point.
  private static let errorOfScale = 0.01

  /// The reason why no law fits the moving samples.
  private static func unexplained(_ moving: [MotionWindow]) -> String {
    if moving.isEmpty { return "fewer than \(MotionSearch.least) samples move" }
    return moving.allSatisfy(\.isStraight)
      ? PhaseFinder.steady
      : "no known law follows \(MotionSearch.least) moving samples or more; a finger may move them"
  }

  /// The maximum number of samples of a motion that no law follows to which laws are fitted.
  private static let samplesOfMiss = 2000

  /// The law that comes closest to all samples that move, where no part of them follows one.
  private static func nearMiss(_ window: MotionWindow) -> String? {
    guard !window.isStraight, window.count <= samplesOfMiss,
      let answer = LawComparison(window)?.answer
    else { return nil }
    return miss(answer, expected: window.expected)
  }

  private static func named(_ answer: CandidateFit) -> String {
    "\(answer.law.name) (rms \(Printed.significant(answer.rms, digits: 2)) pt)"
  }

  private static func miss(_ answer: CandidateFit, expected: Double) -> String {
    "the closest law, \(named(answer)), has residuals above the "
      + "\(Printed.significant(expected, digits: 2)) pt expected of a true law"
  }

  /// The law of the motion with the most samples, in words and with its residual; without motions that of all samples
  /// that move, nil if these are too few or too many.
  var closestLaw: String? {
    guard let motion = motions.max(by: { $0.count < $1.count }), let answer = motion.laws.answer
    else { return nearMiss }
    let law = Self.named(answer)
    switch motion.laws.confidence {
    case .none: return Self.miss(answer, expected: motion.expected)
    case .sure, .likely:
      if motions.count == 1, motion.laws.share >= LawComparison.leastShare {
        return "it follows \(law)"
      }
      fallthrough
    case .open: return "the closest law, \(law), follows \(motion.count) samples of it"
    }
  }

  /// Why no law is fitted to the widest motion, if the samples do not distinguish those that follow it.
  var tie: String? {
    guard let motion = motions.max(by: { $0.count < $1.count }), motion.laws.confidence == .open,
      let rival = motion.laws.rivals.first
    else { return nil }
    let others = motion.laws.rivals.count - 1
    return
      "the samples do not distinguish the laws that follow the motion, \(motion.laws.law.name)"
      + (others > 0 ? ", \(rival.name) and \(others) more" : " and \(rival.name)")
      + ", so none is fitted"
  }

  // MARK: - Engines

  /// Minimum weight of an engine that decides between laws that the samples do not distinguish.
  private static let leastWeight = 0.9

  private static func overall(_ all: [IdentifiedMotion]) -> [Overall] {
    // Motions that a finger may have made are used only if there are no others.
    let own = all.filter { motion in
      motion.laws.hasFollower && motion.laws.law.canBeSure
        && motion.laws.rivals.allSatisfy(\.canBeSure)
    }
    let known = own.isEmpty ? all : own
    // Any program animates from rest to rest with curves of its own: where there are others, these say nothing of the engine.
    let others = known.filter { !$0.isAnimation && !$0.engines.isEmpty }
    let motions = others.isEmpty ? known : others
    var scores: [String: [(motion: IdentifiedMotion, score: EngineScore)]] = [:]
    for motion in motions {
      for score in motion.engines { scores[score.engine, default: []].append((motion, score)) }
    }
    let most = scores.values.map(\.count).max() ?? 0
    // chi^2 relative to the variance of rounding, or to 1e-12 pt^2 for exact values.
    func chiSquare(_ list: [(motion: IdentifiedMotion, score: EngineScore)]) -> Double {
      list.reduce(0) {
        let variance = $1.motion.expected * $1.motion.expected
        return $0 + $1.score.sumOfSquares / max(variance, 1e-12)
      }
    }
    let samples = motions.filter { !$0.engines.isEmpty }.reduce(0) { $0 + $1.count }
    // An engine with residuals above rounding did not produce the motion, even if it is the closest.
    func isPossible(_ list: [(motion: IdentifiedMotion, score: EngineScore)]) -> Bool {
      list.count == most && list.allSatisfy(\.score.follows)
    }
    let best = scores.values.filter(isPossible).map(chiSquare).min() ?? 0
    let scale = max(1, best / Double(max(1, samples)))
    // Sorted by key, as the last digit of a sum depends on the order of its terms.
    var result = scores.sorted { $0.key < $1.key }.map { key, list in
      let count = list.reduce(0) { $0 + $1.motion.count }
      return Overall(
        engine: key, motions: list.count, max: list.map(\.score.max).max() ?? 0,
        mean: list.reduce(0) { $0 + $1.score.mean * Double($1.motion.count) } / Double(count),
        follows: list.allSatisfy(\.score.follows), followed: list.count(where: \.score.follows),
        weight: isPossible(list) ? Double.exp(-(chiSquare(list) - best) / (2 * scale)) : 0)
    }
    let sum = result.reduce(0) { $0 + $1.weight }
    for index in result.indices where sum > 0 { result[index].weight /= sum }
    return result.sorted {
      if $0.weight == 0, $1.weight == 0, $0.followed != $1.followed {
        return $0.followed > $1.followed
      }
      if $0.motions != $1.motions { return $0.motions > $1.motions }
      if $0.weight != $1.weight { return $0.weight > $1.weight }
      return $0.mean == $1.mean ? $0.engine < $1.engine : $0.mean < $1.mean
    }
  }

  // MARK: - Columns

  /// The fit of a law that needs its own column, if the recording has that column and the fit converges.
  private static func lawOfColumns(_ trace: Trace, axis: Axis?, options: FitOptions) -> Fit? {
    for law in Laws.all {
      guard let column = law.column, trace.recorded.contains(where: { $0.role == column }) else {
        continue
      }
      let axes = axis.map { [$0] } ?? [.y, .x]
      for axis in axes {
        let found = try? law.fit(law.reading(trace, axis: axis), axis: axis, options: options)
        if let fit = found?.first(where: { $0.search.converged }) { return fit }
      }
    }
    return nil
  }
}
