import CurveFitting
import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces

/// Many simulated bounces with known constants, fitted as a user would, and what comes of them.
///
/// C is drawn log-uniformly from 500 to 4000 pt/s, delta uniformly from 9 to 13 1/s, the phase
/// uniformly within a frame: with constants held, rounding would be a function of the phase alone and
/// thousands of traces would be worth a few.
struct Study {
  var traces = 0
  var unfitted = 0
  /// How often the 95 % interval holds the truth.
  var covered = (amplitude: 0, decayRate: 0, phase: 0)
  /// Sums of (estimate - truth) / limit and its square, for delta.
  var scoreSum = 0.0
  var scoreSquares = 0.0
  var worstScore = 0.0
  /// How often the textbook interval holds the truth: classical error, residual variance as found.
  var coveredByTextbook = 0
  /// Feasible intervals given, and those without the truth.
  var feasible = 0
  var feasibleWithoutTruth = 0
  var warnings: [Warning.Code: Int] = [:]

  /// - Parameter settleThreshold: where the system ends the motion, or 0.
  init(
    _ recorder: Recorder, count: Int, seed: UInt64, options: FitOptions = FitOptions(),
    settleThreshold: Double = 0
  ) {
    var random = RandomSource(seed: seed)
    for _ in 0..<count {
      let phase = random.uniform(0, 1 / recorder.rate)
      let amplitude = 500 * Double.exp(random.uniform() * Double.log(8))
      let decayRate = random.uniform(9, 13)
      let bounce = CriticalBounce(amplitude: amplitude, decayRate: decayRate, phase: phase)
      let trace = recorder.record(
        bounce, edge: -88, settleThreshold: settleThreshold, random: &random)
      traces += 1
      guard let fits = try? BounceLaw.fit(trace, axis: .y, options: options), let fit = fits.first,
        fits.count == 1, let delta = fit["delta"]?.value
      else {
        unfitted += 1
        continue
      }
      // The window may begin a frame late when the first sample rounds to the edge.
      let begun = (fit.window!.lowerBound * recorder.rate).rounded() / recorder.rate
      if fit["delta"]?.interval?.contains(decayRate) == true { covered.decayRate += 1 }
      if fit["C"]?.interval?.contains(amplitude) == true { covered.amplitude += 1 }
      if fit["phi"]?.interval?.contains(phase + begun) == true { covered.phase += 1 }
      if (delta - decayRate).magnitude <= Self.textbookReach(fit, recorder) {
        coveredByTextbook += 1
      }
      let score = (delta - decayRate) / Self.limit(recorder, bounce)
      scoreSum += score
      scoreSquares += score * score
      worstScore = max(worstScore, score.magnitude)
      if let feasibility = fit.feasibility {
        feasible += 1
        if feasibility.interval?.contains(decayRate) != true { feasibleWithoutTruth += 1 }
      }
      for warning in fit.warnings { warnings[warning.code, default: 0] += 1 }
    }
  }

  private var fitted: Double { Double(traces - unfitted) }
  /// Share of intervals that hold the truth.
  var coverage: (amplitude: Double, decayRate: Double, phase: Double) {
    (
      Double(covered.amplitude) / fitted, Double(covered.decayRate) / fitted,
      Double(covered.phase) / fitted
    )
  }
  /// Root mean square error of delta in limits of Cramer and Rao.
  var error: Double { (scoreSquares / fitted).squareRoot() }
  /// Mean error of delta in limits.
  var bias: Double { scoreSum / fitted }

  /// One line for the log.
  var summary: String {
    func percent(_ value: Double) -> String { "\((value * 1000).rounded() / 10) %" }
    return "coverage delta \(percent(coverage.decayRate)), C \(percent(coverage.amplitude)), phi "
      + "\(percent(coverage.phase)); error \((error * 1000).rounded() / 1000) limits, bias "
      + "\((bias * 1000).rounded() / 1000)"
  }

  /// t times the classical error with s^2 = RSS / (n - p), without regard to rounding.
  private static func textbookReach(_ fit: Fit, _ recorder: Recorder) -> Double {
    let degrees = Double(fit.degreesOfFreedom)
    let found = fit.residual.sumOfSquares / degrees
    let floor = recorder.scale > 0 ? 1 / (12 * recorder.scale * recorder.scale) : 0
    // What scrollfit makes of a variance below that of rounding is undone.
    let drawn = found < floor ? (8 * floor + degrees * found) / (8 + degrees) : found
    let error = (fit["delta"]?.classicalError ?? 0) * (found / drawn).squareRoot()
    return Distribution.studentQuantile(twoSided: 0.05, degrees: degrees) * error
  }

  /// The limit of Cramer and Rao for delta, C, delta and phi free, with the true variance of every
  /// sample: rounding, noise, and the error of its time.
  static func limit(_ recorder: Recorder, _ bounce: CriticalBounce) -> Double {
    let quantum = recorder.scale > 0 ? 1 / recorder.scale : 0
    var rows: [ParameterVector] = []
    var weights: [Double] = []
    for frame in 0..<recorder.frameCount {
      let time = Double(frame) / recorder.rate
      let decay = Double.exp(-bounce.decayRate * time)
      rows.append(ParameterVector(decay, time * decay, -time * bounce.position(at: time), 0))
      let slip = bounce.velocity(at: time) * recorder.sampleJitter
      weights.append(
        1 / (quantum * quantum / 12 + recorder.noise * recorder.noise + slip * slip))
    }
    let linear = Linearisation(
      jacobian: rows, residuals: rows.map { _ in 0 }, weights: weights, parameterCount: 3)
    return linear?.unitCovariance.standardError(2) ?? .nan
  }
}
