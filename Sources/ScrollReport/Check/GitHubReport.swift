internal import ScrollFitting
internal import ScrollFormats

extension CheckReport {
  /// Annotations of a GitHub workflow: errors, then warnings, at most `limit` together, with the number of the rest;
  /// then the conclusion. An undecided constant of one recording is no warning if the pooled constant passes.
  ///
  /// - Parameter limit: GitHub shows ten annotations per step.
  public func github(limit: Int = 10) -> String {
    func isError(_ entry: CheckedConstant) -> Bool { fails(entry) || entry.verdict.kind == .error }
    let all = entries.filter {
      $0.verdict.kind != .pass && $0.verdict.kind != .new && !$0.isCovered
    }
    let shown = all.filter(isError) + all.filter { !isError($0) }
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
        "::\(isError(entry) ? "error" : "warning") \(properties.joined(separator: ","))"
        + "::\(Self.data(text))"
    }
    let left = shown.dropFirst(limit)
    let errors = left.count(where: isError)
    let more = [(errors, "more error"), (left.count - errors, "more warning")]
      .filter { $0.0 > 0 }.map { PooledText.count($0.0, $0.1) }
    if !more.isEmpty {
      lines.append("::\(errors > 0 ? "error" : "warning") ::and \(more.joined(separator: ", "))")
    }
    if let fault { lines.insert("::error ::\(Self.data(fault))", at: 0) }
    lines.append(escapedForTerminal(conclusion))
    if let update, isFailed { lines.append("to accept what was measured: \(update)") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Escapes the message of an annotation, which a line end would terminate.
  private static func data(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  /// Escapes a property of an annotation, which commas and colons would terminate.
  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
