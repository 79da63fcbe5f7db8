internal import ScrollRecordings

/// The header of an earlier file, and what it means with the same reading options.
///
/// The files of a folder repeat their header, and to interpret it takes as long as to fit a brief recording.
struct KnownHeader {
  /// The line, without surrounding white space.
  private let line: [UInt8]
  let delimiter: Delimiter
  /// Pixels per point that options or metadata state.
  private let scale: Double?
  let plan: ColumnPlan
  let filter: RowFilter

  init(
    _ line: UnsafeRawBufferPointer, delimiter: Delimiter, scale: Double?, plan: ColumnPlan,
    filter: RowFilter
  ) {
    self.line = Array(Text.trimmed(line))
    self.delimiter = delimiter
    self.scale = scale
    self.plan = plan
    self.filter = filter
  }

  /// Whether a line is this header.
  func isIn(_ line: UnsafeRawBufferPointer) -> Bool {
    let line = Text.trimmed(line)
    return line.count == self.line.count && line.elementsEqual(self.line)
  }

  /// Whether a line is this header, with the same meaning.
  func isIn(_ line: UnsafeRawBufferPointer, delimiter: Delimiter, scale: Double?) -> Bool {
    delimiter == self.delimiter && scale == self.scale && isIn(line)
  }
}
