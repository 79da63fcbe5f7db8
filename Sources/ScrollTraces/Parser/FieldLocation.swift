/// The position of a field in the file.
///
/// libcsv reports no positions, so the bytes of the row are scanned again if an error needs one.
struct FieldLocation {
  /// The line within the row, from 0; a row has several lines if quotes enclose line ends.
  var line = 0
  /// The byte within that line, from 1.
  var column = 1
  /// The byte within the row, from 0.
  var offset = 0

  /// Finds a field by its index; after the last field, the start of the last one.
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
