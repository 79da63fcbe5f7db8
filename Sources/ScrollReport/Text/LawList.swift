internal import ScrollFitting
public import ScrollFormats

/// The laws as text.
public enum LawList {
  /// The names of all laws, including those that only engines use.
  public static var names: [String] { Laws.descriptions.map(\.key) }

  /// Laws with their formulas, parameters and derived quantities.
  ///
  /// - Parameters:
  ///   - names: the laws to list; if empty, all laws that have a command.
  ///   - style: the width.
  public static func text(_ names: [String] = [], style: TextStyle = TextStyle()) -> String {
    let chosen =
      names.isEmpty
      ? Laws.all.map { $0.description }
      : names.compactMap { name in Laws.descriptions.first { $0.key == name } }
    var lines: [String] = []
    for description in chosen {
      if !lines.isEmpty { lines.append("") }
      lines += style.lines("\(description.key): \(description.summary)", indent: 0)
      lines += style.lines(description.formula)
      let rows = description.parameters + description.derived
      let key = (rows.map(\.key.count).max() ?? 0) + 2
      let unit = (rows.map(\.unit.count).max() ?? 0) + 2
      for row in rows {
        lines += style.item(
          TextLayout.pad(row.key, to: key) + row.unit, "\(row.name): \(row.meaning)", key + unit)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
