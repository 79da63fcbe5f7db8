internal import ScrollRecordings

/// The state of a numeric column: the number in the current row, and statistics of earlier rows.
struct NumberSlot {
  /// The number as in the file.
  var raw = 0.0
  /// The number in s, pt or pt/s.
  var converted = 0.0
  /// The converted number of the previous row.
  var previous = 0.0
  /// The number of decimals.
  var digits = 0
  /// The maximum number of decimals in the recording.
  var decimals = 0
  /// The number of rows without a number that were folded into a rest.
  var foldedGaps = 0
  private var multiplier: Double
  private var divisor: Double
  /// Whether conversion changes values.
  private var isConverted: Bool

  /// The stored samples of this column.
  var column: UnsafeMutablePointer<Double>

  init(_ unit: ColumnUnit, scale: Double, column: UnsafeMutablePointer<Double>) {
    self.column = column
    multiplier = unit.multiplier
    divisor = unit.divisor(scale: scale)
    isConverted = multiplier != 1 || divisor != 1
  }

  /// The placeholder for a missing number.
  static var missing: Double { SparseRows.missing }

  /// Reads an empty cell.
  mutating func takeEmpty() {
    raw = NumberSlot.missing
    converted = NumberSlot.missing
    digits = 0
  }

  /// Sets another unit of time for the following numbers.
  mutating func setTimeUnit(_ unit: ColumnUnit) {
    divisor = unit.divisor(scale: 1)
    isConverted = divisor != 1
  }

  /// Reads a plain number; false for other text, and if the converted number is infinite.
  ///
  /// - Parameter bytes: at least `DecimalNumber.plainReach` readable bytes.
  @inline(__always)
  mutating func takePlain(_ bytes: UnsafeRawPointer, _ count: Int) -> Bool {
    digits = DecimalNumber.parsePlain(bytes, count, into: &raw)
    guard digits != DecimalNumber.invalid else { return false }
    convert()
    return !isConverted || converted.isFinite
  }

  @inline(__always)
  mutating func convert() {
    // A division takes longer than the branch.
    converted = isConverted ? raw * multiplier / divisor : raw
  }
}
