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
    var text = "<table>\n<caption>\(XMLText.escaped(caption))</caption>\n<thead><tr>"
    for column in columns {
      let mark = column.isNumber ? " class=\"n\"" : ""
      // An empty title must not become a header cell.
      text +=
        column.title.isEmpty
        ? "<td></td>" : "<th scope=\"col\"\(mark)>\(XMLText.escaped(column.title))</th>"
    }
    text += "</tr></thead>\n<tbody>\n"
    for row in rows {
      text += "<tr>"
      for (index, cell) in row.enumerated() {
        let mark = columns[index].isNumber ? " class=\"n\"" : ""
        text += index == 0 ? "<th scope=\"row\"\(mark)>\(cell)</th>" : "<td\(mark)>\(cell)</td>"
      }
      text += "</tr>\n"
    }
    return text + "</tbody>\n</table>\n"
  }
}
