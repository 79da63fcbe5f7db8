internal import ScrollFormats

/// The frame of a run's JSON object: version and tool, `results` as they come, and `summary`.
struct JSONResults: Sendable {
  private let version: String
  private var isFirst = true

  init(version: String) { self.version = version }

  /// The format's version and the tool, up to the first result.
  func begin() -> String {
    var tool = JSONWriter(isPretty: false)
    tool.object { $0.tool(version) }
    return
      "{\n  \"format_version\": \"\(JSONWriter.formatVersion)\",\n  \"tool\": \(tool.text),\n  \"results\": ["
  }

  /// One element of `results`, which is JSON already.
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

  /// The end of the object, with a summary that is JSON already.
  func end(_ summary: String = "null") -> String {
    (isFirst ? "]" : "\n  ]") + ",\n  \"summary\": \(summary)\n}\n"
  }
}
