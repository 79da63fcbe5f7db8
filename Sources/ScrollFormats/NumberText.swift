/// Numbers as text, without Foundation and without regard to any locale.
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
    // One before the point at least.
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

  /// Decimals that show `digits` significant digits of a number: 3 for 0.0129 and 2.
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
    // 9.96 to two digits is 10: one decimal less.
    var unit = 1.0
    for _ in 1..<digits { unit *= 10 }
    if (size * unit).rounded() >= 10 * unit { exponent += 1 }
    return max(0, digits - 1 - exponent)
  }

  /// A number to a few significant digits; with an exponent from 1e9 on and below 1e-5.
  public static func significant(_ value: Double, digits: Int) -> String {
    guard value.isFinite else { return "-" }
    if value.magnitude >= 1e9 || (value != 0 && value.magnitude < 1e-5) {
      return scientific(value, digits: digits)
    }
    return fixed(value, decimals: decimals(of: value, significant: digits))
  }

  /// `2.25e-12`: a number that is neither 0 nor infinite, to `digits` significant digits.
  private static func scientific(_ value: Double, digits: Int) -> String {
    // At most 330 roundings of 1e-16: far below the few digits that are printed.
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

  /// A number as short as it can be said to `digits` significant digits: no zeros at the end.
  public static func short(_ value: Double, digits: Int = 6) -> String {
    var text = significant(value, digits: digits)
    guard text.contains("."), !text.contains("e") else { return text }
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text
  }

  /// A value to the digits its error supports: two digits of the error.
  public static func decimals(forError error: Double?, value: Double) -> Int {
    guard let error, error > 0, error.isFinite else {
      return decimals(of: value, significant: 6)
    }
    return min(12, decimals(of: error, significant: 2))
  }
}

/// How a value, its error and the ends of its interval are printed beside each other.
package struct ValueFormat {
  /// Nil far from any scroll view: digits are not aligned there, but none are lost.
  private let decimals: Int?

  /// The decimals that an error supports, or those given.
  package init(_ value: Double, error: Double?, decimals: Int? = nil) {
    let size = max(value.magnitude, error ?? 0)
    let isFar = size != 0 && !(1e-6..<1e9).contains(size)
    self.decimals =
      isFar ? nil : decimals ?? NumberText.decimals(forError: error, value: value)
  }

  /// A number, to `digits` significant digits where it is not aligned.
  package func text(_ number: Double, digits: Int = 5) -> String {
    decimals.map { NumberText.fixed(number, decimals: $0) }
      ?? NumberText.significant(number, digits: digits)
  }
}
