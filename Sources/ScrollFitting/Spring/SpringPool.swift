internal import CurveFitting

/// The combined results of the springs of several recordings.
public struct SpringPool: Sendable {
  /// Number of fits.
  public var count: Int
  /// zeta, kappa, delta, omega, stiffness and damping per mass of all fits, pooled.
  public var pools: [Pool]
  /// The springs that agree with the rounding of every recording; nil if this cannot be determined.
  public var region: FeasiblePairs?
  /// Number of recordings used for the region.
  public var regionCount: Int
  /// Whether the frames of some recording are only assumed to be even.
  public var areTimesAssumed: Bool
  /// The test of critical damping in all recordings together, each with its own delta; nil for fewer than two tests.
  ///
  /// The mean of the F statistics of m recordings approximately follows F with m and the sum of their degrees of
  /// freedom: each numerator is a chi square over its own variance.
  public var test: HypothesisTest?

  /// The keys that are pooled.
  public static let keys = [
    "zeta", "kappa", "delta", "omega", "stiffness_per_mass", "damping_per_mass",
  ]

  /// Pools the springs among some fits; nil for fewer than two converged ones.
  public init?(_ fits: [Fit], options: FitOptions = FitOptions()) {
    let springs = fits.filter {
      $0.law == SpringLaw.description.key && $0.search.converged
    }
    guard springs.count > 1 else { return nil }
    count = springs.count
    pools = Self.keys.map { Pool($0, of: springs, confidence: options.confidence) }
    let evidence = springs.compactMap { $0.region?.evidence }.flatMap { $0 }
    regionCount = evidence.count
    region = evidence.count > 1 ? FeasiblePairs(evidence) : nil
    region?.findRound(options)
    areTimesAssumed = springs.contains {
      if case .assumed = $0.stamps { true } else { false }
    }
    let tests = springs.compactMap { fit in fit.tests.first { $0.hypothesis == "kappa = 0" } }
    guard tests.count > 1 else { return }
    var statistic = 0.0
    var degrees = 0.0
    for test in tests {
      guard case .f(_, let below) = test.distribution else { continue }
      statistic += test.statistic / Double(tests.count)
      degrees += below
    }
    let above = Double(tests.count)
    test = HypothesisTest(
      hypothesis: "kappa = 0 in all", statistic: statistic,
      probability: Distribution.fTail(statistic, above, degrees),
      distribution: .f(above, degrees))
  }
}
