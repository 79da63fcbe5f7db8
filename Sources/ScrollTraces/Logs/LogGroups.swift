/// Joins the lines of a value that a program prints over several lines, so that `{`, `t: 0.016,`, `y: 12.5` and `}` are
/// one line of a log.
///
/// A group begins with a line that ends with an opening bracket, and ends with the line that begins with its closing
/// one. The lines of a list are not joined: an element begins with a bracket, or with the name of its type and a bracket.
struct LogGroups {
  typealias Line = (line: Int, bytes: [UInt8])

  /// Maximum number of lines and of bytes of a group; the lines of a larger one are not joined.
  private static let lineCount = 64
  private static let byteCount = 1 << 14
  /// The lines of the open group; none between groups.
  private var lines: [Line] = []
  /// Its open brackets.
  private var open: [UInt8] = []
  private var size = 0

  /// Takes a line, which is not blank; returns the lines that are complete then, or nil if that is this line alone.
  mutating func take(_ line: UnsafeRawBufferPointer, _ number: Int) -> [Line]? {
    let text = Text.trimmed(line)
    let opens = text.last.map(Self.isOpening) == true
    guard !lines.isEmpty else {
      guard opens else { return nil }
      open = []
      count(text)
      guard !open.isEmpty else { return nil }
      (lines, size) = ([(number, Array(line))], line.count)
      return []
    }
    let closes = text.first.map(Self.isClosing) == true
    if isElement(text, opens) {
      let before = lines
      lines = []
      return before + (take(line, number) ?? [(number, Array(line))])
    }
    if closes, opens {
      // `}, {`
      let item = joined()
      (lines, size) = ([(number, Array(line))], line.count)
      return [item]
    }
    lines.append((number, Array(line)))
    size += line.count
    count(text)
    if open.isEmpty, closes {
      let item = joined()
      lines = []
      return [item]
    }
    return open.isEmpty || lines.count > Self.lineCount || size > Self.byteCount ? release() : []
  }

  /// Removes and returns all lines.
  mutating func takeRest() -> [Line] {
    var rest: [Line] = []
    while !lines.isEmpty { rest += release() }
    return rest
  }

  /// Takes the first line out of the group, and examines the others again.
  private mutating func release() -> [Line] {
    let others = lines.dropFirst()
    var complete = Array(lines.prefix(1))
    lines = []
    for other in others {
      complete += other.bytes.withUnsafeBytes { take($0, other.line) } ?? [other]
    }
    return complete
  }

  private func joined() -> Line {
    let texts = lines.map { line in line.bytes.withUnsafeBytes { Array(Text.trimmed($0)) } }
    return (lines[0].line, Array(texts.joined(separator: [0x20])))
  }

  /// Whether a line begins an element of a list: `{`, `[0, 12.5],`, `Sample(t: 0, y: 12.5)`; a member of an object
  /// may begin as in `offset {`.
  private func isElement(_ text: UnsafeRawBufferPointer, _ opens: Bool) -> Bool {
    // `[t] => 0.016`, and `float(0.016)` below `["t"]=>`, are members.
    let isValue = lines.last?.bytes.withUnsafeBytes { Text.trimmed($0).last == UInt8(ascii: ">") }
    let rest = text.drop { $0 != UInt8(ascii: "]") }.dropFirst().drop { $0 == 0x20 }
    let isKey = text.first == UInt8(ascii: "[") && rest.first == UInt8(ascii: "=")
    guard isValue != true, !isKey else { return false }
    let name = text.prefix { !Self.isOpening($0) }
    guard name.count < text.count, !name.contains(where: { ":=,;\"})]".utf8.contains($0) }),
      name.split(separator: 0x20).count < 2
    else { return false }
    return name.isEmpty || !opens || open.last != UInt8(ascii: "{")
  }

  /// Counts the brackets of a line, outside double quotes.
  private mutating func count(_ text: UnsafeRawBufferPointer) {
    var isQuoted = false
    for (index, byte) in text.enumerated() {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      guard !isQuoted else { continue }
      // A bracket behind an escape begins a colour.
      if Self.isOpening(byte), index == 0 || text[index - 1] != 0x1B { open.append(byte) }
      if Self.isClosing(byte), !open.isEmpty { open.removeLast() }
    }
  }

  private static func isOpening(_ byte: UInt8) -> Bool { "([{".utf8.contains(byte) }
  private static func isClosing(_ byte: UInt8) -> Bool { ")]}".utf8.contains(byte) }

  /// The groups and other lines of a text.
  static func joined(_ lines: [UnsafeRawBufferPointer]) -> [[UInt8]] {
    var groups = LogGroups()
    var whole: [Line] = []
    for line in lines { whole += groups.take(line, 0) ?? [(0, Array(line))] }
    return (whole + groups.takeRest()).map(\.bytes)
  }
}
