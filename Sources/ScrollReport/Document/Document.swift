/// What a person reads, as Markdown; its tables are also text for a terminal and HTML.
struct Document: Sendable {
  enum Block: Sendable {
    case heading(Phrase)
    case paragraph(Phrase)
    case list([Phrase])
    case table(Table)
  }

  var blocks: [Block] = []

  mutating func add(_ paragraph: Phrase) { blocks.append(.paragraph(paragraph)) }

  mutating func add(_ table: Table) { blocks.append(.table(table)) }

  /// Adds a list, unless it is empty.
  ///
  /// - Parameter more: a last item about what the list leaves out; nil for none.
  mutating func add(_ list: [Phrase], more: Phrase? = nil) {
    let items = list + [more].compactMap { $0 }
    if !items.isEmpty { blocks.append(.list(items)) }
  }
}

/// A table of a document.
struct Table: Sendable {
  struct Column: ExpressibleByStringLiteral, Sendable {
    var title: String
    /// Whether it contains numbers, which are aligned at the right.
    var isNumber = false

    init(stringLiteral title: String) { self.title = title }

    static func number(_ title: String) -> Column {
      var column = Column(stringLiteral: title)
      column.isNumber = true
      return column
    }
  }

  var caption: String
  var columns: [Column]
  /// The cells. The first one of a row is its header.
  var rows: [[Phrase]] = []
  /// The id of the table on its page, for links.
  var id: String?
  /// Whether rows become blocks on a narrow screen.
  var stacks = false
  /// A link after the caption: its text and its target.
  var link: (text: String, target: String)?

  init(_ caption: String, _ columns: [Column], stacks: Bool = false) {
    self.caption = caption
    self.columns = columns
    self.stacks = stacks
  }

  mutating func add(_ cells: [String]) { rows.append(cells.map { Phrase($0) }) }
}
