internal import ScrollRecordings

/// The numbers, words and strings of one object, including nested objects.
struct FlatJSON {
  let bytes: [UInt8]
  let depthLimit: Int
  private var position = 0
  private(set) var found: [(key: String, value: String)] = []
  /// For each of these, the number of lines of the bytes before it ends.
  private(set) var lines: [Int] = []
  private var line = 0
  /// The names with a point in them.
  private(set) var dotted: Set<String> = []
  private(set) var reason = ""
  /// Whether the reason is a value that Python and JavaScript have for what is no number.
  private(set) var hasNoNumber = false
  /// The reason for objects as JavaScript and Python print them.
  static let noName = "a name in quotes is missing"

  init(bytes: [UInt8], depthLimit: Int) {
    self.bytes = bytes
    self.depthLimit = depthLimit
  }

  /// The cells; nil if the bytes are neither an object nor an array.
  mutating func cells() -> [(key: String, value: String)]? {
    guard value("", 0), reason.isEmpty else { return nil }
    skipSpace()
    return position == bytes.count ? found : fail("something follows it")
  }

  private mutating func fail<T>(_ text: String) -> T? {
    if reason.isEmpty { reason = text }
    return nil
  }

  private mutating func skipSpace() {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
      if bytes[position] == 0x0A { line += 1 }
      position += 1
    }
  }

  private mutating func add(_ cell: (key: String, value: String)) {
    found.append(cell)
    lines.append(line)
  }

  private mutating func next(_ byte: UInt8) -> Bool {
    skipSpace()
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func value(_ key: String, _ depth: Int) -> Bool {
    guard depth <= depthLimit else { return fail("objects lie too deep in each other") ?? false }
    if next(0x7B) {
      if next(0x7D) { return true }
      repeat {
        skipSpace()
        guard let name = string() else { return fail(Self.noName) ?? false }
        guard next(0x3A) else { return fail("a colon is missing") ?? false }
        if name.contains(".") { dotted.insert(name) }
        guard value(key.isEmpty ? name : "\(key).\(name)", depth + 1) else { return false }
      } while next(0x2C)
      return next(0x7D) ? true : fail("a comma or } is missing") ?? false
    }
    if next(0x5B) {
      if next(0x5D) { return true }
      let start = found.count
      var index = 0
      repeat {
        guard value(key.isEmpty ? "\(index)" : "\(key).\(index)", depth + 1) else { return false }
        index += 1
      } while next(0x2C)
      // As Swift encodes a `CGPoint`.
      if index == 2, ColumnName.canBePoint(key),
        found[start...].map(\.key) == ["\(key).0", "\(key).1"]
      {
        (found[start].key, found[start + 1].key) = ("\(key).x", "\(key).y")
      }
      return next(0x5D) ? true : fail("a comma or ] is missing") ?? false
    }
    skipSpace()
    if position < bytes.count, bytes[position] == 0x22 {
      guard let text = string() else { return fail("a text has no end") ?? false }
      for cell in point(text, key) ?? [(key, text)] { add(cell) }
      return true
    }
    return word(key)
  }

  /// The coordinates of a point in a text under the name of an offset, as `NSStringFromCGPoint` writes it; nil for others.
  private func point(_ text: String, _ key: String) -> [(key: String, value: String)]? {
    guard text.utf8.contains(0x2C), ColumnName.canBePoint(key) else { return nil }
    var reader = LogReader(ReadingOptions())
    return Array(text.utf8).withUnsafeBytes { bytes in
      guard let point = reader.point(bytes), point.count == 2,
        point.allSatisfy({ $0.token.unit == nil })
      else { return nil }
      return point.map { axis, token in
        ("\(key).\(axis.rawValue)", String(decoding: bytes[token.range], as: UTF8.self))
      }
    }
  }

  /// A number as written, true, false, or null, which is an empty cell.
  private mutating func word(_ key: String) -> Bool {
    let first = position
    while position < bytes.count,
      ![0x20, 0x09, 0x0A, 0x0D, 0x2C, 0x5D, 0x7D, 0x22, 0x3A].contains(bytes[position])
    {
      position += 1
    }
    let text = String(decoding: bytes[first..<position], as: UTF8.self)
    guard !text.isEmpty else { return fail("a value is missing") ?? false }
    if text == "null" {
      add((key, ""))
    } else if text == "true" || text == "false" || "-0123456789".contains(text.first ?? " ") {
      add((key, text))
    } else {
      hasNoNumber = ["NaN", "Infinity", "-Infinity"].contains(text)
      return fail("'\(text.prefix(20))' is no value") ?? false
    }
    return true
  }

  private mutating func string() -> String? {
    guard next(0x22) else { return nil }
    var text: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == 0x22 { return String(decoding: text, as: UTF8.self) }
      guard byte == 0x5C else {
        text.append(byte)
        continue
      }
      guard position < bytes.count else { return nil }
      let escaped = bytes[position]
      position += 1
      switch escaped {
      case 0x6E, 0x72, 0x74, 0x62, 0x66: text.append(0x20)
      case 0x75:
        guard let unit = unit() else { return nil }
        text += Array(String(unit).utf8)
      default: text.append(escaped)
      }
    }
    return nil
  }

  /// The character of a `\u` escape, including the second half of a surrogate pair.
  private mutating func unit() -> Unicode.Scalar? {
    func four() -> UInt32? {
      guard position + 4 <= bytes.count else { return nil }
      return UInt32(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
    }
    guard let high = four() else { return nil }
    position += 4
    guard (0xD800..<0xDC00).contains(high) else { return Unicode.Scalar(high) ?? "\u{FFFD}" }
    guard position + 6 <= bytes.count, bytes[position] == 0x5C, bytes[position + 1] == 0x75 else {
      return "\u{FFFD}"
    }
    position += 2
    guard let low = four(), (0xDC00..<0xE000).contains(low) else { return "\u{FFFD}" }
    position += 4
    return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
  }
}
