/// Converts JSON Lines, or one array of objects, to CSV: one column per key, one row per object.
///
/// Keys of nested objects are joined with points: `{"contentOffset": {"y": 3}}` has the column `contentOffset.y`.
/// Members of an array are numbered from 0. The columns are the keys of the first ``Limit/columnSamples`` objects in
/// order, or of the first MiB; later keys are kept as ``lateKeys``. The last value of a repeated key counts, as in
/// JavaScript and Python. Objects before the first with a known column are metadata: `{"scale": 3, "edge_top": 0}`. A
/// row has the line number at which its object begins, if that is possible by adding lines. Memory is bounded: 1 MiB of
/// objects, and one more.
struct JSONRows {
  /// Maximum number of late keys that are kept.
  private static let lateCount = 64
  /// Maximum nesting depth of objects.
  private static let depthLimit = 16
  typealias Cell = (key: String, value: String)
  private typealias Row = (line: Int, cells: [Cell])

  private var object: [UInt8] = []
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private var line = 1
  private var column = 0
  private var start = (line: 1, column: 1)
  private var isArray = false
  private var isEnded = false
  /// The line number of the last written row.
  private var written = 0
  private var waiting: [Row] = []
  private var waitingBytes = 0
  private var keys: [String]?
  /// The index of each key.
  private var places: [String: Int] = [:]
  /// The first keys that occurred only after the columns were determined, cut to the length of a label.
  private(set) var lateKeys: [String] = []
  private var csv: [UInt8] = []
  private var lineShift = 0

  private let arrays: JSONArrays

  init(path: String, _ options: ReadingOptions) {
    arrays = JSONArrays(path: path, asked: options.offsetColumn)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// Processes the next piece.
  mutating func take(_ bytes: UnsafeRawBufferPointer) throws(RowFault) {
    for byte in bytes {
      column += 1
      try take(byte)
      if byte == 0x0A { (line, column) = (line + 1, 0) }
    }
  }

  /// Returns and removes the complete CSV lines.
  mutating func takeRows() -> [UInt8] {
    defer { csv = [] }
    return csv
  }

  /// The number of lines by which the next row is further down in the file than in the CSV; reported once, with the
  /// header.
  mutating func takeLineShift() -> Int {
    defer { lineShift = 0 }
    return lineShift
  }

  /// Processes the end.
  mutating func finish() throws(RowFault) {
    guard depth == 0 else {
      var fault = RowFault(
        line: start.line, column: start.column, message: "the object that begins here has no end")
      if start.line > 1, start.line == line {
        let cut = isArray ? "{ sed '$d' FILE; echo ']'; }" : "sed '$d' FILE"
        fault.help = "the file may be cut off: \(cut) | scrollfit fit -"
      }
      throw fault
    }
    guard !isArray || isEnded else {
      throw RowFault(line: line, column: max(column, 1), message: "the array has no end")
    }
    try write()
  }

  private mutating func take(_ byte: UInt8) throws(RowFault) {
    guard depth > 0 else { return try takeBetween(byte) }
    object.append(byte)
    guard object.count <= Limit.rowBytes else {
      var reader = FlatJSON(bytes: object, depthLimit: Self.depthLimit)
      _ = reader.cells()
      try arrays.check(reader.found, reader.found.map(\.key), line: start.line, isArray)
      throw RowFault(
        line: start.line, column: start.column,
        message: "the object is longer than \(Limit.text(bytes: Limit.rowBytes))")
    }
    if isEscaped {
      isEscaped = false
    } else if isInString {
      if byte == 0x5C { isEscaped = true } else if byte == 0x22 { isInString = false }
    } else if byte == 0x22 {
      isInString = true
    } else if byte == 0x7B || byte == 0x5B {
      depth += 1
    } else if byte == 0x7D || byte == 0x5D {
      depth -= 1
      if depth == 0 { try complete() }
    }
  }

  /// Processes a byte outside objects.
  private mutating func takeBetween(_ byte: UInt8) throws(RowFault) {
    if Self.isSpace(byte) || [0xEF, 0xBB, 0xBF].contains(byte) && line == 1 && column <= 3 {
      return
    }
    if byte == 0x7B, !isEnded {
      (start, depth) = ((line, column), 1)
      object = [byte]
    } else if byte == 0x5B, !isArray, written == 0, waiting.isEmpty {
      isArray = true
    } else if byte == 0x5D, isArray, !isEnded {
      isEnded = true
    } else if byte != 0x2C || isEnded || !isArray && written == 0 && waiting.isEmpty {
      throw notAnObject(byte)
    }
  }

  private func notAnObject(_ byte: UInt8) -> RowFault {
    var fault = RowFault(
      line: line, column: column,
      message: "an object was expected, \(isArray ? "or the end of the array" : "one a line")")
    if isArray, written == 0, waiting.isEmpty, let help = arrays.help(forArrayOf: byte) {
      fault.help = help
    }
    return fault
  }

  private mutating func complete() throws(RowFault) {
    var reader = FlatJSON(bytes: object, depthLimit: Self.depthLimit)
    guard let cells = reader.cells() else {
      var fault = RowFault(
        line: start.line, column: start.column,
        message: "the object that begins here is no JSON: \(reader.reason)")
      if reader.reason == FlatJSON.noName {
        fault.help =
          ColumnArrays.help(String(decoding: object.prefix(256), as: UTF8.self))
          ?? "if a program printed this, type tr '}' '\\n' < FILE | scrollfit --log -"
      }
      throw fault
    }
    waiting.append((start.line, cells))
    waitingBytes += object.count
    if keys != nil || waiting.count == Limit.columnSamples || waitingBytes > Limit.rowBytes {
      try write()
    }
  }

  /// Writes the waiting rows, after the header.
  private mutating func write() throws(RowFault) {
    if keys == nil {
      let isSample = { (row: Row) in
        let names = row.cells.map(\.key)
        return names.contains {
          ColumnName($0) != nil || ColumnName.end(of: $0, in: names) != nil
        }
      }
      let first = waiting.firstIndex(where: isSample) ?? 0
      for row in waiting[..<first] {
        for cell in row.cells {
          append("# \(RowField.oneLine(cell.key)): \(RowField.oneLine(cell.value))")
        }
      }
      waiting.removeFirst(first)
      var seen: Set<String> = []
      let all = waiting.flatMap { $0.cells.map(\.key) }.filter { seen.insert($0).inserted }
      guard !all.isEmpty else { return }
      let line = waiting[0].line
      try arrays.checkMessages(
        waiting.map(\.cells), all, line: line, from: isArray ? ".[] | " : "")
      try arrays.check(waiting[0].cells, all, line: line, isArray)
      keys = all
      places = Dictionary(uniqueKeysWithValues: zip(all, all.indices))
      append(all.map(RowField.text).joined(separator: ","))
      lineShift = line - 1 - written
      written += lineShift
    }
    for row in waiting {
      while written + 1 < row.line { append("") }
      // A row with a single empty cell would be a blank line.
      var fields = [String](repeating: "\"\"", count: places.count)
      for cell in row.cells {
        if let place = places[cell.key] {
          fields[place] = RowField.text(cell.value)
        } else {
          takeLate(cell.key)
        }
      }
      append(fields.joined(separator: ","))
    }
    waiting.removeAll(keepingCapacity: true)
    waitingBytes = 0
  }

  private mutating func takeLate(_ key: String) {
    guard lateKeys.count < Self.lateCount else { return }
    let name = String(key.prefix(Limit.labelBytes))
    if !lateKeys.contains(name) { lateKeys.append(name) }
  }

  private mutating func append(_ text: String) {
    csv += Array(text.utf8)
    csv.append(0x0A)
    written += 1
  }
}

/// The numbers, words and strings of one object, including nested objects.
private struct FlatJSON {
  let bytes: [UInt8]
  let depthLimit: Int
  private var position = 0
  private(set) var found: [(key: String, value: String)] = []
  private(set) var reason = ""
  /// The reason for objects as JavaScript and Python print them.
  static let noName = "a name in quotes is missing"

  init(bytes: [UInt8], depthLimit: Int) {
    self.bytes = bytes
    self.depthLimit = depthLimit
  }

  /// The cells; nil if the bytes are not an object.
  mutating func cells() -> [(key: String, value: String)]? {
    guard value("", 0), reason.isEmpty else { return nil }
    skipSpace()
    return position == bytes.count ? found : fail("something follows it")
  }

  private mutating func fail<T>(_ text: String) -> T? {
    if reason.isEmpty { reason = text }
    return nil
  }

  private mutating func skipSpace() {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
      position += 1
    }
  }

  private mutating func next(_ byte: UInt8) -> Bool {
    skipSpace()
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func value(_ key: String, _ depth: Int) -> Bool {
    guard depth <= depthLimit else { return fail("objects lie too deep in each other") ?? false }
    if next(0x7B) {
      if next(0x7D) { return true }
      repeat {
        skipSpace()
        guard let name = string() else { return fail(Self.noName) ?? false }
        guard next(0x3A) else { return fail("a colon is missing") ?? false }
        guard value(key.isEmpty ? name : "\(key).\(name)", depth + 1) else { return false }
      } while next(0x2C)
      return next(0x7D) ? true : fail("a comma or } is missing") ?? false
    }
    if next(0x5B) {
      if next(0x5D) { return true }
      var index = 0
      repeat {
        guard value("\(key).\(index)", depth + 1) else { return false }
        index += 1
      } while next(0x2C)
      return next(0x5D) ? true : fail("a comma or ] is missing") ?? false
    }
    skipSpace()
    if position < bytes.count, bytes[position] == 0x22 {
      guard let text = string() else { return fail("a text has no end") ?? false }
      found.append((key, text))
      return true
    }
    return word(key)
  }

  /// A number as written, true, false, or null, which is an empty cell.
  private mutating func word(_ key: String) -> Bool {
    let first = position
    while position < bytes.count,
      ![0x20, 0x09, 0x0A, 0x0D, 0x2C, 0x5D, 0x7D, 0x22, 0x3A].contains(bytes[position])
    {
      position += 1
    }
    let text = String(decoding: bytes[first..<position], as: UTF8.self)
    guard !text.isEmpty else { return fail("a value is missing") ?? false }
    if text == "null" {
      found.append((key, ""))
    } else if text == "true" || text == "false" || "-0123456789".contains(text.first ?? " ") {
      found.append((key, text))
    } else {
      return fail("'\(text.prefix(20))' is no value") ?? false
    }
    return true
  }

  private mutating func string() -> String? {
    guard next(0x22) else { return nil }
    var text: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == 0x22 { return String(decoding: text, as: UTF8.self) }
      guard byte == 0x5C else {
        text.append(byte)
        continue
      }
      guard position < bytes.count else { return nil }
      let escaped = bytes[position]
      position += 1
      switch escaped {
      case 0x6E, 0x72, 0x74, 0x62, 0x66: text.append(0x20)
      case 0x75:
        guard let unit = unit() else { return nil }
        text += Array(String(unit).utf8)
      default: text.append(escaped)
      }
    }
    return nil
  }

  /// The character of a `\u` escape, including the second half of a surrogate pair.
  private mutating func unit() -> Unicode.Scalar? {
    func four() -> UInt32? {
      guard position + 4 <= bytes.count else { return nil }
      return UInt32(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
    }
    guard let high = four() else { return nil }
    position += 4
    guard (0xD800..<0xDC00).contains(high) else { return Unicode.Scalar(high) ?? "\u{FFFD}" }
    guard position + 6 <= bytes.count, bytes[position] == 0x5C, bytes[position + 1] == 0x75 else {
      return "\u{FFFD}"
    }
    position += 2
    guard let low = four(), (0xDC00..<0xE000).contains(low) else { return "\u{FFFD}" }
    position += 4
    return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
  }
}
