import ScrollFormats

extension JSONNode {
  /// The text of a schema: what fits on a line of 120 columns is on one line.
  func schemaText(depth: Int = 0, used: Int = 0) -> String {
    var writer = JSONWriter(isPretty: false)
    writer.onLine(isSpaced: true) { $0.value(self) }
    let line = writer.text
    if 2 * depth + used + line.count < 120 { return line }
    let indent = String(repeating: "  ", count: depth + 1)
    let end = "\n" + String(repeating: "  ", count: depth)
    if let members {
      let lines = members.map { name, value in
        let head = "\"\(name)\": "
        return indent + head + value.schemaText(depth: depth + 1, used: head.count + 1)
      }
      return "{\n" + lines.joined(separator: ",\n") + end + "}"
    }
    guard let elements else { return line }
    let lines = elements.map { indent + $0.schemaText(depth: depth + 1, used: 1) }
    return "[\n" + lines.joined(separator: ",\n") + end + "]"
  }
}
