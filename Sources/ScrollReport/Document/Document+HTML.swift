extension Table {
  var html: String {
    // One class on the table instead of one per cell: it may have hundreds of rows.
    let isNumeric = columns.allSatisfy(\.isNumber)
    let kinds = [isNumeric ? "numbers" : nil, stacks ? "stack" : nil].compactMap { $0 }
    let after = link.map { " <a class=\"soft\" href=\"#\($0.target)\">\($0.text)</a>" } ?? ""
    var text =
      "<table" + (id.map { " id=\"\($0)\"" } ?? "")
      + (kinds.isEmpty ? "" : " class=\"\(kinds.joined(separator: " "))\"")
      + ">\n<caption>\(XMLText.escaped(caption))\(after)</caption>\n<thead><tr>"
    let marks = columns.map { $0.isNumber && !isNumeric ? " class=\"n\"" : "" }
    for (column, mark) in zip(columns, marks) {
      // An empty title must not become a header cell.
      text +=
        column.title.isEmpty
        ? "<td></td>" : "<th scope=\"col\"\(mark)>\(XMLText.escaped(column.title))</th>"
    }
    text += "</tr></thead>\n<tbody>\n"
    // A stacked cell has no column header, so it carries its own label.
    let labels = columns.map {
      stacks && $0.isNumber ? " data-label=\"\(XMLText.escaped($0.title))\"" : ""
    }
    for row in rows {
      text += "<tr>"
      for (index, cell) in row.enumerated() {
        text +=
          index == 0
          ? "<th scope=\"row\"\(marks[0])>\(cell.html)</th>"
          : "<td\(marks[index])\(labels[index])>\(cell.html)</td>"
      }
      text += "</tr>\n"
    }
    return text + "</tbody>\n</table>\n"
  }
}

extension Phrase {
  var html: String {
    spans.map { text, mark, link in
      let body = Self.html(text, mark)
      return link.map { "<a href=\"#\($0)\">\(body)</a>" } ?? body
    }.joined()
  }

  private static func html(_ text: String, _ mark: Mark) -> String {
    let escaped = XMLText.escaped(text)
    return switch mark {
    case .plain, .code: escaped
    case .strong: "<strong>\(escaped)</strong>"
    case .good, .warn, .bad: "<strong class=\"\(mark)\">\(escaped)</strong>"
    case .soft: "<span class=\"soft\">\(escaped)</span>"
    case .softPath: "<span class=\"soft path\">\(escaped)</span>"
    case .path: "<span class=\"path\">\(PageText.broken(text))</span>"
    case .breakable: PageText.broken(text)
    case .anchor: "<span id=\"\(escaped)\">\(escaped)</span>"
    case .codes:
      "<span class=\"codes\">\(PageText.codes(text.split(separator: " ").map(String.init)))</span>"
    case .lineBreak: "<br>"
    }
  }
}
