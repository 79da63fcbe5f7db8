internal import ScrollRecordings

/// A condition for the rows that are read: `column=value`.
public struct RowCondition: Sendable, Hashable {
  /// The name of the column; case is ignored.
  public var column: String
  /// The text of the cell without surrounding spaces; different notations of the same number are equal.
  public var value: String

  /// Creates a condition.
  public init(column: String, value: String) {
    self.column = column
    self.value = value
  }

  /// Reads `column=value`; nil without an equals sign or a column. The value may contain equals signs and may be empty.
  public init?(_ text: String) {
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else { return nil }
    self.init(column: String(text[..<equals]), value: String(text[text.index(after: equals)...]))
  }
}

extension RowCondition {
  /// The text that a condition asks for, and its value if it is a number.
  struct Wanted {
    private let text: [UInt8]
    private let number: Double?

    init(_ condition: RowCondition) {
      text = Array(condition.value.utf8).withUnsafeBytes { Array(Text.trimmed($0)) }
      number = text.withUnsafeBytes { DecimalNumber($0)?.value }
    }

    /// Whether a cell without surrounding spaces holds it.
    func isIn(_ cell: UnsafeRawBufferPointer) -> Bool {
      cell.elementsEqual(text) || number != nil && DecimalNumber(cell)?.value == number
    }
  }
}

/// Selects rows by their cells.
struct RowFilter {
  private var conditions: [(column: Int, wanted: RowCondition.Wanted)] = []
  /// The number of conditions that the row has met so far, and that its cells were tested for.
  private var metCount = 0
  private var seenCount = 0
  /// The first values of the columns in rows that are not read.
  private(set) var otherValues: [String] = []
  private static let valueCount = 5

  /// Whether there are conditions.
  var isActive: Bool { !conditions.isEmpty }

  /// The columns of the conditions.
  var columns: [Int] { conditions.map(\.column) }

  /// Finds the columns of conditions.
  init(_ wanted: [RowCondition], names: [String]) throws(Fault) {
    for condition in wanted {
      let column = try ColumnPlan.index(of: condition.column, option: "--where", in: names)
      conditions.append((column, RowCondition.Wanted(condition)))
    }
  }

  init() {}

  mutating func beginRow() {
    metCount = 0
    seenCount = 0
  }

  /// Tests a cell of a row.
  mutating func take(_ bytes: UnsafeRawBufferPointer, _ column: Int) {
    for condition in conditions where condition.column == column {
      seenCount += 1
      let text = Text.trimmed(bytes)
      if condition.wanted.isIn(text) {
        metCount += 1
      } else if otherValues.count < Self.valueCount {
        let value = PrintedText.quoted(text)
        if !otherValues.contains(value) { otherValues.append(value) }
      }
    }
  }

  /// Whether the row is read: its cells meet all conditions. A row that ends early is read too, and is reported as a
  /// fault.
  var isChosen: Bool { metCount == seenCount }

  /// Whether rows were ignored.
  var hasPassedOver: Bool { !otherValues.isEmpty }
}
