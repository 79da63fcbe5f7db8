internal import CurveFitting
internal import RealModule
internal import ScrollRecordings

/// Fits a series of plain recordings in reused memory, if only constants and directly related results are requested.
///
/// It accepts a recording only if the result of every decision in ``BounceFit`` is certain in advance: stamps on one
/// refresh grid or on none, values on the pixel grid of a known scale, one excursion beyond an edge from the metadata,
/// from before the furthest point to a rest, some critically damped bounce that reproduces every sample to its
/// rounding, and no warning except W402. For other recordings `fit` returns nil. The results of both paths agree to
/// 1e-9.
struct PlainBounceFitter: ~Copyable {
  private var kernel = DecayingLineKernel()
  private let options: FitOptions
  /// The edges from the metadata of the last recordings.
  private var known: (metadata: Metadata, edges: [Axis: Edge])?
  /// For the score test of the damping.
  private static let dampingQuantiles = StudentQuantiles(twoSided: BounceWarnings.dampingLevel)

  /// Creates a fitter; nil if the options request other results.
  init?(options: FitOptions) {
    guard options.detail.isSubset(of: [.profile, .feasibleSet]), options.method != .article,
      options.start == nil, !options.recordsPath,
      options.loss == .linear, options.fixed.isEmpty, !options.restOffset, !options.keepsSettled,
      options.stamps == .auto, options.edge == nil, options.freed.isEmpty,
      !options.comparesSpring
    else { return nil }
    self.options = options
  }

  /// Fits a recording.
  ///
  /// - Parameters:
  ///   - axis: the axis to fit; nil for the only one recorded.
  ///   - facts: those of its first channel.
  /// - Returns: nil if the recording is not plain.
  mutating func fit(_ trace: Trace, axis: Axis?, facts: SamplingFacts) -> Fit? {
    guard trace.channels.count == 1, case let channel = trace.channels[0],
      channel.role == .offset, axis == nil || axis == channel.axis, trace.phases == nil,
      trace.timing.isRecorded, trace.duplicateRows + trace.duplicateStamps + trace.lostRows == 0,
      trace.log == nil,
      trace.count >= 16, trace.count <= 4096
    else { return nil }
    if known?.metadata != trace.metadata { known = Self.look(at: trace.metadata) }
    guard let edge = known?.edges[channel.axis],
      !trace.columns.contains(where: { !$0.isUsed && $0.role == nil })
    else { return nil }
    guard NumericLimits.holds(facts.duration), let range = facts.valueRange,
      max(-range.lowerBound, range.upperBound) <= NumericLimits.largest,
      let quantum = facts.quantum, quantum.pixelsPerPoint != nil,
      !quantum.isDecimalsTruncated, facts.gaps.isEmpty, facts.duplicateStamps == 0,
      !facts.isChangeOnlyLogSuspected, !facts.isIrregular,
      // Otherwise both stamps and grid times would have to be tried.
      facts.jitter.map({ $0 < NumericLimits.printedScatter }) ?? (facts.grid == nil)
    else { return nil }
    return fit(trace, channel, edge: edge, facts: facts, quantum: quantum)
  }

  private static func look(
    at metadata: Metadata
  ) -> (metadata: Metadata, edges: [Axis: Edge]) {
    var edges: [Axis: Edge] = [:]
    for axis in Axis.allCases {
      let known = Edge.known(in: metadata, axis: axis)
      if known.count == 1 { edges[axis] = known[0] }
    }
    return (metadata, edges)
  }

  // MARK: - The stretch

  private mutating func fit(
    _ trace: Trace, _ channel: Channel, edge: Edge, facts: SamplingFacts, quantum: Quantum
  ) -> Fit? {
    let step = quantum.value
    let count = trace.count
    kernel.reserve(count)
    let y = kernel.values
    let sign = edge.sign
    channel.values.withUnsafeBufferPointer { values in
      for index in 0..<count { y[index] = sign * (values[index] - edge.position) }
    }
    guard let first = PlainExcursion.start(y, count: count, quantum: step),
      PlainExcursion.isQuiet(y, count: count, times: trace.times, quantum: step)
    else { return nil }
    let stretch = count - first
    guard stretch >= 8 else { return nil }
    if first > 0 { for index in 0..<stretch { y[index] = y[index + first] } }
    let trimmed = PlainExcursion.unsettled(y, count: stretch, threshold: 0.75 * step)
    guard trimmed >= 8, stretch - trimmed >= Self.balancingSamples else { return nil }
    let balanced = trimmed + Self.balancingSamples

    let x = kernel.abscissae
    var spacing: Double?
    if let grid = facts.grid {
      // Without gaps the frames are consecutive; every second frame is equally uniform.
      let times = grid.frameTimes
      let start = times[first]
      let last = times[first + balanced - 1] - start
      let each = last / Double(balanced - 1)
      for index in 0..<balanced {
        x[index] = times[first + index] - start
        guard (x[index] - Double(index) * each).magnitude <= 4 * last.ulp else { return nil }
      }
      spacing = each
    } else {
      let start = trace.times[first]
      for index in 0..<balanced { x[index] = trace.times[first + index] - start }
    }
    guard
      let (minimum, used) = minimum(
        trimmed, balanced, spacing, scale: 1 / step, quantum: step, trace: trace, first: first)
    else { return nil }
    var fit = Fit(
      law: BounceLaw.description.key, axis: channel.axis,
      window: trace.times[first]...trace.times[first + used - 1],
      search: SearchSummary(method: options.method.rawValue), stamps: .recorded)
    fit.edge = edge
    fit.samples = SampleCount(stretch: stretch, used: used, trimmed: stretch - used)
    fit.series.origin = facts.grid?.frameTimes[first] ?? trace.times[first]
    fit.search.converged = true
    return state(minimum, quantum: step, into: fit)
  }

  private static let balancingSamples = BounceFit.balancingSamples

  // MARK: - The minimum

  /// The minimum including the balancing samples if these follow the law fitted without them, otherwise the minimum
  /// without them; and the number of samples used.
  private mutating func minimum(
    _ trimmed: Int, _ balanced: Int, _ spacing: Double?, scale: Double, quantum: Double,
    trace: Trace, first: Int
  ) -> (DecayingLineKernel.Minimum, used: Int)? {
    let y = kernel.values
    let x = kernel.abscissae
    // No value lies midway between two pixels, so any rounding mode works. This one needs no function call.
    let exact = kernel.exactValues
    for index in 0..<balanced { exact[index] = ((y[index] * scale + 0x1.8p52) - 0x1.8p52) / scale }
    // `use` overwrites the elements after the samples.
    let times = SIMD3(x[trimmed], x[trimmed + 1], x[trimmed + 2])
    let values = SIMD3(y[trimmed], y[trimmed + 1], y[trimmed + 2])
    kernel.use(trimmed, uniformStep: spacing)
    guard let start = kernel.start(), let bare = kernel.minimum(from: start) else { return nil }
    // The same test as in `SegmentFit.continued`.
    let floor2 = quantum * quantum / 12
    let variance = bare.sumOfSquares / Double(trimmed)
    let noise = variance > 1.6 * floor2 ? (variance - floor2).squareRoot() : 0
    for index in 0..<Self.balancingSamples {
      let time = trace.times[first + trimmed + index] - trace.times[first]
      let curve =
        (bare.displacement + bare.slope * time) * Double.exp(-bare.theta * time)
      // The system ended the motion before the law does.
      if (values[index] - curve).magnitude > 0.55 * quantum + 3 * noise { return (bare, trimmed) }
    }
    for index in 0..<Self.balancingSamples {
      x[trimmed + index] = times[index]
      y[trimmed + index] = values[index]
    }
    kernel.use(balanced, uniformStep: spacing)
    return kernel.minimum(from: bare.theta).map { ($0, balanced) }
  }

  // MARK: - Result

  /// C and phi of a minimum, and e^(delta phi).
  private struct Constants {
    let growth: Double
    let amplitude: Double
    let phase: Double

    init(_ minimum: DecayingLineKernel.Minimum) {
      phase = minimum.displacement / minimum.slope
      growth = Double.exp(minimum.theta * phase)
      amplitude = minimum.slope * growth
    }
  }

  private mutating func state(
    _ minimum: DecayingLineKernel.Minimum, quantum: Double, into fit: consuming Fit
  ) -> Fit? {
    guard let geometry = kernel.geometry(of: minimum), geometry.condition < 1000 else {
      return nil
    }
    let best = geometry.minimum
    let constants = Constants(best)
    let floor = quantum / 12.0.squareRoot()
    guard isClear(geometry, constants, quantum: quantum), !isSuspect(geometry, quantum: quantum),
      let linear = kernel.linearisation(of: best)
    else { return nil }
    let errors = FitErrors(
      linear, floor: floor, robust: [], widening: 1,
      grid: RoundingGrid(quantum: quantum, curve: kernel.curve(), weights: []))
    guard let parameters = parameters(best, constants, errors) else { return nil }
    fit.parameters = parameters
    let classical = parameters[1].classicalError ?? 0
    if let warning = FitWarnings.unequalVariance(
      hc3: parameters[1].hc3Error ?? 0, classical: classical,
      degrees: parameters[1].errorDegrees ?? 0)
    {
      fit.warnings = [warning]
    }
    if let p = geometry.runsProbability, p < 0.00101 { return nil }
    fit.degreesOfFreedom = geometry.degreesOfFreedom
    fit.residual.rms = (best.sumOfSquares / Double(geometry.count)).squareRoot()
    fit.residual.max = geometry.largestResidual
    fit.residual.floor = floor
    fit.residual.sumOfSquares = best.sumOfSquares
    fit.residual.durbinWatson = geometry.durbinWatson
    fit.residual.runsProbability = geometry.runsProbability
    fit.limit = Limit(
      key: "delta", standardDeviation: floor * classical / errors.variance.squareRoot(),
      efficiency: nil, noise: floor)
    guard
      let (profile, feasible) = sets(
        of: best, variance: errors.variance, degrees: errors.effectiveDegrees, quantum)
    else { return nil }
    fit.parameters[1].profile = profile
    fit.parameters[1].feasible = feasible
    fit.feasibility = Feasibility(
      bound: quantum / 2, smallestError: quantum / 2, isEmpty: false, interval: feasible,
      key: "delta")
    return fit
  }

  /// Whether the bounce is many steps high, and its residuals agree with rounding.
  private func isClear(
    _ geometry: DecayingLineKernel.Geometry, _ constants: Constants, quantum: Double
  ) -> Bool {
    let best = geometry.minimum
    let floor = quantum / 12.0.squareRoot()
    let degrees = Double(geometry.degreesOfFreedom)
    guard degrees >= 10, BounceWarnings.plausible.contains(best.theta) else { return false }
    // With residuals of this size and a bounce many steps high, there is no other minimum.
    let scatter = best.sumOfSquares / degrees
    guard scatter > 0, scatter < 4 * floor * floor, geometry.largestResidual <= 6 * floor,
      constants.amplitude.isFinite, constants.amplitude > 0,
      constants.phase > -0.25 / best.theta, 1 / best.theta - constants.phase > 0,
      constants.amplitude > 30 * quantum * best.theta
    else { return false }
    var clear = 0
    let values = kernel.values
    for index in 0..<geometry.count where values[index].magnitude > 2 * quantum { clear += 1 }
    return clear >= 9
  }

  /// C, delta and phi with their errors.
  ///
  /// - Returns: nil if C and phi are strongly correlated, or if an error is large or missing: these cases need
  ///   warnings.
  private func parameters(
    _ best: DecayingLineKernel.Minimum, _ constants: Constants, _ errors: FitErrors
  ) -> [Estimate]? {
    let (growth, amplitude, phi) = (constants.growth, constants.amplitude, constants.phase)
    let first = ParameterVector(
      growth * best.theta, growth * (1 - best.theta * phi), amplitude * phi)
    let last = ParameterVector(1 / best.slope, -phi / best.slope)
    // A correlation of C and phi of 0.98 or more needs a warning. The mean of both covariances nearly always excludes
    // it.
    guard
      Self.correlation(
        first, last, { errors.hc3.variance(along: $0) + errors.classical.variance(along: $0) })
        < 0.9
        || Self.correlation(first, last, { errors.moderatedVariance(along: $0) }) < 0.98
    else { return nil }
    func constant(
      _ key: String, _ unit: String, _ value: Double, _ gradient: ParameterVector
    ) -> Estimate {
      var result = Estimate(key: key, value: value, unit: unit)
      errors.state(&result, along: gradient, confidence: options.confidence)
      return result
    }
    let parameters = [
      constant("C", "pt/s", amplitude, first),
      constant("delta", "1/s", best.theta, ParameterVector(0, 0, 1)),
      constant("phi", "s", phi, last),
    ]
    let sizes = SIMD3(
      parameters[0].standardError ?? 0, parameters[1].standardError ?? 0,
      parameters[2].standardError ?? 0)
    guard sizes[0] > 0, sizes[1] > 0, sizes[2] > 0, sizes[2].isFinite,
      sizes[0] < 0.4 * amplitude, sizes[1] < 0.4 * best.theta
    else { return nil }
    return parameters
  }

  /// The requested ones of the profile interval of delta and the interval of all delta that agree with the rounding.
  ///
  /// - Returns: nil if no bounce reproduces every sample to its rounding: timing errors would then have to be
  ///   estimated.
  private mutating func sets(
    of best: DecayingLineKernel.Minimum, variance: Double, degrees: Double, _ quantum: Double
  ) -> (profile: Interval?, feasible: Interval?)? {
    let bound = quantum / 2 * (1 + 1e-9)
    let detail = options.detail
    guard !detail.isEmpty else {
      return kernel.feasiblePoint(of: best, bound: bound).map { _ in (nil, nil) }
    }
    let factor = FitErrors.quantile(confidence: options.confidence, degrees: degrees)
    guard let profile = kernel.profile(of: best, rise: factor * factor * variance),
      let point = kernel.feasiblePoint(of: best, bound: bound)
    else { return nil }
    let own = detail.contains(.profile) ? Interval(lower: profile.lower, upper: profile.upper) : nil
    guard detail.contains(.feasibleSet) else { return (own, nil) }
    let reach = 0.5 * (profile.upper - profile.lower)
    return kernel.feasibleInterval(from: point, bound: bound, reach: reach).map {
      (own, Interval(lower: $0.lowerBound, upper: $0.upperBound))
    }
  }

  /// The absolute correlation of two quantities, as `FitInference` computes it.
  private static func correlation(
    _ a: ParameterVector, _ b: ParameterVector, _ variance: (ParameterVector) -> Double
  ) -> Double {
    let (u, v) = (a / variance(a).squareRoot(), b / variance(b).squareRoot())
    return ((variance(u + v) - variance(u - v)) / 4).magnitude
  }

  /// Whether a constant (W202) or another damping (W409) may be detectable, by one Gauss-Newton step for each.
  private mutating func isSuspect(
    _ geometry: DecayingLineKernel.Geometry, quantum: Double
  ) -> Bool {
    let score = kernel.scores(geometry)
    let floor2 = quantum * quantum / 12
    // The offset, and its error for rounding alone.
    let offset = score.constant.product / score.constant.size
    if offset.magnitude > 0.2 * quantum,
      offset * offset * score.constant.size > 9 * floor2
    {
      return true
    }
    let degrees = Double(geometry.count - 4)
    let square = score.damping.product * score.damping.product / score.damping.size
    let variance = max((geometry.minimum.sumOfSquares - square) / degrees, floor2)
    let limit = 0.999 * Self.dampingQuantiles.quantile(degrees: degrees)
    return square > limit * limit * variance
  }
}
