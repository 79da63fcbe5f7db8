import ScrollFormats
import ScrollPhysics
import ScrollReport
import Testing

/// Results that `batch` writes, read by all commands that read results.
@Suite struct ResultRoundTripTests {
  /// A folder `r` with a glide of every engine, and its return where it has one, and their results in `r.ndjson`.
  private func workspace() async throws -> Workspace {
    let workspace = try Workspace()
    let keys = Engines.all.map(\.key).joined(separator: " ")
    let outcome = try await workspace.shell(
      """
      mkdir r
      for key in \(keys); do
        "$SCROLLFIT" simulate $key v0=2000 -o r/$key.csv 2>/dev/null
        "$SCROLLFIT" simulate $key y0=80 --edge 0 -o r/$key-edge.csv 2>/dev/null
      done
      "$SCROLLFIT" batch --resume r.ndjson --format ndjson r | sort > first
      ls r | wc -l
      """)
    #expect(Int(outcome.output.split(separator: "\n").last ?? "") ?? 0 > 50, "\(outcome.error)")
    return workspace
  }

  @Test func `every null that a batch writes is read again`() async throws {
    let workspace = try await workspace()
    let again = try await workspace.shell(
      "\"$SCROLLFIT\" batch --resume r.ndjson --format ndjson r | sort > second; cmp first second")
    #expect(again.code == 0 && !again.error.contains("should be"), "\(again.error)")
    let merged = try await workspace.shell(
      "\"$SCROLLFIT\" batch --results --format ndjson r.ndjson | sort > third; cmp first third")
    #expect(merged.code == 0 && !merged.error.contains("should be"), "\(merged.error)")
    let checked = try await workspace.run("check", "--reference", "r.ndjson", "r/kivy.csv")
    #expect(checked.code == 0, "\(checked.error)")
    let pretty = try await workspace.shell(
      """
      "$SCROLLFIT" batch --format json r > r.json 2>/dev/null
      "$SCROLLFIT" check --reference r.json r/kivy.csv
      """)
    #expect(pretty.code == 0, "\(pretty.error)")
  }

  /// The names of the numbers that a schema allows to be null.
  private static func nullable(_ node: JSONNode) -> Set<String> {
    var found: Set<String> = []
    for (name, schema) in node["properties"]?.members ?? [] {
      let types = Set((schema["type"]?.elements ?? []).compactMap(\.string))
      if types.contains("null"), !types.isDisjoint(with: ["number", "integer"]) {
        found.insert(name)
      }
    }
    for child in (node.members ?? []).map(\.value) + (node.elements ?? []) {
      found.formUnion(nullable(child))
    }
    return found
  }

  @Test func `every number that the schema of results allows to be null may be null`() throws {
    let names = Self.nullable(ResultSchemas.results)
    #expect(names.count > 30 && names.contains("duration_s"))
    let workspace = try Workspace()
    for name in names.sorted() {
      try workspace.write(
        #"{"format_version":"1.0","settings":null,"source":{"path":"a"},"fits":[],"more":{""# + name
          + #"":null}}"# + "\n", to: "line.ndjson")
      var count = 0
      #expect(throws: Never.self, "\(name)") {
        try ResultLines.read(path: workspace.file("line.ndjson")) { _ in
          count += 1
        }
      }
      #expect(count == 1)
    }
  }
}
