/// Signs that word processors and spreadsheets write in numbers in place of those of ASCII, in UTF-8.
enum PrintedSigns {
  /// U+00A0, U+202F and U+2009: spaces that are not to break, and the thin one; then signs without a width, as chats and
  /// web pages put them in front of numbers: U+200B, U+200E, U+200F, U+2068, U+2069.
  private static let spaces: [[UInt8]] = [
    [0xC2, 0xA0], [0xE2, 0x80, 0xAF], [0xE2, 0x80, 0x89], [0xE2, 0x80, 0x8B], [0xE2, 0x80, 0x8E],
    [0xE2, 0x80, 0x8F], [0xE2, 0x81, 0xA8], [0xE2, 0x81, 0xA9],
  ]

  /// The number of bytes of the space that begins at a place; nil if none does.
  static func space(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Int? {
    guard bytes[place] >= 0x80 else { return nil }
    return spaces.first { bytes[place...].starts(with: $0) }?.count
  }

  /// The number of bytes of a dash between spaces, which Safari prints between values, U+2013 or U+2014, that begins at a
  /// place; nil if none does.
  static func dash(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Int? {
    let text = bytes[place...].prefix(4)
    return text.elementsEqual([0xE2, 0x80, 0x93, 0x20])
      || text.elementsEqual([0xE2, 0x80, 0x94, 0x20]) ? 3 : nil
  }

  /// Bytes without these spaces, and blanks and tabs, on both sides.
  static func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var text = Text.trimmed(bytes)
    while !text.isEmpty, let count = space(text, 0) {
      text = Text.trimmed(UnsafeRawBufferPointer(rebasing: text.dropFirst(count)))
    }
    while let last = spaces.first(where: { text.reversed().starts(with: $0.reversed()) }) {
      text = Text.trimmed(UnsafeRawBufferPointer(rebasing: text.dropLast(last.count)))
    }
    return text
  }
}
