/// A list of samples that a program prints as one value: `[180, 183.5]`, `[[0, 180], [16.7, 183.5]]`,
/// `const samples = [{t: 0, y: 180}, {t: 16.7, y: 183.5}]`, `[Sample(t: 0, y: 180), Sample(t: 16.7, y: 183.5)]`,
/// `{0.0: 180, 0.0167: 183.5}`.
///
/// Each element is a line of a log. An array of JSON objects is no such list.
struct PrintedList {
  /// What was found at the start of a file.
  enum Start {
    case list(PrintedList)
    case other
    /// More bytes are needed.
    case open
  }

  /// The number of elements that must be samples, all from one statement.
  private static let enough = 9
  /// Maximum length of the text in front of the list, and of the elements that are examined, in bytes.
  private static let (nameLength, examined) = (160, 1 << 12)

  /// The number of bytes that are still to be skipped, to the first element.
  private var skipped: Int
  private var depth = 0
  private var isQuoted = false
  private var isEnded = false
  /// Whether anything but brackets and separators follows the list.
  private(set) var hasRest = false

  private init(skipped: Int) { self.skipped = skipped }

  /// Examines the start of a file, of which nothing decides behind the bytes that are examined.
  static func look(
    at start: UnsafeRawBufferPointer, isEnd: Bool, _ options: ReadingOptions
  ) -> Start {
    guard options.delimiter == nil else { return .other }
    // Three bytes may be a mark.
    guard isEnd || start.count >= 2 * nameLength + 3 else { return .open }
    let text = Text.withoutMark(start)
    guard let (first, isNamed) = begin(text.prefix(2 * nameLength)) else { return .other }
    guard isEnd || text.count >= examined else { return .open }
    var list = PrintedList(skipped: first)
    let elements = list.lines(of: UnsafeRawBufferPointer(rebasing: text.prefix(examined)))
      .split(separator: 0x0A).prefix(enough)
    var reader = LogReader(options)
    let keys = Set(elements.map { reader.key(of: Array($0)) })
    guard elements.count == enough, keys.count == 1, keys != [nil], !list.hasRest else {
      return .other
    }
    // `times = [0, 0.016]` is a column, which another one follows.
    let isColumn =
      isNamed && elements[0].allSatisfy { $0 &- 0x30 < 10 || "+-.eE ".utf8.contains($0) }
    return isColumn ? .other : .list(PrintedList(skipped: first + start.count - text.count))
  }

  /// Where the first element begins, and whether the list has a name; nil if no list begins there.
  private static func begin(
    _ text: Slice<UnsafeRawBufferPointer>
  ) -> (start: Int, isNamed: Bool)? {
    guard let first = text.prefix(nameLength).firstIndex(where: { $0 > 0x20 }) else { return nil }
    let line = text[first...].prefix(nameLength).prefix { $0 != 0x0A && $0 != 0x0D }
    func next(_ index: Int) -> UInt8? { text[index...].dropFirst().first { $0 > 0x20 } }
    if line[first] == UInt8(ascii: "{") {
      // Keys that are times.
      return next(first).map(isDigit) == true ? (first + 1, false) : nil
    }
    if line[first] == UInt8(ascii: "[") {
      // An array of JSON objects begins with `[{"`.
      let object = text[first...].dropFirst().filter { $0 > 0x20 }.prefix(2)
      return object.elementsEqual("{\"".utf8) ? nil : (first + 1, false)
    }
    // The type of a declaration may have brackets: `let samples: [(Double, Double)] = [`.
    let end = line.firstIndex(of: UInt8(ascii: "=")) ?? first
    guard let bracket = line[end...].firstIndex(of: UInt8(ascii: "[")) else { return nil }
    // Consoles of browsers print `Array [` and `(150) [`.
    let name = line[..<bracket].filter { $0 > 0x20 && !isDigit($0) }
    return (bracket + 1, !["Array", "()"].contains { name.elementsEqual($0.utf8) })
  }

  /// The elements of a piece, each on a line of its own.
  mutating func lines(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
    let rest = bytes.dropFirst(skipped)
    skipped -= bytes.count - rest.count
    return rest.compactMap { take($0) }
  }

  /// What stands for a byte: a line end behind an element, and nothing behind the list.
  private mutating func take(_ byte: UInt8) -> UInt8? {
    guard !isEnded else {
      hasRest = hasRest || !")]}>;, \t\r\n".utf8.contains(byte)
      return nil
    }
    if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
    guard !isQuoted else { return byte }
    if "([{".utf8.contains(byte) { depth += 1 }
    if ")]}".utf8.contains(byte) { depth -= 1 }
    isEnded = depth < 0
    if isEnded || depth == 0 && byte == UInt8(ascii: ",") { return 0x0A }
    return byte < 0x20 ? 0x20 : byte
  }

  /// What is wrong at the end of the file; nil if nothing is.
  var fault: RowFault? {
    guard hasRest || !isEnded else { return nil }
    return RowFault(
      code: hasRest ? .mixedRows : .brokenJSON, line: 1, column: nil,
      message: hasRest ? "something follows the list of samples" : "the list of samples has no end",
      help: hasRest
        ? "write one list to a file of its own; of a list of times and one of offsets,"
          + " \(JSONArrays.columns(" FILE"))"
        : "the file may be cut off; if it is, add the bracket that closes the list")
  }
}
