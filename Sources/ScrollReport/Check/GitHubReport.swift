internal import ScrollFitting
internal import ScrollFormats

extension CheckReport {
  /// Annotations of a GitHub workflow: errors, then warnings, at most ten and how many more there are; then the
  /// line that matters.
  ///
  /// - Parameter limit: GitHub shows ten of a step.
  public func github(limit: Int = 10) -> String {
    let shown = entries.filter { $0.verdict.kind != .pass && $0.verdict.kind != .new }
    var lines = shown.prefix(limit).map { entry in
      let kind = entry.verdict.kind
      var properties: [String] = []
      if let source = entry.source, source.path != "-" {
        properties.append("file=\(Self.property(escapedForTerminal(source.path)))")
        if source.line > 0 { properties.append("line=\(source.line)") }
      }
      let name = name(entry)
      properties.append(
        "title=\(Self.property("\(kind.rawValue): \(name.isEmpty ? "recording" : name)"))")
      let text = "\(subject(entry)): \(finding(entry))"
      return
        "::\(kind == .unsure && !isStrict ? "warning" : "error") \(properties.joined(separator: ","))"
        + "::\(Self.data(text))"
    }
    if shown.count > limit {
      lines.append("::\(isFailed ? "error" : "warning") ::and \(shown.count - limit) more")
    }
    lines.append(escapedForTerminal(conclusion))
    if let update, isFailed { lines.append("to accept what was measured: \(update)") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Text of an annotation, in which a line end would end it.
  private static func data(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  /// A property of an annotation, which commas and colons would end.
  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
