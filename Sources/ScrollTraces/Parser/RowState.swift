internal import ScrollRecordings

/// The state of libcsv's callbacks.
///
/// It is accessed through a pointer: libcsv borrows its parser while it calls back, and a pointer needs no checks for
/// exclusive access, which would cost as much as parsing. A callback cannot stop libcsv, so the first fault is kept,
/// and later calls do nothing.
struct RowState {
  /// The line number of the first row in the bytes that libcsv is parsing.
  private var firstLine = 0
  /// The number of rows in these bytes that have ended.
  private(set) var rowCount = 0
  /// The number of fields in the current row so far.
  private(set) var field = 0
  var fault: Fault?
  /// The index among these rows of the row with the fault, after it ended; fields of later rows are ignored.
  private(set) var faultRow: Int?

  /// The cells of the header, until there is a plan.
  var headerCells: [[UInt8]] = []

  /// Allocated separately: an optional struct would be copied, including its reference counts.
  private(set) var builder: UnsafeMutablePointer<TraceBuilder>?
  private var cells: UnsafeMutablePointer<Int>
  private(set) var columnCount = 0
  /// The column of the recordings' names; nil if there is none.
  var nameColumn: Int? { (0..<columnCount).first { cells[$0] == ColumnPlan.nameCell } }
  /// The slots of the builder.
  private var slots: UnsafeMutablePointer<NumberSlot>?
  /// The position of the next field in plain lines, which equals libcsv's copy of it; nil in other lines.
  ///
  /// libcsv copies byte by byte, and a load of eight bytes from the copy would wait for all of these stores.
  private var source: UnsafeRawPointer?
  /// The last position at which `DecimalNumber.parsePlain` may read.
  private var sourceEnd: UnsafeRawPointer?
  /// The name in the current row, or in the last row that has one.
  private(set) var name = LabelBuffer()
  /// Whether the name may differ from that of the last row that was added.
  private(set) var isNameNew = true
  private var phase = LabelBuffer()
  /// Selects rows; if there are conditions, every cell is tested.
  var filter = RowFilter()
  /// Whether there are more fields in the row than columns, besides an empty one behind a delimiter at its end.
  var hasSurplus = false
  /// The empty cells of the row.
  var gap = RowGap()
  /// The cells of the row to be examined if it is read, where there are conditions, and the days up to the last row that is.
  var unread: [(cell: [UInt8], index: Int)] = []
  var days = ClockDays()

  init() { cells = .allocate(capacity: 0) }

  private func deallocateBuilder() {
    builder?.pointee.deallocate()
    builder?.deinitialize(count: 1)
    builder?.deallocate()
  }

  func deallocate() {
    deallocateBuilder()
    cells.deallocate()
    name.deallocate()
    phase.deallocate()
  }

  /// Resets everything for the next file.
  mutating func reset() {
    deallocateBuilder()
    builder = nil
    slots = nil
    columnCount = 0
    firstLine = 0
    rowCount = 0
    field = 0
    forgetFault()
    headerCells = []
    name.clear()
    isNameNew = true
    phase.clear()
    source = nil
    filter = RowFilter()
    gap = RowGap()
    days = ClockDays()
  }

  /// The following rows are data.
  mutating func start(_ builder: TraceBuilder, _ filter: RowFilter) {
    self.filter = filter
    let plan = builder.plan
    cells.deallocate()
    columnCount = plan.columns.count
    cells = .allocate(capacity: columnCount)
    cells.initialize(from: plan.cells, count: columnCount)
    slots = builder.slots
    deallocateBuilder()
    self.builder = .allocate(capacity: 1)
    self.builder?.initialize(to: builder)
  }

  /// Sets the line at which the next bytes start, and how many of its rows have already ended.
  @inline(__always)
  mutating func begin(line: Int, rowCount: Int = 0) {
    firstLine = line
    self.rowCount = rowCount
    source = nil
  }

  /// Sets the next bytes to plain lines, with the line number of the first one.
  mutating func begin(line: Int, plainLines: UnsafeRawBufferPointer) {
    begin(line: line)
    guard let base = plainLines.baseAddress, plainLines.count >= DecimalNumber.plainReach,
      !filter.isActive, builder?.pointee.commas.isFound != true
    else {
      return
    }
    source = base
    sourceEnd = base + (plainLines.count - DecimalNumber.plainReach)
  }

  /// Continues a row that started before.
  @inline(__always)
  mutating func goOn() { rowCount = 0 }

  mutating func forgetFault() {
    fault = nil
    faultRow = nil
  }

  /// Reads a field of a data row.
  @inline(__always)
  mutating func takeField(_ copy: UnsafeRawPointer?, _ count: Int) {
    let index = field
    field = index &+ 1
    guard let start = source, index < columnCount, fault == nil else {
      return takeFieldCarefully(UnsafeRawBufferPointer(start: copy, count: count), index)
    }
    source = start + (count &+ 1)
    let slot = cells[index]
    if slot >= 0 {
      let number = slots.unsafelyUnwrapped + slot
      if start <= sourceEnd.unsafelyUnwrapped, number.pointee.takePlain(start, count) { return }
    } else if slot == ColumnPlan.nameCell {
      // Usually the name of the previous row.
      if name.equals(start, count) { return }
    }
    takeCell(UnsafeRawBufferPointer(start: start, count: count), slot, index)
  }

  @inline(never)
  private mutating func takeFieldCarefully(_ bytes: UnsafeRawBufferPointer, _ index: Int) {
    guard index < columnCount else {
      if fault == nil, let start = source { source = start + (bytes.count &+ 1) }
      hasSurplus = hasSurplus || index > columnCount || !Text.trimmed(bytes).isEmpty
      return
    }
    let slot = cells[index]
    if filter.isActive, faultRow == nil { filter.take(bytes, index) }
    if fault == nil {
      takeCell(bytes, slot, index)
    } else if slot == ColumnPlan.nameCell, faultRow == nil {
      // Of a row with a fault only the name is needed, to report the recording.
      takeName(bytes, index)
    }
  }

  @inline(never)
  private mutating func takeCell(_ bytes: UnsafeRawBufferPointer, _ slot: Int, _ index: Int) {
    switch slot {
    case ColumnPlan.ignored: break
    case ColumnPlan.watchedCell, ColumnPlan.eventCell: examine(bytes, slot, index)
    case ColumnPlan.nameCell: takeName(bytes, index)
    case ColumnPlan.phaseCell: if hasLabelLength(bytes, index) { phase.set(bytes) }
    case ColumnPlan.momentumCell: if hasLabelLength(bytes, index) { phase.setMomentum(bytes) }
    default: takeNumber(bytes, slots.unsafelyUnwrapped + slot, index)
    }
  }

  /// Reads a number in any notation.
  private mutating func takeNumber(
    _ bytes: UnsafeRawBufferPointer, _ number: UnsafeMutablePointer<NumberSlot>, _ index: Int
  ) {
    var value = 0.0
    var count = DecimalNumber.parse(bytes, into: &value)
    if count == DecimalNumber.invalid, max(bytes.first ?? 0, bytes.last ?? 0) >= 0x80 {
      count = DecimalNumber.parse(PrintedSigns.trimmed(bytes), into: &value)
    }
    if count == DecimalNumber.invalid {
      if takeEmpty(bytes, number, index) { return }
      if let time = timeStamp(bytes, index) {
        if isCoarse(time, index) { return }
        let shift = time.hasDate ? 0 : builder?.pointee.days.shift(at: time.seconds) ?? 0
        (value, count) = (time.seconds + shift, time.digits)
        builder?.pointee.hasTimesOfDay = true
      } else if let number = withoutUnit(bytes, index) ?? decimalComma(bytes, index) {
        (value, count) = (number.value, number.fractionDigits ?? DecimalNumber.unknownDigits)
      }
    } else if builder?.pointee.commas.isFound == true, bytes.contains(UInt8(ascii: ".")) {
      let comma = builder?.pointee.commas.first?.text ?? ""
      fault = mixedMarks(bytes, index, "decimal point", "'\(comma)' a decimal comma")
      return
    }
    guard fault == nil else { return }
    guard count != DecimalNumber.invalid, value.isFinite else {
      fault = notANumber(bytes, index)
      return
    }
    number.pointee.raw = value
    number.pointee.digits = count
    number.pointee.convert()
    if !number.pointee.converted.isFinite { fault = notANumber(bytes, index) }
  }

  /// A date with a time of day in the time column; nil if the column has a unit other than seconds.
  @inline(never)
  private func timeStamp(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> ISOTime? {
    guard let builder, cells[index] == builder.pointee.timeSlot,
      builder.pointee.plan.columns[index].unit == .seconds || builder.pointee.isTimeUnitOpen
    else { return nil }
    return ISOTime(Text.trimmed(bytes))
  }

  /// A number with a decimal comma; nil if the text is none. Sets a fault if other numbers have a decimal point.
  @inline(never)
  private mutating func decimalComma(
    _ bytes: UnsafeRawBufferPointer, _ index: Int
  ) -> DecimalNumber? {
    guard let builder else { return nil }
    let isFirst = !builder.pointee.commas.isFound
    guard let number = builder.pointee.commas.take(bytes, index) else { return nil }
    guard isFirst else { return number }
    if builder.pointee.hasDecimalPoints {
      fault = mixedMarks(bytes, index, "decimal comma", "other numbers a decimal point")
    }
    // The fast way knows no commas, and would not notice a decimal point beside them.
    source = nil
    return number
  }

  private mutating func takeName(_ bytes: UnsafeRawBufferPointer, _ index: Int) {
    guard hasLabelLength(bytes, index), !name.equals(bytes.baseAddress, bytes.count) else { return }
    name.set(bytes)
    isNameNew = true
  }

  private mutating func hasLabelLength(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> Bool {
    if bytes.count <= Limit.labelBytes { return true }
    fault =
      fault
      ?? Fault(
        code: .fieldTooLarge, field: index,
        message: "a label is longer than \(Limit.labelBytes) bytes",
        help: "labels name a phase or a recording in a few words")
    return false
  }

  /// Completes a data row.
  @inline(__always)
  mutating func takeRow() {
    let count = field
    let row = rowCount
    field = 0
    rowCount = row &+ 1
    if filter.isActive, isPassedOver() { return }
    guard fault == nil, count == columnCount, !gap.isOpen, let builder else {
      return takeFaultyRow(row, fieldCount: count)
    }
    takeWholeRow(builder, row)
  }

  @inline(__always)
  private mutating func takeWholeRow(_ builder: UnsafeMutablePointer<TraceBuilder>, _ row: Int) {
    if isNameNew || !builder.pointee.isOpen, !open(row) { return }
    let step = builder.pointee.takeNumbers()
    if !step.isSimple { append(step, row) }
  }

  /// Opens the recording of a row; false if its rows are ignored.
  @inline(never)
  mutating func open(_ row: Int) -> Bool {
    do throws(Fault) {
      let isOpen = try builder?.pointee.open(name: name, line: firstLine + row)
      isNameNew = false
      return isOpen == true
    } catch {
      fault = error
      faultRow = row
      return false
    }
  }

  /// Adds a row with missing values; whether they are needed is decided at the end of the recording.
  private mutating func takeGap(_ row: Int) {
    guard let builder, !isNameNew && builder.pointee.isOpen || open(row) else { return }
    builder.pointee.gapRows += 1
    let step = builder.pointee.takeNumbers()
    if !step.isSimple { append(step, row) }
  }

  @inline(never)
  private mutating func append(_ step: TraceBuilder.Step, _ row: Int) {
    do throws(Fault) {
      try builder?.pointee.append(step, phase: phase, line: firstLine + row)
    } catch {
      // Thousands that were read as decimals go back in time.
      let doubt = error.code == .timeBackwards ? builder?.pointee.doubt : nil
      fault = doubt ?? error
      faultRow = row
    }
  }

  @inline(never)
  private mutating func takeFaultyRow(_ row: Int, fieldCount: Int) {
    defer { (gap, hasSurplus) = (RowGap(), false) }
    let isTrailing = fieldCount == columnCount &+ 1 && !hasSurplus
    if fault == nil, fieldCount == columnCount || isTrailing, let builder {
      guard gap.isOpen else { return takeWholeRow(builder, row) }
      guard gap.valueCount < builder.pointee.channelCount else { return loseRow(row) }
      if let time = gap.time { fault = emptyCell(time) } else { return takeGap(row) }
    }
    fault = fault ?? raggedRow(fieldCount)
    faultRow = faultRow ?? row
  }

  /// Reads a field of the header.
  mutating func takeHeaderField(_ bytes: UnsafeRawBufferPointer) {
    field += 1
    if rowCount == 0, headerCells.count <= Limit.columns { headerCells.append(Array(bytes)) }
  }

  /// Completes the header.
  mutating func takeHeaderRow() {
    rowCount += 1
    field = 0
  }

  /// Adds the first row, a single number that was read as the header, as data.
  mutating func takeHeaderAsRow() {
    field = 0
    headerCells.first?.withUnsafeBytes { takeField($0.baseAddress, $0.count) }
    rowCount = 0
    takeRow()
  }
}
