internal import ScrollRecordings

/// Tables with a header that names nothing that is measured.
enum UnknownColumns {
  /// The number of lines that are examined, which the start of a file has.
  private static let lineCount = 64

  /// The header and the first rows of such a table; none for other files.
  static func rows(
    _ start: UnsafeRawBufferPointer, _ options: ReadingOptions, _ known: KnownHeader? = nil
  ) -> [[UInt8]] {
    let text = Text.withoutMark(start)
    guard let line = FileStart.lines(text, atMost: 1, isEnd: true).first else { return [] }
    let header = Text.trimmed(line)
    guard known?.isIn(header) != true, !Header.isMeasured(header, options) else { return [] }
    return FileStart.lines(text, atMost: lineCount, isEnd: true).map { Array(Text.trimmed($0)) }
  }

  /// What to type for such a table: as for a log, if its rows have the samples in messages, or with the columns that can
  /// be the time and the offset; nil for others.
  static func help(_ rows: [[UInt8]], _ delimiter: Delimiter, isJSON: Bool) -> String? {
    guard rows.count > 8, rows[0].contains(delimiter.byte) else { return nil }
    var reader = LogReader(ReadingOptions())
    var keys: [String] = []
    var areJoined = false
    for row in isJSON ? [] : rows.dropFirst() {
      let found = row.withUnsafeBytes { reader.shape(of: $0) }
      if let key = found.key, !found.shape.isBare { keys.append(key) }
      // Cells side by side could be a number with a decimal comma.
      areJoined = areJoined || found.shape.hasDecimalComma || found.shape.hasThousands
    }
    let help =
      "the samples are in the messages of a log: to read these, type "
      + (areJoined ? "sed 's/,/, /g' FILE | scrollfit --log -" : "scrollfit --log FILE")
    if 2 * keys.count(where: { $0.hasPrefix("n") }) >= rows.count { return help }
    if let columns = columns(rows, delimiter) { return columns }
    return 2 * keys.count >= rows.count && Set(keys).count <= 4 ? help : nil
  }

  /// Offsets inside items beside the index of the item; nil if there are none.
  static func items(_ rows: [[UInt8]], _ delimiter: Delimiter) -> ListItems? {
    let cells = rows.dropFirst().map { Header.numbers($0, delimiter) }
    guard let count = cells.first?.count, cells.allSatisfy({ $0.count == count }) else {
      return nil
    }
    let header = rows[0].withUnsafeBytes { Header.split($0, delimiter.byte) }
    // A time grows as evenly as an index.
    let series = (0..<count).map { column in
      column < header.count
        && ColumnName(String(decoding: header[column], as: UTF8.self))?.role == .time
        ? [] : cells.map { $0[column] }
    }
    return ListItems(series)
  }

  private static func columns(_ rows: [[UInt8]], _ delimiter: Delimiter) -> String? {
    let header = rows[0].withUnsafeBytes { Header.split($0, delimiter.byte) }
    let names = header.map { String(decoding: $0, as: UTF8.self) }
    let cells = rows.dropFirst().map { Header.numbers($0, delimiter) }
    var full = cells.filter { $0.count == names.count }
    guard 8 * full.count > 7 * cells.count else { return nil }
    let kind = kind(
      rows.dropFirst().map { row in
        row.withUnsafeBytes { Header.split($0, delimiter.byte) }
      })
    if let kind {
      full = zip(cells, kind.isOwn).filter { $0.count == names.count && $1 }.map(\.0)
    }
    let moving = names.indices.filter { column in
      full.allSatisfy { $0[column].isFinite } && full.map { $0[column] }.areMoving
    }
    let known = moving.filter { ColumnName(names[$0])?.role == .time }
    let times =
      known.isEmpty
      ? moving.filter { column in full.map { $0[column] }.areFrameTimes } : known
    guard times.count == 1 else { return nil }
    // Content that rests at the start does not move there.
    let numbers = names.indices.filter { column in full.allSatisfy { $0[column].isFinite } }
    let values = kind != nil && moving == times ? numbers : moving
    let others = values.filter { $0 != times[0] }.map { names[$0] }.filter {
      ColumnName($0) == nil && !ColumnName.isOfFinger($0)
    }
    let choice =
      kind.map { "--where \(PrintedText.argument("\(names[$0.column])=\($0.value)")) " } ?? ""
    return likely(others).map { help(names[times[0]], $0, others, choice) }
  }

  /// The column that says of what each row is, as the name of a counter does, its value for offsets, and the rows with that
  /// value; nil if there is none.
  private static func kind(
    _ rows: [[[UInt8]]]
  ) -> (column: Int, value: String, isOwn: [Bool])? {
    for column in rows.first.map({ $0.indices }) ?? 0..<0 {
      let words = rows.map { column < $0.count ? String(decoding: $0[column], as: UTF8.self) : "" }
      let kinds = Set(words)
      guard (2...8).contains(kinds.count), kinds.allSatisfy({ DecimalNumber($0) == nil }) else {
        continue
      }
      let own = kinds.filter { ColumnName($0)?.role == .offset }
      guard own.count == 1, let value = own.first else { continue }
      return (column, value, words.map { $0 == value })
    }
    return nil
  }

  private static func help(
    _ time: String, _ offset: String, _ others: [String], _ choice: String
  ) -> String {
    let options =
      choice + "--time \(PrintedText.argument(time)) --offset \(PrintedText.argument(offset))"
    var help =
      "if \(PrintedText.named(time)) is the time and \(PrintedText.named(offset)) the offset"
    if ColumnName.unit(of: offset)?.needsScale == true {
      help += " with 1 pixel in a point, type scrollfit fit --scale 1 \(options) FILE"
    } else {
      help += ", type scrollfit fit \(options) FILE"
    }
    guard others.count > 1 else { return help }
    let list = others.map { PrintedText.named($0) }.joined(separator: ", ")
    return help + "; else name another one of \(list)"
  }

  /// The name that an offset is likeliest to have.
  private static func likely(_ names: [String]) -> String? {
    names.first { ColumnName.meant(by: $0).flatMap { ColumnName($0) }?.role == .offset }
      ?? names.first { ColumnName.hasWordY($0) }
      ?? names.first { ColumnName.unit(of: $0)?.dimension == .length } ?? names.first
  }
}
