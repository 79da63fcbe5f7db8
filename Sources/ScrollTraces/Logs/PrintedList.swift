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

  /// The number of bytes that are still to be passed on, which are comments, and of those behind them that are to be
  /// skipped, to the first element.
  private var (passed, skipped): (Int, Int)
  /// Whether its elements are numbers alone.
  private var isFlat = false
  private var depth = 0
  private var isQuoted = false
  private var isEnded = false
  /// Whether anything but brackets and separators follows the list.
  private var hasRest = false
  /// Whether an element of a list of numbers is none.
  private var hasOther = false

  /// Examines the start of a file, of which nothing decides behind the bytes that are examined.
  static func look(
    at start: UnsafeRawBufferPointer, isEnd: Bool, _ options: ReadingOptions
  ) -> Start {
    guard options.delimiter == nil else { return .other }
    // Three bytes may be a mark.
    guard isEnd || start.count >= 2 * nameLength + 3 else { return .open }
    let text = Text.withoutMark(start)
    guard let found = begin(text.prefix(2 * nameLength)) else { return .other }
    guard isEnd || text.count >= examined else { return .open }
    var list = PrintedList(passed: found.line, skipped: found.first - found.line)
    let elements = list.lines(of: UnsafeRawBufferPointer(rebasing: text.prefix(examined)))
      .dropFirst(found.line).split(separator: 0x0A).prefix(enough)
    var reader = LogReader(options)
    let keys = Set(elements.map { reader.key(of: Array($0)) })
    guard elements.count == enough, keys.count == 1, keys != [nil] else { return .other }
    let isFlat = elements[0].allSatisfy { isOfNumber($0) }
    // `times = [0, 0.016]` is a column, which another one follows, as it may follow `[0, 0.016]`.
    guard !isFlat || !found.isNamed && !list.hasRest else { return .other }
    return .list(
      PrintedList(
        passed: found.line + start.count - text.count, skipped: found.first - found.line,
        isFlat: isFlat))
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || "+-.eE ,".utf8.contains(byte)
  }

  /// Where the line of the list and its first element begin, and whether the list has a name; nil if no list begins
  /// there. Comments may precede it.
  private static func begin(
    _ text: Slice<UnsafeRawBufferPointer>
  ) -> (line: Int, first: Int, isNamed: Bool)? {
    var start = text.startIndex
    while let first = text[start...].firstIndex(where: { $0 > 0x20 }),
      text[first] == UInt8(ascii: "#"), let end = text[first...].firstIndex(of: 0x0A)
    {
      start = end + 1
    }
    guard let first = text[start...].firstIndex(where: { $0 > 0x20 }) else { return nil }
    let line = text[first...].prefix(nameLength).prefix { $0 != 0x0A && $0 != 0x0D }
    func next(_ index: Int) -> UInt8? { text[index...].dropFirst().first { $0 > 0x20 } }
    if line[first] == UInt8(ascii: "{") {
      // Keys that are times.
      return next(first).map(isDigit) == true ? (start, first + 1, false) : nil
    }
    if line[first] == UInt8(ascii: "[") {
      // An array of JSON objects begins with `[{"`.
      let object = text[first...].dropFirst().filter { $0 > 0x20 }.prefix(2)
      return object.elementsEqual("{\"".utf8) ? nil : (start, first + 1, false)
    }
    // The type of a declaration may have brackets: `let samples: [(Double, Double)] = [`.
    let end = line.firstIndex(of: UInt8(ascii: "=")) ?? first
    guard let bracket = line[end...].firstIndex(of: UInt8(ascii: "[")) else { return nil }
    // Consoles of browsers print `Array [` and `(150) [`.
    let name = line[..<bracket].filter { $0 > 0x20 && !isDigit($0) }
    return (start, bracket + 1, !["Array", "()"].contains { name.elementsEqual($0.utf8) })
  }

  /// The elements of a piece, each on a line of its own.
  mutating func lines(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
    let comments = bytes.prefix(passed)
    passed -= comments.count
    let rest = bytes[comments.endIndex...].dropFirst(skipped)
    skipped -= bytes.count - comments.count - rest.count
    return comments + rest.compactMap { take($0) }
  }

  /// What stands for a byte: a line end behind an element, and nothing behind the list.
  private mutating func take(_ byte: UInt8) -> UInt8? {
    guard !isEnded else {
      hasRest = hasRest || !")]}>;, \t\r\n".utf8.contains(byte)
      return nil
    }
    hasOther =
      hasOther || isFlat && byte > 0x20 && byte != UInt8(ascii: "]") && !Self.isOfNumber(byte)
    if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
    guard !isQuoted else { return byte }
    if "([{".utf8.contains(byte) { depth += 1 }
    if ")]}".utf8.contains(byte) { depth -= 1 }
    isEnded = depth < 0
    if isEnded || depth == 0 && byte == UInt8(ascii: ",") { return 0x0A }
    return byte < 0x20 ? 0x20 : byte
  }

  /// What to type for a log with a line for each element.
  var perLine: String {
    "write one element a line to a file, and do what the error then says: perl -pe"
      + " '\(isFlat ? "s/, */\\n/g" : "s/[])}], */$&\\n/g")' FILE > lines.log && scrollfit --log lines.log"
  }

  /// What is wrong at the end of the file; nil if nothing is.
  var fault: RowFault? {
    if hasOther {
      return RowFault(
        code: .notANumber, line: 1, column: nil, message: "an element of the list is not a number",
        help: "if it is a lost frame, leave its line empty: tr -d '[] \\n' < FILE | tr ',' '\\n'"
          + " | sed 's/.*[A-Za-df-z].*//' | scrollfit fit -")
    }
    if hasRest {
      return RowFault(
        code: .mixedRows, line: 1, column: nil, message: "something follows the list of samples",
        help: "write the list to a file of its own; of a list of times and one of offsets,"
          + " \(JSONArrays.columns(" FILE"))")
    }
    guard !isEnded else { return nil }
    return RowFault(
      line: 1, column: nil, message: "the list of samples has no end",
      help: "the file may be cut off; if it is, add the bracket that closes the list")
  }
}
