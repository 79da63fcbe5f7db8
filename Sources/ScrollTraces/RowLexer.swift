internal import CLibCSV

/// libcsv with the state that its callbacks work on.
///
/// Always strict: the lenient mode lets one stray quote swallow the rest of the file.
struct RowLexer: ~Copyable {
  private let csv: UnsafeMutablePointer<csv_parser>
  let state: UnsafeMutablePointer<RowState>
  private(set) var isHeader = true
  private(set) var delimiter = Delimiter.comma

  init() {
    csv = .allocate(capacity: 1)
    csv.initialize(to: csv_parser())
    csv_init(csv, UInt8(CSV_STRICT | CSV_STRICT_FINI))
    csv_set_blk_size(csv, 1 << 16)
    state = .allocate(capacity: 1)
    state.initialize(to: RowState())
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

  mutating func start(_ builder: TraceBuilder) {
    state.pointee.start(builder)
    isHeader = false
  }

  /// Whether the next byte starts a row: libcsv is in its first state, ROW_NOT_BEGUN.
  var isBetweenRows: Bool { csv.pointee.pstate == 0 }

  /// Passes bytes on; returns how many were understood, fewer than given after a stray quote.
  func parse(_ bytes: UnsafeRawBufferPointer) -> Int {
    csv_parse(
      csv, bytes.baseAddress, bytes.count, isHeader ? RowLexer.headerField : RowLexer.field,
      isHeader ? RowLexer.headerRow : RowLexer.row, state)
  }

  /// Completes the last row; false when a quote is open. Not to be called after an error, since
  /// libcsv would hand over the row it stopped in.
  func finish() -> Bool {
    csv_fini(
      csv, isHeader ? RowLexer.headerField : RowLexer.field,
      isHeader ? RowLexer.headerRow : RowLexer.row, state) == 0
  }

  private typealias FieldCallback =
    @convention(c) (UnsafeMutableRawPointer?, Int, UnsafeMutableRawPointer?) -> Void
  private typealias RowCallback = @convention(c) (Int32, UnsafeMutableRawPointer?) -> Void

  private static var field: FieldCallback {
    { bytes, count, context in
      guard let state = context?.assumingMemoryBound(to: RowState.self) else { return }
      state.pointee.takeField(UnsafeRawBufferPointer(start: bytes, count: count))
    }
  }

  private static var row: RowCallback {
    { _, context in
      guard let state = context?.assumingMemoryBound(to: RowState.self) else { return }
      state.pointee.takeRow()
    }
  }

  private static var headerField: FieldCallback {
    { bytes, count, context in
      guard let state = context?.assumingMemoryBound(to: RowState.self) else { return }
      state.pointee.takeHeaderField(UnsafeRawBufferPointer(start: bytes, count: count))
    }
  }

  private static var headerRow: RowCallback {
    { _, context in
      guard let state = context?.assumingMemoryBound(to: RowState.self) else { return }
      state.pointee.takeHeaderRow()
    }
  }
}
