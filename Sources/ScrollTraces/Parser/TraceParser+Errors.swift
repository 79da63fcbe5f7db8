internal import ScrollRecordings

extension TraceParser {
  /// The error for a file without a header. Several comments may be the lines of a log; metadata are few.
  func noHeader() -> TraceError {
    let comments = metadata.metadata
    let isLog = comments.comments.count > 1 || comments.entries.count > 8
    return TraceError(
      .empty, path: path,
      message: comments == Metadata()
        ? "the file is empty" : "the file holds comments and nothing else",
      help: "a recording has a header, such as \"t_s,offset_y_pt\", and rows of numbers"
        + (isLog
          ? withPath("; of a log of such lines, type sed 's/^#*//' FILE | scrollfit --log -") : ""))
  }

  /// Adds the position of a fault: that of its field, or of the first field of the row.
  func located(
    _ fault: Fault, in row: UnsafeRawBufferPointer, line rowLine: Int?
  ) -> TraceError {
    guard let rowLine else {
      let repair = fault.code == .decimalComma ? repair(of: fault, in: row, line: 0) : ""
      return TraceError(
        fault.code, path: path, message: fault.message, help: withPath(fault.help + repair))
    }
    let place = location(ofField: fault.field ?? 0, in: row)
    var help = helpWithColumns(fault, row, rowLine) ?? fault.help
    if fault.code == .raggedRow, lexer.delimiter == .comma, hasOnlyIntegers(row) {
      help = "if 1,5 is one number, write it as 1.5, or separate the columns with semicolons"
    }
    if fault.code == .noHeader, isPrintedList(row) {
      help =
        "if these are a time and an offset, or x and y, as a program prints them, type"
        + " scrollfit --log \(PrintedText.argument(path)); else name the columns in a row above,"
        + " such as \"t_s,offset_y_pt\""
    }
    if fault.code == .noHeader, let line = commentedHeader {
      help = "take the '#' from the header: sed '\(line)s/^# *//' FILE | scrollfit fit -"
    }
    if fault.code == .noHeader, let named = UnnamedColumns.help(firstRows, lexer.delimiter) {
      help = named
    }
    if fault.code == .notANumber, source?.logFacts == nil, isPoint(fault, in: row) {
      help =
        "to read it as a point, take the rows for a log: "
        + (source == nil
          ? "sed 1,\(headerLine)d FILE" : "jq -c 'if type == \"array\" then .[] else . end' FILE")
        + " | scrollfit --log -"
    }
    if fault.help == RowState.timeCodeHelp, let field = fault.field {
      let mark = String(UnicodeScalar(lexer.delimiter.byte))
      let awk = source == nil ? "awk -F '\(mark)' -v OFS='\(mark)'" : "awk"
      help = TimeCode.help(awk, cell: field + 1, "fit")
    }
    if fault.code == .notANumber { help = lineHelp(row) ?? help }
    return TraceError(
      fault.code, path: path, line: rowLine + place.line, column: place.column,
      message: fault.message, help: withPath(help + repair(of: fault, in: row, line: rowLine)))
  }

  /// What to do with a line that is no row of numbers; nil for a row.
  private func lineHelp(_ row: UnsafeRawBufferPointer) -> String? {
    if header.starts(with: "INSERT INTO".utf8), header.contains(UInt8(ascii: "(")) {
      return
        "take the names and the values out of the statements: awk -F '[()]' 'NR == 1 { print $2 }"
        + " { print $4 }' FILE | tr -d \"'\" | scrollfit fit -"
    }
    return isProse(row) || isRemark(row)
      ? "put '#' in front of a line that holds no sample, or remove it" : nil
  }

  /// What to type for a header, where that depends on its columns and the first rows; nil for other faults.
  private func helpWithColumns(
    _ fault: Fault, _ row: UnsafeRawBufferPointer, _ rowLine: Int
  ) -> String? {
    let names = names(row)
    let mark = String(UnicodeScalar(lexer.delimiter.byte))
    switch fault.code {
    case .noKnownColumn:
      if source?.isJSON == true, let step = stepHelp(names) { return step }
      if source == nil, let items = UnknownColumns.items(firstRows, lexer.delimiter) {
        return items.tableHelp(lexer.delimiter)
      }
      return fault.isGeneral
        ? UnknownColumns.help(firstRows, lexer.delimiter, isJSON: source != nil) : nil
    case .needsScale where source == nil && path != "-":
      guard let column = names.firstIndex(where: { MetadataKey.meant(by: $0) == .scale }) else {
        return nil
      }
      return
        "if \(PrintedText.named(names[column])) is the pixels in a point, type scrollfit fit --scale"
        + " \"$(awk -F '\(mark)' 'NR == \(rowLine + 1) { print $\(column + 1) }' FILE)\" FILE"
    case .ambiguousColumn where source == nil:
      guard let field = fault.field, field < names.count,
        let time = TimeParts(part: names[field], in: names)
      else { return nil }
      return fault.help + "; " + time.tableHelp(names, lexer.delimiter)
    default: return nil
    }
  }

  /// Whether the cell of a fault is a point as programs print it: `Offset(0.0, 12.5)`, `{x: 0, y: 12.5}`.
  private func isPoint(_ fault: Fault, in row: UnsafeRawBufferPointer) -> Bool {
    let cells = Header.split(row, lexer.delimiter.byte)
    guard let field = fault.field, field < cells.count else { return false }
    let cell = cells[field]
    // A comma inside a point may have divided it; a colour of a terminal has a bracket, too.
    return !cell.contains(0x1B) && cell.contains { "({[".utf8.contains($0) }
      && (cell.contains(0x2C) || !cell.contains { ")}]".utf8.contains($0) })
  }

  /// Whether a row is one text where the header has several columns.
  func isProse(_ row: UnsafeRawBufferPointer) -> Bool {
    (lexer.state.pointee.builder?.pointee.plan.columns.count ?? 0) > 1
      && !row.contains(lexer.delimiter.byte)
  }

  /// Whether a row begins with a word where the time belongs: `Average,12.5`.
  func isRemark(_ row: UnsafeRawBufferPointer) -> Bool {
    guard source == nil, let plan = lexer.state.pointee.builder?.pointee.plan,
      let slot = plan.timeSlot, plan.numeric[slot] == 0,
      let cell = Header.split(row, lexer.delimiter.byte).first
    else { return false }
    return cell.count > 2 && cell.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 == 0x20 }
      && !header.starts(with: cell)
  }

  /// A help whose command has the path of this file in place of FILE.
  func withPath(_ help: String) -> String {
    TypedCommand.named(source?.help(help) ?? help, path: path)
  }

  /// Whether a row is two or three numbers separated by commas and spaces, as in a log.
  func isPrintedList(_ row: UnsafeRawBufferPointer) -> Bool {
    let commas = row.indices.filter { row[$0] == UInt8(ascii: ",") }
    return lexer.delimiter == .comma && (1...2).contains(commas.count)
      && commas.allSatisfy { $0 + 1 < row.count && row[$0 + 1] == 0x20 }
  }

  private func location(ofField field: Int, in row: UnsafeRawBufferPointer) -> FieldLocation {
    FieldLocation(
      ofField: field, in: row, delimiter: lexer.delimiter.byte,
      lineEnd: lineEndByte)
  }

  /// Whether a row with surplus commas could consist of numbers with decimal commas.
  private func hasOnlyIntegers(_ row: UnsafeRawBufferPointer) -> Bool {
    row.contains(UInt8(ascii: ","))
      && row.allSatisfy {
        switch $0 {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ","), UInt8(ascii: "-"),
          UInt8(ascii: "+"), 0x20, 0x0D, 0x0A:
          true
        default: false
        }
      }
  }

  /// The error for a quote inside an unquoted field; `end` is the first invalid byte.
  func strayQuote(_ row: UnsafeRawBufferPointer, end: Int) -> TraceError {
    let place = location(ofField: lexer.state.pointee.field, in: row)
    let field = row[min(place.offset, end)..<min(end + 1, row.count)]
    // As R prints a data frame: `structure(list(t = c(0, 0.016)`.
    let arrays =
      ToolText.arrayHelp(row) ?? ColumnArrays.help(String(decoding: row.prefix(256), as: UTF8.self))
    return TraceError(
      .strayQuote, path: path, line: rowLine + place.line, column: place.column,
      message: "a quote does not enclose its field: \(PrintedText.quoted(field))",
      help: arrays.map { withPath($0) }
        ?? "remove the quote, or enclose the field and double the quotes inside it")
  }

  /// The error for a quoted field without an end.
  func unterminatedQuote(_ row: UnsafeRawBufferPointer) -> TraceError {
    let place = location(ofField: lexer.state.pointee.field, in: row)
    return TraceError(
      .unterminatedQuote, path: path, line: rowLine + place.line, column: place.column,
      message: "the quote that opens here is never closed",
      help: "close the quote, or remove it")
  }

  func mixedLineEnds() -> TraceError {
    TraceError(
      .mixedLineEnds, path: path, line: line, column: 1,
      message: "carriage returns divide this line into several rows",
      help: "save the file with one kind of line end")
  }

  func rowTooLarge(line: Int) -> TraceError {
    TraceError(
      .fieldTooLarge, path: path, line: line, column: 1,
      message: "a row is longer than \(Limit.text(bytes: Limit.rowBytes))",
      help: "this may be no recording, or a quote may be missing its end")
  }

  /// Throws if a row that continues over several lines is too long.
  func checkRowLength(_ count: Int) throws(TraceError) {
    guard count > Limit.rowBytes else { return }
    throw rowTooLarge(line: rowLine)
  }

  /// The error for a byte 0 after the text in `partialLine`.
  func nulByte() -> TraceError {
    if line == 0, partialLine.withUnsafeBytes({ hasUTF16Mark($0) }) { return utf16() }
    return TraceError(
      .nulByte, path: path, line: line + 1, column: partialLine.count + 1,
      message: "the file holds a byte 0, which text does not",
      help:
        "save the file as UTF-8; this may be UTF-16 or UTF-32, which spreadsheets write, or no text"
    )
  }

  func hasUTF16Mark(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
  }

  func utf16() -> TraceError {
    TraceError(
      .utf16, path: path, line: 1, column: 1, message: "the file is UTF-16, not UTF-8",
      help: withPath("save the file as UTF-8: iconv -f UTF-16 -t UTF-8 FILE | scrollfit fit -"))
  }

  /// The error if no row meets the conditions.
  func nothingChosen() -> TraceError {
    let wanted = options.conditions.map { PrintedText.quoted("\($0.column)=\($0.value)") }
    return TraceError(
      .nothingChosen, path: path, message: "no row has \(wanted.joined(separator: " and "))",
      help: "rows have \(lexer.state.pointee.filter.otherValues.joined(separator: ", "))")
  }
}
