internal import RealModule

/// Whether some curve of a law gives every sample of a motion to its rounding.
///
/// Least squares leave single samples further off than rounding lets them, also where the law is the right one. With
/// weights that are multiplied by the residuals, round by round, they approach the curve whose largest residual is the
/// smallest (Lawson, 1961). In each round the weighted root mean square is a lower bound of that residual, and the
/// largest one an upper bound, as far as the law is linear in its parameters near its best curve.
struct RoundingTest {
  private let window: MotionWindow
  private let law: CandidateLaw
  /// The largest residual of each sample, in pt.
  private let limits: [Double]

  /// Fits of the law at most: a true law needs one to five of them.
  private static let rounds = 24
  /// The part of half a step by which a value may be off beside: numbers are printed with few digits.
  private static let slack = 0.02
  /// Motions of more samples are thinned: each round is a search.
  private static let most = 400

  /// Nil where values are not rounded, or noise and errors of the times move them, too.
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

  /// Whether a curve through every sample's rounding was found, starting from the least squares fit.
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
      // A sample that the curve meets exactly comes back when the curve moves.
      shares = zip(scaled, ratios).map { $0 * max($1, 0.02) }
    }
    return false
  }
}
