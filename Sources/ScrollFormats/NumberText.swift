/// Numbers as text, without Foundation and independent of the locale.
public enum NumberText {
  /// A number with exactly `decimals` digits after the point; exponent form beyond 2^53.
  public static func fixed(_ value: Double, decimals: Int) -> String {
    guard value.isFinite else { return "-" }
    var scale = 1.0
    for _ in 0..<max(0, decimals) { scale *= 10 }
    let scaled = (value.magnitude * scale).rounded()
    guard scaled < 9e15 else { return "\(value)" }
    let isNegative = value < 0 && scaled > 0
    let places = max(0, decimals)
    var rest = UInt64(scaled)
    // At least one digit before the point.
    var digits = places + 1
    var next = rest
    for _ in 0..<digits { next /= 10 }
    while next > 0 {
      digits += 1
      next /= 10
    }
    let count = digits + (places > 0 ? 1 : 0) + (isNegative ? 1 : 0)
    return String(unsafeUninitializedCapacity: count) { text in
      var position = count
      for place in 0..<digits {
        if place == places, places > 0 {
          position -= 1
          text[position] = UInt8(ascii: ".")
        }
        position -= 1
        text[position] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      }
      if isNegative { text[0] = UInt8(ascii: "-") }
      return count
    }
  }

  /// The number of decimals that shows `digits` significant digits of a number: 3 for 0.0129 and 2 digits.
  public static func decimals(of value: Double, significant digits: Int) -> Int {
    guard value.isFinite, value != 0 else { return digits - 1 }
    var exponent = 0
    var size = value.magnitude
    while size < 1, exponent > -12 {
      size *= 10
      exponent -= 1
    }
    while size >= 10 {
      size /= 10
      exponent += 1
    }
    // 9.96 rounds to 10 at two digits, which needs one decimal less.
    var unit = 1.0
    for _ in 1..<digits { unit *= 10 }
    if (size * unit).rounded() >= 10 * unit { exponent += 1 }
    return max(0, digits - 1 - exponent)
  }

  /// A number to `digits` significant digits; with an exponent if its size is 1e9 or more, or below 1e-5.
  public static func significant(_ value: Double, digits: Int) -> String {
    guard value.isFinite else { return "-" }
    if value.magnitude >= 1e9 || (value != 0 && value.magnitude < 1e-5) {
      return scientific(value, digits: digits)
    }
    return fixed(value, decimals: decimals(of: value, significant: digits))
  }

  /// A finite number other than 0 to `digits` significant digits, with an exponent: `2.25e-12`.
  private static func scientific(_ value: Double, digits: Int) -> String {
    // At most 330 rounding errors of 1e-16, far below the printed digits.
    var mantissa = value
    var exponent = 0
    while mantissa.magnitude < 1 {
      mantissa *= 10
      exponent -= 1
    }
    while mantissa.magnitude >= 10 {
      mantissa /= 10
      exponent += 1
    }
    var text = fixed(mantissa, decimals: digits - 1)
    if text.hasPrefix("10") || text.hasPrefix("-10") {
      text = fixed(mantissa / 10, decimals: digits - 1)
      exponent += 1
    }
    return "\(text)e\(exponent)"
  }

  /// A number to `digits` significant digits, without trailing zeros.
  public static func short(_ value: Double, digits: Int = 6) -> String {
    var text = significant(value, digits: digits)
    let exponent = text.firstIndex(of: "e").map { String(text[$0...]) } ?? ""
    text.removeLast(exponent.count)
    guard text.contains(".") else { return text + exponent }
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text + exponent
  }

  /// The number of decimals that an error supports: two significant digits of the error.
  ///
  /// Six significant digits of the value if there is no error.
  public static func decimals(forError error: Double?, value: Double) -> Int {
    guard let error, error > 0, error.isFinite else {
      return decimals(of: value, significant: 6)
    }
    return min(12, decimals(of: error, significant: 2))
  }
}

/// The number of decimals for a value, its error and the ends of its interval, so that they align.
package struct ValueFormat {
  /// Nil for a very small or very large value, which is printed to significant digits.
  private let decimals: Int?

  /// `decimals`, or if nil, the decimals that the error supports.
  package init(_ value: Double, error: Double?, decimals: Int? = nil) {
    let size = max(value.magnitude, error ?? 0)
    let isFar = size != 0 && !(1e-6..<1e9).contains(size)
    self.decimals =
      isFar ? nil : decimals ?? NumberText.decimals(forError: error, value: value)
  }

  /// A number; to `digits` significant digits if the number of decimals is not fixed.
  package func text(_ number: Double, digits: Int = 5) -> String {
    decimals.map { NumberText.fixed(number, decimals: $0) }
      ?? NumberText.significant(number, digits: digits)
  }
}
