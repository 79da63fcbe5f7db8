public import ScrollTraces

/// What one recording gave: the facts of its sampling, the fits, and what went wrong.
public struct TraceResult: Sendable {
  /// The file, as it was named.
  public var path: String
  /// The name of the recording in its file.
  public var name: String?
  /// The line of its first sample.
  public var line: Int
  /// What its file says of itself.
  public var metadata: Metadata
  /// The 64-bit hash of its content.
  public var contentHash: UInt64
  /// The samples of long rests that were merged into one; positions count those that were kept.
  public var restSamplesFolded: Int
  /// Facts about the sampling of the channel fitted, nil when there is none.
  public var sampling: SamplingFacts?
  /// Where its times come from.
  public var timing: Timing
  /// The fits, in the order of time.
  public var fits: [Fit] = []
  /// The phases of the recording, those of the vertical axis first; empty where it was not split.
  public var phases: [Phase] = []
  /// The offsets that were split into phases, vertical first; empty unless the options keep them.
  public var offsets: [SplitOffsets] = []
  /// What the fits of the phases say together; nil where the recording was not split.
  public var joined: CrossPhaseAnalysis?
  /// What `identify` says of a recording without a fit that holds; nil where it was not asked, or knows no more.
  public private(set) var identification: Identification?
  /// Warnings about the recording as a whole.
  public var warnings: [Warning] = []
  /// Why nothing was fitted.
  public var failure: FitFailure?

  private init(_ trace: Trace) {
    path = trace.path
    name = trace.name
    line = trace.line
    metadata = trace.metadata
    contentHash = trace.contentHash
    timing = trace.timing
    restSamplesFolded = trace.restSamplesFolded
  }

  /// Splits a recording into phases, fits each with its law, and joins what belongs together.
  ///
  /// - Parameters:
  ///   - trace: the recording.
  ///   - axis: the axis to look at; nil for every one that was recorded.
  ///   - kinds: the kinds of phases to fit; nil for all that a law describes.
  ///   - options: how to fit.
  public init(
    splitting trace: Trace, axis: Axis?, kinds: Set<Phase.Kind>? = nil, options: FitOptions
  ) {
    self.init(trace)
    // A start is that of one law, and phases have several.
    var options = options
    options.start = nil
    // What joins phases rests on errors of derived quantities.
    options.detail.insert(.derived)
    guard !trace.isTable else {
      failure = FitFailure(
        .isTable, "the rows are one gesture each, not samples of a recording",
        help: "fit a table with 'scrollfit bounce' or 'scrollfit decelerate'")
      return
    }
    if let refusal = FitFailure(sizesOf: trace, options) {
      failure = refusal
      return
    }
    var wheels = Phases.wheels(trace, axis: axis)
    guard wheels.isEmpty else {
      split(&wheels, of: trace, kinds: kinds, options: options)
      return
    }
    let recordings = SampledChannels.all(trace, axis: axis)
    let signals = recordings.flatMap(\.signals)
    guard !signals.isEmpty else {
      failure = Self.withoutSignals(trace, axis: axis)
      return
    }
    if options.keepsOffsets {
      offsets = signals.map { SplitOffsets(times: $0.times, channel: $0.channel) }
    }
    for recording in recordings { fitPhases(recording, kinds: kinds, options: options) }
    finish(trace, facts: recordings[0].facts, kinds: kinds)
    join(signals, options: options)
    var paths: [Axis: Releases.Path] = [:]
    for recording in recordings {
      for signal in recording.signals where signal.channel.role == .offset {
        paths[signal.channel.axis] = Releases.Path(signal, recording.trace)
      }
    }
    findReleases(paths, options: options)
    findWheelGains(trace, of: signals.map(\.channel.axis), isAll: kinds == nil, options: options)
    phases = recordings.flatMap { recording in
      recording.asRecorded(
        phases.filter { phase in
          recording.signals.contains { $0.channel.axis == phase.axis }
        })
    }
  }

  /// Fits the events of a wheel, and joins what belongs together.
  private mutating func split(
    _ wheels: inout [WheelStream], of trace: Trace, kinds: Set<Phase.Kind>?, options: FitOptions
  ) {
    for index in wheels.indices where kinds?.isDisjoint(with: WheelStream.fitted) != true {
      take(wheels[index].fit(options: options), of: &wheels[index].phases)
    }
    phases = wheels.flatMap(\.phases)
    if options.keepsOffsets {
      offsets = wheels.map { SplitOffsets(times: $0.trace.times, channel: $0.offsets) }
    }
    finish(trace, facts: nil, kinds: kinds)
    // Events that nothing can be fitted to, as those of a finger or of notches, are a result as well.
    if kinds == nil, phases.contains(where: { $0.kind != .rest }) { failure = nil }
    join([], options: options)
    findReleases(
      Dictionary(uniqueKeysWithValues: wheels.map { ($0.axis, Releases.Path($0, $0.trace)) }),
      options: options)
  }

  /// Why there is nothing to split.
  private static func withoutSignals(_ trace: Trace, axis: Axis?) -> FitFailure {
    let isRecorded = trace.recorded.contains {
      ($0.role == .offset || $0.role == .overscroll) && (axis == nil || $0.axis == axis)
    }
    return isRecorded
      ? .nothingMoves
      : FitFailure(
        .noChannel, "no offset or overscroll\(axis.map { " along \($0.rawValue)" } ?? "")",
        help: "name the column with --offset, or another axis with --axis")
  }

  /// Asks which law each motion follows, where none of the fits describes one: other scroll views than UIKit's have laws
  /// that no command fits. A session of many motions is better told by its phases. A failure names the closest law.
  public mutating func identifyUnfitted(_ trace: Trace, axis: Axis?, options: FitOptions) {
    guard failure.map({ $0.code == .nothingToFit }) ?? true, fits.allSatisfy(\.isOfWrongLaw) else {
      return
    }
    let found = Identification(trace, axis: axis, options: options)
    if failure != nil { failure?.message += found.closestLaw.map { "; \($0)" } ?? "" }
    guard failure == nil || found.fromColumns == nil else {
      identification = found
      return
    }
    // Of what no phase fits, a part that a law follows by chance is no answer.
    let moving = phases.filter { $0.kind != .rest }.reduce(0) { $0 + $1.range.count }
    let widest = found.motions.map(\.count).max() ?? 0
    guard (1...2).contains(found.motions.count), failure == nil || 5 * widest >= 4 * moving,
      found.motions.contains(where: { $0.laws.confidence != .none })
    else { return }
    identification = found
  }

  /// More fits of wrong laws are those of a hand, or of a program, and to search all of them takes long.
  private static let fewFits = 6

  /// Finds the phases and fits them. Where none of the fits holds the recording is of another law, and is searched for all.
  private mutating func fitPhases(
    _ recording: SampledChannels, kinds: Set<Phase.Kind>?, options: FitOptions
  ) {
    var found = Phases.named(recording, options: options).flatMap(\.phases)
    var own = PhaseFits(recording, phases: &found, kinds: kinds, options: options).fits
    if (1...Self.fewFits).contains(own.count),
      own.allSatisfy({ !$0.search.converged || $0.leavesTooMuch })
    {
      let isWrong = own.allSatisfy { !$0.search.converged || LackOfFit($0) != nil }
      var others = Phases.named(recording, isAnywhere: true, options: options).flatMap(\.phases)
      // Where the fits may hold and the samples have noise, only a law that is sure replaces theirs.
      if others.contains(where: { $0.law != nil && (isWrong || $0.confidence == .sure) }) {
        own = PhaseFits(recording, phases: &others, kinds: kinds, options: options).fits
        found = others
      }
    }
    take(own, of: &found)
    phases += found
  }

  /// The command that fits what only `identify` recognised, or a table, such as `gravity`; nil where none is known.
  public func nextCommand(_ trace: Trace) -> String? {
    if trace.isTable, case .law(let law) = TraceLaw(trace) { return law.description.key }
    return identification.flatMap { found in
      found.fromColumns?.law
        ?? found.motions.max { $0.count < $1.count }?.laws.answer?.law.command
    }
  }

  private mutating func findReleases(_ paths: [Axis: Releases.Path], options: FitOptions) {
    let finder = Releases(phases: phases, fits: fits, confidence: options.confidence)
    joined?.releases = [Axis.y, .x].flatMap { axis in
      paths[axis].map { finder.all(axis, path: $0) } ?? []
    }
  }

  /// How distance and duration of the glides grow with their speed; nil where nothing glides.
  public var flings: FlingScaling? {
    let source = BatchSource(path: path, trace: name, line: line)
    return FlingScaling(
      fits.enumerated().compactMap {
        MeasuredFling(RecordedFit($0.element), source: source, position: $0.offset)
      })
  }

  /// Appends the fits of phases that count them from 0.
  private mutating func take(_ more: [Fit], of phases: inout [Phase]) {
    for index in phases.indices { phases[index].fit = phases[index].fit.map { $0 + fits.count } }
    fits += more
  }

  /// States the facts of the recording, and a failure where nothing could be fitted.
  private mutating func finish(_ trace: Trace, facts: SamplingFacts?, kinds: Set<Phase.Kind>?) {
    let facts = facts ?? SamplingFacts(trace)
    sampling = facts
    warnings = TraceWarnings.all(trace, facts: facts)
    guard fits.isEmpty else {
      doubtIntervals()
      forgetUnusedTimes()
      failUnlessConverged()
      return
    }
    // A motion whose law is known is an answer, though no fit has its errors.
    guard kinds != nil || !phases.contains(where: { $0.law != nil && $0.confidence != .unsure })
    else { return }
    guard !trace.lacksPrintedTimes else {
      failure = FitFailure(
        .nothingToFit,
        "the log has offsets without times, and at 60 frames a second no law gives them",
        help: Trace.printTimes)
      return
    }
    guard phases.isEmpty || phases.contains(where: { $0.kind != .rest }) else {
      failure = .nothingMoves
      return
    }
    let why = phases.compactMap(\.remark).first.map { ": \($0)" } ?? ""
    let names = kinds.map { $0.map(\.rawValue).sorted().joined(separator: " or ") }
    failure = FitFailure(
      .nothingToFit,
      names.map { "no \($0) in the recording could be fitted\(why)" }
        ?? "no phase of the recording could be fitted\(why)",
      help:
        "'scrollfit identify' tries all laws, 'scrollfit inspect' says what each phase was told by")
  }

  /// Joins the fits, and puts the boundaries of phases where the laws have them.
  private mutating func join(_ signals: [SampledChannel], options: FitOptions) {
    var offsets: [Axis: SampledChannel] = [:]
    for signal in signals where signal.channel.role == .offset {
      offsets[signal.channel.axis] = signal
    }
    // Beside an offset no phase is that of an overscroll.
    let overscrolls = { (axis: Axis) in
      signals.first { $0.channel.role == .overscroll && $0.channel.axis == axis }
    }
    let joined = CrossPhaseAnalysis(
      signals: offsets, overscrolls: overscrolls, phases: &phases, fits: fits, options: options)
    warnings += joined.warnings
    self.joined = joined
    Boundaries.sharpen(&phases, fits: fits, pools: joined.pools, signals: signals)
  }

  /// Withholds intervals of a wrong law, and warns of those that are known not to hold what they promise.
  private mutating func doubtIntervals() {
    for index in fits.indices {
      fits[index].withholdErrorsOfWrongLaw()
      fits[index].warnings += CoverageWarnings.warnings(fits[index])
    }
  }

  /// Where time plays no part its faults are none.
  private mutating func forgetUnusedTimes() {
    guard !fits.isEmpty, fits.allSatisfy({ $0.stamps == .unused }) else { return }
    warnings.removeAll { TraceWarnings.ofTime.contains($0.code) }
  }

  /// A failure when no fit came to its minimum.
  private mutating func failUnlessConverged() {
    guard failure == nil,
      !fits.contains(where: { $0.search.converged || $0.search.method == "article" })
    else { return }
    failure = FitFailure(
      .noConvergence, "no fit converged: \(fits.first?.search.reason ?? "no stretch to fit")",
      help: "look at the recording with 'scrollfit inspect'")
  }

  /// Fits a law to a recording, on every axis it has or on one.
  ///
  /// Where one axis cannot be fitted and the other can, only the other is reported.
  ///
  /// - Parameters:
  ///   - trace: the recording.
  ///   - law: one of ``Laws/all``, or of another package.
  ///   - axis: the axis to fit; nil for every one that was recorded.
  ///   - options: how to fit.
  ///   - memory: made for the same options, where many recordings are fitted.
  public init(
    _ trace: Trace, law: any Law.Type, axis: Axis?, options: FitOptions, memory: FitMemory? = nil
  ) {
    self.init(trace)
    if let refusal = FitFailure(sizesOf: trace, options) {
      failure = refusal
      return
    }
    let recorded = Axis.allCases.filter { axis in
      trace.recorded.contains {
        ($0.role == .overscroll || $0.role == .offset) && $0.axis == axis
      }
    }
    // Vertical first: most recordings have nothing else.
    let axes = axis.map { [$0] } ?? (recorded.isEmpty ? [.y] : recorded.reversed())
    // The stamps are those of all channels: they are looked at once.
    let stamps =
      trace.isTable ? nil : trace.channels.first.map { SamplingFacts(trace, channel: $0) }
    if law == BounceLaw.self, let stamps,
      let plain = memory?.fit(trace, axis: axis, facts: stamps)
    {
      fits = [plain]
    }
    for axis in fits.isEmpty ? axes : [] {
      do throws(FitFailure) {
        fits += try law.fit(
          law.reading(trace, axis: axis), axis: axis, options: options,
          facts: trace.hasGaps ? nil : stamps)
      } catch {
        failure = failure ?? error
      }
    }
    if !fits.isEmpty { failure = nil }
    let shown = fits.first?.axis ?? axes.first ?? .y
    let read = law.reading(trace, axis: shown)
    guard
      let channel = read.channel(.overscroll, axis: shown)
        ?? read.channel(.offset, axis: shown) ?? read.channels.first
    else { return }
    let facts =
      trace.hasGaps || trace.isTable
      ? SamplingFacts(read, channel: channel)
      : stamps.map { trace.channels.count == 1 ? $0 : $0.looking(at: channel, of: trace) }
        ?? SamplingFacts(trace, channel: channel)
    // Rows that are gestures have no rate and no duration.
    sampling = trace.isTable ? nil : facts
    warnings = TraceWarnings.all(read, facts: facts)
    doubtIntervals()
    forgetUnusedTimes()
    failUnlessConverged()
  }
}
