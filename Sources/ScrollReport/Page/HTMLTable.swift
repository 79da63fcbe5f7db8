struct HTMLTable {
  struct Column {
    var title: String
    /// Whether it contains numbers, which are right-aligned.
    var isNumber = false

    init(_ title: String, isNumber: Bool = false) {
      self.title = title
      self.isNumber = isNumber
    }
  }

  var caption: String
  /// HTML after the text of the caption, such as a link.
  var captionEnd = ""
  /// The id of the table on its page, for links.
  var id: String?
  /// Whether rows become blocks on a narrow screen.
  var stacks = false
  var columns: [Column]
  /// The cells as HTML; foreign text must be escaped. The first cell is the row header.
  var rows: [[String]] = []

  init(_ caption: String, _ columns: [Column]) {
    self.caption = caption
    self.columns = columns
  }

  /// Adds a row of text, which is escaped.
  mutating func add(_ cells: [String]) { rows.append(cells.map(XMLText.escaped)) }

  var html: String {
    // One class on the table instead of one per cell: it may have hundreds of rows.
    let isNumeric = columns.allSatisfy(\.isNumber)
    let kinds = [isNumeric ? "numbers" : nil, stacks ? "stack" : nil].compactMap { $0 }
    var text =
      "<table" + (id.map { " id=\"\($0)\"" } ?? "")
      + (kinds.isEmpty ? "" : " class=\"\(kinds.joined(separator: " "))\"")
      + ">\n<caption>\(XMLText.escaped(caption))\(captionEnd)</caption>\n<thead><tr>"
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
          ? "<th scope=\"row\"\(marks[0])>\(cell)</th>"
          : "<td\(marks[index])\(labels[index])>\(cell)</td>"
      }
      text += "</tr>\n"
    }
    return text + "</tbody>\n</table>\n"
  }
}
