@testable import ScrollFitting
@testable import ScrollFormats
@testable import ScrollReport
@testable import ScrollRecordings
@testable import ScrollTraces

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Any text as a number, and any number as text, against strtod.
struct NumberTarget: FuzzTarget {
  mutating func run(_ input: consuming Input) {
    if input.byte() & 1 == 0 {
      let pieces = PieceSizes(&input)
      read(input.bytes, pieces)
    } else {
      let value = Double(bitPattern: input.word())
      let decimals = input.below(32)
      if value.isFinite { write(value, decimals: decimals) }
      write(integer: Int(bitPattern: UInt(truncatingIfNeeded: value.bitPattern)))
    }
  }

  // MARK: - Reading

  /// What C makes of text that is a number.
  static func number(_ bytes: some Collection<UInt8>) -> Double {
    let text = bytes.map { CChar(bitPattern: $0) } + [0]
    var end: UnsafeMutablePointer<CChar>?
    return text.withUnsafeBufferPointer { buffer in
      let value = strtod(buffer.baseAddress!, &end)
      expect(end == UnsafeMutablePointer(mutating: buffer.baseAddress! + bytes.count), "strtod")
      return value
    }
  }

  /// Text with the minus sign of typography, in front or in the exponent, as that of C.
  private static func ascii(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.first {
      let isSign =
        (text.last ?? UInt8(ascii: "e")) | 0x20 == UInt8(ascii: "e")
        && rest.starts(with: DecimalNumber.minus)
      text.append(isSign ? 0x2D : byte)
      rest = rest.dropFirst(isSign ? DecimalNumber.minus.count : 1)
    }
    return text
  }

  /// Takes digits from the front, and says how many.
  private static func digits(_ text: inout ArraySlice<UInt8>) -> Int {
    let count = text.prefix { (0x30...0x39).contains($0) }.count
    text = text.dropFirst(count)
    return count
  }

  /// Takes one of some bytes from the front.
  private static func take(_ text: inout ArraySlice<UInt8>, _ bytes: String) -> Bool {
    guard let first = text.first, bytes.utf8.contains(first) else { return false }
    text = text.dropFirst()
    return true
  }

  /// The digits after the point of a decimal number and whether it has an exponent; nil for other text.
  static func decimal(_ bytes: [UInt8]) -> (fractionDigits: Int, hasExponent: Bool)? {
    var text = bytes[...]
    _ = take(&text, "+-")
    let whole = digits(&text)
    let fraction = take(&text, ".") ? digits(&text) : 0
    guard whole + fraction > 0 else { return nil }
    let hasExponent = take(&text, "eE")
    if hasExponent {
      _ = take(&text, "+-")
      guard digits(&text) > 0 else { return nil }
    }
    return text.isEmpty ? (fraction, hasExponent) : nil
  }

  /// Whether text is a number as RFC 8259 has it.
  static func isJSON(_ bytes: [UInt8]) -> Bool {
    var text = bytes[...]
    _ = take(&text, "-")
    let isZero = text.first == 0x30
    let whole = digits(&text)
    guard whole > 0, !isZero || whole == 1 else { return false }
    if take(&text, "."), digits(&text) == 0 { return false }
    if take(&text, "eE") {
      _ = take(&text, "+-")
      guard digits(&text) > 0 else { return false }
    }
    return text.isEmpty
  }

  private func read(_ bytes: [UInt8], _ pieces: PieceSizes) {
    var text = bytes[...]
    while text.first == 0x20 || text.first == 0x09 { text.removeFirst() }
    while text.last == 0x20 || text.last == 0x09 { text.removeLast() }
    let trimmed = Self.ascii(Array(text))
    let shape = Self.decimal(trimmed)
    let expected = shape.map { _ in Self.number(trimmed) }
    let found = bytes.withUnsafeBytes { DecimalNumber($0) }
    expect(
      found?.value.bitPattern == expected?.bitPattern,
      "\(bytes): \(found as Any), strtod \(expected as Any)")
    if let shape, let found {
      let digits = shape.hasExponent || shape.fractionDigits > 15 ? nil : shape.fractionDigits
      expect(found.fractionDigits == digits, "\(bytes): \(found)")
    }
    readPlain(bytes, expected)
    readField(bytes, pieces)

    let node = try? JSONNode(bytes)
    let json = trimmedJSON(bytes)
    let isNumber = Self.isJSON(json) && Self.number(json).isFinite
    if isNumber || node?.number != nil {
      expect(
        isNumber && node?.number?.bitPattern == Self.number(json).bitPattern,
        "JSON \(bytes): \(node as Any)")
    }
    if let string = String(validating: bytes, as: UTF8.self) {
      if let tolerance = Tolerance(string) {
        for part in [tolerance.absolute, tolerance.relative] {
          expect(part.map { $0.isFinite && $0 >= 0 } ?? true, "\(string): \(tolerance)")
        }
      }
      for key in MetadataKey.allCases {
        guard let value = key.number(string) else { continue }
        expect(key.allowed.contains(value), "\(key): \(value)")
      }
    }
  }

  private func trimmedJSON(_ bytes: [UInt8]) -> [UInt8] {
    func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
    var text = bytes[...]
    while let first = text.first, isSpace(first) { text.removeFirst() }
    while let last = text.last, isSpace(last) { text.removeLast() }
    return Array(text)
  }

  /// The short way of fields: it may decline, and says the same where it does not.
  private func readPlain(_ bytes: [UInt8], _ expected: Double?) {
    let reach = DecimalNumber.plainReach
    for count in [bytes.count, min(bytes.count, reach / 2)] where count > 0 {
      let field = UnsafeMutableRawBufferPointer.allocate(
        byteCount: max(reach, count), alignment: 1)
      defer { field.deallocate() }
      // Behind the field stands what comes next in the file.
      for index in field.indices { field[index] = index < bytes.count ? bytes[index] : 0x2C }
      var plain = 0.0
      let digits = DecimalNumber.parsePlain(
        UnsafeRawPointer(field.baseAddress!), count, into: &plain)
      guard digits != DecimalNumber.invalid else { continue }
      let part = Array(bytes[..<count])
      guard let shape = Self.decimal(part), !shape.hasExponent else { broken("plain \(part)") }
      expect(
        digits == shape.fractionDigits && plain.bitPattern == Self.number(part).bitPattern,
        "plain \(part): \(plain), \(digits)")
    }
  }

  /// The number as the only field of a file, whose pieces divide it.
  private func readField(_ bytes: [UInt8], _ pieces: PieceSizes) {
    guard
      !bytes.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x22 || $0 == 0x2C || $0 == 0x23 })
    else { return }
    // A field may also stand between spaces that are not to break.
    let text = Self.ascii(bytes.withUnsafeBytes { Array(PrintedSigns.trimmed($0)) })
    let number = Self.withoutUnit(text)
    let expected = Self.decimal(number).map { _ in Self.number(number) }
    let file = Array("t_s,offset_y_pt\n0,1\n1,".utf8) + bytes + Array("\n2,3\n".utf8)
    let values = Reading(file, pieces, ReadingOptions()).traces.first?.channels.first?.values
    guard bytes.contains(where: { $0 != 0x20 && $0 != 0x09 }) else {
      // Nothing in it: a lost sample.
      return expect(values == [1, 3], "field \(bytes): \(values as Any)")
    }
    let value = values?[1]
    let isUsable = expected?.isFinite == true
    expect(
      value?.bitPattern == (isUsable ? expected?.bitPattern : nil),
      "field \(bytes): \(value as Any), strtod \(expected as Any)")
  }

  /// The number before the unit of the column, points, which may stand behind it; the same bytes without a unit.
  private static func withoutUnit(_ text: [UInt8]) -> [UInt8] {
    guard
      let unit = ["points", "pt", "dp"].first(where: {
        text.suffix($0.utf8.count) == Array($0.utf8)[...]
      })
    else { return text }
    var number = text.dropLast(unit.utf8.count)
    while let last = number.last, last == 0x20 || last == 0x09 { number.removeLast() }
    return Array(number)
  }

  // MARK: - Writing

  private func write(_ value: Double, decimals: Int) {
    func back(_ text: String) -> Double {
      guard let number = DecimalNumber(text)?.value else { broken("\(value) as '\(text)'") }
      return number
    }
    var bytes: [UInt8] = []
    ScrollTraces.NumberText.appendShortest(value, to: &bytes)
    let shortest = back(String(decoding: bytes, as: UTF8.self))
    expect(shortest.bitPattern == value.bitPattern, "shortest \(value): \(shortest)")

    bytes = []
    ScrollTraces.NumberText.appendFixed(value, decimals: decimals, to: &bytes)
    near(
      value, String(decoding: bytes, as: UTF8.self),
      half: 0.5 * pow(10, -Double(min(decimals, 30))), "appendFixed")

    let fixed = ScrollFormats.NumberText.fixed(value, decimals: min(decimals, 15))
    near(value, fixed, half: 0.5 * pow(10, -Double(min(decimals, 15))), "fixed")
    let digits = decimals % 12 + 1
    for (name, text) in [
      ("significant", ScrollFormats.NumberText.significant(value, digits: digits)),
      ("short", ScrollFormats.NumberText.short(value, digits: digits)),
    ]
    // A few digits of the largest doubles are more than a double holds.
    where value.magnitude < 1e308 {
      // Very large and small numbers are scaled step by step, a rounding each.
      let half = half(value, digits: digits) + 400 * value.magnitude.ulp
      near(value, text, half: half, "\(name) \(digits)")
    }

    for isPretty in [false, true] {
      var json = JSONWriter(isPretty: isPretty)
      json.value(value)
      let node = try? JSONNode(Array(json.text.utf8))
      expect(node?.number == value, "JSON \(value): \(json.text)")
    }

    var buffer = LineBuffer(capacity: 1)
    buffer.number(value)
    let text = String(decoding: buffer.contents, as: UTF8.self)
    guard let node = try? JSONNode(Array(text.utf8)), let number = node.number else {
      broken("line \(value): \(text)")
    }
    expect(number.sign == value.sign || number == 0, "line \(value): \(text)")
    // The largest doubles are rounded down.
    let room = value.magnitude > 1.797693134e308 ? 1.1e299 : 0
    near(value, text, half: max(half(value, digits: 10), room), "line")
    expect(text.utf8.filter { (0x30...0x39).contains($0) }.count <= 20, "line \(value): \(text)")
  }

  /// Half a unit of the last of so many significant digits.
  private func half(_ value: Double, digits: Int) -> Double {
    guard value != 0 else { return 0 }
    let exponent = floor(log10(value.magnitude))
    // log10 may round up to the next power: the smaller unit is as good there.
    return 0.5 * pow(10, exponent - Double(digits - 1))
  }

  /// Whether a printed number lies within half a digit of the value, and a few roundings of it.
  private func near(_ value: Double, _ text: String, half: Double, _ name: String) {
    guard let number = DecimalNumber(text)?.value, number.isFinite else {
      broken("\(name) \(value): '\(text)'")
    }
    let room = half * (1 + 1e-5) + 4 * value.magnitude.ulp
    expect((number - value).magnitude <= room, "\(name) \(value): \(text)")
  }

  private func write(integer: Int) {
    var buffer = LineBuffer(capacity: 1)
    buffer.integer(integer)
    expect(String(decoding: buffer.contents, as: UTF8.self) == "\(integer)", "integer \(integer)")
    buffer.removeAll()
    let word = UInt64(bitPattern: Int64(integer))
    buffer.hex(word)
    let hex = String(word, radix: 16)
    let padded = "\"" + String(repeating: "0", count: 16 - hex.count) + hex + "\""
    expect(String(decoding: buffer.contents, as: UTF8.self) == padded, "hex \(word)")
  }
}
