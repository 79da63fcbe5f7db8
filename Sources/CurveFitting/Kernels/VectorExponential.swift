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

  /// e^x with x clamped to [-700, 700].
  @inline(__always)
  package static func clamped(_ x: Block) -> Block {
    let low = Block(repeating: -700)
    let high = Block(repeating: 700)
    return exp(x.replacing(with: low, where: x .< low).replacing(with: high, where: x .> high))
  }

  @inline(__always)
  private static func pair(_ a: Double, _ b: Double, _ r: Block) -> Block { a + b * r }

  /// Cosine and sine of 2 pi x for |x| <= 1/2, to 1e-15.
  ///
  /// The Taylor series of e^(i h) at h = pi x up to h^23, then the double-angle formulas.
  @inline(__always)
  package static func turn(_ x: Block) -> (cosine: Block, sine: Block) {
    let half = Double.pi * x
    let square = half * half
    // Nested: sin h = h (1 - s / (2 3) (1 - s / (4 5) ...)) and cos h = 1 - s / (1 2) (1 - s / (3 4) ...), s = h^2.
    var sine: Block = 1 - square * (1.0 / 506)
    sine = 1 - square * (1.0 / 420) * sine
    sine = 1 - square * (1.0 / 342) * sine
    sine = 1 - square * (1.0 / 272) * sine
    sine = 1 - square * (1.0 / 210) * sine
    sine = 1 - square * (1.0 / 156) * sine
    sine = 1 - square * (1.0 / 110) * sine
    sine = 1 - square * (1.0 / 72) * sine
    sine = 1 - square * (1.0 / 42) * sine
    sine = 1 - square * (1.0 / 20) * sine
    sine = 1 - square * (1.0 / 6) * sine
    var cosine: Block = 1 - square * (1.0 / 462)
    cosine = 1 - square * (1.0 / 380) * cosine
    cosine = 1 - square * (1.0 / 306) * cosine
    cosine = 1 - square * (1.0 / 240) * cosine
    cosine = 1 - square * (1.0 / 182) * cosine
    cosine = 1 - square * (1.0 / 132) * cosine
    cosine = 1 - square * (1.0 / 90) * cosine
    cosine = 1 - square * (1.0 / 56) * cosine
    cosine = 1 - square * (1.0 / 30) * cosine
    cosine = 1 - square * (1.0 / 12) * cosine
    cosine = 1 - square * (1.0 / 2) * cosine
    sine *= half
    return (1 - 2 * sine * sine, 2 * sine * cosine)
  }
}
