internal import ScrollFitting
internal import ScrollFormats

/// The laws as text.
public enum LawList {
  /// Every law with its formula, parameters and derived quantities.
  public static func text() -> String {
    var lines: [String] = []
    for law in Laws.all {
      let description = law.description
      if !lines.isEmpty { lines.append("") }
      lines.append("\(description.key): \(description.summary)")
      lines.append("  \(description.formula)")
      let rows = description.parameters + description.derived
      let key = (rows.map(\.key.count).max() ?? 0) + 2
      let unit = (rows.map(\.unit.count).max() ?? 0) + 2
      for row in rows {
        lines += TextLayout.item(
          TextLayout.pad(row.key, to: key) + row.unit,
          "\(row.name): \(row.meaning)", indent: 2, labelWidth: key + unit, width: 80)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
