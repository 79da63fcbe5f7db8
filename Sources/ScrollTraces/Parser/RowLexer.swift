internal import ScrollRecordings
internal import CLibCSV

/// The libcsv parser with the state of its callbacks.
///
/// Always in strict mode: in lenient mode one stray quote can include the rest of the file in a field.
struct RowLexer: ~Copyable {
  private let csv: UnsafeMutablePointer<csv_parser>
  let state: UnsafeMutablePointer<RowState>
  private(set) var isHeader = true
  private(set) var delimiter = Delimiter.comma

  /// The size by which libcsv enlarges its buffer if a field does not fit; this happens only for large fields.
  static let bufferSize = 1 << 16

  init() {
    csv = .allocate(capacity: 1)
    csv.initialize(to: csv_parser())
    state = .allocate(capacity: 1)
    state.initialize(to: RowState())
    initialize()
  }

  private func initialize() {
    csv_init(csv, UInt8(CSV_STRICT | CSV_STRICT_FINI))
    csv_set_blk_size(csv, RowLexer.bufferSize)
  }

  /// Starts another file, and keeps libcsv's buffer, which `csv_init` would leak.
  mutating func reset() {
    let (buffer, size) = (csv.pointee.entry_buf, csv.pointee.entry_size)
    initialize()
    csv.pointee.entry_buf = buffer
    csv.pointee.entry_size = size
    state.pointee.reset()
    isHeader = true
    delimiter = .comma
  }

  deinit {
    csv_free(csv)
    csv.deinitialize(count: 1)
    csv.deallocate()
    state.pointee.deallocate()
    state.deinitialize(count: 1)
    state.deallocate()
  }

  mutating func setDelimiter(_ delimiter: Delimiter) {
    self.delimiter = delimiter
    csv_set_delim(csv, delimiter.byte)
  }

  mutating func start(_ builder: TraceBuilder, _ filter: RowFilter) {
    state.pointee.start(builder, filter)
    isHeader = false
  }

  /// Whether plain lines can be passed on in blocks: they are data, and every field fits the buffer.
  var takesBlocks: Bool {
    !isHeader && isBetweenRows && csv.pointee.entry_size >= UnquotedLines.largestBlock
  }

  /// Whether the next byte starts a row: libcsv is in its initial state, ROW_NOT_BEGUN.
  var isBetweenRows: Bool { csv.pointee.pstate == 0 }

  /// Passes bytes to libcsv; returns how many were parsed, fewer than given if there is a stray quote.
  func parse(_ bytes: UnsafeRawBufferPointer) -> Int {
    isHeader
      ? csv_parse(csv, bytes.baseAddress, bytes.count, takeHeaderField, takeHeaderRow, state)
      : csv_parse(csv, bytes.baseAddress, bytes.count, takeField, takeRow, state)
  }

  /// Completes the last row; false if a quote is open. Not allowed after an error, since libcsv would return the row in
  /// which it stopped.
  func finish() -> Bool {
    isHeader
      ? csv_fini(csv, takeHeaderField, takeHeaderRow, state) == 0
      : csv_fini(csv, takeField, takeRow, state) == 0
  }
}

private func rows(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<RowState> {
  context.unsafelyUnwrapped.assumingMemoryBound(to: RowState.self)
}

private func takeField(
  _ bytes: UnsafeMutableRawPointer?, _ count: Int, _ context: UnsafeMutableRawPointer?
) {
  rows(context).pointee.takeField(bytes, count)
}

private func takeRow(_ end: Int32, _ context: UnsafeMutableRawPointer?) {
  rows(context).pointee.takeRow()
}

private func takeHeaderField(
  _ bytes: UnsafeMutableRawPointer?, _ count: Int, _ context: UnsafeMutableRawPointer?
) {
  rows(context).pointee.takeHeaderField(UnsafeRawBufferPointer(start: bytes, count: count))
}

private func takeHeaderRow(_ end: Int32, _ context: UnsafeMutableRawPointer?) {
  rows(context).pointee.takeHeaderRow()
}
