internal import ScrollRecordings

/// Finds tables that are not CSV from their first line on.
enum TableStart {
  /// The form of a table whose columns are separated by spaces, as R, pandas and SQLite print it: a row of names, two of
  /// which are known, and rows of as many numbers, or of one more in front, which counts the rows.
  ///
  /// The header may be a comment; then no row has one more.
  static func spaced(
    _ lines: [UnsafeRawBufferPointer], _ options: ReadingOptions
  ) -> TableForm? {
    guard let header = lines.first, !header.contains(where: { ",;|".utf8.contains($0) }) else {
      return nil
    }
    let names = TableForm.names(header, .spaces)
    // U+2502 is a bar between the columns.
    guard !names.contains(where: { isNumber($0) || $0 == [0xE2, 0x94, 0x82] }) else { return nil }
    let known = names.compactMap { ColumnName(String(decoding: $0, as: UTF8.self)) }
    guard known.count > 1, known.contains(where: { $0.role.standsAlone }) else { return nil }
    let isComment = header.first == UInt8(ascii: "#")
    let rows = lines.dropFirst().filter { line in
      let cells = cells(line)
      return row(cells, of: names.count) != nil && !(isComment && cells.count > names.count)
    }
    guard let first = rows.first, 2 * rows.count >= lines.count - 1 else { return nil }
    return TableForm(header, first, .spaces, options)
  }

  /// The form of a table with bars between its columns, as Markdown and databases print it: a row of names, and a row of
  /// as many cells, of which one below a known name is a number. Lines in front of it are titles.
  static func bars(_ lines: [UnsafeRawBufferPointer], _ options: ReadingOptions) -> TableForm? {
    let rows = lines.filter { $0.contains(where: isAlphanumeric) }
    for (index, header) in rows.enumerated() {
      let names = TableForm.cells(header, .bars)
      // A line of a log has a number among its words.
      guard names.count > 1, !names.contains(where: { $0.first.map(isDigit) == true }) else {
        continue
      }
      // A row of units may be between them.
      let row = rows[(index + 1)...].prefix(2).first { row in
        let cells = TableForm.cells(row, .bars)
        return cells.count == names.count
          && zip(names, cells).contains { isNumber($1) && (options.asksFor($0) || isKnown($0)) }
      }
      if let row { return TableForm(header, row, .bars, options) }
    }
    return nil
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20) &- 0x61 < 26
  }

  private static func isKnown(_ cell: [UInt8]) -> Bool {
    ColumnName(String(decoding: cell, as: UTF8.self)) != nil
  }

  /// The form of a table of CSV with points in its first row; nil for other tables.
  static func points(
    _ header: UnsafeRawBufferPointer, _ row: UnsafeRawBufferPointer, _ delimiter: Delimiter,
    _ options: ReadingOptions
  ) -> TableForm? {
    guard
      row.contains(where: { "({[<\"".utf8.contains($0) })
        || delimiter != .comma && row.contains(0x2C)
    else { return nil }
    let form = TableForm(header, row, .delimiter(delimiter.byte), options)
    return form.hasPoints ? form : nil
  }

  /// The cells of a line, separated by blanks and tabs, without quotes.
  static func cells(_ line: UnsafeRawBufferPointer) -> [[UInt8]] {
    line.split { $0 == 0x20 || $0 == 0x09 }.map { $0.filter { $0 != UInt8(ascii: "\"") } }
  }

  /// The cells below a number of names; nil if they are no row of the table.
  static func row(_ cells: [[UInt8]], of count: Int) -> ArraySlice<[UInt8]>? {
    guard cells.count == count || cells.count == count + 1 else { return nil }
    let row = cells.suffix(count)
    return row.contains(where: isNumber) ? row : nil
  }

  static func isNumber(_ cell: [UInt8]) -> Bool {
    cell.withUnsafeBytes { DecimalNumber($0) != nil }
  }

  /// The number of lines above a header with a known name and two cells or more, below which a row with a number
  /// follows; 0 if there is no such header.
  static func titleCount(
    _ lines: [UnsafeRawBufferPointer], _ isHeader: (UnsafeRawBufferPointer) -> Bool
  ) -> Int {
    let lines = lines.map { Text.trimmed($0) }
    for index in lines.indices.dropFirst().dropLast() where isHeader(lines[index]) {
      let delimiter = Header.delimiter(of: lines[index]).byte
      let cells = Header.split(lines[index + 1], delimiter)
      let hasNumber = cells.contains { cell in
        cell.withUnsafeBytes { DecimalNumber($0) ?? DecimalNumber(decimalComma: $0) } != nil
      }
      if cells.count > 1, cells.count == Header.split(lines[index], delimiter).count, hasNumber {
        return index
      }
    }
    return 0
  }
}
