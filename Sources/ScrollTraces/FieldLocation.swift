/// Where a field of a row stands in the file.
///
/// libcsv tells no positions, so the row's bytes are walked again, once there is an error to place.
struct FieldLocation {
  /// The line within the row, from 0; a row has several when quotes enclose line ends.
  var line = 0
  /// The byte of that line, from 1.
  var column = 1
  /// The byte of the row, from 0.
  var offset = 0

  /// Finds a field by its number from 0; past the last one, the start of the last one.
  init(ofField field: Int, in row: UnsafeRawBufferPointer, delimiter: UInt8, lineEnd: UInt8) {
    var lineStart = 0
    var currentLine = 0
    var index = 0
    var inQuotes = false
    var awaitsStart = true
    for (position, byte) in row.enumerated() {
      if awaitsStart, byte == delimiter || !(byte == 0x20 || byte == 0x09) {
        awaitsStart = false
        line = currentLine
        column = position - lineStart + 1
        offset = position
        if index == field { return }
      }
      if byte == UInt8(ascii: "\"") { inQuotes.toggle() }
      if byte == delimiter, !inQuotes {
        index += 1
        awaitsStart = true
      } else if byte == lineEnd {
        currentLine += 1
        lineStart = position + 1
      }
    }
    // An empty last field without a line end after it.
    if awaitsStart, index == field {
      line = currentLine
      column = row.count - lineStart + 1
      offset = row.count
    }
  }
}
