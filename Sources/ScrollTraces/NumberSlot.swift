/// What a column of numbers has in the current row, and in those before it.
struct NumberSlot {
  /// The number as it stands in the file.
  var raw = 0.0
  /// The same in s, pt and pt/s.
  var converted = 0.0
  /// That of the row before.
  var previous = 0.0
  /// The digits that the number has after its point.
  var digits = 0
  /// The most that any number of the recording has.
  var decimals = 0
  /// The rows without a number that were folded into a rest.
  var foldedGaps = 0
  private var multiplier: Double
  private var divisor: Double
  /// Whether conversion changes anything.
  private var isConverted: Bool

  /// The samples kept of this column.
  var column: UnsafeMutablePointer<Double>

  init(_ unit: ColumnUnit, scale: Double, column: UnsafeMutablePointer<Double>) {
    self.column = column
    multiplier = unit.multiplier
    divisor = unit.divisor(scale: scale)
    isConverted = multiplier != 1 || divisor != 1
  }

  /// What stands in the samples for a number that is missing: no number of a file is infinite, and it equals itself.
  static let missing = Double.infinity

  /// Takes an empty cell.
  mutating func takeEmpty() {
    raw = NumberSlot.missing
    converted = NumberSlot.missing
    digits = 0
  }

  /// The numbers from here on are in another unit of time.
  mutating func setTimeUnit(_ unit: ColumnUnit) {
    divisor = unit.divisor(scale: 1)
    isConverted = divisor != 1
  }

  /// Takes a plain number; false for other text, and when it is infinite once it is converted.
  ///
  /// - Parameter bytes: `DecimalNumber.plainReach` of them can be read.
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
