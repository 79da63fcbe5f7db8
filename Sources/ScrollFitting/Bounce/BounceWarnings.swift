internal import CurveFitting
internal import RealModule
internal import ScrollPhysics
internal import ScrollRecordings

enum BounceWarnings {
  static func all(
    _ fit: Fit, solution: LawSolution<BounceSolver>, stretch: Excursion, signal: SampledChannel,
    options: FitOptions
  ) -> [Warning] {
    let first = stretch.range.lowerBound + fit.samples.leading
    return edge(fit, stretch: stretch) + FitWarnings.stamps(fit)
      + FitWarnings.changesOnly(signal, samples: first..<first + fit.samples.used)
      + window(fit, solution: solution, stretch: stretch, signal: signal)
      + FitWarnings.search(fit, solution: solution.solved, options: options, words: words)
      + truncation(fit, solution: solution, signal: signal, options: options)
      + damping(fit, solution: solution, options: options)
      + FitWarnings.residuals(
        fit, robustScale: solution.robustScale, options: options, words: words)
  }

  private static func edge(_ fit: Fit, stretch: Excursion) -> [Warning] {
    var result: [Warning] = []
    result += FitWarnings.edge(stretch.edge)
    if stretch.edge.source == .column, stretch.edge.sign < 0 {
      result.warn(
        .signReversed, "the overscroll is negative, and was read with its sign reversed",
        remedy: "write overscroll positive outward")
    }
    return result
  }

  /// The time in s after the furthest point from which on the first sample is late: times have errors as small.
  private static let leastLateness = 1e-3

  private static func window(
    _ fit: Fit, solution: LawSolution<BounceSolver>, stretch: Excursion, signal: SampledChannel
  ) -> [Warning] {
    var result = FitWarnings.start(fit, of: "curve of the bounce")
    let bounce = solution.coordinates.bounce
    let correlation = fit.correlations.first { $0.first == "C" && $0.second == "phi" }?.value
    // A search that did not converge can end anywhere.
    if let time = bounce.timeOfFurthest, time < -leastLateness, time > -NumericLimits.largest {
      result.warn(
        .startsLate,
        "the first sample comes \(Printed.short(-time, digits: 3)) s after the furthest point; C, phi and the furthest point are extrapolated",
        remedy: "record from before the content reaches the edge")
    } else if let correlation, correlation.magnitude >= 0.98 {
      result.warn(
        .startsLate,
        "C and phi are strongly correlated (\(Printed.short(correlation, digits: 3)))",
        remedy: "record from before the content reaches the edge, or fix one with --fix")
    }
    return result
      + FitWarnings.settling(
        fit, distances: fit.series.observed,
        isLast: stretch.range.upperBound == signal.values.count,
        quantum: stretch.quantum ?? 0, from: "edge", parameters: solution.coordinates.count)
  }

  /// Scroll views measured or shipped have 5 to 20 1/s; the range adds a margin.
  static let plausible = 4.0...40.0

  private static let words = FitWarnings.LawTerminology(
    BounceLaw.description, motion: "bounce", curve: "critically damped bounce",
    alternative: "; else try the general law with 'scrollfit spring FILE'",
    plausible: plausible, plausibleText: "decay rates of 4 to 40 1/s",
    implausibleRemedy:
      "a drag, a deceleration or a wrong --time-unit gives such values: see 'scrollfit inspect FILE'"
  )

  /// The significance level of kappa's t test at which critical damping is rejected.
  static let dampingLevel = 0.001

  /// Whether a spring with another damping fits the samples better. One Gauss-Newton step towards it from the critical
  /// minimum is the score test of kappa = 0.
  ///
  /// dy/dkappa = -(a t^2 / 2 + b t^3 / 6) e^(-delta t) at kappa = 0.
  private static func damping(
    _ fit: Fit, solution: LawSolution<BounceSolver>, options: FitOptions
  ) -> [Warning] {
    let coordinates = solution.coordinates
    guard fit.search.converged, options.loss == .linear, options.fixed.isEmpty,
      coordinates.count < 5, fit["delta"]?.standardError != nil
    else { return [] }
    let observations = solution.observations
    let bounce = coordinates.bounce
    let column = observations.abscissae.map {
      -(bounce.displacement / 2 + bounce.slope * $0 / 6) * $0 * $0
        * Double.exp(-bounce.decayRate * $0)
    }
    guard !isPlainlyCritical(fit, solution, column) else { return [] }
    let rows = observations.abscissae.indices.map {
      var row = coordinates.jacobianRow(at: observations.abscissae[$0])
      row[coordinates.count] = column[$0]
      return row
    }
    let residuals = observations.abscissae.indices.map {
      observations.values[$0] - coordinates.value(at: observations.abscissae[$0])
    }
    guard
      let linear = Linearisation(
        jacobian: rows, residuals: residuals, weights: observations.weights,
        parameterCount: coordinates.count + 1), linear.degreesOfFreedom > 0
    else { return [] }
    let kappa = linear.remainingStep[coordinates.count]
    let degrees = Double(linear.degreesOfFreedom)
    // The sum of squares after the step, with the variance of rounding as a lower bound.
    let squares =
      linear.sumOfSquares - (linear.sumOfSquares * linear.orthogonality * linear.orthogonality)
    let floor = observations.weights.isEmpty ? fit.residual.floor ?? 0 : 0
    let variance = max(squares / degrees, floor * floor)
    let error = (variance * linear.unitCovariance[coordinates.count, coordinates.count])
      .squareRoot()
    guard error > 0, kappa.isFinite else { return [] }
    let probability = Distribution.studentTwoSidedTail(kappa / error, degrees: degrees)
    guard probability < dampingLevel else { return [] }
    // zeta^2 = delta^2 / (delta^2 + kappa), to first order; a large step gives only the sign.
    let rate = bounce.decayRate
    let ratio = -kappa / (2 * rate * rate)
    let halfWidth =
      Distribution.studentQuantile(twoSided: 0.05, degrees: degrees) * error / (2 * rate * rate)
    let zeta =
      ratio.magnitude < 0.1
      ? "zeta is \(Printed.short(1 + ratio, digits: 4)) ± \(Printed.significant(halfWidth, digits: 2)) at 95 %, not 1"
      : "it is \(kappa > 0 ? "under" : "over")damped"
    return [Warning](
      .notCritical,
      "the motion is not critically damped: \(zeta) (p \(probability < 1e-12 ? "< 1e-12" : "= \(Printed.significant(probability, digits: 1))"))",
      remedy: "'scrollfit spring FILE' fits any damping")
  }

  /// Whether the step towards kappa, from the existing linearisation, is far from significant: for any degrees of
  /// freedom, t at `dampingLevel` is at least 3.29, the value of the normal distribution.
  private static func isPlainlyCritical(
    _ fit: Fit, _ solution: LawSolution<BounceSolver>, _ column: [Double]
  ) -> Bool {
    let weights = solution.observations.weights
    guard let linear = solution.linearised(), linear.degreesOfFreedom > 1,
      let (step, size) = linear.step(toward: column, weights: weights)
    else { return false }
    let floor = weights.isEmpty ? fit.residual.floor ?? 0 : 0
    let left = (linear.sumOfSquares - step * step * size) / Double(linear.degreesOfFreedom - 1)
    return step * step * size < 9 * max(left, floor * floor)
  }

  /// Whether one step towards a constant, from the existing linearisation, is less than half of what `truncation`
  /// requires, in pt or in standard errors.
  private static func hasPlainlyNoConstant(
    _ solution: LawSolution<BounceSolver>, quantum: Double
  ) -> Bool {
    let ones = [Double](repeating: 1, count: solution.observations.count)
    guard solution.solver.outcome.secondMinimum.map({ $0.ratio > 10 }) ?? true,
      let linear = solution.linearised(), linear.condition < 1000,
      let (step, size) = linear.step(toward: ones, weights: solution.observations.weights)
    else { return false }
    return step.magnitude < 0.125 * quantum
      || step * step * size < 4 * max(quantum * quantum / 12, linear.variance)
  }

  /// Warns of a constant near half a step that remains beside the law.
  private static func truncation(
    _ fit: Fit, solution: LawSolution<BounceSolver>, signal: SampledChannel, options: FitOptions
  ) -> [Warning] {
    let residual = fit.residual
    guard fit.search.converged else { return [] }
    if let quantum = signal.quantum, !solution.coordinates.isFree.restOffset,
      options.fixed.isEmpty, options.loss == .linear,
      !hasPlainlyNoConstant(solution, quantum: quantum)
    {
      var free = options
      free.restOffset = true
      if let wide = LawSolution<BounceSolver>(
        solution.observations, stamps: solution.stamps, options: free, floor: residual.floor),
        wide.solver.converged, let linear = wide.coordinates.linearised(wide.observations)
      {
        let error = max(
          linear.hc3Covariance.variance(along: wide.coordinates.restOffsetGradient),
          linear.unitCovariance.variance(along: wide.coordinates.restOffsetGradient)
            * quantum * quantum / 12
        ).squareRoot()
        let offset = wide.coordinates.restOffset
        if offset.magnitude > 4 * error, offset.magnitude > 0.25 * quantum,
          offset.magnitude < 0.8 * quantum
        {
          return [Warning](
            .truncationSuspected,
            "a constant of \(Printed.short(offset, digits: 2)) pt, about half a pixel, remains: values are truncated instead of rounded, or the edge lies between pixels",
            remedy: "add --rest-offset")
        }
      }
    }
    return []
  }

  /// The warning that the published search ends short of the minimum.
  static func article(
    _ fit: Fit, stretch: Excursion
  ) -> [Warning] {
    var result = edge(fit, stretch: stretch)
    let observations = Observations(
      abscissae: fit.series.fitTimes, values: fit.series.observed)
    if let best = BounceSolver(observations, options: FitOptions()), best.converged,
      let delta = fit["delta"]?.value
    {
      let minimum = best.coordinates.bounce.decayRate
      let sum = best.outcome.projected?.sumOfSquares ?? .nan
      result.warn(
        .notConverged,
        "the published search ends at delta = \(Printed.short(delta, digits: 3)) with a sum of \(Printed.significant(fit.residual.sumOfSquares)); with frames of 0.0167 s the minimum is at \(Printed.short(minimum, digits: 3)) with \(Printed.significant(sum))",
        remedy: "use --method descent, which halves its steps")
    }
    return result
  }
}
