internal import ScrollRecordings

/// Columns of numbers without names.
enum UnnamedColumns {
  /// The number of rows that are examined.
  private static let rowCount = 64

  /// The first rows of a table that begins with several numbers; none for other files.
  static func rows(_ start: UnsafeRawBufferPointer) -> [[UInt8]] {
    guard let first = start.first, first &- 0x30 < 10 || first == UInt8(ascii: "-") else {
      return []
    }
    let line = start.prefix { $0 != 0x0A && $0 != 0x0D }
    guard line.allSatisfy({ $0 &- 0x30 < 10 || ",;\t+-.eE ".utf8.contains($0) }),
      line.contains(where: { ",;\t".utf8.contains($0) })
    else { return [] }
    return start.split(maxSplits: rowCount) { $0 == 0x0A || $0 == 0x0D }.prefix(rowCount).map(
      Array.init)
  }

  /// Whether the numbers in the first column are as far apart as frames in s. Others need a name without a unit, so that this
  /// is found.
  static func areSeconds(_ rows: [[UInt8]], _ delimiter: Delimiter) -> Bool {
    let steps = rows.compactMap { Header.numbers($0, delimiter).first }.steps.filter { $0 > 0 }
    return steps.isEmpty || steps.usual < 2
  }

  /// What to type where one of up to eight columns can be the time, and another one the offset; nil for others, and for a
  /// time and an offset alone.
  static func help(_ rows: [[UInt8]], _ delimiter: Delimiter) -> String? {
    let cells = rows.map { Header.numbers($0, delimiter) }
    guard let length = cells.first?.count, cells.allSatisfy({ $0.count == length }) else {
      return nil
    }
    // Columns that stand as rows.
    let isLying = length > 8 && cells.count > 1
    let columns = isLying ? cells : (0..<length).map { column in cells.map { $0[column] } }
    let count = columns.count
    guard (2...8).contains(count) else { return nil }
    let moving = columns.indices.filter { columns[$0].areMoving }
    let times = moving.filter { columns[$0].steps.areEven }
    // The first of two columns only counts the rows.
    let isCounted = count == 2 && moving == [1] && times.isEmpty && columns[0].steps.count >= 8
    guard isCounted || times.count == 1 && (isLying || !(count == 2 && times == [0])),
      let offset = moving.first(where: { !times.contains($0) })
    else { return nil }
    let names = (0..<count).map {
      times.contains($0) ? "t" : $0 == offset ? "offset_y" : "c\($0 + 1)"
    }
    let mark = String(UnicodeScalar(delimiter.byte))
    let header = names.joined(separator: mark)
    guard !isLying else {
      return "write one row a sample: awk -F '\(mark)' '{ for (i = 1; i <= NF; i++) r[i] = r[i]"
        + " (NR > 1 ? \"\(mark)\" : \"\") $i } END { print \"\(header)\"; for (i = 1; i in r; i++) print r[i] }'"
        + " FILE | scrollfit fit -"
    }
    return "name the columns; if the offset is number \(offset + 1), type"
      + " { echo '\(header)'; cat FILE; } | scrollfit fit -"
      + (moving.count > 2 ? ", else give its name to another one" : "")
  }
}
