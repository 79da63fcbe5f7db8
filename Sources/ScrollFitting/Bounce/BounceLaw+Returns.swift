internal import ScrollRecordings

/// Returns in a recording that names neither its edges nor its phases.
extension BounceLaw {
  /// The fits with the returns that the phases of the recording show, in place of stretches that do not follow the law:
  /// these may begin with a finger's samples, or lie beyond no edge.
  static func withReturns(
    _ fits: [Fit], of trace: Trace, axis: Axis, options: FitOptions
  ) -> [Fit] {
    guard trace.phases == nil, options.method != .article, fits.contains(where: isWrong),
      let recording = SampledChannels.all(trace, axis: axis).first,
      var phases = Phases.find(recording, options: options).first?.phases
    else { return fits }
    let returns = PhaseFits(
      recording, phases: &phases, kinds: [.bounce, .release], options: options
    ).fits.filter { $0.law == description.key && !isWrong($0) }
    func overlaps(_ one: Fit, _ other: Fit) -> Bool {
      guard let window = one.window, let stretch = other.window else { return false }
      return window.overlaps(stretch)
    }
    let others = fits.filter { fit in !returns.contains { overlaps($0, fit) } }
    return (others + returns).ordered { $0.window?.lowerBound ?? 0 }
  }

  private static func isWrong(_ fit: Fit) -> Bool {
    !fit.search.converged || LackOfFit(fit) != nil
  }
}
