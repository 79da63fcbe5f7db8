internal import ScrollFormats

/// The outer JSON object of a run: version and tool, `results`, and `summary`. Results are appended one at a time.
struct JSONResults: Sendable {
  private let version: String
  private var isFirst = true

  init(version: String) { self.version = version }

  /// The beginning of the object: format version and tool.
  func begin() -> String {
    var tool = JSONWriter(isPretty: false)
    tool.object { ResultSchemas.tool.write(version, to: &$0) }
    return
      "{\n  \"format_version\": \"\(JSONWriter.formatVersion)\",\n  \"tool\": \(tool.text),\n  \"results\": ["
  }

  /// An element of `results`, given as JSON text.
  mutating func add(_ json: String) -> String {
    defer { isFirst = false }
    return (isFirst ? "\n    " : ",\n    ") + json
  }

  /// One element of `results`.
  mutating func add(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter(isPretty: true, depth: 2)
    writer.object(body)
    return add(writer.text)
  }

  /// The end of the object, with a summary.
  func end(_ summary: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter(isPretty: true, depth: 1)
    writer.object(summary)
    return end(writer.text)
  }

  /// The end of the object, with a summary given as JSON text.
  func end(_ summary: String = "null") -> String {
    (isFirst ? "]" : "\n  ]") + ",\n  \"summary\": \(summary)\n}\n"
  }
}
