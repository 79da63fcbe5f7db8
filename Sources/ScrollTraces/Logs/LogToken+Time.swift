internal import ScrollRecordings

/// Times that change their unit from line to line, as durations of Go and Rust do: `16.7ms`, `1.5s`, `1m2.5s`.
extension LogToken {
  /// The unit, if it is one of time.
  var timeUnit: ColumnUnit? { unit?.dimension == .time ? unit : nil }

  /// The number, in s if it has a unit of time; 0 for text that is no number.
  func value(in line: UnsafeRawBufferPointer) -> Double {
    let number = DecimalNumber(UnsafeRawBufferPointer(rebasing: line[range]))?.value ?? 0
    return (Double(minutes * 60) + number) / (timeUnit?.divisor(scale: 1) ?? 1)
  }

  /// Appends the number in a unit of time; without a unit of its own, or of the column, as it is.
  func append(_ line: UnsafeRawBufferPointer, in column: ColumnUnit?, to csv: inout [UInt8]) {
    let text = line[range]
    let whole = text.prefix(while: isDigit)
    if minutes > 0 {
      csv += "\(minutes * 60 + whole.reduce(0) { $0 * 10 + Int($1 &- 0x30) })".utf8
      csv += text[whole.endIndex...]
    } else {
      csv += text
    }
    guard let column, let own = timeUnit, own != column else { return }
    let exponents: [ColumnUnit: Int] = [.milliseconds: -3, .microseconds: -6, .nanoseconds: -9]
    let exponent = (exponents[own] ?? 0) - (exponents[column] ?? 0)
    // A number with an exponent of its own is none that a program prints with a unit.
    csv += "e\(exponent)".utf8
  }
}

extension LogTokens {
  /// The whole minutes of a duration that begins at a place, `1m2.5s`, `1h0m2.5s` or `1m 2.5s`, and where its seconds
  /// begin; nil if it has none.
  func minutes(
    _ line: UnsafeRawBufferPointer, _ start: Int
  ) -> (count: Int, next: Int)? {
    var count = 0
    var next = start
    while true {
      let digits = line[next...].prefix(3).prefix(while: isDigit)
      let unit = digits.endIndex
      guard !digits.isEmpty, unit + 1 < line.count, "hm".utf8.contains(line[unit]) else { break }
      let after = line[unit + 1] == 0x20 ? unit + 2 : unit + 1
      guard after < line.count, isDigit(line[after]) else { return nil }
      let value = digits.reduce(0) { $0 * 10 + Int($1 &- 0x30) }
      count += line[unit] == UInt8(ascii: "h") ? 60 * value : value
      next = after
    }
    return next > start ? (count, next) : nil
  }

  /// The end of the fraction of a second that begins at a place; the place if there is none.
  func fractionEnd(_ line: UnsafeRawBufferPointer, _ start: Int, _ isDotted: Bool) -> Int {
    guard start + 1 < line.count, isDigit(line[start + 1]),
      ":.,".utf8.contains(line[start])
    else { return start }
    var end = start + 1
    while end < line.count, isDigit(line[end]) { end += 1 }
    // After a comma, only more than two digits are a fraction, after a colon three.
    switch line[start] {
    case UInt8(ascii: ","): return end - start > 3 ? end : start
    case UInt8(ascii: ":"): return end - start == 4 ? end : start
    default: return isDotted ? start : end
    }
  }
}
