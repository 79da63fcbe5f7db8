internal import ScrollRecordings

/// Interprets the first row of a file.
enum Header {
  /// The delimiters that are detected, the likeliest first.
  private static let detected = [Delimiter.tab, .semicolon, .comma]

  /// The delimiter of a header: the one with the most known names; otherwise the first of tab, semicolon and comma that
  /// occurs outside quotes.
  static func delimiter(of line: UnsafeRawBufferPointer) -> Delimiter {
    let line = Text.trimmed(line)
    var best: (delimiter: Delimiter, known: Int)?
    for delimiter in detected {
      let cells = split(line, delimiter.byte)
      guard cells.count > 1 else { continue }
      let known = cells.count { ColumnName(String(decoding: $0, as: UTF8.self)) != nil }
      if known > best?.known ?? -1 { best = (delimiter, known) }
    }
    return best?.delimiter ?? .comma
  }

  /// Whether a line is a number, or has a cell with the name of a quantity that is measured, or one that options name.
  static func isMeasured(_ line: UnsafeRawBufferPointer, _ options: ReadingOptions) -> Bool {
    if DecimalNumber(line) != nil { return true }
    return isHeader(line, options) { $0.role.standsAlone }
  }

  /// Whether a cell of a line has a known name that meets a condition, or one that options name.
  static func isHeader(
    _ line: UnsafeRawBufferPointer, _ options: ReadingOptions, _ counts: (ColumnName) -> Bool
  ) -> Bool {
    split(line, delimiter(of: line).byte).contains { cell in
      ColumnName(String(decoding: cell, as: UTF8.self)).map(counts) == true || options.asksFor(cell)
    }
  }

  /// Whether a line has several cells, all with known names.
  static func names(_ line: UnsafeRawBufferPointer) -> Bool {
    guard detected.contains(where: { line.contains($0.byte) }) else { return false }
    let cells = split(Text.trimmed(line), delimiter(of: line).byte)
    return cells.count > 1
      && cells.allSatisfy { ColumnName(String(decoding: $0, as: UTF8.self)) != nil }
  }

  /// The delimiter in a first line of Excel such as `sep=;`; nil for another line.
  static func statedDelimiter(_ line: UnsafeRawBufferPointer) -> Delimiter? {
    let text = line.filter { $0 != UInt8(ascii: "\"") && $0 != 0x0A && $0 != 0x0D }
    guard text.count == 5, String(decoding: text[..<4], as: UTF8.self).lowercased() == "sep="
    else { return nil }
    return Delimiter(String(decoding: text[4...], as: UTF8.self))
  }

  /// The cells of a line, without quotes and surrounding spaces.
  static func split(_ line: UnsafeRawBufferPointer, _ delimiter: UInt8) -> [[UInt8]] {
    var cells: [[UInt8]] = [[]]
    var inQuotes = false
    for byte in line {
      if byte == UInt8(ascii: "\"") {
        inQuotes.toggle()
      } else if byte == delimiter, !inQuotes {
        if cells.count > Limit.columns { break }
        cells.append([])
      } else {
        cells[cells.count - 1].append(byte)
      }
    }
    return cells.map { cell in cell.withUnsafeBytes { Array(Text.trimmed($0)) } }
  }

  /// The numbers and times in the cells of a row; NaN for other text.
  static func numbers(_ row: [UInt8], _ delimiter: Delimiter) -> [Double] {
    row.withUnsafeBytes { split($0, delimiter.byte) }.map { cell in
      cell.withUnsafeBytes { text in
        let number = DecimalNumber(text) ?? DecimalNumber(decimalComma: text)
        return number?.value ?? ISOTime(text)?.seconds ?? .nan
      }
    }
  }

  /// Makes the plan from the first row; `isData` states whether that row is itself data.
  static func plan(
    cells: [[UInt8]], options: ReadingOptions, metadata: Metadata
  ) throws(Fault) -> (plan: ColumnPlan, isData: Bool) {
    if cells.count > Limit.columns {
      throw Fault(
        code: .tooManyColumns, field: Limit.columns,
        message: "the header has more than \(Limit.columns) columns",
        help: "keep the columns that are needed")
    }
    // A single number with a delimiter behind it.
    if try isNumbers(cells.count == 2 && cells[1].isEmpty ? [cells[0]] : cells) {
      return (.headless(scale: options.scale ?? metadata.scale ?? 1), true)
    }
    var names: [String] = []
    for (index, cell) in cells.enumerated() {
      guard let name = Text.utf8(cell) else {
        throw Fault(
          code: .notUTF8, field: index,
          message: "the column name \(PrintedText.quoted(cell)) is not UTF-8",
          help: "save the file as UTF-8")
      }
      names.append(name)
    }
    return (try ColumnPlan.make(header: names, options: options, metadata: metadata), false)
  }

  /// Whether a first row is a single number without a header.
  private static func isNumbers(_ cells: [[UInt8]]) throws(Fault) -> Bool {
    var hasComma = false
    let hasFraction = cells.contains { $0.contains(UInt8(ascii: ".")) }
    for cell in cells {
      let isComma = cell.withUnsafeBytes { DecimalNumber(decimalComma: $0) != nil }
      hasComma = hasComma || isComma
      guard isComma || cell.withUnsafeBytes({ DecimalNumber($0) }) != nil else { return false }
    }
    guard cells.count > 1 else {
      guard !hasComma else {
        throw Fault(
          code: .decimalComma, field: 0,
          message: "\(PrintedText.quoted(cells.first ?? [])) has a decimal comma",
          help: "write decimal points, as in 1.5")
      }
      return true
    }
    guard cells.count <= 8 else {
      throw Fault(
        code: .noHeader, field: 0, message: "\(cells.count) numbers are one row",
        help: "write one number a line: tr -s ',;\\t ' '\\n' < FILE | scrollfit -")
    }
    throw Fault(
      code: .noHeader, field: 0,
      message: "\(cells.count) columns of numbers have no header",
      help: (hasFraction || hasComma
        ? "" : "if 1,5 is one number, type tr , . < FILE | scrollfit fit -; ")
        + "name them in a row above, such as \"t_s,offset_y_pt\""
        + (cells.count == 2 ? pairHelp : ""))
  }

  /// Behind the help of two columns without a header, for a command that writes one above them.
  static let pairHelp = ", if that is what they are"
}

extension ReadingOptions {
  /// The columns that options name, in a command to type.
  var asked: String {
    [("time", timeColumn), ("offset", offsetColumn)].map { option, name in
      name.map { " --\(option) \(PrintedText.argument($0))" } ?? ""
    }.joined()
  }

  /// Whether options name the column with this name.
  func asksFor(_ name: [UInt8]) -> Bool {
    let name = String(decoding: name, as: UTF8.self).lowercased()
    let asked = [timeColumn, offsetColumn] + conditions.map(\.column)
    return asked.contains { $0.map { $0.lowercased() == name } ?? false }
  }
}

extension DecimalNumber {
  /// How to avoid thousands separators.
  static let thousandsHelp = "write numbers without thousands separators, as in 1003.5"

  /// Whether a text is a number with thousands separators and a fraction: `1,003.5`, or `1.003,5` as in German.
  ///
  /// Without a fraction the separator could also be a decimal separator.
  ///
  /// - Parameter isCell: whether it fills a cell, where several separators need no fraction behind them; a version or an
  ///   address stands in the lines of logs.
  static func isThousands(_ bytes: UnsafeRawBufferPointer, isCell: Bool = false) -> Bool {
    [(",", "."), (".", ",")].contains { (mark: Unicode.Scalar, point: Unicode.Scalar) in
      isThousands(bytes, isCell, mark: UInt8(ascii: mark), point: UInt8(ascii: point))
    } || isSpaced(bytes)
  }

  /// Whether a text is a number with spaces or apostrophes in front of each three digits: `1 003,5`, `1'003.5`.
  private static func isSpaced(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count <= 64 else { return false }
    var digits: [UInt8] = []
    var place = 0
    while place < bytes.count {
      let isMark = bytes[place] == 0x20 || bytes[place] == UInt8(ascii: "'")
      let isApostrophe = bytes[place...].starts(with: "’".utf8)
      if let count = PrintedSigns.space(bytes, place) ?? (isMark ? 1 : isApostrophe ? 3 : nil) {
        place += count
        let group = bytes[place...].prefix { $0 &- 0x30 < 10 }
        guard group.count == 3 else { return false }
      } else {
        digits.append(bytes[place])
        place += 1
      }
    }
    return digits.count < bytes.count
      && digits.withUnsafeBytes {
        DecimalNumber($0) != nil || DecimalNumber(decimalComma: $0) != nil
      }
  }

  private static func isThousands(
    _ bytes: UnsafeRawBufferPointer, _ isCell: Bool, mark: UInt8, point: UInt8
  ) -> Bool {
    let digits =
      bytes.first.map { $0 == 0x2D || $0 == 0x2B } == true ? bytes.dropFirst() : bytes[...]
    guard let first = digits.first, (0x31...0x39).contains(first) else { return false }
    var groups = [0]
    // 1,234,567, and 12,34,567 in India.
    var areWhole: Bool {
      groups.count > 1 && groups[0] <= 3 && groups.last == 3
        && [2, 3].contains { size in groups.dropFirst().dropLast().allSatisfy { $0 == size } }
    }
    for (place, byte) in digits.enumerated() {
      switch byte {
      case 0x30...0x39: groups[groups.count - 1] += 1
      case mark: groups.append(0)
      case point:
        let fraction = digits.dropFirst(place + 1)
        return areWhole && !fraction.isEmpty && fraction.allSatisfy { $0 &- 0x30 < 10 }
      default: return false
      }
    }
    // A single separator could also be that of decimals.
    return isCell && groups.count > 2 && areWhole
  }
}
