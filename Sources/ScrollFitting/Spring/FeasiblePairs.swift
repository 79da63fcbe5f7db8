internal import CurveFitting
internal import ScrollPhysics

/// All springs that rounding alone allows: those for which some a and b keep every residual within half a
/// quantum.
///
/// Exact, as rounding errors are bounded: the true pair is in it for certain, if the recording is pure
/// rounding of this law. Of several recordings it is what all of them allow.
public struct FeasiblePairs: Sendable, Hashable {
  /// By how much the best spring misses its worst sample, over what rounding allows: above 1 there is none.
  public var smallestMisfit: Double
  /// The border as (stiffness, damping) per mass in 1/s^2 and 1/s, once around; empty when there is none.
  public var border: [SIMD2<Double>]
  /// The smallest and largest value of delta, kappa, zeta, omega, stiffness_per_mass and
  /// damping_per_mass, by key.
  public var bounds: [Bound]
  /// Whether a critically damped spring is among them; nil when there is none at all.
  public var allowsCritical: Bool?
  /// Whether it reaches further than was looked.
  public var isOpen: Bool
  /// The roundest spring in it, after the roundest next to it where that takes fewer digits; empty where none was
  /// looked for, or the region is empty or open.
  public var round: [RoundSpring] = []
  /// Whether the frame interval of recordings without stamps was free as the round springs were looked for.
  public var fitsInterval = false

  /// What it was found from.
  let evidence: [SpringEvidence]

  /// The range of one quantity.
  public struct Bound: Sendable, Hashable {
    /// The key of the quantity.
    public var key: String
    /// Its range; ends are nil where the region is open.
    public var interval: Interval
  }

  /// The range of a quantity by key; nil where there is no spring.
  public subscript(key: String) -> Interval? { bounds.first { $0.key == key }?.interval }
}

/// What one recording allows: samples at their times on the pixel grid, and the largest error.
struct SpringEvidence: Sendable, Hashable {
  let abscissae: [Double]
  let values: [Double]
  let bound: Double
  let hasConstant: Bool
  /// The frame interval in s where frames are only taken to have come evenly.
  let assumedInterval: Double?
  /// Where least squares ends, as (delta, kappa).
  let best: SIMD2<Double>
  /// Two steps of about the region's size.
  let firstAxis: SIMD2<Double>
  let secondAxis: SIMD2<Double>

  /// M over what rounding allows, at a pair (delta, kappa).
  func misfit(
    _ pair: SIMD2<Double>, columns: inout [SIMD4<Double>], reference: inout [Int]?
  ) -> Double? {
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
    return fit.error / (bound * (1 + 1e-9))
  }
}

extension FeasiblePairs {
  /// The springs that all of some recordings allow; nil where none can be judged.
  init?(_ evidence: [SpringEvidence]) {
    guard let first = evidence.min(by: { Self.area($0) < Self.area($1) }) else { return nil }
    var columns = evidence.map {
      [SIMD4<Double>](repeating: .zero, count: $0.abscissae.count)
    }
    var references = [[Int]?](repeating: nil, count: evidence.count)
    func misfit(_ pair: SIMD2<Double>) -> Double? {
      var worst = 0.0
      for index in evidence.indices {
        guard
          let value = evidence[index].misfit(
            pair, columns: &columns[index], reference: &references[index])
        else { return nil }
        worst = max(worst, value)
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
      guard let range = region.bounds(of: quantity, misfit: misfit) else { continue }
      bounds.append(
        Bound(
          key: key,
          interval: isOpen
            ? Interval(lower: nil, upper: nil)
            : Interval(lower: range.lowerBound, upper: range.upperBound)))
    }
    // What grows with another needs no search of its own.
    func follow(_ key: String, from source: String, _ value: (Double) -> Double) {
      guard let interval = self[source] else { return }
      bounds.append(
        Bound(
          key: key,
          interval: Interval(lower: interval.lower.map(value), upper: interval.upper.map(value))))
    }
    follow("stiffness_per_mass", from: "omega") { $0 * $0 }
    follow("damping_per_mass", from: "delta") { 2 * $0 }
    // The region is of one piece: the line kappa = 0 crosses it where kappa has both signs.
    allowsCritical = isOpen ? nil : self["kappa"]?.contains(0)
  }

  /// The misfit of a spring that one recording allows, or the smallest where that is above 1: it allows none; nil where it
  /// cannot be judged.
  static func smallestMisfit(_ evidence: SpringEvidence) -> Double? {
    var columns = [SIMD4<Double>](repeating: .zero, count: evidence.abscissae.count)
    var reference: [Int]?
    guard let own = evidence.misfit(evidence.best, columns: &columns, reference: &reference)
    else { return nil }
    guard own > 1 else { return own }
    return FeasibleRegion(
      start: evidence.best, axes: (evidence.firstAxis, evidence.secondAxis), directions: 0,
      enough: 1
    ) { evidence.misfit($0, columns: &columns, reference: &reference) }?.smallestMisfit
  }

  /// Looks for round springs, as far as the options ask for them.
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
