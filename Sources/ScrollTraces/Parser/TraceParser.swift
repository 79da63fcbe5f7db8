#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif
public import ScrollRecordings

/// Parses recordings from the bytes of a file, which are passed in pieces of any size.
///
/// Call `feed` with each piece and `finish` at the end, and `takeTraces` after each of them, also if it threw: the
/// recordings before an error are valid. After an error nothing more can be parsed.
///
/// libcsv gets complete lines, so that lines can be counted and comments skipped, and the result does not depend on the
/// size of the pieces.
public struct TraceParser: ~Copyable {
  private(set) var path: String
  let options: ReadingOptions
  var lexer = RowLexer()

  /// The bytes of an incomplete line.
  var partialLine: [UInt8] = []
  /// The bytes of a row that quotes extend over several lines.
  var partialRow: [UInt8] = []
  var rowLine = 0
  /// The number of blank lines since the last row, which are lost samples if another row follows.
  var emptyLines = 0

  var line = 0
  private var lineEnd: UInt8?
  var lineEndByte: UInt8 { lineEnd ?? 0x0A }
  private var searched = 0
  var dialect = Dialect()
  private(set) var metadata = MetadataReader()
  private(set) var headerLine = 0
  /// The line of a comment with the names of columns.
  private(set) var commentedHeader: Int?
  /// The number of lines above the header, not counting comments.
  var titleLines = 0
  /// The header as in the file; empty if there is none.
  var header: [UInt8] = []
  /// Whether units of a row below the header are part of it.
  var hasUnits = false
  /// The header of the last file that had one, which `reset` keeps.
  var known: KnownHeader?
  /// The delimiter stated in a line of Excel above the header.
  private(set) var stated: Delimiter?
  private var isInPreamble = true
  private var failure: TraceError?
  /// Converts JSON or a log to rows; nil for CSV.
  var source: RowSource?
  /// The start of the file, until its format is known; then nil.
  var lead: [UInt8]? = []
  /// The length of the start at which it is examined again.
  var nextLook = 1
  /// The first lines of a table that begins with a number.
  var firstRows: [[UInt8]] = []
  /// The part of the row with the error that was read.
  var brokenRow: [UInt8] = []

  /// Creates a parser; `path` is the name of the file in errors and recordings.
  public init(path: String, options: ReadingOptions = ReadingOptions()) {
    self.path = path
    self.options = options
  }

  /// Starts another file; memory is reused.
  mutating func reset(path: String) {
    self.path = path
    lexer.reset()
    partialLine.removeAll(keepingCapacity: true)
    partialRow.removeAll(keepingCapacity: true)
    rowLine = 0
    emptyLines = 0
    line = 0
    lineEnd = nil
    searched = 0
    dialect = Dialect()
    stated = nil
    metadata = MetadataReader()
    headerLine = 0
    commentedHeader = nil
    titleLines = 0
    header = []
    hasUnits = false
    isInPreamble = true
    failure = nil
    brokenRow = []
    firstRows = []
    source = nil
    lead = []
    nextLook = 1
  }

  /// Processes the next piece.
  public mutating func feed(_ bytes: UnsafeRawBufferPointer) throws(TraceError) {
    if let failure { throw failure }
    do throws(TraceError) {
      try take(bytes)
    } catch {
      throw end(by: error)
    }
  }

  /// Processes the end of the file.
  public mutating func finish() throws(TraceError) {
    if let failure { throw failure }
    do throws(TraceError) {
      try lookAtLead(isEnd: true)
      try finishRows()
      try consumeEnd()
    } catch {
      throw end(by: error)
    }
  }

  /// Ends the reading before the end of the file; complete recordings can still be taken.
  ///
  /// - Returns: the error, with the lost recording if the file contains several.
  mutating func end(by error: TraceError) -> TraceError {
    var error = failure ?? withLoss(error)
    // A position in the converted rows is not one of the file; the header corresponds to the first object or line.
    if source != nil, error.code != .brokenJSON {
      error.column = nil
      error.line = error.line.map { max($0, 1) }
    }
    failure = error
    return error
  }

  /// Returns the complete recordings; with ``ReadingOptions/readsOnAfterFaults`` see ``takeResults()``.
  public mutating func takeTraces() -> [Trace] { takeResults().compactMap { try? $0.get() } }

  /// Returns the complete recordings and the faults of abandoned ones, in order.
  public mutating func takeResults() -> [Result<Trace, TraceError>] {
    var results: [Result<Trace, TraceError>] = []
    takeResults(into: &results)
    return results
  }

  /// Moves them to `results`, which must be empty and whose memory is reused for the next ones.
  mutating func takeResults(into results: inout [Result<Trace, TraceError>]) {
    guard lexer.state.pointee.builder?.pointee.completed.isEmpty == false else { return }
    swap(&results, &lexer.state.pointee.builder!.pointee.completed)
  }

  // MARK: - Lines

  mutating func consume(_ bytes: UnsafeRawBufferPointer) throws(TraceError) {
    guard let base = bytes.baseAddress else { return }
    // Text contains no byte 0. The text before it is processed first, because it may contain an earlier error.
    let nul = memchr(base, 0, bytes.count).map { base.distance(to: UnsafeRawPointer($0)) }
    let text = UnsafeRawBufferPointer(rebasing: bytes[..<(nul ?? bytes.count)])
    if lineEnd != nil || (partialLine.isEmpty && findLineEnd(in: text, isLast: false)) {
      try consumeLines(text)
    } else {
      partialLine.append(contentsOf: text)
      if findLineEndInPartialLine(isLast: false) { try consumePartialLines() }
      try checkLength(partialLine.count)
    }
    if nul != nil { throw nulByte() }
  }

  private mutating func findLineEndInPartialLine(isLast: Bool) -> Bool {
    let line = partialLine
    return line.withUnsafeBytes { findLineEnd(in: $0, isLast: isLast) }
  }

  /// Finds the first line end, which determines that of the file; bytes that were already searched are skipped.
  private mutating func findLineEnd(in text: UnsafeRawBufferPointer, isLast: Bool) -> Bool {
    guard let index = text[searched...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D })
    else {
      searched = text.count
      return false
    }
    searched = index
    if text[index] == 0x0A {
      dialect.lineEnding = .lf
    } else if index + 1 < text.count {
      dialect.lineEnding = text[index + 1] == 0x0A ? .crlf : .cr
    } else if isLast {
      dialect.lineEnding = .cr
    } else {
      return false
    }
    lineEnd = dialect.lineEnding == .cr ? 0x0D : 0x0A
    return true
  }

  /// Processes the lines in `partialLine`, and keeps the last one if it is incomplete.
  private mutating func consumePartialLines() throws(TraceError) {
    let buffered = partialLine
    partialLine = []
    try buffered.withBytes { bytes throws(TraceError) in try consumeLines(bytes) }
  }

  private mutating func consumeLines(_ bytes: UnsafeRawBufferPointer) throws(TraceError) {
    guard let base = bytes.baseAddress, let lineEnd else { return }
    var position = 0
    var carefulEnd = 0
    while position < bytes.count {
      if lineEnd == 0x0A, position >= carefulEnd, partialLine.isEmpty, lexer.takesBlocks {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[position...])
        let count = UnquotedLines.prefix(of: rest, delimiter: lexer.delimiter.byte)
        if count > 0 {
          carefulEnd = position + count
          position += try consumeBlock(UnsafeRawBufferPointer(rebasing: rest[..<count]))
          continue
        }
      }
      guard let end = memchr(base + position, Int32(lineEnd), bytes.count - position) else { break }
      let next = base.distance(to: UnsafeRawPointer(end)) + 1
      let piece = UnsafeRawBufferPointer(rebasing: bytes[position..<next])
      position = next
      if partialLine.isEmpty {
        try consumeLine(piece)
      } else {
        partialLine.append(contentsOf: piece)
        var whole: [UInt8] = []
        swap(&whole, &partialLine)
        try whole.withBytes { bytes throws(TraceError) in try consumeLine(bytes) }
        whole.removeAll(keepingCapacity: true)
        swap(&whole, &partialLine)
      }
    }
    partialLine.append(contentsOf: bytes[position...])
    try checkLength(partialLine.count)
  }

  private func checkLength(_ count: Int) throws(TraceError) {
    guard count > Limit.rowBytes else { return }
    throw rowTooLarge(line: line + 1)
  }

  mutating func consumeLine(_ bytes: UnsafeRawBufferPointer) throws(TraceError) {
    if bytes.count > Limit.rowBytes { brokenRow = Array(bytes) }
    try checkLength(bytes.count)
    line += 1
    if isInPreamble {
      try consumePreambleLine(line == 1 ? withoutByteOrderMark(bytes) : bytes)
    } else {
      try consumeRowLine(bytes)
    }
  }

  private mutating func consumeEnd() throws(TraceError) {
    if lineEnd == nil, findLineEndInPartialLine(isLast: true) { try consumePartialLines() }
    if !partialLine.isEmpty {
      let last = partialLine
      partialLine = []
      try last.withBytes { bytes throws(TraceError) in try consumeLine(bytes) }
    }
    if isInPreamble { throw noHeader() }
    let isComplete = lexer.finish()
    try partialRow.withBytes { bytes throws(TraceError) in
      if !isComplete { throw unterminatedQuote(bytes) }
      try checkRow(bytes)
    }
    if lexer.state.pointee.builder.map({ !$0.pointee.hasRows }) ?? true {
      if lexer.state.pointee.filter.hasPassedOver { throw nothingChosen() }
      throw TraceError(
        .headerOnly, path: path, line: headerLine, message: "no row follows the header",
        help: "a recording has one row a sample")
    }
    do throws(Fault) {
      try lexer.state.pointee.builder?.pointee.finishOrReport()
    } catch {
      throw located(error, in: UnsafeRawBufferPointer(start: nil, count: 0), line: nil)
    }
  }

  // MARK: - Above the header

  private mutating func withoutByteOrderMark(
    _ bytes: UnsafeRawBufferPointer
  ) throws(TraceError) -> UnsafeRawBufferPointer {
    if hasUTF16Mark(bytes) { throw utf16() }
    let text = Text.withoutMark(bytes)
    dialect.hasByteOrderMark = text.count < bytes.count
    return text
  }

  private func delimiter(of header: UnsafeRawBufferPointer) -> Delimiter {
    if let known, known.isIn(header) { return known.delimiter }
    return Header.delimiter(of: header)
  }

  private mutating func consumePreambleLine(
    _ bytes: UnsafeRawBufferPointer
  ) throws(TraceError) {
    let text = Text.trimmed(bytes)
    guard let first = text.first else { return }
    guard first == UInt8(ascii: "#") else {
      if titleLines > 0 {
        titleLines -= 1
        return takeRate(ofTitle: text)
      }
      if source == nil, stated == nil, let delimiter = Header.statedDelimiter(bytes) {
        stated = delimiter
        return
      }
      isInPreamble = false
      headerLine = line
      dialect.delimiter =
        source != nil ? .comma : options.delimiter ?? stated ?? delimiter(of: bytes)
      dialect.isJSON = source?.isJSON == true
      lexer.setDelimiter(dialect.delimiter)
      return try consumeRowLine(bytes)
    }
    if Header.names(UnsafeRawBufferPointer(rebasing: text.dropFirst())) { commentedHeader = line }
    do throws(Fault) {
      try metadata.add(text)
    } catch {
      let indent = bytes.firstIndex(of: first) ?? 0
      throw TraceError(
        error.code, path: path, line: line, column: indent + (error.field ?? 0) + 1,
        message: error.message, help: error.help + repair(of: error, in: text, line: line))
    }
  }

  /// Takes a title that states the rate, such as `FPS: 30` or `Refresh rate,120 Hz`, for a comment.
  private mutating func takeRate(ofTitle title: UnsafeRawBufferPointer) {
    guard let mark = title.firstIndex(where: { ":=,;\t".utf8.contains($0) }) else { return }
    let key = String(decoding: title[..<mark], as: UTF8.self)
    let value = Text.trimmed(UnsafeRawBufferPointer(rebasing: title[(mark + 1)...]))
    guard MetadataKey.isRate(key) else { return }
    // A spreadsheet fills the row with empty cells.
    let number = value.prefix { !",;\t".utf8.contains($0) }
    let comment = Array("# \(key): ".utf8) + number
    comment.withUnsafeBytes { try? metadata.add($0) }
  }
}
