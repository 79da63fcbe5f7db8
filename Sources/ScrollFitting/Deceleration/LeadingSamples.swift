internal import CurveFitting

/// Finds the samples at the start of a glide that do not belong to it: the finger still held the content.
///
/// A sample that is left out predicts nothing, so the sum of squares falls by a share that the F
/// distribution knows, and it must stand out among the eight that follow. The first sample, often taken at
/// the touch's end rather than at a frame, goes at a probability of 5 %; each further one, alone or with up
/// to eleven after it, at 0.1 %.
///
/// Most samples are tested in the curve linearised at the fit to all of them; the law is solved again only
/// where that comes near the limits.
package struct LeadingSamples {
  private let times: [Double]
  private let values: [Double]
  private let floor: Double
  private let options: FitOptions

  /// How many to leave out, at most a third: what follows is no glide then.
  ///
  /// - Parameters:
  ///   - times: in s, ascending.
  ///   - values: offsets in pt from a place near the first.
  ///   - floor: the standard deviation of rounding, in pt; nil when it is not known.
  /// - Returns: 0 where a robust loss takes care of stray samples or v0, x0 or k is held: what the user holds
  ///   is not to be saved by leaving out what contradicts it.
  package static func count(
    times: [Double], values: [Double], floor: Double?, options: FitOptions
  ) -> Int {
    guard options.loss == .linear, ["k", "x0", "v0"].allSatisfy({ options.fixed[$0] == nil }) else {
      return 0
    }
    return LeadingSamples(times: times, values: values, floor: floor ?? 0, options: options).count
  }

  private var count: Int {
    let reach = values.reduce(0) { max($0, $1.magnitude) }
    var dropped = 0
    var rate: Double?
    while dropped < values.count / 3, let whole = solution(from: dropped, near: rate),
      whole.sum > 1e-20 * reach * reach * Double(whole.count), standsOut(in: whole)
    {
      dropped += 1
      rate = whole.coordinates.rate
    }
    return dropped
  }

  // MARK: - One sample

  /// The law fitted to the samples from `first` on.
  private struct Solution {
    var first: Int
    var observations: Observations
    var coordinates: DecelerationCoordinates
    var sum: Double
    var count: Int { observations.count }
  }

  /// A fit without some samples, and how the first of them compares with it.
  private struct Comparison {
    /// The sum of squares of the samples left.
    var sum: Double
    /// How far the tested sample lies off the curve, in pt.
    var miss: Double
    /// The mean square of the first eight residuals left.
    var scatter: Double
  }

  private func solution(from first: Int, near rate: Double?) -> Solution? {
    guard first < times.count else { return nil }
    let start = times[first]
    let observations = Observations(
      abscissae: times[first...].map { $0 - start }, values: Array(values[first...]))
    guard
      let solver = DecelerationSolver(
        observations, options: options, near: isNearlyLinear ? rate : nil),
      solver.converged
    else { return nil }
    var sum = 0.0
    for index in 0..<observations.count {
      let miss = residual(index, observations, solver.coordinates)
      sum += miss * miss
    }
    return Solution(
      first: first, observations: observations, coordinates: solver.coordinates, sum: sum)
  }

  private func residual(
    _ index: Int, _ observations: Observations, _ coordinates: DecelerationCoordinates
  ) -> Double {
    observations.values[index] - coordinates.value(at: observations.abscissae[index])
  }

  /// Whether the first sample of a fit, with or without some that follow it, does not belong to it.
  private func standsOut(in whole: Solution) -> Bool {
    let linear = isNearlyLinear ? whole.coordinates.linearised(whole.observations) : nil
    for block in [1, 2, 3, 5, 8, 12] {
      guard whole.count - block - whole.coordinates.count >= 4 else { return false }
      var rate = whole.coordinates.rate
      if let linear, let deletion = linear.withoutFirst(block),
        deletion.step[0].magnitude < Self.linearRange * rate
      {
        guard
          isSignificant(
            comparison(linear, deletion, block: block), of: whole, block: block,
            slack: Self.linearSlack)
        else { continue }
        rate += deletion.step[0]
      }
      guard let rest = solution(from: whole.first + block, near: rate) else { continue }
      if isSignificant(comparison(rest, with: whole), of: whole, block: block, slack: 1) {
        return true
      }
    }
    return false
  }

  /// A constant friction resembles the drag so closely that a sample may move both far, and to another minimum.
  private var isNearlyLinear: Bool { !options.coulomb }

  /// The change of k, as a share of it, up to which the linearised curve is believed.
  private static let linearRange = 0.1
  /// By how much the linearised curve may underestimate the two statistics.
  private static let linearSlack = 1.5

  private func comparison(
    _ linear: Linearisation, _ deletion: Linearisation.Deletion, block: Int
  ) -> Comparison {
    let near = block..<min(block + 8, linear.count)
    let scatter = near.reduce(0.0) {
      let miss = linear.residual($1, after: deletion)
      return $0 + miss * miss
    }
    return Comparison(
      sum: deletion.sumOfSquares, miss: linear.residual(0, after: deletion).magnitude,
      scatter: scatter / Double(near.count))
  }

  private func comparison(_ rest: Solution, with whole: Solution) -> Comparison {
    let near = 0..<min(8, rest.count)
    let scatter = near.reduce(0.0) {
      let miss = residual($1, rest.observations, rest.coordinates)
      return $0 + miss * miss
    }
    let before = times[whole.first] - times[rest.first]
    return Comparison(
      sum: rest.sum,
      miss: (values[whole.first] - rest.coordinates.value(at: before)).magnitude,
      scatter: scatter / Double(near.count))
  }

  /// Whether the sum of squares falls by more than chance, and the tested sample stands out.
  ///
  /// - Parameter slack: a factor that both statistics get beforehand.
  private func isSignificant(
    _ rest: Comparison, of whole: Solution, block: Int, slack: Double
  ) -> Bool {
    // Errors in time scatter the fast samples more: a sample must stand out among its neighbours too.
    let scatter = max(rest.scatter.squareRoot(), floor, .leastNormalMagnitude)
    guard slack * rest.miss > (block == 1 ? 2.5 : 4) * scatter else { return false }
    let degrees = Double(whole.count - block - whole.coordinates.count)
    let variance = max(rest.sum / degrees, floor * floor, .leastNormalMagnitude)
    let ratio = slack * (whole.sum - rest.sum) / (Double(block) * variance)
    let level = whole.first == 0 && block == 1 ? 0.05 : 0.001
    return ratio > 0 && Distribution.fTail(ratio, Double(block), degrees) < level
  }
}
