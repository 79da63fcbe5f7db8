internal import RealModule

/// Tests whether some curve of a law reproduces every sample of a motion to its rounding.
///
/// A least-squares fit can exceed the rounding limit at single samples even if the law is right. Lawson's algorithm
/// (1961) multiplies the weights by the residuals in each round and converges to the minimax fit. In each round the
/// weighted root mean square is a lower bound of the minimax residual and the largest residual an upper bound, if the
/// law is approximately linear in its parameters near its best curve.
struct RoundingTest {
  private let window: MotionWindow
  private let law: CandidateLaw
  /// The largest allowed residual of each sample, in pt.
  private let limits: [Double]

  /// Maximum number of fits: a true law needs one to five.
  private static let rounds = 24
  /// Tolerance relative to half a step: numbers are printed with few digits.
  private static let slack = 0.02
  /// Motions with more samples are thinned, as each round is a full search.
  private static let most = 400

  /// Nil if values are not rounded, or if noise or timing errors also change them.
  init?(_ law: CandidateLaw, _ window: MotionWindow) {
    let window = window.thinned(to: Self.most)
    guard let half = window.halfStep, !window.isExact,
      !law.needsEveryFrame || window.count < Self.most
    else {
      return nil
    }
    self.window = window
    self.law = law
    let digit = MotionSearch.lastDigit(window.times)
    limits = window.speeds.map { half * (1 + Self.slack) + digit * $0 }
  }

  /// Whether a curve within the rounding of every sample was found, starting from the least-squares fit.
  func isPassed() -> Bool {
    var shares = [Double](repeating: 1, count: window.count)
    for _ in 0..<Self.rounds {
      let total = shares.reduce(0, +)
      let scaled = shares.map { $0 * Double(shares.count) / total }
      let weights = zip(scaled, limits).map { $0 * (limits[0] / $1) * (limits[0] / $1) }
      guard let fit = law.fit(window.weighted(by: weights)) else { return false }
      let ratios = zip(fit.residuals, limits).map { $0.magnitude / $1 }
      guard let largest = ratios.max(), largest > 1 else { return true }
      let bound = zip(scaled, ratios).reduce(0) { $0 + $1.0 * $1.1 * $1.1 }
      guard bound <= Double(ratios.count) else { return false }
      // A weight of zero could not grow again when the curve moves.
      shares = zip(scaled, ratios).map { $0 * max($1, 0.02) }
    }
    return false
  }
}
