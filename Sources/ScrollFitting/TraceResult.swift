public import ScrollTraces

/// What one recording gave: the facts of its sampling, the fits, and what went wrong.
public struct TraceResult: Sendable {
  /// The file, as it was named.
  public var path: String
  /// The name of the recording in its file.
  public var name: String?
  /// The line of its first sample.
  public var line: Int
  /// The 64-bit hash of its content.
  public var contentHash: UInt64
  /// Facts about the sampling of the channel fitted, nil when there is none.
  public var sampling: SamplingFacts?
  /// Where its times come from.
  public var timing: Timing
  /// The fits, in the order of time.
  public var fits: [Fit] = []
  /// Warnings about the recording as a whole.
  public var warnings: [Warning] = []
  /// Why nothing was fitted.
  public var failure: FitFailure?

  /// Fits a law to a recording, on every axis it has or on one.
  ///
  /// Where one axis cannot be fitted and the other can, only the other is reported.
  public init(_ trace: Trace, law: any Law.Type, axis: Axis?, options: FitOptions) {
    path = trace.path
    name = trace.name
    line = trace.line
    contentHash = trace.contentHash
    timing = trace.timing
    let recorded = Axis.allCases.filter {
      trace.channel(.overscroll, axis: $0) != nil || trace.channel(.offset, axis: $0) != nil
    }
    // Vertical first: most recordings have nothing else.
    let axes = axis.map { [$0] } ?? (recorded.isEmpty ? [.y] : recorded.reversed())
    for axis in axes {
      do throws(FitFailure) {
        fits += try law.fit(trace, axis: axis, options: options)
      } catch {
        failure = failure ?? error
      }
    }
    if !fits.isEmpty { failure = nil }
    let shown = fits.first?.axis ?? axes.first ?? .y
    guard
      let channel = trace.channel(.overscroll, axis: shown)
        ?? trace.channel(.offset, axis: shown) ?? trace.channels.first
    else { return }
    let facts = SamplingFacts(trace, channel: channel)
    // Rows that are gestures have no rate and no duration.
    sampling = trace.isTable ? nil : facts
    warnings = TraceWarnings.all(trace, facts: facts)
    if !fits.isEmpty, fits.allSatisfy({ $0.stamps == .unused }) {
      // Where time plays no part its faults are none.
      let ofTime: [Warning.Code] = [
        .stampsAssumed, .stampsIrregular, .stampsDuplicate, .framesDropped,
      ]
      warnings.removeAll { ofTime.contains($0.code) }
    }
    if failure == nil,
      !fits.contains(where: { $0.search.converged || $0.search.method == "article" })
    {
      failure = FitFailure(
        .noConvergence, "no fit converged: \(fits.first?.search.reason ?? "no stretch to fit")",
        help: "look at the recording with 'scrollfit inspect'")
    }
  }
}
