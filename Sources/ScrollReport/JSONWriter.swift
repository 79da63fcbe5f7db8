/// Writes JSON in the order in which it is told, pretty or on one line.
///
/// A number that is not finite becomes null: there are no NaNs in JSON, and none should get here.
public struct JSONWriter {
  /// The text so far.
  public private(set) var text = ""
  private var depth = 0
  private var needsComma = false
  private let isPretty: Bool
  private var isSpaced = false

  /// A writer; pretty JSON has one member a line, indented by two from `depth` on.
  public init(isPretty: Bool, depth: Int = 0) {
    self.isPretty = isPretty
    self.depth = depth
  }

  private mutating func separate() {
    if needsComma { text += isSpaced ? ", " : "," }
    newline()
  }

  private mutating func newline() {
    guard isPretty else { return }
    text += "\n"
    for _ in 0..<depth { text += "  " }
  }

  /// `{` ... `}` around what the closure writes.
  public mutating func object(_ body: (inout JSONWriter) -> Void) { bracket("{", "}", body) }
  /// `[` ... `]` around what the closure writes.
  public mutating func array(_ body: (inout JSONWriter) -> Void) { bracket("[", "]", body) }

  /// `{` ... `}` on one line, whatever the rest is.
  ///
  /// - Parameter isSpaced: whether a space stands behind commas and colons, as people write them.
  mutating func line(isSpaced: Bool = false, _ body: (inout JSONWriter) -> Void) {
    var writer = JSONWriter(isPretty: false)
    writer.isSpaced = isSpaced
    writer.object(body)
    raw(writer.text)
  }

  /// Numbers on one line, also where the rest is indented.
  mutating func line(_ numbers: [Double]) {
    var writer = JSONWriter(isPretty: false)
    writer.array { list in
      for number in numbers {
        list.element()
        list.value(number)
      }
    }
    raw(writer.text)
  }

  private mutating func bracket(_ open: String, _ close: String, _ body: (inout JSONWriter) -> Void)
  {
    text += open
    depth += 1
    needsComma = false
    body(&self)
    depth -= 1
    if needsComma { newline() }
    text += close
    needsComma = true
  }

  /// A key, to be followed by a value.
  public mutating func key(_ name: String) {
    separate()
    string(name)
    text += isPretty || isSpaced ? ": " : ":"
    needsComma = false
  }

  /// Begins an element of an array.
  public mutating func element() {
    separate()
    needsComma = false
  }

  private mutating func raw(_ value: String) {
    text += value
    needsComma = true
  }

  /// A number, in the shortest form that reads back the same; null when nil or not finite.
  public mutating func value(_ value: Double?) {
    guard let value, value.isFinite else { return raw("null") }
    if value == value.rounded(), value.magnitude < 1e15 { return raw("\(Int64(value))") }
    raw("\(value)")
  }

  /// A whole number.
  public mutating func value(_ value: Int) { raw("\(value)") }
  /// A truth value.
  public mutating func value(_ value: Bool) { raw(value ? "true" : "false") }
  /// A string; null when nil.
  public mutating func value(_ value: String?) {
    guard let value else { return raw("null") }
    string(value)
  }

  /// A value that was read.
  mutating func value(_ node: JSONNode) {
    switch node.content {
    case .null: raw("null")
    case .bool(let truth): value(truth)
    case .number(let number): value(number)
    case .string(let text): value(text)
    case .array(let elements):
      array { list in
        for element in elements {
          list.element()
          list.value(element)
        }
      }
    case .object(let members):
      object { object in
        for (name, member) in members {
          object.key(name)
          object.value(member)
        }
      }
    }
  }

  /// A key and a number.
  public mutating func member(_ name: String, _ number: Double?) {
    key(name)
    value(number)
  }
  /// A key and a whole number.
  public mutating func member(_ name: String, _ number: Int) {
    key(name)
    value(number)
  }
  /// A key and a truth value.
  public mutating func member(_ name: String, _ truth: Bool) {
    key(name)
    value(truth)
  }
  /// A key and a string.
  public mutating func member(_ name: String, _ string: String?) {
    key(name)
    value(string)
  }

  /// The key `unit`; a number without a unit has "1".
  mutating func unit(_ unit: String) { member("unit", Self.unit(unit)) }

  /// A unit as machine formats write it.
  static func unit(_ unit: String) -> String { unit.isEmpty ? "1" : unit }

  private mutating func string(_ value: String) {
    // Nearly all are keys and words: nothing in them is escaped.
    guard !value.utf8.allSatisfy(Self.isPlain) else {
      text += "\""
      text += value
      return raw("\"")
    }
    var result = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      // Line separators end a string for older JavaScript; < keeps JSON harmless inside HTML; marks of direction
      // show text on a terminal as what it is not.
      case "\u{0}"..<"\u{20}", "\u{7F}"..<"\u{A0}", "\u{61C}", "\u{200E}", "\u{200F}",
        "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}", "<":
        let hex = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: result.unicodeScalars.append(scalar)
      }
    }
    raw(result + "\"")
  }

  /// Whether a byte is ASCII that a string holds as it is.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
      && byte != UInt8(ascii: "<")
  }
}
