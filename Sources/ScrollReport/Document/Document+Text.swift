internal import ScrollFitting
internal import ScrollFormats

extension Table {
  /// The table as lines of text, with faint titles.
  ///
  /// - Parameters:
  ///   - style: colours and width.
  ///   - hangs: whether the last column is wrapped in the room that the others leave.
  func lines(_ style: TextStyle, hangs: Bool = false) -> [String] {
    let texts = [columns.map(\.title)] + rows.map { $0.map(\.text) }
    let widths = columns.indices.map { column in texts.map { $0[column].count }.max() ?? 0 }
    let isWide = !hangs && widths.reduce(2 * widths.count, +) > style.width
    return texts.enumerated().flatMap { index, row in
      let head = row.dropLast(hangs ? 1 : 0).enumerated().map {
        columns[$0].isNumber
          ? TextLayout.padLeft($1, to: widths[$0]) : TextLayout.pad($1, to: widths[$0])
      }
      let line = "  " + head.joined(separator: isWide ? " " : "  ")
      let lines = hangs ? style.beside(line + "  ", row[head.count]) : [line]
      return (lines.isEmpty ? [line] : lines).map(TextLayout.trimmed).map {
        index == 0 ? style.faint($0) : $0
      }
    }
  }
}

extension Phrase {
  /// The text without marks, safe in a terminal.
  var text: String { escapedForTerminal(spans.map(\.text).joined()) }
}

extension TextStyle {
  /// A warning with its code, message and remedy.
  func item(_ one: Warning) -> [String] {
    let code = one.code.rawValue
    var lines = item(code, escapedForTerminal("\(one.message); \(one.remedy)"), 6)
    lines[0] = "  " + warning(code) + lines[0].dropFirst(2 + code.count)
    return lines
  }
}
