package import ScrollTraces

/// Memory for the fits of many recordings in turn, with which fits that ask for little take a tenth of the time.
///
/// It fits bounces whose every decision is sure beforehand where no more is asked for than constants, the profile and
/// the feasible set; values agree with those without it to 1e-9. Only one thread may use it at a time.
public final class FitMemory {
  private var bounces: PlainBounceFitter?

  /// Memory for fits with these options.
  public init(_ options: FitOptions) { bounces = PlainBounceFitter(options: options) }

  /// The fit of a plain bounce; nil for all else.
  func fit(_ trace: Trace, axis: Axis?, facts: SamplingFacts) -> Fit? {
    bounces?.fit(trace, axis: axis, facts: facts)
  }

  /// The only fit of a recording, and what it rests on, where that is a plain bounce; nil for all else, of which
  /// ``TraceResult`` says what there is.
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
