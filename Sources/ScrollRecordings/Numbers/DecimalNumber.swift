/// A decimal number read from text, correctly rounded: value = round(±d.ddd x 10^e).
///
/// The grammar is an optional sign (`-`, `+` or U+2212), digits with an optional decimal point, and an optional
/// exponent; surrounding spaces are ignored. Hexadecimal, NaN, infinity, digit separators and decimal commas are invalid
/// in every locale. A number too large for a double is infinite, one too small is zero or subnormal.
///
/// Numbers of up to 19 digits and moderate magnitude, as recorders write them, need one multiplication or division of
/// integers; others are read by the standard library.
public struct DecimalNumber: Sendable, Hashable {
  /// The nearest double, ties to even; infinite if the number is too large.
  public var value: Double

  /// The number of decimals; nil with an exponent or more than 15 decimals.
  public var fractionDigits: Int?

  /// Reads a number; nil if the text is not a number.
  public init?(_ text: some StringProtocol) {
    var copy = String(text)
    guard let number = copy.withUTF8({ DecimalNumber(UnsafeRawBufferPointer($0)) }) else {
      return nil
    }
    self = number
  }

  /// Reads a number from ASCII in place; nil if the bytes are not a number.
  public init?(_ bytes: UnsafeRawBufferPointer) {
    var value = 0.0
    let digits = DecimalNumber.parse(bytes, into: &value)
    guard digits != DecimalNumber.invalid else { return nil }
    self.value = value
    self.fractionDigits = digits == DecimalNumber.unknownDigits ? nil : digits
  }

  /// Returned by `parse` for text that is not a number.
  package static let invalid = -1

  /// Returned by `parse` if the printed digits do not show the resolution.
  package static let unknownDigits = 16

  /// Reads a number and returns its number of decimals, `unknownDigits` or `invalid`.
  package static func parse(_ bytes: UnsafeRawBufferPointer, into value: inout Double) -> Int {
    guard let base = bytes.baseAddress else { return invalid }
    var p = base.assumingMemoryBound(to: UInt8.self)
    var end = p + bytes.count
    while p < end, isSpace(p.pointee) { p += 1 }
    while end > p, isSpace(end[-1]) { end -= 1 }
    let isNegative = readSign(&p, end)
    let start = p
    // Overflow is harmless: more than 19 significant digits are read by the standard library.
    var mantissa: UInt64 = 0
    let integerStart = p
    while p < end, let digit = digit(p.pointee) {
      mantissa = mantissa &* 10 &+ digit
      p += 1
    }
    var digitCount = p - integerStart
    var fractionDigits = 0
    if p < end, p.pointee == UInt8(ascii: ".") {
      p += 1
      let fractionStart = p
      while p < end, let digit = digit(p.pointee) {
        mantissa = mantissa &* 10 &+ digit
        p += 1
      }
      fractionDigits = p - fractionStart
      digitCount += fractionDigits
    }
    guard digitCount > 0 else { return invalid }

    var exponent = -fractionDigits
    let hasExponent = p < end && p.pointee | 0x20 == UInt8(ascii: "e")
    if hasExponent {
      guard let written = readExponent(&p, end) else { return invalid }
      exponent += written
    }
    guard p == end else { return invalid }

    if digitCount > 19 {
      // Leading zeros are not significant: 0.0000000000000000000123 still fits.
      digitCount -= leadingZeros(integerStart, end)
    }
    if digitCount <= 19, let magnitude = rounded(mantissa, exponent) {
      value = isNegative ? -magnitude : magnitude
    } else {
      let text = String(
        decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
      // The standard library does not know the minus sign of typography, here of the exponent.
      let magnitude =
        Double(text) ?? Double(text.replacing("\u{2212}", with: "-")) ?? .infinity
      value = isNegative ? -magnitude : magnitude
    }
    return hasExponent || fractionDigits > 15 ? unknownDigits : fractionDigits
  }

  /// U+2212, the minus sign of typography, in UTF-8.
  package static let minus: [UInt8] = [0xE2, 0x88, 0x92]

  /// Whether the minus sign of typography begins at a place.
  package static func isMinus(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Bool {
    bytes[place...].starts(with: minus)
  }

  /// Reads an optional sign; true for "-" and for the minus sign of typography.
  @inline(__always)
  private static func readSign(
    _ p: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> Bool {
    guard p < end, p.pointee == UInt8(ascii: "-") || p.pointee == UInt8(ascii: "+") else {
      guard p < end, p.pointee >= 0x80,
        isMinus(UnsafeRawBufferPointer(start: p, count: end - p), 0)
      else { return false }
      p += minus.count
      return true
    }
    defer { p += 1 }
    return p.pointee == UInt8(ascii: "-")
  }

  /// Reads "e" and the exponent after it; nil if it has no digits.
  @inline(__always)
  private static func readExponent(
    _ p: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> Int? {
    p += 1
    let isDown = readSign(&p, end)
    let start = p
    var written = 0
    while p < end, let digit = digit(p.pointee) {
      // Saturates; the standard library reads the text itself.
      if written < 100_000 { written = written &* 10 &+ Int(digit) }
      p += 1
    }
    guard p > start else { return nil }
    return isDown ? -written : written
  }

  @inline(__always)
  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  @inline(__always)
  private static func digit(_ byte: UInt8) -> UInt64? {
    let digit = byte &- UInt8(ascii: "0")
    return digit < 10 ? UInt64(digit) : nil
  }

  private static func leadingZeros(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> Int {
    var p = start
    var count = 0
    while p < end, p.pointee == UInt8(ascii: "0") || p.pointee == UInt8(ascii: ".") {
      if p.pointee == UInt8(ascii: "0") { count += 1 }
      p += 1
    }
    return count
  }
}
