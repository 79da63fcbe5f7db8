internal import ScrollRecordings

/// Converts JSON Lines, or one array of objects, to CSV: one column per key, one row per object.
///
/// Keys of nested objects are joined with points: `{"contentOffset": {"y": 3}}` has the column `contentOffset.y`.
/// Members of an array are numbered from 0. The columns are the keys of the first ``Limit/columnSamples`` objects in
/// order, or of the first MiB; later keys are kept as ``lateKeys``. The last value of a repeated key counts, as in
/// JavaScript and Python. Objects before the first with a known column are metadata: `{"scale": 3, "edge_top": 0}`. A
/// row has the line number at which its object begins, if that is possible by adding lines. A single object may hold all
/// samples in arrays. Memory is bounded: 1 MiB of objects, and one more.
struct JSONRows {
  /// Maximum number of late keys that are kept.
  private static let lateCount = 64
  /// Maximum nesting depth of objects.
  private static let depthLimit = 16
  typealias Cell = (key: String, value: String)
  typealias Row = (line: Int, cells: [Cell])

  private var object: [UInt8] = []
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private var line = 1
  private var column = 0
  private var start = (line: 1, column: 1)
  /// The number of bytes so far, and of those in front of the object.
  private var size = (read: 0, before: 0)
  private var isArray = false
  /// Where the first array in the array begins, which stands in place of an object.
  private var firstRow: (line: Int, column: Int)?
  private var isEnded = false
  /// The line number of the last written row.
  private var written = 0
  private var waiting: [Row] = []
  /// The lines of the cells of the first object.
  private var firstLines: [Int] = []
  private var waitingBytes = 0
  private var keys: [String]?
  /// The index of each key.
  private var places: [String: Int] = [:]
  /// The first keys that occurred only after the columns were determined, cut to the length of a label.
  private(set) var lateKeys: [String] = []
  private var csv: [UInt8] = []
  private var lineShift = 0

  private var arrays: JSONArrays

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
      size.read += 1
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
      if written > 0 || !waiting.isEmpty, firstRow == nil {
        let whole = "head -c \(size.before) FILE"
        fault.help =
          "the file may be cut off: \(isArray ? "{ \(whole); echo ']'; }" : whole) | scrollfit fit -"
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
      arrays.dotted = reader.dotted
      if firstRow != nil { throw arrayOfRows([reader.found]) }
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
    let isFirst = written == 0 && waiting.isEmpty
    let isRow = byte == 0x5B && isArray && (isFirst || firstRow != nil)
    if byte == 0x7B || isRow, !isEnded {
      (start, depth) = ((line, column), 1)
      size.before = size.read
      object = [byte]
      if isRow, isFirst { firstRow = start }
    } else if byte == 0x5B, !isArray, isFirst {
      isArray = true
    } else if byte == 0x5D, isArray, !isEnded {
      isEnded = true
    } else if byte != 0x2C || isEnded || !isArray && isFirst {
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

  /// The fault of arrays in place of objects.
  private func arrayOfRows(_ rows: [[Cell]]) -> RowFault {
    RowFault(
      line: firstRow?.line ?? line, column: firstRow?.column,
      message: "an object was expected, or the end of the array",
      help: arrays.help(forRows: rows))
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
      } else if reader.hasNoNumber {
        fault.help =
          "if it is a lost sample, write null: sed -E 's/-?(NaN|Infinity)/null/g' FILE | scrollfit fit -"
      }
      throw fault
    }
    if keys == nil { arrays.dotted.formUnion(reader.dotted) }
    if keys == nil, waiting.isEmpty { firstLines = reader.lines.map { start.line + $0 } }
    waiting.append((start.line, cells))
    waitingBytes += object.count
    if keys != nil || waiting.count == Limit.columnSamples || waitingBytes > Limit.rowBytes {
      try write()
    }
  }

  /// Writes the waiting rows, after the header.
  private mutating func write() throws(RowFault) {
    if keys == nil {
      if firstRow != nil { throw arrayOfRows(waiting.map(\.cells)) }
      if waiting.count == 1, let found = arrays.recording(in: waiting[0].cells, lines: firstLines) {
        append(metadata: found.settings)
        waiting = found.rows
      }
      let isSample = { (row: Row) in
        let names = row.cells.map(\.key)
        return names.contains {
          ColumnName($0) != nil || ColumnName.end(of: $0, in: names) != nil
        }
      }
      let first = waiting.firstIndex(where: isSample) ?? 0
      for row in waiting[..<first] { append(metadata: row.cells) }
      waiting.removeFirst(first)
      var seen: Set<String> = []
      let all = waiting.flatMap { $0.cells.map(\.key) }.filter { seen.insert($0).inserted }
      guard !all.isEmpty else { return }
      let line = waiting[0].line
      try arrays.checkMessages(
        waiting.map(\.cells), all, line: line, from: isArray ? ".[] | " : "")
      let largest = waiting.map(\.cells).max { $0.count < $1.count } ?? []
      try arrays.check(largest, all, line: line, isArray)
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

  private mutating func append(metadata cells: [Cell]) {
    for cell in cells {
      append("# \(RowField.oneLine(cell.key)): \(RowField.oneLine(cell.value))")
    }
  }

  private mutating func append(_ text: String) {
    csv += Array(text.utf8)
    csv.append(0x0A)
    written += 1
  }
}
