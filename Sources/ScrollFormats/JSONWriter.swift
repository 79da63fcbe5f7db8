/// Writes JSON members in the order of calls, indented or on one line.
///
/// A number that is not finite becomes null: JSON has no NaN, and callers should not pass one.
///
/// Its methods are not inlined: reports call them in a thousand places, and compile several times faster without
/// inlining.
public struct JSONWriter: ~Copyable {
  package static let formatVersion = "1.0"

  /// The bytes of the text so far.
  package var bytes: [UInt8] { Array(buffer.contents) }
  /// The text so far.
  public var text: String { String(decoding: buffer.contents, as: UTF8.self) }
  /// Large enough for the line of most recordings.
  private var buffer = LineBuffer(capacity: 1 << 13)
  private var depth = 0
  private var needsComma = false
  private var isPretty: Bool
  private var isSpaced = false

  /// A writer; indented JSON has one member per line, indented by two spaces per level, starting at `depth`.
  public init(isPretty: Bool, depth: Int = 0) {
    self.isPretty = isPretty
    self.depth = depth
  }

  private mutating func separate() {
    if needsComma {
      buffer.append(UInt8(ascii: ","))
      if isSpaced { buffer.append(UInt8(ascii: " ")) }
    }
    newline()
  }

  private mutating func newline() {
    guard isPretty else { return }
    buffer.append("\n")
    for _ in 0..<depth { buffer.append("  ") }
  }

  /// `{` ... `}` around the output of the closure.
  public mutating func object(_ body: (inout JSONWriter) -> Void) {
    begin(UInt8(ascii: "{"))
    body(&self)
    end(UInt8(ascii: "}"))
  }
  /// `[` ... `]` around the output of the closure.
  public mutating func array(_ body: (inout JSONWriter) -> Void) {
    begin(UInt8(ascii: "["))
    body(&self)
    end(UInt8(ascii: "]"))
  }

  /// `{` ... `}` on one line, even in indented JSON.
  ///
  /// - Parameter isSpaced: whether a space follows commas and colons.
  package mutating func line(isSpaced: Bool = false, _ body: (inout JSONWriter) -> Void) {
    onLine(isSpaced: isSpaced) { $0.object(body) }
  }

  /// Runs a body whose output is on one line, even in indented JSON.
  package mutating func onLine(isSpaced: Bool = false, _ body: (inout JSONWriter) -> Void) {
    let layout = (isPretty, self.isSpaced)
    (isPretty, self.isSpaced) = (false, isSpaced)
    body(&self)
    (isPretty, self.isSpaced) = layout
  }

  @inline(never) private mutating func begin(_ open: UInt8) {
    buffer.append(open)
    depth += 1
    needsComma = false
  }

  @inline(never) private mutating func end(_ close: UInt8) {
    depth -= 1
    if needsComma { newline() }
    buffer.append(close)
    needsComma = true
  }

  /// A key, which a value must follow.
  @inline(never) public mutating func key(_ name: String) {
    separate()
    string(name)
    buffer.append(UInt8(ascii: ":"))
    if isPretty || isSpaced { buffer.append(UInt8(ascii: " ")) }
    needsComma = false
  }

  /// A key without characters to escape, which a value must follow.
  @inline(never) package mutating func key(_ name: StaticString) {
    separate()
    buffer.append(UInt8(ascii: "\""))
    buffer.append(name)
    buffer.append(UInt8(ascii: "\""))
    buffer.append(UInt8(ascii: ":"))
    if isPretty || isSpaced { buffer.append(UInt8(ascii: " ")) }
    needsComma = false
  }

  /// Begins an element of an array.
  @inline(never) public mutating func element() {
    separate()
    needsComma = false
  }

  @inline(never) fileprivate mutating func null() {
    buffer.append("null")
    needsComma = true
  }

  @inline(never) fileprivate mutating func integer(_ value: Int) {
    buffer.integer(value)
    needsComma = true
  }

  @inline(never) fileprivate mutating func raw(_ value: String) {
    var value = value
    value.withUTF8 { buffer.append(UnsafeRawBufferPointer($0)) }
    needsComma = true
  }

  /// A value; null for nil and for a number that is not finite.
  @inline(never) public mutating func value(_ value: some JSONValue) { value.write(to: &self) }

  // MARK: - Members

  /// A key and a value; null for nil and for a number that is not finite.
  @inline(never) public mutating func member(_ name: String, _ value: some JSONValue) {
    key(name)
    value.write(to: &self)
  }

  package mutating func array(_ name: String, _ body: (inout JSONWriter) -> Void) {
    key(name)
    array(body)
  }

  /// A key and an object.
  public mutating func object(_ name: String, _ body: (inout JSONWriter) -> Void) {
    key(name)
    object(body)
  }

  /// A key and the object of a value; null for nil.
  package mutating func object<Value>(
    _ name: String, _ value: Value?, _ body: (Value, inout JSONWriter) -> Void
  ) {
    key(name)
    guard let value else { return null() }
    object { body(value, &$0) }
  }

  /// A key and an object on one line.
  package mutating func line(
    _ name: String, isSpaced: Bool = false, _ body: (inout JSONWriter) -> Void
  ) {
    key(name)
    line(isSpaced: isSpaced, body)
  }

  /// A key and a list of objects, one per value.
  package mutating func objects<Values: Sequence>(
    _ name: String, _ values: Values, _ body: (Values.Element, inout JSONWriter) -> Void
  ) {
    list(name, values) { value, json in json.object { body(value, &$0) } }
  }

  /// A key and a list of objects, one per value, each on its own line.
  package mutating func lines<Values: Sequence>(
    _ name: String, isSpaced: Bool = false, _ values: Values,
    _ body: (Values.Element, inout JSONWriter) -> Void
  ) {
    list(name, values) { value, json in json.line(isSpaced: isSpaced) { body(value, &$0) } }
  }

  private mutating func list<Values: Sequence>(
    _ name: String, _ values: Values, _ body: (Values.Element, inout JSONWriter) -> Void
  ) {
    key(name)
    array { list in
      for value in values {
        list.element()
        body(value, &list)
      }
    }
  }

  /// A whole file: one indented object with the format version, the tool, and the output of `body`.
  package static func file(
    format: String = formatVersion, tool version: String,
    _ body: (inout JSONWriter) -> Void
  ) -> String {
    var writer = JSONWriter(isPretty: true)
    writer.object { json in
      json.member("format_version", format)
      json.object("tool") { $0.tool(version) }
      body(&json)
    }
    return writer.text + "\n"
  }

  package mutating func tool(_ version: String) {
    member("name", "scrollfit")
    member("version", version)
  }

  /// The key `unit`; a number without a unit has "1".
  package mutating func unit(_ unit: String) { member("unit", Self.unit(unit)) }

  /// A unit as in machine-readable formats.
  package static func unit(_ unit: String) -> String { unit.isEmpty ? "1" : unit }

  @inline(never) fileprivate mutating func string(_ value: String) {
    needsComma = true
    // Nearly all strings are keys and words without characters to escape.
    guard !buffer.plainString(value) else { return }
    var result = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      // Line separators end a string in older JavaScript; an escaped < makes JSON safe inside HTML; bidirectional marks
      // could disguise text on a terminal.
      case "\u{0}"..<"\u{20}", "\u{7F}"..<"\u{A0}", "\u{61C}", "\u{200E}", "\u{200F}",
        "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}", "<":
        let hex = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: result.unicodeScalars.append(scalar)
      }
    }
    raw(result + "\"")
  }
}

/// A type that can be written as JSON.
public protocol JSONValue {
  /// Writes the value.
  func write(to json: inout JSONWriter)
}

extension Double: JSONValue {
  /// The shortest form that reads back to the same value; null if it is not finite.
  public func write(to json: inout JSONWriter) {
    guard isFinite else { return json.null() }
    guard magnitude < 1e15, let whole = Int(exactly: self) else { return json.raw(description) }
    json.integer(whole)
  }
}

extension Int: JSONValue {
  /// The digits.
  public func write(to json: inout JSONWriter) { json.integer(self) }
}

extension Bool: JSONValue {
  /// `true` or `false`.
  public func write(to json: inout JSONWriter) { json.raw(self ? "true" : "false") }
}

extension String: JSONValue {
  /// The text in quotation marks.
  public func write(to json: inout JSONWriter) { json.string(self) }
}

extension Optional: JSONValue where Wrapped: JSONValue {
  /// The value, or null.
  public func write(to json: inout JSONWriter) {
    if let self { self.write(to: &json) } else { json.null() }
  }
}

extension Array: JSONValue where Element: JSONValue {
  /// The elements in brackets.
  public func write(to json: inout JSONWriter) {
    json.array { list in
      for element in self {
        list.element()
        element.write(to: &list)
      }
    }
  }
}

extension JSONNode: JSONValue {
  /// The value as it was read.
  public func write(to json: inout JSONWriter) {
    switch content {
    case .null: json.null()
    case .bool(let truth): json.value(truth)
    case .number(let number): json.value(number)
    case .string(let text): json.value(text)
    case .array(let elements): json.value(elements)
    case .object(let members):
      json.object { object in
        for (name, member) in members { object.member(name, member) }
      }
    }
  }
}
