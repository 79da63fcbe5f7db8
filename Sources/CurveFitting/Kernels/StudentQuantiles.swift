internal import RealModule

/// Tabulated quantiles of Student's t at one level and any degrees of freedom, for the many fits of a batch.
///
/// The quantile is a smooth function of w = 1/degrees. 0 <= w <= 1 is divided into eight pieces, each twice as long as
/// the one before (the first two have equal length). On each piece a polynomial of degree 16 interpolates
/// `Distribution.studentQuantile` at the Chebyshev points and agrees to 1e-12 relative between them. Below one
/// degree of freedom `Distribution.studentQuantile` is called.
public struct StudentQuantiles: Sendable {
  /// A polynomial in x, -1 <= x <= 1.
  private struct Piece: Sendable {
    var low: SIMD8<Double>
    var high: SIMD8<Double>
    var last: Double
  }

  private static let degree = 16
  private let alpha: Double
  private let pieces: [Piece]

  /// A table for P(|T| > t) = `alpha`.
  public init(twoSided alpha: Double) {
    self.alpha = alpha
    pieces = (0..<8).map { piece in
      let (low, high) = Self.ends(piece)
      return Self.piece {
        // At the smallest Chebyshev point w is 0 apart from rounding: the normal limit.
        let w = (low + high) / 2 + (high - low) / 2 * $0
        return w > 1e-15
          ? Distribution.studentQuantile(twoSided: alpha, degrees: 1 / w)
          : Self.normalQuantile(twoSided: alpha)
      }
    }
  }

  /// The z > 0 with P(|Z| > z) = `alpha` of the standard normal distribution.
  private static func normalQuantile(twoSided alpha: Double) -> Double {
    // The quantile at a million degrees is accurate to 1e-5; each Newton step doubles the digits.
    var z = Distribution.studentQuantile(twoSided: alpha, degrees: 1e6)
    for _ in 0..<3 {
      let density = (2 / Double.pi).squareRoot() * Double.exp(-z * z / 2)
      z += (Distribution.normalTwoSidedTail(z) - alpha) / density
    }
    return z
  }

  private static func ends(_ piece: Int) -> (Double, Double) {
    let high = 1 / Double(1 << (7 - piece))
    return (piece == 0 ? 0 : high / 2, high)
  }

  /// The interpolating polynomial: Chebyshev coefficients by the cosine transform, then powers of x by
  /// T_(k+1) = 2 x T_k - T_(k-1).
  private static func piece(_ function: (Double) -> Double) -> Piece {
    let values = (0...degree).map { function(Double.cos(.pi * Double($0) / Double(degree))) }
    var powers = [Double](repeating: 0, count: degree + 1)
    var before = [Double](repeating: 0, count: degree + 1)
    var present = before
    present[0] = 1
    for k in 0...degree {
      var coefficient = 0.0
      for (index, value) in values.enumerated() {
        let end = index == 0 || index == degree ? 0.5 : 1
        coefficient += end * value * Double.cos(.pi * Double(k * index) / Double(degree))
      }
      coefficient *= (k == 0 || k == degree ? 1 : 2) / Double(degree)
      for power in 0...k { powers[power] += coefficient * present[power] }
      var next = before.map { -$0 }
      for power in 0..<degree { next[power + 1] += (k == 0 ? 1 : 2) * present[power] }
      (before, present) = (present, next)
    }
    return Piece(
      low: SIMD8(powers[0..<8]), high: SIMD8(powers[8..<16]), last: powers[degree])
  }

  /// The t > 0 with P(|T| > t) = alpha.
  public func quantile(degrees: Double) -> Double {
    guard degrees >= 1 else {
      return Distribution.studentQuantile(twoSided: alpha, degrees: degrees)
    }
    let w = 1 / degrees
    // The piece of w ends at the next power of two.
    let position = w > 1.0 / 128 ? 7 + Int(w.exponent) + (w.significand == 1 ? 0 : 1) : 0
    let (low, high) = Self.ends(position)
    let x = (2 * w - low - high) / (high - low)
    let square = x * x
    let fourth = square * square
    let first = SIMD4(1, x, square, square * x)
    let powers = SIMD8(lowHalf: first, highHalf: fourth * first)
    let piece = pieces[position]
    let eighth = fourth * fourth
    return (piece.low * powers).sum()
      + eighth * ((piece.high * powers).sum() + eighth * piece.last)
  }
}
