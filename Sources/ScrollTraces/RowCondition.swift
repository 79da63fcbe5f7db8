/// What rows must have in a column to be read: `column=value`.
public struct RowCondition: Sendable, Hashable {
  /// The name of the column, in any case of letters.
  public var column: String
  /// The text of the cell without the spaces around it; a number is equal to the same number written otherwise.
  public var value: String

  /// Makes a condition.
  public init(column: String, value: String) {
    self.column = column
    self.value = value
  }

  /// Reads `column=value`; nil without an equals sign or a column. The value may have further ones, and be empty.
  public init?(_ text: String) {
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else { return nil }
    self.init(column: String(text[..<equals]), value: String(text[text.index(after: equals)...]))
  }
}

/// Chooses rows by their cells.
struct RowFilter {
  /// The columns, the bytes that a cell must have, and its number if it is one.
  private var conditions: [(column: Int, text: [UInt8], number: Double?)] = []
  /// The conditions that the cells of the row have met so far, and those that they had to meet.
  private var metCount = 0
  private var seenCount = 0
  /// The first values that the columns have in rows that are not read.
  private(set) var otherValues: [String] = []
  private static let valueCount = 5

  /// Whether rows are chosen at all.
  var isActive: Bool { !conditions.isEmpty }

  /// Finds the columns of conditions.
  init(_ wanted: [RowCondition], names: [String]) throws(Fault) {
    for condition in wanted {
      let column = try ColumnPlan.index(of: condition.column, option: "--where", in: names)
      let text = Array(condition.value.utf8).withUnsafeBytes { Array(Text.trimmed($0)) }
      conditions.append((column, text, text.withUnsafeBytes { DecimalNumber($0)?.value }))
    }
  }

  init() {}

  mutating func beginRow() {
    metCount = 0
    seenCount = 0
  }

  /// Takes a cell of a row.
  mutating func take(_ bytes: UnsafeRawBufferPointer, _ column: Int) {
    for condition in conditions where condition.column == column {
      seenCount += 1
      let text = Text.trimmed(bytes)
      let isEqual =
        text.elementsEqual(condition.text)
        || condition.number != nil && DecimalNumber(text)?.value == condition.number
      if isEqual {
        metCount += 1
      } else if otherValues.count < Self.valueCount {
        let value = PrintedText.quoted(text)
        if !otherValues.contains(value) { otherValues.append(value) }
      }
    }
  }

  /// Whether the row is read: its cells meet all conditions, or it ends before one of them, which is a fault.
  var isChosen: Bool { metCount == seenCount }

  /// Whether rows were passed over.
  var hasPassedOver: Bool { !otherValues.isEmpty }
}
