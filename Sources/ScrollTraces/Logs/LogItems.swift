internal import ScrollRecordings

/// Joins the lines of each item of a list in YAML, so that `- t: 0.016` and `  y: 12.5` are one line of a log, and `- - 0.016`
/// and `  - 12.5` the pair `[0.016, 12.5]`.
///
/// An item begins with `- name:` or with `-` alone, or with the triangle of `dump` in Swift. Lines that are indented deeper
/// belong to it, but for a list of elements among them, `▿ 12 elements`, and for those that repeat the members of a value in
/// brackets: `▿ offset: (0.0, 12.5)` and `- y: 12.5`.
/// The list below the name of a column is one line too, since its numbers are not samples: `t:` and `- 0.016`.
struct LogItems {
  /// Maximum length of an item in bytes; a longer one is not joined further.
  static let longest = 1 << 14
  /// The item so far, and the line on which it begins; empty between items.
  private(set) var item: (line: Int, bytes: [UInt8]) = (0, [])
  private var indent = 0
  private var isColumn = false
  /// Whether the item is a list in a list, which is one value in brackets.
  private var isPair = false
  /// The indent of a value in brackets, below which its members are repeated.
  private var repeated = Int.max

  /// Takes a line that begins an item or continues one; false for any other line.
  ///
  /// - Parameter finished: gets the item before a line that does not continue it.
  mutating func take(
    _ line: UnsafeRawBufferPointer, _ number: Int, finished: inout (line: Int, bytes: [UInt8])
  ) -> Bool {
    let text = Text.trimmed(line)
    let depth = line.prefix { $0 == 0x20 }.count
    if !item.bytes.isEmpty {
      let isNext = depth > indent || isColumn && depth == indent && text.first == 0x2D
      if isNext, !Self.isList(text), item.bytes.count + text.count < Self.longest {
        if depth > repeated { return true }
        repeated = Self.isTriangle(text) && text.last == UInt8(ascii: ")") ? depth : .max
        item.bytes +=
          isPair
          ? Array(", ".utf8) + text.dropFirst(text.starts(with: "- ".utf8) ? 2 : 0) : [0x20] + text
        return true
      }
      finished = takeLast()
      repeated = .max
    }
    isColumn = text.last == UInt8(ascii: ":") && Self.isColumn(text.dropLast())
    guard isColumn || Self.begins(text) else { return false }
    isPair = Self.beginsList(text)
    let bytes = isPair ? [UInt8(ascii: "[")] + text.dropFirst(4) : Array(text)
    (indent, item) = (depth, (number, bytes))
    return true
  }

  /// Removes and returns the last item; no bytes if there is none.
  mutating func takeLast() -> (line: Int, bytes: [UInt8]) {
    defer { item.bytes = [] }
    if isPair, !item.bytes.isEmpty { item.bytes.append(UInt8(ascii: "]")) }
    return item
  }

  private static func isColumn(_ name: Slice<UnsafeRawBufferPointer>) -> Bool {
    ColumnName(String(decoding: name, as: UTF8.self)) != nil
  }

  private static func isTriangle(_ text: UnsafeRawBufferPointer) -> Bool {
    text.starts(with: "▿".utf8)
  }

  private static func isList(_ text: UnsafeRawBufferPointer) -> Bool {
    isTriangle(text) && text.suffix(8).elementsEqual("elements".utf8)
  }

  private static func begins(_ text: UnsafeRawBufferPointer) -> Bool {
    if isTriangle(text) { return !isList(text) }
    if beginsList(text) { return true }
    guard text.first == UInt8(ascii: "-"), text.count > 1 else { return text.first == 0x2D }
    let name = text.dropFirst().drop { $0 == 0x20 }
    guard text[1] == 0x20, let first = name.first, (first | 0x20) &- 0x61 < 26,
      let colon = name.firstIndex(of: UInt8(ascii: ":"))
    else { return false }
    return !name[..<colon].contains(0x20)
  }

  /// Whether a line begins a list in a list, as `- - 0.016` and `  - 12.5` are.
  private static func beginsList(_ text: UnsafeRawBufferPointer) -> Bool {
    text.starts(with: "- - ".utf8)
      && DecimalNumber(UnsafeRawBufferPointer(rebasing: text.dropFirst(4))) != nil
  }

  /// The items and other lines of a text, joined.
  static func joined(_ lines: [UnsafeRawBufferPointer]) -> [[UInt8]] {
    var items = LogItems()
    var whole: [[UInt8]] = []
    for line in LogGroups.joined(lines) {
      var finished = (line: 0, bytes: [UInt8]())
      let isTaken = line.withUnsafeBytes { items.take($0, 0, finished: &finished) }
      if !finished.bytes.isEmpty { whole.append(finished.bytes) }
      if !isTaken { whole.append(line) }
    }
    let last = items.takeLast().bytes
    return last.isEmpty ? whole : whole + [last]
  }
}
