/// What a file is, by its first bytes.
///
/// A file is
/// - **foreign** where it begins as files of another kind do (``ForeignFile``);
/// - a log where the caller says so;
/// - JSON where the first byte is `{` or `[` and what follows can be JSON: a name in quotes, an object, an array;
/// - CSV where the caller names the delimiter, or the first line that is no comment is one number, or has a cell with a
///   known or asked name and no time of day or tag in front;
/// - a log where at least two of the first 64 lines with any text are of one statement with numbers that can be offsets
///   (``LogShape/key(_:)``), and these are half of the lines, or half of the lines begin with a time of day or a tag. Lines of
///   numbers alone count only where all 64 are so, without commas or semicolons: those are a table without a header. Nor
///   is it a log where the first line could be a header: cells without numbers, as many as every other line has;
/// - CSV else, which then says what is wrong with it; JSON, if it begins with a bracket.
///
/// At most the first 64 KiB are looked at.
enum FileStart {
  enum Kind {
    case csv, json, log
  }

  enum Verdict {
    case kind(Kind)
    case foreign(ForeignFile)
  }

  /// The bytes that are looked at.
  static let reach = 1 << 16
  /// The lines that are looked at.
  private static let lineCount = 64

  /// What a file is; nil where more of it is needed. The answer is the same for all that begins with the same bytes.
  static func look(
    at start: UnsafeRawBufferPointer, isEnd: Bool, _ options: ReadingOptions
  ) -> Verdict? {
    let isEnd = isEnd || start.count >= reach
    guard let first = start.first else { return isEnd ? .kind(.csv) : nil }
    if ForeignFile.canBegin(with: first) {
      guard isEnd || start.count >= ForeignFile.reach else { return nil }
      if let foreign = ForeignFile(start) { return .foreign(foreign) }
    }
    for begin in ForeignFile.systraceStarts {
      if start.starts(with: begin.utf8) { return .foreign(.systrace) }
      if !isEnd, start.count < begin.utf8.count, begin.utf8.starts(with: start) { return nil }
    }
    // Reading them as CSV says what they are.
    if first >= 0xFE { return .kind(.csv) }
    if options.isLog { return .kind(.log) }
    guard start.count >= 3 || first != 0xEF || isEnd else { return nil }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = UnsafeRawBufferPointer(rebasing: start[(start.starts(with: mark) ? 3 : 0)...])
    var other = Kind.csv
    switch json(text) {
    case .yes: return .kind(.json)
    case .open where !isEnd: return nil
    case .open, .bracket: other = .json
    case .no: break
    }
    if options.delimiter != nil, other == .csv { return .kind(.csv) }
    let lines = lines(text, isEnd: isEnd)
    guard let header = lines.first else { return isEnd ? .kind(other) : nil }
    if other == .csv, isHeader(header, options) || Header.statedDelimiter(header) != nil {
      return .kind(.csv)
    }
    guard isEnd || lines.count == lineCount else { return nil }
    return .kind(isLog(lines, options) ? .log : other)
  }

  private enum JSONStart {
    /// There is only space.
    case open
    case yes
    /// A bracket that is none of JSON's.
    case bracket
    case no
  }

  private static func json(_ text: UnsafeRawBufferPointer) -> JSONStart {
    var seen = text.lazy.filter { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
      .prefix(2).makeIterator()
    guard let first = seen.next() else { return .open }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return .no }
    guard let second = seen.next() else { return .open }
    let isObject = first == UInt8(ascii: "{")
    return (isObject ? "\"}" : "{[]\"").utf8.contains(second) ? .yes : .bracket
  }

  /// The first lines that are neither blank nor comments; the last one has its end, or is the last of the file.
  private static func lines(
    _ text: UnsafeRawBufferPointer, isEnd: Bool
  ) -> [UnsafeRawBufferPointer] {
    var lines: [UnsafeRawBufferPointer] = []
    var start = 0
    while start < text.count, lines.count < lineCount {
      let end = text[start...].firstIndex { $0 == 0x0A || $0 == 0x0D }
      guard let end = end ?? (isEnd ? text.count : nil) else { break }
      let line = Text.trimmed(UnsafeRawBufferPointer(rebasing: text[start..<end]))
      if let first = line.first, first != UInt8(ascii: "#") { lines.append(line) }
      start = end + 1
    }
    return lines
  }

  /// Whether a line is a number or has the name of a column.
  private static func isHeader(
    _ line: UnsafeRawBufferPointer, _ options: ReadingOptions
  ) -> Bool {
    if DecimalNumber(line) != nil { return true }
    let asked = [options.timeColumn, options.offsetColumn] + options.conditions.map(\.column)
    let cells = Header.split(line, Header.delimiter(of: line).byte)
    let isKnown = cells.contains { cell in
      let name = String(decoding: cell, as: UTF8.self)
      return ColumnName(name) != nil
        || asked.contains { $0.map { $0.lowercased() == name.lowercased() } ?? false }
    }
    guard isKnown else { return false }
    // A log may print a header: `flutter: t_s,offset_y_pt`.
    var reader = LogReader(options)
    return !reader.shape(of: line).shape.isMarked
  }

  private static func isLog(_ lines: [UnsafeRawBufferPointer], _ options: ReadingOptions) -> Bool {
    var reader = LogReader(options)
    var counts: [String: Int] = [:]
    var marked = 0
    var bare = 0
    // UTF-16 without a mark.
    guard lines.first?.contains(0) != true else { return false }
    for line in lines {
      let found = reader.shape(of: line)
      if found.shape.isMarked { marked += 1 }
      if found.shape.isBare {
        guard !line.contains(where: { $0 == 0x2C || $0 == 0x3B || $0 == 0x7C }) else {
          return false
        }
        bare += 1
      }
      if let key = found.key { counts[key, default: 0] += 1 }
    }
    if bare > 0, bare < lines.count { return false }
    let most = counts.values.max() ?? 0
    guard max(most, marked) >= 2, 2 * max(most, marked) >= lines.count else { return false }
    return !isTable(lines, &reader)
  }

  /// Whether the first line has cells without numbers, and all others as many.
  private static func isTable(
    _ lines: [UnsafeRawBufferPointer], _ reader: inout LogReader
  ) -> Bool {
    guard let header = lines.first else { return false }
    _ = reader.shape(of: header)
    guard !reader.tokens.contains(where: { $0.kind != .word && $0.kind != .mark }) else {
      return false
    }
    let delimiter = Header.delimiter(of: header).byte
    let count = Header.split(header, delimiter).count
    return count > 1 && lines.allSatisfy { Header.split($0, delimiter).count == count }
  }
}
