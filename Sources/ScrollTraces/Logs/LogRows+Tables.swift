internal import ScrollRecordings

/// Tables that are converted to CSV.
extension LogRows {
  /// Writes a line of the table: its header, a comment above that, or a row below it.
  mutating func writeRow(_ line: UnsafeRawBufferPointer) throws(RowFault) {
    guard let form else { return }
    if line.elementsEqual(form.header) {
      // Files that were put one behind the other repeat it.
      guard table == nil else { return }
      table = ("", form.count)
      return write(form.names)
    }
    if line.first == UInt8(ascii: "#") {
      guard table == nil else { return }
      comments.append((lastLine, Array(line)))
      return writeComments()
    }
    // A rule between rows, or the types of the columns, as R prints them: `<dbl> <int>`.
    let isOfTypes = TableStart.cells(line).allSatisfy { $0.first == 0x3C && $0.last == 0x3E }
    guard !isOfTypes, !line.allSatisfy({ "+-=|: ".utf8.contains($0) || $0 >= 0x80 }) else { return }
    if table != nil, let fields = try self.form?.fields(line, lastLine) { return write(fields) }
    facts.otherLines += 1
  }

  private mutating func write(_ fields: [String]) {
    while written + 1 < lastLine { append([]) }
    append(Array(fields.map { $0.isEmpty ? "" : RowField.text($0) }.joined(separator: ",").utf8))
  }
}
