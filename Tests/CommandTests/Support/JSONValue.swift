/// A JSON text, read strictly: members keep their order, and no name may come twice.
enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  struct Member: Equatable, Sendable {
    var name: String
    var value: JSONValue
  }

  struct Fault: Error {
    var offset: Int
    var reason: String
  }

  init(_ text: String) throws(Fault) {
    var reader = Reader(bytes: Array(text.utf8))
    self = try reader.value()
    reader.skipSpace()
    guard reader.position == reader.bytes.count else { throw reader.fault("text after the end") }
  }

  /// The member of this name, or null.
  subscript(name: String) -> JSONValue {
    if case .object(let members) = self {
      return members.first { $0.name == name }?.value ?? .null
    }
    return .null
  }

  /// The element at this place, or null.
  subscript(index: Int) -> JSONValue {
    if case .array(let elements) = self, elements.indices.contains(index) { return elements[index] }
    return .null
  }

  var names: [String] { if case .object(let members) = self { members.map(\.name) } else { [] } }
  var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
  var double: Double? { if case .number(let value) = self { value } else { nil } }
  var string: String? { if case .string(let value) = self { value } else { nil } }
  var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  var isNull: Bool { self == .null }

  /// Where two texts differ, numbers within a relative tolerance; nil when they agree.
  func difference(from other: JSONValue, at path: String = "$", tolerance: (String) -> Double)
    -> String?
  {
    switch (self, other) {
    case (.number(let left), .number(let right)):
      let scale = max(left.magnitude, right.magnitude)
      // Below 1e-9 of its unit a number is rounding error, whatever its digits.
      return (left - right).magnitude <= max(tolerance(path) * scale, 1e-9)
        ? nil : "\(path): \(left) is not \(right)"
    case (.array(let left), .array(let right)):
      guard left.count == right.count else {
        return "\(path): \(left.count) elements are not \(right.count)"
      }
      for (index, pair) in zip(left, right).enumerated() {
        let place = "\(path)[\(index)]"
        if let found = pair.0.difference(from: pair.1, at: place, tolerance: tolerance) {
          return found
        }
      }
      return nil
    case (.object(let left), .object(let right)):
      guard left.map(\.name) == right.map(\.name) else {
        return "\(path): keys \(left.map(\.name)) are not \(right.map(\.name))"
      }
      for (one, two) in zip(left, right) {
        let place = "\(path).\(one.name)"
        if let found = one.value.difference(from: two.value, at: place, tolerance: tolerance) {
          return found
        }
      }
      return nil
    default: return self == other ? nil : "\(path): \(self) is not \(other)"
    }
  }
}

extension JSONValue {
  /// The value as JSON on one line.
  var text: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value): "\(value)"
    case .string(let value): Self.quoted(value)
    case .array(let elements): "[\(elements.map(\.text).joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "\(Self.quoted($0.name)):\($0.value.text)" }.joined(separator: ","))}"
    }
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\u{0}"..<" ":
        "\\u" + String(String(scalar.value + 0x10000, radix: 16).dropFirst())
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }

  /// One step from a value to a part of it.
  enum Step: Equatable, Sendable {
    case member(String)
    case element(Int)
  }

  /// The ways to all parts, of objects and of arrays.
  var paths: [[Step]] {
    switch self {
    case .object(let members):
      members.flatMap { member in
        [[.member(member.name)]] + member.value.paths.map { [.member(member.name)] + $0 }
      }
    case .array(let elements):
      elements.enumerated().flatMap { index, element in
        [[.element(index)]] + element.paths.map { [.element(index)] + $0 }
      }
    default: []
    }
  }

  /// The part at the end of a way.
  subscript(path: some Collection<Step>) -> JSONValue {
    path.reduce(self) { value, step in
      switch step {
      case .member(let name): value[name]
      case .element(let index): value[index]
      }
    }
  }

  /// The value with another part at the end of a way; a member that is not there is added, nil takes it away.
  func replacing(_ path: some Collection<Step>, by part: JSONValue?) -> JSONValue {
    guard let step = path.first else { return part ?? .null }
    let rest = path.dropFirst()
    let new = rest.isEmpty ? part : self[CollectionOfOne(step)].replacing(rest, by: part)
    switch (self, step) {
    case (.object(var members), .member(let name)):
      let index = members.firstIndex { $0.name == name }
      if let new {
        members[(index ?? members.endIndex)..<(index.map { $0 + 1 } ?? members.endIndex)] = [
          Member(name: name, value: new)
        ]
      } else if let index {
        members.remove(at: index)
      }
      return .object(members)
    case (.array(var elements), .element(let index)):
      elements[index..<index + 1] = new.map { [$0] } ?? []
      return .array(elements)
    default: return self
    }
  }
}

/// Bytes are compared one by one: tests are not optimised, and texts have megabytes.
private struct Reader {
  var bytes: [UInt8]
  var position = 0

  func fault(_ reason: String) -> JSONValue.Fault {
    JSONValue.Fault(offset: position, reason: reason)
  }

  mutating func skipSpace() {
    while position < bytes.count {
      let byte = bytes[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      position += 1
    }
  }

  /// Takes this byte, after spaces, if it comes next.
  private mutating func take(_ mark: Unicode.Scalar) -> Bool {
    skipSpace()
    guard position < bytes.count, UInt32(bytes[position]) == mark.value else { return false }
    position += 1
    return true
  }

  /// Takes this word if it comes next.
  private mutating func take(word: String) -> Bool {
    guard bytes[position...].starts(with: word.utf8) else { return false }
    position += word.utf8.count
    return true
  }

  mutating func value() throws(JSONValue.Fault) -> JSONValue {
    skipSpace()
    guard position < bytes.count else { throw fault("no value") }
    let first = bytes[position]
    if first == UInt8(ascii: "\"") { return .string(try string()) }
    if first == UInt8(ascii: "n"), take(word: "null") { return .null }
    if first == UInt8(ascii: "t"), take(word: "true") { return .bool(true) }
    if first == UInt8(ascii: "f"), take(word: "false") { return .bool(false) }
    if take("{") { return try object() }
    if take("[") { return try array() }
    return try number()
  }

  private mutating func object() throws(JSONValue.Fault) -> JSONValue {
    var members: [JSONValue.Member] = []
    if take("}") { return .object([]) }
    repeat {
      skipSpace()
      let name = try string()
      guard !members.contains(where: { $0.name == name }) else {
        throw fault("\(name) comes twice")
      }
      guard take(":") else { throw fault("no colon") }
      members.append(JSONValue.Member(name: name, value: try value()))
    } while take(",")
    guard take("}") else { throw fault("an object without an end") }
    return .object(members)
  }

  private mutating func array() throws(JSONValue.Fault) -> JSONValue {
    var elements: [JSONValue] = []
    if take("]") { return .array([]) }
    repeat { elements.append(try value()) } while take(",")
    guard take("]") else { throw fault("an array without an end") }
    return .array(elements)
  }

  private mutating func string() throws(JSONValue.Fault) -> String {
    guard take("\"") else { throw fault("no string") }
    var text: [UInt8] = []
    while position < bytes.count {
      let start = position
      while position < bytes.count, isPlain(bytes[position]) { position += 1 }
      text += bytes[start..<position]
      guard position < bytes.count else { break }
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\"") {
        guard let string = String(validating: text, as: UTF8.self) else { throw fault("not UTF-8") }
        return string
      }
      guard byte == UInt8(ascii: "\\") else { throw fault("a bare control character") }
      text += Array(String(try escape()).utf8)
    }
    throw fault("a string without an end")
  }

  /// Whether a byte of a string stands for itself.
  private func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private mutating func escape() throws(JSONValue.Fault) -> Character {
    let escapes: [(String, Character)] = [
      ("\"", "\""), ("\\", "\\"), ("/", "/"), ("n", "\n"), ("r", "\r"), ("t", "\t"),
      ("b", "\u{8}"), ("f", "\u{C}"),
    ]
    for (mark, character) in escapes where bytes[position...].starts(with: mark.utf8) {
      position += 1
      return character
    }
    let digits = String(decoding: bytes[position...].dropFirst().prefix(4), as: UTF8.self)
    guard bytes[position...].first == UInt8(ascii: "u"), let code = UInt32(digits, radix: 16),
      let scalar = Unicode.Scalar(code)
    else { throw fault("an unknown escape") }
    position += 5
    return Character(scalar)
  }

  /// Takes digits; how many there were.
  private mutating func digits() -> Int {
    let start = position
    while position < bytes.count, bytes[position] >= 0x30, bytes[position] <= 0x39 { position += 1 }
    return position - start
  }

  private func isNext(_ mark: Unicode.Scalar) -> Bool {
    position < bytes.count && UInt32(bytes[position]) == mark.value
  }

  private mutating func number() throws(JSONValue.Fault) -> JSONValue {
    let start = position
    if isNext("-") { position += 1 }
    let isZero = isNext("0")
    let count = digits()
    guard count > 0, !isZero || count == 1 else { throw fault("no number") }
    if isNext(".") {
      position += 1
      guard digits() > 0 else { throw fault("no number") }
    }
    if isNext("e") || isNext("E") {
      position += 1
      if isNext("+") || isNext("-") { position += 1 }
      guard digits() > 0 else { throw fault("no number") }
    }
    guard let value = Double(String(decoding: bytes[start..<position], as: UTF8.self)) else {
      throw fault("no number")
    }
    return .number(value)
  }
}
