import CurveFitting
import RealModule
import ScrollFitting
import ScrollSimulation
import ScrollTraces

/// What became of one constant in many recordings of one cell.
struct ConstantTally: Sendable {
  /// Fits that state it with an interval.
  var stated = 0
  /// Fits whose 95 % interval holds the truth.
  var covered = 0
  /// Sums of (estimate - truth) / standard error, and of its square.
  var scores = 0.0
  var squares = 0.0
  /// Sum of ((estimate - truth) / limit)^2, and of how many limits it is.
  var limitSquares = 0.0
  var limits = 0
  /// Verdicts `fail` of a check against the truth, with no tolerance at all and with the usual one.
  var failedExactly = 0
  var failed = 0
  /// Fits that say of this constant that its interval may not hold, and those of the others that hold.
  var warned = 0
  var unwarnedCovered = 0

  /// Share of the 95 % intervals that hold the truth.
  var coverage: Double { Double(covered) / Double(stated) }
  /// Mean error in standard errors.
  var bias: Double { scores / Double(stated) }
  /// Root mean square error in standard errors.
  var spread: Double { (squares / Double(stated)).squareRoot() }
  /// The variance of the limit of Cramer and Rao over the mean square error.
  var efficiency: Double? { limits > 0 ? Double(limits) / limitSquares : nil }

  mutating func add(_ other: Self) {
    stated += other.stated
    covered += other.covered
    scores += other.scores
    squares += other.squares
    limitSquares += other.limitSquares
    limits += other.limits
    failedExactly += other.failedExactly
    failed += other.failed
    warned += other.warned
    unwarnedCovered += other.unwarnedCovered
  }
}

/// Many recordings of one law and cell, fitted as a user would, against the truth they were made from.
struct HonestyTally: Sendable {
  var recordings = 0
  /// Recordings of which no fit came, or more than one.
  var unfitted = 0
  var constants: [String: ConstantTally] = [:]
  /// Fits by warning code; each once.
  var warnings: [Warning.Code: Int] = [:]

  /// Simulates, fits and compares `count` recordings.
  init(_ simulated: SimulatedLaw, _ cell: RecordingCell, count: Int) {
    let recorder = cell.recorder
    var random = RandomSource(seed: cell.seed(simulated.key))
    for _ in 0..<count {
      var motion = simulated.draw(recorder, &random)
      recordings += 1
      if cell.fault == .robust { motion.options.loss = .tukey }
      let result = TraceResult(
        motion.trace, law: simulated.law, axis: .y, options: motion.options)
      guard result.fits.count == 1, let fit = result.fits.first, fit.search.converged else {
        unfitted += 1
        continue
      }
      add(fit, of: motion, simulated, recorder)
      for code in Set((fit.warnings + result.warnings).map(\.code)) {
        warnings[code, default: 0] += 1
      }
    }
  }

  private mutating func add(
    _ fit: Fit, of motion: SimulatedMotion, _ simulated: SimulatedLaw, _ recorder: Recorder
  ) {
    // A window begins at a stamp, unless stamps were put on their frames.
    var begun = fit.window?.lowerBound ?? 0
    if case .snapped = fit.stamps { begun = (begun * recorder.rate).rounded() / recorder.rate }
    begun += motion.start
    var truths = motion.truths(begun)
    let limits = Self.limits(motion, truths, from: begun, recorder)
    truths.merge(motion.derived(begun)) { $1 }
    for key in simulated.constants + simulated.derived {
      guard let truth = truths[key], let estimate = fit[key], let value = estimate.value,
        let error = estimate.standardError, let interval = estimate.interval
      else { continue }
      var tally = constants[key] ?? ConstantTally()
      tally.stated += 1
      if interval.contains(truth) { tally.covered += 1 }
      let score = (value - truth) / error
      tally.scores += score
      tally.squares += score * score
      if let limit = limits[key], limit > 0 {
        let size = (value - truth) / limit
        tally.limitSquares += size * size
        tally.limits += 1
      }
      func fails(within band: Double) -> Bool {
        Comparison(
          value: value, standardError: error, degrees: estimate.intervalDegrees,
          to: ReferenceConstant(law: simulated.key, key: key, unit: "", value: truth), band: band
        ).verdict(among: 1).kind == .fail
      }
      if fails(within: 0) { tally.failedExactly += 1 }
      let usual = Tolerance.usual(law: simulated.key, key: key)
      if fails(within: usual.band(around: truth)) { tally.failed += 1 }
      if fit.warnings.contains(where: { Self.doubts($0, key) }) {
        tally.warned += 1
      } else if interval.contains(truth) {
        tally.unwarnedCovered += 1
      }
      constants[key] = tally
    }
  }

  /// Whether a warning tells that the interval of a constant may not hold: one that names it, or one about the law or
  /// outliers, which spare none.
  private static func doubts(_ warning: Warning, _ key: String) -> Bool {
    switch warning.code {
    case .coverageUnsure:
      warning.message.split { $0 == " " || $0 == "," }.contains { $0 == key }
    case .outliers, .lawRejected: true
    default: false
    }
  }

  /// The limits of Cramer and Rao: the smallest standard errors that unbiased estimates can have, linear in the
  /// samples, with the true variance of each: of rounding, and of the time at which it was taken.
  ///
  /// Equal values at the beginning and at the end of a column are one sample: what rests has one rounding error, however
  /// often it is recorded. Outliers are left out: the limit is that of the samples that are none.
  private static func limits(
    _ motion: SimulatedMotion, _ truths: [String: Double], from begun: Double, _ recorder: Recorder
  ) -> [String: Double] {
    let parameters = motion.keys.compactMap { truths[$0] }
    guard parameters.count == motion.keys.count else { return [:] }
    let steps = parameters.map { max($0.magnitude, 1e-3) * 1e-5 }
    let noise = 1 / (12 * recorder.scale * recorder.scale)
    let abscissaNoise = motion.abscissaQuantum * motion.abscissaQuantum / 12
    let times = motion.trace.times.map {
      ($0 * recorder.rate).rounded() / recorder.rate + motion.start
    }.filter { $0 >= begun - 1e-9 && $0 <= motion.end }
    func values(_ parameters: [Double], at time: Double, late: Double = 0) -> [Double] {
      motion.model(parameters, (motion.abscissa?(time) ?? time - begun) + late)
    }
    guard let channels = times.first.map({ values(parameters, at: $0).count }) else { return [:] }
    var rows: [ParameterVector] = []
    var weights: [Double] = []
    for channel in 0..<channels {
      let shares = Self.shares(
        times.map { (values(parameters, at: $0)[channel] * recorder.scale).rounded() })
      for (time, share) in zip(times, shares) {
        let step = motion.abscissa == nil ? 1e-6 : 1e-4
        let later = values(parameters, at: time, late: step)[channel]
        let earlier = values(parameters, at: time, late: -step)[channel]
        let slope = (later - earlier) / (2 * step)
        let slip = motion.abscissa == nil ? slope * recorder.sampleJitter : 0
        var row = ParameterVector.zero
        for (index, size) in steps.enumerated() {
          var changed = parameters
          changed[index] += size
          let up = values(changed, at: time)[channel]
          changed[index] -= 2 * size
          row[index] = (up - values(changed, at: time)[channel]) / (2 * size)
        }
        rows.append(row)
        weights.append(share / (noise + slope * slope * abscissaNoise + slip * slip))
      }
    }
    guard
      let linear = Linearisation(
        jacobian: rows, residuals: rows.map { _ in 0 }, weights: weights,
        parameterCount: parameters.count)
    else { return [:] }
    return Dictionary(
      uniqueKeysWithValues: motion.keys.enumerated().map {
        ($1, linear.unitCovariance.standardError($0))
      })
  }

  /// What each of some rounded values is worth: those that are equal at either end are one together.
  private static func shares(_ rounded: [Double]) -> [Double] {
    let lead = rounded.prefix { $0 == rounded.first }.count
    let tail = rounded.reversed().prefix { $0 == rounded.last }.count
    guard lead < rounded.count else { return rounded.map { _ in 1 / Double(rounded.count) } }
    return rounded.indices.map {
      $0 < lead ? 1 / Double(lead) : $0 >= rounded.count - tail ? 1 / Double(tail) : 1
    }
  }
}
