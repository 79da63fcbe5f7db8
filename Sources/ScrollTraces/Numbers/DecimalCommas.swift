internal import ScrollRecordings

/// Whether the numbers of a file have decimal commas, as spreadsheets of many countries write them.
///
/// `1,234` may be 1.234 or 1234. It is 1.234 if another number of the file can only have a decimal comma, such as
/// `0,016` or `12,5`. Without such a number the recording is refused, and so are commas beside decimal points.
struct DecimalCommas {
  /// The first number with a comma, and its field; nil if there is none.
  private(set) var first: (text: String, field: Int)?
  /// Whether there is any; faster than to ask for the first.
  private(set) var isFound = false
  /// Whether some number cannot be a whole one with thousands separators.
  private var isCertain = false

  /// Reads a number with a comma; nil if the text is none.
  mutating func take(_ bytes: UnsafeRawBufferPointer, _ field: Int) -> DecimalNumber? {
    let text = PrintedSigns.trimmed(bytes)
    guard let number = DecimalNumber(decimalComma: text) else { return nil }
    isFound = true
    first = first ?? (String(decoding: text, as: UTF8.self), field)
    isCertain = isCertain || !Self.canBeWhole(text)
    return number
  }

  /// The fault of a recording whose commas may separate thousands; nil if there is no doubt.
  func doubt(_ columns: [Column]) -> Fault? {
    guard let first, !isCertain else { return nil }
    let text = first.text
    return Fault(
      code: .decimalComma, field: first.field,
      message: "'\(text)' in column \(PrintedText.named(columns[first.field].name)) may be"
        + " \(text.replacing(",", with: ".")) or \(text.replacing(",", with: ""))",
      help: "write decimal points, or no thousands separators")
  }

  /// Whether a number with a comma may be a whole one with a thousands separator: `-1,234`.
  private static func canBeWhole(_ text: UnsafeRawBufferPointer) -> Bool {
    let digits = text.drop { $0 &- 0x30 >= 10 && $0 != UInt8(ascii: ",") }
    let parts = digits.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    return parts.count == 2 && (1...3).contains(parts[0].count)
      && parts[0].first != UInt8(ascii: "0") && parts[1].count == 3
      && parts[1].allSatisfy { $0 &- 0x30 < 10 }
  }
}

extension DecimalNumber {
  /// Reads a number with a comma in place of the decimal point; nil if the bytes are none.
  init?(decimalComma bytes: UnsafeRawBufferPointer) {
    guard bytes.count <= 64, let comma = bytes.firstIndex(of: UInt8(ascii: ",")) else {
      return nil
    }
    var copy = Array(bytes)
    copy[comma] = UInt8(ascii: ".")
    guard let number = copy.withUnsafeBytes({ DecimalNumber($0) }) else { return nil }
    self = number
  }
}
