/// A value of a JSON text, with the place where it begins.
public struct JSONNode: Sendable {
  /// The kinds of values.
  public enum Content: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONNode])
    /// Members in their order; no name comes twice.
    case object([(name: String, value: JSONNode)])
  }

  /// The value.
  public var content: Content
  /// Line from 1.
  public var line: Int
  /// Column from 1, in characters (Unicode scalars).
  public var column: Int

  /// The member of an object by its name; nil when there is none, or no object.
  public subscript(name: String) -> JSONNode? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The members of an object; nil when it is none.
  public var members: [(name: String, value: JSONNode)]? {
    if case .object(let members) = content { members } else { nil }
  }
  /// The elements of an array; nil when it is none.
  public var elements: [JSONNode]? { if case .array(let list) = content { list } else { nil } }
  /// The number; nil when it is none.
  public var number: Double? { if case .number(let value) = content { value } else { nil } }
  /// The string; nil when it is none.
  public var string: String? { if case .string(let text) = content { text } else { nil } }
  /// The truth value; nil when it is none.
  public var bool: Bool? { if case .bool(let value) = content { value } else { nil } }
  /// Whether it is null.
  public var isNull: Bool { if case .null = content { true } else { false } }

  /// What it is, for messages.
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

/// Why a text is not JSON, and where.
public struct JSONFault: Error, Sendable, Hashable {
  /// One sentence, lower case.
  public var message: String
  /// Line from 1.
  public var line: Int
  /// Column from 1, in characters (Unicode scalars).
  public var column: Int

  /// A fault.
  public init(message: String, line: Int, column: Int) {
    self.message = message
    self.line = line
    self.column = column
  }
}

extension JSONNode {
  /// How deep arrays and objects may nest.
  public static let depthLimit = 128

  /// The bytes of a JSON file that is read as a whole, and of a line of results; what is longer is something else.
  public static let sizeLimit = 64 << 20

  /// The values of a text: small ones take many times their bytes in memory.
  public static let valueLimit = 4_000_000

  /// Reads a text strictly as RFC 8259 has it: UTF-8 without a byte order mark, no comments, no commas
  /// at an end, no NaN; besides, no name twice in an object, no number beyond the range of doubles, and
  /// no more than ``depthLimit`` levels and ``valueLimit`` values. Numbers are exact: the nearest double to what is written.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - firstLine: what the first line is called in places.
  public init(_ bytes: [UInt8], firstLine: Int = 1) throws(JSONFault) {
    var parser = JSONParser(bytes: bytes, line: firstLine)
    self = try parser.document()
  }
}
