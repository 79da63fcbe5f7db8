internal import CurveFitting
internal import ScrollPhysics

/// All springs that agree with the rounding of recordings: for some a and b, every residual is at most half a step.
///
/// The bound on rounding errors is exact: the set contains the true pair with certainty if rounding is the only
/// deviation from the law. For several recordings it is the intersection of their sets.
public struct FeasiblePairs: Sendable, Hashable {
  /// The largest residual of the best spring relative to the largest rounding error; above 1 the set is empty.
  public var smallestMisfit: Double
  /// The border as (stiffness, damping) per mass in 1/s^2 and 1/s, in order; empty if the set is empty.
  public var border: [SIMD2<Double>]
  /// The smallest and largest value of delta, kappa, zeta, omega, stiffness_per_mass and
  /// damping_per_mass, by key.
  public var bounds: [Bound]
  /// Whether the set contains a critically damped spring; nil if it is empty or open.
  public var allowsCritical: Bool?
  /// Whether the set extends beyond the search range.
  public var isOpen: Bool
  /// The roundest spring in the set, preceded by the roundest close to it if that has fewer digits; empty if none was
  /// searched, or if the set is empty or open.
  public var round: [RoundSpring] = []
  /// Whether the search for round springs left the frame interval of recordings without stamps free.
  public var fitsInterval = false

  /// The recordings that determine the set.
  let evidence: [SpringEvidence]

  /// The range of one quantity.
  public struct Bound: Sendable, Hashable {
    /// The key of the quantity.
    public var key: String
    /// Its range; both ends are nil if the set is open.
    public var interval: Interval
  }

  /// The range of a quantity by key; nil if the set is empty.
  public subscript(key: String) -> Interval? { bounds.first { $0.key == key }?.interval }
}

/// The data of one recording: samples on the pixel grid at their times, and the largest rounding error.
struct SpringEvidence: Sendable, Hashable {
  let abscissae: [Double]
  let values: [Double]
  let bound: Double
  let hasConstant: Bool
  /// The frame interval in s if frames are only assumed to be even.
  let assumedInterval: Double?
  /// The least-squares estimate, as (delta, kappa).
  let best: SIMD2<Double>
  /// Two axes with approximately the size of the region.
  let firstAxis: SIMD2<Double>
  let secondAxis: SIMD2<Double>

  /// The largest residual of the best curve relative to the bound, for a pair (delta, kappa), and its derivatives.
  ///
  /// The error is sum lambda y of the samples that determine it, where sum lambda g = 0 for all columns g. Hence its
  /// derivative by a parameter p is -sum lambda (dg/dp . beta), as if lambda and beta were constant.
  func misfit(
    _ pair: SIMD2<Double>, columns: inout [SIMD4<Double>], reference: inout [Int]?
  ) -> FeasibleRegion.Misfit? {
    guard pair.x > 0, pair.y > -pair.x * pair.x else { return nil }
    let curves = DampedOscillation(decayRate: pair.x, kappa: pair.y)
    for index in abscissae.indices {
      let (c, s) = curves.curves(at: abscissae[index])
      columns[index] = SIMD4(c, s, hasConstant ? 1 : 0, 0)
    }
    guard
      let fit = MinimaxFit(
        columns: columns, values: values, width: hasConstant ? 3 : 2, reference: reference)
    else { return nil }
    reference = fit.reference
    let (a, b) = (fit.coefficients.x, fit.coefficients.y)
    var slope = SIMD2<Double>.zero
    for (index, multiplier) in zip(fit.reference, fit.multipliers) {
      let time = abscissae[index]
      let (c, s) = (columns[index].x, columns[index].y)
      let byKappa = curves.slopesByKappa(at: time, (c, s))
      slope.x += multiplier * time * (a * c + b * s)
      slope.y -= multiplier * (a * byKappa.c + b * byKappa.s)
    }
    let largest = bound * (1 + 1e-9)
    return FeasibleRegion.Misfit(value: fit.error / largest, slope: slope / largest)
  }
}

extension FeasiblePairs {
  /// The springs that all of some recordings allow; nil if this cannot be determined.
  init?(_ evidence: [SpringEvidence]) {
    guard let first = evidence.min(by: { Self.area($0) < Self.area($1) }) else { return nil }
    var columns = evidence.map {
      [SIMD4<Double>](repeating: .zero, count: $0.abscissae.count)
    }
    var references = [[Int]?](repeating: nil, count: evidence.count)
    func misfit(_ pair: SIMD2<Double>) -> FeasibleRegion.Misfit? {
      var worst = FeasibleRegion.Misfit(value: 0, slope: .zero)
      for index in evidence.indices {
        guard
          let value = evidence[index].misfit(
            pair, columns: &columns[index], reference: &references[index])
        else { return nil }
        if value.value > worst.value { worst = value }
      }
      return worst
    }
    let mean =
      evidence.reduce(SIMD2<Double>.zero) { $0 + $1.best } / Double(evidence.count)
    guard
      let region = FeasibleRegion(
        start: evidence.count == 1 ? first.best : mean,
        axes: (first.firstAxis, first.secondAxis), misfit: misfit)
    else { return nil }
    self.evidence = evidence
    smallestMisfit = region.smallestMisfit
    isOpen = region.isOpen
    border = region.border.map { SIMD2($0.x * $0.x + $0.y, 2 * $0.x) }
    bounds = []
    guard !border.isEmpty else { return }
    func spring(_ pair: SIMD2<Double>) -> SpringConstants {
      SpringConstants(decayRate: pair.x, kappa: pair.y)
    }
    let quantities: [(String, (SIMD2<Double>) -> Double)] = [
      ("delta", { $0.x }), ("kappa", { $0.y }), ("zeta", { spring($0).dampingRatio }),
      ("omega", { spring($0).angularFrequency }),
    ]
    for (key, quantity) in quantities {
      let range = isOpen ? nil : region.bounds(of: quantity, misfit: misfit)
      bounds.append(
        Bound(key: key, interval: Interval(lower: range?.lowerBound, upper: range?.upperBound)))
    }
    // Monotone functions of another quantity need no search of their own.
    func follow(_ key: String, from source: String, _ value: (Double) -> Double) {
      guard let interval = self[source] else { return }
      bounds.append(
        Bound(
          key: key,
          interval: Interval(lower: interval.lower.map(value), upper: interval.upper.map(value))))
    }
    follow("stiffness_per_mass", from: "omega") { $0 * $0 }
    follow("damping_per_mass", from: "delta") { 2 * $0 }
    // The region is connected: the line kappa = 0 crosses it if kappa has both signs.
    allowsCritical = isOpen ? nil : self["kappa"]?.contains(0)
  }

  /// The misfit of the least-squares spring if it is at most 1, otherwise the smallest of all springs; nil if it cannot
  /// be determined.
  static func smallestMisfit(_ evidence: SpringEvidence) -> Double? {
    var columns = [SIMD4<Double>](repeating: .zero, count: evidence.abscissae.count)
    var reference: [Int]?
    guard let own = evidence.misfit(evidence.best, columns: &columns, reference: &reference)?.value
    else { return nil }
    guard own > 1 else { return own }
    return FeasibleRegion(
      start: evidence.best, axes: (evidence.firstAxis, evidence.secondAxis), directions: 0,
      enough: 1
    ) { evidence.misfit($0, columns: &columns, reference: &reference) }?.smallestMisfit
  }

  /// Searches for round springs if the options request it.
  mutating func findRound(_ options: FitOptions) {
    guard options.seeksRoundSprings else { return }
    fitsInterval = options.fitsInterval && evidence.contains { $0.assumedInterval != nil }
    round = RoundSpring.find(in: self, fitsInterval: fitsInterval)
  }

  private static func area(_ evidence: SpringEvidence) -> Double {
    let (a, b) = (evidence.firstAxis, evidence.secondAxis)
    return (a.x * b.y - a.y * b.x).magnitude
  }
}
