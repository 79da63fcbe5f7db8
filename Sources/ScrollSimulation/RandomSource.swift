internal import RealModule

/// A seeded random number generator with the same sequence on every platform and in every version.
///
/// SplitMix64 (Steele, Lea & Flood 2014): the state increases by 0x9E3779B97F4A7C15, and the output is the
/// state mixed by two multiplications. A uniform number is the upper 53 bits times 2^-53. A normal number
/// comes from two uniform ones by the cosine formula of Box and Muller.
public struct RandomSource: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator; equal seeds give equal sequences.
  public init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A uniform number in [0, 1), a multiple of 2^-53.
  public mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A uniform number in [low, high).
  public mutating func uniform(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * uniform()
  }

  /// A standard normal number: sqrt(-2 ln(1 - u1)) cos(2 pi u2).
  public mutating func normal() -> Double {
    let radius = (-2 * Double.log(onePlus: -uniform())).squareRoot()
    return radius * Double.cos(2 * Double.pi * uniform())
  }
}
