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
    if DecimalNumber.isDecimalComma(text) {
      return Fault(
        code: .decimalComma, field: index,
        message: "\(quoted) has a decimal comma\(column)",
        help: "write decimal points, as in 1.5")
    }
    if DecimalNumber.isThousands(text) {
      return Fault(
        code: .notANumber, field: index, message: "\(quoted) is not a number\(column)",
        help: DecimalNumber.thousandsHelp)
    }
    if text.elementsEqual(header.utf8) {
      return Fault(
        code: .notANumber, field: index, message: "\(quoted) is not a number\(column)",
        help: "this looks like a second header: remove it, or read the files one by one")
    }
    return Fault(
      code: .notANumber, field: index, message: "\(quoted) is not a number\(column)",
      help: "write numbers as in -123.6667; nan, inf and hexadecimals are none")
  }
}
