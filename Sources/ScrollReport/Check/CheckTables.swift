internal import ScrollFitting
internal import ScrollFormats

extension CheckReport {
  /// The check as CSV, one row per constant.
  public func csv() -> String {
    var text =
      "verdict,path,trace,line,group,law,key,unit,recordings,value,standard_error,reference_value,"
      + "reference_error,difference,relative_difference,tolerance,more_recordings,message\n"
    func number(_ value: Double?) -> String { value.map { CSVText.number($0) } ?? "" }
    for entry in entries {
      let source = entry.source
      let group = entry.group.isEmpty ? "" : PooledText.group(entry.group, keys: summary.keys)
      let line = source.map { $0.line > 0 ? String($0.line) : "" } ?? ""
      let count = entry.count > 0 ? String(entry.count) : ""
      let unit = entry.key.isEmpty ? "" : CSVText.field(JSONWriter.unit(entry.unit))
      let cells: [String] = [
        entry.verdict.kind.rawValue, CSVText.field(source?.path ?? ""),
        CSVText.field(source?.trace ?? ""), line,
        CSVText.field(group), entry.law, entry.key, unit, count, number(entry.fitted?.value),
        number(entry.fitted?.standardError), number(entry.reference?.value),
        number(entry.reference?.standardError), number(entry.difference),
        number(entry.relativeDifference), number(entry.band),
        entry.verdict.moreTraces.map(String.init) ?? "",
        CSVText.field(entry.verdict.message ?? ""),
      ]
      text += cells.joined(separator: ",") + "\n"
    }
    return text
  }

  /// The check as GitHub-flavoured Markdown.
  ///
  /// - Parameter limit: the maximum number of constants shown.
  public func markdown(limit: Int = 200) -> String {
    let mark =
      switch outcome {
      case .passed: "✅"
      case .incomplete: "⚠️"
      case .failed: "❌"
      }
    var lines = [
      "### \(mark) scrollfit check",
      "",
      "\(PooledText.count(summary.recordings, "recording")) against "
        + "\(MarkdownText.cell(referenceName)): **\(MarkdownText.cell(conclusion))**",
    ]
    if let difference { lines += ["", MarkdownText.cell(difference)] }
    if !entries.isEmpty {
      lines += ["", "| verdict | constant | of | found |", "| --- | --- | --- | --- |"]
    }
    for entry in entries.prefix(limit) {
      let word = entry.verdict.kind.rawValue
      lines.append(
        "| \(fails(entry) ? "**\(word)**" : word) "
          + "| \(MarkdownText.cell(name(entry))) "
          + "| \(entry.source == nil ? MarkdownText.cell(subject(entry)) : MarkdownText.code(subject(entry))) "
          + "| \(MarkdownText.cell(finding(entry))) |")
    }
    if entries.count > limit {
      lines += ["", "and \(entries.count - limit) more"]
    }
    if let update, result.count(.fail) + result.count(.missing) + result.count(.new) > 0 {
      lines += ["", "To accept what was measured: \(MarkdownText.code(update))"]
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
