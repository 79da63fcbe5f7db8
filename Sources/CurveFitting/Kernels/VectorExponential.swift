/// Four samples, the unit of work of the kernels.
package typealias Block = SIMD4<Double>

/// e^x of four numbers at once.
package enum VectorExponential {
  /// e^x to 2 units in the last place. Precondition, unchecked: -708 <= x <= 709.
  ///
  /// x = k ln 2 + r with |r| <= ln 2 / 2. e^r is its Taylor series to r^13, with a remainder below 2^-57; adding k to
  /// the exponent multiplies by 2^k. ln 2 in two parts (Cody & Waite 1980) keeps r exact.
  @inline(__always)
  package static func exp(_ x: Block) -> Block {
    // Adding 1.5 * 2^52 rounds to an integer, which is then in the last bits.
    let shifted = x * 0x1.71547652b82fep0 + 0x1.8p52
    let k: Block = shifted - 0x1.8p52
    let coarse: Block = x - k * 0x1.62e42feep-1
    let r: Block = coarse - k * 0x1.a39ef35793c76p-33
    // Estrin's scheme: shorter dependency chains than Horner's.
    let r2 = r * r
    let r4 = r2 * r2
    let low = pair(1, 1, r) + r2 * pair(1.0 / 2, 1.0 / 6, r)
    let middle = pair(1.0 / 24, 1.0 / 120, r) + r2 * pair(1.0 / 720, 1.0 / 5040, r)
    let high =
      pair(1.0 / 40_320, 1.0 / 362_880, r) + r2 * pair(1.0 / 3_628_800, 1.0 / 39_916_800, r)
    let last = pair(1.0 / 479_001_600, 1.0 / 6_227_020_800, r)
    let upper: Block = middle + r4 * (high + r4 * last)
    let power: Block = low + r4 * upper
    let bits =
      unsafeBitCast(power, to: SIMD4<Int64>.self)
      &+ (unsafeBitCast(shifted, to: SIMD4<Int64>.self) &<< 52)
    return unsafeBitCast(bits, to: Block.self)
  }

  @inline(__always)
  private static func pair(_ a: Double, _ b: Double, _ r: Block) -> Block { a + b * r }

  /// Cosine and sine of 2 pi x for |x| <= 1/2, to 2e-6.
  ///
  /// Taylor series at half the angle, |pi x| <= pi / 2, then the double-angle formulas.
  @inline(__always)
  package static func turn(_ x: SIMD4<Float>) -> (cosine: SIMD4<Float>, sine: SIMD4<Float>) {
    let half = Float.pi * x
    let square = half * half
    let s3: SIMD4<Float> =
      -1.0 / 6 + square * tail(1.0 / 120, -1.0 / 5040, 1.0 / 362_880, -1.0 / 39_916_800, square)
    let c3: SIMD4<Float> =
      -0.5 + square * tail(1.0 / 24, -1.0 / 720, 1.0 / 40_320, -1.0 / 3_628_800, square)
    let sine = half * (1 + square * s3)
    let cosine = 1 + square * c3
    return (1 - 2 * sine * sine, 2 * sine * cosine)
  }

  @inline(__always)
  private static func tail(
    _ a: Float, _ b: Float, _ c: Float, _ d: Float, _ square: SIMD4<Float>
  ) -> SIMD4<Float> {
    let innermost: SIMD4<Float> = c + d * square
    let inner: SIMD4<Float> = b + square * innermost
    return a + square * inner
  }
}
