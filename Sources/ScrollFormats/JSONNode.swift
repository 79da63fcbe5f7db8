/// A value in a JSON text, with the position at which it begins.
public struct JSONNode: Sendable {
  /// The kinds of values.
  public enum Content: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONNode])
    /// Members in order, with unique names.
    case object([(name: String, value: JSONNode)])
  }

  /// The value.
  public var content: Content
  /// The line, from 1.
  public var line: Int
  /// The column in characters (Unicode scalars), from 1.
  public var column: Int

  /// A value that is in no text.
  package init(_ content: Content) { self.init(content: content, line: 0, column: 0) }

  init(content: Content, line: Int, column: Int) {
    self.content = content
    self.line = line
    self.column = column
  }

  /// The member of an object by name; nil if there is none, or if this is not an object.
  public subscript(name: String) -> JSONNode? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The members of an object; nil if this is not an object.
  public var members: [(name: String, value: JSONNode)]? {
    if case .object(let members) = content { members } else { nil }
  }
  /// The elements of an array; nil if this is not an array.
  public var elements: [JSONNode]? { if case .array(let list) = content { list } else { nil } }
  /// The number; nil if this is not a number.
  public var number: Double? { if case .number(let value) = content { value } else { nil } }
  /// The string; nil if this is not a string.
  public var string: String? { if case .string(let text) = content { text } else { nil } }
  /// The truth value; nil if this is not true or false.
  public var bool: Bool? { if case .bool(let value) = content { value } else { nil } }
  /// Whether it is null.
  public var isNull: Bool { if case .null = content { true } else { false } }

  /// The kind of value, for messages.
  public var kind: String {
    switch content {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

/// A syntax error in a JSON text.
public struct JSONFault: Error, Sendable, Hashable {
  /// The message, one sentence in lower case.
  public var message: String
  /// The line, from 1.
  public var line: Int
  /// The column in characters (Unicode scalars), from 1.
  public var column: Int

  /// A syntax error.
  public init(message: String, line: Int, column: Int) {
    self.message = message
    self.line = line
    self.column = column
  }
}

extension JSONNode {
  /// The maximum nesting depth of arrays and objects.
  public static let depthLimit = 128

  /// The maximum size in bytes of a JSON file that is read as a whole, and of a line of results.
  public static let sizeLimit = 64 << 20

  /// The maximum number of values in a text: small values need many times their bytes in memory.
  public static let valueLimit = 4_000_000

  /// Reads a text strictly by RFC 8259: UTF-8 without a byte order mark, no comments, no trailing commas, no NaN. In
  /// addition, the names in an object must be unique, numbers must be in the range of doubles, and there may be at most
  /// ``depthLimit`` levels and ``valueLimit`` values. Numbers are rounded to the nearest double.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - firstLine: the number of the first line.
  public init(_ bytes: [UInt8], firstLine: Int = 1) throws(JSONFault) {
    var parser = JSONParser(bytes: bytes, line: firstLine)
    self = try parser.document()
  }
}
