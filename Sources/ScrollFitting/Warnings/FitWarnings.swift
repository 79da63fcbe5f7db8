internal import CurveFitting
internal import ScrollRecordings

/// Warnings that apply to any fit; each law adds its own.
enum FitWarnings {
  /// The terms for a law's motion, curve and nonlinear parameter in messages.
  struct LawTerminology: Sendable {
    /// The motion, as in "this is no bounce".
    var motion: String
    /// The curve, as in "no critically damped bounce, rounded, gives these samples".
    var curve: String
    /// Key and unit of the nonlinear parameter.
    var nonlinear: String
    var unit: String
    /// The parameters of `--start`.
    var start: String
    /// What else to try when the law is rejected, after a remedy.
    var alternative = ""
    /// The range of the nonlinear parameter of all known scroll views, and its description.
    var plausible: ClosedRange<Double>?
    var plausibleText = ""
    var implausibleRemedy = ""

    /// - Parameters:
    ///   - law: provides the nonlinear parameter and those of `--start`.
    ///   - judged: the parameter with a plausible range, if it is not the nonlinear one.
    init(
      _ law: LawDescription, motion: String, curve: String, judged: String? = nil,
      alternative: String = "", plausible: ClosedRange<Double>? = nil, plausibleText: String = "",
      implausibleRemedy: String = ""
    ) {
      (self.motion, self.curve, self.alternative) = (motion, curve, alternative)
      (self.plausible, self.plausibleText) = (plausible, plausibleText)
      self.implausibleRemedy = implausibleRemedy
      nonlinear = judged ?? law.nonlinear
      unit = law.quantity(nonlinear)?.unit ?? ""
      start = law.parameters.prefix(law.startCount).map(\.key).joined(separator: ",")
    }
  }

  /// The warnings that do not depend on the law.
  static func all(
    _ fit: Fit, solution: SolvedStretch, options: FitOptions, words: LawTerminology
  ) -> [Warning] {
    search(fit, solution: solution, options: options, words: words)
      + residuals(fit, robustScale: solution.robustScale, options: options, words: words)
  }

  /// Warns of residuals far above rounding that are correlated, for a law without a feasible interval to reject it.
  static func misfit(_ fit: Fit, words: LawTerminology) -> [Warning] {
    let rms = fit.residual.rms
    guard fit.search.converged, let floor = fit.residual.floor, rms > 3 * floor,
      let probability = fit.residual.runsProbability, probability < resemblance
    else { return [] }
    return [Warning](
      .lawRejected,
      "no \(words.curve): its residuals are \(Printed.significant(rms / floor, digits: 2)) times the rounding, and neighbouring residuals are correlated",
      remedy: "look at them with --residuals; another law, or wrong times, do this")
  }

  static func edge(_ edge: Edge?) -> [Warning] {
    guard let edge, edge.source == .inferred || edge.source == .fitted else { return [] }
    let how =
      edge.source == .inferred
      ? "inferred from where the motion comes to rest" : "fitted together with the law"
    return [Warning](
      .edgeInferred,
      "the \(edge.side.rawValue) edge at \(Printed.short(edge.position)) pt was \(how)",
      remedy: "give it with --edge, or as '# edge_\(edge.side.rawValue):' in the file")
  }

  /// Warns of samples at the start that were left out because they are not on the curve.
  ///
  /// - Parameters:
  ///   - motion: the motion or its curve, as in "does not lie on the glide".
  ///   - remedy: nil for the default remedy.
  static func start(_ fit: Fit, of motion: String, remedy: String? = nil) -> [Warning] {
    let count = fit.samples.leading
    guard count > 0 else { return [] }
    return [Warning](
      .startLeftOut,
      "the first \(count == 1 ? "sample is" : "\(count) samples are") not on the \(motion) and \(count == 1 ? "was" : "were") ignored: the finger still held the content, or \(count == 1 ? "its stamp is not a frame time" : "their stamps are not frame times")",
      remedy: remedy ?? "none needed; --from sets the start")
  }

  /// Warns if too few samples are clearly above the rounding.
  ///
  /// - Parameter clear: the number of samples more than two quanta from the end of the motion.
  static func count(clear: Int, parameters: Int) -> [Warning] {
    guard clear < 3 * max(1, parameters) else { return [] }
    return [Warning](
      .tooFewSamples,
      "only \(clear) samples stand above two quanta, for \(parameters) parameters",
      remedy: "record every frame, or fix a parameter with --fix")
  }

  /// Warns of a recording that contains only changes, and of the frames that were filled in.
  ///
  /// - Parameter samples: the samples of the fit, as indices in the signal.
  static func changesOnly(_ signal: SampledChannel, samples: Range<Int>) -> [Warning] {
    guard signal.facts.isChangeOnlyLogSuspected else { return [] }
    guard let held = signal.held else {
      return [Warning](
        .changesOnly,
        "the recording holds only changes: where the motion is slow the rounding errors of all rows are equal, and constants can be wrong by two standard errors",
        remedy: "record every frame")
    }
    let count = held.putBack(in: samples)
    guard count > 0 else { return [] }
    return [Warning](
      .changesOnly,
      "the recording holds only changes: \(count) of the \(samples.count) samples used \(count == 1 ? "is a missing frame" : "are missing frames"), filled in with the previous value",
      remedy: "none needed; a recording of every frame needs no such guess")
  }

  static func stamps(_ fit: Fit) -> [Warning] {
    switch fit.stamps {
    case .snapped(let jitter):
      [Warning](
        .stampsSnapped,
        "stamps lie \(Printed.significant(jitter * 1000, digits: 2)) ms (sd) off the refresh grid and were put on it",
        remedy: "use --stamps recorded if samples were really taken at the stamps")
    case .weighted(let jitter):
      [weighted(for: jitter, late: fit.lateSamples)]
    case .assumed, .recorded, .unused: []
    }
  }

  private static func weighted(for jitter: Double, late: LateSamples?) -> Warning {
    let times =
      "residuals grow with speed as if times were off by \(Printed.significant(jitter * 1000, digits: 2)) ms (sd)"
    guard let late else {
      return Warning(
        .stampsWeighted, times + "; samples were weighted for it",
        remedy: "record the time of the frame, not of the callback, or use --stamps recorded")
    }
    return Warning(
      .stampsWeighted,
      times
        + ": \(late.count) of \(late.of) fast samples show an earlier frame; samples were weighted for it",
      remedy: "'scrollfit identify FILE' fits a law to the frames that the samples show")
  }

  static func search(
    _ fit: Fit, solution: SolvedStretch, options: FitOptions, words: LawTerminology
  ) -> [Warning] {
    var result: [Warning] = []
    if solution.solver.outcome.atBound {
      result.warn(
        .atBound, "\(solution.solver.outcome.reason): this is no \(words.motion)",
        remedy: FitFailure.inspect)
    } else if !fit.search.converged {
      result.warn(
        .notConverged, "the search did not converge: \(fit.search.reason)",
        remedy: options.start != nil
          ? "leave out --start, or use --method newton"
          : "the samples may not be of this law: see 'scrollfit identify FILE'")
    }
    if let second = fit.search.secondMinimum, second.ratio < 2 {
      result.append(
        Warning(
          .secondMinimum,
          "another minimum at \(words.nonlinear) = \(Printed.significant(second.value)) \(words.unit) has only \(Printed.significant(second.ratio)) times the sum of squares",
          remedy:
            "record more of the \(words.motion); --method descent --start \(words.start) looks at one of them"
        ))
    }
    if options.start != nil, fit.search.converged, let best = solution.solver.outcome.projected {
      let sum = solution.linearised()?.sumOfSquares ?? 0
      if sum > best.sumOfSquares * (1 + 1e-6) + 1e-12 {
        result.warn(
          .secondMinimum,
          "the search from this start ended \(Printed.significant(sum / max(best.sumOfSquares, 1e-300))) times above the best minimum, at \(words.nonlinear) = \(Printed.significant(best.theta, digits: 5)) \(words.unit)",
          remedy: "start nearer to it, or leave out --start")
      }
    }
    if let linear = solution.linearised() {
      if linear.condition > 1e4 {
        result.warn(
          .illConditioned,
          "the parameters are nearly dependent (condition \(Printed.significant(linear.condition, digits: 2)))\(strongest(fit))",
          remedy: "record more of the \(words.motion), or fix one parameter with --fix")
      }
    } else if solution.coordinates.count > 0 {
      result.warn(
        .illConditioned, "the samples do not distinguish the parameters",
        remedy: "fix one parameter with --fix")
    }
    return result
  }

  private static func strongest(_ fit: Fit) -> String {
    guard let pair = fit.correlations.max(by: { $0.value.magnitude < $1.value.magnitude }) else {
      return ""
    }
    return ": \(pair.first) with \(pair.second)"
  }

  static func residuals(
    _ fit: Fit, robustScale: Double?, options: FitOptions, words: LawTerminology
  ) -> [Warning] {
    var result: [Warning] = []
    let residual = fit.residual
    let peak = fit.series.observed.reduce(0) { max($0, $1.magnitude) }
    if residual.floor == nil, residual.max <= 1e-10 * peak {
      return [Warning](
        .exactData, "the data follow the law to rounding: errors cannot be estimated",
        remedy: "none needed; a real recording is never exact")
    }
    guard fit.search.converged else { return result }
    let outliers = outliers(fit, robustScale: robustScale, loss: options.loss)
    if let outliers { result.append(outliers) }
    if let probability = residual.runsProbability, probability < resemblance,
      let statistic = residual.durbinWatson, resemblesWhereFast(fit)
    {
      result.warn(
        .autocorrelated,
        "neighbouring residuals are correlated (Durbin-Watson \(Printed.short(statistic, digits: 2)), runs test p \(probability < 1e-12 ? "< 1e-12" : "= \(Printed.significant(probability, digits: 1))"))",
        remedy: fit.stamps == .unused
          ? "the law may be wrong in shape, or the columns are not of the same frames"
          : "the law may be wrong in shape, or the times: compare --stamps")
    }
    if fit.degreesOfFreedom >= 5, let quoted = fit[words.nonlinear], let error = quoted.hc3Error,
      let degrees = quoted.errorDegrees, let classical = quoted.classicalError,
      let warning = unequalVariance(hc3: error, classical: classical, degrees: degrees)
    {
      result.append(warning)
    }
    return result + rejection(fit, words: words, hasOutliers: outliers != nil)
      + plausibility(fit, words: words)
  }

  /// Samples more than six scales off the curve; nil if there are none.
  private static func outliers(_ fit: Fit, robustScale: Double?, loss: RobustLoss) -> Warning? {
    let residual = fit.residual
    // If even the largest residual is below six rounding floors there is no outlier, and the scale need not be
    // computed.
    let weight = fit.series.weights.reduce(fit.series.weights.isEmpty ? 1 : 0, max)
    let mayBeFar =
      robustScale != nil || loss != .linear
      || residual.max * weight.squareRoot() > 6 * (residual.floor ?? 0)
    guard mayBeFar else { return nil }
    let residuals = fit.series.residuals
    let scale = robustScale ?? max(residual.floor ?? 0, RobustLoss.scale(residuals))
    guard scale > 0 else { return nil }
    let far = residuals.enumerated().filter { index, value in
      let weight =
        fit.series.weights.isEmpty || loss != .linear ? 1 : fit.series.weights[index]
      return value.magnitude * weight.squareRoot() > 6 * scale
    }
    guard let worst = far.max(by: { $0.element.magnitude < $1.element.magnitude }) else {
      return nil
    }
    let size = Printed.short(worst.element, digits: 2)
    let time = Printed.short(fit.series.times[worst.offset], digits: 3)
    return Warning(
      .outliers,
      "\(far.count) sample\(far.count == 1 ? " lies" : "s lie") more than 6 scales off the curve, the worst by \(size) pt at \(time) s",
      remedy: loss == .linear ? "use --loss tukey" : "look at them with --residuals")
  }

  /// The probability of a runs test below which neighbouring residuals count as correlated.
  static let resemblance = 0.001

  /// Whether neighbouring residuals are correlated even where the content moves at least half a rounding step per
  /// sample. Where it is slower, rounding errors are correlated too.
  private static func resemblesWhereFast(_ fit: Fit) -> Bool {
    let step = 12.0.squareRoot() * (fit.residual.floor ?? 0)
    let residuals = fit.series.residuals
    let curve = zip(fit.series.observed, residuals).map { $0 - $1 }
    let fast = curve.indices.dropFirst().filter {
      (curve[$0] - curve[$0 - 1]).magnitude >= 0.5 * step
    }
    return ResidualTests.runsProbability(fast.map { residuals[$0] }) ?? 1 < resemblance
  }

  /// Warns of HC3 errors far above the classical ones. The ratio varies more by chance if HC3 is based on fewer
  /// residuals.
  static func unequalVariance(hc3: Double, classical: Double, degrees: Double) -> Warning? {
    guard classical > 0, hc3 > 1.25 * classical,
      Distribution.chiSquareTail(
        degrees * (hc3 / classical) * (hc3 / classical), degrees: degrees) < 0.01
    else { return nil }
    return Warning(
      .unequalVariance,
      "HC3 errors are \(Printed.short(hc3 / classical, digits: 2)) times the classical ones: residuals differ in size along the curve",
      remedy: "quote the errors given, not the classical ones; compare --loss tukey")
  }

  /// Warns if no curve of the law is consistent with rounding.
  private static func rejection(_ fit: Fit, words: LawTerminology, hasOutliers: Bool) -> [Warning] {
    guard let feasibility = fit.feasibility, feasibility.isEmpty else { return [] }
    return [Warning](
      .lawRejected,
      "no \(words.curve) reproduces these samples after rounding: the best one differs by \(Printed.short(feasibility.smallestError, digits: 3)) pt; rounding explains at most \(Printed.short(feasibility.bound, digits: 3)) pt",
      remedy: (hasOutliers
        ? "the samples of W403 do this, noise and wrong times too"
        : "noise and wrong times do this too")
        + words.alternative)
  }

  private static func plausibility(_ fit: Fit, words: LawTerminology) -> [Warning] {
    guard let plausible = words.plausible, let quoted = fit[words.nonlinear], !quoted.isFixed,
      let value = quoted.value, !plausible.contains(value)
    else { return [] }
    return [Warning](
      .implausible,
      "scroll views have \(words.plausibleText), not \(Printed.significant(value))",
      remedy: words.implausibleRemedy)
  }
}
