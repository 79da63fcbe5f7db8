internal import ScrollFormats

/// A type of values in JSON, with its schema.
protocol JSONMember: JSONValue, SendableMetatype {
  static func schema(_ definitions: inout SchemaDefinitions) -> Schema
  /// The schema of a value, whose own is replaced by a definition if there is one.
  static func schema(as definition: Definition?, _ definitions: inout SchemaDefinitions) -> Schema
  /// Whether a value can be written as null.
  static var allowsNull: Bool { get }
}

extension JSONMember {
  static func schema(as definition: Definition?, _ definitions: inout SchemaDefinitions) -> Schema {
    definition.map { definitions.reference($0) } ?? schema(&definitions)
  }
  static var allowsNull: Bool { false }
}

extension Double: JSONMember {
  static func schema(_ definitions: inout SchemaDefinitions) -> Schema { Schema(type: "number") }
}

extension Int: JSONMember {
  static func schema(_ definitions: inout SchemaDefinitions) -> Schema { Schema(type: "integer") }
}

extension Bool: JSONMember {
  static func schema(_ definitions: inout SchemaDefinitions) -> Schema { Schema(type: "boolean") }
}

extension String: JSONMember {
  static func schema(_ definitions: inout SchemaDefinitions) -> Schema { Schema(type: "string") }
}

extension Optional: JSONMember where Wrapped: JSONMember {
  static func schema(_ definitions: inout SchemaDefinitions) -> Schema {
    schema(as: nil, &definitions)
  }
  static func schema(as definition: Definition?, _ definitions: inout SchemaDefinitions) -> Schema {
    let schema = Wrapped.schema(as: definition, &definitions)
    return Wrapped.allowsNull ? schema : schema.orNull
  }
}

extension Array: JSONMember where Element: JSONMember {
  static func schema(_ definitions: inout SchemaDefinitions) -> Schema {
    .list(of: Element.schema(&definitions))
  }
}

/// A type whose values are fixed texts.
protocol JSONWord: JSONMember, RawRepresentable<String>, CaseIterable {}

extension JSONWord {
  func write(to json: inout JSONWriter) { json.value(rawValue) }
  static func schema(_ definitions: inout SchemaDefinitions) -> Schema {
    Schema([Schema.Keyword(words: allCases.map(\.rawValue))])
  }
}

/// A type whose values are JSON objects with the members of a table.
protocol JSONObject: JSONMember {
  static var fields: FieldTable<Self> { get }
}

extension JSONObject {
  func write(to json: inout JSONWriter) { json.object { Self.fields.write(self, to: &$0) } }
  static func schema(_ definitions: inout SchemaDefinitions) -> Schema {
    fields.schema(&definitions)
  }
}
