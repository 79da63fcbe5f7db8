internal import ScrollRecordings

extension TraceParser {
  @inline(__always)
  mutating func consumeRowLine(_ bytes: UnsafeRawBufferPointer) throws(TraceError) {
    if lexer.isBetweenRows {
      if bytes.first == UInt8(ascii: "#") { return }
      if isEmptyCell(bytes) {
        emptyLines += 1
        return
      }
      loseEmptyLines()
      rowLine = line
      lexer.state.pointee.begin(line: line)
    } else {
      try checkRowLength(partialRow.count + bytes.count)
      lexer.state.pointee.goOn()
    }
    let understood = lexer.parse(bytes)
    if partialRow.isEmpty, lexer.isBetweenRows, understood == bytes.count {
      try checkRow(bytes)
    } else {
      partialRow.append(contentsOf: bytes)
      let row = partialRow
      try row.withBytes { row throws(TraceError) in
        // The rest of the bytes begins with the stray quote.
        if understood < bytes.count, lexer.state.pointee.fault == nil {
          brokenRow = Array(row)
          throw strayQuote(row, end: row.count - bytes.count + understood)
        }
        try checkRow(row)
      }
      if lexer.isBetweenRows { partialRow.removeAll(keepingCapacity: true) }
    }
  }

  /// Whether a blank line is an empty cell, which is only possible with a single column.
  private func isEmptyCell(_ bytes: UnsafeRawBufferPointer) -> Bool {
    source == nil && !lexer.isHeader && lexer.state.pointee.columnCount == 1
      && Text.trimmed(bytes).isEmpty
  }

  /// Counts blank lines between two samples as lost samples; blank lines at the start and the end do not count.
  private mutating func loseEmptyLines() {
    guard emptyLines > 0 else { return }
    defer { emptyLines = 0 }
    guard lexer.state.pointee.builder?.pointee.hasRows == true else { return }
    for _ in 0..<emptyLines { lexer.state.pointee.loseRow(0) }
  }

  /// Processes complete lines that are one row each; returns the number of processed bytes: all, or those up to the end
  /// of a row with a fault after which other recordings are read.
  mutating func consumeBlock(_ lines: UnsafeRawBufferPointer) throws(TraceError) -> Int {
    let state = lexer.state
    loseEmptyLines()
    state.pointee.begin(line: line + 1, plainLines: lines)
    let understood = lexer.parse(lines)
    guard let faultRow = state.pointee.faultRow else {
      line += state.pointee.rowCount
      state.pointee.begin(line: line)
      if understood < lines.count { throw rowTooLarge(line: line + 1) }
      return lines.count
    }
    line += faultRow + 1
    rowLine = line
    let row = UnquotedLines.line(faultRow, of: lines)
    // Continue as if libcsv had stopped here; the later callbacks did nothing.
    state.pointee.begin(line: line, rowCount: 1)
    try checkRow(UnsafeRawBufferPointer(rebasing: lines[row]))
    return row.upperBound
  }

  /// Handles what the callbacks found in a row, or in a line of it.
  @inline(__always)
  mutating func checkRow(_ row: UnsafeRawBufferPointer) throws(TraceError) {
    let state = lexer.state
    if state.pointee.rowCount > 1 {
      brokenRow = Array(row)
      throw mixedLineEnds()
    }
    if let fault = state.pointee.fault { try act(on: fault, in: row) }
    if lexer.isHeader, state.pointee.rowCount == 1 { try startRows(row) }
  }

  /// Abandons the recording with the fault if other recordings are read; else throws after completing the recording
  /// before it.
  private mutating func act(
    on fault: Fault, in row: UnsafeRawBufferPointer
  ) throws(TraceError) {
    let state = lexer.state
    // Files that were put one behind the other repeat the header.
    if fault.code == .notANumber, Text.trimmed(row).elementsEqual(header) {
      return state.pointee.forgetFault()
    }
    if fault.help == RowState.finerTimeHelp { return try startAgain(row, with: finerTime(in: row)) }
    if fault.help == RowState.textTimeHelp { return try startAgain(row, with: fault.field) }
    if !hasUnits, state.pointee.builder?.pointee.hasRows == false {
      let isUnits = fault.help == RowState.unitsHelp
      if isUnits || fault.help == RowState.cellUnitsHelp && partialRow.isEmpty {
        hasUnits = true
        state.pointee.forgetFault()
        state.pointee.addUnits(Header.split(row, lexer.delimiter.byte), areCells: !isUnits)
        try startRows(row)
        return isUnits ? () : try consumeRowLine(row)
      }
    }
    let error = located(fault, in: row, line: rowLine)
    guard state.pointee.builder?.pointee.plan.hasNames == true else { throw error }
    let name = state.pointee.name
    // A fault before the name of the row cannot be assigned to a recording, unless the row is complete.
    let isWhole = lexer.isBetweenRows && state.pointee.rowCount == 1
    if isWhole {
      do throws(Fault) {
        try state.pointee.builder?.pointee.finishTrace(before: name)
      } catch {
        throw located(error, in: row, line: rowLine)
      }
    }
    guard options.readsOnAfterFaults, isWhole else {
      brokenRow = Array(row)
      throw error
    }
    state.pointee.builder?.pointee.giveUp(name, error)
    state.pointee.forgetFault()
  }

  /// The column of the finer one of two times; nil if it is the one in use.
  private func finerTime(in row: UnsafeRawBufferPointer) -> Int? {
    guard let other = lexer.state.pointee.builder?.pointee.plan.finerTime else { return nil }
    let cells = Header.split(row, lexer.delimiter.byte)
    let isFiner =
      other < cells.count
      && cells[other].withUnsafeBytes { cell in
        DecimalNumber(cell).map { $0.fractionDigits != 0 || $0.value.magnitude >= 1e5 }
          ?? ISOTime(cell).map { $0.digits > 1 } ?? false
      }
    return isFiner ? other : nil
  }

  /// Reads the first row again, with another column as the time, or with the one in use.
  private mutating func startAgain(
    _ row: UnsafeRawBufferPointer, with other: Int?
  ) throws(TraceError) {
    guard var plan = lexer.state.pointee.builder?.pointee.plan else { return }
    lexer.state.pointee.forgetFault()
    plan.finerTime = nil
    if let other { plan.take(time: other, options) }
    do throws(Fault) {
      let filter = try RowFilter(options.conditions, names: plan.columns.map(\.name))
      try start(plan, filter, header: nil)
    } catch {
      throw located(error, in: row, line: rowLine)
    }
    try consumeRowLine(row)
  }

  private mutating func startRows(_ row: UnsafeRawBufferPointer) throws(TraceError) {
    do throws(Fault) {
      let scale = options.scale ?? metadata.metadata.scale
      if let known, source == nil, !hasUnits,
        known.isIn(row, delimiter: dialect.delimiter, scale: scale)
      {
        return try start(known.plan, known.filter, header: row)
      }
      let cells = lexer.state.pointee.headerCells
      let header = try Header.plan(cells: cells, options: options, metadata: metadata.metadata)
      let filter = try RowFilter(
        options.conditions, names: header.isData ? [] : header.plan.columns.map(\.name))
      dialect.hasHeader = !header.isData
      try start(header.plan, filter, header: header.isData ? nil : row)
      guard header.isData else {
        if source == nil, !hasUnits, stated == nil, FileStart.isHeader(Text.trimmed(row), options) {
          known = KnownHeader(
            row, delimiter: dialect.delimiter, scale: scale, plan: header.plan, filter: filter)
        }
        return
      }
      lexer.state.pointee.takeHeaderAsRow()
      if let fault = lexer.state.pointee.fault { throw fault }
    } catch {
      throw located(error, in: row, line: rowLine)
    }
  }

  private mutating func start(
    _ plan: ColumnPlan, _ filter: RowFilter, header: UnsafeRawBufferPointer?
  ) throws(Fault) {
    if plan.hasNames { try metadata.checkShared() }
    if let header, !hasUnits { self.header = Array(Text.trimmed(header)) }
    var plan = plan
    for column in filter.columns { plan.columns[column].isCondition = true }
    lexer.start(
      TraceBuilder(
        path: path, options: options, plan: plan, metadata: metadata.metadata, dialect: dialect),
      filter)
    lexer.state.pointee.builder?.pointee.log = source?.logFacts
  }
}
