internal import ScrollRecordings

extension RowState {
  func raggedRow(_ count: Int) -> Fault {
    let isLonger = count > columnCount
    return Fault(
      code: .raggedRow, field: isLonger ? columnCount : nil,
      message: "the row has \(count) \(count == 1 ? "field" : "fields"), the header"
        + " \(columnCount)",
      help: isLonger
        ? "remove the surplus fields, or name their columns in the header"
        : "fill in the missing fields, or remove the row")
  }

  /// Whether a cell holds a date or a time of day: `2024-05-01`, `10:00:00 AM`.
  private static func isDate(_ text: UnsafeRawBufferPointer) -> Bool {
    let digits = String(
      decoding: text.map { $0 &- 0x30 < 10 ? UInt8(ascii: "0") : $0 }, as: UTF8.self)
    return digits.hasPrefix("0000-00-00") || digits.contains("0:00:00")
      || digits.hasPrefix("00000000T")
  }

  /// The fault of a number whose decimal mark is not that of other numbers.
  func mixedMarks(
    _ bytes: UnsafeRawBufferPointer, _ index: Int, _ mark: String, _ others: String
  ) -> Fault {
    let column = builder?.pointee.plan.columns[index].name ?? ""
    // `5.900` beside `0,0167`
    let cell = Text.trimmed(bytes)
    let isThousands =
      mark == "decimal point" && cell.count { $0 == UInt8(ascii: ".") } == 1
      && cell.lastIndex(of: UInt8(ascii: ".")).map { cell.count - $0 } == 4
    return Fault(
      code: .decimalComma, field: index,
      message:
        "\(PrintedText.quoted(Text.trimmed(bytes))) in column \(PrintedText.named(column)) has a"
        + " \(mark), and \(others)",
      help: "write all numbers with decimal points, as in 1003.5"
        + (isThousands ? Self.pointsHelp : ""))
  }

  /// In front of a command for points that separate thousands.
  static let pointsHelp = "; where points separate thousands, remove them"

  func notANumber(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> Fault {
    let header = builder?.pointee.plan.columns[index].name ?? ""
    let column = header.isEmpty ? "" : " in column \(PrintedText.named(header))"
    let text = Text.trimmed(bytes)
    let quoted = PrintedText.quoted(bytes)
    if DecimalNumber(bytes) != nil {
      return Fault(
        code: .numberTooLarge, field: index, message: "\(quoted) is too large a number\(column)",
        help: "numbers reach to 1.8e308")
    }
    if DecimalNumber.isThousands(text, isCell: true) {
      return Fault(
        code: .notANumber, field: index, message: "\(quoted) is not a number\(column)",
        help: DecimalNumber.thousandsHelp)
    }
    if text.elementsEqual(header.utf8) {
      return Fault(
        code: .notANumber, field: index, message: "\(quoted) is not a number\(column)",
        help: "this looks like a second header: remove it, or read the files one by one")
    }
    let hasLetters = text.contains(where: { ($0 | 0x20) &- 0x61 < 26 })
    if header.isEmpty, hasLetters || Self.isDate(text) {
      return Fault(
        code: .notANumber, field: index, message: "\(quoted) is not a number",
        help: "if this is a log, type scrollfit --log FILE; else write one number a line")
    }
    if TimeCode.isOne(text) {
      return Fault(
        code: .notANumber, field: index,
        message:
          "\(quoted)\(column) is the time code of a video, hh:mm:ss:ff, whose last part counts frames",
        help: Self.timeCodeHelp)
    }
    if Self.isDate(text) {
      return Fault(
        code: .notANumber, field: index,
        message: "\(quoted) is a date or a time of day, not a number\(column)",
        help: "write times in seconds, in a column t_s: date.timeIntervalSince1970 of Swift,"
          + " Date.parse(t) / 1000 of JavaScript, datetime.fromisoformat(t).timestamp() of Python")
    }
    return Fault(
      code: .notANumber, field: index, message: "\(quoted) is not a number\(column)",
      help: Self.help(with: String(decoding: text, as: UTF8.self).lowercased()))
  }

  /// What to write in place of a text that is no number.
  private static func help(with text: String) -> String {
    if missing.contains(text) { return missingHelp }
    let unit = text.filter { !"()[] ".contains($0) }
    if units.contains(unit) { return unitsHelp }
    if PhysicalLength.isIn(text) { return PhysicalLength.help(isLog: false) }
    if text.hasPrefix("("), text.hasSuffix(")"), DecimalNumber(text.dropFirst().dropLast()) != nil {
      return "if brackets mean less than 0, write minus signs:"
        + " sed 's/(\\([0-9.]*\\))/-\\1/g' FILE | scrollfit fit -"
    }
    let number = text.prefix { !$0.isLetter }
    if !number.isEmpty, units.contains(String(text.dropFirst(number.count))) {
      return cellUnitsHelp
    }
    return "write numbers as in -123.6667; nan, inf and hexadecimals are none"
  }

  /// Whether a time in the first row is one of whole seconds beside another time; that is then a fault.
  mutating func isCoarse(_ time: ISOTime, _ index: Int) -> Bool {
    guard time.digits == 0, let builder, !builder.pointee.hasRows,
      builder.pointee.plan.finerTime != nil
    else { return false }
    fault = Fault(code: .unclearTime, field: index, message: "", help: Self.finerTimeHelp)
    return true
  }

  /// Keeps the content of a column without a known name for the rules that look at it, if the row is read.
  mutating func examine(_ bytes: UnsafeRawBufferPointer, _ slot: Int, _ index: Int) {
    if slot == ColumnPlan.watchedCell { checkText(bytes, index) }
    guard fault == nil else { return }
    guard filter.isActive else { return examine(bytes, index) }
    if slot == ColumnPlan.watchedCell { builder?.pointee.watchBefore(Text.trimmed(bytes), index) }
    unread.append((Array(bytes), index))
  }

  /// Keeps the word in a column of events, or the number in one that could be the time.
  func examine(_ bytes: UnsafeRawBufferPointer, _ index: Int) {
    guard let builder else { return }
    if builder.pointee.plan.cells[index] == ColumnPlan.eventCell {
      builder.pointee.takeEvent(bytes)
    } else {
      builder.pointee.watch(Text.trimmed(bytes), index)
    }
  }

  /// Looks for the time in a column without a known name, where no column is a time. A date or a time of day with fractions
  /// of a second in the first row can only be the time of the samples.
  private mutating func checkText(_ bytes: UnsafeRawBufferPointer, _ index: Int) {
    guard let builder else { return }
    let text = Text.trimmed(bytes)
    if builder.pointee.timeSlot < 0, !builder.pointee.hasRows {
      if let time = ISOTime(text), time.digits > 1 {
        fault = Fault(code: .unclearTime, field: index, message: "", help: Self.textTimeHelp)
      } else if TimeCode.isOne(text) {
        fault = notANumber(bytes, index)
      }
    }
  }

  /// Stands for the use of another column as the time.
  static let finerTimeHelp = "finer"

  /// Stands for the use of a column of dates or times of day as the time.
  static let textTimeHelp = "text"

  /// Stands for a command, which depends on what separates the columns.
  static let timeCodeHelp = "write times in seconds"

  static let cellUnitsHelp =
    "write one unit in a column, or units in the header, as t_ms and offset_y_px, and numbers alone in the rows"

  /// A number with the unit of its column behind it: `16.7ms`; nil for any other text.
  func withoutUnit(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> DecimalNumber? {
    guard let builder, let found = ColumnUnit.behind(bytes) else { return nil }
    let column = builder.pointee.plan.columns[index]
    guard !builder.pointee.plan.isTimeUnitOpen || column.role != .time,
      found.unit == column.unit
    else { return nil }
    return DecimalNumber(found.number)
  }

  static let missingHelp = "leave the cell of a lost sample empty"
  static let unitsHelp =
    "if this row holds units, write them in the header, as t_ms and offset_y_px, and remove the row"

  /// How programs write that there is no value.
  private static let missing: Set = [
    "nan", "na", "n/a", "#n/a", "null", "nil", "none", "-", "--", "#value!", "#ref!", "#num!",
    "#div/0!", "#name?",
  ]

  private static let units: Set = [
    "s", "sec", "second", "seconds", "ms", "us", "µs", "ns", "pt", "pts", "points", "px", "pixel",
    "pixels", "dp", "pt/s",
    "px/s",
  ]
}
