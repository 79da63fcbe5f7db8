package import ScrollRecordings

/// Memory that speeds up the fits of many recordings in turn tenfold, if they request little detail.
///
/// It fits bounces for which no case distinction is in doubt, if no more is requested than constants, the profile and
/// the feasible set. Values agree with those without it to 1e-9. Only one thread may use it at a time.
public final class FitMemory {
  private var bounces: PlainBounceFitter?

  /// Memory for fits with these options.
  public init(_ options: FitOptions) { bounces = PlainBounceFitter(options: options) }

  /// The fit of a plain bounce; nil for anything else.
  func fit(_ trace: Trace, axis: Axis?, facts: SamplingFacts) -> Fit? {
    bounces?.fit(trace, axis: axis, facts: facts)
  }

  /// The only fit of a recording and its sampling, if it is a plain bounce; nil otherwise, when ``TraceResult`` fits
  /// the recording.
  package func plain(
    _ trace: Trace, by law: (any Law.Type)?, axis: Axis?
  ) -> (fit: Fit, facts: SamplingFacts)? {
    let isBounce =
      law.map { $0 == BounceLaw.self }
      ?? (trace.metadata["law"]?.lowercased() == BounceLaw.description.key)
    guard bounces != nil, isBounce, trace.channels.count == 1 else { return nil }
    let facts = SamplingFacts(trace, channel: trace.channels[0])
    return fit(trace, axis: axis, facts: facts).map { ($0, facts) }
  }
}
