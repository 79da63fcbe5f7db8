internal import ScrollRecordings

extension DecimalNumber {
  /// The number of bytes that `parsePlain` may read from the start of a field, even if the field is shorter.
  static let plainReach = 16

  /// Reads `[-]ddd[.ddd]` of up to 8 digits, eight bytes at a time and without a loop or a branch on the digits.
  ///
  /// value = digits / 10^f: Clinger's case, in which one division rounds once, as in `rounded`.
  ///
  /// - Parameter bytes: at least `plainReach` readable bytes, of which the first `count` are the field.
  /// - Returns: the number of decimals, or `invalid` for all other text, which `parse` reads.
  @inline(__always)
  static func parsePlain(
    _ bytes: UnsafeRawPointer, _ count: Int, into value: inout Double
  ) -> Int {
    let isNegative = bytes.load(as: UInt8.self) == UInt8(ascii: "-") ? 1 : 0
    let start = bytes + isNegative
    let length = count &- isNegative
    let head = UInt64(littleEndian: start.loadUnaligned(as: UInt64.self))

    // Digits have this bit; points and the characters that end a field do not.
    let others = ~head & 0x1010_1010_1010_1010
    let point = others.trailingZeroBitCount &>> 3
    var characters = head
    var digitCount = length
    var fractionDigits = 0
    if point < length {
      guard start.load(fromByteOffset: point, as: UInt8.self) == UInt8(ascii: ".") else {
        return invalid
      }
      digitCount = length &- 1
      fractionDigits = digitCount &- point
      // After the point, take the next byte instead.
      let next = UInt64(littleEndian: (start + 1).loadUnaligned(as: UInt64.self))
      let before = ((others & (0 &- others)) &>> 4) &- 1
      characters = next ^ ((head ^ next) & before)
    }
    guard UInt(bitPattern: digitCount &- 1) < 8 else { return invalid }
    // Eight digits, with zeros in front.
    let digits =
      (characters ^ 0x3030_3030_3030_3030) &<< UInt64(truncatingIfNeeded: 0 &- 8 &* digitCount)
    guard ((digits &+ 0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080 == 0 else {
      return invalid
    }
    value =
      Double(Int64(truncatingIfNeeded: eightDigits(digits)))
      / signedTens[fractionDigits &+ 9 &* isNegative]
    return fractionDigits
  }

  /// 10^0 to 10^8, and the same with negative sign: dividing 0 by these gives -0.
  private static let signedTens: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8,
    -1e0, -1e1, -1e2, -1e3, -1e4, -1e5, -1e6, -1e7, -1e8,
  ]

  /// The number with eight digits, one per byte, the first in the lowest byte: combines pairs, then fours, then eight.
  @inline(__always)
  private static func eightDigits(_ digits: UInt64) -> UInt64 {
    let pairs = digits &* 10 &+ digits &>> 8
    let mask: UInt64 = 0x0000_00FF_0000_00FF
    let hundreds = (pairs & mask) &* (100 &+ 1_000_000 &<< 32)
    let ones = (pairs &>> 16 & mask) &* (1 &+ 10_000 &<< 32)
    return (hundreds &+ ones) &>> 32
  }
}
