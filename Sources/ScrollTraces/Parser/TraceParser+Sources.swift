extension TraceParser {
  /// Processes a piece. At the start of the file it may not be enough to detect the format.
  mutating func take(_ bytes: UnsafeRawBufferPointer) throws(TraceError) {
    guard var start = lead else { return try takeKnown(bytes) }
    if start.isEmpty, let verdict = FileStart.look(at: bytes, isEnd: false, options, known: known) {
      try settle(verdict, bytes)
      return try takeKnown(bytes)
    }
    start.append(contentsOf: bytes)
    lead = start
    // Not after each byte, because every test examines all of them.
    guard start.count >= nextLook else { return }
    nextLook = min(2 * start.count, FileStart.reach)
    try lookAtLead(isEnd: false)
  }

  /// Examines the waiting bytes, and processes them if they determine the format.
  mutating func lookAtLead(isEnd: Bool) throws(TraceError) {
    guard let start = lead else { return }
    let verdict = start.withUnsafeBytes {
      FileStart.look(at: $0, isEnd: isEnd, options, known: known)
    }
    guard let verdict else { return }
    try start.withBytes { bytes throws(TraceError) in
      try settle(verdict, bytes)
      try takeKnown(bytes)
    }
  }

  private mutating func settle(
    _ verdict: FileStart.Verdict, _ start: UnsafeRawBufferPointer
  ) throws(TraceError) {
    lead = nil
    switch verdict {
    case .kind(let kind):
      if case .csv = kind, options.delimiter == nil {
        firstRows = UnnamedColumns.rows(start)
        if firstRows.isEmpty { firstRows = UnknownColumns.rows(start, options, known) }
      }
      source = RowSource(kind, path: path, options)
      if case .titled(let count) = kind { titleLines = count }
    case .foreign(let file):
      throw TraceError(
        file.code, path: path, message: "this is \(file.what), not a recording",
        help: withPath(file.help(path: path)))
    }
  }

  private mutating func takeKnown(_ bytes: UnsafeRawBufferPointer) throws(TraceError) {
    guard source != nil else { return try consume(bytes) }
    try consumeRows { source throws(RowFault) in try source.take(bytes) }
  }

  /// Processes the end of a file that is converted to rows.
  mutating func finishRows() throws(TraceError) {
    guard source != nil else { return }
    try consumeRows { source throws(RowFault) in try source.finish() }
    lexer.state.pointee.builder?.pointee.log = source?.logFacts
    lexer.state.pointee.builder?.pointee.lateNames = source?.lateKeys ?? []
  }

  /// Parses the rows of the source, including those before a fault.
  private mutating func consumeRows(
    _ read: (inout RowSource) throws(RowFault) -> Void
  ) throws(TraceError) {
    guard var rows = source else { return }
    source = nil
    var fault: RowFault?
    do throws(RowFault) { try read(&rows) } catch { fault = error }
    let csv = rows.takeRows()
    if rows.isJSON, firstRows.isEmpty, lexer.isHeader {
      firstRows = csv.withUnsafeBytes { UnknownColumns.rows($0, options) }
    }
    line += rows.takeLineShift()
    source = rows
    try csv.withBytes { bytes throws(TraceError) in try consume(bytes) }
    guard let fault else { return }
    throw TraceError(
      fault.code, path: path, line: fault.line, column: fault.column, message: fault.message,
      help: withPath(fault.help))
  }
}
