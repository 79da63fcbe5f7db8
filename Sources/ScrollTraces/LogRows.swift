/// Converts the lines of a log to CSV: the console output of a program in Xcode, logcat, Flutter or a browser.
///
/// Lines from the same source that have the same names of numbers, or the same words and the same count of numbers,
/// come from one statement of the program. The statement that prints the samples is determined from the first
/// ``Limit/columnSamples`` lines that could be samples, or from the first MiB if fewer than ``enoughNamed`` of these
/// have a known name: see ``LogPlan``. All other lines are ignored and counted.
///
/// The columns are the named numbers; unnamed numbers are an offset, or x and y. The time is a named number, else an
/// increasing number at the start of the lines, else the time of day at the start, in s since midnight, which continues
/// after midnight. Comments before the samples are metadata: `# scale: 3`.
///
/// A message with column names, `t_s,offset_y_pt`, begins a table: the following messages from the same source with as
/// many cells are its rows, as if a recorder printed its file.
///
/// Each row keeps its line number. Memory is bounded: 1 MiB of lines, and one more.
struct LogRows {
  /// Number of lines with known names that is sufficient. Samples may start late, after other lines with numbers.
  private static let enoughNamed = 32
  /// Maximum length of a sample line, in bytes.
  private static let longestLine = 1 << 14
  /// Memory per waiting line in addition to its text, in bytes.
  private static let overhead = 64
  private var reader: LogReader
  private var partial: [UInt8] = []
  private var line = 0
  /// The line number of the last written row.
  private var written = 0
  private var waiting: [(line: Int, bytes: [UInt8])] = []
  private var waitingBytes = 0
  /// Number of waiting lines with a known name.
  private var namedCount = 0
  private var comments: [(line: Int, text: [UInt8])] = []
  private var plan: LogPlan?
  private var table: (source: String, cells: Int)?
  private var csv: [UInt8] = []
  private var lineShift = 0
  private(set) var facts = LogFacts()
  /// Whether any line contains text.
  private var hasText = false
  /// The possible error in the numbers of the first line without a sample.
  private var ambiguity: RowFault?

  /// What a line of a log must contain.
  static let lineHelp =
    "print one number or pair a line with its name, such as \"offset: 12.5\""

  init(_ options: ReadingOptions) { reader = LogReader(options) }

  /// Processes the next piece.
  mutating func take(_ bytes: UnsafeRawBufferPointer) throws(RowFault) {
    // Text contains no byte 0. The text before it is processed first, because it may contain an earlier error.
    let text = UnsafeRawBufferPointer(rebasing: bytes.prefix { $0 != 0 })
    try takeText(text)
    guard text.count < bytes.count else { return }
    throw RowFault(
      code: .nulByte, line: line + 1, column: partial.count + 1,
      message: "the file holds a byte 0, which text does not",
      help: "save the file as UTF-8; this may be UTF-16 or UTF-32, or no text at all")
  }

  private mutating func takeText(_ bytes: UnsafeRawBufferPointer) throws(RowFault) {
    var start = 0
    while let end = bytes[start...].firstIndex(of: 0x0A) {
      if partial.isEmpty {
        try takeLine(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      } else {
        partial.append(contentsOf: bytes[start..<end])
        try takePartialLine()
      }
      start = end + 1
    }
    partial.append(contentsOf: bytes[start...])
    try checkLength(partial.count)
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
    if !partial.isEmpty { try takePartialLine() }
    if plan == nil, table == nil { try settle() }
  }

  private mutating func takePartialLine() throws(RowFault) {
    var whole: [UInt8] = []
    swap(&whole, &partial)
    var fault: RowFault?
    whole.withUnsafeBytes { bytes in
      do throws(RowFault) { try takeLine(bytes) } catch { fault = error }
    }
    if let fault { throw fault }
    whole.removeAll(keepingCapacity: true)
    swap(&whole, &partial)
  }

  private func checkLength(_ count: Int) throws(RowFault) {
    guard count > Limit.rowBytes else { return }
    throw RowFault(
      code: .fieldTooLarge, line: line + 1, column: 1,
      message: "a line is longer than \(Limit.text(bytes: Limit.rowBytes))",
      help: "this may be no log")
  }

  private mutating func takeLine(_ bytes: UnsafeRawBufferPointer) throws(RowFault) {
    try checkLength(bytes.count)
    line += 1
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let bytes =
      line == 1 && bytes.starts(with: mark) ? UnsafeRawBufferPointer(rebasing: bytes[3...]) : bytes
    guard !Text.trimmed(bytes).isEmpty else { return }
    guard bytes.count <= Self.longestLine else {
      hasText = true
      facts.otherLines += 1
      return
    }
    if plan != nil { return try write(bytes, line) }
    let shape = reader.shape(of: bytes)
    if table != nil { return writeCells(bytes, shape.shape) }
    if let count = shape.shape.headerCount { return begin(table: bytes, shape.shape, count) }
    if shape.shape.isComment {
      let text = message(of: bytes, shape.shape)
      comments.append((line, Array(text)))
      waitingBytes += text.count + Self.overhead
    } else if let key = shape.key {
      hasText = true
      waiting.append((line, Array(bytes)))
      waitingBytes += bytes.count + Self.overhead
      if key.hasPrefix("n") { namedCount += 1 }
    } else {
      hasText = true
      facts.otherLines += 1
      ambiguity = ambiguity ?? Self.ambiguity(bytes, line, shape)
    }
    let isEnough = waiting.count >= Limit.columnSamples && namedCount >= Self.enoughNamed
    if isEnough || waitingBytes > Limit.rowBytes { try settle() }
  }

  /// Chooses the statement that prints the samples, and writes the waiting lines.
  private mutating func settle() throws(RowFault) {
    writeComments()
    let lineCount = facts.otherLines + waiting.count
    guard let plan = LogPlan(waiting.map(\.bytes), of: lineCount, &reader) else {
      guard hasText else { return }
      throw ambiguity
        ?? RowFault(
          code: .noKnownColumn, line: 1, column: nil,
          message: "no line of this log holds an offset",
          help: LogRows.lineHelp)
    }
    self.plan = plan
    facts.areStampsCoarse = plan.areStampsCoarse
    append(Array(plan.header.utf8))
    let rows = waiting
    waiting = []
    let first = rows.first { row in
      row.bytes.withUnsafeBytes { plan.takes(reader.shape(of: $0)) }
    }
    if let first {
      lineShift = first.line - 1 - written
      written += lineShift
    }
    for row in rows {
      var fault: RowFault?
      row.bytes.withUnsafeBytes { bytes in
        do throws(RowFault) { try write(bytes, row.line) } catch { fault = error }
      }
      if let fault { throw fault }
    }
  }

  private mutating func writeComments() {
    for comment in comments {
      while written + 1 < comment.line { append([]) }
      append(comment.text)
    }
    comments = []
    waitingBytes = 0
  }

  /// Begins a table with its header; earlier lines are not samples.
  private mutating func begin(table bytes: UnsafeRawBufferPointer, _ shape: LogShape, _ count: Int)
  {
    writeComments()
    facts.otherLines += waiting.count
    waiting = []
    table = (shape.source, count)
    while written + 1 < line { append([]) }
    append(Array(message(of: bytes, shape)))
  }

  /// Writes a message as a row of the table, if it is one.
  private mutating func writeCells(_ bytes: UnsafeRawBufferPointer, _ shape: LogShape) {
    let message = message(of: bytes, shape)
    guard let table, shape.source == table.source,
      Header.split(message, UInt8(ascii: ",")).count == table.cells
    else {
      if !shape.isComment { facts.otherLines += 1 }
      return
    }
    while written + 1 < line { append([]) }
    append(Array(message))
  }

  /// The part of a line after stamp, source and labels.
  private func message(
    of line: UnsafeRawBufferPointer, _ shape: LogShape
  ) -> UnsafeRawBufferPointer {
    let start = shape.message.map { reader.tokens[$0].range.lowerBound } ?? line.count
    return Text.trimmed(UnsafeRawBufferPointer(rebasing: line[start...]))
  }

  private mutating func append(_ bytes: [UInt8]) {
    csv += bytes
    csv.append(0x0A)
    written += 1
  }

  /// The error for a line whose numbers may have a decimal comma or thousands separators; nil for other lines.
  private static func ambiguity(
    _ bytes: UnsafeRawBufferPointer, _ line: Int, _ shape: LogReader.Shape
  ) -> RowFault? {
    let text = PrintedText.quoted(Text.trimmed(bytes))
    if shape.shape.hasThousands {
      return RowFault(
        code: .notANumber, line: line, column: nil,
        message: "\(text) may have a thousands separator",
        help: DecimalNumber.thousandsHelp + "; put a space behind a comma between two numbers")
    }
    guard shape.hasDecimalComma else { return nil }
    return RowFault(
      code: .decimalComma, line: line, column: nil, message: "\(text) may have a decimal comma",
      help: "write decimal points, as in 1.5, and a space behind a comma between numbers")
  }

  /// Writes a line as a row, if it is a sample.
  private mutating func write(
    _ bytes: UnsafeRawBufferPointer, _ line: Int
  ) throws(RowFault) {
    let shape = reader.shape(of: bytes)
    guard plan?.takes(shape) == true else {
      if !shape.shape.isComment { facts.otherLines += 1 }
      return
    }
    if let fault = Self.ambiguity(bytes, line, shape) { throw fault }
    while written + 1 < line { append([]) }
    plan?.write(bytes, shape, reader.tokens, to: &csv)
    facts.take(shape.shape.words)
    written += 1
  }
}

/// Determines the shapes of lines, with a cache for lines of the same statement.
struct LogReader {
  let names: LogNames
  private var splitter = LogTokens()
  private var skeleton: [UInt8] = []
  private var shapes: [[UInt8]: Shape] = [:]
  /// Maximum number of cached statements.
  private static let shapeCount = 256

  /// The shape of a line, and the key of its statement.
  struct Shape {
    var key: String?
    var shape: LogShape
    var hasDecimalComma: Bool { shape.hasDecimalComma }
  }

  init(_ options: ReadingOptions) { names = LogNames(options) }

  /// The tokens of the last line.
  var tokens: [LogToken] { splitter.tokens }

  /// The shape of a line.
  mutating func shape(of line: UnsafeRawBufferPointer) -> Shape {
    splitter.split(line)
    splitter.skeleton(of: line, into: &skeleton)
    if let known = shapes[skeleton] { return known }
    let shape = LogShape(splitter.tokens, line, names)
    let found = Shape(key: shape.key(names), shape: shape)
    if shapes.count == Self.shapeCount { shapes.removeAll(keepingCapacity: true) }
    shapes[skeleton] = found
    return found
  }

  mutating func key(of line: [UInt8]) -> String? { line.withUnsafeBytes { shape(of: $0).key } }
}
