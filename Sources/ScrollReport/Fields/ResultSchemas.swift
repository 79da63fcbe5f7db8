internal import ScrollFitting
package import ScrollFormats

/// The JSON Schemas of results, which follow from the tables of their members.
package enum ResultSchemas {
  /// The content of `results.schema.json`: the documents of `--format json`, and the lines that other schemas name.
  package static var results: JSONNode {
    var definitions = SchemaDefinitions()
    let documents = [run(&definitions), batch(&definitions)]
    for line in [ResultMembers.line, BriefFields.line] { _ = line.schema(&definitions) }
    let schema = Schema([
      Schema.Keyword("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
      Schema.Keyword("$id", .string("results.schema.json")),
      Schema.Keyword("title", .string("scrollfit results")),
      Schema.Keyword("description", .string(about)),
      Schema.Keyword("anyOf", .array(documents.map(\.json))),
      Schema.Keyword(
        "$defs", .object(definitions.schemas.map { ($0.name, $0.schema?.json ?? JSONNode(.null)) })),
    ])
    return schema.json
  }

  private static let about =
    "What `--format json` prints: of bounce, decelerate, momentum, rubber-band, spring, gravity, collision, resistance, stretch, transfer and fit (a run), and of batch and check (a batch). A minor version adds members: readers must ignore those that they do not know, although this schema, which describes exactly one version, refuses them."

  /// The members of `tool`, of its version.
  static let tool = FieldTable<String>("tool", "The program that wrote the document.") {
    Field("name", { _ in "scrollfit" }, "Name of the program.", .constant("scrollfit"))
    Field("version", \.self, "Its version.")
  }

  private static func run(_ definitions: inout SchemaDefinitions) -> Schema {
    document("run", "What a command that fits recordings prints.", &definitions) { definitions in
      (
        Schema.list(of: ResultMembers.fieldsWithSeries.schema(&definitions)).adding(
          "One element a recording, in their order; a file that cannot be read has one with an `error`."
        ),
        definitions.reference("runSummary") {
          Schema.any(of: Schema(type: "null"), springs.schema(&$0)).adding(
            "What the recordings of a run say together; null without springs to be compared.")
        }
      )
    }
  }

  /// The summary of a run.
  static let springs = FieldTable<SpringPool>(nil, "Only of springs.") {
    Field("spring", \.self)
  }

  private static func batch(_ definitions: inout SchemaDefinitions) -> Schema {
    document("batch", "What batch and check print.", &definitions) { definitions in
      (
        Schema.list(of: ResultMembers.line.schema(&definitions)).adding(
          "One element a recording, in their order, each on a line."),
        SummaryMembers.schema(&definitions)
      )
    }
  }

  /// The object around results, whose parts `JSONResults` writes one at a time.
  private static func document(
    _ name: String, _ about: String, _ definitions: inout SchemaDefinitions,
    parts: (inout SchemaDefinitions) -> (results: Schema, summary: Schema)
  ) -> Schema {
    definitions.reference(name) { definitions in
      let head = [
        ("format_version", definitions.reference(.formatVersion)),
        ("tool", tool.schema(&definitions)),
      ]
      let (results, summary) = parts(&definitions)
      return .object(head + [("results", results), ("summary", summary)], about)
    }
  }
}
