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
    var document = Document(blocks: [.heading("\(mark) scrollfit check")])
    document.add(
      "\(PooledText.count(summary.recordings, "recording")) against \(referenceName): \(conclusion, .strong)"
    )
    if let difference { document.add("\(difference)") }
    var table = Table("", ["verdict", "constant", "of", "found"])
    for entry in entries.prefix(limit) {
      table.rows.append([
        verdict(entry), "\(name(entry))",
        Phrase(subject(entry), entry.source == nil ? .plain : .code), "\(finding(entry))",
      ])
    }
    if !table.rows.isEmpty { document.add(table) }
    if entries.count > limit { document.add("and \(entries.count - limit) more") }
    if let update, acceptsChange {
      document.add("To accept what was measured: \(update, .code)")
    }
    return document.markdown
  }
}
