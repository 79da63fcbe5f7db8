internal import CurveFitting
internal import RealModule
internal import ScrollPhysics
internal import ScrollTraces

/// What the reader of a bounce fit should know.
enum BounceWarnings {
  static func all(
    _ fit: Fit, solution: LawSolution<BounceSolver>, stretch: Stretch, signal: Signal,
    options: FitOptions
  ) -> [Warning] {
    edge(fit, stretch: stretch) + stamps(fit, signal: signal)
      + window(fit, solution: solution, stretch: stretch, signal: signal)
      + search(fit, solution: solution, options: options)
      + residuals(fit, solution: solution, signal: signal, options: options)
  }

  private static func edge(_ fit: Fit, stretch: Stretch) -> [Warning] {
    var result: [Warning] = []
    if stretch.edge.source == .inferred || stretch.edge.source == .fitted {
      let how =
        stretch.edge.source == .inferred
        ? "inferred from where the motion comes to rest" : "fitted together with the law"
      result.append(
        Warning(
          .edgeInferred,
          "the \(stretch.edge.side.rawValue) edge at \(Printed.short(stretch.edge.position)) pt was \(how)",
          remedy: "give it with --edge, or as '# edge_\(stretch.edge.side.rawValue):' in the file"))
    }
    if stretch.edge.source == .column, stretch.edge.sign < 0 {
      result.append(
        Warning(
          .signReversed, "the overscroll is negative, and was read with its sign reversed",
          remedy: "write overscroll positive outward"))
    }
    return result
  }

  private static func stamps(_ fit: Fit, signal: Signal) -> [Warning] {
    switch fit.stamps {
    case .snapped(let jitter):
      [
        Warning(
          .stampsSnapped,
          "stamps lie \(Printed.significant(jitter * 1000, digits: 2)) ms (sd) off the refresh grid and were put on it",
          remedy: "use --stamps recorded if samples were really taken at the stamps")
      ]
    case .weighted(let jitter):
      [
        Warning(
          .stampsWeighted,
          "residuals grow with speed as if times were off by \(Printed.significant(jitter * 1000, digits: 2)) ms (sd); samples were weighted for it",
          remedy: "record the time of the frame, not of the callback, or use --stamps recorded")
      ]
    case .assumed, .recorded: []
    }
  }

  private static func window(
    _ fit: Fit, solution: LawSolution<BounceSolver>, stretch: Stretch, signal: Signal
  ) -> [Warning] {
    var result: [Warning] = []
    let bounce = solution.coordinates.bounce
    let correlation = fit.correlations.first { $0.first == "C" && $0.second == "phi" }?.value
    if let time = bounce.timeOfFurthest, time < 0 {
      result.append(
        Warning(
          .startsLate,
          "the first sample comes \(Printed.short(-time, digits: 3)) s after the furthest point; C, phi and the furthest point are extrapolated",
          remedy: "record from before the content reaches the edge"))
    } else if let correlation, correlation.magnitude >= 0.98 {
      result.append(
        Warning(
          .startsLate,
          "C and phi can hardly be told apart (correlation \(Printed.short(correlation, digits: 3)))",
          remedy: "record from before the content reaches the edge, or fix one with --fix"))
    }
    let quantum = stretch.quantum ?? 0
    // The median of the last three: a stray last sample is no motion.
    let end = fit.series.observed.suffix(3).map(\.magnitude).sorted().dropFirst().first ?? 0
    let peak = fit.series.observed.reduce(0) { max($0, $1.magnitude) }
    // A stretch that another one or the content follows did not end with the recording.
    if stretch.range.upperBound == signal.values.count, fit.samples.trimmed == 0,
      end > max(3 * quantum, 0.05 * peak)
    {
      result.append(
        Warning(
          .notSettled,
          "the recording ends \(Printed.short(end, digits: 2)) pt from the edge, before the motion has settled",
          remedy: "record until the content rests"))
    }
    let clear = fit.series.observed.filter { $0.magnitude > 2 * quantum }.count
    if clear < 3 * max(1, solution.coordinates.count) {
      result.append(
        Warning(
          .tooFewSamples,
          "only \(clear) samples stand above two quanta, for \(solution.coordinates.count) parameters",
          remedy: "record every frame, or fix a parameter with --fix"))
    }
    return result
  }

  private static func search(
    _ fit: Fit, solution: LawSolution<BounceSolver>, options: FitOptions
  ) -> [Warning] {
    var result: [Warning] = []
    if solution.solver.atBound {
      result.append(
        Warning(
          .atBound, "\(solution.solver.reason): this is no bounce",
          remedy: "look at the recording with 'scrollfit inspect'"))
    } else if !fit.search.converged {
      result.append(
        Warning(
          .notConverged, "the search did not converge: \(fit.search.reason)",
          remedy: "leave out --start, or use --method newton"))
    }
    if let second = fit.search.secondMinimum, second.ratio < 2 {
      result.append(
        Warning(
          .secondMinimum,
          "another minimum at delta = \(Printed.significant(second.value)) 1/s has only \(Printed.significant(second.ratio)) times the sum of squares",
          remedy:
            "record more of the bounce; --method descent --start C,delta,phi looks at one of them"))
    }
    if options.start != nil, fit.search.converged, let best = solution.solver.projected {
      let sum = solution.coordinates.linearised(solution.observations)?.sumOfSquares ?? 0
      if sum > best.sumOfSquares * (1 + 1e-6) + 1e-12 {
        result.append(
          Warning(
            .secondMinimum,
            "the search from this start ended \(Printed.significant(sum / max(best.sumOfSquares, 1e-300))) times above the best minimum, at delta = \(Printed.significant(best.theta, digits: 5)) 1/s",
            remedy: "start nearer to it, or leave out --start"))
      }
    }
    if let linear = solution.coordinates.linearised(solution.observations) {
      if linear.condition > 1e4 {
        result.append(
          Warning(
            .illConditioned,
            "the parameters are nearly dependent (condition \(Printed.significant(linear.condition, digits: 2)))\(strongest(fit))",
            remedy: "record more of the bounce, or fix one parameter with --fix"))
      }
    } else if solution.coordinates.count > 0 {
      result.append(
        Warning(
          .illConditioned, "the samples cannot tell the parameters apart",
          remedy: "fix one parameter with --fix"))
    }
    return result
  }

  /// Decay rates of the scroll views anybody has measured or shipped: 5 to 20, with room, in 1/s.
  static let plausible = 4.0...40.0

  private static func plausibility(_ fit: Fit) -> [Warning] {
    guard let delta = fit["delta"], !delta.isFixed, let value = delta.value,
      !plausible.contains(value)
    else { return [] }
    return [
      Warning(
        .implausible,
        "scroll views have decay rates of 4 to 40 1/s, not \(Printed.significant(value))",
        remedy:
          "a drag, a deceleration or a wrong --time-unit gives such values: see 'scrollfit inspect'"
      )
    ]
  }

  private static func strongest(_ fit: Fit) -> String {
    guard let pair = fit.correlations.max(by: { $0.value.magnitude < $1.value.magnitude }) else {
      return ""
    }
    return ": \(pair.first) with \(pair.second)"
  }

  private static func residuals(
    _ fit: Fit, solution: LawSolution<BounceSolver>, signal: Signal, options: FitOptions
  ) -> [Warning] {
    var result: [Warning] = []
    let residual = fit.residual
    let peak = fit.series.observed.reduce(0) { max($0, $1.magnitude) }
    let isExact = residual.floor == nil && residual.max <= 1e-10 * peak
    if isExact {
      return [
        Warning(
          .exactData, "the data follow the law to rounding: errors cannot be estimated",
          remedy: "none needed; a real recording is never exact")
      ]
    }
    guard fit.search.converged else { return result }
    // A constant near half a quantum beside the law.
    if let quantum = signal.quantum, !solution.coordinates.isFree.restOffset,
      options.fixed.isEmpty, options.loss == .linear
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
          result.append(
            Warning(
              .truncationSuspected,
              "a constant of \(Printed.short(offset, digits: 2)) pt, near half a pixel, remains: values cut off rather than rounded, or an edge between pixels",
              remedy: "add --rest-offset"))
        }
      }
    }
    let scale =
      solution.robustScale
      ?? max(residual.floor ?? 0, RobustLoss.scale(fit.series.residuals))
    if scale > 0 {
      let far = fit.series.residuals.enumerated().filter { index, value in
        let weight =
          fit.series.weights.isEmpty || options.loss != .linear
          ? 1 : fit.series.weights[index]
        return value.magnitude * weight.squareRoot() > 6 * scale
      }
      if !far.isEmpty {
        let worst = far.max { $0.element.magnitude < $1.element.magnitude }
        let place = worst.map {
          ", the worst by \(Printed.short($0.element, digits: 2)) pt at \(Printed.short(fit.series.times[$0.offset], digits: 3)) s"
        }
        result.append(
          Warning(
            .outliers,
            "\(far.count) sample\(far.count == 1 ? " lies" : "s lie") more than 6 scales off the curve\(place ?? "")",
            remedy: options.loss == .linear ? "use --loss tukey" : "look at them with --residuals"))
      }
    }
    if let probability = residual.runsProbability, probability < 0.001,
      let statistic = residual.durbinWatson
    {
      result.append(
        Warning(
          .autocorrelated,
          "neighbouring residuals resemble each other (Durbin-Watson \(Printed.short(statistic, digits: 2)), runs test p = \(Printed.significant(probability, digits: 1)))",
          remedy: "the law may be wrong in shape, or the times: compare --stamps"))
    }
    // By chance alone the ratio of the two scatters the more, the fewer residuals HC3 rests on.
    if let delta = fit["delta"], let error = delta.hc3Error, let degrees = delta.errorDegrees,
      let classical = delta.classicalError, classical > 0, error > 1.25 * classical,
      Distribution.chiSquareTail(
        degrees * (error / classical) * (error / classical), degrees: degrees)
        < 0.01
    {
      result.append(
        Warning(
          .unequalVariance,
          "HC3 errors are \(Printed.short(error / classical, digits: 2)) times the classical ones: residuals differ in size along the curve",
          remedy: "quote the errors given, not the classical ones; compare --loss tukey"))
    }
    result += rejection(fit) + plausibility(fit)
    return result
  }

  /// The law itself, against the rounding.
  private static func rejection(_ fit: Fit) -> [Warning] {
    guard let feasibility = fit.feasibility, feasibility.interval == nil else { return [] }
    return [
      Warning(
        .lawRejected,
        "no critically damped bounce, rounded, gives these samples: the best one misses a sample by \(Printed.short(feasibility.smallestError, digits: 3)) pt where rounding allows \(Printed.short(feasibility.bound, digits: 3))",
        remedy:
          "noise and wrong times do this too; else try the general law: spring (not in this version yet)"
      )
    ]
  }

  /// How far the published search ends from the minimum.
  static func article(
    _ fit: Fit, stretch: Stretch, signal: Signal, options: FitOptions
  ) -> [Warning] {
    var result = edge(fit, stretch: stretch)
    let observations = Observations(
      abscissae: fit.series.fitTimes, values: fit.series.observed)
    if let best = BounceSolver(observations, options: FitOptions()), best.converged,
      let delta = fit["delta"]?.value
    {
      let minimum = best.coordinates.bounce.decayRate
      let sum = best.projected?.sumOfSquares ?? .nan
      result.append(
        Warning(
          .notConverged,
          "the published search ends at delta = \(Printed.short(delta, digits: 3)) with a sum of \(Printed.significant(fit.residual.sumOfSquares)); with frames of 0.0167 s the minimum is at \(Printed.short(minimum, digits: 3)) with \(Printed.significant(sum))",
          remedy: "use --method descent, which halves its steps"))
    }
    return result
  }
}
