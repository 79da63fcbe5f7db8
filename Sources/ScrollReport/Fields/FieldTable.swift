internal import ScrollFormats

/// The members of a JSON object, from which its writer and its schema follow.
struct FieldTable<Owner>: Sendable {
  /// The name of the schema in `$defs`; nil if it stands where it is used.
  var name: String?
  /// The description in the schema.
  var about: String?
  var keywords: [Schema.Keyword]
  var fields: [Field<Owner>]

  init(
    _ name: String?, _ about: String?, _ keywords: Schema.Keyword...,
    @FieldsBuilder<Owner> fields: () -> [Field<Owner>]
  ) {
    self.name = name
    self.about = about
    self.keywords = keywords
    self.fields = fields()
  }

  func write(_ owner: Owner, to json: inout JSONWriter) {
    withUnsafePointer(to: owner) { write($0, to: &json) }
  }

  func write(_ owner: UnsafePointer<Owner>, to json: inout JSONWriter) {
    // By the index: a field of its own would retain what its schema holds.
    for index in fields.indices { fields[index].write(owner, &json) }
  }

  /// The fields, of an object that has the owner as a part.
  func fields<Whole>(
    of part: @escaping @Sendable (Whole) -> Owner
  ) -> [Field<Whole>] {
    fields.map { field in
      Field<Whole>(
        key: field.key, isOptional: field.isOptional,
        write: { whole, json in
          withUnsafePointer(to: part(whole.pointee)) { field.write($0, &json) }
        }, schema: field.schema)
    }
  }

  /// The schema of an object with these members and no others.
  func schema(_ definitions: inout SchemaDefinitions) -> Schema {
    guard let name else { return object(&definitions) }
    return definitions.reference(name, object)
  }

  private func object(_ definitions: inout SchemaDefinitions) -> Schema {
    var members: [(name: String, schema: Schema)] = []
    for field in fields { members.append((field.name, field.schema(&definitions))) }
    let optional = fields.filter(\.isOptional).map(\.name)
    return .object(members, optional: optional, about).adding(nil, keywords)
  }

  /// A table of some of the fields.
  subscript(_ names: String...) -> FieldTable<Owner> {
    var table = FieldTable(nil, nil) {}
    table.fields = names.flatMap { name in fields.filter { $0.name == name } }
    return table
  }
}

/// Collects the fields of a table.
@resultBuilder
enum FieldsBuilder<Owner> {
  static func buildExpression(_ field: Field<Owner>) -> [Field<Owner>] { [field] }
  static func buildExpression(_ fields: [Field<Owner>]) -> [Field<Owner>] { fields }
  static func buildExpression(_ table: FieldTable<Owner>) -> [Field<Owner>] { table.fields }
  static func buildBlock(_ fields: [Field<Owner>]...) -> [Field<Owner>] { Array(fields.joined()) }
}
