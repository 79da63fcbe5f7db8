/// Numbers in source code: the shortest decimal that reads back to the same double.
package enum CodeNumber {
  /// With a decimal point or an exponent, so that no language reads an integer: `10.0`, `1e-5`.
  static func literal(_ value: Double) -> String {
    let text = "\(value)"
    guard let mark = text.firstIndex(of: "e") else { return text }
    var exponent = text[text.index(after: mark)...]
    let sign = exponent.first == "-" ? "-" : ""
    exponent = exponent.drop { !("1"..."9").contains($0) }
    return "\(text[..<mark])e\(sign)\(exponent)"
  }

  /// Without a final `.0`.
  package static func short(_ value: Double) -> String {
    let text = literal(value)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
