/// Tables with a header that names nothing that is measured.
enum UnknownColumns {
  /// The number of lines that are examined, which the start of a file has.
  private static let lineCount = 64

  /// The header and the first rows of such a table; none for other files.
  static func rows(
    _ start: UnsafeRawBufferPointer, _ options: ReadingOptions, _ known: KnownHeader? = nil
  ) -> [[UInt8]] {
    var rows: [[UInt8]] = []
    var position = start.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while position < start.count, rows.count < lineCount {
      let end = start[position...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? start.count
      let line = Text.trimmed(UnsafeRawBufferPointer(rebasing: start[position..<end]))
      position = end + 1
      guard let first = line.first, first != UInt8(ascii: "#") else { continue }
      if rows.isEmpty, known?.isIn(line) == true || Header.isMeasured(line, options) { return [] }
      rows.append(Array(line))
    }
    return rows
  }

  /// What to type for such a table: as for a log, if its rows have the samples in messages, or with the columns that can
  /// be the time and the offset; nil for others.
  static func help(_ rows: [[UInt8]], _ delimiter: Delimiter, isJSON: Bool) -> String? {
    guard rows.count > 8, split(rows[0], delimiter.byte).count > 1 else { return nil }
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

  private struct Numbers {
    var name: String
    var values: [Double]
    var steps: [Double] { zip(values, values.dropFirst()).map { $1 - $0 } }
    /// A count of rows is neither a time nor an offset.
    var isMoving: Bool {
      values.allSatisfy { $0.isFinite } && steps.contains { $0 != 0 }
        && !steps.allSatisfy { $0 == 1 }
    }
  }

  private static func columns(_ rows: [[UInt8]], _ delimiter: Delimiter) -> String? {
    let cells = rows.map { split($0, delimiter.byte) }
    let header = cells[0]
    let full = cells.dropFirst().filter { $0.count == header.count }
    guard header.count > 1, 8 * full.count > 7 * (rows.count - 1) else { return nil }
    let columns = header.indices.map { column in
      Numbers(
        name: String(decoding: header[column], as: UTF8.self),
        values: full.map { row in row[column].withUnsafeBytes { value($0) } })
    }
    let moving = columns.filter { $0.isMoving }
    let known = moving.filter { ColumnName($0.name)?.role == .time }
    let times = known.isEmpty ? moving.filter { $0.steps.areEven && $0.steps.areFrames } : known
    guard let time = times.first?.name, times.count == 1 else { return nil }
    let others = moving.map { $0.name }.filter {
      $0 != time && ColumnName($0) == nil && !ColumnName.isOfFinger($0)
    }
    return likely(others).map { help(time, $0, others) }
  }

  private static func help(_ time: String, _ offset: String, _ others: [String]) -> String {
    let options = "--time \(PrintedText.argument(time)) --offset \(PrintedText.argument(offset))"
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

  /// The cells of a line, without quotes and spaces around them.
  private static func split(_ line: [UInt8], _ delimiter: UInt8) -> [[UInt8]] {
    var cells: [[UInt8]] = [[]]
    var isQuoted = false
    for byte in line {
      if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if byte == delimiter, !isQuoted {
        cells.append([])
      } else {
        cells[cells.count - 1].append(byte)
      }
    }
    return cells.map { cell in cell.withUnsafeBytes { Array(Text.trimmed($0)) } }
  }

  /// The number or the time in a cell; NaN for other text.
  private static func value(_ cell: UnsafeRawBufferPointer) -> Double {
    let number = DecimalNumber(cell) ?? DecimalNumber(decimalComma: cell)
    return number?.value ?? ISOTime(cell)?.seconds ?? .nan
  }
}
