internal import ScrollRecordings

/// Detects the format of a file from its first bytes.
///
/// A file is
/// - **foreign** if it begins like a file of another kind (``ForeignFile``), or as text in UTF-16 or UTF-32;
/// - a log of the elements of a list if it begins with one whose first elements are samples (``PrintedList``);
/// - a log if the caller says so;
/// - JSON if the first byte is `{` or `[` and the next one is possible in JSON: a quoted name, an object, an array;
/// - CSV if the caller names the delimiter, or if the first line that is not a comment is a single number, or has a
///   cell with a known or requested name and starts with neither a time of day nor a tag;
/// - a log if at least two of the first 64 lines with text come from one statement with numbers that can be offsets
///   (``LogShape/key(_:)``), or share unknown names, and these are half of the lines, or a quarter if there are eight,
///   or the lines between them repeat, as stack traces do, or half of the lines begin with a time of day or a tag.
///   Lines that contain only numbers count only if all 64 do, and have no commas or semicolons: those would be a table
///   without a header. It is not a log if the first line can be a header: cells without numbers, as many as in every
///   other line;
/// - a table with spaces or bars between its columns, or CSV below titles (``TableStart``);
/// - otherwise CSV, whose reader reports what is wrong, or JSON if it begins with a bracket.
///
/// At most the first 64 KiB are examined.
enum FileStart {
  enum Kind {
    case csv, json
    /// A log; of a list that is printed as one value, its elements are the lines.
    case log(PrintedList? = nil)
    /// A table that is converted to CSV.
    case table(TableForm)
    /// CSV below lines of another kind, not counting comments.
    case titled(lines: Int)
  }

  enum Verdict {
    case kind(Kind)
    case foreign(ForeignFile)
  }

  /// The number of bytes that are examined.
  static let reach = 1 << 16
  /// The number of lines that are examined.
  private static let lineCount = 64

  /// The format of a file; nil if more bytes are needed. The result does not depend on later bytes.
  ///
  /// `known` is a line for which ``isHeader(_:_:)`` is true with these options.
  static func look(
    at start: UnsafeRawBufferPointer, isEnd: Bool, _ options: ReadingOptions,
    known: KnownHeader? = nil
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
    // UTF-16 with a mark; the CSV reader reports that.
    if first >= 0xFE { return .kind(.csv) }
    guard isEnd || start.count >= ForeignFile.wideReach else { return nil }
    if let wide = ForeignFile.wideText(start) { return .foreign(wide) }
    guard start.count >= 3 || first != 0xEF || isEnd else { return nil }
    let text = Text.withoutMark(start)
    switch PrintedList.look(at: start, isEnd: isEnd, options) {
    case .list(let list): return .kind(.log(list))
    case .open: return nil
    case .other: break
    }
    if options.isLog { return .kind(.log()) }
    var other = Kind.csv
    var isCSV = false
    switch json(text) {
    case .yes: return .kind(.json)
    case .open where !isEnd: return nil
    case .open, .bracket: other = .json
    case .no: isCSV = true
    }
    if options.delimiter != nil, isCSV { return .kind(.csv) }
    if let archive = ForeignFile.tar(start) { return .foreign(archive) }
    guard let header = lines(text, atMost: 1, isEnd: isEnd).first.map({ Text.trimmed($0) }) else {
      return isEnd ? .kind(other) : nil
    }
    let known = known?.isIn(header) == true ? known : nil
    if isCSV,
      known != nil || isHeader(header, options) || Header.statedDelimiter(header) != nil
    {
      return below(header, text, isEnd: isEnd, options, known)
    }
    let lines = lines(text, atMost: lineCount, isEnd: isEnd)
    guard isEnd || lines.count == lineCount else { return nil }
    if isCSV, hasLineFeeds(text), let form = table(lines.map { Text.trimmed($0) }, text, options) {
      return .kind(.table(form))
    }
    if isLog(lines, options) { return .kind(.log()) }
    let titles = isCSV ? TableStart.titleCount(lines) { isHeader($0, options) } : 0
    return .kind(titles > 0 ? .titled(lines: titles) : other)
  }

  /// The format of a file whose first line is a header; nil if more bytes are needed.
  private static func below(
    _ header: UnsafeRawBufferPointer, _ text: UnsafeRawBufferPointer, isEnd: Bool,
    _ options: ReadingOptions, _ known: KnownHeader?
  ) -> Verdict? {
    // The error of a table in which nothing is measured depends on its rows.
    let isComplete =
      isEnd || known != nil || Header.isMeasured(header, options)
      || lines(text, atMost: lineCount, isEnd: false).count == lineCount
    guard isComplete, DecimalNumber(header) == nil else { return isComplete ? .kind(.csv) : nil }
    let rows = lines(text, atMost: 2, isEnd: isEnd).map { Text.trimmed($0) }
    guard isEnd || rows.count == 2 else { return nil }
    guard rows.count == 2, hasLineFeeds(text) else { return .kind(.csv) }
    let delimiter = options.delimiter ?? known?.delimiter ?? Header.delimiter(of: header)
    let form = TableStart.points(header, rows[1], delimiter, options)
    return .kind(form.map { .table($0) } ?? .csv)
  }

  /// Whether lines end with LF or CRLF, as the first one does.
  private static func hasLineFeeds(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let end = text.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return false }
    return text[end] == 0x0A || end + 1 < text.count && text[end + 1] == 0x0A
  }

  /// The form of a table whose columns spaces or bars separate; nil for other text.
  private static func table(
    _ lines: [UnsafeRawBufferPointer], _ text: UnsafeRawBufferPointer, _ options: ReadingOptions
  ) -> TableForm? {
    if let form = TableStart.spaced(lines, options) ?? TableStart.bars(lines, options) {
      return form
    }
    // A comment above the first row may be the header.
    guard let start = text.baseAddress, let first = lines.first?.baseAddress else { return nil }
    let front = UnsafeRawBufferPointer(rebasing: text[..<start.distance(to: first)])
    let comments = front.split { $0 == 0x0A || $0 == 0x0D }.map {
      Text.trimmed(UnsafeRawBufferPointer(rebasing: $0))
    }
    return comments.lazy.reversed().compactMap { TableStart.spaced([$0] + lines, options) }.first
  }

  private enum JSONStart {
    /// Only white space.
    case open
    case yes
    /// A bracket that is not the start of JSON.
    case bracket
    case no
  }

  private static func json(_ text: UnsafeRawBufferPointer) -> JSONStart {
    var seen = text.lazy.filter { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
      .prefix(3).makeIterator()
    guard let first = seen.next() else { return .open }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return .no }
    guard let second = seen.next() else { return .open }
    // A tag, as in `[log] offset: 12.5`.
    let isObject = first == UInt8(ascii: "{")
    func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
    if !isObject, isLetter(second) { return .no }
    guard (isObject ? "\"}" : "{[]\"").utf8.contains(second) else { return .bracket }
    if !isObject, second == UInt8(ascii: "]") {
      // `[        ] offset: 12.5`, as `flutter run -v` prints it.
      return seen.next() == nil ? .yes : .bracket
    }
    if !isObject, second == UInt8(ascii: "\"") { return afterName(text) }
    guard !isObject, second == UInt8(ascii: "["), let third = seen.next() else { return .yes }
    // A table of TOML, `[[samples]]`, or rows of numpy, which have no commas.
    if isLetter(third) { return .no }
    let row = text.prefix { $0 != UInt8(ascii: "]") }
    let hasValues = row.contains { $0 &- 0x30 < 10 } && row.split(separator: 0x20).count > 1
    return hasValues && !row.contains(UInt8(ascii: ",")) ? .bracket : .yes
  }

  /// A text in an array; a colon follows it where Swift prints a dictionary: `["t": 0.016, "y": 12.5]`.
  private static func afterName(_ text: UnsafeRawBufferPointer) -> JSONStart {
    let name = text.drop { $0 != UInt8(ascii: "\"") }.dropFirst()
    let next = name.drop { $0 != UInt8(ascii: "\"") }.dropFirst().first { $0 != 0x20 }
    guard let next else { return text.count >= reach ? .yes : .open }
    return next == UInt8(ascii: ":") ? .bracket : .yes
  }

  /// The first complete lines that are neither blank nor comments, with the spaces in front.
  static func lines(
    _ text: UnsafeRawBufferPointer, atMost count: Int, isEnd: Bool
  ) -> [UnsafeRawBufferPointer] {
    var lines: [UnsafeRawBufferPointer] = []
    var start = 0
    while start < text.count, lines.count < count {
      let end = text[start...].firstIndex { $0 == 0x0A || $0 == 0x0D }
      guard let end = end ?? (isEnd ? text.count : nil) else { break }
      let line = UnsafeRawBufferPointer(rebasing: text[start..<end])
      if let first = Text.trimmed(line).first, first != UInt8(ascii: "#") { lines.append(line) }
      start = end + 1
    }
    return lines
  }

  /// Whether a line is a number or contains a column name.
  static func isHeader(
    _ line: UnsafeRawBufferPointer, _ options: ReadingOptions
  ) -> Bool {
    if DecimalNumber(line) != nil { return true }
    guard Header.isHeader(line, options, { _ in true }) else { return false }
    // A log may print a header: `flutter: t_s,offset_y_pt`.
    var reader = LogReader(options)
    return !reader.shape(of: line).shape.isMarked
  }

  private static func isLog(_ lines: [UnsafeRawBufferPointer], _ options: ReadingOptions) -> Bool {
    var reader = LogReader(options)
    var counts: [String: Int] = [:]
    var marked = 0
    var single = 0
    var times = 0
    var others: [[UInt8]] = []
    guard lines.first?.contains(0) != true else { return false }
    let whole = LogItems.joined(lines)
    for line in whole {
      let found = line.withUnsafeBytes { reader.shape(of: $0) }
      // A log says what to do with it.
      if reader.isFactor { return true }
      if found.shape.isMarked || found.shape.hasRange { marked += 1 }
      if found.shape.isBare {
        guard !line.contains(where: { $0 == 0x2C || $0 == 0x3B || $0 == 0x7C }) else {
          return false
        }
        if found.shape.plain.count < 2 { single += 1 }
      }
      if let key = found.key ?? found.shape.unknownKey {
        counts[key, default: 0] += 1
      } else {
        others.append(line)
      }
      if found.shape.stamp(reader.names)?.name != nil { times += 1 }
    }
    if single > 0, single < whole.count { return false }
    let samples = counts.values.max() ?? 0
    // With the times on lines of their own.
    let most = max(samples + min(times, samples), marked)
    let repeats = samples >= 4 && 4 * Set(others).count <= others.count
    guard most >= 2,
      2 * most >= whole.count || samples >= 8 && 4 * samples >= whole.count || repeats
    else { return false }
    return !isTable(lines.map { Text.trimmed($0) }, &reader)
  }

  /// Whether the first line has cells without numbers, and all other lines have as many cells.
  private static func isTable(
    _ lines: [UnsafeRawBufferPointer], _ reader: inout LogReader
  ) -> Bool {
    // A log may print a header behind a tag, and its rows behind the same one.
    guard let header = lines.first, !reader.shape(of: header).shape.isMarked else { return false }
    guard !reader.tokens.contains(where: { $0.kind != .word && $0.kind != .mark }) else {
      return false
    }
    let delimiter = Header.delimiter(of: header).byte
    let count = Header.split(header, delimiter).count
    return count > 1 && lines.allSatisfy { Header.split($0, delimiter).count == count }
  }
}
