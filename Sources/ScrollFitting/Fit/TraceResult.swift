public import ScrollRecordings

/// The result of one recording: sampling, fits, warnings and failure.
public struct TraceResult: Sendable {
  /// The path of the file as the user gave it.
  public var path: String
  /// The name of the recording in its file.
  public var name: String?
  /// The line of its first sample.
  public var line: Int
  /// The metadata in its file.
  public var metadata: Metadata
  /// The 64-bit hash of its content.
  public var contentHash: UInt64
  /// Number of samples that were removed from long rests; sample indices count the remaining ones.
  public var restSamplesFolded: Int
  /// The sampling of the fitted channel; nil if there is none.
  public var sampling: SamplingFacts?
  /// The source of its times.
  public var timing: Timing
  /// The fits, in order of time.
  public var fits: [Fit] = []
  /// The phases of the recording, those of the vertical axis first; empty if it was not split.
  public var phases: [Phase] = []
  /// The offsets that were split into phases, vertical first; empty unless the options keep them.
  public var offsets: [SplitOffsets] = []
  /// The joint analysis of the phases; nil if the recording was not split.
  public var joined: CrossPhaseAnalysis?
  /// The result of `identify` for a recording without a valid fit; nil if that was not tried or found nothing more.
  public internal(set) var identification: Identification?
  /// The keys of the engines that describe every motion within its rounding, the closest first; empty if none does, or
  /// if that was not tried.
  public internal(set) var engines: [String] = []
  /// The motions of all laws, for each recording of offsets that was searched for them.
  var searched: [[MotionSearch.Found]] = []
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

  /// Splits a recording into phases, fits each with its law, and analyses the fits together.
  ///
  /// - Parameters:
  ///   - trace: the recording.
  ///   - axis: the axis; nil for all recorded axes.
  ///   - kinds: the kinds of phases to fit; nil for all that have a law.
  ///   - options: the options of the fits.
  public init(
    splitting trace: Trace, axis: Axis?, kinds: Set<Phase.Kind>? = nil, options: FitOptions
  ) {
    self.init(trace)
    defer { nameFile() }
    // A start applies to one law; phases have several.
    var options = options
    options.start = nil
    // The joint analysis needs errors of derived quantities.
    options.detail.insert(.derived)
    if let refusal = trace.refusal(options) {
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

  /// Fits the events of a wheel, and analyses the fits together.
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
    // Events without a fit, such as those of a finger or of notches, are a result too.
    if kinds == nil, phases.contains(where: { $0.kind != .rest }) { failure = nil }
    join([], options: options)
    findReleases(
      Dictionary(uniqueKeysWithValues: wheels.map { ($0.axis, Releases.Path($0, $0.trace)) }),
      options: options)
  }

  /// The failure for a recording without signals to split.
  private static func withoutSignals(_ trace: Trace, axis: Axis?) -> FitFailure {
    let isRecorded = trace.recorded.contains {
      ($0.role == .offset || $0.role == .overscroll) && (axis == nil || $0.axis == axis)
    }
    return isRecorded
      ? .nothingMoves
      : .noChannel("offset or overscroll\(axis.map { " along \($0.rawValue)" } ?? "")")
  }

  /// Finds the phases and fits them. If some are in doubt, the recording is searched for motions of all laws.
  private mutating func fitPhases(
    _ recording: SampledChannels, kinds: Set<Phase.Kind>?, options: FitOptions
  ) {
    let fitted = IdentifiedPhases.fitted(recording, kinds: kinds, options: options)
    if let motions = fitted.motions { searched.append(motions) }
    var found = fitted.phases
    take(fitted.fits, of: &found)
    phases += found
  }

  /// The command that fits a table, or a motion recognised only by `identify`, such as `gravity`; nil for none.
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

  /// How the distance and duration of the flings grow with their speed; nil if there is no fling.
  public var flings: FlingScaling? {
    let source = BatchSource(path: path, trace: name, line: line)
    return FlingScaling(
      fits.enumerated().compactMap {
        MeasuredFling(RecordedFit($0.element), source: source, position: $0.offset)
      })
  }

  /// Appends fits, and shifts the fit indices of their phases, which start at 0.
  private mutating func take(_ more: [Fit], of phases: inout [Phase]) {
    for index in phases.indices { phases[index].fit = phases[index].fit.map { $0 + fits.count } }
    fits += more
  }

  /// Sets the sampling and the warnings, and a failure if nothing could be fitted.
  private mutating func finish(_ trace: Trace, facts: SamplingFacts?, kinds: Set<Phase.Kind>?) {
    let facts = facts ?? SamplingFacts(trace)
    sampling = facts
    warnings = TraceWarnings.all(trace, facts: facts)
    // A motion whose law was identified is a result, although it has no fit.
    let isIdentified =
      kinds == nil && phases.contains { $0.law != nil && $0.confidence != .unsure }
    guard fits.isEmpty else {
      doubtIntervals()
      forgetUnusedTimes()
      if !isIdentified { failUnlessConverged() }
      return
    }
    guard !isIdentified else { return }
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
        "'scrollfit identify FILE' tries all laws, 'scrollfit inspect FILE' says what each phase was told by"
    )
  }

  /// Analyses the fits together, and moves the boundaries of phases to where the laws put them.
  private mutating func join(_ signals: [SampledChannel], options: FitOptions) {
    var offsets: [Axis: SampledChannel] = [:]
    for signal in signals where signal.channel.role == .offset {
      offsets[signal.channel.axis] = signal
    }
    // If an axis has an offset, no phase uses its overscroll.
    let overscrolls = { (axis: Axis) in
      signals.first { $0.channel.role == .overscroll && $0.channel.axis == axis }
    }
    let joined = CrossPhaseAnalysis(
      signals: offsets, overscrolls: overscrolls, phases: &phases, fits: fits, options: options)
    warnings += joined.warnings
    self.joined = joined
    Boundaries.sharpen(&phases, fits: fits, pools: joined.pools, signals: signals)
  }

  /// Removes intervals of a wrong law, and adds warnings about intervals without their stated coverage.
  private mutating func doubtIntervals() {
    for index in fits.indices {
      fits[index].withholdErrorsOfWrongLaw()
      fits[index].warnings += CoverageWarnings.warnings(fits[index])
    }
  }

  /// Removes warnings about times if no fit depends on time.
  private mutating func forgetUnusedTimes() {
    guard !fits.isEmpty, fits.allSatisfy({ $0.stamps == .unused }) else { return }
    warnings.removeAll { TraceWarnings.ofTime.contains($0.code) }
  }

  /// Sets a failure if no fit converged.
  private mutating func failUnlessConverged() {
    guard failure == nil,
      !fits.contains(where: { $0.search.converged || $0.search.method == "article" })
    else { return }
    failure = FitFailure(
      .noConvergence, "no fit converged: \(fits.first?.search.reason ?? "no stretch to fit")",
      help: FitFailure.inspect)
  }

  /// Fits a law to a recording, on one axis or on all recorded axes.
  ///
  /// If only one of two axes can be fitted, only that one is reported.
  ///
  /// - Parameters:
  ///   - trace: the recording.
  ///   - law: a law of ``Laws/all``, or of another package.
  ///   - axis: the axis; nil for all recorded axes.
  ///   - options: the options of the fit.
  ///   - memory: memory for the same options, for fitting many recordings.
  public init(
    _ trace: Trace, law: any Law.Type, axis: Axis?, options: FitOptions, memory: FitMemory? = nil
  ) {
    self.init(trace)
    defer { nameFile() }
    if let refusal = FitFailure(sizesOf: trace, options) {
      failure = refusal
      return
    }
    let recorded = Axis.allCases.filter { axis in
      trace.recorded.contains {
        ($0.role == .overscroll || $0.role == .offset) && $0.axis == axis
      }
    }
    // Vertical first: most recordings have only that axis.
    let axes = axis.map { [$0] } ?? (recorded.isEmpty ? [.y] : recorded.reversed())
    // All channels share their stamps, which are analysed once.
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
    // A table with one row per gesture has no sampling rate and no duration.
    sampling = trace.isTable ? nil : facts
    warnings = TraceWarnings.all(read, facts: facts)
    doubtIntervals()
    forgetUnusedTimes()
    failUnlessConverged()
  }
}
