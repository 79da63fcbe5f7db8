internal import ScrollRecordings

/// Why bytes cannot be converted to rows.
struct RowFault: Error {
  var code = TraceError.Code.brokenJSON
  /// The line, from 1.
  var line: Int
  /// The column, from 1; nil for the whole line.
  var column: Int?
  var message: String
  var help = "write one object a line, {\"t\": 0.016, \"offset_y\": 12.5}, or an array of them"
}

/// Converts JSON or a log to rows of CSV.
struct RowSource {
  private var json: JSONRows?
  private var log: LogRows?
  /// The list whose elements are the lines of the log; nil for a log of lines.
  private var list: PrintedList?

  /// A source for a file of this kind and path; nil for CSV.
  init?(_ kind: FileStart.Kind, path: String, _ options: ReadingOptions) {
    switch kind {
    case .csv, .titled: return nil
    case .json: json = JSONRows(path: path, options)
    case .log(let list):
      log = LogRows(options)
      self.list = list
    case .table(let form): log = LogRows(options, form)
    }
  }

  /// Whether the rows are JSON objects.
  var isJSON: Bool { json != nil }

  /// Processes the next piece.
  mutating func take(_ bytes: UnsafeRawBufferPointer) throws(RowFault) {
    try json?.take(bytes)
    guard let lines = list?.lines(of: bytes) else { return try log?.take(bytes) ?? () }
    try lines.withBytes { lines throws(RowFault) in try log?.take(lines) }
  }

  /// Processes the end.
  mutating func finish() throws(RowFault) {
    if let fault = list?.fault { throw fault }
    try json?.finish()
    try log?.finish()
  }

  /// A help in which no command changes lines that the file does not have: those of a list are its elements.
  func help(_ help: String) -> String {
    guard let list, help != list.fault?.help, help.contains("FILE |") else { return help }
    return list.perLine
  }

  /// Returns and removes the complete CSV lines.
  mutating func takeRows() -> [UInt8] { json?.takeRows() ?? log?.takeRows() ?? [] }

  /// The number of lines by which the next row is further down in the file than in the CSV; reported once, with the
  /// header.
  mutating func takeLineShift() -> Int { json?.takeLineShift() ?? log?.takeLineShift() ?? 0 }

  /// The keys of objects that occurred too late to be columns.
  var lateKeys: [String] { json?.lateKeys ?? [] }

  /// Statistics of a log.
  var logFacts: LogFacts? { log?.facts }
}

/// Formats text as CSV fields.
enum RowField {
  /// A field, quoted if it contains anything but letters, digits and a few signs.
  static func text(_ text: String) -> String {
    let plain = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || byte == 0x2D || byte == 0x2E || byte == 0x2B || byte == 0x5F
    }
    return plain && !text.isEmpty ? text : "\"\(oneLine(text).replacing("\"", with: "\"\""))\""
  }

  /// Text with line ends replaced by spaces.
  static func oneLine(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 })
  }
}
