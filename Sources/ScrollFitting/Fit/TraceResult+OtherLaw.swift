public import ScrollRecordings

extension TraceResult {
  /// The key of the law that fits most of a recording in which a law found nothing to fit; nil if none does.
  ///
  /// - Parameters:
  ///   - law: the law that was asked for.
  ///   - trace: the recording.
  ///   - axis: the axis; nil for all recorded axes.
  ///   - asked: the options of the fit, of which the edge and the use of times apply to all laws.
  public func otherLaw(
    than law: any Law.Type, _ trace: Trace, axis: Axis?, options asked: FitOptions
  ) -> String? {
    guard let failure, [.noGlide, .nothingBeyondEdge].contains(failure.code), !trace.isTable else {
      return nil
    }
    var options = FitOptions()
    options.edge = asked.edge
    options.stamps = asked.stamps
    let split = TraceResult(splitting: trace, axis: axis, options: options)
    let others = split.fits.filter {
      $0.law != law.description.key && $0.search.converged && !$0.isOfWrongLaw
    }
    return others.max { $0.samples.used < $1.samples.used }?.law
  }
}
