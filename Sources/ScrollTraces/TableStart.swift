/// Finds tables that are not CSV from their first line on.
enum TableStart {
  /// Whether lines are a table whose columns are separated by spaces, as R, pandas and SQLite print it: a row of names,
  /// two of which are known, and rows of as many numbers, or of one more in front, which counts the rows.
  static func isSpaced(_ lines: [UnsafeRawBufferPointer]) -> Bool {
    guard let header = lines.first, !header.contains(where: { ",;|".utf8.contains($0) }) else {
      return false
    }
    let names = cells(header)
    // U+2502 is a bar between the columns.
    guard !names.contains(where: { isNumber($0) || $0 == [0xE2, 0x94, 0x82] }) else { return false }
    let known = names.compactMap { ColumnName(String(decoding: $0, as: UTF8.self)) }
    guard known.count > 1, known.contains(where: { $0.role.standsAlone }) else { return false }
    let rows = lines.dropFirst().count { row(cells($0), of: names.count) != nil }
    return rows > 0 && 2 * rows >= lines.count - 1
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

  private static func isNumber(_ cell: [UInt8]) -> Bool {
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
