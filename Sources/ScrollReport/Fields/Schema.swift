internal import ScrollFormats

/// A JSON Schema (draft 2020-12): its keywords in order.
struct Schema: Sendable {
  struct Keyword: Sendable {
    var name: String
    var value: JSONNode
  }

  var keywords: [Keyword]

  init(_ keywords: [Keyword]) { self.keywords = keywords }

  init(type: String) { self.init([Keyword("type", .string(type))]) }

  /// A schema of lists.
  static func list(of element: Schema) -> Schema {
    Schema([Keyword("type", .string("array")), Keyword("items", element.json)])
  }

  /// A schema of objects with these members and no others.
  static func object(
    _ members: [(name: String, schema: Schema)], optional: [String] = [], _ about: String?
  ) -> Schema {
    let required = members.map(\.name).filter { !optional.contains($0) }
    return Schema(type: "object").adding(
      about,
      [
        Keyword("properties", .object(members.map { ($0.name, $0.schema.json) })),
        Keyword("required", .array(required.map { JSONNode(.string($0)) })),
        Keyword("additionalProperties", .bool(false)),
      ])
  }

  /// A schema of objects whose names are not fixed, or are those that a regular expression matches.
  static func map(
    to value: Schema, names pattern: String? = nil, _ about: String?
  ) -> Schema {
    let rules =
      pattern.map {
        [
          Keyword("patternProperties", .object([($0, value.json)])),
          Keyword("additionalProperties", .bool(false)),
        ]
      } ?? [Keyword("additionalProperties", value.json)]
    return Schema(type: "object").adding(about, rules)
  }

  var json: JSONNode { JSONNode(.object(keywords.map { ($0.name, $0.value) })) }

  /// This schema with a description and further keywords.
  ///
  /// `enum` and `const` replace the type, and the keywords of `items` are added to its schema.
  func adding(_ about: String?, _ more: [Keyword] = []) -> Schema {
    var result = self
    if let about {
      result.keywords.removeAll { $0.name == "description" }
      result.keywords.insert(Keyword("description", .string(about)), at: min(1, keywords.count))
    }
    for keyword in more {
      switch keyword.name {
      case "enum", "const":
        result.keywords.removeAll { $0.name == "type" }
        result.keywords.append(allowsNull ? keyword.orNull : keyword)
      case "items":
        result.keywords = result.keywords.map {
          $0.name == "items" ? Keyword("items", $0.value.merged(keyword.value)) : $0
        }
      default: result.keywords.append(keyword)
      }
    }
    return result
  }

  private var allowsNull: Bool {
    keywords.first { $0.name == "type" }?.value.elements?.contains { $0.string == "null" } ?? false
  }

  var orNull: Schema {
    guard let first = keywords.first, first.name == "enum" || first.name == "type",
      first.value.string != "object"
    else { return Schema([Keyword("anyOf", .array([json, Schema(type: "null").json]))]) }
    return Schema([first.orNull] + keywords.dropFirst())
  }
}

extension Schema.Keyword {
  init(_ name: String, _ content: JSONNode.Content) {
    self.init(name: name, value: JSONNode(content))
  }

  init(_ name: String, _ value: JSONNode) { self.init(name: name, value: value) }

  static func atLeast(_ number: Double) -> Self { Self("minimum", .number(number)) }
  static func atMost(_ number: Double) -> Self { Self("maximum", .number(number)) }
  static func above(_ number: Double) -> Self { Self("exclusiveMinimum", .number(number)) }
  /// A text that a regular expression matches.
  static func pattern(_ pattern: String) -> Self { Self("pattern", .string(pattern)) }
  static func words(_ words: String...) -> Self { Self(words: words) }
  init(words: [String]) { self.init("enum", .array(words.map { JSONNode(.string($0)) })) }
  static func constant(_ word: String) -> Self { Self("const", .string(word)) }
  static func atLeast(elements: Int) -> Self { Self("minItems", .number(Double(elements))) }
  static func atMost(elements: Int) -> Self { Self("maxItems", .number(Double(elements))) }
  /// What is said of each element of a list.
  static func each(_ about: String?, _ keywords: Self...) -> Self {
    Self("items", Schema([]).adding(about, keywords).json)
  }

  /// The keyword with null among its values.
  fileprivate var orNull: Self {
    let null: JSONNode.Content = name == "type" ? .string("null") : .null
    return Self(name, .array((value.elements ?? [value]) + [JSONNode(null)]))
  }
}

extension JSONNode {
  /// The members of two objects.
  fileprivate func merged(_ other: JSONNode) -> JSONNode {
    JSONNode(.object((members ?? []) + (other.members ?? [])))
  }
}

/// The schemas in `$defs`, which others refer to by name, in the order of first use.
struct SchemaDefinitions {
  private(set) var schemas: [(name: String, schema: Schema?)] = []

  /// A reference to a definition, which is added at its first use.
  mutating func reference(
    _ name: String, _ schema: (inout SchemaDefinitions) -> Schema
  ) -> Schema {
    if !schemas.contains(where: { $0.name == name }) {
      let place = schemas.count
      schemas.append((name, nil))
      schemas[place].schema = schema(&self)
    }
    return Schema([Schema.Keyword("$ref", .string("#/$defs/\(name)"))])
  }

  /// A reference to a definition, which is added at its first use.
  mutating func reference(_ definition: Definition) -> Schema {
    reference(definition.name, definition.schema)
  }
}

/// A named schema that several fields share.
struct Definition: Sendable {
  var name: String
  var schema: @Sendable (inout SchemaDefinitions) -> Schema

  init(_ name: String, _ about: String, _ keywords: Schema.Keyword...) {
    let schema = Schema(type: "string").adding(about, keywords)
    self.init(name: name) { _ in schema }
  }

  init(name: String, schema: @escaping @Sendable (inout SchemaDefinitions) -> Schema) {
    self.name = name
    self.schema = schema
  }
}
