internal import CurveFitting
internal import RealModule
public import ScrollTraces

/// Fits plain recordings one after the other, in memory of its own: the short way to what ``BounceLaw`` finds.
///
/// It takes a recording only where every decision that the long way makes is sure beforehand: stamps on one
/// refresh grid, or on none, values on the pixel grid of a known scale, one excursion beyond an edge that the
/// metadata name, from before the furthest point to a rest, some critically damped bounce that, rounded,
/// gives every sample, and no warning but W402. For all others `fit` returns nil, and ``TraceResult`` is to be
/// asked: whatever way a recording goes, the numbers are the same to 1e-9.
public struct PlainBounceFitter: ~Copyable {
  private var kernel = DecayingLineKernel()
  private let quantiles: StudentQuantiles
  private let confidence: Double
  /// Of the score test of the damping.
  private let dampingQuantiles: StudentQuantiles
  private let findsFeasible: Bool
  private let axis: Axis?
  /// What the metadata of the last recordings said.
  private var known: (metadata: Metadata, isBounce: Bool, edges: [Axis: Edge])?

  /// Makes a fitter; nil where the options ask for more than the short way gives.
  ///
  /// - Parameters:
  ///   - axis: the axis to look at; nil for the only one recorded.
  ///   - findsFeasible: whether to find the feasible interval of delta.
  public init?(options: FitOptions, axis: Axis?, findsFeasible: Bool) {
    guard options.method != .article, options.start == nil, !options.recordsPath,
      options.loss == .linear, options.fixed.isEmpty, !options.restOffset, !options.keepsSettled,
      options.stamps == .auto, options.edge == nil, options.freed.isEmpty
    else { return nil }
    quantiles = StudentQuantiles(twoSided: 1 - options.confidence)
    confidence = options.confidence
    dampingQuantiles = StudentQuantiles(twoSided: BounceWarnings.dampingLevel)
    self.axis = axis
    self.findsFeasible = findsFeasible
  }

  /// Fits a recording.
  ///
  /// - Parameter isBounce: whether the law is that of a bounce whatever the metadata say.
  /// - Returns: nil where the recording is not a plain one.
  public mutating func fit(_ trace: Trace, isBounce: Bool) -> PlainBounce? {
    guard trace.channels.count == 1, case let channel = trace.channels[0],
      channel.role == .offset, axis == nil || axis == channel.axis, trace.phases == nil,
      trace.timing.isRecorded, trace.duplicateRows + trace.duplicateStamps == 0,
      trace.count >= 16, trace.count <= 4096
    else { return nil }
    if known?.metadata != trace.metadata { known = Self.look(at: trace.metadata) }
    guard let known, isBounce || known.isBounce, let edge = known.edges[channel.axis],
      !trace.columns.contains(where: { !$0.isUsed && $0.role == nil })
    else { return nil }
    let facts = SamplingFacts(trace, channel: channel)
    guard NumericLimits.holds(facts.duration), let range = facts.valueRange,
      max(-range.lowerBound, range.upperBound) <= NumericLimits.largest,
      let quantum = facts.quantum, quantum.pixelsPerPoint != nil,
      !quantum.isDecimalsTruncated, facts.gaps.isEmpty, facts.duplicateStamps == 0,
      !facts.isChangeOnlyLogSuspected, !facts.isIrregular,
      // Otherwise stamps and grid are both tried.
      facts.jitter.map({ $0 < NumericLimits.printedScatter }) ?? (facts.grid == nil)
    else { return nil }
    return fit(trace, channel, edge: edge, facts: facts, quantum: quantum)
  }

  private static func look(
    at metadata: Metadata
  ) -> (metadata: Metadata, isBounce: Bool, edges: [Axis: Edge]) {
    var edges: [Axis: Edge] = [:]
    for axis in Axis.allCases {
      let known = Edge.known(in: metadata, axis: axis)
      if known.count == 1 { edges[axis] = known[0] }
    }
    let name = metadata["law"]?.lowercased()
    return (metadata, name == BounceLaw.description.key, edges)
  }

  // MARK: - The stretch

  private mutating func fit(
    _ trace: Trace, _ channel: Channel, edge: Edge, facts: SamplingFacts, quantum: Quantum
  ) -> PlainBounce? {
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
      // Without gaps frames follow each other; a rate of every second frame is as uniform.
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
    var result = PlainBounce()
    result.axis = channel.axis
    result.samples = count
    result.used = used
    result.window = trace.times[first]...trace.times[first + used - 1]
    let frames = trace.timing.isRecorded ? facts.grid?.frameTimes : nil
    result.origin = frames?[first] ?? trace.times[first]
    result.rate = facts.refreshRate ?? facts.medianInterval.map { 1 / $0 } ?? 0
    result.quantum = step
    return state(minimum, into: result)
  }

  private static let balancingSamples = BounceFit.balancingSamples

  // MARK: - The minimum

  /// The minimum with the balancing samples where these go on as the one without them leads, else that one; and how
  /// many samples it has.
  private mutating func minimum(
    _ trimmed: Int, _ balanced: Int, _ spacing: Double?, scale: Double, quantum: Double,
    trace: Trace, first: Int
  ) -> (DecayingLineKernel.Minimum, used: Int)? {
    let y = kernel.values
    let x = kernel.abscissae
    // Half a pixel from two of them lies no value: any way of rounding will do, and this one is no call.
    let exact = kernel.exactValues
    for index in 0..<balanced { exact[index] = ((y[index] * scale + 0x1.8p52) - 0x1.8p52) / scale }
    // `use` overwrites what stands behind the samples.
    let times = SIMD3(x[trimmed], x[trimmed + 1], x[trimmed + 2])
    let values = SIMD3(y[trimmed], y[trimmed + 1], y[trimmed + 2])
    kernel.use(trimmed, uniformStep: spacing)
    guard let start = kernel.start(), let bare = kernel.minimum(from: start) else { return nil }
    // As `SegmentFit.continued` asks.
    let floor2 = quantum * quantum / 12
    let variance = bare.sumOfSquares / Double(trimmed)
    let noise = variance > 1.6 * floor2 ? (variance - floor2).squareRoot() : 0
    for index in 0..<Self.balancingSamples {
      let time = trace.times[first + trimmed + index] - trace.times[first]
      let curve =
        (bare.displacement + bare.slope * time) * Double.exp(-bare.theta * time)
      // The system has ended the motion before the law does.
      if (values[index] - curve).magnitude > 0.55 * quantum + 3 * noise { return (bare, trimmed) }
    }
    for index in 0..<Self.balancingSamples {
      x[trimmed + index] = times[index]
      y[trimmed + index] = values[index]
    }
    kernel.use(balanced, uniformStep: spacing)
    return kernel.minimum(from: bare.theta).map { ($0, balanced) }
  }

  // MARK: - What it says

  private mutating func state(
    _ minimum: DecayingLineKernel.Minimum, into plain: PlainBounce
  ) -> PlainBounce? {
    guard let geometry = kernel.geometry(of: minimum), geometry.condition < 1000 else {
      return nil
    }
    let best = geometry.minimum
    let count = geometry.count
    let quantum = plain.quantum
    let floor = quantum / 12.0.squareRoot()
    let degrees = Double(geometry.degreesOfFreedom)
    guard degrees >= 10, BounceWarnings.plausible.contains(best.theta) else { return nil }
    // A residual of this size, of a bounce many quanta high, leaves no room for another minimum.
    let scatter = best.sumOfSquares / degrees
    guard scatter > 0, scatter < 4 * floor * floor, geometry.largestResidual <= 6 * floor else {
      return nil
    }

    let a = best.displacement
    let b = best.slope
    let phi = a / b
    let growth = Double.exp(best.theta * phi)
    let amplitude = b * growth
    guard amplitude.isFinite, amplitude > 0, phi > -0.25 / best.theta,
      1 / best.theta - phi > 0, amplitude > 30 * quantum * best.theta
    else { return nil }
    var clear = 0
    let values = kernel.values
    for index in 0..<count where values[index].magnitude > 2 * quantum { clear += 1 }
    guard clear >= 9, !isSuspect(geometry, quantum: quantum) else { return nil }

    // `FitErrors`.
    let variance = FitErrors.drawn(scatter, floor: floor, degrees: degrees)
    let lift = variance / scatter
    let effective = FitErrors.effectiveDegrees(scatter, floor: floor, degrees: degrees)

    let gradients = (
      SIMD3(
        growth * best.theta, growth * (1 - best.theta * phi), amplitude * phi),
      SIMD3(0, 0, 1.0), SIMD3(1 / b, -phi / b, 0)
    )
    let directions = (
      geometry.direction(gradients.0), geometry.direction(gradients.1),
      geometry.direction(gradients.2)
    )
    func variances(_ z: SIMD3<Double>) -> Variances {
      Variances(
        degrees: kernel.hc3DegreesOfFreedom(geometry, z),
        classical: geometry.unitVariance(z) * variance, hc3: geometry.hc3Variance(z) * lift,
        overstated: geometry.hc3Excess(z))
    }
    // C and phi that hang together are warned of from 0.98 on; the mean of both covariances shows nearly always that
    // they do not.
    let (first, last) = (directions.0, directions.2)
    func mean(_ z: SIMD3<Double>) -> Double {
      (geometry.hc3Variance(z) * lift + geometry.unitVariance(z) * variance) / 2
    }
    guard
      Self.correlation(first, last, mean) < 0.9
        || Self.correlation(first, last, { variances($0).moderated }) < 0.98
    else { return nil }
    // Degrees of freedom first: what rounding adds takes the memory that they rest on.
    let found = (variances(directions.0), variances(directions.1), variances(directions.2))
    guard
      let excess = excess(
        geometry, directions, gradients, quantum: quantum, variance: variance)
    else { return nil }
    let slow = kernel.slowForm(
      quantum: quantum, noise: FitErrors.noise(variance, quantum: quantum))
    let share = FitErrors.roundingShare(variance, quantum: quantum)
    func constant(
      _ value: Double, _ found: Variances, _ excess: Double, _ z: SIMD3<Double>
    ) -> PlainBounce.Constant {
      var result = PlainBounce.Constant()
      result.value = value
      result.standardError = FitErrors.rounded(
        found.moderated, slow: slow?.relativeExcess(z) ?? 0, share: share, excess: excess
      ).squareRoot()
      result.degrees = FitErrors.intervalDegrees(found.degrees, effectiveDegrees: effective)
      result.factor = quantiles.quantile(degrees: result.degrees)
      let error = result.standardError
      let uniform = FitErrors.uniformBound(
        kernel.largestInfluence(z) * quantum / 2, variance: error * error, degrees: degrees)
      if uniform > 0 {
        result.factor =
          Estimate.reach(
            error: error, uniform: uniform, student: result.factor, confidence: confidence) / error
      }
      result.hc3Error = found.hc3.squareRoot()
      result.classicalError = found.classical.squareRoot()
      return result
    }
    var plain = plain
    plain.amplitude = constant(amplitude, found.0, excess[0], directions.0)
    plain.decayRate = constant(best.theta, found.1, excess[1], directions.1)
    plain.phase = constant(phi, found.2, excess[2], directions.2)
    // Vague constants are withheld, and those without an error have a reason to say.
    guard plain.amplitude.standardError > 0, plain.decayRate.standardError > 0,
      plain.phase.standardError > 0, plain.phase.standardError.isFinite,
      plain.amplitude.standardError < 0.4 * amplitude,
      plain.decayRate.standardError < 0.4 * best.theta
    else { return nil }
    plain.warning = FitWarnings.unequalVariance(
      hc3: plain.decayRate.hc3Error, classical: plain.decayRate.classicalError,
      degrees: found.1.degrees)

    plain.durbinWatson = geometry.durbinWatson
    plain.runsProbability = geometry.runsProbability
    if let p = plain.runsProbability, p < 0.00101 { return nil }
    let factor = quantiles.quantile(degrees: effective)
    guard let profile = kernel.profile(of: best, rise: factor * factor * variance) else {
      return nil
    }
    plain.profile = profile.lower...profile.upper
    plain.rms = (best.sumOfSquares / Double(count)).squareRoot()
    plain.largest = geometry.largestResidual
    plain.floor = floor
    plain.noise = (variance.squareRoot(), degrees)

    // Rounding has to explain every sample, or errors of the times would be looked for.
    let bound = quantum / 2 * (1 + 1e-9)
    guard let point = kernel.feasiblePoint(of: best, bound: bound) else { return nil }
    if findsFeasible {
      let reach = 0.5 * (profile.upper - profile.lower)
      guard let interval = kernel.feasibleInterval(from: point, bound: bound, reach: reach) else {
        return nil
      }
      plain.feasible = interval
    }
    return plain
  }

  /// The variances of a quantity before what rounding adds.
  private struct Variances {
    var degrees: Double
    var classical: Double
    var hc3: Double
    var overstated: Double

    /// `FitErrors.moderatedVariance`.
    var moderated: Double {
      FitErrors.moderated(
        hc3: hc3, degrees: degrees, overstated: overstated, classical: classical)
    }
  }

  /// The correlation of two quantities under variances, as `FitInference` states it, in magnitude.
  private static func correlation(
    _ a: SIMD3<Double>, _ b: SIMD3<Double>, _ variance: (SIMD3<Double>) -> Double
  ) -> Double {
    let (u, v) = (a / variance(a).squareRoot(), b / variance(b).squareRoot())
    return ((variance(u + v) - variance(u - v)) / 4).magnitude
  }

  /// What the rounding of the curve adds to each variance, as `FitErrors` computes it.
  private mutating func excess(
    _ geometry: DecayingLineKernel.Geometry,
    _ directions: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>),
    _ gradients: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>), quantum: Double,
    variance: Double
  ) -> SIMD3<Double>? {
    let noise = FitErrors.noise(variance, quantum: quantum)
    let form = kernel.roundingForm(quantum: quantum, noise: noise)
    let most = max(
      form.relativeExcess(directions.0), form.relativeExcess(directions.1),
      form.relativeExcess(directions.2))
    // In single precision; next to where something is added, once more in double.
    guard most > FitErrors.chanceExcess - 0.01 else { return .zero }
    guard let linear = kernel.linearisation(of: geometry.minimum) else { return nil }
    let turns = Linearisation.turns(of: kernel.curve(), quantum: quantum)
    func added(_ gradient: SIMD3<Double>) -> Double {
      let found = linear.roundingExcess(
        along: ParameterVector(lowHalf: SIMD4(gradient, 0), highHalf: .zero), turns: turns,
        weights: [], quantum: quantum, noise: noise)
      return max(0, found.excess - FitErrors.chanceExcess * found.independent)
    }
    return SIMD3(added(gradients.0), added(gradients.1), added(gradients.2))
  }

  /// Whether a constant beside the law (W202) or another damping (W409) may be seen: one Gauss-Newton step towards
  /// each.
  private mutating func isSuspect(
    _ geometry: DecayingLineKernel.Geometry, quantum: Double
  ) -> Bool {
    let score = kernel.scores(geometry)
    let floor2 = quantum * quantum / 12
    // The offset itself, and its error were there nothing but rounding.
    let offset = score.constant.product / score.constant.size
    if offset.magnitude > 0.2 * quantum,
      offset * offset * score.constant.size > 9 * floor2
    {
      return true
    }
    let degrees = Double(geometry.count - 4)
    let square = score.damping.product * score.damping.product / score.damping.size
    let variance = max((geometry.minimum.sumOfSquares - square) / degrees, floor2)
    let limit = 0.999 * dampingQuantiles.quantile(degrees: degrees)
    return square > limit * limit * variance
  }
}
