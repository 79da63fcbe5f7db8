internal import CurveFitting

/// Errors of the times of samples, by which fast samples scatter more.
extension SolvedStretch {
  /// The gain in likelihood from which on an error of the times is believed: by chance in about 1 of 40
  /// recordings with exact times.
  private static var leastLikelihoodRatio: Double { 3.8 }
  /// The same where rounding does not explain every sample: something beside it is known to be there.
  private static var leastWhereExpected: Double { 1 }

  /// The residuals of the samples that are not set aside, with speeds and leverages; nil where the curve has no tangent.
  private func spread() -> (residuals: [Double], speeds: [Double], leverages: [Double])? {
    guard let linear = linearised() else { return nil }
    let kept = observations.abscissae.indices.filter {
      robustWeights.isEmpty || robustWeights[$0] > 0.1
    }
    let residuals = residuals
    let leverages = linear.leverages
    return (
      kept.map { residuals[$0] },
      coordinates.speeds(at: kept.map { observations.abscissae[$0] }), kept.map { leverages[$0] }
    )
  }

  /// Estimates an error of the sample times from the residuals, and weights by it.
  ///
  /// - Parameters:
  ///   - forced: also when the likelihood gains little.
  ///   - isExpected: whether it is known that rounding alone does not explain every sample.
  mutating func weightForTimeErrors(
    _ options: FitOptions, floor: Double?, forced: Bool, isExpected: Bool
  ) {
    let least = isExpected ? Self.leastWhereExpected : Self.leastLikelihoodRatio
    // More rounds would not settle either.
    guard !isGivenUp else { return }
    // Below five samples a parameter the residuals say nothing about their variance.
    guard observations.count >= 5 * max(coordinates.count, 1) else { return }
    let peak = observations.values.reduce(0) { max($0, $1.magnitude) }
    guard residuals.contains(where: { $0.magnitude > 1e-9 * peak }) else { return }
    let unweighted = self
    // Times that are off by half a frame would change places: such residuals are those of another law.
    let most = (observations.abscissae.last ?? 0) / Double(max(1, observations.count - 1)) / 2
    var found: VarianceFunction?
    // Which samples hide is asked once: the weights of a next round move the curve a little.
    var left: [Int]?
    for _ in 0..<12 {
      guard let (residuals, speeds, leverages) = spread() else {
        self = unweighted
        return
      }
      let next = VarianceFunction(
        residuals: residuals, speeds: speeds, leverages: leverages, floor: floor ?? 0,
        least: found == nil && !forced ? least : 0)
      guard next.timeError > 0 else { break }
      if found == nil, !forced, next.likelihoodRatio < least { return }
      // With a robust loss weights for the times also help it to set outliers aside, up to a frame or two. From there
      // on it is another law at once, and many slow rounds would say no more.
      if !forced, options.loss != .linear, next.timeError > 4 * most {
        self = unweighted
        return
      }
      let settled = found.map { ($0.timeError - next.timeError).magnitude < 1e-4 * next.timeError }
      found = next
      timeWeights = coordinates.speeds(at: observations.abscissae).map { next.weight(speed: $0) }
      if options.loss == .linear {
        guard resolve(options) else {
          self = unweighted
          return
        }
      } else {
        left = applyLoss(options, floor: floor, from: left)
        if left == nil || isGivenUp {
          self = unweighted
          return
        }
      }
      if settled == true { break }
    }
    guard let found, !timeWeights.isEmpty else { return }
    if !forced, options.loss == .linear, found.timeError > most {
      self = unweighted
      return
    }
    if options.loss == .linear { _ = resolve(options, scans: true) }
    baseScale = found.base
    stamps = .weighted(jitter: found.timeError)
  }

  /// Stamps that scatter about the frames are errors of the times, or say when samples were taken. Where few samples
  /// move fast enough residuals cannot tell.
  ///
  /// - Parameter scatter: the standard deviation of the stamps about the frames, in s.
  mutating func lookForHiddenTimeErrors(of scatter: Double, floor: Double?) {
    guard stamps == .recorded, let floor, scatter >= NumericLimits.printedScatter,
      let (residuals, speeds, leverages) = spread()
    else { return }
    // What moves no sample by more than rounding does changes no interval.
    guard scatter * (speeds.max() ?? 0) > floor else { return }
    let gain = VarianceFunction.gain(
      ofTimeError: scatter, residuals: residuals, speeds: speeds, leverages: leverages,
      floor: floor)
    if gain > Self.leastRefutation { hiddenTimeError = scatter }
  }

  /// The gain in likelihood below which an error of the times is ruled out: one to e^4, 55.
  private static var leastRefutation: Double { -8 }
}
