internal import ScrollRecordings

/// Units as programs print them behind numbers.
extension ColumnUnit {
  /// The unit behind a number, its name in this format, and the number before it: `16.7ms`, `12.5 pt`; nil for other
  /// text.
  static func behind(
    _ bytes: UnsafeRawBufferPointer
  ) -> (unit: ColumnUnit, word: [UInt8], number: UnsafeRawBufferPointer)? {
    let text = Text.trimmed(bytes)
    let start = text.lastIndex { $0 &- 0x30 < 10 || $0 == UInt8(ascii: ".") }.map { $0 + 1 } ?? 0
    let word = Text.trimmed(UnsafeRawBufferPointer(rebasing: text[start...]))
    guard let unit = printed(word) else { return nil }
    let number = UnsafeRawBufferPointer(rebasing: text[..<start])
    return DecimalNumber(number) == nil ? nil : (unit, Array(unit.rawValue.utf8), number)
  }

  /// The time in s that a number with a unit is: `16.7ms`; nil for other text.
  static func time(_ bytes: UnsafeRawBufferPointer) -> Double? {
    guard let found = behind(bytes), found.unit.dimension == .time else { return nil }
    return DecimalNumber(found.number).map { $0.value / found.unit.divisor(scale: 1) }
  }
}
