extension DecimalNumber {
  /// 10^exponent for exponents from 0 to 308, exact up to 22.
  package static func powerOfTen(_ exponent: Int) -> Double {
    let exponent = min(max(exponent, 0), 308)
    if exponent <= 22 { return tens[exponent] }
    var result = 1e22
    for _ in 22..<exponent { result *= 10 }
    return result
  }

  /// mantissa x 10^exponent, correctly rounded; nil if 64-bit arithmetic is not sufficient.
  ///
  /// Clinger's case: both factors are exact doubles, so one operation rounds once. Otherwise, for exponents of
  /// magnitude up to 27, 5^|exponent| is a 64-bit integer: the full product, or the quotient with its remainder, is
  /// exact and is rounded here.
  @inline(__always)
  static func rounded(_ mantissa: UInt64, _ exponent: Int) -> Double? {
    if mantissa <= 1 << 53, exponent >= -22, exponent <= 22 {
      let value = Double(Int64(truncatingIfNeeded: mantissa))
      return exponent < 0
        ? value / tens[-exponent] : value * tens[exponent]
    }
    return roundedExactly(mantissa, exponent)
  }

  @inline(never)
  private static func roundedExactly(_ mantissa: UInt64, _ exponent: Int) -> Double? {
    if mantissa == 0 { return 0 }
    guard exponent >= -27, exponent <= 27 else { return nil }
    let five = fives[abs(exponent)]
    let shift = mantissa.leadingZeroBitCount
    if exponent >= 0 {
      let product = mantissa.multipliedFullWidth(by: five)
      let lead =
        product.high == 0
        ? 64 + product.low.leadingZeroBitCount : product.high.leadingZeroBitCount
      // The upper half of the product shifted left by `lead`, which is 64 or more if the product fits the lower half.
      // UInt128 would need macOS 15.
      let high = product.high << lead | product.low >> (64 - lead)
      return assembled(
        high, hasMore: product.low << lead != 0, power: 64 - lead + exponent)
    }
    // Both have the top bit set; halving the dividend makes it smaller than the divisor, as the division requires.
    let divisorShift = five.leadingZeroBitCount
    let divisor = five << UInt64(divisorShift)
    let dividend = mantissa << UInt64(shift)
    let (quotient, remainder) = divisor.dividingFullWidth((dividend >> 1, dividend << 63))
    // value = quotient x 2^(divisorShift - shift - 63) x 2^exponent
    let lead = quotient.leadingZeroBitCount
    return assembled(
      quotient << UInt64(lead), hasMore: remainder != 0,
      power: divisorShift - shift - 63 - lead + exponent)
  }

  /// significand x 2^power rounded to 53 bits, ties to even; the top bit of significand is set.
  private static func assembled(_ significand: UInt64, hasMore: Bool, power: Int) -> Double {
    var bits = significand >> 11
    let rest = significand & 0x7FF
    if rest > 0x400 || (rest == 0x400 && (hasMore || bits & 1 == 1)) { bits += 1 }
    return Double(sign: .plus, exponent: power + 11, significand: Double(bits))
  }

  private static let tens: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  private static let fives: [UInt64] = {
    var powers: [UInt64] = [1]
    for _ in 1...27 { powers.append(powers[powers.count - 1] * 5) }
    return powers
  }()
}
