internal import ScrollPhysics

/// Fits the offsets of a momentum whose deltas carry their remainders.
extension MomentumFit {
  /// The fits of the offsets if the deltas carry their remainders; otherwise nil.
  ///
  /// The residual variance of deltas is q^2 / 12 when each is rounded separately, and q^2 / 6 when
  /// they are differences of rounded offsets, whose own residual variance is then q^2 / 12.
  ///
  /// - Parameter momentum: how to fit the law of macOS.
  func fitOffsets(against deltas: Forms, momentum: FitOptions = FitOptions()) -> Forms? {
    let first = deltas.used.lowerBound - 1
    func trial(_ used: Range<Int>) -> Forms? {
      guard let viscous = offsets(used, coulomb: false) else { return nil }
      return Forms(
        viscous: viscous, coulomb: offsets(used, coulomb: true),
        momentum: offsets(used, momentum: momentum), used: deltas.used)
    }
    guard let floor, deltas.variance > 1.5 * floor * floor,
      let short = trial(first..<deltas.used.upperBound),
      short.variance < deltas.variance / 1.3
    else { return nil }
    // An offset that is rounded once follows the law until it stops. Final events with a delta of 0 show when the
    // system stopped, not the law.
    var end = deltas.used.upperBound
    if let found = short.coulomb, let rate = found["k"]?.value, let velocity = found["v0"]?.value,
      let position = found["x0"]?.value, let begin = found.window?.lowerBound, rate > 0
    {
      let law = Deceleration(
        position: position, velocity: velocity, rate: rate,
        coulomb: max(0, found["coulomb"]?.value ?? 0))
      let moving =
        range.last { events.deltas[$0] != 0 }.map { $0 + 1 - range.lowerBound } ?? end
      while end < moving,
        (law.limitOffset - law.position(at: signal.times[end] - begin)).magnitude
          >= 0.75 * events.quantum
      { end += 1 }
    }
    return end == deltas.used.upperBound ? short : trial(first..<end)
  }

  private func offsets(_ used: Range<Int>, coulomb: Bool) -> Fit? {
    var options = options
    options.coulomb = coulomb
    return counted(used) { segment throws(FitFailure) in
      try DecelerationFit.best(segment, signal: signal, options: options)
    }
  }

  private func offsets(_ used: Range<Int>, momentum options: FitOptions) -> Fit? {
    counted(used) { segment throws(FitFailure) in
      try MomentumLaw.fit(segment, signal: signal, options: options)
    }
  }

  private func counted(
    _ used: Range<Int>, _ body: (DecelerationSegment) throws(FitFailure) -> Fit
  ) -> Fit? {
    var fit = try? body(DecelerationSegment(range: used, restCount: 0))
    fit?.samples.stretch = range.count
    fit?.samples.leading += used.lowerBound
    fit?.samples.trimmed = range.count - used.upperBound
    return fit
  }
}
