/// A JSON parser that tracks lines and nesting depth.
package struct JSONParser {
  package let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private var lineStart = 0
  private var depth = 0
  private var values = 0
  /// The last position whose column was computed; the next column is counted from there, because lines can be long.
  private var counted = (offset: 0, column: 1)

  package init(bytes: [UInt8], line: Int = 1) {
    self.bytes = bytes
    self.line = line
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// The error at an offset in the current line.
  private func fault(_ message: String, at offset: Int? = nil) -> JSONFault {
    JSONFault(message: message, line: line, column: column(of: offset ?? position))
  }

  private func column(of offset: Int) -> Int {
    // Continuation bytes of a character do not count.
    1 + bytes[lineStart..<max(lineStart, min(offset, bytes.count))].count { $0 & 0xC0 != 0x80 }
  }

  private mutating func currentColumn() -> Int {
    if counted.offset < lineStart { counted = (lineStart, 1) }
    counted.column += bytes[counted.offset..<position].count { $0 & 0xC0 != 0x80 }
    counted.offset = position
    return counted.column
  }

  /// Whether everything was read: an error may then be caused by truncated text.
  package var isAtEnd: Bool { position >= bytes.count }

  package mutating func document() throws(JSONFault) -> JSONNode {
    guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else {
      throw fault("a byte order mark is no JSON")
    }
    let node = try value()
    skipSpace()
    guard next == nil else { throw fault("text after the end of the JSON value") }
    return node
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      position += 1
      if byte == 0x0A {
        line += 1
        lineStart = position
      }
    }
  }

  private mutating func value() throws(JSONFault) -> JSONNode {
    skipSpace()
    values += 1
    guard values <= JSONNode.valueLimit else {
      throw fault("more than \(JSONNode.valueLimit) values, the most that are read: split the text")
    }
    guard let first = next else { throw fault("the text ends where a value should be") }
    let start = (line: line, column: currentColumn())
    let content: JSONNode.Content
    switch first {
    case UInt8(ascii: "{"): content = .object(try object())
    case UInt8(ascii: "["): content = .array(try array())
    case UInt8(ascii: "\""): content = .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): content = .number(try number())
    case UInt8(ascii: "n"): content = try word("null", .null)
    case UInt8(ascii: "t"): content = try word("true", .bool(true))
    case UInt8(ascii: "f"): content = try word("false", .bool(false))
    default: throw fault("this is no JSON value")
    }
    return JSONNode(content: content, line: start.line, column: start.column)
  }

  private mutating func word(
    _ text: StaticString, _ content: JSONNode.Content
  ) throws(JSONFault) -> JSONNode.Content {
    let rest = bytes[position...].prefix(text.utf8CodeUnitCount)
    let isBegun = text.withUTF8Buffer { rest.elementsEqual($0.prefix(rest.count)) }
    guard isBegun, rest.count == text.utf8CodeUnitCount else {
      let start = position
      if isBegun { position = bytes.count }
      throw fault("this is no JSON value", at: start)
    }
    position += rest.count
    return content
  }

  private mutating func enter() throws(JSONFault) {
    depth += 1
    guard depth <= JSONNode.depthLimit else {
      throw fault("more than \(JSONNode.depthLimit) levels of lists and objects")
    }
    position += 1
  }

  /// Consumes white space and a comma or an end character; returns whether it was a comma.
  private mutating func isAtComma(or end: Character) throws(JSONFault) -> Bool {
    skipSpace()
    guard let byte = next else { throw fault("the text ends where , or \(end) should be") }
    guard byte == UInt8(ascii: ",") || byte == end.asciiValue else {
      throw fault(", or \(end) should be here")
    }
    position += 1
    return byte == UInt8(ascii: ",")
  }

  private mutating func array() throws(JSONFault) -> [JSONNode] {
    try enter()
    defer { depth -= 1 }
    var elements: [JSONNode] = []
    skipSpace()
    if next == UInt8(ascii: "]") {
      position += 1
      return []
    }
    repeat { elements.append(try value()) } while try isAtComma(or: "]")
    return elements
  }

  private mutating func object() throws(JSONFault) -> [(name: String, value: JSONNode)] {
    try enter()
    defer { depth -= 1 }
    var members: [(name: String, value: JSONNode)] = []
    // Few names are compared directly.
    var names: Set<[UInt8]> = []
    skipSpace()
    if next == UInt8(ascii: "}") {
      position += 1
      return []
    }
    repeat {
      skipSpace()
      let start = position
      guard next == UInt8(ascii: "\"") else {
        throw fault(
          next == nil ? "the text ends where a name should be" : "a name in quotes should be here")
      }
      let name = try string()
      // Compared by bytes, because Swift strings with differently composed accents are equal.
      let isNew =
        members.count < 32
        ? !members.contains { $0.name == name && $0.name.utf8.elementsEqual(name.utf8) }
        : { () -> Bool in
          if names.isEmpty { names = Set(members.map { Array($0.name.utf8) }) }
          return names.insert(Array(name.utf8)).inserted
        }()
      guard isNew else {
        throw fault("the name \"\(escapedForTerminal(name))\" comes twice in an object", at: start)
      }
      skipSpace()
      guard next == UInt8(ascii: ":") else {
        throw fault(next == nil ? "the text ends where : should be" : ": should be here")
      }
      position += 1
      members.append((name, try value()))
    } while try isAtComma(or: "}")
    return members
  }

  private mutating func string() throws(JSONFault) -> String {
    let start = position
    position += 1
    // Most strings have no escapes and are copied unchanged.
    while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      position += 1
    }
    var text = Array(bytes[(start + 1)..<position])
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        guard let string = String(validating: text, as: UTF8.self) else {
          throw fault("a string that is not UTF-8", at: start)
        }
        return string
      case UInt8(ascii: "\\"): text += Array(String(try escape()).utf8)
      case 0..<0x20: throw fault("a control character in a string")
      default:
        text.append(byte)
        position += 1
      }
    }
    throw fault("the string has no end", at: start)
  }

  private mutating func escape() throws(JSONFault) -> Unicode.Scalar {
    let start = position
    position += 1
    let escapes: [UInt8: Unicode.Scalar] = [
      UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/",
      UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n",
      UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
    ]
    guard let mark = next else { throw fault("the text ends in an escape", at: start) }
    if let scalar = escapes[mark] {
      position += 1
      return scalar
    }
    guard mark == UInt8(ascii: "u") else { throw fault("an unknown escape", at: start) }
    position += 1
    let high = try hex(from: start)
    if let scalar = Unicode.Scalar(high) { return scalar }
    // A surrogate: must be the high one, followed by a low one.
    guard high < 0xDC00, next == UInt8(ascii: "\\"), position + 1 < bytes.count,
      bytes[position + 1] == UInt8(ascii: "u")
    else { throw fault("half of a surrogate pair", at: start) }
    position += 2
    let low = try hex(from: start)
    guard (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    else { throw fault("half of a surrogate pair", at: start) }
    return scalar
  }

  private mutating func hex(from start: Int) throws(JSONFault) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw fault("\\u needs four hexadecimal digits", at: start)
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  private mutating func digits() -> Int {
    let start = position
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    return position - start
  }

  private mutating func number() throws(JSONFault) -> Double {
    let start = position
    let wrong = "this is no number as JSON writes them"
    if next == UInt8(ascii: "-") { position += 1 }
    let isZero = next == UInt8(ascii: "0")
    let count = digits()
    guard count > 0, !isZero || count == 1 else { throw fault(wrong, at: start) }
    if next == UInt8(ascii: ".") {
      position += 1
      guard digits() > 0 else { throw fault(wrong, at: start) }
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      guard digits() > 0 else { throw fault(wrong, at: start) }
    }
    guard let value = Double(String(decoding: bytes[start..<position], as: UTF8.self)),
      value.isFinite
    else { throw fault("a number beyond the range of doubles", at: start) }
    return value
  }
}
