internal import ScrollFormats

/// A member of a JSON object: its name, its schema, and how it is written.
struct Field<Owner>: Sendable {
  let key: StaticString
  /// Whether the member may be missing.
  var isOptional = false
  /// Writes name and value. By a pointer: passing a large owner to each field would copy it each time.
  let write: @Sendable (UnsafePointer<Owner>, inout JSONWriter) -> Void
  let schema: @Sendable (inout SchemaDefinitions) -> Schema

  var name: String { "\(key)" }
}

extension Field {
  /// A member that is a property.
  ///
  /// - Parameters:
  ///   - key: the name.
  ///   - path: the property.
  ///   - definition: a schema that replaces that of the type.
  ///   - layout: the layout of the value in indented JSON.
  ///   - about: the description in the schema.
  ///   - keywords: further keywords of the schema.
  init<Value: JSONMember>(
    _ key: StaticString, _ path: any KeyPath<Owner, Value> & Sendable,
    as definition: Definition? = nil, layout: JSONLayout = .indented, _ about: String? = nil,
    _ keywords: Schema.Keyword...
  ) {
    // Most are stored: a value at an offset is read without a copy of its owner.
    guard let offset = MemoryLayout<Owner>.offset(of: path) else {
      self.init(key, as: definition, layout: layout, about, keywords) { $0.pointee[keyPath: path] }
      return
    }
    self.init(key, as: definition, layout: layout, about, keywords) { owner in
      (UnsafeRawPointer(owner) + offset).assumingMemoryBound(to: Value.self).pointee
    }
  }

  /// A member that is computed.
  init<Value: JSONMember>(
    _ key: StaticString, _ value: @escaping @Sendable (Owner) -> Value,
    as definition: Definition? = nil, layout: JSONLayout = .indented, _ about: String? = nil,
    _ keywords: Schema.Keyword...
  ) {
    self.init(key, as: definition, layout: layout, about, keywords) { value($0.pointee) }
  }

  private init<Value: JSONMember>(
    _ key: StaticString, as definition: Definition?, layout: JSONLayout, _ about: String?,
    _ keywords: [Schema.Keyword], _ value: @escaping @Sendable (UnsafePointer<Owner>) -> Value
  ) {
    self.init(
      key: key,
      write: { owner, json in
        json.key(key)
        if layout == .indented { return json.value(value(owner)) }
        json.lay(out: layout) { $0.value(value(owner)) }
      },
      schema: { Value.schema(as: definition, &$0).adding(about, keywords) })
  }

  /// A member that is missing if its value is nil.
  init<Value: JSONMember>(
    optional key: StaticString, _ value: @escaping @Sendable (Owner) -> Value?,
    as definition: Definition? = nil, _ about: String? = nil, _ keywords: Schema.Keyword...
  ) {
    self.init(
      key: key, isOptional: true,
      write: { owner, json in
        guard let value = value(owner.pointee) else { return }
        json.key(key)
        json.value(value)
      }, schema: { Value.schema(as: definition, &$0).adding(about, keywords) })
  }

  /// A member that is an object with members of the same owner.
  init(
    _ key: StaticString, members table: FieldTable<Owner>, layout: JSONLayout = .indented,
    _ about: String? = nil
  ) {
    self.init(key, \.self, in: table, layout: layout, about)
  }

  /// A member that is an object with the fields of a table.
  init<Part>(
    _ key: StaticString, _ part: @escaping @Sendable (Owner) -> Part, in table: FieldTable<Part>,
    layout: JSONLayout = .indented, _ about: String? = nil
  ) {
    self.init(
      key: key,
      write: { owner, json in
        json.key(key)
        json.lay(out: layout) { $0.object { table.write(part(owner.pointee), to: &$0) } }
      }, schema: { table.schema(&$0).adding(about) })
  }

  /// A member that is a list of objects with the fields of a table; `layout` is that of each.
  init<Part>(
    _ key: StaticString, _ parts: @escaping @Sendable (Owner) -> [Part],
    each table: FieldTable<Part>,
    layout: JSONLayout = .indented, _ about: String? = nil, _ keywords: Schema.Keyword...
  ) {
    self.init(
      key: key,
      write: { owner, json in json.list(key, parts(owner.pointee), table, layout: layout) },
      schema: { Schema.list(of: table.schema(&$0)).adding(about, keywords) })
  }

  /// A member that is a list of objects with the fields of a table, and is missing if the list is nil.
  init<Part>(
    optional key: StaticString, _ parts: @escaping @Sendable (Owner) -> [Part]?,
    each table: FieldTable<Part>, _ about: String? = nil
  ) {
    self.init(
      key: key, isOptional: true,
      write: { owner, json in
        guard let parts = parts(owner.pointee) else { return }
        json.list(key, parts, table, layout: .indented)
      }, schema: { Schema.list(of: table.schema(&$0)).adding(about) })
  }

  /// A member that is an object whose names are not fixed.
  ///
  /// - Parameters:
  ///   - pattern: a regular expression for the names; nil if any are allowed.
  ///   - each: the description of the values.
  init<Part, Value: JSONMember>(
    _ key: StaticString, _ parts: @escaping @Sendable (Owner) -> [Part],
    name: @escaping @Sendable (Part) -> String, _ value: @escaping @Sendable (Part) -> Value,
    layout: JSONLayout = .indented, _ about: String?, pattern: String? = nil, each: String? = nil,
    _ keywords: Schema.Keyword...
  ) {
    self.init(
      key: key,
      write: { owner, json in
        json.key(key)
        json.lay(out: layout) {
          $0.object { list in
            for part in parts(owner.pointee) { list.member(name(part), value(part)) }
          }
        }
      },
      schema: {
        .map(to: Value.schema(&$0).adding(each, keywords), names: pattern, about)
      })
  }
}

/// The layout of a value in indented JSON.
enum JSONLayout {
  /// One member a line.
  case indented
  /// On one line.
  case line
  /// On one line, with spaces after commas and colons, even in JSON that is not indented.
  case spacedLine
}

extension JSONWriter {
  fileprivate mutating func lay(out layout: JSONLayout, _ body: (inout JSONWriter) -> Void) {
    layout == .indented ? body(&self) : onLine(isSpaced: layout == .spacedLine, body)
  }

  /// A key and a list of objects with the fields of a table.
  fileprivate mutating func list<Part>(
    _ name: StaticString, _ parts: [Part], _ table: FieldTable<Part>, layout: JSONLayout
  ) {
    key(name)
    array { list in
      for part in parts {
        list.element()
        list.lay(out: layout) { $0.object { table.write(part, to: &$0) } }
      }
    }
  }
}
