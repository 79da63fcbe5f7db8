internal import CurveFitting
internal import RealModule

/// A solved segment: observations with their final weights, and the minimum.
///
/// It holds its law as an existential, so that code shared by all laws is compiled once. Loops over samples are in
/// `CurveCoordinates`, which each law implements.
struct SolvedStretch {
  var observations: Observations { didSet { tangent = nil } }
  var stamps: StampTreatment
  /// The recorded time in s at which the abscissae are 0; nil if they are not times.
  var origin: Double?
  var solver: any LawSolver
  /// The end of the search: the solver's minimum, or the end of the descent.
  var coordinates: any SteppedCoordinates { didSet { tangent = nil } }
  /// The curve linearised at the coordinates, after `linearise` was called; the inner value is nil if that is
  /// impossible.
  private var tangent: Linearisation?? = nil
  /// Whether a curve of the law, rounded, is known to reproduce every sample.
  var isExplainedByRounding = false
  /// Weights of the robust loss and of errors of the times, whose product is used; empty if all are 1.
  var robustWeights: [Double] = []
  var timeWeights: [Double] = []
  /// The factor by which the robust loss increases errors.
  var errorFactor = 1.0
  /// The scale of the robust loss in pt.
  var robustScale: Double?
  /// Whether the iterations around the solver converged.
  var isConverged = true
  /// Whether these iterations exhausted their budget.
  var isGivenUp = false
  /// The error of the times, in s, that the stamps suggest and the residuals can neither show nor exclude.
  var hiddenTimeError: Double?
  /// The residual scale at rest, in pt, if samples are weighted for errors of the times.
  var baseScale: Double?

  init?(
    _ observations: Observations, by law: any LawSolver.Type, stamps: StampTreatment,
    options: FitOptions, floor: Double?, near: (any SteppedCoordinates)? = nil
  ) {
    guard let solver = law.solved(observations, options: options, near: near) else { return nil }
    self.observations = observations
    self.stamps = stamps
    self.solver = solver
    coordinates = solver.coordinates
    tangent = solver.tangent.map { $0 }
    applyLoss(options, floor: floor)
  }

  /// The curve linearised at the coordinates; nil if the parameters cannot be distinguished.
  func linearised() -> Linearisation? { tangent ?? coordinates.linearised(observations) }

  /// Linearises the curve and keeps the result until observations or coordinates change.
  mutating func linearise() {
    if tangent == nil { tangent = .some(coordinates.linearised(observations)) }
  }

  /// Replaces the coordinates by others with different names or another origin but the same curve.
  mutating func relabel(_ renamed: any SteppedCoordinates) {
    let kept = tangent
    coordinates = renamed
    tangent = kept
  }

  /// Whether a curve close to this one is within a bound of all values. False does not mean that there is none.
  ///
  /// - Parameter values: used in place of the observed ones, for example values rounded to the pixel grid.
  func reaches(_ values: [Double], within bound: Double) -> Bool {
    guard observations.weights.isEmpty, let linear = linearised() else { return false }
    var residuals = linear.residuals
    for index in residuals.indices {
      residuals[index] += values[index] - observations.values[index]
    }
    guard let step = linear.step(keeping: residuals, within: bound) else { return false }
    let near = coordinates.moved(by: step)
    guard near.isValid else { return false }
    let curve = near.curve(observations)
    return curve.indices.allSatisfy { (values[$0] - curve[$0]).magnitude <= bound }
  }

  /// The maximum distance of the curve from values, in pt.
  ///
  /// - Parameter values: used in place of the observed ones.
  func largestMiss(of values: [Double]) -> Double {
    let residuals = residuals
    return residuals.indices.reduce(0) {
      max($0, (residuals[$1] + (values[$1] - observations.values[$1])).magnitude)
    }
  }

  /// Observed - fitted, in pt.
  var residuals: [Double] {
    if let known = tangent??.residuals { return known }
    var result = coordinates.curve(observations)
    for index in result.indices { result[index] = observations.values[index] - result[index] }
    return result
  }

  /// The curve at all samples.
  var fitted: [Double] {
    // Far from the samples the linearised curve may be not finite although the curve is.
    guard let residuals = tangent??.residuals, residuals.allSatisfy(\.isFinite) else {
      return coordinates.values(at: observations.abscissae)
    }
    return residuals.indices.map { observations.values[$0] - residuals[$0] }
  }

  /// Gaussian log likelihood at the best scale, without constants, for choosing the treatment of times.
  var logLikelihood: Double {
    var sum = 0.0
    var logs = 0.0
    for (index, residual) in residuals.enumerated() {
      let weight = timeWeights.isEmpty ? 1 : timeWeights[index]
      let robust = robustWeights.isEmpty ? 1 : robustWeights[index]
      sum += weight * robust * residual * residual
      if !timeWeights.isEmpty { logs += Double.log(weight) }
    }
    let n = Double(observations.count)
    return (logs - n * Double.log(max(sum / n, .leastNormalMagnitude))) / 2
  }

  /// Solves again with the current weights, near the current minimum or with a scan.
  mutating func resolve(_ options: FitOptions, scans: Bool = false) -> Bool {
    observations.weights =
      robustWeights.isEmpty || timeWeights.isEmpty
      ? robustWeights + timeWeights : zip(robustWeights, timeWeights).map { $0 * $1 }
    guard
      var next = type(of: solver).solved(
        observations, options: options, near: scans ? nil : solver.coordinates)
    else { return false }
    next.outcome.evaluations += solver.outcome.evaluations
    next.outcome.start = solver.outcome.start
    next.outcome.startSource = solver.outcome.startSource
    solver = next
    coordinates = next.coordinates
    tangent = next.tangent.map { $0 }
    return true
  }

  /// Maximum number of evaluations for the robust weights of all starts together, less than a second. A tenth is usual;
  /// for a wrong law the iterations do not converge. Each evaluation has a fixed cost even for few samples.
  private static func robustBudget(samples: Int) -> Int { 60_000_000 / (samples + 1200) }

  /// Huber's loss, then Tukey's, from several starts: all samples, and one to three of the first four left out.
  /// Outliers among those have high leverage and therefore small residuals; a start without them shows them. Of two
  /// fits, one whose weights converged is better; otherwise the smaller sum of the loss, at the larger of both scales.
  /// A smaller scale would favour fits that reject more samples.
  ///
  /// - Parameter fixed: the only start to use, as the samples that it leaves out.
  /// - Returns: the samples that the start of the best fit leaves out; nil if there is none.
  @discardableResult mutating func applyLoss(
    _ options: FitOptions, floor: Double?, from fixed: [Int]? = nil
  ) -> [Int]? {
    guard options.loss != .linear else { return nil }
    let count = observations.count
    // Samples at rest have different residuals, which do not contribute to the scale.
    let quantum = (floor ?? 0) * 12.0.squareRoot()
    let counts = observations.values.enumerated().map { $0 < 8 || $1.magnitude >= quantum }
    var starts: [[Int]] = [[]]
    if let fixed {
      starts = [fixed]
    } else if options.loss == .tukey, count >= 10 {
      starts += [[0], [1], [2], [3], [0, 1], [0, 2], [1, 2], [1, 3], [2, 3], [0, 1, 2]]
    }
    var best: (state: SolvedStretch, iteration: RobustIteration, left: [Int])?
    var known: [[Double]] = []
    let before = solver.outcome.evaluations
    let budget = Self.robustBudget(samples: count)
    // Residuals of exact data are floating-point errors and no measure of scatter.
    let least = max(floor ?? 0, 1e-9 * observations.values.reduce(0) { max($0, $1.magnitude) })
    var spent = 0
    for left in starts {
      var state = self
      var initial: [Double] = []
      if !left.isEmpty {
        initial = [Double](repeating: 1, count: count)
        for index in left { initial[index] = 0 }
      }
      let iteration = RobustIteration(
        loss: options.loss, residuals: standardised(residuals), floor: least, counts: counts,
        initial: initial, known: known
      ) { weights in
        guard spent + state.solver.outcome.evaluations - before < budget else { return nil }
        state.robustWeights = weights
        return state.resolve(options) ? state.standardised(state.residuals) : nil
      }
      spent += state.solver.outcome.evaluations - before
      guard iteration.scale > 0, !iteration.isKnown else { continue }
      if iteration.converged { known.append(iteration.residuals) }
      if let best, !iteration.isBetter(than: best.iteration, by: options.loss) { continue }
      best = (state, iteration, left)
    }
    guard let best else { return nil }
    self = best.state
    solver.outcome.evaluations = before + spent
    isGivenUp = spent >= budget
    robustWeights = best.iteration.weights
    isConverged = best.iteration.converged
    errorFactor = best.iteration.errorFactor
    robustScale = best.iteration.scale
    _ = resolve(options, scans: true)
    return best.left
  }

  /// Adopts the end of a descent, and records why it ended.
  ///
  /// A descent that reaches a non-finite curve is discarded, and the fit does not change. Factors that underflow and
  /// overflow at once can make only the curve non-finite.
  mutating func take(
    _ end: any SteppedCoordinates, _ walk: CoordinateDescent, tolerance: Double, _ fit: inout Fit
  ) {
    var ending = walk.ending
    if ending != .notFinite {
      let before = coordinates
      coordinates = end
      // The sum can be finite where the curve is not: 0 times infinity is NaN, but SIMD exponentials give 0. Check
      // both.
      if !residuals.reduce(0, { $0 + $1 * $1 }).isFinite || !fitted.allSatisfy(\.isFinite) {
        coordinates = before
        ending = .notFinite
      }
    }
    switch ending {
    case .noMoveImproves:
      fit.search.reason = "no move improves"
      fit.search.certificate = tolerance
    case .budget:
      isConverged = false
      fit.search.reason = "still descending after \(walk.evaluations) evaluations"
    case .notFinite:
      isConverged = false
      fit.search.reason = "the search left the finite numbers"
    }
  }

  /// Residuals scaled to those of a sample at rest.
  private func standardised(_ residuals: [Double]) -> [Double] {
    timeWeights.isEmpty
      ? residuals : zip(residuals, timeWeights).map { $0 * $1.squareRoot() }
  }

  /// Weights each sample, and solves again.
  mutating func weigh(_ options: FitOptions, _ weights: [Double]) {
    timeWeights = weights
    _ = resolve(options)
  }
}

extension RobustIteration {
  /// Whether this iteration is better than another: converged is better; otherwise the smaller sum of the loss, at the
  /// larger of both scales.
  fileprivate func isBetter(than other: RobustIteration, by loss: RobustLoss) -> Bool {
    guard converged == other.converged else { return converged }
    let scale = max(scale, other.scale)
    return !(other.objective(loss, scale: scale) <= objective(loss, scale: scale))
  }
}
