#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Makes recordings of the bytes of a file, which come in pieces of any size.
///
/// Call `feed` with each piece and `finish` at the end, and after each of them `takeTraces`, also
/// when it threw: the recordings before an error are good. After an error nothing more can be read.
///
/// libcsv gets whole lines, which is how lines are counted, comments passed over, and results the
/// same for all sizes of pieces.
public struct TraceParser: ~Copyable {
  let path: String
  private let options: ReadingOptions
  var lexer = RowLexer()

  /// The bytes of a line whose end has not come.
  var partialLine: [UInt8] = []
  /// The bytes of a row that quotes carry over the end of its line.
  private var partialRow: [UInt8] = []
  var rowLine = 0

  var line = 0
  private var lineEnd: UInt8?
  var lineEndByte: UInt8 { lineEnd ?? 0x0A }
  private var searched = 0
  private var dialect = Dialect()
  private var metadata = MetadataReader()
  private var headerLine = 0
  private var isInPreamble = true
  private var failure: TraceError?

  /// Makes a parser; `path` is the name of the file in errors and recordings.
  public init(path: String, options: ReadingOptions = ReadingOptions()) {
    self.path = path
    self.options = options
  }

  /// Takes the next piece.
  public mutating func feed(_ bytes: UnsafeRawBufferPointer) throws(TraceError) {
    if let failure { throw failure }
    do throws(TraceError) {
      try consume(bytes)
    } catch {
      failure = error
      throw error
    }
  }

  /// Takes the end of the file.
  public mutating func finish() throws(TraceError) {
    if let failure { throw failure }
    do throws(TraceError) {
      try consumeEnd()
    } catch {
      failure = error
      throw error
    }
  }

  /// Hands over the recordings that are complete; with ``ReadingOptions/readsOnAfterFaults`` see ``takeResults()``.
  public mutating func takeTraces() -> [Trace] { takeResults().compactMap { try? $0.get() } }

  /// Hands over the recordings that are complete, and the faults of those that were given up, in their order.
  public mutating func takeResults() -> [Result<Trace, TraceError>] {
    guard let completed = lexer.state.pointee.builder?.completed, !completed.isEmpty else {
      return []
    }
    lexer.state.pointee.builder?.completed = []
    return completed
  }

  // MARK: - Lines

  private mutating func consume(_ bytes: UnsafeRawBufferPointer) throws(TraceError) {
    // Text has no byte 0: what stands before it is read, and may have an earlier fault.
    let nul = bytes.firstIndex(of: 0)
    let text = UnsafeRawBufferPointer(rebasing: bytes[..<(nul ?? bytes.count)])
    if lineEnd != nil {
      try consumeLines(text)
    } else {
      partialLine.append(contentsOf: text)
      if findLineEnd(isLast: false) { try consumePartialLines() }
      try checkLength(partialLine.count)
    }
    if nul != nil { throw nulByte() }
  }

  /// Looks at the first line end, which sets that of the file.
  private mutating func findLineEnd(isLast: Bool) -> Bool {
    guard let index = partialLine[searched...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D })
    else {
      searched = partialLine.count
      return false
    }
    searched = index
    if partialLine[index] == 0x0A {
      dialect.lineEnding = .lf
    } else if index + 1 < partialLine.count {
      dialect.lineEnding = partialLine[index + 1] == 0x0A ? .crlf : .cr
    } else if isLast {
      dialect.lineEnding = .cr
    } else {
      return false
    }
    lineEnd = dialect.lineEnding == .cr ? 0x0D : 0x0A
    return true
  }

  /// Takes the lines in `partialLine` and leaves the last one in it, if it has no end.
  private mutating func consumePartialLines() throws(TraceError) {
    let buffered = partialLine
    partialLine = []
    try buffered.withBytes { bytes throws(TraceError) in try consumeLines(bytes) }
  }

  private mutating func consumeLines(_ bytes: UnsafeRawBufferPointer) throws(TraceError) {
    guard let base = bytes.baseAddress, let lineEnd else { return }
    var position = 0
    while position < bytes.count,
      let end = memchr(base + position, Int32(lineEnd), bytes.count - position)
    {
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
      }
    }
    partialLine.append(contentsOf: bytes[position...])
    try checkLength(partialLine.count)
  }

  private func checkLength(_ count: Int) throws(TraceError) {
    guard count > Limit.rowBytes else { return }
    throw rowTooLarge(line: line + 1)
  }

  private mutating func consumeLine(_ bytes: UnsafeRawBufferPointer) throws(TraceError) {
    try checkLength(bytes.count)
    line += 1
    if isInPreamble {
      try consumePreambleLine(line == 1 ? withoutByteOrderMark(bytes) : bytes)
    } else {
      try consumeRowLine(bytes)
    }
  }

  private mutating func consumeEnd() throws(TraceError) {
    if lineEnd == nil, findLineEnd(isLast: true) { try consumePartialLines() }
    if !partialLine.isEmpty {
      let last = partialLine
      partialLine = []
      try last.withBytes { bytes throws(TraceError) in try consumeLine(bytes) }
    }
    if isInPreamble {
      throw TraceError(
        .empty, path: path,
        message: metadata.metadata == Metadata()
          ? "the file is empty" : "the file holds comments and nothing else",
        help: "a recording has a header, such as \"t_s,offset_y_pt\", and rows of numbers")
    }
    let isComplete = lexer.finish()
    try partialRow.withBytes { bytes throws(TraceError) in
      if !isComplete { throw unterminatedQuote(bytes) }
      try checkRow(bytes)
    }
    if lexer.state.pointee.builder.map({ !$0.hasRows }) ?? true {
      throw TraceError(
        .headerOnly, path: path, line: headerLine, message: "no row follows the header",
        help: "a recording has one row a sample")
    }
    do throws(Fault) {
      try lexer.state.pointee.builder?.finishTrace()
    } catch {
      throw located(error, in: UnsafeRawBufferPointer(start: nil, count: 0), line: nil)
    }
  }

  // MARK: - Above the header

  private mutating func withoutByteOrderMark(
    _ bytes: UnsafeRawBufferPointer
  ) throws(TraceError) -> UnsafeRawBufferPointer {
    if hasUTF16Mark(bytes) { throw utf16() }
    guard bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { return bytes }
    dialect.hasByteOrderMark = true
    return UnsafeRawBufferPointer(rebasing: bytes[3...])
  }

  private mutating func consumePreambleLine(
    _ bytes: UnsafeRawBufferPointer
  ) throws(TraceError) {
    let text = Text.trimmed(bytes)
    guard let first = text.first else { return }
    guard first == UInt8(ascii: "#") else {
      isInPreamble = false
      headerLine = line
      dialect.delimiter = options.delimiter ?? Header.delimiter(of: bytes)
      lexer.setDelimiter(dialect.delimiter)
      return try consumeRowLine(bytes)
    }
    do throws(Fault) {
      try metadata.add(text)
    } catch {
      let indent = bytes.firstIndex(of: first) ?? 0
      throw TraceError(
        error.code, path: path, line: line, column: indent + (error.field ?? 0) + 1,
        message: error.message, help: error.help)
    }
  }

  // MARK: - Rows

  @inline(__always)
  private mutating func consumeRowLine(_ bytes: UnsafeRawBufferPointer) throws(TraceError) {
    if lexer.isBetweenRows {
      if bytes.first == UInt8(ascii: "#") { return }
      rowLine = line
      lexer.state.pointee.line = line
    } else {
      try checkRowLength(partialRow.count + bytes.count)
    }
    lexer.state.pointee.rowsInLine = 0
    let understood = lexer.parse(bytes)
    if partialRow.isEmpty, lexer.isBetweenRows, understood == bytes.count {
      try checkRow(bytes)
    } else {
      partialRow.append(contentsOf: bytes)
      let row = partialRow
      try row.withBytes { row throws(TraceError) in
        // What is left of the quote comes first.
        if understood < bytes.count, lexer.state.pointee.fault == nil {
          throw strayQuote(row, end: row.count - bytes.count + understood)
        }
        try checkRow(row)
      }
      if lexer.isBetweenRows { partialRow.removeAll(keepingCapacity: true) }
    }
  }

  /// Acts on what the callbacks found in a row, or in a line of it.
  @inline(__always)
  private mutating func checkRow(_ row: UnsafeRawBufferPointer) throws(TraceError) {
    let state = lexer.state
    if state.pointee.rowsInLine > 1 { throw mixedLineEnds() }
    if let fault = state.pointee.fault { try act(on: fault, in: row) }
    if lexer.isHeader, state.pointee.rowsInLine == 1 { try startRows(row) }
  }

  /// Gives up the recording with the fault where others may be read on; else throws, when the recording before it
  /// is complete.
  private mutating func act(
    on fault: Fault, in row: UnsafeRawBufferPointer
  ) throws(TraceError) {
    let state = lexer.state
    let error = located(fault, in: row, line: rowLine)
    guard state.pointee.builder?.plan.hasNames == true else { throw error }
    let name = state.pointee.name
    // A field in the row before its name has not come is of nobody; the row has its end, though.
    let isWhole = lexer.isBetweenRows && state.pointee.rowsInLine == 1
    if isWhole {
      do throws(Fault) {
        try state.pointee.builder?.finishTrace(before: name)
      } catch {
        throw located(error, in: row, line: rowLine)
      }
    }
    guard options.readsOnAfterFaults, isWhole else { throw error }
    state.pointee.builder?.giveUp(name, error)
    state.pointee.fault = nil
  }

  private mutating func startRows(_ row: UnsafeRawBufferPointer) throws(TraceError) {
    do throws(Fault) {
      let cells = lexer.state.pointee.headerCells
      let metadata = metadata.metadata
      let header = try Header.plan(cells: cells, options: options, metadata: metadata)
      dialect.hasHeader = !header.isData
      lexer.start(
        TraceBuilder(
          path: path, options: options, plan: header.plan, metadata: metadata, dialect: dialect))
      guard header.isData, let cell = cells.first else { return }
      cell.withUnsafeBytes { lexer.state.pointee.takeField($0) }
      lexer.state.pointee.takeRow()
      // It is the one that was counted as the header.
      lexer.state.pointee.rowsInLine = 1
      if let fault = lexer.state.pointee.fault { throw fault }
    } catch {
      throw located(error, in: row, line: rowLine)
    }
  }
}
