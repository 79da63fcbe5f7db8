internal import CurveFitting

/// Estimation of errors of the times, which increase the residuals of fast samples.
extension SolvedStretch {
  /// The minimum likelihood ratio for which an error of the times is accepted: exact times exceed it by chance in about
  /// 1 of 40 recordings.
  private static var leastLikelihoodRatio: Double { 3.8 }
  /// The same if rounding does not explain every sample, so that another error is known to be present.
  private static var leastWhereExpected: Double { 1 }

  /// The residuals of the samples that are not rejected, with speeds and leverages; nil if the curve cannot be
  /// linearised.
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

  /// Whether the residuals can show errors of the times.
  private var mayBeWeighted: Bool {
    // Robust iterations that exhausted their budget would not converge with weights either.
    guard !isGivenUp else { return false }
    // With fewer than five samples per parameter, residuals do not determine how their variance depends on speed.
    guard observations.count >= 5 * max(coordinates.count, 1) else { return false }
    let peak = observations.values.reduce(0) { max($0, $1.magnitude) }
    return residuals.contains { $0.magnitude > 1e-9 * peak }
  }

  /// Takes back the weights; the evaluations for them stay counted.
  private mutating func revert(to unweighted: SolvedStretch) {
    let evaluations = solver.outcome.evaluations
    self = unweighted
    solver.outcome.evaluations = evaluations
  }

  /// Estimates the error of the sample times from the residuals, and weights the samples accordingly.
  ///
  /// - Parameters:
  ///   - forced: whether to weight even if the likelihood hardly increases.
  ///   - isExpected: whether it is known that rounding alone does not explain every sample.
  mutating func weightForTimeErrors(
    _ options: FitOptions, floor: Double?, forced: Bool, isExpected: Bool
  ) {
    let least = isExpected ? Self.leastWhereExpected : Self.leastLikelihoodRatio
    guard mayBeWeighted else { return }
    let unweighted = self
    // Errors of half a frame or more would reorder samples: such residuals come from a wrong law.
    let most = (observations.abscissae.last ?? 0) / Double(max(1, observations.count - 1)) / 2
    var found: VarianceFunction?
    // The start of the robust loss is chosen only once: the weights of later rounds move the curve only a little.
    var left: [Int]?
    let budget =
      unweighted.solver.outcome.evaluations + NumericLimits.evaluations(samples: observations.count)
    for _ in 0..<12 where solver.outcome.evaluations < budget {
      guard let (residuals, speeds, leverages) = spread() else {
        revert(to: unweighted)
        return
      }
      let next = VarianceFunction(
        residuals: residuals, speeds: speeds, leverages: leverages, floor: floor ?? 0,
        least: found == nil && !forced ? least : 0)
      guard next.timeError > 0 else { break }
      if found == nil, !forced, next.likelihoodRatio < least { return }
      // Weights for the times also help to reject outliers, for errors up to a frame or two. Larger errors mean a wrong
      // law, and further rounds, which are slow, would not help.
      if !forced, next.timeError > 4 * most {
        revert(to: unweighted)
        return
      }
      let settled = found.map { ($0.timeError - next.timeError).magnitude < 1e-4 * next.timeError }
      found = next
      timeWeights = coordinates.speeds(at: observations.abscissae).map { next.weight(speed: $0) }
      if options.loss == .linear {
        guard resolve(options) else {
          revert(to: unweighted)
          return
        }
      } else {
        left = applyLoss(options, floor: floor, from: left)
        if left == nil || isGivenUp {
          revert(to: unweighted)
          return
        }
      }
      // From a search without a minimum, further rounds lead to none.
      if settled == true || !solver.converged { break }
    }
    guard let found, !timeWeights.isEmpty else { return }
    if !forced, options.loss == .linear, found.timeError > most {
      revert(to: unweighted)
      return
    }
    if options.loss == .linear { _ = resolve(options, scans: true) }
    baseScale = found.base
    stamps = .weighted(jitter: found.timeError)
  }

  /// Notes errors of the times that stamps suggest but residuals cannot confirm. Stamps that scatter about the frames
  /// have either errors, or the true sample times; with too few fast samples the residuals cannot distinguish these
  /// cases.
  ///
  /// - Parameter scatter: the standard deviation of the stamps about the frames, in s.
  mutating func lookForHiddenTimeErrors(of scatter: Double, floor: Double?) {
    guard stamps == .recorded, let floor, scatter >= NumericLimits.printedScatter,
      let (residuals, speeds, leverages) = spread()
    else { return }
    // An error that moves every sample by less than rounding does not change intervals.
    guard scatter * (speeds.max() ?? 0) > floor else { return }
    let gain = VarianceFunction.gain(
      ofTimeError: scatter, residuals: residuals, speeds: speeds, leverages: leverages,
      floor: floor)
    if gain > Self.leastRefutation { hiddenTimeError = scatter }
  }

  /// Twice the gain in log likelihood below which an error of the times is excluded: a likelihood ratio of 1 to 55.
  private static var leastRefutation: Double { -8 }
}
