internal import CurveFitting

/// Finds samples at the start that do not belong to a motion: the finger still held the content, or the first row is
/// the offset at release instead of a frame.
///
/// A sample is left out if the sum of squares without it falls significantly (F test), and if its residual is large
/// compared with those of the next eight samples. For motions other than decelerations, errors of the times as large as
/// those of the other samples must not explain it either. The first sample is often taken at the touch's end rather
/// than at a frame: a deceleration drops it at a probability of 5 %. For other motions and further samples, alone or
/// with up to eleven that follow, it is 0.1 %.
///
/// Most samples are tested with the curve linearised at the fit to all samples. The law is solved again only if that
/// statistic is close to its limit.
struct LeadingSamples {
  let law: any LawSolver.Type
  /// Without weights, because the test compares the residuals of neighbours.
  let observations: Observations
  /// The standard deviation of rounding, in pt; 0 if unknown.
  let floor: Double
  let options: FitOptions
  /// The maximum number of samples to leave out. If it is 1, only the first sample is tested, alone.
  let most: Int
  /// Whether the first sample is tested at 5 %: most decelerations start with the finger still holding the content for
  /// a part of a frame.
  var isSuspected = true

  private var times: [Double] { observations.abscissae }
  private var values: [Double] { observations.values }

  /// The number of samples to leave out.
  ///
  /// - Parameters:
  ///   - solver: the law fitted to all samples; nil to fit it here.
  ///   - tangent: the curve of `solver` linearised.
  func count(_ solver: (any LawSolver)? = nil, tangent: Linearisation? = nil) -> Int {
    let reach = values.reduce(0) { max($0, $1.magnitude) }
    var dropped = 0
    var next = solver.map {
      Solution(first: 0, observations: observations, solver: $0, residuals: tangent?.residuals)
    }
    while dropped < most, let whole = next ?? solution(from: dropped, near: nil),
      whole.solver.converged, whole.sum > 1e-20 * reach * reach * Double(whole.count),
      standsOut(in: whole, tangent: dropped == 0 ? tangent : nil)
    {
      dropped += 1
      next = dropped < most ? solution(from: dropped, near: whole.coordinates) : nil
    }
    return dropped
  }

  // MARK: - One sample

  /// The law fitted to the samples from `first`.
  private struct Solution {
    var first: Int
    var observations: Observations
    let solver: any LawSolver
    let coordinates: any SteppedCoordinates
    var sum = 0.0
    private var residuals: [Double] = []
    var count: Int { observations.count }

    init(
      first: Int, observations: Observations, solver: any LawSolver,
      residuals known: [Double]? = nil
    ) {
      self.first = first
      self.observations = observations
      self.solver = solver
      coordinates = solver.coordinates
      residuals =
        known ?? zip(observations.values, coordinates.curve(observations)).map { $0 - $1 }
      for residual in residuals { sum += residual * residual }
    }

    func residual(_ index: Int) -> Double { residuals[index] }
  }

  /// A fit without some leading samples, and the residual of the first of them.
  private struct Comparison {
    /// The sum of squares of the remaining samples.
    var sum: Double
    /// The distance of the tested sample from the curve, in pt.
    var miss: Double
    /// The mean square of the first eight remaining residuals.
    var scatter: Double
  }

  private func solution(from first: Int, near: (any SteppedCoordinates)?) -> Solution? {
    guard first < times.count else { return nil }
    let start = times[first]
    let observations = Observations(
      abscissae: times[first...].map { $0 - start }, values: Array(values[first...]))
    guard
      let solver = law.solved(
        observations, options: options, near: isNearlyLinear ? near : nil),
      solver.converged
    else { return nil }
    return Solution(first: first, observations: observations, solver: solver)
  }

  /// Whether the first sample of a fit, alone or with some that follow it, does not belong to the motion.
  private func standsOut(in whole: Solution, tangent: Linearisation?) -> Bool {
    let linear =
      isNearlyLinear ? tangent ?? whole.coordinates.linearised(whole.observations) : nil
    let blocks = most == 1 ? [1] : [1, 2, 3, 5, 8, 12]
    let comparisons = linear.map { self.comparisons($0, with: whole, blocks: blocks) }
    for (index, block) in blocks.enumerated() {
      guard whole.count - block - whole.coordinates.count >= 4 else { return false }
      if let comparison = comparisons?[index],
        !isSignificant(comparison, of: whole, block: block, slack: Self.linearSlack)
      {
        continue
      }
      guard let rest = solution(from: whole.first + block, near: whole.coordinates) else {
        continue
      }
      if isSignificant(comparison(rest, with: whole), of: whole, block: block, slack: 1),
        isSuspected || !isExplainedByTimes(whole, rest)
      {
        return true
      }
    }
    return false
  }

  /// Constant friction is so similar to drag that one sample can change both strongly, and lead to another minimum.
  private var isNearlyLinear: Bool { !options.coulomb }

  /// The maximum relative change of the nonlinear parameter for which the linearised curve is used.
  private static var linearRange: Double { 0.1 }
  /// The maximum factor by which the linearised curve underestimates the two statistics.
  private static var linearSlack: Double { 1.5 }

  /// The comparisons without each number of leading samples, by the linearised curve; nil outside its range.
  private func comparisons(
    _ linear: Linearisation, with whole: Solution, blocks: [Int]
  ) -> [Comparison?] {
    zip(blocks, linear.withoutFirst(blocks)).map { block, deletion in
      guard let deletion,
        whole.solver.relativeChange(deletion.step).magnitude < Self.linearRange
      else { return nil }
      let near = block..<min(block + 8, linear.count)
      let scatter = near.reduce(0.0) {
        let miss = linear.residual($1, after: deletion)
        return $0 + miss * miss
      }
      return Comparison(
        sum: deletion.sumOfSquares, miss: linear.residual(0, after: deletion).magnitude,
        scatter: scatter / Double(near.count))
    }
  }

  private func comparison(_ rest: Solution, with whole: Solution) -> Comparison {
    let near = 0..<min(8, rest.count)
    let scatter = near.reduce(0.0) {
      let miss = rest.residual($1)
      return $0 + miss * miss
    }
    let before = times[whole.first] - times[rest.first]
    return Comparison(
      sum: rest.sum,
      miss: (values[whole.first] - rest.coordinates.value(at: before)).magnitude,
      scatter: scatter / Double(near.count))
  }

  /// Whether errors of the times, as large as those of the samples that follow, explain the residual of the first
  /// sample, which is often the fastest.
  private func isExplainedByTimes(_ whole: Solution, _ rest: Solution) -> Bool {
    guard let linear = rest.coordinates.linearised(rest.observations),
      let all = whole.coordinates.linearised(whole.observations)
    else { return false }
    let found = VarianceFunction(
      residuals: (0..<rest.count).map(rest.residual),
      speeds: rest.coordinates.speeds(at: rest.observations.abscissae),
      leverages: linear.leverages,
      floor: max(floor, .leastNormalMagnitude))
    guard found.timeError > 0 else { return false }
    // r / (1 - h) is the sum of (1 - h) e of the sample itself and of -h_n e_n of the others, divided by 1 - h.
    let before = times[whole.first] - times[rest.first]
    let rows = all.orthogonalRows
    let first = rows[0]
    let free = 1 - (first * first).sum()
    guard free > 1e-10 else { return false }
    let speeds = rest.coordinates.speeds(at: whole.observations.abscissae.map { $0 + before })
    var variance = 0.0
    for (index, row) in rows.enumerated() {
      let share = (index == 0 ? 1 : 0) - (first * row).sum()
      let slip = found.timeError * speeds[index]
      variance += share * share * (found.base * found.base + slip * slip)
    }
    let miss = values[whole.first] - rest.coordinates.value(at: before)
    let degrees = Double(rest.count - rest.coordinates.count)
    return Distribution.fTail(miss * miss * free * free / variance, 1, degrees) >= 0.001
  }

  /// Whether the sum of squares falls significantly and the residual of the tested sample is large.
  ///
  /// - Parameter slack: a factor applied to both statistics.
  private func isSignificant(
    _ rest: Comparison, of whole: Solution, block: Int, slack: Double
  ) -> Bool {
    // Errors of the times cause larger residuals of fast samples, so the sample is compared with its neighbours.
    let scatter = max(rest.scatter.squareRoot(), floor, .leastNormalMagnitude)
    guard slack * rest.miss > (block == 1 ? 2.5 : 4) * scatter else { return false }
    let degrees = Double(whole.count - block - whole.coordinates.count)
    let variance = max(rest.sum / degrees, floor * floor, .leastNormalMagnitude)
    let ratio = slack * (whole.sum - rest.sum) / (Double(block) * variance)
    let level = isSuspected && whole.first == 0 && block == 1 ? 0.05 : 0.001
    return ratio > 0 && Distribution.fTail(ratio, Double(block), degrees) < level
  }
}

/// The same for a deceleration alone.
package enum LeadingGlideSamples {
  /// The number of samples at the start that are not part of a deceleration, at most a third of all.
  ///
  /// - Parameters:
  ///   - times: times in s, ascending.
  ///   - values: offsets in pt relative to a position near the first.
  ///   - floor: the standard deviation of rounding, in pt.
  package static func count(
    times: [Double], values: [Double], floor: Double, options: FitOptions
  ) -> Int {
    LeadingSamples(
      law: DecelerationSolver.self, observations: Observations(abscissae: times, values: values),
      floor: floor,
      options: options, most: times.count / 3
    ).count()
  }
}
