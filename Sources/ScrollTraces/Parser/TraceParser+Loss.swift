internal import ScrollRecordings

/// Reports what is lost by an error that ends the reading of a file with several recordings.
extension TraceParser {
  /// An error that ends the reading, with the lost recording and what is not read.
  ///
  /// If the row with the error names another recording, the current recording is complete and is passed on, and the
  /// other one is lost. If the name of that row is unknown, the current recording may be incomplete and is lost.
  mutating func withLoss(_ error: TraceError) -> TraceError {
    guard let builder = lexer.state.pointee.builder, builder.pointee.plan.hasNames,
      error.code != .headerOnly
    else { return error }
    var error = error
    var lost = builder.pointee.openName
    if let name = nameOfBrokenRow(), name != lost {
      do throws(Fault) {
        try builder.pointee.finishOrReport()
        lost = name
      } catch {
        return located(error, in: UnsafeRawBufferPointer(start: nil, count: 0), line: nil)
      }
    }
    var loss = "what follows is not read"
    if let lost {
      error.trace = Text.utf8(lost)
      loss = "the recording \(PrintedText.quoted(lost)) is lost, and " + loss
    }
    error.message += "; " + loss
    return error
  }

  /// The name of the recording in the row with the error, as far as it was read; nil if the name is incomplete.
  private func nameOfBrokenRow() -> [UInt8]? {
    // At most the maximum length of a row, however large the pieces of the file are.
    let row = (brokenRow.isEmpty ? partialRow + partialLine : brokenRow).prefix(Limit.rowBytes)
    guard let column = lexer.state.pointee.nameColumn else { return nil }
    let quote = UInt8(ascii: "\"")
    var field: [UInt8] = []
    var index = 0
    var isQuoted = false
    var hasQuotes = false
    for (place, byte) in row.enumerated() {
      if byte == quote {
        // Of two quotes inside quotes the second is a character.
        if !isQuoted, place > 0, row[place - 1] == quote { field.append(byte) }
        isQuoted.toggle()
        hasQuotes = true
      } else if !isQuoted, byte == lexer.delimiter.byte || byte == lineEndByte {
        if index == column {
          return hasQuotes ? field : field.withUnsafeBytes { Array(Text.trimmed($0)) }
        }
        index += 1
        hasQuotes = false
        field.removeAll(keepingCapacity: true)
      } else {
        field.append(byte)
      }
    }
    return nil
  }
}
