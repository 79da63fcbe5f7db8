import RealModule
import ScrollFitting
import ScrollPhysics
import ScrollSimulation
import ScrollTraces

/// Many simulated springs with known constants, fitted as a user would, and what comes of them.
///
/// omega is drawn uniformly from 8 to 16 1/s, zeta uniformly from a range, the speed at the edge
/// log-uniformly from 500 to 4000 pt/s, the phase uniformly within a frame.
struct SpringStudy {
  /// What is looked at, with how often its 95 % interval holds the truth.
  static let keys = ["delta", "kappa", "a", "b", "zeta", "omega", "stiffness_per_mass"]

  var traces = 0
  var unfitted = 0
  var covered: [String: Int] = [:]
  /// Sum of errors over standard errors, by key.
  var scores: [String: Double] = [:]
  /// Sum of their squares.
  var squares: [String: Double] = [:]
  /// Recordings for which rounding allows springs, and those whose own spring is not among them.
  var regions = 0
  var regionsWithoutTruth = 0
  /// Rejections of critical damping at 5 %.
  var rejected = 0

  init(
    _ recorder: Recorder, zeta: ClosedRange<Double>, count: Int, seed: UInt64,
    isRestKnown: Bool = true, options: FitOptions = FitOptions()
  ) {
    var random = RandomSource(seed: seed)
    for _ in 0..<count {
      let constants = SpringConstants(
        angularFrequency: random.uniform(8, 16),
        dampingRatio: random.uniform(zeta.lowerBound, zeta.upperBound))
      let speed = 500 * Double.exp(random.uniform() * Double.log(8))
      let phase = random.uniform(0, 1 / recorder.rate)
      let motion = Spring(
        constants, from: Spring(constants, edgeVelocity: speed).state(at: phase))
      let rest = (random.uniform(-200, 200) * recorder.scale).rounded() / recorder.scale
      let trace = recorder.record(
        [.offset(of: motion, edge: rest)],
        metadata: Metadata(isRestKnown ? [.init("edge_top", "\(rest)")] : []), random: &random)
      traces += 1
      guard let fits = try? SpringLaw.fit(trace, axis: .y, options: options), let fit = fits.first,
        fits.count == 1, fit["zeta"]?.standardError != nil, let window = fit.window
      else {
        unfitted += 1
        continue
      }
      // Without an edge offsets are taken as they are, which here fall outward.
      let begun = Spring(constants, from: motion.state(at: window.lowerBound))
      let sign: Double = isRestKnown ? 1 : -1
      let truth = [
        "delta": constants.decayRate, "kappa": constants.kappa,
        "a": sign * begun.displacement, "b": sign * begun.slope, "zeta": constants.dampingRatio,
        "omega": constants.angularFrequency, "stiffness_per_mass": constants.stiffnessPerMass,
      ]
      for key in Self.keys {
        guard let estimate = fit[key], let value = truth[key] else { continue }
        if estimate.interval?.contains(value) == true { covered[key, default: 0] += 1 }
        if let found = estimate.value, let error = estimate.standardError {
          let score = (found - value) / error
          scores[key, default: 0] += score
          squares[key, default: 0] += score * score
        }
      }
      if fit.tests.first?.probability ?? 1 < 0.05 { rejected += 1 }
      guard let region = fit.region else { continue }
      regions += 1
      let isInside =
        region["delta"]?.contains(constants.decayRate) == true
        && region["kappa"]?.contains(constants.kappa) == true
      if !isInside { regionsWithoutTruth += 1 }
    }
  }

  /// The share of intervals of a quantity that hold the truth.
  func coverage(_ key: String) -> Double { Double(covered[key] ?? 0) / Double(traces - unfitted) }

  /// Mean error of a quantity in standard errors.
  func bias(_ key: String) -> Double { (scores[key] ?? 0) / Double(traces - unfitted) }

  /// Root mean square error of a quantity in standard errors.
  func spread(_ key: String) -> Double {
    ((squares[key] ?? 0) / Double(traces - unfitted)).squareRoot()
  }

  /// One line for the log.
  var summary: String {
    func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }
    let parts = Self.keys.map {
      "\($0) \((coverage($0) * 1000).rounded() / 10) % (bias \(hundredths(bias($0))), rms "
        + "\(hundredths(spread($0))))"
    }
    return parts.joined(separator: ", ")
      + "; unfitted \(unfitted); regions \(regions), without truth "
      + "\(regionsWithoutTruth); kappa = 0 rejected \(rejected) of \(traces)"
  }
}
