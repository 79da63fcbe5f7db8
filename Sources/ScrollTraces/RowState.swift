/// What libcsv's callbacks work on.
///
/// It lives behind a pointer of its own: libcsv borrows its parser while it calls back, and a
/// pointer needs no checks for exclusive access, which would cost as much as parsing does. A
/// callback cannot stop libcsv, so the first fault is kept, and later calls do nothing.
struct RowState {
  /// The line of the file at which the current row starts.
  var line = 0
  /// The fields of the current row so far.
  var field = 0
  /// The rows that ended in the current line.
  var rowsInLine = 0
  var fault: Fault?

  /// The cells of the header, before there is a plan.
  var headerCells: [[UInt8]] = []

  var builder: TraceBuilder?
  private(set) var cells: UnsafeMutablePointer<Int>
  private(set) var columnCount = 0
  private var raw: UnsafeMutablePointer<Double>
  private var converted: UnsafeMutablePointer<Double>
  private var digits: UnsafeMutablePointer<Int>
  private var multipliers: UnsafeMutablePointer<Double>
  private var divisors: UnsafeMutablePointer<Double>
  /// The name in the current row, or in the last one that has it.
  private(set) var name: [UInt8] = []
  private var phase: [UInt8] = []

  init() {
    cells = .allocate(capacity: 0)
    raw = .allocate(capacity: 0)
    converted = .allocate(capacity: 0)
    digits = .allocate(capacity: 0)
    multipliers = .allocate(capacity: 0)
    divisors = .allocate(capacity: 0)
  }

  func deallocate() {
    cells.deallocate()
    raw.deallocate()
    converted.deallocate()
    digits.deallocate()
    multipliers.deallocate()
    divisors.deallocate()
  }

  /// From here on, rows are data.
  mutating func start(_ builder: TraceBuilder) {
    let plan = builder.plan
    deallocate()
    let slots = plan.numeric.count
    columnCount = plan.columns.count
    cells = .allocate(capacity: columnCount)
    cells.initialize(from: plan.cells, count: columnCount)
    raw = .allocate(capacity: slots)
    raw.initialize(repeating: 0, count: slots)
    converted = .allocate(capacity: slots)
    converted.initialize(repeating: 0, count: slots)
    digits = .allocate(capacity: slots)
    digits.initialize(repeating: 0, count: slots)
    multipliers = .allocate(capacity: slots)
    divisors = .allocate(capacity: slots)
    for (slot, column) in plan.numeric.enumerated() {
      let unit = plan.columns[column].unit ?? .points
      (multipliers + slot).initialize(to: unit.multiplier)
      (divisors + slot).initialize(to: unit.divisor(scale: plan.scale))
    }
    self.builder = builder
  }

  /// Takes a field of a data row.
  @inline(__always)
  mutating func takeField(_ bytes: UnsafeRawBufferPointer) {
    let index = field
    field = index &+ 1
    guard index < columnCount else { return }
    let slot = cells[index]
    // Of a row with a fault no more than its name is wanted: whose fault it is.
    guard fault == nil || slot == ColumnPlan.nameCell else { return }
    guard slot >= 0 else {
      if slot != ColumnPlan.ignored { takeLabel(bytes, slot, index) }
      return
    }
    var value = 0.0
    let count = DecimalNumber.parse(bytes, into: &value)
    guard count != DecimalNumber.invalid, value.isFinite else {
      fault = notANumber(bytes, index)
      return
    }
    raw[slot] = value
    digits[slot] = count
    converted[slot] = value * multipliers[slot] / divisors[slot]
    if !converted[slot].isFinite { fault = notANumber(bytes, index) }
  }

  private mutating func takeLabel(_ bytes: UnsafeRawBufferPointer, _ kind: Int, _ index: Int) {
    if bytes.count > Limit.labelBytes {
      fault =
        fault
        ?? Fault(
          code: .fieldTooLarge, field: index, message: "a label is longer than 1024 bytes",
          help: "labels name a phase or a recording in a few words")
      return
    }
    // Nearly always the label of the row before: compared in place, copied when it changes.
    if kind == ColumnPlan.nameCell {
      if !bytes.elementsEqual(name) { name = Array(bytes) }
    } else if !bytes.elementsEqual(phase) {
      phase = Array(bytes)
    }
  }

  /// Takes the end of a data row.
  @inline(__always)
  mutating func takeRow() {
    rowsInLine &+= 1
    let count = field
    field = 0
    guard fault == nil else { return }
    guard count == columnCount else {
      fault = raggedRow(count)
      return
    }
    do throws(Fault) {
      try builder?.append(
        raw: raw, converted: converted, digits: digits, name: name, phase: phase, line: line)
    } catch {
      fault = error
    }
  }

  /// Takes a field of the header.
  mutating func takeHeaderField(_ bytes: UnsafeRawBufferPointer) {
    field += 1
    if rowsInLine == 0, headerCells.count <= Limit.columns { headerCells.append(Array(bytes)) }
  }

  /// Takes the end of the header.
  mutating func takeHeaderRow() {
    rowsInLine += 1
    field = 0
  }
}

extension RowState {
  private func raggedRow(_ count: Int) -> Fault {
    let isLonger = count > columnCount
    return Fault(
      code: .raggedRow, field: isLonger ? columnCount : nil,
      message: "the row has \(count) \(count == 1 ? "field" : "fields"), the header"
        + " \(columnCount)",
      help: isLonger
        ? "remove the surplus fields, or name their columns in the header"
        : "fill in the missing fields, or remove the row")
  }

  private func notANumber(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> Fault {
    let header = builder?.plan.columns[index].name ?? ""
    let column = header.isEmpty ? "" : " in column \(PrintedText.named(header))"
    let text = Text.trimmed(bytes)
    if text.isEmpty {
      return Fault(
        code: .emptyCell, field: index, message: "a number is missing\(column)",
        help: "fill in the cell, or remove the row")
    }
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
